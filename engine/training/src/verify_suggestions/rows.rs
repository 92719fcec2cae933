//! Rows: what every proposal must be by itself (PR-1, PR-2, PR-6, PR-7, SG-3, SG-8, AR-2).

use std::collections::BTreeSet;

use domain::{
    change::{self, Change, Direction, Field, FieldGroup, Value},
    grid::Grid,
    id::Id,
    law::{Check, Law},
    proposal::{
        Consent, ConsentSubject, EngineName, Outcome, Proposal, ProposalId, ProposalKind, ProposalState,
        dedup_key,
    },
    quantity::{Grams, Hundredths},
    reason::ReasonCode,
    session::ExercisePerformance,
    spec::SpecId,
};

use super::{Report, subject::Subject, wanted::RULES};
use crate::suggestion::{Run, SuggestInput};

/// The offer of the exercise without help (SG-13).
pub(super) const OFFER: SpecId = SpecId::new("SG-13");

/// Checks all proposals, also those that are kept for later.
pub(super) fn check(input: &SuggestInput, run: &Run, subjects: &[Subject<'_>], report: &mut Report) {
    let mut ids = BTreeSet::new();
    let later = run.deferred.iter().map(|deferred| (&deferred.proposal, ProposalState::Deferred));
    for (proposal, state) in run.proposals.iter().map(|made| (made, ProposalState::Pending)).chain(later) {
        let id = proposal.id;
        report.require(ids.insert(id), "PR-1", id, || "the id is used twice".to_owned());
        report.require(proposal.rule_version == run.rule_version, "SG-1", id, || {
            format!("of version {}, expected {}", proposal.rule_version, run.rule_version)
        });
        let fresh = proposal.state == state && proposal.outcome == Outcome::Pending;
        report.require(fresh, "SL-1", id, || format!("{} with outcome {}", proposal.state, proposal.outcome));
        let mut laws = Check::default();
        proposal.check(&mut laws);
        if let Err(invalid) = laws.finish() {
            report.add(SpecId::new("PR-1"), Some(id), invalid.to_string());
        }
        check_occasion(input, proposal, report);
        let subject = subjects.iter().find(|subject| subject.item.item_id == proposal.target.item_id);
        match subject {
            None => report.add(SpecId::new("SG-1"), Some(id), "its item is not in the session".to_owned()),
            Some(subject) => Row { subject, proposal }.check(report),
        }
    }
}

/// Whose it is, of which session, and until when.
fn check_occasion(input: &SuggestInput, proposal: &Proposal, report: &mut Report) {
    let seconds = i64::from(input.limits.proposal_ttl_days) * 86_400;
    let own = proposal.athlete_id == input.athlete_id
        && Some(proposal.plan_id) == input.plan_id
        && proposal.trace_id == input.trace_id
        && proposal.trigger.reference == input.session_id.to_string();
    report.require(own, "SG-1", proposal.id, || "of another athlete, plan, trace or session".to_owned());
    let timed = proposal.created_at == input.now && proposal.expires_at == input.now.plus_seconds(seconds);
    report.require(timed, "PR-10", proposal.id, || "made or ending at another time".to_owned());
}

/// The change that a bundle is known by, and which way it goes.
pub(super) fn primary(subject: &Subject<'_>, changes: &[Change]) -> Option<(Field, Direction)> {
    let first = change::primary(changes)?;
    Some((first.field, first.direction(subject.is_assistance())))
}

/// PR-7: whether nothing may hold the proposal back.
pub(super) fn is_safety(subject: &Subject<'_>, changes: &[Change], code: ReasonCode) -> bool {
    primary(subject, changes) == Some((Field::Load, Direction::Easier))
        && matches!(code, ReasonCode::BelowRange | ReasonCode::ReducedLoad)
}

/// Whether a person changed the same of the item within a day (OV-3).
pub(super) fn is_edited(subject: &Subject<'_>, changes: &[Change]) -> bool {
    let since = subject.input.now.minus_seconds(subject.input.limits.manual_hours * 3600);
    subject.input.edits.iter().any(|edit| {
        edit.item_id == subject.item.item_id
            && since <= edit.at
            && changes.iter().any(|change| change.field.group() == edit.group)
    })
}

/// Whether a group belongs to a rule or a model in the item's mode (AR-2).
pub(super) fn is_owned(subject: &Subject<'_>, group: FieldGroup) -> bool {
    use domain::plan::ProgressionMode::{Fixed, Ladder, Load, Range};
    match (group, subject.item.progression_mode) {
        (_, Fixed) | (FieldGroup::Effort | FieldGroup::Meal, _) => false,
        (FieldGroup::Load, mode) => mode == Load,
        (FieldGroup::RepPolicy, mode) => mode == Load || mode == Range,
        (
            FieldGroup::Volume | FieldGroup::Rest | FieldGroup::SetType | FieldGroup::Structure,
            Ladder | Range | Load,
        ) => true,
    }
}

/// One proposal with its item.
pub(super) struct Row<'a, 'b> {
    pub(super) subject: &'b Subject<'a>,
    pub(super) proposal: &'b Proposal,
}

/// SG-17: no load below nothing, 1..100 reps, and 0..600 s of rest where it was raised.
pub(super) fn check_bounds(id: ProposalId, change: &Change, report: &mut Report) {
    match (change.field, &change.new) {
        (Field::Load, Value::Number(new)) => {
            report.require(*new >= 0, "SG-17", id, || format!("a load of {new} g"));
        }
        (Field::Reps, Value::Number(new)) => {
            report.require((1..=100).contains(new), "SG-17", id, || format!("{new} reps, expected 1..100"));
        }
        (Field::Rest | Field::RestAll, Value::Number(new)) => {
            let raised = change.direction(false) == Direction::Easier;
            let holds = !raised || (0..=600).contains(new);
            report.require(holds, "SG-17", id, || format!("{new} s of rest, expected 0..600"));
        }
        _ => {}
    }
}

impl Row<'_, '_> {
    fn check(&self, report: &mut Report) {
        let id = self.proposal.id;
        let open = self.subject.is_open();
        report.require(open, "SG-1", id, || "the item is fixed, switched off or was not done".to_owned());
        self.check_key(report);
        self.check_consent(report);
        self.check_origin(report);
        for change in &self.proposal.changes {
            self.check_change(change, report);
        }
        if self.proposal.engine == EngineName::PrescriptionRules {
            self.check_evidence(report);
        }
    }

    fn check_key(&self, report: &mut Report) {
        let proposal = self.proposal;
        let Some((field, direction)) = primary(self.subject, &proposal.changes) else { return };
        let key = dedup_key(proposal.plan_id, proposal.target, field, direction);
        report.require(proposal.dedup_key == key, "PR-7", proposal.id, || format!("another key than {key}"));
    }

    /// PR-6, with OV-3: what is for safety against a fresh edit asks.
    fn check_consent(&self, report: &mut Report) {
        let proposal = self.proposal;
        let Some((_, direction)) = primary(self.subject, &proposal.changes) else { return };
        let row = match (proposal.engine, proposal.kind, proposal.rule.to_string().as_str()) {
            (EngineName::Llm, ..) => ConsentSubject::Llm,
            (_, ProposalKind::StructureChange, _) => ConsentSubject::StructureChange,
            (_, _, "SG-14") => ConsentSubject::FirstLoad,
            _ => ConsentSubject::PrescriptionChange,
        };
        let asks = is_safety(self.subject, &proposal.changes, proposal.reason.code)
            && is_edited(self.subject, &proposal.changes);
        let expected = match self.subject.input.consent.consent(row, direction) {
            Some(_) if asks => Some(Consent::Ask),
            set => set,
        };
        report.require(Some(proposal.consent) == expected, "PR-6", proposal.id, || {
            format!(
                "consent {}, expected {}",
                proposal.consent,
                expected.map_or("no proposal", Consent::as_str)
            )
        });
    }

    /// Engine, kind, mode, confidence and rule fit each other (section 2, AR-2).
    fn check_origin(&self, report: &mut Report) {
        let proposal = self.proposal;
        let (id, mode) = (proposal.id, self.subject.item.progression_mode);
        let is_model = proposal.engine == EngineName::Llm;
        let by_rule = proposal.engine == EngineName::PrescriptionRules;
        report.require(is_model || by_rule, "SG-1", id, || format!("made by {}", proposal.engine));
        if !by_rule {
            return;
        }
        let rule = RULES.iter().find(|rule| rule.spec == proposal.rule);
        let owns = proposal.rule == OFFER || rule.is_some_and(|rule| rule.modes.contains(&mode));
        report.require(owns, "AR-2", id, || format!("{} has no say in mode {mode}", proposal.rule));
        let kind = if proposal.rule == OFFER {
            ProposalKind::StructureChange
        } else {
            ProposalKind::PrescriptionChange
        };
        report.require(proposal.kind == kind, "SL-1", id, || format!("a {}, expected {kind}", proposal.kind));
        let sure = ["SR-5", "SR-6", "SR-10", "SR-13"].map(SpecId::new).contains(&proposal.rule);
        let expected = if sure { 90 } else { 70 };
        if proposal.confidence != expected {
            let message = format!("confidence {}, expected {expected}", proposal.confidence);
            report.add(proposal.rule, Some(id), message);
        }
    }

    fn check_change(&self, change: &Change, report: &mut Report) {
        let (id, subject) = (self.proposal.id, self.subject);
        let target = change.target == self.proposal.target;
        report.require(target, "PR-1", id, || format!("{} of another target", change.field));
        let now = subject.item.value(change.target.set_id, change.field);
        report.require(now.as_ref() == Some(&change.old), "PR-2", id, || {
            let now = now.map_or("nothing".to_owned(), |now| now.to_string());
            format!("{} is {now} in the plan, not {}", change.field, change.old)
        });
        let group = change.field.group();
        report.require(is_owned(subject, group), "AR-2", id, || {
            format!("{} in mode {}", change.field, subject.item.progression_mode)
        });
        check_bounds(id, change, report);
        self.check_load(change, report);
    }

    /// SG-8: a load that can be put together, or one that is whole own steps away.
    pub(super) fn check_load(&self, change: &Change, report: &mut Report) {
        let (id, subject) = (self.proposal.id, self.subject);
        let (Field::Load, &Value::Number(new)) = (change.field, &change.new) else { return };
        let new = Grams(new);
        let Some(grid) = subject.grid else {
            return report.add(SpecId::new("SG-13"), Some(id), "a load where none is counted".to_owned());
        };
        let is_none = subject.is_assistance() && new == Grams::ZERO;
        let own = self.is_own_multiple(change, new);
        report.require(is_none || own || holds(grid, new), "SG-8", id, || {
            format!("{} g cannot be put together", new.0)
        });
    }

    fn is_own_multiple(&self, change: &Change, new: Grams) -> bool {
        let (Some(step), Value::Number(old)) = (self.subject.entry.own_step_g, &change.old) else {
            return false;
        };
        let shown = |load: Grams| self.subject.shown(load);
        let whole = |distance: i64, step: i64| step > 0 && distance % step == 0;
        new == Grams::ZERO
            || whole(new.0 - old, step.0)
            || whole(shown(new) - shown(Grams(*old)), shown(step))
    }

    /// SG-3: the performances behind a proposal are the item's own, today's among them, and enough of them.
    pub(super) fn check_evidence(&self, report: &mut Report) {
        let (subject, proposal) = (self.subject, self.proposal);
        let given: Vec<Id<ExercisePerformance>> =
            proposal.evidence.iter().map(|uuid| Id::from_uuid(*uuid)).collect();
        let window = |by_loads| subject.window(by_loads);
        let (allowed, least) = match proposal.rule.to_string().as_str() {
            "SR-1" | "SR-2" | "SR-3" | "SR-4" | "SR-5" | "SR-6" => (window(true), 2),
            "SR-7" => (window(true), 3),
            "SR-8" => (window(false), 3),
            "SR-9" | "SR-11" | "SR-12" | "SR-13" => (subject.past.clone(), 2),
            "SR-10" => (subject.past.clone(), 1),
            _ => return,
        };
        let known = |id: &Id<ExercisePerformance>| allowed.iter().any(|past| past.performance.id == *id);
        let today = subject.past.first().is_some_and(|past| given.contains(&past.performance.id));
        let holds = today && given.len() >= least && given.iter().all(known);
        report.require(holds, "SG-3", proposal.id, || {
            format!("{} performances as evidence, expected at least {least} that count", given.len())
        });
    }
}

/// Whether a load is one of the grid, to the gram.
fn holds(grid: &Grid, load: Grams) -> bool {
    let steps = grid.steps().iter();
    steps.map(|&Hundredths(step)| Grams::from_display(Hundredths(step), grid.unit())).any(|step| step == load)
}
