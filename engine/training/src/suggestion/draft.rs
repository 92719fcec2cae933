//! Drafts of a model: what it is told (AI-2, AI-3), what it may answer (AI-4), and what becomes of it (AI-5, AI-6).
//!
//! A model cannot reach a plan. Each wish is held against the bounds of the table below; what passes becomes a proposal
//! that asks, and goes with those of the rules through deduplication and conflicts. It has no word for consent, flags,
//! overrides, levels or structure.

pub mod answer;
pub mod ask;

use domain::{
    change::{Change, Field, FieldGroup, Target, Value},
    grid::{Grid, Tie},
    plan::{PlanItem, ProgressionMode},
    prescription::{RepMode, RestMode, SetPrescription},
    proposal::{Consent, Draft, EngineName, Occasion, Proposal, ProposalKind},
    quantity::{Grams, Hundredths, MassUnit},
    reason::{Reason, ReasonCode},
    session::ExercisePerformance,
    spec::SpecId,
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::RULE_VERSION;
use answer::{ChangeType, Wish, hundredths, is_plain};

/// The rule behind every draft.
const RULE: SpecId = SpecId::new("AI-5");

/// Wishes that are read, in order.
const MOST_WISHES: usize = 5;

/// The confidence of every draft.
const CONFIDENCE: u8 = 50;

/// The heaviest load of a plan (PV-4).
const HEAVIEST: Grams = Grams(1_000_000);

vocabulary! {
    /// Why a wish was dropped.
    pub enum DropCode: "drop code" {
        TooMany = "too_many",
        BadTarget = "bad_target",
        NotOwner = "not_owner",
        BadValue = "bad_value",
        BadDirection = "bad_direction",
        OutOfBounds = "out_of_bounds",
        NoOp = "no_op",
    }
}

/// A wish that came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DroppedWish {
    /// Its place in the answer, from 0.
    pub place: usize,
    /// What it wished for.
    pub change_type: ChangeType,
    /// Why it was dropped.
    pub code: DropCode,
}

/// What becomes of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drafted {
    /// Within all bounds, to be asked.
    pub proposals: Vec<Proposal>,
    /// The others.
    pub dropped: Vec<DroppedWish>,
}

/// How far the load of a set may go.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<'a> {
    /// The loads that can be put together; none where any will do.
    pub grid: Option<&'a Grid>,
    /// The increment at the set's load (SG-7).
    pub increment: Hundredths,
    /// The athlete's unit, in which the model answers.
    pub unit: MassUnit,
}

/// What a model was asked about.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The item as it is now.
    pub item: &'a PlanItem,
    /// The performance that the model saw.
    pub performance: &'a ExercisePerformance,
    /// Whether more load is easier (SG-13).
    pub assistance: bool,
    /// The bounds of a set of the item.
    pub bounds: &'a dyn Fn(&SetPrescription) -> Bounds<'a>,
}

/// Turns the wishes of a model into proposals, and names why each other one was dropped.
pub fn draft(wishes: &[Wish], subject: &Subject<'_>, occasion: &Occasion) -> Drafted {
    let mut drafted = Drafted::default();
    for (place, wish) in wishes.iter().enumerate() {
        let change = if place < MOST_WISHES { subject.change(wish) } else { Err(DropCode::TooMany) };
        match change {
            Ok(change) => drafted.proposals.push(occasion.proposal(subject.draft(change, wish))),
            Err(code) => drafted.dropped.push(DroppedWish { place, change_type: wish.change_type, code }),
        }
    }
    drafted
}

/// The way a wish names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

/// The field that a wish is about, and the way it shall go; a mode goes neither up nor down.
const fn parts(change_type: ChangeType) -> (Field, Option<Way>) {
    match change_type {
        ChangeType::LoadUp => (Field::Load, Some(Way::Up)),
        ChangeType::LoadDown => (Field::Load, Some(Way::Down)),
        ChangeType::RepsUp => (Field::Reps, Some(Way::Up)),
        ChangeType::RepsDown => (Field::Reps, Some(Way::Down)),
        ChangeType::RestUp => (Field::Rest, Some(Way::Up)),
        ChangeType::RestDown => (Field::Rest, Some(Way::Down)),
        ChangeType::RestAllUp => (Field::RestAll, Some(Way::Up)),
        ChangeType::RestAllDown => (Field::RestAll, Some(Way::Down)),
        ChangeType::RepMode => (Field::RepMode, None),
    }
}

/// Whether a model may touch the field in an item of this mode: the groups of AR-2 that are not closed to it.
fn may_change(mode: ProgressionMode, field: Field) -> bool {
    match (field.group(), mode) {
        (_, ProgressionMode::Fixed) => false,
        (FieldGroup::Load, mode) => mode == ProgressionMode::Load,
        (FieldGroup::RepPolicy, mode) => mode != ProgressionMode::Ladder,
        _ => true,
    }
}

