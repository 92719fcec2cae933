//! Calibration: does the engine still rank and plan as it was tuned to (VF-1, VF-2, VF-3)?

use std::collections::BTreeMap;

use domain::{
    exercise::{ExerciseKey, TrainingAge},
    quantity::MassUnit,
    session::Intent,
    time::Instant,
};
use serde::Serialize;
use training::{
    calibrate::{GOLDEN, Golden, Ranked, SCENARIOS, Scenario, TOLERANCE_MICRO, common_input, fixture},
    catalog::Catalog,
    input::SelectionInput,
    library::Library,
    load::iron::Iron,
    output::Generated,
    present,
    request::Request,
    score::{COMPONENTS, Score},
    session::plan,
    simulate::{Schedule, Simulation, figures::Figures, simulate},
    superset::SupersetPolicy,
    tuning::Tuning,
};

use super::training::session;
use crate::problem::Problem;

/// All that a person looks at after a weight was changed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    /// VF-1.
    pub scenarios: Vec<ScenarioResult>,
    /// VF-2.
    pub golden: Vec<GoldenResult>,
    /// VF-3: every schedule with every training age.
    pub runs: Vec<RunResult>,
    /// A session of every intent from the whole catalogue, to be reviewed by hand.
    pub sessions: Vec<Generated>,
}

impl Calibration {
    /// Whether every scenario and every golden session is as it should be.
    pub fn passes(&self) -> bool {
        self.scenarios.iter().all(|scenario| scenario.passes)
            && self.golden.iter().all(|golden| golden.passes)
    }
}

/// How one scenario was ranked.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScenarioResult {
    /// S1..S4.
    pub name: &'static str,
    /// What it is about.
    pub intent: Intent,
    /// The exercises that are looked at, best first.
    pub ranked: Vec<RankedExercise>,
    /// Whether order and scores are those of VF-1.
    pub passes: bool,
}

/// One exercise of a scenario.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RankedExercise {
    /// Which.
    pub exercise_id: ExerciseKey,
    /// Its rank among all candidates, from 1.
    pub rank: usize,
    /// Its score.
    pub score: f64,
    /// Its score in VF-1.
    pub expected: f64,
    /// What each component adds to the score.
    pub parts: BTreeMap<&'static str, f64>,
}

/// How one golden session was planned.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GoldenResult {
    /// What it is about.
    pub intent: Intent,
    /// Whether accessories may be paired.
    pub supersets: SupersetPolicy,
    /// In order of choice.
    pub picks: Vec<GoldenPick>,
    /// Seconds by TM-3.
    pub seconds: i64,
    /// The same in VF-2.
    pub expected_seconds: i64,
    /// Whether everything is as in VF-2.
    pub passes: bool,
}

/// One exercise of a golden session.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GoldenPick {
    /// Which.
    pub exercise_id: ExerciseKey,
    /// Its score.
    pub score: f64,
    /// Its sets.
    pub sets: i64,
    /// Its score and sets in VF-2, if it is there at this place.
    pub expected: Option<(f64, i64)>,
}

/// The figures of one simulated athlete.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunResult {
    /// The week.
    pub schedule: Schedule,
    /// Experience.
    pub training_age: TrainingAge,
    /// What the run is judged by.
    pub figures: Figures,
}

/// Runs all of it with the default tuning.
pub fn calibrate() -> Result<Calibration, Problem> {
    let fixture = fixture();
    let library = Library::new(&fixture, &Tuning::default());
    let scenarios = SCENARIOS.iter().map(|scenario| ranked(scenario, &library));
    let golden = GOLDEN.iter().map(|golden| planned(golden, &library));
    let sessions = Intent::ALL.iter().map(|&intent| session(&review_input(intent), Catalog::embedded()));
    Ok(Calibration {
        scenarios: scenarios.collect::<Result<_, _>>()?,
        golden: golden.collect::<Result<_, _>>()?,
        runs: runs()?,
        sessions: sessions.collect::<Result<_, _>>()?,
    })
}

