//! The reading of messages: the vectors of D-25, what answers do, and the properties of D-26.

mod answers;
mod marks;
mod notation;
mod properties;
mod vectors;

use std::{collections::BTreeMap, sync::LazyLock};

use assistant::{
    dialog::{Best, Message, Setting, question::Question, read, tuning::DialogTuning},
    input::name::Names,
};
use domain::{exercise::ExerciseKey, quantity::MassUnit, time::LocalDate};
use training::catalog::Catalog;

/// Everything around a text, as D-25 has it: nothing is planned.
#[derive(Debug, Clone)]
pub(crate) struct Around {
    names: &'static Names,
    own: Names,
    session: Vec<ExerciseKey>,
    plan: Vec<ExerciseKey>,
    focus: Option<ExerciseKey>,
    question: Option<Question>,
    bests: BTreeMap<ExerciseKey, Best>,
    tuning: DialogTuning,
}

static WHOLE: LazyLock<Names> = LazyLock::new(|| Names::new(Catalog::embedded()));

/// Names, aliases and families of D-25.
static LISTED: LazyLock<Names> = LazyLock::new(|| {
    const LISTED: &[(&str, &[&str], &[&str])] = &[
        ("pull_up", &["pull up", "pullup", "chin up"], &["подтягивание", "турник"]),
        ("push_up", &["push up"], &["отжимание"]),
        ("dip", &["dip"], &["отжимание на брусьях", "брусья"]),
        ("bench_press", &["bench press", "bench"], &["жим лежа"]),
        ("incline_bench_press", &[], &[]),
        ("overhead_press", &["ohp"], &["жим стоя"]),
        ("back_squat", &["squat"], &["присед", "приседание"]),
        ("deadlift", &[], &["становая"]),
        ("romanian_deadlift", &["rdl"], &["румынская тяга"]),
        ("barbell_row", &[], &["тяга в наклоне"]),
        ("plank", &[], &["планка"]),
        ("lunge", &[], &["выпад"]),
        ("glute_bridge", &[], &["мостик"]),
        ("hip_thrust", &[], &[]),
        ("run", &["run"], &["бег"]),
    ];
    let owned = |aliases: &[&str]| aliases.iter().map(|alias| (*alias).to_owned()).collect::<Vec<_>>();
    let exercises = LISTED.iter().map(|(id, en, ru)| {
        let exercise = Catalog::embedded().get(&key(id)).unwrap();
        let listed = exercise.with(|exercise| {
            exercise.aliases_en = owned(en);
            exercise.aliases_ru = owned(ru);
        });
        listed.unwrap()
    });
    Names::new(&Catalog::new(exercises.collect(), vec![], vec![]).unwrap())
});

pub(crate) fn key(id: &str) -> ExerciseKey {
    id.parse().unwrap()
}

impl Around {
    pub(crate) fn new(names: &'static Names) -> Self {
        Self {
            names,
            own: Names::default(),
            session: vec![],
            plan: vec![],
            focus: None,
            question: None,
            bests: BTreeMap::new(),
            tuning: DialogTuning::default(),
        }
    }

    /// With the whole catalogue.
    pub(crate) fn whole() -> Self {
        Self::new(&WHOLE)
    }

    pub(crate) fn setting(&self) -> Setting<'_> {
        Setting {
            today: LocalDate::constant(2026, 3, 18),
            unit: MassUnit::Kg,
            names: self.names,
            own: &self.own,
            session: &self.session,
            plan: &self.plan,
            focus: self.focus.as_ref(),
            question: self.question.as_ref(),
            bests: &self.bests,
            tuning: &self.tuning,
        }
    }

    pub(crate) fn read(&self, text: &str) -> Message {
        read(text, &self.setting()).unwrap()
    }
}
