//! Tuning of the progression: every number of the decisions, with the seed's value as default (progression.md,
//! section 8).

use domain::{
    error::ErrorCode,
    exercise::ProgressionType,
    law::{Check, Law},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers by which items are decided. Percent are whole, efforts tenths of RPE.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ProgressionTuning {
    /// P-3: how many past records a decision reads.
    pub history_n: usize,
    /// P-5: percent of the target that a strength success needs.
    pub success_pct: u32,
    /// P-8: percent of the target below which an item regresses.
    pub hold_pct: u32,
    /// P-7: percent of the target below which it goes a level down.
    pub level_pct: u32,
    /// P-7: percent of a level's own volume below which the level is left.
    pub floor_pct: u32,
    /// P-5: the highest effort of a strength success.
    pub strength_rpe: i64,
    /// P-5: the highest effort of an endurance success.
    pub endurance_rpe: i64,
    /// P-8: the highest effort that does not regress.
    pub max_rpe: i64,
    /// P-26: the highest effort of a session on the edge that exceeded its target.
    pub edge_rpe: i64,
    /// P-5: the lowest comfort of a mobility success.
    pub comfort_success: u8,
    /// P-8: the highest comfort that regresses.
    pub comfort_regress: u8,
    /// P-7: percent taken off after too much effort.
    pub cut_pct: u32,
    /// P-7: the same while fatigue is active.
    pub fatigue_cut_pct: u32,
    /// P-16: percent of the volume of a re-entry session.
    pub skip_modifier_pct: u8,
    /// P-8: percent of the volume after two sessions at the highest effort.
    pub high_rpe_modifier_pct: u8,
    /// P-52: percent of the volume after pain.
    pub pain_modifier_pct: u8,
    /// P-9: raw successes between two changes of a strength item.
    pub rate: usize,
    /// P-8: raw successes in a row that endurance and mobility need.
    pub confirmations: usize,
    /// P-16: skips in a row that make a break.
    pub break_skips: usize,
    /// P-16: stable completions after a break before anything advances.
    pub break_completions: usize,
    /// P-13: sessions at the top of a range, one of them above it.
    pub range_sessions: usize,
    /// P-13: sessions at the top of a range, none above it.
    pub range_sessions_at_top: usize,
    /// P-13: the highest effort of those.
    pub range_rpe: i64,
    /// P-9, P-13: sets from which on no set is added.
    pub max_sets: u32,
    /// P-10: percent of the target that an endurance step leads to.
    pub endurance_step_pct: u32,
    /// P-8: days for which an undone step is not repeated.
    pub undone_days: u32,
    /// P-4: hours in which a correction decides again.
    pub correction_hours: u32,
}

impl Default for ProgressionTuning {
    fn default() -> Self {
        Self {
            history_n: 10,
            success_pct: 105,
            hold_pct: 90,
            level_pct: 80,
            floor_pct: 60,
            strength_rpe: 70,
            endurance_rpe: 60,
            max_rpe: 90,
            edge_rpe: 80,
            comfort_success: 4,
            comfort_regress: 1,
            cut_pct: 10,
            fatigue_cut_pct: 15,
            skip_modifier_pct: 70,
            high_rpe_modifier_pct: 90,
            pain_modifier_pct: 80,
            rate: 2,
            confirmations: 2,
            break_skips: 2,
            break_completions: 2,
            range_sessions: 3,
            range_sessions_at_top: 4,
            range_rpe: 80,
            max_sets: 5,
            endurance_step_pct: 110,
            undone_days: 7,
            correction_hours: 48,
        }
    }
}

impl ProgressionTuning {
    /// P-5: the highest effort of a success; mobility has none.
    pub fn success_rpe(&self, progression: ProgressionType) -> Option<i64> {
        match progression {
            ProgressionType::Strength => Some(self.strength_rpe),
            ProgressionType::Endurance => Some(self.endurance_rpe),
            ProgressionType::Mobility => None,
        }
    }
}

impl Law for ProgressionTuning {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidTuning;
        check.range(CODE, "history_n", self.history_n, 4, 100);
        check.range(CODE, "success_pct", self.success_pct, 100, 200);
        check.range(CODE, "hold_pct", self.hold_pct, self.level_pct, 100);
        check.range(CODE, "level_pct", self.level_pct, self.floor_pct, 100);
        check.range(CODE, "floor_pct", self.floor_pct, 1, 100);
        for (field, rpe) in [
            ("strength_rpe", self.strength_rpe),
            ("endurance_rpe", self.endurance_rpe),
            ("edge_rpe", self.edge_rpe),
            ("range_rpe", self.range_rpe),
        ] {
            check.range(CODE, field, rpe, 10, self.max_rpe);
        }
        check.range(CODE, "max_rpe", self.max_rpe, 10, 100);
        check.range(CODE, "comfort_success", self.comfort_success, self.comfort_regress, 5);
        check.range(CODE, "cut_pct", self.cut_pct, 1, 50);
        check.range(CODE, "fatigue_cut_pct", self.fatigue_cut_pct, self.cut_pct, 50);
        for (field, pct) in [
            ("skip_modifier_pct", self.skip_modifier_pct),
            ("high_rpe_modifier_pct", self.high_rpe_modifier_pct),
            ("pain_modifier_pct", self.pain_modifier_pct),
        ] {
            check.range(CODE, field, pct, 10, 100);
        }
        for (field, sessions) in [
            ("rate", self.rate),
            ("confirmations", self.confirmations),
            ("break_skips", self.break_skips),
            ("break_completions", self.break_completions),
            ("range_sessions", self.range_sessions),
            ("range_sessions_at_top", self.range_sessions_at_top),
        ] {
            check.range(CODE, field, sessions, 1, self.history_n);
        }
        check.range(CODE, "max_sets", self.max_sets, 1, 10);
        check.range(CODE, "endurance_step_pct", self.endurance_step_pct, 101, 150);
    }
}
