//! Tuning: every number that the chapter calls tunable, with the seed's value as default (training.md, section 17).
//!
//! It is one value, part of the input and hashed into the result, so that a back-test can vary any field.

use domain::{
    anatomy::Muscle,
    error::ErrorCode,
    law::{Check, Law},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers of the training chapter. Engines take `Valid<Tuning>`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Tuning {
    /// Weights of the score (SC-0).
    pub weights: Weights,
    /// Sets assumed for a candidate while it is scored.
    pub provisional_sets: PerRole,
    /// SC-2: what hitting the neediest muscle is worth.
    pub targeted_bonus: f64,
    /// SC-6: what one recent appearance with a rising trend is worth.
    pub continuity_trend: f64,
    /// SC-3: hours since the last use and the penalty up to them.
    pub recency: [Recency; 3],
    /// VO-4: tenths of a set that a secondary muscle gets.
    pub secondary_contribution: i64,
    /// VO-4: whether a strong synergist gets 5 tenths instead.
    pub fractional_contributions: bool,
    /// VO-1, in the order of the muscles.
    pub landmarks: [Landmarks; Muscle::COUNT],
    /// VO-3: accumulation weeks of a block if the athlete names none.
    pub accumulation_weeks: u32,
    /// VO-7: how fast a week may grow.
    pub spike: Spike,
    /// SA-3: the smallest gap worth another set, in tenths.
    pub min_gap: i64,
    /// SA-3: how far a primary may go above its share, in tenths.
    pub over_share: i64,
    /// SA-1: working sets that every exercise starts with.
    pub start_sets: u32,
    /// SA-1: most working sets of one exercise, by training age.
    pub max_sets: [u32; 3],
    /// VO-9: most direct sets of a muscle in one session.
    pub session_direct_cap: SizeCaps,
    /// SA-2: 2 closes MEV first, 1 is the seed.
    pub allocation_passes: u32,
    /// SO-4: sessions looked at for anchors.
    pub anchor_window: usize,
    /// SO-4: appearances that make an anchor.
    pub anchor_min: usize,
    /// SO-4: sessions of a new block without anchors.
    pub eviction_sessions: usize,
    /// SO-4: percent of the accessory slots that anchors may take.
    pub anchor_accessory_pct: u32,
    /// SF-10: exercises with one dominant pattern, and in a body-part session.
    pub pattern_limit: PatternLimit,
    /// SO-5: most mains, always.
    pub main_slots_max: u32,
    /// RX-3: straight sets, or a top set with back-off sets.
    pub main_style: MainStyle,
    /// SF-5: severity from which pain excludes; 1 is the seed.
    pub pain_exclude_from: u8,
    /// SO-1: minutes between which the number of slots grows.
    pub slot_minutes: SlotMinutes,
    /// TM-2: general warm-up from 30 and from 15 minutes on.
    pub general_warmup_s: [u32; 2],
    /// SS-2, TM-3: supersets.
    pub superset: SupersetTuning,
    /// SC-7: how much time should be left for a full bonus.
    pub time_fit_margin_s: i64,
    /// RX-6: the deload week.
    pub deload: Deload,
    /// RX-8: what readiness 1 and 2 take away.
    pub readiness: [ReadinessLayer; 2],
    /// LD-4: how far back a best set counts.
    pub e1rm_days: i64,
    /// LD-4: most that a load may exceed the recent best, in percent.
    pub load_cap_pct: i64,
    /// CS-1: what the stages need.
    pub cold_start: ColdStart,
    /// SO-11: greedy, or beam with swap repair.
    pub search: Search,
    /// SO-11: states kept per step.
    pub beam_width: usize,
    /// RX-8: hours for which a check-in counts.
    pub readiness_valid_h: i64,
}

/// A weight in the main phase, and from the first to the last accessory slot.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlidingWeight {
    /// In the main phase.
    pub main: f64,
    /// At the first accessory slot.
    pub first: f64,
    /// At the last accessory slot.
    pub last: f64,
}

impl SlidingWeight {
    const fn new(main: f64, first: f64, last: f64) -> Self {
        Self { main, first, last }
    }
}

