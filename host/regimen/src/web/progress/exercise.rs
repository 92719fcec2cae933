//! `/progress/{exercise}`: what was done of one exercise, where it goes, and how it is done well (SG-11, P-54).

use std::collections::BTreeMap;

use askama::Template;
use domain::{
    exercise::{Exercise, ExerciseKey, Measure},
    quantity::Grams,
    reason::Fact,
    time::{LocalDate, add_days},
    voice::Locale,
};

use training::records::{Record, RecordKind};

use super::{RecordView, record_view};
use crate::{
    api::endpoint::{ByKey, Input},
    chart::{Chart, Size},
    gallery,
    problem::Problem,
    reader::{Reader, capital},
    service::overview::{self, Climb, History, PastDay, Trained},
    web::{Reply, html, visit::Visit},
};

/// Sessions told at once; the rest unfolds.
const SHOWN: usize = 12;

#[derive(Template)]
#[template(path = "progress/exercise.html")]
struct Page<'a> {
    at: &'a Visit,
    name: String,
    facts: Vec<(String, String)>,
    strength: Option<String>,
    days: Vec<DayRow>,
    earlier: Vec<DayRow>,
    /// Where the load goes.
    trend: String,
    /// Whether any day has an estimate.
    has_estimates: bool,
    records: Vec<RecordView>,
    older_records: Vec<RecordView>,
    /// The heaviest load for each number of reps.
    rep_maxes: Vec<(u32, String)>,
    ladders: Vec<String>,
    muscles: String,
    helpers: String,
    technique: Option<String>,
    cues: Vec<String>,
}

/// One session of the exercise, in words.
struct DayRow {
    session: String,
    date: String,
    sets: String,
    effort: String,
    e1rm: String,
}

/// One exercise.
pub(in crate::web) async fn show(at: Visit, input: Input<ByKey<ExerciseKey>>) -> Result<Reply, Problem> {
    let key = input.path.key;
    let (history, records, climbs) = overview::exercise(at.app(), &at.caller, &key).await?;
    let reader = at.reader();
    let own: Vec<&Climb> = climbs.iter().filter(|climb| trains(climb, &key)).collect();
    let mut days: Vec<DayRow> = history.days.iter().map(|day| day_row(day, &at)).collect();
    let earlier = days.split_off(SHOWN.min(days.len()));
    let (rep_maxes, steps): (Vec<&Record>, Vec<&Record>) =
        records.iter().partition(|record| record.kind == RecordKind::RepMax);
    let mut views: Vec<RecordView> =
        steps.into_iter().rev().map(|record| record_view(record, &climbs, &at)).collect();
    let older_records = views.split_off(super::SHOWN.min(views.len()));
    let exercise = reader.exercise(&key);
    let text = |pick: fn(&Exercise, Locale) -> String| {
        exercise.map(|exercise| pick(exercise, at.lang())).filter(|text| !text.is_empty())
    };
    let muscles = |of: fn(&Exercise) -> Vec<domain::anatomy::Muscle>| {
        exercise.map(|exercise| capital(&reader.words("muscle", of(exercise)))).unwrap_or_default()
    };
    html(&Page {
        at: &at,
        name: reader.name(&key).to_owned(),
        facts: facts(&history, exercise, &reader, &at),
        strength: strength(&key, &history, &at),
        days,
        earlier,
        trend: capital(&at.word("trend", history.known.trend)),
        has_estimates: history.days.iter().any(|day| day.e1rm_g.is_some()),
        records: views,
        older_records,
        rep_maxes: rep_maxes_of(&rep_maxes, &reader),
        ladders: own
            .into_iter()
            .map(|climb| gallery::ladder(climb, None, &at.viewer()).figure(Size::Narrow))
            .collect(),
        muscles: muscles(|exercise| exercise.muscles.primary.clone()),
        helpers: muscles(|exercise| {
            let helps = |muscle: &domain::anatomy::Muscle| !exercise.muscles.primary.contains(muscle);
            exercise.muscles.iter().filter(helps).collect()
        }),
        technique: text(|exercise, lang| match lang {
            Locale::En => exercise.technique_note_en.clone().unwrap_or_default(),
            Locale::Ru => exercise.technique_note_ru.clone().unwrap_or_default(),
        }),
        cues: exercise.map(|exercise| cues(exercise, at.lang())).unwrap_or_default(),
    })
}

