//! When a lighter week should come early (RX-7).

use domain::{
    quantity::Grams,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
};

/// Check-ins in a row that must be low.
const CHECK_INS: usize = 4;
/// How far back a check-in counts.
const CHECK_IN_DAYS: i64 = 21;
/// The highest readiness that is low.
const LOW: u8 = 2;
/// Performances of a lift that make it evidence.
const PERFORMANCES: usize = 3;

/// What speaks for an early deload; `None` when nothing does.
///
/// `check_ins` are instants and readiness in any order. `main_lifts` holds for each main lift its estimated 1RM in the
/// last five sessions that were no deload, oldest first.
pub fn adaptive_deload(
    check_ins: impl IntoIterator<Item = (Instant, u8)>,
    main_lifts: &[Vec<Grams>],
    now: Instant,
) -> Option<Reason> {
    let found = [(is_worn_out(check_ins, now), "low_readiness"), (is_stalled(main_lifts), "stalled_lifts")];
    let signs = found.into_iter().filter(|(holds, _)| *holds).map(|(_, sign)| Fact::word("sign", sign));
    let signs: Vec<Fact> = signs.collect();
    (!signs.is_empty())
        .then(|| Reason::new(ReasonCode::Fatigue, SpecId::new("RX-7")).fact("signs", Fact::List(signs)))
}

/// Whether the newest check-ins all say so.
fn is_worn_out(check_ins: impl IntoIterator<Item = (Instant, u8)>, now: Instant) -> bool {
    let recent = |at: Instant| at <= now && now.seconds_since(at) <= CHECK_IN_DAYS * 86_400;
    let mut check_ins: Vec<_> = check_ins.into_iter().filter(|&(at, _)| recent(at)).collect();
    check_ins.sort_unstable();
    let last = check_ins.iter().rev().take(CHECK_INS);
    check_ins.len() >= CHECK_INS && last.into_iter().all(|&(_, readiness)| readiness <= LOW)
}

/// Whether there is evidence for a main lift, and none of them ever got above its oldest performance.
fn is_stalled(main_lifts: &[Vec<Grams>]) -> bool {
    let mut lifts = main_lifts.iter().filter(|e1rms| e1rms.len() >= PERFORMANCES).peekable();
    lifts.peek().is_some() && lifts.all(|e1rms| e1rms.iter().all(|e1rm| *e1rm <= e1rms[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{estimate::tests::now, tests::kg};

    fn check_ins(values: &[(i64, u8)]) -> Vec<(Instant, u8)> {
        let at = |days: i64| Instant::from_millis(now().millis() - days * 86_400_000).unwrap();
        values.iter().map(|&(days, readiness)| (at(days), readiness)).collect()
    }

    fn proposes(values: &[(i64, u8)], lifts: &[Vec<Grams>]) -> bool {
        adaptive_deload(check_ins(values), lifts, now()).is_some()
    }

    #[test]
    fn rx_7_four_low_check_ins_in_a_row_propose_a_deload() {
        assert!(proposes(&[(12, 5), (1, 2), (3, 1), (5, 2), (7, 2)], &[]));
        assert!(!proposes(&[(1, 2), (3, 1), (5, 2)], &[]));
        assert!(!proposes(&[(1, 3), (3, 1), (5, 2), (7, 2), (9, 1)], &[]));
        assert!(!proposes(&[(1, 2), (3, 1), (5, 2), (22, 2)], &[]));
    }

    #[test]
    fn rx_7_lifts_that_all_stall_propose_a_deload() {
        let stuck = vec![kg(150), kg(148), kg(150)];
        let rising = vec![kg(100), kg(101), kg(99)];
        let thin = vec![kg(90), kg(95)];
        let found = adaptive_deload([], &[stuck.clone(), thin.clone()], now()).unwrap();
        assert_eq!(found.facts["signs"], Fact::List(vec![Fact::word("sign", "stalled_lifts")]));
        assert!(!proposes(&[], &[stuck, rising]));
        assert!(!proposes(&[], &[thin]));
    }
}