/// The weights of SC-0. Penalties are positive here and subtracted there.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the components of SC-1..SC-13 by their names")]
pub struct Weights {
    pub deficit: SlidingWeight,
    pub targetedness: f64,
    pub sfr: SlidingWeight,
    pub lengthened: f64,
    pub preference: f64,
    pub diversity: f64,
    pub continuity: f64,
    pub time: f64,
    pub recency: f64,
    pub redundancy: SlidingWeight,
    pub fatigue: SlidingWeight,
    pub secondary_goal: f64,
    pub pain_caution: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            deficit: SlidingWeight::new(3.0, 3.0, 2.0),
            targetedness: 0.9,
            sfr: SlidingWeight::new(1.2, 1.2, 1.8),
            lengthened: 0.8,
            preference: 1.0,
            diversity: 0.9,
            continuity: 1.1,
            time: 0.6,
            recency: 1.2,
            redundancy: SlidingWeight::new(1.0, 1.0, 1.5),
            fatigue: SlidingWeight::new(1.3, 1.3, 2.0),
            secondary_goal: 0.2,
            pain_caution: 1.0,
        }
    }
}

/// A number for mains and one for accessories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PerRole {
    pub main: u32,
    pub accessory: u32,
}

/// Up to so many hours after the last use an exercise gets this penalty.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Recency {
    pub hours: i64,
    pub penalty: f64,
}

/// Sets per week: maintenance, least and most that help, most that can be recovered from (VO-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the field")]
pub struct Landmarks {
    pub mv: i64,
    pub mev: i64,
    pub mav: i64,
    pub mrv: i64,
}

/// VO-1: rows in the order of the muscles.
const LANDMARKS: [Landmarks; Muscle::COUNT] = {
    const fn row(mv: i64, mev: i64, mav: i64, mrv: i64) -> Landmarks {
        Landmarks { mv, mev, mav, mrv }
    }
    [
        row(6, 10, 16, 22),
        row(6, 10, 18, 25),
        row(6, 10, 18, 25),
        row(0, 0, 7, 12),
        row(6, 8, 19, 26),
        row(6, 8, 19, 26),
        row(6, 8, 15, 20),
        row(6, 6, 13, 20),
        row(0, 4, 8, 16),
        row(6, 8, 17, 26),
        row(4, 6, 12, 18),
        row(6, 8, 14, 20),
        row(0, 0, 12, 20),
        row(0, 0, 4, 10),
        row(0, 0, 6, 12),
        row(0, 0, 8, 14),
        row(0, 0, 6, 12),
        row(0, 4, 10, 16),
    ]
};

/// VO-7: a week may grow by a ratio of the best counted week or by some sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Spike {
    pub ratio_pct: i64,
    pub add_tenths: i64,
    pub weeks: usize,
}

/// VO-9: direct sets of a large and of a small muscle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SizeCaps {
    pub large: u32,
    pub small: u32,
}

/// SF-10: how many exercises may share a dominant pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PatternLimit {
    pub normal: usize,
    pub body_part: usize,
}

/// RX-3: how the working sets of a main are loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum MainStyle {
    Straight,
    TopBackoff,
}

/// SO-1: between these minutes the number of slots grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SlotMinutes {
    pub low: u32,
    pub high: u32,
}

/// TM-3: rest of a superset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SupersetTuning {
    pub rest_pct: u32,
    pub floor_s: u32,
    pub inner_s: u32,
}

/// RX-6: what a deload week takes away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
#[schemars(rename = "DeloadTuning")]
pub struct Deload {
    pub sets_pct: i64,
    pub load_pct: i64,
    pub rpe_cap: i64,
}

/// RX-8: one row of the readiness table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ReadinessLayer {
    pub sets_delta: i64,
    pub rpe_delta: i64,
    pub load_pct: i64,
    pub drops_an_accessory: bool,
}

/// CS-1: what the stages of a cold start need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ColdStart {
    pub completed: u32,
    pub check_ins: u32,
    pub stage_2_completed: u32,
    pub baselines: u32,
}

