//! The order in which suggestions are shown, and the cards in which they are answered (SL-10).

use domain::{
    change::{self, Field, FieldGroup},
    id::Id,
    plan::{ItemId, PlanItem, SlotTime},
    proposal::{Proposal, ProposalGroup, ProposalId},
    reason::Reason,
    time::LocalDate,
};
use schemars::JsonSchema;
use serde::Serialize;

/// Suggestions that are shown and answered as one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Card<'a> {
    /// The trigger, the item and the rule.
    pub group_id: Id<ProposalGroup>,
    /// The item.
    pub item_id: ItemId,
    /// Why, each reason once.
    #[schemars(with = "Vec<Reason>")]
    pub reasons: Vec<&'a Reason>,
    /// What would change, in display order.
    #[schemars(with = "Vec<Proposal>")]
    pub proposals: Vec<&'a Proposal>,
}

/// Sorts by item in plan order, then sets by index, then the item as a whole.
pub fn sort(proposals: &mut [Proposal], items: &[&PlanItem]) {
    proposals.sort_by_cached_key(|proposal| place(proposal, items));
}

/// The cards of sorted proposals, in the order of their first members.
pub fn cards(proposals: &[Proposal]) -> Vec<Card<'_>> {
    let mut cards: Vec<Card<'_>> = Vec::new();
    for proposal in proposals {
        let known = cards.iter().position(|card| card.group_id == proposal.group_id);
        let card = known.unwrap_or_else(|| {
            let (group_id, item_id) = (proposal.group_id, proposal.target.item_id);
            cards.push(Card { group_id, item_id, reasons: vec![], proposals: vec![] });
            cards.len() - 1
        });
        let card = &mut cards[card];
        if !card.reasons.contains(&&proposal.reason) {
            card.reasons.push(&proposal.reason);
        }
        card.proposals.push(proposal);
    }
    cards
}

/// So many characters of its id name a card at least.
const MARK: usize = 4;

impl Card<'_> {
    /// What a person types for this card: the beginning of its id, as long as no other of these cards begins so. It
    /// stays what it is while others are answered.
    pub fn mark(&self, among: &[Card<'_>]) -> String {
        let id = self.group_id.to_string();
        let others = among.iter().filter(|other| other.group_id != self.group_id);
        let common = others.map(|other| {
            let other = other.group_id.to_string();
            id.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
        });
        let length = common.max().map_or(MARK, |common| MARK.max(common + 1));
        id.chars().take(length).collect()
    }

    /// Whether a word that somebody typed is the beginning of its id, and long enough to be meant as such.
    pub fn is_marked(&self, word: &str) -> bool {
        word.len() >= MARK && self.group_id.to_string().starts_with(&word.to_lowercase())
    }

    /// What an answer to it is about: those that wait; all of them if none does, so that they say what became of them.
    pub fn answered(&self) -> Vec<ProposalId> {
        let waits = self.proposals.iter().any(|one| one.state.is_open());
        let meant = self.proposals.iter().filter(|one| !waits || one.state.is_open());
        meant.map(|one| one.id).collect()
    }
}

/// The order of items in a plan: slot by slot, then as ordered there.
pub fn plan_order(item: &PlanItem) -> (Option<u8>, Option<LocalDate>, SlotTime, u32, ItemId) {
    (item.slot_weekday, item.slot_date, item.slot_time, item.order, item.item_id)
}

/// Where a proposal is shown: the item in the plan, the set in the item, the kind of change; then as they were made.
pub type Place = (usize, usize, u8, Field, domain::time::Instant, ProposalId);

/// Where a proposal is shown among those of these items.
pub fn place(proposal: &Proposal, items: &[&PlanItem]) -> Place {
    let item = items.iter().position(|item| item.item_id == proposal.target.item_id);
    let set = proposal.target.set_id.and_then(|set| {
        let sets = &items.get(item?)?.prescription.sets;
        sets.iter().position(|planned| planned.set_id == set)
    });
    let field = change::primary(&proposal.changes).map_or(Field::Exercise, |change| change.field);
    let kind = match (proposal.target.set_id.is_some(), field.group()) {
        (true, FieldGroup::Load) | (false, FieldGroup::RepPolicy) => 0,
        (true, FieldGroup::Volume) => 1,
        (false, FieldGroup::Rest) if field == Field::RestMode => 1,
        (_, FieldGroup::Rest) => 2,
        (true, FieldGroup::SetType) => 3,
        _ => 4,
    };
    let last = usize::MAX;
    (item.unwrap_or(last), set.unwrap_or(last), kind, field, proposal.created_at, proposal.id)
}
