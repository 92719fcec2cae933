//! Context: all that a rule may ask about one item (SG-2), prepared once.

use domain::{
    exercise::Exercise,
    plan::PlanItem,
    prescription::{RepMode, RepPolicy, SetId, SetPrescription},
    quantity::{Grams, MassUnit},
    reason::Fact,
    session::SetPerformance,
    spec::SpecId,
    wellbeing::Flag,
};

use super::{
    evidence::{Basis, Past, Sample, pasts, window},
    feedback::Recent,
    guard::{Guard, Miss, veto},
    input::{ItemInput, SuggestInput},
    load::Loads,
    profile::Pace,
    rules::Bundle,
    tuning::SuggestionTuning,
};
use crate::{
    catalog::Catalog,
    load::{Sense, iron::Iron},
};

/// One item with everything that the rules ask.
#[derive(Debug)]
pub struct ItemContext<'a> {
    /// The item as the plan has it now.
    pub item: &'a PlanItem,
    /// Its exercise.
    pub exercise: &'a Exercise,
    /// The exercise without help, if this one has help and there is one (SG-13).
    pub unassisted: Option<&'a Exercise>,
    /// What else was given.
    pub input: &'a ItemInput,
    /// P0..P3, newest first; never empty.
    pub pasts: Vec<Past<'a>>,
    /// How its loads are changed, if they can be.
    pub loads: Option<Loads<'a>>,
    /// How fast it progresses.
    pub pace: Pace,
    /// What came of earlier suggestions.
    pub recent: Recent,
    /// The unit of the athlete's loads.
    pub unit: MassUnit,
    /// Body weight.
    pub bodyweight: Option<Grams>,
    /// The numbers.
    pub tuning: &'a SuggestionTuning,
    /// What the rules have made of the item so far.
    pub made: Vec<(SpecId, Bundle)>,
    veto: Option<&'a Flag>,
}

impl<'a> ItemContext<'a> {
    /// The context of one item; none when it was not done in the session.
    pub fn new(
        input: &'a ItemInput,
        run: &'a SuggestInput,
        exercise: &'a Exercise,
        catalog: &'a Catalog,
        iron: &'a Iron,
    ) -> Option<Self> {
        let sense = Sense::of(exercise);
        let pasts = pasts(input, run.session_id, run.tuning.previous, sense);
        if pasts.is_empty() {
            return None;
        }
        let recent = input.feedback.at(run.now, &run.tuning.feedback);
        let harder = exercise.harder.as_ref().filter(|_| sense == Sense::Assistance);
        Some(Self {
            item: &input.item,
            exercise,
            unassisted: harder.and_then(|key| catalog.get(key)).map(|exercise| &**exercise),
            input,
            pasts,
            loads: Loads::of(exercise, iron, run.unit, input.own_step_g),
            pace: Pace::of(exercise, &run.tuning, &recent),
            recent,
            unit: run.unit,
            bodyweight: run.bodyweight_g,
            tuning: &run.tuning,
            made: vec![],
            veto: veto(&run.flags, exercise, run.now),
        })
    }

    /// How reps are meant now.
    pub fn policy(&self) -> &'a RepPolicy {
        &self.item.prescription.rep_policy
    }

    /// The current performance.
    pub fn current(&self) -> &Past<'a> {
        &self.pasts[0]
    }

    /// The newest `count` sessions that count for a change of load.
    pub fn sessions(&self, count: usize) -> Result<Vec<Sample<'_>>, Miss> {
        self.window(Basis::Loads, (count, count))
    }

    /// The newest sessions that count: at least and at most so many (SG-3).
    pub fn window(&self, basis: Basis, bounds: (usize, usize)) -> Result<Vec<Sample<'_>>, Miss> {
        window(&self.pasts, &self.item.prescription, basis, bounds, self.tuning.style_aware)
    }

    /// The newest `count` performances, whatever they were like (SR-9..SR-13).
    pub fn newest(&self, count: usize) -> Result<&[Past<'a>], Miss> {
        let too_few = || Miss::new(Guard::Sessions).fact("have", self.pasts.len()).fact("need", count);
        self.pasts.get(..count).ok_or_else(too_few)
    }

    /// Asks for one of these ways to count reps.
    pub fn require_mode(&self, modes: &[RepMode]) -> Result<(), Miss> {
        let mode = self.policy().mode;
        let miss = || Miss::new(Guard::RepMode).fact("mode", Fact::word("rep_mode", mode));
        modes.contains(&mode).then_some(()).ok_or_else(miss)
    }

    /// Asks that none of `rules` has fired for the item.
    pub fn require_silence(&self, rules: &[SpecId]) -> Result<(), Miss> {
        match self.made.iter().find(|(fired, _)| rules.contains(fired)) {
            Some((rule, _)) => Err(Miss::new(Guard::EarlierRule).fact("rule", rule.to_string())),
            None => Ok(()),
        }
    }

    /// Asks that no flag forbids to ask for more (SG-15).
    pub fn require_no_veto(&self) -> Result<(), Miss> {
        match self.veto {
            Some(flag) => Err(Miss::new(Guard::Flag).fact("flag", Fact::word("flag", flag.kind))),
            None => Ok(()),
        }
    }

    /// The loads of the item, for a rule that changes them.
    pub fn require_loads(&self) -> Result<&Loads<'a>, Miss> {
        self.loads.as_ref().ok_or(Miss::new(Guard::NoLoad))
    }

    /// Asks that a counted set was made with no less than its target, within the tolerance (SG-15).
    pub fn require_full_load(&self, past: &Past<'_>, done: &SetPerformance) -> Result<(), Miss> {
        let Some(target) = past.target_load(done).filter(|target| *target > Grams::ZERO) else {
            return Ok(());
        };
        let loads = self.require_loads()?;
        let Some(load) = done.load_g else { return Err(Miss::new(Guard::NoLoad)) };
        let is_full = loads.effort(load) >= loads.effort(target) - loads.tolerance(target);
        let miss =
            || Miss::new(Guard::Load).fact("load", Fact::load(load)).fact("target", Fact::load(target));
        is_full.then_some(()).ok_or_else(miss)
    }

    /// The set of the plan that was done, if it is still there.
    pub fn planned(&self, done: &SetPerformance) -> Option<&'a SetPrescription> {
        self.item.set(done.set_id?)
    }

    /// The place of a set in the plan.
    pub fn place(&self, set: SetId) -> Option<usize> {
        self.item.prescription.sets.iter().position(|planned| planned.set_id == set)
    }
}
