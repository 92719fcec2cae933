//! Calibration: the scenarios by which the weights of the score are judged (VF-1), and the golden sessions (VF-2).

use domain::{
    session::{Intent, SelectionMode},
    time::Instant,
};

use crate::{
    catalog::{Catalog, required::is_calibrated},
    draft::{Draft, Role},
    input::{HistoryEntry, HistoryExercise, HistorySet, SelectionInput},
    library::{Library, Place},
    request::{Refusal, Request},
    score::{Outlook, Score},
    select::{self, Selection},
    superset::SupersetPolicy,
    timebox::Clock,
};

/// The exercises of VF-1, with the starter sessions of the catalogue.
pub fn fixture() -> Catalog {
    Catalog::embedded().retain(is_calibrated)
}

/// Saturday 2026-03-07T18:00Z, in seconds since 1970.
const SATURDAY_EVENING_S: i64 = 1_772_906_400;

/// Monday 2026-03-02T18:00Z, in seconds since 1970.
const MONDAY_EVENING_S: i64 = 1_772_474_400;

/// One scenario: candidates must come in this order with these scores.
pub struct Scenario {
    /// S1..S4.
    pub name: &'static str,
    /// What it is about.
    pub intent: Intent,
    minutes: u32,
    readiness: u8,
    slot_progress: Option<f64>,
    history: &'static [(i64, &'static [(&'static str, usize)])],
    seeds: &'static [(&'static str, Role)],
    /// Exercises, best first, with their scores in thousandths.
    pub expected: &'static [(&'static str, i64)],
}

/// VF-1.
pub const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "S1",
        intent: Intent::Push,
        minutes: 75,
        readiness: 3,
        slot_progress: None,
        history: &[
            (98, &[("cable_fly", 3)]),
            (
                50,
                &[
                    ("bench_press", 3),
                    ("incline_dumbbell_press", 2),
                    ("dumbbell_lateral_raise", 3),
                    ("cable_pushdown", 3),
                ],
            ),
        ],
        seeds: &[("bench_press", Role::Main), ("dumbbell_shoulder_press", Role::Main)],
        expected: &[
            ("dumbbell_lateral_raise", 2195),
            ("cable_fly", 1891),
            ("cable_pushdown", 1212),
            ("dumbbell_bench_press", 748),
            ("incline_dumbbell_press", -133),
        ],
    },
    Scenario {
        name: "S2",
        intent: Intent::Pull,
        minutes: 70,
        readiness: 3,
        slot_progress: None,
        history: &[(72, &[("lat_pulldown", 8), ("seated_cable_row", 6)])],
        seeds: &[("barbell_row", Role::Main)],
        expected: &[
            ("face_pull", 3857),
            ("cable_curl", 2582),
            ("lat_pulldown", 2136),
            ("seated_cable_row", 1105),
        ],
    },
    Scenario {
        name: "S3",
        intent: Intent::Legs,
        minutes: 65,
        readiness: 3,
        slot_progress: None,
        history: &[
            (24, &[("hack_squat", 4), ("romanian_deadlift", 4), ("seated_leg_curl", 3)]),
            (120, &[("front_squat", 4), ("leg_press", 4)]),
        ],
        seeds: &[("romanian_deadlift", Role::Main)],
        expected: &[("leg_press", 1819), ("back_squat", 1374), ("hack_squat", 1099), ("front_squat", 1057)],
    },
    Scenario {
        name: "S4",
        intent: Intent::FullBody,
        minutes: 40,
        readiness: 2,
        slot_progress: Some(0.75),
        history: &[(49, &[("back_squat", 4), ("bench_press", 4), ("barbell_row", 4)])],
        seeds: &[
            ("back_squat", Role::Main),
            ("bench_press", Role::Accessory),
            ("barbell_row", Role::Accessory),
            ("romanian_deadlift", Role::Accessory),
        ],
        expected: &[
            ("standing_calf_raise", 3987),
            ("seated_leg_curl", 3514),
            ("lat_pulldown", 2976),
            ("face_pull", 2406),
            ("cable_crunch", 2362),
        ],
    },
];

/// A candidate with its place in the ranking.
pub struct Ranked {
    /// Which.
    pub place: Place,
    /// Its score.
    pub score: Score,
}

impl Scenario {
    /// The input of the scenario.
    pub fn input(&self) -> SelectionInput {
        let now = Instant::EPOCH.plus_seconds(SATURDAY_EVENING_S);
        let mut input = common_input(self.intent, now);
        input.week_in_block = 2;
        input.mesocycle_length = Some(4);
        input.session_minutes = self.minutes;
        input.fatigue_state.readiness_score = self.readiness;
        input.history = self.history.iter().map(|(hours, exercises)| past(now, *hours, exercises)).collect();
        input
    }

    /// Ranks the accessories after the seeds of the scenario.
    pub fn rank(&self, library: &Library<'_>) -> Result<Vec<Ranked>, Refusal> {
        let input = self.input();
        let request = Request::new(&input, library)?;
        let slots = select::slots(&request);
        let clock = Clock::new(self.minutes, slots, request.tuning());
        let mut draft = Draft::new(&request, clock, slots);
        for (key, role) in self.seeds {
            if let Some(place) = library.find(key) {
                draft.add(place, *role);
            }
        }
        draft.progress = self.slot_progress.or(Some(0.0));
        Ok(rank(draft, Role::Accessory))
    }
}

