//! Substitution (SU-2): what can stand in for an exercise that hurts, is not possible here or is not wanted.

use std::{cmp::Reverse, collections::BTreeSet};

use domain::{
    equipment::{Equipment, EquipmentSet},
    exercise::{Exercise, ExerciseKey, Implement, TrainingAge},
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    wellbeing::Severity,
};
use serde::Serialize;

use crate::{
    catalog::Catalog,
    pain::{self, PainMap},
};

/// SU-2: how many are offered.
pub const OFFERED: usize = 3;

/// What the athlete has, wants and can do today.
#[derive(Debug, Clone)]
pub struct Situation<'a> {
    /// What is at hand.
    pub equipment: EquipmentSet,
    /// What the athlete does not want.
    pub avoided: &'a BTreeSet<ExerciseKey>,
    /// What hurts.
    pub pain: &'a PainMap,
    /// `Tuning.pain_exclude_from`.
    pub pain_exclude_from: Severity,
    /// The athlete's experience.
    pub training_age: TrainingAge,
    /// What is in the session already.
    pub selected: &'a [ExerciseKey],
}

/// All that could stand in for an exercise, and all that could not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Substitution {
    /// The best first. The first [`OFFERED`] are offered.
    pub candidates: Vec<Candidate>,
    /// Those alike that a filter refused, by key.
    pub refused: Vec<Refused>,
}

impl Substitution {
    /// The ones that the athlete is offered.
    pub fn offered(&self) -> &[Candidate] {
        &self.candidates[..self.candidates.len().min(OFFERED)]
    }
}

/// One exercise that could stand in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Which.
    pub key: ExerciseKey,
    /// How like the original it is.
    pub score: Likeness,
}

/// One exercise that is like the original but cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// Which.
    pub key: ExerciseKey,
    /// The first filter that refused it.
    pub reason: Reason,
}

/// How like the original a candidate is, in parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Likeness {
    /// Patterns that both have.
    pub patterns: usize,
    /// Primary muscles that both have.
    pub primaries: usize,
    /// Kinds of stimulus that both are good at.
    pub stimuli: usize,
    /// How much less it costs the body.
    pub fatigue_saved: usize,
}

impl Likeness {
    fn of(candidate: &Exercise, original: &Exercise) -> Self {
        fn shared<T: PartialEq>(some: &[T], others: &[T]) -> usize {
            some.iter().filter(|one| others.contains(one)).count()
        }
        Self {
            patterns: shared(&candidate.patterns, &original.patterns),
            primaries: shared(&candidate.muscles.primary, &original.muscles.primary),
            stimuli: shared(&candidate.stimulus_bias, &original.stimulus_bias),
            fatigue_saved: original.fatigue_cost.saturating_sub(candidate.fatigue_cost).into(),
        }
    }

    /// The weighted sum of the parts; there is no other total.
    pub const fn total(self) -> usize {
        4 * self.patterns + 3 * self.primaries + 2 * self.stimuli + self.fatigue_saved
    }
}

/// Ranks what could stand in for `original`; for a main, main-eligible exercises come first.
///
/// [`None`] if the catalogue does not know the original.
pub fn substitutes(
    catalog: &Catalog,
    original: &ExerciseKey,
    is_main: bool,
    situation: &Situation,
) -> Option<Substitution> {
    let original = catalog.get(original)?;
    let mut ranked = Vec::new();
    let mut refused = Vec::new();
    for (position, exercise) in catalog.exercises().iter().enumerate() {
        if !is_alike(exercise, original) {
            continue;
        }
        if let Some(reason) = refusal(exercise, situation) {
            refused.push(Refused { key: exercise.id.clone(), reason });
            continue;
        }
        let score = Likeness::of(exercise, original);
        let order = (
            is_main && !exercise.is_main_lift_eligible,
            Reverse(score.total()),
            exercise.implement != original.implement,
            distance(exercise.implement, original.implement),
            catalog.name_rank(position),
        );
        ranked.push((order, Candidate { key: exercise.id.clone(), score }));
    }
    ranked.sort_by_key(|(order, _)| *order);
    let candidates = ranked.into_iter().map(|(_, candidate)| candidate).collect();
    Some(Substitution { candidates, refused })
}

