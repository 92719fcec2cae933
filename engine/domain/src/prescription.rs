//! Prescription: the sets, reps, loads and rests that an item asks for (PV-4).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::ErrorCode,
    id::Id,
    ladder::{LadderKey, Per},
    law::{Check, Law},
    quantity::{Grams, Rpe},
    vocabulary::vocabulary,
};

/// The id of a set in a plan; stable over versions, never reused.
pub type SetId = Id<SetPrescription>;

vocabulary! {
    /// How reps are judged.
    pub enum RepMode: "rep mode" {
        NotSet = "not_set",
        Target = "target",
        Range = "range",
        UntilFailure = "until_failure",
    }
}

/// How the reps of the working sets are meant. The numbers of other modes are kept for when the mode changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RepPolicy {
    /// Which of the numbers counts.
    pub mode: RepMode,
    /// Bottom of the range.
    #[serde(default = "default_low")]
    pub low: u32,
    /// Top of the range.
    #[serde(default = "default_high")]
    pub high: u32,
    /// The single target.
    #[serde(default = "default_low")]
    pub target: u32,
}

const fn default_low() -> u32 {
    8
}

const fn default_high() -> u32 {
    12
}

impl RepPolicy {
    /// A range from `low` to `high`.
    pub const fn range(low: u32, high: u32) -> Self {
        Self { mode: RepMode::Range, low, high, target: default_low() }
    }

    /// Exactly `target` reps.
    pub const fn target(target: u32) -> Self {
        Self { mode: RepMode::Target, low: default_low(), high: default_high(), target }
    }

    /// The fewest reps that satisfy it, if it has a floor (SG-10).
    pub const fn floor(&self) -> Option<u32> {
        match self.mode {
            RepMode::Range => Some(self.low),
            RepMode::Target => Some(self.target),
            RepMode::NotSet | RepMode::UntilFailure => None,
        }
    }
}

vocabulary! {
    /// Whether all sets rest alike.
    pub enum RestMode: "rest mode" {
        AllSame = "all_same",
        Individual = "individual",
    }
}

/// Rest between sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RestPolicy {
    /// Whether `seconds` counts or each set's own rest.
    pub mode: RestMode,
    /// 0..900.
    #[serde(default = "default_rest")]
    pub seconds: u32,
}

const fn default_rest() -> u32 {
    90
}

vocabulary! {
    /// What kind of set it is; `working` is what the seed calls regular.
    pub enum SetType: "set type" {
        Warmup = "warmup",
        Working = "working",
        Drop = "drop",
        Super = "super",
        Failure = "failure",
    }
}

/// What one set asks for: exactly one of reps, seconds and meters, none in a set until failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetPrescription {
    /// Stable id.
    pub set_id: SetId,
    /// Place in the item, from 0.
    pub index: u32,
    /// What kind of set it is.
    #[serde(rename = "type")]
    pub kind: SetType,
    /// 1..100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reps: Option<u32>,
    /// 1..7200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
    /// 1..100000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meters: Option<u32>,
    /// Whether the amount is for each side.
    pub per: Per,
    /// The load, or nothing when it is not known yet or there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_g: Option<Grams>,
    /// Own rest after the set, counted when the rest policy says individual.
    pub rest_s: u32,
    /// Effort wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<Rpe>,
}

impl SetPrescription {
    /// Reps, seconds or meters, whichever the set counts.
    pub fn amount(&self) -> Option<u32> {
        self.reps.or(self.seconds).or(self.meters)
    }
}

/// The level of a ladder that an item stands on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelRef {
    /// Which ladder.
    pub ladder_key: LadderKey,
    /// Which level, from 1.
    pub ordinal: u32,
}

/// What an item asks for (PV-4). Plans hold only valid ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prescription {
    /// How reps are meant.
    pub rep_policy: RepPolicy,
    /// How rests are meant.
    pub rest_policy: RestPolicy,
    /// 1..20 sets.
    pub sets: Vec<SetPrescription>,
    /// The level behind the numbers, for ladder items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_ref: Option<LevelRef>,
    /// Effort wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort_target: Option<Rpe>,
    /// At most 5 hints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cues: Vec<String>,
}

impl Prescription {
    /// The working sets.
    pub fn working_sets(&self) -> impl Iterator<Item = &SetPrescription> {
        self.sets.iter().filter(|set| set.kind == SetType::Working)
    }

    /// Sum over working sets of reps, seconds or meters.
    pub fn volume(&self) -> u32 {
        self.working_sets().filter_map(SetPrescription::amount).sum()
    }

    /// Gives every set the same rest.
    pub fn rest_evenly(&mut self, seconds: u32) {
        self.rest_policy = RestPolicy { mode: RestMode::AllSame, seconds };
        for set in &mut self.sets {
            set.rest_s = seconds;
        }
    }

    /// Rest that is really due after the set with this index: none before a drop or super set.
    pub fn effective_rest(&self, index: usize) -> u32 {
        let next = self.sets.get(index + 1).map(|set| set.kind);
        if matches!(next, Some(SetType::Drop | SetType::Super)) {
            return 0;
        }
        match self.rest_policy.mode {
            RestMode::AllSame => self.rest_policy.seconds,
            RestMode::Individual => self.sets.get(index).map_or(0, |set| set.rest_s),
        }
    }
}

/// `volume` over `sets` sets: the first ones get one more when it does not divide; fewer sets when it is less than
/// one each (PV-4). All volume changes use it.
pub fn spread(volume: u32, sets: u32) -> Vec<u32> {
    if volume < sets {
        return vec![1; volume as usize];
    }
    let (each, left) = (volume / sets.max(1), volume % sets.max(1));
    (0..sets).map(|index| each + u32::from(index < left)).collect()
}

