//! A run: the rules over all items of a finished session, and the report of what fired, what was dropped and why
//! nothing happened (SG-1).

use std::collections::BTreeSet;

use domain::{
    change::{self, Direction, Target},
    exercise::Exercise,
    law::{Check, Valid},
    plan::{ItemId, PlanItem, ProgressionMode},
    proposal::{ConsentSubject, Draft, EngineName, Occasion, Proposal, ProposalKind},
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    wellbeing::Flag,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    RULE_VERSION,
    context::ItemContext,
    display,
    guard::{Guard, Miss, veto},
    input::{ItemInput, SuggestInput},
    rules::{Bundle, Firing, RULES, Rule},
    settle::{Closed, Deferred, Dropped, Ledger, settle},
};
use crate::{
    catalog::Catalog,
    load::{Sense, iron::Iron},
    request::Refusal,
};

/// A rule that fired for an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fired {
    /// The item.
    pub item_id: ItemId,
    /// The rule.
    pub rule: SpecId,
}

/// What became of one rule on one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explained {
    /// The item.
    pub item_id: ItemId,
    /// The rule; SG-1 when none was asked.
    pub rule: SpecId,
    /// The first guard that failed; none when it fired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed: Option<Miss>,
}

/// What the rules say, before it is settled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Candidates {
    /// What they would propose.
    pub proposals: Vec<Proposal>,
    /// Which fired.
    pub fired: Vec<Fired>,
    /// What cannot be proposed whatever else is.
    pub dropped: Vec<Dropped>,
    /// What became of every rule.
    pub explained: Vec<Explained>,
}

/// The suggestions of one finished session (SG-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[must_use]
pub struct Run {
    /// The version of the rules.
    pub rule_version: String,
    /// To be asked, or applied where consent says so; in display order (SL-10).
    pub proposals: Vec<Proposal>,
    /// Kept for later because of a person's own edit (SD-4).
    pub deferred: Vec<Deferred>,
    /// Older proposals that give way.
    pub superseded: Vec<Closed>,
    /// Candidates that are not proposed, each with the reason.
    pub dropped: Vec<Dropped>,
    /// The rules that fired.
    pub fired: Vec<Fired>,
    /// For each item and rule, whether it fired or what it missed.
    pub explained: Vec<Explained>,
}

/// Asks the rules; everything that is wrong with the input is reported at once.
pub fn propose(input: &SuggestInput, catalog: &Catalog) -> Result<Candidates, Refusal> {
    let mut check = Check::default();
    input.check_with(catalog, &mut check);
    check.finish()?;
    let mut candidates = Candidates::default();
    let Some(plan_id) = input.plan_id else { return Ok(candidates) };
    let desk = Desk { input, catalog, iron: &iron(input), occasion: input.occasion(plan_id) };
    for item in in_plan_order(input) {
        if let Some(exercise) = catalog.get(&item.item.exercise_key) {
            desk.ask(item, exercise, &mut candidates);
        }
    }
    Ok(candidates)
}

pub(super) fn iron(input: &SuggestInput) -> Iron {
    let inventory = input.inventory.clone().and_then(|inventory| Valid::new(inventory).ok());
    Iron::new(input.unit, inventory.as_ref(), &input.equipment)
}

/// The items of a session as the plan has them.
pub fn in_plan_order(input: &SuggestInput) -> Vec<&ItemInput> {
    let mut items: Vec<_> = input.items.iter().collect();
    items.sort_by_key(|item| display::plan_order(&item.item));
    items
}

impl Candidates {
    /// Settles what the rules and a model say together (AI-6, SD, SX).
    pub fn settle(self, drafts: Vec<Proposal>, input: &SuggestInput, catalog: &Catalog) -> Run {
        let items = in_plan_order(input);
        let ledger = ledger(input, catalog);
        let (drafts, vetoed) = without_vetoed(drafts, &ledger, input, catalog);
        let all = self.proposals.into_iter().chain(drafts).collect();
        let mut settled = settle(all, &ledger);
        let items: Vec<&PlanItem> = items.iter().map(|item| &item.item).collect();
        display::sort(&mut settled.proposals, &items);
        Run {
            rule_version: RULE_VERSION.to_owned(),
            proposals: settled.proposals,
            deferred: settled.deferred,
            superseded: settled.superseded,
            dropped: self.dropped.into_iter().chain(vetoed).chain(settled.dropped).collect(),
            fired: self.fired,
            explained: self.explained,
        }
    }
}

/// What candidates of a run are held against.
pub(super) fn ledger<'a>(input: &'a SuggestInput, catalog: &Catalog) -> Ledger<'a> {
    let is_assisted = |item: &&ItemInput| {
        let exercise = catalog.get(&item.item.exercise_key);
        exercise.is_some_and(|exercise| Sense::of(exercise) == Sense::Assistance)
    };
    let id = |item: &ItemInput| item.item.item_id;
    Ledger {
        now: input.now,
        stored: &input.stored,
        edits: &input.edits,
        limits: input.limits,
        assisted: input.items.iter().filter(is_assisted).map(id).collect(),
        items: input.items.iter().map(id).collect::<BTreeSet<_>>(),
        corrected: input.is_correction.then(|| input.session_id.to_string()),
    }
}

