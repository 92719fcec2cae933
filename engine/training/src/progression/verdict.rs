//! P-8: the decision about a ladder item, as one ordered table of steps.

use domain::{
    exercise::ProgressionType,
    progress::LevelDecision,
    reason::{Reason, ReasonCode},
    spec::SpecId,
    wellbeing::FlagKind,
};

use super::{
    bundle::Goal,
    case::Case,
    offer::OfferKind,
    range::Way,
    regress::{self, Cause},
    skip,
    step::{self, Next},
    veto::{self, flagged},
};

/// What was decided about an item, before it is written down.
#[derive(Debug, Clone)]
pub(super) struct Verdict {
    pub(super) decision: LevelDecision,
    pub(super) reasons: Vec<Reason>,
    pub(super) wants: Wants,
    /// Whether it holds for want of success (P-8, step 7).
    pub(super) unmet: bool,
    /// Lighter next time.
    pub(super) lighter: Option<Lighter>,
    /// What the athlete may choose besides.
    pub(super) offers: Vec<OfferKind>,
}

/// What a verdict would change.
#[derive(Debug, Clone)]
pub(super) enum Wants {
    Nothing,
    /// A level or volume.
    Goal {
        goal: Goal,
        restores: bool,
    },
    /// One of several ways for a range item.
    Ways(Vec<Way>),
}

/// Less volume in the next session of the item.
#[derive(Debug, Clone)]
pub(super) struct Lighter {
    pub(super) pct: u8,
    pub(super) reason: Reason,
}

impl Verdict {
    pub(super) fn new(decision: LevelDecision, reason: Reason) -> Self {
        Self {
            decision,
            reasons: vec![reason],
            wants: Wants::Nothing,
            unmet: false,
            lighter: None,
            offers: vec![],
        }
    }

    fn hold(reason: Reason) -> Self {
        Self::new(LevelDecision::Hold, reason)
    }
}

