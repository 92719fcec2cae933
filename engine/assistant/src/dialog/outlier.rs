//! D-8: numbers that are hardly right are asked about before anything is saved.

use domain::{prescription::SetType, quantity::Grams, reason::Fact};

use super::{
    Setting,
    question::{Choice, Does, Label, Question, QuestionKind},
    result::{Item, Match, ReadSet},
};

const MOST_LOAD: Grams = Grams(500_000);
const MOST_REPS: u32 = 100;
const MOST_SETS: usize = 10;
const MOST_SECONDS: u32 = 3600;

/// Asks about the first number of an item that is hardly right.
pub(super) fn question(item: &Item, setting: &Setting<'_>) -> Option<Question> {
    let working = item.sets.iter().filter(|set| set.kind == SetType::Working).count();
    let of_set = item.sets.iter().find_map(|set| doubtful(set, item, setting));
    let (what, value) = of_set.or_else(|| (working > MOST_SETS).then(|| ("sets", Fact::from(working))))?;
    let right = Choice::new(Label::Right, Does::Nothing);
    let wrong = Choice::new(Label::Wrong, Does::DropItem);
    let question = Question::new(QuestionKind::Outlier).fact("what", what).fact("value", value);
    Some(question.option(right).option(wrong))
}

/// What of a set is hardly right, and its value.
fn doubtful(set: &ReadSet, item: &Item, setting: &Setting<'_>) -> Option<(&'static str, Fact)> {
    let key = item.exercise_key.as_ref().filter(|_| item.matched != Match::Fuzzy);
    let best = key.and_then(|key| setting.bests.get(key));
    let load = set.load_g.unwrap_or(Grams::ZERO);
    let best_load = best.and_then(|best| best.load).filter(|best| *best > Grams::ZERO);
    let above_best = best_load.is_some_and(|best| 10 * load.0 > setting.tuning.outlier_load * best.0);
    if load > MOST_LOAD || above_best {
        return Some(("load", Fact::load(load)));
    }
    if let Some(reps) = set.reps {
        // At that load or a greater one.
        let best_reps = best.and_then(|best| best.reps.range(load..).map(|(_, reps)| *reps).max());
        let above = |best: u32| 10 * i64::from(reps) > setting.tuning.outlier_reps * i64::from(best);
        if reps > MOST_REPS || best_reps.is_some_and(above) {
            return Some(("reps", Fact::from(reps)));
        }
    }
    let is_cardio = key.is_some_and(|key| setting.names.traits(key).is_cardio);
    let long = set.seconds.filter(|seconds| *seconds > MOST_SECONDS && !is_cardio);
    long.map(|seconds| ("seconds", Fact::from(seconds)))
}