/// A golden session: what the engine must plan from an empty history, to the set and second.
pub struct Golden {
    /// What it is about.
    pub intent: Intent,
    week: u32,
    sessions_a_week: usize,
    /// Whether accessories may be paired.
    pub supersets: SupersetPolicy,
    /// In order of choice: exercise, score in thousandths, sets.
    pub picks: &'static [(&'static str, i64, i64)],
    /// The pair, if there is one.
    pub pair: Option<[&'static str; 2]>,
    /// Seconds by TM-3.
    pub seconds: i64,
    /// Whether only time was missing for more sets.
    pub is_time_bound: bool,
}

/// VF-2.
pub const GOLDEN: &[Golden] = &[
    Golden {
        intent: Intent::Pull,
        week: 1,
        sessions_a_week: 1,
        supersets: SupersetPolicy::None,
        picks: &[
            ("barbell_row", 4282, 5),
            ("lat_pulldown", 5338, 3),
            ("face_pull", 4276, 5),
            ("cable_curl", 3540, 2),
            ("seated_cable_row", 2077, 3),
        ],
        pair: None,
        seconds: 3575,
        is_time_bound: true,
    },
    Golden {
        intent: Intent::Pull,
        week: 1,
        sessions_a_week: 1,
        supersets: SupersetPolicy::WhenTimeLimited,
        picks: &[
            ("barbell_row", 4282, 5),
            ("lat_pulldown", 5338, 3),
            ("face_pull", 4276, 5),
            ("cable_curl", 3540, 5),
            ("seated_cable_row", 2077, 4),
        ],
        pair: Some(["face_pull", "cable_curl"]),
        seconds: 3565,
        is_time_bound: true,
    },
    Golden {
        intent: Intent::Push,
        week: 1,
        sessions_a_week: 1,
        supersets: SupersetPolicy::WhenTimeLimited,
        picks: &[
            ("dumbbell_bench_press", 5175, 5),
            ("dumbbell_shoulder_press", 4442, 2),
            ("cable_fly", 3608, 2),
            ("dumbbell_lateral_raise", 3352, 4),
            ("cable_pushdown", 2592, 2),
            ("incline_dumbbell_press", -77, 3),
        ],
        pair: None,
        seconds: 3575,
        is_time_bound: true,
    },
    Golden {
        intent: Intent::FullBody,
        week: 0,
        sessions_a_week: 3,
        supersets: SupersetPolicy::WhenTimeLimited,
        picks: &[
            ("dumbbell_bench_press", 5445, 3),
            ("romanian_deadlift", 5413, 2),
            ("lat_pulldown", 5608, 2),
            ("standing_calf_raise", 5270, 2),
            ("seated_cable_row", 3789, 2),
            ("hack_squat", 2850, 2),
            ("cable_crunch", 2340, 2),
        ],
        pair: None,
        seconds: 3245,
        is_time_bound: false,
    },
];

impl Golden {
    /// The input of the session.
    pub fn input(&self) -> SelectionInput {
        let now = Instant::EPOCH.plus_seconds(MONDAY_EVENING_S);
        let mut input = SelectionInput {
            week_in_block: self.week,
            mesocycle_length: Some(3),
            superset_policy: self.supersets,
            ..common_input(self.intent, now)
        };
        if let Some(program) = &mut input.program {
            program.weekly_schedule = Some(vec![self.intent.to_string(); self.sessions_a_week]);
        }
        input
    }
}

/// VF-1, VF-2: scores agree to so many millionths.
pub const TOLERANCE_MICRO: i64 = 1000;

/// All candidates of a role that pass, best first (SO-8).
pub fn rank(draft: Draft<'_, '_>, role: Role) -> Vec<Ranked> {
    let selection = Selection::new(draft);
    let outlook = Outlook::new(&selection.draft);
    let library = selection.draft.request.library;
    let ranked = selection.passing(role).map(|place| Ranked { place, score: outlook.score(place, role) });
    let mut ranked: Vec<Ranked> = ranked.collect();
    ranked.sort_by_key(|ranked| {
        let traits = library.traits(ranked.place);
        (std::cmp::Reverse(ranked.score.micro()), traits.fatigue_cost, traits.name_rank)
    });
    ranked
}

/// VF-1, VF-2: intermediate, hypertrophy, everything at hand, one session a week, stage 2.
pub fn common_input(intent: Intent, now: Instant) -> SelectionInput {
    use crate::input::{ColdStartState, Constraints, Goals, Program};
    SelectionInput {
        goals: Goals { primary: "hypertrophy".into(), secondary: None },
        constraints: Constraints {
            available_equipment: domain::equipment::Equipment::WORDS
                .iter()
                .map(ToString::to_string)
                .collect(),
            days_per_week: 3,
        },
        program: Some(Program { id: String::new(), weekly_schedule: Some(vec![intent.to_string()]) }),
        cold_start: Some(ColdStartState { completed: 12, check_ins: 2, stored_stage: 2, enabled: true }),
        ..SelectionInput::new(intent, "intermediate", now)
    }
}

/// A bonus session without loads that ended so many hours ago.
fn past(now: Instant, hours: i64, exercises: &[(&str, usize)]) -> HistoryEntry {
    let ended_at = now.minus_seconds(hours * 3600);
    let set = HistorySet { reps: Some(10), ..HistorySet::default() };
    let exercises = exercises.iter().map(|(key, sets)| HistoryExercise {
        exercise_id: (*key).to_owned(),
        sets: vec![set.clone(); *sets],
        ..HistoryExercise::default()
    });
    HistoryEntry {
        selection_mode: SelectionMode::Bonus,
        ..HistoryEntry::new(format!("{hours} h ago"), ended_at, exercises.collect())
    }
}
