//! P-8, step 9: what holds an earned advance back, in this order.

use domain::{
    equipment::{Equipment, EquipmentSet},
    exercise::{Exercise, ProgressionType},
    progress::LevelDecision,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    wellbeing::FlagKind,
};

use super::{case::Case, step};

/// One veto: its reason, its rule, and what it says of a case.
pub(super) struct Veto {
    pub(super) code: ReasonCode,
    pub(super) spec: SpecId,
    /// Whether it holds range items, too (P-12).
    holds_range: bool,
    /// The reason with its facts, if it applies.
    test: fn(&Case<'_>, Reason) -> Option<Reason>,
}

/// The vetoes, the first that applies counts.
pub(super) const VETOES: &[Veto] = &[
    row(ReasonCode::Technique, "P-17", true, |case, reason| {
        case.concerns.technique.then(|| flagged(reason, FlagKind::Technique))
    }),
    row(ReasonCode::Illness, "P-53", true, |case, reason| {
        case.concerns.illness.then(|| flagged(reason, FlagKind::Illness))
    }),
    row(ReasonCode::Fatigue, "P-31", true, |case, reason| {
        case.concerns.fatigue.then(|| flagged(reason, FlagKind::Fatigue))
    }),
    row(ReasonCode::PainFlag, "P-52", true, |case, reason| {
        case.concerns.pain.then(|| flagged(reason, FlagKind::Pain))
    }),
    row(ReasonCode::SkipRecovery, "P-16", true, skip_recovery),
    row(ReasonCode::RateLimited, "P-9", false, rate_limited),
    row(ReasonCode::Undone, "RB-3", true, undone),
    row(ReasonCode::ManualOverride, "OV-8", true, |case, reason| case.is_edited().then_some(reason)),
    row(ReasonCode::Equipment, "P-19", true, equipment),
    row(ReasonCode::FlexibleFirst, "P-15", false, flexible_first),
];

const fn row(
    code: ReasonCode,
    spec: &str,
    holds_range: bool,
    test: fn(&Case<'_>, Reason) -> Option<Reason>,
) -> Veto {
    Veto { code, spec: SpecId::new(spec), holds_range, test }
}

/// Why an advance of a ladder item is held, if it is.
pub(super) fn on_ladder(case: &Case<'_>) -> Option<Reason> {
    VETOES.iter().find_map(|veto| (veto.test)(case, Reason::new(veto.code, veto.spec)))
}

/// Why an advance of a range item is held, if it is (P-12).
pub(super) fn on_range(case: &Case<'_>) -> Option<Reason> {
    let vetoes = VETOES.iter().filter(|veto| veto.holds_range);
    vetoes.into_iter().find_map(|veto| (veto.test)(case, Reason::new(veto.code, veto.spec)))
}

/// A reason with the flag that stands behind it.
pub(super) fn flagged(reason: Reason, flag: FlagKind) -> Reason {
    reason.fact("flag", Fact::word("flag", flag))
}

/// P-16: two stable completions after a break, this one included.
fn skip_recovery(case: &Case<'_>, reason: Reason) -> Option<Reason> {
    let tuning = case.tuning();
    let stable = case.past.stable_since_break(tuning.break_skips)?;
    (stable + 1 < tuning.break_completions).then_some(reason)
}

/// P-9: two raw successes between changes of a strength item, this one included.
fn rate_limited(case: &Case<'_>, reason: Reason) -> Option<Reason> {
    let successes = case.past.successes_since_change()? + 1;
    (case.progression == ProgressionType::Strength && successes < case.tuning().rate).then_some(reason)
}

/// RB-3: the same step was undone less than a week ago.
fn undone(case: &Case<'_>, reason: Reason) -> Option<Reason> {
    let since = case.input.now.minus_seconds(86_400 * i64::from(case.tuning().undone_days));
    let level = case.rung.map(|rung| rung.ordinal);
    let steps = [LevelDecision::Advance, LevelDecision::AdvanceRange];
    let undone = steps
        .into_iter()
        .find_map(|decision| case.past.undone_since(since, decision, level, case.targets.plan))?;
    Some(reason.fact("date", undone.local_date(&case.input.zone)))
}

/// P-19: the variation of the next step needs what is not at hand. What restores a level needs nothing new.
fn equipment(case: &Case<'_>, reason: Reason) -> Option<Reason> {
    let goal = step::next(case).filter(|next| !next.restores)?.goal;
    let is_new = goal.level.is_some() || goal.variation != case.item.exercise_key;
    let exercise = case.catalog.get(&goal.variation).filter(|_| is_new)?;
    let missing = missing(case.input.at_hand(), exercise);
    if missing.is_empty() {
        return None;
    }
    let words: Vec<_> = missing.into_iter().map(|class| Fact::word("equipment", class)).collect();
    Some(reason.fact("equipment", Fact::List(words)))
}

/// What is missing for an exercise: of its alternatives the one that lacks least.
fn missing(at_hand: EquipmentSet, exercise: &Exercise) -> Vec<Equipment> {
    let lacks = |needed: &Vec<Equipment>| {
        needed.iter().copied().filter(|&class| !at_hand.has(class)).collect::<Vec<_>>()
    };
    exercise.equipment.iter().map(lacks).min_by_key(Vec::len).unwrap_or_default()
}

/// P-15: range items change first, but not twice in a row at the cost of this one.
fn flexible_first(case: &Case<'_>, reason: Reason) -> Option<Reason> {
    let waited = case.past.done().next().is_some_and(|entry| {
        entry.record.decision == LevelDecision::Hold
            && entry.record.reasons.contains(&ReasonCode::FlexibleFirst)
    });
    (case.is_flexible_changed && !waited).then_some(reason)
}
