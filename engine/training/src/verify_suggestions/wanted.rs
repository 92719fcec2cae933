//! Wanted: what the rules should say of each item, held against what the run says (SG-1, SR-0..SR-13).

use std::fmt::Write;

use domain::{
    change::{Change, Field, Value},
    plan::ProgressionMode,
    prescription::SetId,
    proposal::{EngineName, Proposal},
    quantity::Grams,
    spec::SpecId,
};

use super::{Report, load_rules, rep_rules, rest_rules, subject::Subject, type_rules};
use crate::suggestion::Run;

/// One bundle that a rule should make.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    /// The set, or the whole item.
    pub(super) set: Option<SetId>,
    /// Each field with the values that the chapter allows; a field without one cannot move (SG-8).
    pub(super) changes: Vec<(Field, Vec<Value>)>,
}

impl Wanted {
    /// A bundle of one change.
    pub(super) fn one(set: Option<SetId>, field: Field, new: Value) -> Self {
        Self { set, changes: vec![(field, vec![new])] }
    }

    /// A bundle whose first change is of the load.
    pub(super) fn load(set: SetId, loads: Vec<Grams>) -> Self {
        let new = loads.into_iter().map(Value::from).collect();
        Self { set: Some(set), changes: vec![(Field::Load, new)] }
    }

    /// Whether `changes` are these, no more and no fewer.
    fn allows(&self, changes: &[Change]) -> bool {
        let is_allowed = |(field, new): &(Field, Vec<Value>)| {
            changes.iter().any(|change| change.field == *field && new.contains(&change.new))
        };
        changes.len() == self.changes.len() && self.changes.iter().all(is_allowed)
    }

    /// The bundle in words.
    fn shown(&self) -> String {
        let mut text = String::new();
        for (field, new) in &self.changes {
            let mut new: Vec<String> = new.iter().map(ToString::to_string).collect();
            new.dedup();
            let _ = write!(text, " {field} → {}", new.join(" or "));
        }
        text
    }
}

/// A rule, the modes that it may speak for (AR-2), and what it should say.
pub(super) struct Rule {
    pub(super) spec: SpecId,
    pub(super) modes: &'static [ProgressionMode],
    pub(super) wants: fn(&Subject<'_>) -> Vec<Wanted>,
}

const LOAD: &[ProgressionMode] = &[ProgressionMode::Load];
const LOAD_RANGE: &[ProgressionMode] = &[ProgressionMode::Load, ProgressionMode::Range];
const ALL: &[ProgressionMode] = &[ProgressionMode::Load, ProgressionMode::Range, ProgressionMode::Ladder];

const fn rule(spec: &str, modes: &'static [ProgressionMode], wants: fn(&Subject<'_>) -> Vec<Wanted>) -> Rule {
    Rule { spec: SpecId::new(spec), modes, wants }
}

/// The rules of the chapter by AR-2.
pub(super) const RULES: [Rule; 15] = [
    rule("SR-0", LOAD_RANGE, rep_rules::rep_range),
    rule("SG-14", LOAD, load_rules::first_load),
    rule("SR-1", LOAD, load_rules::large_overshoot),
    rule("SR-2", LOAD, load_rules::top_of_range),
    rule("SR-3", LOAD, load_rules::over_target),
    rule("SR-4", LOAD_RANGE, rep_rules::steady_reps),
    rule("SR-5", LOAD, load_rules::below_range),
    rule("SR-6", LOAD, load_rules::reduced_load),
    rule("SR-7", LOAD, load_rules::actual_weight),
    rule("SR-8", LOAD, rest_rules::plateau),
    rule("SR-9", ALL, rest_rules::short_rest),
    rule("SR-10", ALL, type_rules::drop_without_base),
    rule("SR-11", ALL, type_rules::warmup_as_working),
    rule("SR-12", ALL, type_rules::working_as_warmup),
    rule("SR-13", ALL, type_rules::mismatch),
];

