//! The numbers by which flags are raised and cleared (P-17, P-31, P-52, P-53).

use domain::{
    error::ErrorCode,
    law::{Check, Law},
    wellbeing::Severity,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How long flags last, what they take, and what fatigue is. The defaults are those of the chapter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FlagTuning {
    /// P-17: sessions of the exercise without the mark that lift a technique flag.
    pub technique_sessions: usize,
    /// P-52: days without a mark of the area before pain can clear.
    pub pain_days: i64,
    /// P-52: sessions with done touching items and no mark of the area.
    pub pain_sessions: usize,
    /// P-52: from this severity on only the athlete clears pain.
    pub pain_athlete_from: Severity,
    /// P-52: percent of the volume that the marked item keeps in its next session.
    pub pain_volume_pct: u8,
    /// P-53: sessions without the mark that end an illness.
    pub illness_sessions: usize,
    /// P-31: two markers within so many days, of 24 hours each, make severity 2.
    pub fatigue_days: i64,
    /// P-31 (b): tenths of RPE from which a session was hard.
    pub hard_rpe: i64,
    /// P-31: tenths of RPE up to which a session was easy.
    pub easy_rpe: i64,
    /// P-31: easy sessions in a row that end fatigue.
    pub easy_sessions: usize,
    /// P-31: days without a marker that end fatigue.
    pub quiet_days: i64,
    /// P-31 (c): percent of the median that the morning pulse has to exceed.
    pub pulse_pct: i64,
    /// P-31 (c): days before the check-in whose pulses make the median.
    pub pulse_days: i64,
    /// P-31 (c): fewest pulses of which a median is made.
    pub pulse_values: usize,
    /// P-31: percent of the volume that severity 2 leaves of the whole next session.
    pub fatigue_volume_pct: u8,
}

impl Default for FlagTuning {
    fn default() -> Self {
        Self {
            technique_sessions: 2,
            pain_days: 7,
            pain_sessions: 2,
            pain_athlete_from: 3,
            pain_volume_pct: 80,
            illness_sessions: 2,
            fatigue_days: 7,
            hard_rpe: 90,
            easy_rpe: 70,
            easy_sessions: 2,
            quiet_days: 14,
            pulse_pct: 110,
            pulse_days: 14,
            pulse_values: 7,
            fatigue_volume_pct: 90,
        }
    }
}

/// GL-9: within these bounds a flag can still be raised, and can end.
impl Law for FlagTuning {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidTuning;
        for (name, sessions) in [
            ("technique_sessions", self.technique_sessions),
            ("pain_sessions", self.pain_sessions),
            ("illness_sessions", self.illness_sessions),
            ("easy_sessions", self.easy_sessions),
        ] {
            check.range(CODE, name, sessions, 1, 10);
        }
        for (name, days) in [
            ("pain_days", self.pain_days),
            ("fatigue_days", self.fatigue_days),
            ("quiet_days", self.quiet_days),
            ("pulse_days", self.pulse_days),
        ] {
            check.range(CODE, name, days, 1, 60);
        }
        check.range(CODE, "pain_athlete_from", self.pain_athlete_from, 1, 3);
        check.range(CODE, "pain_volume_pct", self.pain_volume_pct, 10, 100);
        check.range(CODE, "fatigue_volume_pct", self.fatigue_volume_pct, 10, 100);
        check.range(CODE, "hard_rpe", self.hard_rpe, 50, 100);
        check.range(CODE, "easy_rpe", self.easy_rpe, 10, self.hard_rpe - 1);
        check.range(CODE, "pulse_pct", self.pulse_pct, 101, 200);
        check.range(CODE, "pulse_values", self.pulse_values, 1, 60);
    }
}