/// Of the same kind, with the dominant pattern of the original or for one of its primary muscles.
fn is_alike(exercise: &Exercise, original: &Exercise) -> bool {
    let moves_alike = exercise.patterns.contains(&original.dominant_pattern());
    let works_alike = original.muscles.primary.contains(&exercise.lead_muscle());
    exercise.id != original.id && exercise.kind == original.kind && (moves_alike || works_alike)
}

/// Steps between two implements, from iron to bodyweight; what is not on the way is farthest.
fn distance(implement: Implement, original: Implement) -> usize {
    const WAY: [Implement; 6] = [
        Implement::Barbell,
        Implement::Dumbbell,
        Implement::Cable,
        Implement::Machine,
        Implement::Band,
        Implement::Bodyweight,
    ];
    let place = |implement| WAY.iter().position(|&other| other == implement);
    match (place(implement), place(original)) {
        (Some(here), Some(there)) => here.abs_diff(there),
        _ => WAY.len(),
    }
}

/// The filters of SU-2 in their order; the first that refuses gives the reason.
const FILTERS: [fn(&Exercise, &Situation) -> Option<Reason>; 5] =
    [already_selected, equipment_missing, avoided, painful, too_difficult];

fn refusal(exercise: &Exercise, situation: &Situation) -> Option<Reason> {
    FILTERS.iter().find_map(|filter| filter(exercise, situation))
}

fn already_selected(exercise: &Exercise, situation: &Situation) -> Option<Reason> {
    let reason = || Reason::new(ReasonCode::AlreadySelected, SpecId::new("SF-1"));
    situation.selected.contains(&exercise.id).then(reason)
}

fn equipment_missing(exercise: &Exercise, situation: &Situation) -> Option<Reason> {
    let missing = |needed: &Vec<Equipment>| -> Vec<Equipment> {
        needed.iter().copied().filter(|&class| !situation.equipment.has(class)).collect()
    };
    // Of several alternatives the one that lacks least is named.
    let least = exercise.equipment.iter().map(missing).min_by_key(Vec::len)?;
    let words: Vec<Fact> = least.into_iter().map(|class| Fact::word("equipment", class)).collect();
    let reason = Reason::new(ReasonCode::Equipment, SpecId::new("SF-3"));
    (!words.is_empty()).then(|| reason.fact("equipment", Fact::List(words)))
}

fn avoided(exercise: &Exercise, situation: &Situation) -> Option<Reason> {
    let reason = || Reason::new(ReasonCode::Avoided, SpecId::new("SF-4"));
    situation.avoided.contains(&exercise.id).then(reason)
}

fn painful(exercise: &Exercise, situation: &Situation) -> Option<Reason> {
    pain::excludes(exercise, situation.pain, situation.pain_exclude_from).map(pain::refusal)
}