impl Subject<'_> {
    /// The table of AI-5, check by check.
    fn change(&self, wish: &Wish) -> Result<Change, DropCode> {
        let (field, way) = parts(wish.change_type);
        let of_item = matches!(field, Field::RestAll | Field::RepMode);
        let place = usize::try_from(wish.target_set_index).ok();
        let set = place.and_then(|place| self.item.prescription.sets.get(place)).filter(|_| !of_item);
        if set.is_none() && !of_item {
            return Err(DropCode::BadTarget);
        }
        if !may_change(self.item.progression_mode, field) {
            return Err(DropCode::NotOwner);
        }
        let target = Target { item_id: self.item.item_id, set_id: set.map(|set| set.set_id) };
        let Some(way) = way else {
            return Ok(Change { target, field, old: self.rep_mode()?, new: rep_mode(wish)? });
        };
        let rests_alike = self.item.prescription.rest_policy.mode == RestMode::AllSame;
        match field {
            Field::RestAll if !rests_alike => return Err(DropCode::BadTarget),
            Field::Rest if rests_alike => return Err(DropCode::BadTarget),
            _ => (),
        }
        // A set without load has none to change, one that is timed no reps.
        let Some(Value::Number(old)) = self.item.value(target.set_id, field) else {
            return Err(DropCode::BadTarget);
        };
        let wanted = hundredths(&wish.new_value).ok_or(DropCode::OutOfBounds)?;
        let new = match (field, set) {
            (Field::Load, Some(set)) => load(Grams(old), wanted, way, (self.bounds)(set))?.0,
            (Field::Reps, _) => whole(old, wanted, way, 1, 50)?,
            _ => whole(old, wanted, way, 15, 600)?,
        };
        if new == old {
            return Err(DropCode::NoOp);
        }
        Ok(Change { target, field, old: old.into(), new: new.into() })
    }

    /// The rep mode to be changed; only one that nobody has set may be.
    fn rep_mode(&self) -> Result<Value, DropCode> {
        match self.item.prescription.rep_policy.mode {
            unset @ RepMode::NotSet => Ok(unset.as_str().into()),
            RepMode::Target | RepMode::Range | RepMode::UntilFailure => Err(DropCode::BadValue),
        }
    }

    fn draft(&self, change: Change, wish: &Wish) -> Draft {
        // A text that is not plain is replaced by its code.
        let text = if is_plain(&wish.reasoning) { wish.reasoning.as_str() } else { ReasonCode::Llm.as_str() };
        let set = change.target.set_id.and_then(|id| self.item.set(id));
        let step = set.filter(|_| change.field == Field::Load).map(|set| {
            let Bounds { increment, unit, .. } = (self.bounds)(set);
            Grams::from_display(increment, unit)
        });
        Draft {
            target: change.target,
            kind: ProposalKind::PrescriptionChange,
            engine: EngineName::Llm,
            rule: RULE,
            rule_version: RULE_VERSION,
            changes: vec![change],
            alternatives: vec![],
            reason: Reason::new(ReasonCode::Llm, RULE).fact("text", text),
            evidence: vec![self.performance.id.uuid()],
            confidence: CONFIDENCE,
            consent: Consent::Ask,
            step_g: step,
            assistance: self.assistance,
        }
    }
}

/// The mode with the code that the model names: 1, 2 or 3.
fn rep_mode(wish: &Wish) -> Result<Value, DropCode> {
    let mode = match hundredths(&wish.new_value) {
        Some(Hundredths(100)) => RepMode::Target,
        Some(Hundredths(200)) => RepMode::Range,
        Some(Hundredths(300)) => RepMode::UntilFailure,
        _ => return Err(DropCode::BadValue),
    };
    Ok(mode.as_str().into())
}

/// A load on the grid, at most a tenth of the old load or two increments away from it.
fn load(old: Grams, wanted: Hundredths, way: Way, bounds: Bounds<'_>) -> Result<Grams, DropCode> {
    let shown = old.display(bounds.unit);
    check_way(shown, wanted, way)?;
    let tie = match way {
        Way::Up => Tie::Up,
        Way::Down => Tie::Down,
    };
    let wanted = Grams::from_display(wanted, bounds.unit);
    let new = bounds.grid.map_or(wanted, |grid| grid.nearest(wanted, tie));
    let distance = (new.display(bounds.unit).0 - shown.0).abs();
    let is_near = 10 * distance <= shown.0 || distance <= 2 * bounds.increment.0;
    if new < Grams::ZERO || new > HEAVIEST || !is_near {
        return Err(DropCode::OutOfBounds);
    }
    Ok(new)
}

/// A whole number between `low` and `high`.
fn whole(old: i64, wanted: Hundredths, way: Way, low: i64, high: i64) -> Result<i64, DropCode> {
    check_way(Hundredths::whole(old), wanted, way)?;
    let is_whole = wanted.0 % 100 == 0;
    let new = wanted.0 / 100;
    if is_whole && low <= new && new <= high { Ok(new) } else { Err(DropCode::OutOfBounds) }
}

fn check_way(old: Hundredths, wanted: Hundredths, way: Way) -> Result<(), DropCode> {
    let holds = match way {
        Way::Up => wanted > old,
        Way::Down => wanted < old,
    };
    if holds { Ok(()) } else { Err(DropCode::BadDirection) }
}
