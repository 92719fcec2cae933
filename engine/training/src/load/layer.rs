//! Layers: what makes one session lighter than the plan (RX-8, LD-6). Of several the strictest of each column counts,
//! never the product.

use domain::{
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
};

use crate::tuning::{ReadinessLayer, Tuning};

/// Percent of the load in the first week after a break (VO-3).
pub const RETURN_PCT: i64 = 90;

/// Fewest sets that a layer leaves.
const FEWEST_SETS: u32 = 2;

/// Readiness of an athlete of whom nothing is known.
pub const USUAL_READINESS: u8 = 3;

/// What is special about today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layers {
    /// Whether it is the deload week (RX-6).
    pub deload: bool,
    /// 1..5 (RX-8).
    pub readiness: u8,
    /// Days without training before the first week of a block that a break began (VO-3).
    pub break_days: Option<u32>,
    /// The fatigue policy of the session flow, if it plans this session (L-12).
    pub fatigue: Option<FatigueLayer>,
}

/// The load columns of a fatigue policy (L-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FatigueLayer {
    /// Reps more in reserve.
    pub rir_shift: i64,
    /// Most percent of the recent best.
    pub load_cap_pct: i64,
}

impl Default for Layers {
    /// A usual day.
    fn default() -> Self {
        Self { deload: false, readiness: USUAL_READINESS, break_days: None, fatigue: None }
    }
}

/// The row of RX-8; from readiness 3 on it takes nothing away.
pub fn readiness_layer(readiness: u8, tuning: &Tuning) -> ReadinessLayer {
    const NOTHING: ReadinessLayer =
        ReadinessLayer { sets_delta: 0, rpe_delta: 0, load_pct: 100, drops_an_accessory: false };
    let row = usize::from(readiness).checked_sub(1).and_then(|row| tuning.readiness.get(row));
    row.copied().unwrap_or(NOTHING)
}

/// The readiness that counts: the newest check-in of the last hours, else what the request says, else the usual (RX-8).
pub fn current_readiness(
    check_ins: impl IntoIterator<Item = (Instant, u8)>,
    stated: Option<u8>,
    now: Instant,
    tuning: &Tuning,
) -> u8 {
    let valid = |at: Instant| at <= now && now.seconds_since(at) <= tuning.readiness_valid_h * 3600;
    let newest = check_ins.into_iter().filter(|&(at, _)| valid(at)).max();
    newest.map(|(_, readiness)| readiness).or(stated).unwrap_or(USUAL_READINESS)
}

impl Layers {
    /// Percent of the load that is left: the smallest of all layers (LD-6).
    pub fn load_pct(&self, tuning: &Tuning) -> i64 {
        let deload = if self.deload { tuning.deload.load_pct } else { 100 };
        let returning = if self.break_days.is_some() { RETURN_PCT } else { 100 };
        readiness_layer(self.readiness, tuning).load_pct.min(deload).min(returning).min(100)
    }

    /// Why the load is lighter: the layer that decided, if one did.
    pub fn load_reason(&self, tuning: &Tuning) -> Option<Reason> {
        const LD_6: SpecId = SpecId::new("LD-6");
        let pct = self.load_pct(tuning);
        if pct == 100 {
            return None;
        }
        if self.deload && tuning.deload.load_pct == pct {
            return Some(Reason::new(ReasonCode::Deload, LD_6).fact("pct", pct));
        }
        match self.break_days {
            Some(days) if pct == RETURN_PCT && readiness_layer(self.readiness, tuning).load_pct > pct => {
                Some(Reason::new(ReasonCode::ReturnAfterBreak, LD_6).fact("days", days).fact("pct", pct))
            }
            _ => Some(self.readiness_reason()),
        }
    }

    /// Tenths of RPE that the layer of readiness takes away; a deload, which takes more, leaves nothing of it.
    pub fn rpe_delta(&self, tuning: &Tuning) -> i64 {
        if self.deload { 0 } else { readiness_layer(self.readiness, tuning).rpe_delta }
    }

    /// Working sets after the layer of readiness: fewer, but two are left, and never more than there were (RX-8).
    ///
    /// Not for ladder items, items with a modifier of their own, and template mode, where RX-1 has done it.
    pub fn sets(&self, sets: u32, tuning: &Tuning) -> u32 {
        let fewer = sets.saturating_add_signed(i32::try_from(self.sets_delta(tuning)).unwrap_or(0));
        fewer.max(FEWEST_SETS).min(sets)
    }

    fn sets_delta(&self, tuning: &Tuning) -> i64 {
        readiness_layer(self.readiness, tuning).sets_delta
    }

    /// Reps more in reserve (L-12).
    pub fn rir_shift(&self) -> i64 {
        self.fatigue.map_or(0, |fatigue| fatigue.rir_shift)
    }

    /// The reason that a change by readiness is stored with.
    pub fn readiness_reason(&self) -> Reason {
        Reason::new(ReasonCode::Readiness, SpecId::new("RX-8")).fact("readiness", i64::from(self.readiness))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::estimate::tests::now;

    fn layers(change: impl FnOnce(&mut Layers)) -> Layers {
        let mut layers = Layers::default();
        change(&mut layers);
        layers
    }

    #[test]
    fn rx_8_each_row_takes_its_share() {
        let tuning = Tuning::default();
        for (readiness, sets, rpe, load) in [(1, 3, -5, 90), (2, 3, 0, 95), (3, 4, 0, 100), (5, 4, 0, 100)] {
            let today = layers(|layers| layers.readiness = readiness);
            assert_eq!(
                (today.sets(4, &tuning), today.rpe_delta(&tuning), today.load_pct(&tuning)),
                (sets, rpe, load)
            );
        }
        let low = layers(|layers| layers.readiness = 1);
        assert_eq!((low.sets(2, &tuning), low.sets(1, &tuning)), (2, 1));
        assert!(readiness_layer(1, &tuning).drops_an_accessory);
        assert!(!readiness_layer(2, &tuning).drops_an_accessory);
    }

    #[test]
    fn rx_8_the_strictest_layer_counts_and_gives_the_reason() {
        let tuning = Tuning::default();
        let code = |layers: Layers| layers.load_reason(&tuning).map(|reason| reason.code);
        let both = layers(|layers| {
            layers.deload = true;
            layers.readiness = 1;
        });
        assert_eq!((both.load_pct(&tuning), code(both)), (75, Some(ReasonCode::Deload)));
        assert_eq!(both.rpe_delta(&tuning), 0);
        let back = layers(|layers| {
            layers.break_days = Some(20);
            layers.readiness = 2;
        });
        assert_eq!((back.load_pct(&tuning), code(back)), (90, Some(ReasonCode::ReturnAfterBreak)));
        assert_eq!(code(layers(|layers| layers.readiness = 2)), Some(ReasonCode::Readiness));
        assert_eq!(code(Layers::default()), None);
    }

    #[test]
    fn rx_8_readiness_is_that_of_a_fresh_check_in_else_as_stated_else_three() {
        let tuning = Tuning::default();
        let at = |hours: i64| Instant::from_millis(now().millis() - hours * 3_600_000).unwrap();
        let current = |check_ins: &[(Instant, u8)], stated| {
            current_readiness(check_ins.iter().copied(), stated, now(), &tuning)
        };
        assert_eq!(current(&[(at(48), 2), (at(49), 5)], Some(4)), 2);
        assert_eq!(current(&[(at(30), 2), (at(2), 5)], Some(4)), 5);
        assert_eq!(current(&[(at(49), 1)], Some(4)), 4);
        assert_eq!(current(&[], None), 3);
    }
}
