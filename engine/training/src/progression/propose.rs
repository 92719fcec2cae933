//! P-19: from a verdict to the bundles that land or are asked for (PR-1, PR-6).

use std::borrow::Cow;

use domain::{
    change::{self, Change, Direction},
    plan::{ChangeCode, PlanItem, Trigger, TriggerKind},
    prescription::spread,
    progress::{LevelDecision, ProgressRecord},
    proposal::{Alternative, Consent, ConsentSubject, Draft, EngineName, Occasion, Proposal, ProposalKind},
    quantity::Grams,
    reason::{Reason, ReasonCode},
    spec::SpecId,
    wellbeing::FlagKind,
};

use super::{
    RULE_VERSION,
    bundle::{Bundle, Goal, target},
    case::Case,
    offer::OfferKind,
    range::Way,
    verdict::{Verdict, Wants},
    veto::flagged,
};

/// A rule that applies is certain.
const CONFIDENCE: u8 = 100;

/// What a verdict makes of an item.
pub(super) struct Intent<'a> {
    /// The item with the preselected changes.
    pub(super) after: Cow<'a, PlanItem>,
    /// What that is called; nothing if nothing changes.
    pub(super) code: Option<ChangeCode>,
    /// What is asked for.
    pub(super) wish: Wish,
}

/// What a verdict would land or ask for.
pub(super) struct Wish {
    /// The preselected changes, or the first there are.
    changes: Vec<Change>,
    alternatives: Vec<Alternative>,
    step_g: Option<Grams>,
}

impl<'a> Intent<'a> {
    pub(super) fn of(case: &Case<'a>, verdict: &Verdict) -> Self {
        let to = |goal: &Goal, code| Self::to(goal.bundle(case.item, &case.input.trace_id), code);
        match &verdict.wants {
            // CF-4: a hold takes back what the session before made of the same target.
            Wants::Nothing if case.is_merge => {
                let intent = to(&common_target(case), ChangeCode::Regress);
                let harder = direction(&intent.wish.changes) == Direction::Harder;
                Self {
                    code: intent.code.map(|code| if harder { ChangeCode::Restore } else { code }),
                    ..intent
                }
            }
            Wants::Nothing => Self::to(Bundle::new(case.item, &case.input.trace_id), ChangeCode::Advance),
            Wants::Goal { goal, .. } if verdict.decision == LevelDecision::Regress => {
                to(goal, ChangeCode::Regress)
            }
            Wants::Goal { goal, restores: true } => to(goal, ChangeCode::Restore),
            Wants::Goal { goal, restores: false } => to(goal, ChangeCode::Advance),
            Wants::Ways(ways) => Self::one_of(case, ways, verdict.decision),
        }
    }

    fn to(bundle: Bundle<'a>, code: ChangeCode) -> Self {
        let code = (!bundle.changes.is_empty()).then_some(code);
        let wish = Wish { changes: bundle.changes, alternatives: vec![], step_g: None };
        Self { after: bundle.after, code, wish }
    }

    fn one_of(case: &Case<'a>, ways: &[Way], decision: LevelDecision) -> Self {
        let preselected = ways.iter().find(|way| way.preselected);
        let mut after = case.item.clone();
        let chosen = preselected.map_or(&[][..], |way| &way.changes);
        // The changes were made from this very item, so they fit it.
        if after.apply(chosen, &case.input.trace_id).is_err() {
            after = case.item.clone();
        }
        let first = || ways.iter().find(|way| !way.changes.is_empty());
        let proposed = preselected.filter(|way| !way.changes.is_empty()).or_else(first);
        let code = match decision {
            LevelDecision::AdvanceRange => ChangeCode::AdvanceRange,
            _ => ChangeCode::RegressRange,
        };
        let alternative = |way: &Way| Alternative {
            label: way.label.to_owned(),
            preselected: way.preselected,
            changes: way.changes.clone(),
        };
        let wish = Wish {
            changes: proposed.map_or_else(Vec::new, |way| way.changes.clone()),
            alternatives: ways.iter().map(alternative).collect(),
            step_g: proposed.and_then(|way| way.step_g),
        };
        Self { after: Cow::Owned(after), code: proposed.map(|_| code), wish }
    }
}

