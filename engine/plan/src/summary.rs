//! What a version did, in words that people are told once and can undo (PV-9, PR-11).

use domain::{
    change::{Change, Direction, Field, FieldGroup, Value},
    plan::{ChangeCode, ItemId, PlanVersion, RowEvent, SummaryLine},
    proposal::ProposalKind,
    reason::{Reason, ReasonCode},
};

use crate::{
    bundle::{Bundle, Will, direction},
    chain::{Chain, Facts, item},
    item::Item,
};

/// What kind of row a bundle makes (PV-6).
pub(crate) fn event_of(bundle: &Bundle) -> RowEvent {
    let structural = bundle.changes.iter().all(|change| change.field.group() == FieldGroup::Structure);
    match bundle.will {
        _ if structural => RowEvent::Structure,
        _ if bundle.reason.code == ReasonCode::Compromise => RowEvent::Compromise,
        Will::Manual => RowEvent::ManualOverride,
        Will::Accepted => RowEvent::AcceptedProposal,
        Will::Automatic => RowEvent::AutoAdjustment,
    }
}

/// What a bundle did to one item: the ladder's key for ladder items, else the exercise's (PV-9).
pub(crate) fn line<I: Item>(
    bundle: &Bundle,
    id: ItemId,
    after: &[I],
    before: &[I],
    facts: &Facts,
) -> SummaryLine {
    let shown = item(after, id).or_else(|| item(before, id));
    let exercise = shown.map_or_else(|| id.to_string(), Item::name);
    SummaryLine { exercise, change: code(bundle, id, facts), reason: bundle.reason.code }
}

fn code(bundle: &Bundle, id: ItemId, facts: &Facts) -> ChangeCode {
    let mine = bundle.changes.iter().filter(|change| change.target.item_id == id);
    let Some(primary) = mine.min_by_key(|change| change.field) else { return ChangeCode::Manual };
    let harder = direction(primary, facts) != Direction::Easier;
    let by = |up, down| if harder { up } else { down };
    match (bundle.kind, primary.field) {
        (ProposalKind::Conflict, _) if bundle.reason.code == ReasonCode::Compromise => ChangeCode::Compromise,
        (ProposalKind::LevelChange, Field::Level | Field::Ladder) => {
            by(ChangeCode::Advance, ChangeCode::Regress)
        }
        (ProposalKind::LevelChange, _) if bundle.reason.code == ReasonCode::Restoring => ChangeCode::Restore,
        (ProposalKind::LevelChange, _) => by(ChangeCode::Advance, ChangeCode::Regress),
        (ProposalKind::RangeChange, _) => by(ChangeCode::AdvanceRange, ChangeCode::RegressRange),
        _ => field_code(primary, harder, bundle.will),
    }
}

fn field_code(primary: &Change, harder: bool, will: Will) -> ChangeCode {
    let by = |up, down| if harder { up } else { down };
    match primary.field {
        Field::Exercise => match (&primary.old, &primary.new) {
            (Value::Nothing, _) => ChangeCode::ExerciseAdded,
            (_, Value::Nothing) => ChangeCode::ExerciseRemoved,
            _ => ChangeCode::ExerciseReplaced,
        },
        Field::SlotWeekday | Field::SlotDate | Field::SlotTime | Field::Order => ChangeCode::Moved,
        _ if will == Will::Manual => ChangeCode::Manual,
        Field::Load => by(ChangeCode::LoadUp, ChangeCode::LoadDown),
        Field::Level | Field::Ladder | Field::Variation => by(ChangeCode::Advance, ChangeCode::Regress),
        Field::Reps | Field::Seconds | Field::Meters | Field::Per => {
            by(ChangeCode::RepsUp, ChangeCode::RepsDown)
        }
        Field::SetCount | Field::MinSets => by(ChangeCode::SetAdded, ChangeCode::SetRemoved),
        Field::SetType => ChangeCode::SetType,
        Field::RepMode | Field::RepLow | Field::RepHigh | Field::RepTarget => ChangeCode::RepPolicy,
        Field::Rest | Field::RestAll | Field::RestMode => by(ChangeCode::RestDown, ChangeCode::RestUp),
        Field::Difficulty => by(ChangeCode::DifficultyUp, ChangeCode::DifficultyDown),
        _ => ChangeCode::Manual,
    }
}

/// One change of an announced version, with what the person can do about it (PR-11).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// The version that made it and that can be undone.
    pub version: u32,
    /// The item.
    pub item_id: ItemId,
    /// What it did, in words.
    pub line: SummaryLine,
    /// Why, with numbers.
    pub reasons: Vec<Reason>,
    /// Every field with its old and new value.
    pub changes: Vec<Change>,
}

/// What is told of a version that was applied without asking: each item once, with undo (PR-11).
pub fn announcements<I: Item>(chain: &Chain<I>, version: &PlanVersion<I>) -> Vec<Announcement> {
    let Some(entry) = chain.version(version.number) else { return vec![] };
    let lines = entry.rows.iter().zip(&version.summary);
    let announced = lines.map(|(row, line)| Announcement {
        version: version.number,
        item_id: row.item_id,
        line: line.clone(),
        reasons: version.reasons.iter().filter(|reason| reason.code == line.reason).cloned().collect(),
        changes: row.changes.clone(),
    });
    announced.collect()
}
