//! Baseline: the working load of an exercise that is kept beside its history (LD-3).

use domain::{exercise::ExerciseKey, quantity::Grams};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Sense, estimate::PastSet};
use crate::prescribe::goal::Goal;

/// In which kind of training a baseline was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BaselineContext {
    /// Few reps.
    Strength,
    /// Many reps.
    Volume,
    /// Not known.
    Default,
}

impl BaselineContext {
    /// The context that a goal trains in.
    pub const fn of(goal: Goal) -> Self {
        match goal {
            Goal::Strength => Self::Strength,
            _ => Self::Volume,
        }
    }

    /// Percent of a baseline of this context that counts in `wanted`.
    const fn percent_in(self, wanted: Self) -> i64 {
        match (self, wanted) {
            (Self::Strength, Self::Volume) => 78,
            (Self::Volume, Self::Strength) => 112,
            _ => 100,
        }
    }
}

/// What an athlete works with in one exercise (LD-3). Loads are grams.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Baseline {
    /// Of which exercise.
    pub exercise: ExerciseKey,
    /// In which kind of training.
    pub context: BaselineContext,
    /// Lightest working load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub working_weight_min: Option<Grams>,
    /// Heaviest working load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub working_weight_max: Option<Grams>,
    /// Load of the best set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_set_weight: Option<Grams>,
    /// Reps of the best set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_set_reps: Option<u32>,
}

impl Baseline {
    /// The load it stands for: the middle of the working loads, else the top set, else the end that is known.
    pub fn value(&self) -> Option<Grams> {
        match (self.working_weight_min, self.working_weight_max) {
            (Some(min), Some(max)) => Some(Grams(i64::midpoint(min.0, max.0))),
            (min, max) => self.top_set_weight.or(min).or(max),
        }
    }
}

/// The load of the best fitting baseline of `exercise` in the wanted context: the same one, else the default one,
/// else the first of the list, converted. The list is sorted by id (AR-7).
pub fn baseline_load(
    baselines: &[Baseline],
    exercise: &ExerciseKey,
    sense: Sense,
    wanted: BaselineContext,
) -> Option<Grams> {
    let own =
        || baselines.iter().filter(|baseline| baseline.exercise == *exercise && baseline.value().is_some());
    let found = own()
        .find(|baseline| baseline.context == wanted)
        .or_else(|| own().find(|baseline| baseline.context == BaselineContext::Default))
        .or_else(|| own().next())?;
    Some(sense.percent(found.value()?, found.context.percent_in(wanted)))
}