impl Wish {
    /// The proposal for it, unless nothing changes or the athlete wants none.
    pub(super) fn proposal(
        self,
        case: &Case<'_>,
        verdict: &Verdict,
        record: &ProgressRecord,
    ) -> Option<Proposal> {
        let first = verdict.reasons.first()?;
        let (kind, subject) = match verdict.wants {
            Wants::Ways(_) => (ProposalKind::RangeChange, ConsentSubject::RangeChange),
            Wants::Goal { .. } | Wants::Nothing => (ProposalKind::LevelChange, ConsentSubject::LevelChange),
        };
        let (rule, direction) = match verdict.decision {
            LevelDecision::Advance => (first.spec, Direction::Harder),
            LevelDecision::Regress => (SpecId::new("P-7"), Direction::Easier),
            LevelDecision::AdvanceRange => (SpecId::new("P-13"), Direction::Harder),
            LevelDecision::RegressRange => (SpecId::new("P-14"), Direction::Easier),
            LevelDecision::Hold | LevelDecision::HoldRange | LevelDecision::None => {
                (SpecId::new("CF-4"), direction(&self.changes))
            }
        };
        let consent = case.input.consent.consent(subject, direction)?;
        // What makes a regress a safety matter stays in sight (PR-7); else the last reason tells the most: that it is
        // a restore, or a merge.
        let reason = match verdict.decision {
            LevelDecision::Regress => first,
            _ => verdict.reasons.last().unwrap_or(first),
        };
        let reason = reason.clone();
        propose(
            case,
            Draft {
                rule,
                changes: self.changes,
                alternatives: self.alternatives,
                step_g: self.step_g,
                ..draft(case, record, kind, reason, consent)
            },
        )
    }
}

/// The proposal for an offer, unless the athlete wants none.
pub(super) fn offer(
    case: &Case<'_>,
    offered: OfferKind,
    changes: Vec<Change>,
    record: &ProgressRecord,
) -> Option<Proposal> {
    let rule = offered.spec();
    let (kind, subject) = match offered {
        OfferKind::Auxiliary => (ProposalKind::StructureChange, ConsentSubject::StructureChange),
        _ => (ProposalKind::LevelChange, ConsentSubject::Offer),
    };
    let consent = case.input.consent.consent(subject, direction(&changes))?;
    let way =
        |label: &str, preselected, changes| Alternative { label: label.to_owned(), preselected, changes };
    let alternatives = match offered {
        // P-26: a choice, and the cautious way is preselected.
        OfferKind::NextLevel => {
            vec![way("repeat", true, vec![]), way("next_level", false, changes.clone())]
        }
        _ => vec![],
    };
    let reason = match (offered, record.reasons.first()) {
        (OfferKind::Auxiliary, _) => flagged(Reason::new(ReasonCode::Technique, rule), FlagKind::Technique),
        (_, Some(ReasonCode::UnderVolume)) => {
            Reason::new(ReasonCode::UnderVolume, rule).fact("pct", case.targets.percent())
        }
        (_, code) => Reason::new(*code?, rule),
    };
    propose(case, Draft { changes, alternatives, ..draft(case, record, kind, reason, consent) })
}

/// A draft that changes nothing yet.
pub(super) fn draft(
    case: &Case<'_>,
    record: &ProgressRecord,
    kind: ProposalKind,
    reason: Reason,
    consent: Consent,
) -> Draft {
    Draft {
        target: target(case.item.item_id),
        kind,
        engine: EngineName::LevelProgression,
        rule: reason.spec,
        rule_version: RULE_VERSION,
        changes: vec![],
        alternatives: vec![],
        reason,
        evidence: vec![record.id.uuid(), case.performance.id.uuid()],
        confidence: CONFIDENCE,
        consent,
        step_g: None,
        assistance: false,
    }
}

pub(super) fn propose(case: &Case<'_>, draft: Draft) -> Option<Proposal> {
    (!draft.changes.is_empty()).then(|| occasion(case).proposal(draft))
}

fn occasion(case: &Case<'_>) -> Occasion {
    let input = case.input;
    let kind = match case.past.own {
        Some(own) if own.status == domain::session::PerformanceStatus::Done => TriggerKind::ReportCorrection,
        _ => TriggerKind::SessionReport,
    };
    Occasion {
        athlete_id: input.athlete_id,
        plan_id: input.plan_id,
        trigger: Trigger { kind, reference: input.session.id.to_string() },
        trace_id: input.trace_id.clone(),
        at: input.now,
        ttl_days: input.lifetimes.proposal_days,
    }
}

fn direction(changes: &[Change]) -> Direction {
    change::primary(changes).map_or(Direction::Neutral, |change| change.direction(false))
}

/// The target that this session and the one before it were judged against.
fn common_target(case: &Case<'_>) -> Goal {
    let sets = spread(case.targets.plan, case.sets);
    match case.rung {
        Some(rung) => Goal::on(rung, sets),
        None => Goal::free(case.performance.exercise_key.clone(), case.measure, sets),
    }
}