/// Rules that read the sets that count (SG-3).
const OF_COUNTED_SETS: [SpecId; 5] =
    [SpecId::new("SR-1"), SpecId::new("SR-2"), SpecId::new("SR-3"), SpecId::new("SR-5"), SpecId::new("SR-8")];

/// Rules that are silent when one of those fires.
const AFTER_THEM: [SpecId; 2] = [SpecId::new("SR-4"), SpecId::new("SR-7")];

impl Subject<'_> {
    /// Whether the chapter says enough to recompute a rule: it has no styles of help taken (TS-1, SG-13).
    fn is_told(&self, rule: &Rule) -> bool {
        let by_style = OF_COUNTED_SETS.contains(&rule.spec) || AFTER_THEM.contains(&rule.spec);
        !(by_style && self.tuning().style_aware && self.is_assistance())
    }

    /// What each rule that can be recomputed should say.
    fn wanted(&self) -> impl Iterator<Item = (SpecId, Vec<Wanted>)> {
        RULES.iter().filter(|rule| self.is_told(rule)).map(|rule| {
            let speaks = self.is_open() && rule.modes.contains(&self.item.progression_mode);
            (rule.spec, if speaks { (rule.wants)(self) } else { vec![] })
        })
    }
}

/// Holds every proposal of a rule against its trigger, and every trigger against the rows.
pub(super) fn check(run: &Run, subjects: &[Subject<'_>], report: &mut Report) {
    let deferred = run.deferred.iter().map(|deferred| &deferred.proposal);
    let made: Vec<&Proposal> = run.proposals.iter().chain(deferred).collect();
    for subject in subjects {
        for (rule, wanted) in subject.wanted() {
            check_made(&made, subject, rule, &wanted, report);
            check_missing(run, subject, rule, &wanted, report);
        }
    }
}

/// Holds every proposal of a rule against its trigger.
pub(super) fn check_triggers(proposals: &[&Proposal], subject: &Subject<'_>, report: &mut Report) {
    for (rule, wanted) in subject.wanted() {
        check_made(proposals, subject, rule, &wanted, report);
    }
}

/// Each proposal is one that the rule should make.
fn check_made(
    proposals: &[&Proposal],
    subject: &Subject<'_>,
    rule: SpecId,
    wanted: &[Wanted],
    report: &mut Report,
) {
    for proposal in proposals {
        let own = proposal.target.item_id == subject.item.item_id && proposal.rule == rule;
        if !own || proposal.engine != EngineName::PrescriptionRules {
            continue;
        }
        match wanted.iter().find(|wanted| wanted.set == proposal.target.set_id) {
            None => report.add(rule, Some(proposal.id), "the sessions do not satisfy the trigger".to_owned()),
            Some(wanted) if !wanted.allows(&proposal.changes) => {
                report.add(rule, Some(proposal.id), format!("other changes, expected{}", wanted.shown()));
            }
            Some(_) => {}
        }
    }
}

/// What the rule should make is proposed, kept for later or dropped with an entry.
fn check_missing(run: &Run, subject: &Subject<'_>, rule: SpecId, wanted: &[Wanted], report: &mut Report) {
    let item_id = subject.item.item_id;
    let deferred = run.deferred.iter().map(|deferred| &deferred.proposal);
    let made = run.proposals.iter().chain(deferred).map(|proposal| (proposal.rule, proposal.target));
    let dropped = run.dropped.iter().map(|dropped| (dropped.rule, dropped.target));
    let rows: Vec<_> =
        made.chain(dropped).filter(|(by, target)| *by == rule && target.item_id == item_id).collect();
    for wanted in wanted {
        if !rows.iter().any(|(_, target)| target.set_id == wanted.set) {
            let message = format!("{rule} on {item_id} is neither proposed nor dropped:{}", wanted.shown());
            report.add(SpecId::new("SG-1"), None, message);
        }
    }
    let fired = run.fired.iter().any(|fired| fired.item_id == item_id && fired.rule == rule);
    if fired && wanted.is_empty() {
        report.add(rule, None, format!("fired for {item_id} without its trigger"));
    }
}