/// What becomes of a baseline when an exercise is finished with these working sets; `None` keeps what is there.
///
/// It rises only: to the hardest load moved for the reps and at the effort that were asked for, in at least two
/// working sets of a session that is no deload.
pub fn updated(
    current: Option<&Baseline>,
    exercise: &ExerciseKey,
    sense: Sense,
    context: BaselineContext,
    sets: &[PastSet],
) -> Option<Baseline> {
    if sets.len() < 2 || sets.iter().any(|set| set.deload) {
        return None;
    }
    let qualifies = |set: &PastSet| set.low.is_some_and(|low| low <= set.amount) && !set.is_overexerted();
    let loads = sets.iter().filter(|set| qualifies(set)).filter_map(|set| Some((set.load?, set.amount)));
    let (load, reps) =
        loads.reduce(|best, found| if sense.is_harder(found.0, best.0) { found } else { best })?;
    let old = current.and_then(Baseline::value);
    old.is_none_or(|old| sense.is_harder(load, old)).then(|| Baseline {
        exercise: exercise.clone(),
        context,
        working_weight_min: None,
        working_weight_max: None,
        top_set_weight: Some(load),
        top_set_reps: Some(reps),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{estimate::tests::set, tests::kg};
    use domain::quantity::Rpe;

    fn key() -> ExerciseKey {
        ExerciseKey::new("bench_press").unwrap()
    }

    fn baseline(context: BaselineContext, top: Grams) -> Baseline {
        Baseline {
            exercise: key(),
            context,
            working_weight_min: None,
            working_weight_max: None,
            top_set_weight: Some(top),
            top_set_reps: Some(8),
        }
    }

    #[test]
    fn ld_3_the_value_is_the_middle_else_the_top_set_else_an_end() {
        let mut kept = baseline(BaselineContext::Volume, kg(90));
        assert_eq!(kept.value(), Some(kg(90)));
        kept.working_weight_min = Some(kg(70));
        assert_eq!(kept.value(), Some(kg(90)));
        kept.working_weight_max = Some(kg(80));
        assert_eq!(kept.value(), Some(kg(75)));
        kept.top_set_weight = None;
        assert_eq!(Baseline { working_weight_max: None, ..kept.clone() }.value(), Some(kg(70)));
        assert_eq!(Baseline { working_weight_min: None, ..kept.clone() }.value(), Some(kg(80)));
        assert_eq!(Baseline { working_weight_min: None, working_weight_max: None, ..kept }.value(), None);
    }

    #[test]
    fn ld_3_contexts_are_converted_and_the_default_is_taken_as_it_is() {
        use BaselineContext::{Default, Strength, Volume};
        let load = |kept: &[Baseline], wanted| baseline_load(kept, &key(), Sense::Load, wanted);
        let (strength, volume) = (baseline(Strength, kg(100)), baseline(Volume, kg(75)));
        assert_eq!(load(&[strength.clone(), volume.clone()], Volume), Some(kg(75)));
        assert_eq!(load(std::slice::from_ref(&strength), Volume), Some(kg(78)));
        assert_eq!(load(std::slice::from_ref(&volume), Strength), Some(kg(84)));
        assert_eq!(load(&[strength, baseline(Default, kg(80))], Volume), Some(kg(80)));
        assert_eq!(load(&[], Volume), None);
        assert_eq!(BaselineContext::of(Goal::FatLoss), Volume);
    }

    #[test]
    fn ld_3_the_heaviest_good_set_raises_the_baseline_and_nothing_lowers_it() {
        let updated = |current: Option<&Baseline>, sets: &[PastSet]| {
            updated(current, &key(), Sense::Load, BaselineContext::Volume, sets)
        };
        let old = baseline(BaselineContext::Volume, kg(90));
        let raised = updated(Some(&old), &[set(0, kg(100), 6), set(0, kg(105), 5), set(0, kg(95), 8)]);
        assert_eq!(raised.map(|new| (new.top_set_weight, new.top_set_reps)), Some((Some(kg(100)), Some(6))));
        assert_eq!(updated(Some(&old), &[set(0, kg(90), 8), set(0, kg(80), 8)]), None);
        assert_eq!(updated(Some(&old), &[set(0, kg(100), 8)]), None);
        assert!(updated(None, &[set(0, kg(40), 8), set(0, kg(40), 8)]).is_some());
        let deload = PastSet { deload: true, ..set(0, kg(100), 8) };
        assert_eq!(updated(None, &[deload, deload]), None);
        let effort = |rpe| PastSet {
            rpe: Some(Rpe::new(rpe).unwrap()),
            rpe_target: Some(Rpe::new(80).unwrap()),
            ..set(0, kg(100), 8)
        };
        assert!(updated(Some(&old), &[effort(90), effort(90)]).is_some());
        assert_eq!(updated(Some(&old), &[effort(95), effort(95)]), None);
    }

    #[test]
    fn ld_3_a_baseline_of_assistance_falls() {
        let old = baseline(BaselineContext::Volume, kg(30));
        let less = [set(0, kg(25), 8), set(0, kg(35), 8)];
        let new = updated(Some(&old), &key(), Sense::Assistance, BaselineContext::Volume, &less);
        assert_eq!(new.and_then(|new| new.value()), Some(kg(25)));
    }

    #[test]
    fn ld_3_a_baseline_is_read_by_the_names_of_the_seed() {
        let json = r#"{"exercise":"bench_press","context":"strength","topSetWeight":100000,"topSetReps":5}"#;
        let read: Baseline = serde_json::from_str(json).unwrap();
        assert_eq!(read.value(), Some(kg(100)));
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
    }
}