/// Whether the exercise is a step of the ladder.
fn trains(climb: &Climb, key: &ExerciseKey) -> bool {
    climb.exercise == *key || climb.ladder.levels.iter().any(|level| level.variation == *key)
}

fn cues(exercise: &Exercise, lang: Locale) -> Vec<String> {
    match lang {
        Locale::En => exercise.cues_en.clone(),
        Locale::Ru => exercise.cues_ru.clone(),
    }
}

fn facts(
    history: &History,
    exercise: Option<&Exercise>,
    reader: &Reader<'_>,
    at: &Visit,
) -> Vec<(String, String)> {
    let known = &history.known;
    let mut facts = vec![(at.t("web-progress-sessions-all"), known.sessions.to_string())];
    if let Some(best) = &known.best_e1rm_g {
        // An estimate is no more exact than a tenth.
        facts.push((
            capital(&at.word("record", "best_e1rm")),
            reader.load(Grams(best.value.0 - best.value.0 % 100)),
        ));
    }
    if let Some(best) = &known.best_load_g {
        facts.push((capital(&at.word("record", "max_load")), reader.load(best.value)));
    }
    if let Some(best) = &known.best_volume {
        let unit = match exercise.map(|exercise| exercise.measure) {
            Some(Measure::Seconds) => format!(" {}", at.t("web-unit-s")),
            Some(Measure::Meters) => format!(" {}", at.t("web-unit-m")),
            _ => String::new(),
        };
        facts.push((capital(&at.word("record", "max_volume")), format!("{}{unit}", best.value)));
    }
    facts
}

/// P-50: the estimated maximum of half a year; all of it where the last half year says too little.
fn strength(key: &ExerciseKey, history: &History, at: &Visit) -> Option<String> {
    let mut days: Vec<PastDay> = history.days.clone();
    days.reverse();
    days.iter().any(|day| day.e1rm_g.is_some()).then(|| {
        let lift = Trained { exercise: key.clone(), is_main: true, days };
        let since = |first| gallery::strength(&[&lift], first, &at.viewer());
        let recent = since(add_days(at.today, -gallery::STRENGTH_DAYS));
        let chart = if recent.is_drawable() { recent } else { since(LocalDate::MIN) };
        chart.figure(Size::Narrow)
    })
}

/// The heaviest load for each number of reps, fewest first.
fn rep_maxes_of(records: &[&Record], reader: &Reader<'_>) -> Vec<(u32, String)> {
    let best = records.iter().filter_map(|record| Some((record.reps?, record.value)));
    let best: BTreeMap<u32, i64> = best.collect();
    best.into_iter().map(|(reps, load)| (reps, reader.load(Grams(load)))).collect()
}

fn day_row(day: &PastDay, at: &Visit) -> DayRow {
    let reader = at.reader();
    let runs = day.sets.chunk_by(|one, other| one.0 == other.0).map(|run| {
        let amounts: Vec<String> = run.iter().map(|(_, amount)| amount.to_string()).collect();
        let load = run[0].0.filter(|load| *load != 0).map(|load| format!("{} × ", reader.load(Grams(load))));
        format!("{}{}", load.unwrap_or_default(), amounts.join(", "))
    });
    DayRow {
        session: day.session_id.to_string(),
        date: at.viewer().short_day(day.date),
        sets: runs.collect::<Vec<_>>().join("; "),
        effort: day.rpe.map_or_else(String::new, |rpe| reader.fact(Fact::tenths(rpe))),
        e1rm: day.e1rm_g.map_or_else(String::new, |load| reader.load(Grams(load - load % 100))),
    }
}
