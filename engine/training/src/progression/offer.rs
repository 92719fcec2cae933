//! Offers beside a decision: the athlete may choose them, nothing happens by itself (P-8, P-17, P-26, P-27,
//! P-29).

use domain::{
    change::Change,
    ladder::{Ladder, LadderKey},
    plan::PlanItem,
    spec::SpecId,
    vocabulary::vocabulary,
};

use super::{
    auxiliary,
    bundle::Goal,
    case::{Case, Rung},
    easier::Stand,
    step,
};

vocabulary! {
    /// What may be offered beside a decision.
    pub enum OfferKind: "offer" {
        /// P-26: repeat, or try the next level.
        NextLevel = "next_level",
        /// P-8: the ladder below, from its lowest level.
        EasierLadder = "easier_ladder",
        /// P-27: an easier variation.
        EasierVariation = "easier_variation",
        /// P-29: the level below, after a break.
        PreviousLevel = "previous_level",
        /// P-8: the ladder above, at the top.
        HarderLadder = "harder_ladder",
        /// P-17: an exercise that helps technique.
        Auxiliary = "auxiliary",
    }
}

impl OfferKind {
    /// The rule that makes it.
    pub(super) fn spec(self) -> SpecId {
        match self {
            Self::NextLevel => SpecId::new("P-26"),
            Self::EasierVariation => SpecId::new("P-27"),
            Self::PreviousLevel => SpecId::new("P-29"),
            Self::Auxiliary => SpecId::new("P-17"),
            Self::EasierLadder | Self::HarderLadder => SpecId::new("P-8"),
        }
    }
}

/// An offer and where it leads.
#[derive(Debug, Clone)]
pub(super) struct Offered {
    pub(super) kind: OfferKind,
    pub(super) goal: Goal,
}

/// The offers that are possible with what they would change, each change once. They start from the item as the
/// decision leaves it, so that they are not stale as soon as it has landed.
pub(super) fn offers(
    case: &Case<'_>,
    mut kinds: Vec<OfferKind>,
    item: &PlanItem,
) -> Vec<(Offered, Vec<Change>)> {
    let mut offers: Vec<(Offered, Vec<Change>)> = Vec::new();
    kinds.sort_unstable();
    for kind in kinds {
        let offer = match kind {
            OfferKind::Auxiliary => auxiliary::offer(case).map(|(goal, change)| (goal, vec![change])),
            _ => goal(case, kind, item).map(|goal| {
                let changes = goal.bundle(item, &case.input.trace_id).changes;
                (goal, changes)
            }),
        };
        let Some((goal, changes)) = offer else { continue };
        if !changes.is_empty() && !offers.iter().any(|(_, earlier)| *earlier == changes) {
            offers.push((Offered { kind, goal }, changes));
        }
    }
    offers
}

fn goal(case: &Case<'_>, kind: OfferKind, item: &PlanItem) -> Option<Goal> {
    match kind {
        OfferKind::NextLevel => {
            let goal = step::next(case)?.goal;
            let needed = &case.catalog.get(&goal.variation)?.equipment;
            case.input.at_hand().allows(needed).then_some(goal)
        }
        OfferKind::Auxiliary => None,
        OfferKind::EasierVariation => Stand::of(case).easier_variation(item),
        OfferKind::PreviousLevel => Stand::of(case).previous_level(),
        OfferKind::EasierLadder => {
            let ladder = ladder(case, case.rung?.ladder.easier_ladder.as_ref())?;
            let top = u32::try_from(ladder.levels.len()).ok()?;
            Some(Goal::level(Rung::new(ladder, top)?))
        }
        OfferKind::HarderLadder => {
            let ladder = ladder(case, case.rung?.ladder.harder_ladder.as_ref())?;
            Some(Goal::level(Rung::new(ladder, 1)?))
        }
    }
}

fn ladder<'a>(case: &Case<'a>, key: Option<&LadderKey>) -> Option<&'a Ladder> {
    Some(case.catalog.ladder(key?)?)
}