/// SO-11: how exercises are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Search {
    Greedy,
    Beam,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            weights: Weights::default(),
            provisional_sets: PerRole { main: 4, accessory: 3 },
            targeted_bonus: 0.3,
            continuity_trend: 0.4,
            recency: [
                Recency { hours: 48, penalty: 1.0 },
                Recency { hours: 96, penalty: 0.7 },
                Recency { hours: 168, penalty: 0.4 },
            ],
            secondary_contribution: 3,
            fractional_contributions: true,
            landmarks: LANDMARKS,
            accumulation_weeks: 3,
            spike: Spike { ratio_pct: 120, add_tenths: 20, weeks: 4 },
            min_gap: 10,
            over_share: 10,
            start_sets: 2,
            max_sets: [4, 5, 6],
            session_direct_cap: SizeCaps { large: 10, small: 8 },
            allocation_passes: 2,
            anchor_window: 3,
            anchor_min: 2,
            eviction_sessions: 2,
            anchor_accessory_pct: 50,
            pattern_limit: PatternLimit { normal: 2, body_part: 3 },
            main_slots_max: 2,
            main_style: MainStyle::Straight,
            pain_exclude_from: 2,
            slot_minutes: SlotMinutes { low: 35, high: 80 },
            general_warmup_s: [300, 180],
            superset: SupersetTuning { rest_pct: 60, floor_s: 60, inner_s: 10 },
            time_fit_margin_s: 300,
            deload: Deload { sets_pct: 50, load_pct: 75, rpe_cap: 60 },
            readiness: [
                ReadinessLayer { sets_delta: -1, rpe_delta: -5, load_pct: 90, drops_an_accessory: true },
                ReadinessLayer { sets_delta: -1, rpe_delta: 0, load_pct: 95, drops_an_accessory: false },
            ],
            e1rm_days: 90,
            load_cap_pct: 105,
            cold_start: ColdStart { completed: 4, check_ins: 2, stage_2_completed: 12, baselines: 3 },
            search: Search::Greedy,
            beam_width: 8,
            readiness_valid_h: 48,
        }
    }
}

/// Out of range is `invalid_tuning`.
impl Law for Tuning {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidTuning;
        check.range(CODE, "accumulation_weeks", self.accumulation_weeks, 1, 8);
        check.range(CODE, "start_sets", self.start_sets, 1, 4);
        for sets in self.max_sets {
            check.range(CODE, "max_sets", sets, self.start_sets, 10);
        }
        check.range(CODE, "allocation_passes", self.allocation_passes, 1, 2);
        check.range(CODE, "main_slots_max", self.main_slots_max, 0, 2);
        check.range(CODE, "pain_exclude_from", self.pain_exclude_from, 1, 3);
        check.range(CODE, "anchor_accessory_pct", self.anchor_accessory_pct, 0, 100);
        check.range(CODE, "beam_width", self.beam_width, 1, 64);
        check.range(CODE, "load_cap_pct", self.load_cap_pct, 100, 120);
        check.range(CODE, "deload/load_pct", self.deload.load_pct, 50, 100);
        check.range(CODE, "deload/sets_pct", self.deload.sets_pct, 10, 100);
        check.range(CODE, "secondary_contribution", self.secondary_contribution, 0, 5);
        let slots = self.slot_minutes.low < self.slot_minutes.high;
        check.require(slots, CODE, "slot_minutes/low", self.slot_minutes.low, "less than slot_minutes.high");
        check.each("landmarks", &self.landmarks, |check, _, row| {
            let ordered = 0 <= row.mv && row.mev <= row.mav && row.mav <= row.mrv;
            let found = format_args!("{}, {}, {}, {}", row.mv, row.mev, row.mav, row.mrv);
            check.require(ordered, CODE, "", found, "0 <= mv and mev <= mav <= mrv");
        });
        check.each("readiness", &self.readiness, |check, _, row| {
            check.range(CODE, "sets_delta", row.sets_delta, -3, 0);
            check.range(CODE, "rpe_delta", row.rpe_delta, -20, 0);
            check.range(CODE, "load_pct", row.load_pct, 50, 100);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::law::Valid;

    #[test]
    fn defaults_are_valid_and_a_partial_file_keeps_them() {
        let tuning: Valid<Tuning> = serde_json::from_str(r#"{"allocation_passes": 1}"#).unwrap();
        assert_eq!(tuning.allocation_passes, 1);
        assert_eq!(Tuning { allocation_passes: 2, ..tuning.into_inner() }, Tuning::default());
    }

    #[test]
    fn out_of_range_numbers_are_named() {
        let error = Valid::new(Tuning { pain_exclude_from: 4, ..Tuning::default() }).unwrap_err();
        assert_eq!(error.to_string(), "pain_exclude_from: 4, expected 1..3");
        assert_eq!(error.findings()[0].code.as_str(), "invalid_tuning");
    }
}
