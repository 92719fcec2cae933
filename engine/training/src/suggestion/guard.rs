//! Guards: what keeps a rule from firing, and how that is told (SG-15, AR-3).

use std::borrow::Cow;

use domain::{
    exercise::Exercise,
    reason::{Fact, Facts},
    time::Instant,
    vocabulary::vocabulary,
    voice::Voice,
    wellbeing::{Flag, FlagKind},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pain;

vocabulary! {
    /// What a rule asks before it fires; the first that fails is told.
    pub enum Guard: "guard" {
        /// The item's mode belongs to another engine (AR-2).
        Mode = "mode",
        /// The exercise was skipped, or not done in this session.
        NotDone = "not_done",
        /// The athlete has switched suggestions for the exercise off (SL-9).
        SwitchedOff = "switched_off",
        /// The rule is for another way to count reps.
        RepMode = "rep_mode",
        /// The session was lighter than the plan (SG-3).
        NotRepresentative = "not_representative",
        /// Too few sessions under the plan as it is now (SG-3).
        Sessions = "sessions",
        /// Drop sets alone say nothing about the load (TS-2).
        DropSets = "drop_sets",
        /// An earlier rule has spoken.
        EarlierRule = "earlier_rule",
        /// A flag forbids to ask for more (AR-3).
        Flag = "flag",
        /// Nothing that can be changed by iron, or no load known.
        NoLoad = "no_load",
        /// No completed set that counts.
        NoSets = "no_sets",
        /// Reps outside of what the rule looks for.
        Reps = "reps",
        /// A load outside of what the rule looks for.
        Load = "load",
        /// No estimated maximum, or one that moves.
        Estimate = "estimate",
        /// Rest as planned, or not known.
        Rest = "rest",
        /// Set types as planned.
        SetType = "set_type",
        /// Neither an earlier policy nor typical reps.
        NoPolicy = "no_policy",
        /// The plan asks for it already.
        AsPlanned = "as_planned",
    }
}

/// Why a rule did not fire: the first guard that failed, with its numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Miss {
    /// What was asked.
    pub guard: Guard,
    /// What was found and wanted.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
}

impl Miss {
    /// A guard that failed.
    pub const fn new(guard: Guard) -> Self {
        Self { guard, facts: Facts::new() }
    }

    /// The same with one number more.
    #[must_use]
    pub fn fact(mut self, name: &'static str, fact: impl Into<Fact>) -> Self {
        self.facts.insert(name.into(), fact.into());
        self
    }

    /// The guard in words, with its numbers.
    pub fn text(&self, voice: &Voice) -> String {
        let guard = voice.text(&format!("guard-{}", self.guard), &Facts::new());
        let guard = guard.unwrap_or_else(|| self.guard.to_string());
        let number = |(name, fact): (&Cow<'static, str>, &Fact)| {
            let facts = Facts::from([(Cow::Borrowed("value"), fact.clone())]);
            voice.text(&format!("number-{name}"), &facts)
        };
        let numbers: Vec<_> = self.facts.iter().filter_map(number).collect();
        if numbers.is_empty() { guard } else { format!("{guard}: {}", numbers.join(", ")) }
    }
}

/// The first active flag that forbids harder changes of `exercise` (AR-3): any flag on it or on all, and pain where it
/// loads the area.
pub fn veto<'a>(flags: &'a [Flag], exercise: &Exercise, now: Instant) -> Option<&'a Flag> {
    flags.iter().find(|flag| {
        let touches = match flag.area {
            Some(area) if flag.kind == FlagKind::Pain => pain::loads(exercise, area),
            _ => true,
        };
        let here = flag.exercise_key.as_ref().is_none_or(|key| *key == exercise.id);
        flag.is_active(now) && here && touches
    })
}