fn ranked(scenario: &Scenario, library: &Library<'_>) -> Result<ScenarioResult, Problem> {
    let ranking = scenario.rank(library)?;
    let expected =
        |key: &str| scenario.expected.iter().find(|(wanted, _)| *wanted == key).map(|(_, score)| *score);
    let looked_at = ranking.iter().enumerate().filter_map(|(index, Ranked { place, score })| {
        let key = library.key(*place);
        let expected = expected(key.as_str())?;
        let row = RankedExercise {
            exercise_id: key.clone(),
            rank: index + 1,
            score: score.total(),
            expected: thousandths(expected),
            parts: parts(score),
        };
        Some((row, agrees(score, expected)))
    });
    let (ranked, agree): (Vec<_>, Vec<_>) = looked_at.unzip();
    let order: Vec<&str> = ranked.iter().map(|row| row.exercise_id.as_str()).collect();
    let wanted: Vec<&str> = scenario.expected.iter().map(|(key, _)| *key).collect();
    let passes = order == wanted && agree.into_iter().all(|agrees| agrees);
    Ok(ScenarioResult { name: scenario.name, intent: scenario.intent, ranked, passes })
}

fn planned(golden: &Golden, library: &Library<'_>) -> Result<GoldenResult, Problem> {
    let input = golden.input();
    let request = Request::new(&input, library)?;
    let session = plan(&request, Iron::standard(MassUnit::Kg))?;
    let selection = present::selection(&session);
    let sets = selection.per_exercise_set_targets.unwrap_or_default();
    let mut passes = session.picks.len() == golden.picks.len();
    let mut picks = Vec::new();
    for (index, pick) in session.picks.iter().enumerate() {
        let key = library.key(pick.place);
        let sets = sets.get(key).copied().unwrap_or(0);
        let expected = golden.picks.get(index).filter(|(wanted, ..)| *wanted == key.as_str());
        passes &= expected.is_some_and(|&(_, score, wanted)| agrees(&pick.score, score) && sets == wanted);
        picks.push(GoldenPick {
            exercise_id: key.clone(),
            score: pick.score.total(),
            sets,
            expected: expected.map(|&(_, score, sets)| (thousandths(score), sets)),
        });
    }
    let pairs = selection.supersets.iter().map(|pair| [pair[0].as_str(), pair[1].as_str()]);
    passes &= pairs.eq(golden.pair)
        && selection.estimated_seconds == golden.seconds
        && selection.time_bound == golden.is_time_bound;
    Ok(GoldenResult {
        intent: golden.intent,
        supersets: golden.supersets,
        picks,
        seconds: selection.estimated_seconds,
        expected_seconds: golden.seconds,
        passes,
    })
}

fn runs() -> Result<Vec<RunResult>, Problem> {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    let all =
        Schedule::ALL.iter().flat_map(|&schedule| TrainingAge::ALL.iter().map(move |&age| (schedule, age)));
    let run = |(schedule, age)| {
        let report = simulate(&Simulation::new(schedule, age), &library)?;
        Ok(RunResult { schedule, training_age: age, figures: report.figures() })
    };
    all.map(run).collect()
}

/// The second week of a block, an hour, everything at hand; arms stand for the body parts.
fn review_input(intent: Intent) -> SelectionInput {
    let targets = if intent == Intent::BodyPart { &["biceps", "triceps"][..] } else { &[] };
    let mut input = common_input(intent, Instant::EPOCH.plus_seconds(MONDAY_EVENING_S));
    input.week_in_block = 1;
    input.target_muscles = targets.iter().map(ToString::to_string).collect();
    if let (Intent::BodyPart, Some(program)) = (intent, &mut input.program) {
        program.weekly_schedule = Some(vec![format!("{intent}:{}", targets.join("+"))]);
    }
    input
}

/// Monday 2026-03-02T18:00Z, in seconds since 1970.
const MONDAY_EVENING_S: i64 = 1_772_474_400;

fn agrees(score: &Score, thousandths: i64) -> bool {
    (score.micro() - thousandths * 1000).abs() <= TOLERANCE_MICRO
}

fn thousandths(score: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "scores are small")]
    let score = score as f64;
    score / 1000.0
}

fn parts(score: &Score) -> BTreeMap<&'static str, f64> {
    let rows = COMPONENTS.iter().zip(score.values.iter().zip(&score.weights));
    rows.map(|(component, (value, weight))| (component.name, value * weight)).collect()
}