/// The law of PV-4.
impl Law for Prescription {
    fn check(&self, check: &mut Check) {
        let policy = &self.rep_policy;
        check.within("rep_policy", |check| {
            let holds = 1 <= policy.low && policy.low <= policy.high && policy.high <= 100;
            let found = format_args!("{}-{}", policy.low, policy.high);
            check.require(holds, ErrorCode::InvalidRepRange, "low", found, "1 <= low <= high <= 100");
            check.range(ErrorCode::InvalidRepTarget, "target", policy.target, 1, 100);
        });
        check.range(ErrorCode::InvalidRest, "rest_policy/seconds", self.rest_policy.seconds, 0, 900);
        check.count(ErrorCode::InvalidSetTarget, "sets", &self.sets, 1, 20);
        check.count(ErrorCode::BadValue, "cues", &self.cues, 0, 5);
        if let Some(level) = &self.level_ref {
            check.require(level.ordinal >= 1, ErrorCode::BadValue, "level_ref/ordinal", 0, "1 or more");
        }
        let unit = self.sets.iter().find_map(Unit::of);
        check.each("sets", &self.sets, |check, index, set| {
            set.check_target(check, policy.mode, unit);
            let contiguous = usize::try_from(set.index).is_ok_and(|own| own == index);
            check.require(contiguous, ErrorCode::InvalidSetTarget, "index", set.index, index);
            if let Some(Grams(load)) = set.load_g {
                check.range(ErrorCode::InvalidLoad, "load_g", load, 0, 1_000_000);
            }
            check.range(ErrorCode::InvalidRest, "rest_s", set.rest_s, 0, 900);
        });
    }
}

/// What a set counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Reps,
    Seconds,
    Meters,
}

impl Unit {
    fn of(set: &SetPrescription) -> Option<Self> {
        let units = [
            set.reps.map(|_| Self::Reps),
            set.seconds.map(|_| Self::Seconds),
            set.meters.map(|_| Self::Meters),
        ];
        units.into_iter().flatten().next()
    }
}

impl SetPrescription {
    fn check_target(&self, check: &mut Check, mode: RepMode, unit: Option<Unit>) {
        const CODE: ErrorCode = ErrorCode::InvalidSetTarget;
        let given = [self.reps, self.seconds, self.meters].into_iter().flatten().count();
        let open = mode == RepMode::UntilFailure || self.kind == SetType::Failure;
        let holds = given == 1 || (given == 0 && open);
        check.require(
            holds,
            CODE,
            "",
            format_args!("{given} targets"),
            "exactly one of reps, seconds and meters",
        );
        let same = given != 1 || Unit::of(self) == unit;
        check.require(same, CODE, "", "another unit than the sets before", "one unit per item");
        check.optional_range(CODE, "reps", self.reps, 1, 100);
        check.optional_range(CODE, "seconds", self.seconds, 1, 7200);
        check.optional_range(CODE, "meters", self.meters, 1, 100_000);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::law::Valid;

    /// `sets` working sets of `reps` at `load` grams.
    pub(crate) fn straight(sets: u32, reps: u32, load: Option<i64>) -> Prescription {
        let set = |index: u32| SetPrescription {
            set_id: SetId::derive(&["set", &index.to_string()]),
            index,
            kind: SetType::Working,
            reps: Some(reps),
            seconds: None,
            meters: None,
            per: Per::Both,
            load_g: load.map(Grams),
            rest_s: 90,
            rpe: None,
        };
        Prescription {
            rep_policy: RepPolicy::range(8, 12),
            rest_policy: RestPolicy { mode: RestMode::AllSame, seconds: 90 },
            sets: (0..sets).map(set).collect(),
            level_ref: None,
            effort_target: None,
            cues: vec![],
        }
    }

    fn codes(prescription: Prescription) -> Vec<&'static str> {
        let invalid = Valid::new(prescription).unwrap_err();
        invalid.findings().iter().map(|finding| finding.code.as_str()).collect()
    }

    #[test]
    fn pv_4_spread_gives_the_first_sets_one_more() {
        assert_eq!(spread(26, 3), [9, 9, 8]);
        assert_eq!(spread(24, 5), [5, 5, 5, 5, 4]);
        assert_eq!(spread(150, 3), [50, 50, 50]);
        assert_eq!(spread(2, 4), [1, 1]);
    }

    #[test]
    fn pv_4_impossible_targets_are_refused_by_code() {
        let mut bad = straight(3, 8, None);
        bad.rep_policy = RepPolicy::range(12, 8);
        assert_eq!(codes(bad), ["invalid_rep_range"]);
        let mut bad = straight(3, 8, None);
        bad.rep_policy = RepPolicy::target(0);
        assert_eq!(codes(bad), ["invalid_rep_target"]);
        let mut bad = straight(3, 8, None);
        bad.sets[1].seconds = Some(30);
        assert_eq!(codes(bad), ["invalid_set_target"]);
        let mut bad = straight(3, 8, Some(1_000_001));
        bad.sets[0].rest_s = 901;
        bad.sets.truncate(1);
        assert_eq!(codes(bad), ["invalid_load", "invalid_rest"]);
        let mut bad = straight(2, 8, None);
        bad.sets[1].reps = None;
        bad.sets[1].meters = Some(400);
        assert_eq!(codes(bad), ["invalid_set_target"]);
    }

    #[test]
    fn pv_4_volume_counts_working_sets_and_drop_sets_follow_at_once() {
        let mut prescription = straight(3, 8, Some(60_000));
        prescription.sets[0].kind = SetType::Warmup;
        prescription.sets[2].kind = SetType::Drop;
        assert_eq!(prescription.volume(), 8);
        assert_eq!(prescription.effective_rest(0), 90);
        assert_eq!(prescription.effective_rest(1), 0);
    }
}
