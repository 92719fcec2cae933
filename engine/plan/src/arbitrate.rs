//! Arbitration: which bundles of one trigger give way, whole, and why (AR-2..AR-4).

use std::{cmp::Reverse, collections::BTreeSet};

use domain::{
    change::{Direction, Field, FieldGroup},
    plan::ItemId,
    proposal::{EngineName, ProposalId},
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    bundle::{Bundle, Will},
    chain::{Facts, item},
    item::Item,
    owner::may_change,
};

/// A bundle that did not land, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dropped {
    /// The proposal behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalId>,
    /// The rule that made it.
    pub rule: SpecId,
    /// Why it did not land.
    pub reason: Reason,
}

impl Dropped {
    pub(crate) fn new(bundle: &Bundle, reason: Reason) -> Self {
        Self { proposal: bundle.proposal, rule: bundle.rule, reason }
    }
}

/// The bundles that may land, in the order in which they are applied, and those that may not.
///
/// The order of the input does not matter: bundles are sorted by rank first (AR-7).
pub fn arbitrate<I: Item>(bundles: Vec<Bundle>, plan: &[I], facts: &Facts) -> (Vec<Bundle>, Vec<Dropped>) {
    let mut bundles = bundles;
    bundles.sort_by_key(|bundle| {
        let model = bundle.engine == EngineName::Llm;
        (bundle.rank(facts), model, Reverse(bundle.size()), bundle.created_at, bundle.proposal)
    });
    let mut dropped = Vec::new();
    let bundles = sieve(bundles, &mut dropped, |bundle| veto(bundle, facts));
    let bundles = sieve(bundles, &mut dropped, |bundle| foreign(bundle, plan));
    let eased = loads(&bundles, facts, Direction::Easier);
    let bundles = sieve(bundles, &mut dropped, |bundle| beaten(bundle, facts, &eased, is_increase));
    let raised = loads(&bundles, facts, Direction::Harder);
    let bundles = sieve(bundles, &mut dropped, |bundle| beaten(bundle, facts, &raised, is_longer_rest));
    let mut taken = BTreeSet::new();
    let kept = sieve(bundles, &mut dropped, |bundle| {
        if let Some((_, field)) = bundle.keys().find(|key| taken.contains(key)) {
            let reason = Reason::new(ReasonCode::Property, SpecId::new("AR-3"));
            return Some(reason.fact("field", Fact::word("field", field)));
        }
        taken.extend(bundle.keys());
        None
    });
    (kept, dropped)
}

/// The bundles that nothing speaks against; the others are dropped with their reason.
fn sieve(
    bundles: Vec<Bundle>,
    dropped: &mut Vec<Dropped>,
    mut judge: impl FnMut(&Bundle) -> Option<Reason>,
) -> Vec<Bundle> {
    let mut kept = Vec::with_capacity(bundles.len());
    for bundle in bundles {
        match judge(&bundle) {
            Some(reason) => dropped.push(Dropped::new(&bundle, reason)),
            None => kept.push(bundle),
        }
    }
    kept
}

/// AR-3: nothing gets harder on an item that an active flag touches, unless a person sets it by hand.
fn veto(bundle: &Bundle, facts: &Facts) -> Option<Reason> {
    if bundle.will == Will::Manual || bundle.direction(facts) != Direction::Harder {
        return None;
    }
    let flag = bundle.items().into_iter().find_map(|item| facts.get(&item)?.veto)?;
    let reason = Reason::new(ReasonCode::FlagVeto, SpecId::new("AR-3"));
    Some(reason.fact("flag", Fact::word("flag", flag)))
}

/// AR-2: an engine changes only what it owns.
fn foreign<I: Item>(bundle: &Bundle, plan: &[I]) -> Option<Reason> {
    let not_owned = bundle.changes.iter().find(|change| {
        let item = item(plan, change.target.item_id);
        item.is_some_and(|item| !may_change(bundle, item.mode(), change.field))
    })?;
    let reason = Reason::new(ReasonCode::NotOwner, SpecId::new("AR-2"));
    let reason = reason.fact("engine", Fact::word("engine", bundle.engine));
    Some(reason.fact("field", Fact::word("field", not_owned.field)))
}

/// The items whose load some bundle changes in this direction.
fn loads(bundles: &[Bundle], facts: &Facts, direction: Direction) -> BTreeSet<ItemId> {
    let of_load = |bundle: &&Bundle| {
        let group = bundle.primary().map(|change| change.field.group());
        group == Some(FieldGroup::Load) && bundle.direction(facts) == direction
    };
    bundles.iter().filter(of_load).flat_map(Bundle::items).collect()
}

/// AR-4: a bundle that goes against the strategy of its item.
fn beaten(
    bundle: &Bundle,
    facts: &Facts,
    items: &BTreeSet<ItemId>,
    against: fn(&Bundle, &Facts) -> bool,
) -> Option<Reason> {
    let touched = bundle.items().iter().any(|item| items.contains(item));
    let beaten = bundle.will != Will::Manual && touched && against(bundle, facts);
    beaten.then(|| Reason::new(ReasonCode::Strategy, SpecId::new("AR-4")))
}

fn is_increase(bundle: &Bundle, facts: &Facts) -> bool {
    let field = bundle.primary().map(|change| change.field);
    let counted = matches!(field, Some(Field::Load | Field::Reps | Field::Seconds | Field::Meters));
    counted && bundle.direction(facts) == Direction::Harder
}

fn is_longer_rest(bundle: &Bundle, facts: &Facts) -> bool {
    let rest = bundle.primary().is_some_and(|change| change.field.group() == FieldGroup::Rest);
    rest && bundle.direction(facts) == Direction::Easier
}