/// Drafts that may be proposed, and those that a flag forbids.
pub(super) fn without_vetoed(
    drafts: Vec<Proposal>,
    ledger: &Ledger<'_>,
    input: &SuggestInput,
    catalog: &Catalog,
) -> (Vec<Proposal>, Vec<Dropped>) {
    let (vetoed, free): (Vec<_>, Vec<_>) = drafts.into_iter().partition(|draft| {
        let harder = change::primary(&draft.changes).map(|change| ledger.direction(change));
        harder == Some(Direction::Harder) && flag_on(draft, input, catalog).is_some()
    });
    let drop = |draft: Proposal| {
        let mut reason = Reason::new(ReasonCode::FlagVeto, SpecId::new("AR-3"));
        if let Some(flag) = flag_on(&draft, input, catalog) {
            reason = reason.fact("flag", Fact::word("flag", flag.kind));
        }
        Dropped::new(draft, reason)
    };
    (free, vetoed.into_iter().map(drop).collect())
}

/// The flag that forbids a model's wish for more (AR-3); rules ask it themselves (SG-15).
fn flag_on<'a>(draft: &Proposal, input: &'a SuggestInput, catalog: &Catalog) -> Option<&'a Flag> {
    let item = input.items.iter().find(|item| item.item.item_id == draft.target.item_id)?;
    veto(&input.flags, catalog.get(&item.item.exercise_key)?, input.now)
}

/// What is the same for all items of a run.
struct Desk<'a> {
    input: &'a SuggestInput,
    catalog: &'a Catalog,
    iron: &'a Iron,
    occasion: Occasion,
}

impl Desk<'_> {
    fn ask(&self, item: &ItemInput, exercise: &Exercise, candidates: &mut Candidates) {
        let item_id = item.item.item_id;
        let mut ctx = match self.context(item, exercise) {
            Ok(ctx) => ctx,
            Err(guard) => {
                let missed = Some(Miss::new(guard));
                return candidates.explained.push(Explained { item_id, rule: SpecId::new("SG-1"), missed });
            }
        };
        for rule in RULES {
            let firing = match ask_rule(rule, &ctx) {
                Ok(firing) => firing,
                Err(miss) => {
                    let missed = Some(miss);
                    candidates.explained.push(Explained { item_id, rule: rule.spec, missed });
                    continue;
                }
            };
            candidates.explained.push(Explained { item_id, rule: rule.spec, missed: None });
            candidates.fired.push(Fired { item_id, rule: rule.spec });
            for set_id in firing.stuck {
                let reason = Reason::new(ReasonCode::NoGridStep, SpecId::new("SG-8"));
                let target = Target { item_id, set_id: Some(set_id) };
                candidates.dropped.push(Dropped { rule: rule.spec, target, changes: vec![], reason });
            }
            for bundle in firing.bundles {
                self.file(rule, &ctx, &bundle, candidates);
                ctx.made.push((rule.spec, bundle));
            }
        }
    }

    /// What the rules may ask of an item, or why they are not asked.
    fn context<'a>(&'a self, item: &'a ItemInput, exercise: &'a Exercise) -> Result<ItemContext<'a>, Guard> {
        if item.switched_off {
            return Err(Guard::SwitchedOff);
        }
        if item.item.progression_mode == ProgressionMode::Fixed {
            return Err(Guard::Mode);
        }
        let context = ItemContext::new(item, self.input, exercise, self.catalog, self.iron);
        context.ok_or(Guard::NotDone)
    }

    /// Makes a proposal of a bundle, unless its family is silent or the athlete wants none of its kind.
    fn file(&self, rule: &Rule, ctx: &ItemContext<'_>, bundle: &Bundle, candidates: &mut Candidates) {
        let assistance = Sense::of(ctx.exercise) == Sense::Assistance;
        let primary = change::primary(&bundle.changes);
        let direction = primary.map_or(Direction::Neutral, |change| change.direction(assistance));
        let consent = self.input.consent.consent(subject(bundle), direction);
        let target = Target { item_id: ctx.item.item_id, set_id: bundle.set };
        let refused = if let Some(until) = ctx.recent.silent_until(bundle.family) {
            Some(Reason::new(ReasonCode::Silenced, SpecId::new("OU-10")).fact("until", Fact::from(until)))
        } else {
            consent.is_none().then(|| Reason::new(ReasonCode::SwitchedOff, SpecId::new("PR-6")))
        };
        let changes = bundle.changes.clone();
        match (refused, consent) {
            (Some(reason), _) => {
                candidates.dropped.push(Dropped { rule: rule.spec, target, changes, reason });
            }
            (None, Some(consent)) => candidates.proposals.push(self.occasion.proposal(Draft {
                target,
                kind: bundle.kind,
                engine: EngineName::PrescriptionRules,
                rule: rule.spec,
                rule_version: RULE_VERSION,
                changes,
                alternatives: vec![],
                reason: bundle.reason.clone(),
                evidence: bundle.evidence.iter().map(|id| id.uuid()).collect(),
                confidence: rule.confidence,
                consent,
                step_g: bundle.step_g,
                assistance,
            })),
            (None, None) => (),
        }
    }
}

/// What a rule says, if it may speak for items of this mode (AR-2).
fn ask_rule(rule: &Rule, ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    let mode = ctx.item.progression_mode;
    if !rule.modes.contains(&mode) {
        return Err(Miss::new(Guard::Mode).fact("mode", Fact::word("mode", mode)));
    }
    (rule.check)(ctx)
}

/// The row of PR-6 that decides about consent.
fn subject(bundle: &Bundle) -> ConsentSubject {
    match (bundle.kind, bundle.reason.code) {
        (ProposalKind::StructureChange, _) => ConsentSubject::StructureChange,
        (_, ReasonCode::FirstLoad) => ConsentSubject::FirstLoad,
        _ => ConsentSubject::PrescriptionChange,
    }
}

/// The answer to [the example input](super::input::EXAMPLE).
pub const EXAMPLE: &str = include_str!("../../examples/suggest-run.json");
