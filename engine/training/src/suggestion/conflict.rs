//! Conflicts among the proposals of one run, settled in whole bundles (SX-1..SX-3).

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use domain::{
    change::{self, Direction, Field, FieldGroup, Target, Value},
    plan::ItemId,
    proposal::{EngineName, Proposal, ProposalId, ProposalKind},
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
};

use super::{
    rules::RULES,
    settle::{Dropped, Ledger, Settled},
};

/// Adds what stands to `settled.proposals` and the rest to `settled.dropped`.
pub(super) fn resolve(proposals: Vec<Proposal>, ledger: &Ledger<'_>, settled: &mut Settled) {
    let mut by_item: BTreeMap<ItemId, Vec<Proposal>> = BTreeMap::new();
    for proposal in proposals {
        by_item.entry(proposal.target.item_id).or_default().push(proposal);
    }
    for bundles in by_item.into_values() {
        let bundles = settle_strategy(bundles, ledger, &mut settled.dropped);
        let bundles = settle_rest(bundles, &mut settled.dropped);
        settled.proposals.extend(settle_property(bundles, ledger, &mut settled.dropped));
    }
}

/// SX-1: a load decrease rules out asking for more; a load increase rules out more rest.
fn settle_strategy(
    mut bundles: Vec<Proposal>,
    ledger: &Ledger<'_>,
    dropped: &mut Vec<Dropped>,
) -> Vec<Proposal> {
    let raises = |bundle: &Proposal| {
        // The exercise without help is the last step of an increase (SG-13).
        ledger.has(bundle, Field::Load, Direction::Harder) || bundle.kind == ProposalKind::StructureChange
    };
    let primary = |bundle: &Proposal| {
        change::primary(&bundle.changes).map(|change| (change.field, ledger.direction(change)))
    };
    let more_reps = |bundle: &Proposal| primary(bundle) == Some((Field::Reps, Direction::Harder));
    let more_rest = |bundle: &Proposal| {
        matches!(primary(bundle), Some((Field::Rest | Field::RestAll, Direction::Easier)))
    };
    let reason = Reason::new(ReasonCode::Strategy, SpecId::new("SX-1"));
    if bundles.iter().any(|bundle| ledger.has(bundle, Field::Load, Direction::Easier)) {
        bundles = without(bundles, |bundle| raises(bundle) || more_reps(bundle), &reason, dropped);
    }
    if bundles.iter().any(|bundle| ledger.has(bundle, Field::Load, Direction::Harder)) {
        bundles = without(bundles, more_rest, &reason, dropped);
    }
    bundles
}

/// SX-2: the way to count rest rules out its length, and one rest for all rules out rests of single sets.
fn settle_rest(mut bundles: Vec<Proposal>, dropped: &mut Vec<Dropped>) -> Vec<Proposal> {
    let reason = Reason::new(ReasonCode::Property, SpecId::new("SX-2"));
    for (wider, narrower) in [(Field::RestMode, Field::RestAll), (Field::RestAll, Field::Rest)] {
        let holds =
            |bundle: &Proposal, field: Field| bundle.changes.iter().any(|change| change.field == field);
        if bundles.iter().any(|bundle| holds(bundle, wider)) {
            bundles = without(bundles, |bundle| holds(bundle, narrower), &reason, dropped);
        }
    }
    bundles
}

/// SX-3: each field of a target is changed once, by the bundle that ranks first.
fn settle_property(
    mut bundles: Vec<Proposal>,
    ledger: &Ledger<'_>,
    dropped: &mut Vec<Dropped>,
) -> Vec<Proposal> {
    bundles.sort_by_cached_key(|bundle| rank(bundle, ledger));
    let mut taken: BTreeSet<(Target, Field)> = BTreeSet::new();
    let reason = Reason::new(ReasonCode::Property, SpecId::new("SX-3"));
    let mut kept = Vec::new();
    for bundle in bundles {
        let keys: Vec<_> = bundle.changes.iter().map(|change| (change.target, change.field)).collect();
        if keys.iter().any(|key| taken.contains(key)) {
            dropped.push(Dropped::new(bundle, reason.clone()));
        } else {
            taken.extend(keys);
            kept.push(bundle);
        }
    }
    kept
}

type Rank = (u8, bool, Reverse<u64>, usize, Instant, ProposalId);

fn rank(bundle: &Proposal, ledger: &Ledger<'_>) -> Rank {
    let primary = change::primary(&bundle.changes);
    let eases = primary.is_some_and(|change| ledger.direction(change) == Direction::Easier);
    let field = primary.map(|change| change.field);
    let priority = match field.map(Field::group) {
        Some(FieldGroup::Load) if eases => 1,
        Some(FieldGroup::Volume) if field == Some(Field::SetCount) => 4,
        Some(FieldGroup::Load | FieldGroup::Volume) => 2,
        Some(FieldGroup::SetType | FieldGroup::RepPolicy) => 3,
        Some(FieldGroup::Rest) => 5,
        _ => 6,
    };
    let size = primary.map_or(0, |change| match (&change.old, &change.new) {
        (Value::Number(old), Value::Number(new)) => old.abs_diff(*new),
        _ => 0,
    });
    let place = RULES.iter().position(|rule| rule.spec == bundle.rule).unwrap_or(RULES.len());
    let is_model = bundle.engine == EngineName::Llm;
    (priority, is_model, Reverse(size), place, bundle.created_at, bundle.id)
}

fn without(
    bundles: Vec<Proposal>,
    is_ruled_out: impl Fn(&Proposal) -> bool,
    reason: &Reason,
    dropped: &mut Vec<Dropped>,
) -> Vec<Proposal> {
    let (out, kept): (Vec<_>, Vec<_>) = bundles.into_iter().partition(is_ruled_out);
    dropped.extend(out.into_iter().map(|bundle| Dropped::new(bundle, reason.clone())));
    kept
}