/// One line of the table: the first that applies ends.
pub(super) struct Step {
    /// The rule behind it.
    spec: SpecId,
    apply: fn(&Case<'_>, SpecId) -> Option<Verdict>,
}

/// Steps 1 to 9; what they leave is an advance, or the top of the ladder (steps 10 and 11).
const STEPS: &[Step] = &[
    Step { spec: SpecId::new("P-16"), apply: skipped },
    Step { spec: SpecId::new("P-52"), apply: hurt },
    Step { spec: SpecId::new("P-53"), apply: out_of_order },
    Step { spec: SpecId::new("P-7"), apply: under_volume },
    Step { spec: SpecId::new("P-7"), apply: max_effort },
    Step { spec: SpecId::new("P-11"), apply: discomfort },
    Step { spec: SpecId::new("P-6"), apply: no_success },
    Step { spec: SpecId::new("P-10"), apply: unconfirmed },
    Step { spec: SpecId::new("P-8"), apply: vetoed },
];

/// Decides about a ladder item.
pub(super) fn judge(case: &Case<'_>) -> Verdict {
    STEPS.iter().find_map(|step| (step.apply)(case, step.spec)).unwrap_or_else(|| match step::next(case) {
        Some(next) => advance(case, next),
        None => top_of_ladder(),
    })
}

fn skipped(case: &Case<'_>, spec: SpecId) -> Option<Verdict> {
    case.is_skipped().then(|| skip::verdict(case, spec, LevelDecision::Hold))
}

fn hurt(case: &Case<'_>, spec: SpecId) -> Option<Verdict> {
    let reason = Reason::new(ReasonCode::Pain, spec);
    case.is_painful().then(|| regress(case, Cause::Pain, reason))
}

/// A suspended exercise is left alone, and so is a deload session.
fn out_of_order(case: &Case<'_>, spec: SpecId) -> Option<Verdict> {
    standing_still(case, spec).map(Verdict::hold)
}

/// Why nothing is decided for the better or worse, if so (P-8, step 3).
pub(super) fn standing_still(case: &Case<'_>, spec: SpecId) -> Option<Reason> {
    if case.concerns.suspension {
        Some(flagged(Reason::new(ReasonCode::Suspended, spec), FlagKind::Suspension))
    } else {
        case.input.session.deload.then(|| Reason::new(ReasonCode::Deload, SpecId::new("P-8")))
    }
}

fn under_volume(case: &Case<'_>, spec: SpecId) -> Option<Verdict> {
    let short = case.targets.fell_below(case.tuning().hold_pct) && !case.concerns.technique;
    short.then(|| {
        let reason = Reason::new(ReasonCode::UnderVolume, spec).fact("pct", case.targets.percent());
        let mut verdict = regress(case, Cause::UnderVolume, reason);
        verdict.offers.push(OfferKind::EasierVariation);
        verdict
    })
}

fn max_effort(case: &Case<'_>, spec: SpecId) -> Option<Verdict> {
    let counted = case.progression != ProgressionType::Mobility;
    let over = case.rpe().is_some_and(|rpe| rpe > case.tuning().max_rpe);
    (counted && over).then(|| regress(case, Cause::MaxEffort, Reason::new(ReasonCode::MaxEffort, spec)))
}

fn discomfort(case: &Case<'_>, spec: SpecId) -> Option<Verdict> {
    let counted = case.progression == ProgressionType::Mobility;
    let bad = case.performance.comfort.is_some_and(|comfort| comfort <= case.tuning().comfort_regress);
    (counted && bad).then(|| regress(case, Cause::Discomfort, Reason::new(ReasonCode::Discomfort, spec)))
}

/// A hold without success, with the nearest cause.
fn no_success(case: &Case<'_>, spec: SpecId) -> Option<Verdict> {
    if case.is_raw_success() {
        return None;
    }
    let tuning = case.tuning();
    let plain = |code| Reason::new(code, spec);
    let reason = match tuning.success_rpe(case.progression) {
        _ if case.targets.fell_below(tuning.hold_pct) => {
            flagged(plain(ReasonCode::Technique), FlagKind::Technique)
        }
        None if case.performance.comfort.is_none() => plain(ReasonCode::ComfortMissing),
        Some(_) if case.rpe().is_none() => plain(ReasonCode::RpeMissing),
        Some(most) if case.rpe().is_some_and(|rpe| rpe > most) => plain(ReasonCode::HighRpe),
        _ if case.is_edited() => Reason::new(ReasonCode::ManualOverride, SpecId::new("OV-8")),
        _ => plain(ReasonCode::Consolidate),
    };
    let mut verdict = Verdict::hold(reason);
    verdict.unmet = true;
    verdict.lighter = strained_twice(case);
    if is_on_the_edge(case) {
        verdict.offers.push(OfferKind::NextLevel);
    }
    Some(verdict)
}

/// P-8, step 7: the highest allowed effort here and in the session before makes the next one lighter.
fn strained_twice(case: &Case<'_>) -> Option<Lighter> {
    let tuning = case.tuning();
    let strained = |rpe: Option<i64>| rpe.is_some_and(|rpe| rpe >= tuning.max_rpe);
    let before = case.past.done().next()?.record.rpe.map(domain::quantity::Rpe::tenths);
    let counted = case.progression != ProgressionType::Mobility;
    let reason = Reason::new(ReasonCode::HighRpe, SpecId::new("P-8"));
    (counted && strained(case.rpe()) && strained(before))
        .then_some(Lighter { pct: tuning.high_rpe_modifier_pct, reason })
}

/// P-26: the target was met at low effort, or exceeded at a fair one, and nothing speaks against more.
fn is_on_the_edge(case: &Case<'_>) -> bool {
    let (tuning, targets) = (case.tuning(), case.targets);
    let at_most = |most: i64| case.rpe().is_some_and(|rpe| rpe <= most);
    let met = targets.grew_to(100) && at_most(tuning.strength_rpe);
    let exceeded = targets.grew_to(tuning.success_pct) && at_most(tuning.edge_rpe);
    let counted = case.progression != ProgressionType::Mobility && !case.is_edited();
    counted && (met || exceeded) && case.concerns.first().is_none()
}

/// P-10, P-11: endurance and mobility need two successes in a row at the same target and variation.
fn unconfirmed(case: &Case<'_>, spec: SpecId) -> Option<Verdict> {
    if case.progression == ProgressionType::Strength {
        return None;
    }
    let same = |record: &domain::progress::ProgressRecord| {
        record.raw_success
            && record.volume_plan == case.targets.plan
            && record.variation_key == case.performance.exercise_key
    };
    let before = case.past.done().take_while(|entry| same(&entry.record)).count();
    (before + 1 < case.tuning().confirmations)
        .then(|| Verdict::hold(Reason::new(ReasonCode::Confirming, spec)))
}

fn vetoed(case: &Case<'_>, _: SpecId) -> Option<Verdict> {
    veto::on_ladder(case).map(Verdict::hold)
}

fn top_of_ladder() -> Verdict {
    let mut verdict = Verdict::hold(Reason::new(ReasonCode::TopOfLadder, SpecId::new("P-8")));
    verdict.offers.push(OfferKind::HarderLadder);
    verdict
}

fn advance(case: &Case<'_>, next: Next) -> Verdict {
    let (code, spec) = match case.progression {
        ProgressionType::Strength => (ReasonCode::LowRpe, SpecId::new("P-9")),
        ProgressionType::Endurance => (ReasonCode::LowRpeTwice, SpecId::new("P-10")),
        ProgressionType::Mobility => (ReasonCode::ComfortTwice, SpecId::new("P-11")),
    };
    let mut verdict = Verdict::new(LevelDecision::Advance, Reason::new(code, spec));
    if next.restores {
        verdict.reasons.push(Reason::new(ReasonCode::Restoring, spec));
    }
    verdict.wants = Wants::Goal { goal: next.goal, restores: next.restores };
    verdict
}

fn regress(case: &Case<'_>, cause: Cause, reason: Reason) -> Verdict {
    let back = regress::back(case, cause);
    let mut verdict = Verdict::new(LevelDecision::Regress, reason);
    if back.is_at_bottom {
        verdict.offers.push(OfferKind::EasierLadder);
    }
    verdict.wants = Wants::Goal { goal: back.goal, restores: false };
    verdict
}