fn too_difficult(exercise: &Exercise, situation: &Situation) -> Option<Reason> {
    let is_too_difficult =
        situation.training_age == TrainingAge::Beginner && exercise.difficulty == TrainingAge::Advanced;
    is_too_difficult.then(|| Reason::new(ReasonCode::Difficulty, SpecId::new("SF-6")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{anatomy::BodyArea, wellbeing::Pain};

    fn key(key: &str) -> ExerciseKey {
        key.parse().unwrap()
    }

    static NOTHING: BTreeSet<ExerciseKey> = BTreeSet::new();

    /// A full gym and nothing against any exercise.
    fn gym() -> Situation<'static> {
        Situation {
            equipment: EquipmentSet::all(),
            avoided: &NOTHING,
            pain: &PainMap::NONE,
            pain_exclude_from: 2,
            training_age: TrainingAge::Intermediate,
            selected: &[],
        }
    }

    fn ask(original: &str, is_main: bool, situation: &Situation) -> Substitution {
        substitutes(Catalog::embedded(), &key(original), is_main, situation).unwrap()
    }

    fn keys(candidates: &[Candidate]) -> Vec<&str> {
        candidates.iter().map(|candidate| candidate.key.as_str()).collect()
    }

    fn refusal_of<'a>(substitution: &'a Substitution, wanted: &str) -> &'a Reason {
        &substitution.refused.iter().find(|refused| refused.key.as_str() == wanted).unwrap().reason
    }

    #[test]
    fn su_2_a_sore_low_back_turns_the_barbell_row_into_a_cable_row() {
        let sore = PainMap::from_iter([Pain { area: BodyArea::LowBack, severity: 2 }]);
        let substitution = ask("barbell_row", false, &Situation { pain: &sore, ..gym() });
        let score = |wanted| {
            let position = substitution.candidates.iter().position(|one| one.key == key(wanted)).unwrap();
            (substitution.candidates[position].score, position)
        };
        let (row, row_rank) = score("seated_cable_row");
        let (pulldown, pulldown_rank) = score("lat_pulldown");
        assert_eq!(row, Likeness { patterns: 1, primaries: 1, stimuli: 0, fatigue_saved: 2 });
        assert_eq!((row.total(), pulldown.total()), (9, 5));
        assert!(row_rank < pulldown_rank);
        assert_eq!(
            refusal_of(&substitution, "pendlay_row"),
            &pain::refusal(Pain { area: BodyArea::LowBack, severity: 2 })
        );
    }

    #[test]
    fn su_2_three_are_offered_and_main_eligible_ones_come_first_for_a_main() {
        let accessory = ask("bench_press", false, &gym());
        let main = ask("bench_press", true, &gym());
        assert_eq!(accessory.offered().len(), OFFERED);
        let eligible =
            |candidate: &&Candidate| Catalog::embedded().get(&candidate.key).unwrap().is_main_lift_eligible;
        let mains = main.candidates.iter().filter(eligible).count();
        assert!(main.candidates[..mains].iter().all(|candidate| eligible(&candidate)));
        assert_eq!(main.candidates.len(), accessory.candidates.len());
    }

    #[test]
    fn su_2_the_first_filter_that_refuses_is_the_reason() {
        let unwanted = BTreeSet::from([key("dumbbell_bench_press"), key("push_up")]);
        let selected = [key("push_up")];
        let situation = Situation {
            equipment: EquipmentSet::NONE.with(Equipment::Dumbbell),
            avoided: &unwanted,
            selected: &selected,
            training_age: TrainingAge::Beginner,
            ..gym()
        };
        let substitution = ask("bench_press", true, &situation);
        let bench = Fact::List(vec![Fact::word("equipment", Equipment::Bench)]);
        let missing = Reason::new(ReasonCode::Equipment, SpecId::new("SF-3")).fact("equipment", bench);
        assert_eq!(refusal_of(&substitution, "push_up").code, ReasonCode::AlreadySelected);
        assert_eq!(refusal_of(&substitution, "dumbbell_bench_press"), &missing);
        assert_eq!(refusal_of(&substitution, "archer_push_up").code, ReasonCode::Difficulty);
        assert_eq!(keys(&substitution.candidates)[0], "dumbbell_floor_press");
    }

    #[test]
    fn su_2_kind_stays_and_equal_scores_go_by_implement_and_name() {
        let substitution = ask("cable_curl", false, &gym());
        let catalog = Catalog::embedded();
        let original = catalog.get(&key("cable_curl")).unwrap();
        let order = |candidate: &Candidate| {
            let exercise = catalog.get(&candidate.key).unwrap();
            assert_eq!(exercise.kind, original.kind);
            let steps = distance(exercise.implement, original.implement);
            let name = exercise.name_en.to_lowercase();
            (Reverse(candidate.score.total()), exercise.implement != original.implement, steps, name)
        };
        assert!(substitution.candidates.is_sorted_by_key(order));
        assert!(!keys(&substitution.candidates).contains(&"cable_curl"));
        assert!(
            distance(Implement::Kettlebell, Implement::Cable)
                > distance(Implement::Bodyweight, Implement::Barbell)
        );
    }

    #[test]
    fn su_2_an_unknown_original_has_no_answer() {
        assert_eq!(substitutes(Catalog::embedded(), &key("no_such_lift"), false, &gym()), None);
    }
}
