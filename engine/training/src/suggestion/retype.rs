//! What the rules about set types share: a set that two sessions showed to be of another type (SR-11..SR-13).

use domain::{
    change::Field,
    prescription::{SetPrescription, SetType},
    reason::{Fact, Reason},
    session::SetPerformance,
};

use super::{
    context::ItemContext,
    evidence::Past,
    feedback::Family,
    guard::{Guard, Miss},
    rules::{Bundle, change},
};
use crate::load::Sense;

/// What was done of `set` in each of `pasts`, if it was completed and prescribed as it is now in all.
pub(super) fn done_in_all<'a>(
    pasts: &'a [Past<'a>],
    set: &SetPrescription,
) -> Result<Vec<(&'a Past<'a>, &'a SetPerformance)>, Miss> {
    let is_as_now = |past: &Past<'_>| past.prescribed(set.set_id).is_some_and(|then| then.kind == set.kind);
    let done = pasts.iter().map(|past| Some((past, past.completed(set.set_id).filter(|_| is_as_now(past))?)));
    done.collect::<Option<_>>().ok_or(Miss::new(Guard::NoSets))
}

/// Asks that a set was, or was not, at least `percent` of the heaviest other working set of its session.
pub(super) fn require_share(
    ctx: &ItemContext<'_>,
    (past, done): (&Past<'_>, &SetPerformance),
    percent: i64,
    reached: bool,
) -> Result<(), Miss> {
    let sense = Sense::of(ctx.exercise);
    let others = past.working().filter(|set| set.id != done.id).filter_map(|set| set.load_g);
    let heaviest = others.reduce(|one, other| if sense.is_harder(other, one) { other } else { one });
    let (load, heaviest) = done.load_g.zip(heaviest).ok_or(Miss::new(Guard::NoLoad))?;
    // SG-8: in the athlete's unit, so that 90 of 100 lb are 90 %.
    let (part, whole) = (load.display(ctx.unit).0, heaviest.display(ctx.unit).0);
    let is_near = match sense {
        Sense::Load => 100 * part >= percent * whole,
        Sense::Assistance => percent * part <= 100 * whole,
    };
    let miss =
        || Miss::new(Guard::Load).fact("load", Fact::load(load)).fact("heaviest", Fact::load(heaviest));
    (is_near == reached).then_some(()).ok_or_else(miss)
}

/// The bundle that gives `set` another type.
pub(super) fn retyped(
    ctx: &ItemContext<'_>,
    set: &SetPrescription,
    kind: SetType,
    family: Family,
    reason: Reason,
    pasts: &[Past<'_>],
) -> Bundle {
    let changes = vec![change(ctx, Some(set.set_id), Field::SetType, set.kind.as_str(), kind.as_str())];
    let evidence = pasts.iter().map(|past| past.id).collect();
    Bundle::new(family, Some(set.set_id), changes, reason, evidence)
}
