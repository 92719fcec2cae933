//! Rolling back a day or an exercise, and restoring a whole version (RB-1, RB-2, RB-4).

use std::collections::BTreeMap;

use domain::{
    change::Change,
    dispute::OverrideScope,
    exercise::ExerciseKey,
    plan::{
        AuditAction, ChangeCode, ItemId, Planned, RowEvent, SlotTime, SummaryLine, TriggerKind,
        VersionSource, VersionStatus,
    },
    proposal::Verdict,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    time::{LocalDate, add_days},
};

use crate::{
    chain::{Chain, Moment, item},
    desk::{Answered, Desk, Draft, RowFacts, trigger},
    item::Item,
    landing::{Landing, Refusal, World},
};

/// What is rolled back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slot {
    /// The items of a weekday, 1 (Monday) to 7.
    Weekday(u8),
    /// The items of a date.
    Date(LocalDate),
    /// The items of an exercise.
    Exercise(ExerciseKey),
}

impl std::fmt::Display for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Weekday(day) => write!(f, "weekday {day}"),
            Self::Date(date) => write!(f, "{date}"),
            Self::Exercise(key) => write!(f, "{key}"),
        }
    }
}

/// The items of a slot (RB-1): weekly ones by their weekday, dated ones by the nearest such date from today to six days
/// ahead, else the latest of the past seven.
pub fn slot_items<I: Item>(plan: &[I], slot: &Slot, time: Option<SlotTime>, today: LocalDate) -> Vec<ItemId> {
    let near = |weekday: u8| {
        let ahead = (0..7).map(|days| add_days(today, days));
        let back = (1..=7).map(|days| add_days(today, -days));
        let dated = |date: &LocalDate| {
            let day = date.weekday().to_monday_one_offset();
            u8::try_from(day) == Ok(weekday) && plan.iter().any(|item| item.slot_date() == Some(*date))
        };
        ahead.chain(back).find(dated)
    };
    let date = match slot {
        Slot::Weekday(weekday) => near(*weekday),
        Slot::Date(date) => Some(*date),
        Slot::Exercise(_) => None,
    };
    let inside = |item: &&I| {
        let meant = match slot {
            Slot::Weekday(weekday) => item.slot_weekday() == Some(*weekday),
            Slot::Date(_) => false,
            Slot::Exercise(key) => item.is_of(key.as_str()),
        };
        let dated = date.is_some() && item.slot_date() == date;
        (meant || dated) && time.is_none_or(|time| item.slot_time() == time)
    };
    plan.iter().filter(inside).map(Planned::item_id).collect()
}

/// A new version in which the items of a slot are as they were before the newest version that touched them (RB-2).
pub fn rollback<I: Item>(
    chain: &Chain<I>,
    slot: &Slot,
    time: Option<SlotTime>,
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let named = match slot {
        Slot::Weekday(weekday) => Fact::word("weekday", weekday),
        Slot::Date(date) => (*date).into(),
        Slot::Exercise(key) => key.as_str().into(),
    };
    let nothing = |why: &str| Refusal::nothing(named.clone(), why);
    let ids = slot_items(chain.effective(), slot, time, moment.local_date());
    if ids.is_empty() {
        return Err(nothing("no_item"));
    }
    let touches = |id: &ItemId| ids.contains(id);
    let toucher = chain.path().find(|entry| entry.rows.iter().any(|row| touches(&row.item_id)));
    let parent = toucher.and_then(|entry| chain.version(entry.version.parent?));
    let (Some(toucher), Some(parent)) = (toucher, parent) else {
        return Err(nothing("first"));
    };
    let mut effective = chain.effective().to_vec();
    for current in effective.iter_mut().filter(|item| ids.contains(&item.item_id())) {
        if let Some(before) = item(&parent.version.effective, current.item_id()) {
            current.roll_back(before);
        }
    }
    let shown = slot.to_string();
    let reason = Reason::new(ReasonCode::Rollback, SpecId::new("RB-2"));
    let reason = reason.fact("slot", named.clone()).fact("n", parent.version.number);
    let version = desk.put_back(effective, reason, &shown)?.ok_or_else(|| nothing("same"))?;
    let values = (i64::from(toucher.version.number).into(), i64::from(parent.version.number).into());
    desk.audit(AuditAction::Rollback, format!("{shown}, version {version}"), values, "rollback");
    desk.sweep()?;
    Ok(desk.finish())
}

/// A new version that equals an earlier one (RB-4).
pub fn restore<I: Item>(
    chain: &Chain<I>,
    number: u32,
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let Some(entry) = chain.version(number) else {
        return Err(Refusal::missing("version", number));
    };
    let shown = format!("version {number}");
    let nothing = || Refusal::nothing(number.into(), "same");
    if number == chain.plan.active_version {
        return Err(nothing());
    }
    let reason = Reason::new(ReasonCode::Rollback, SpecId::new("RB-4"));
    let reason = reason.fact("slot", "plan").fact("n", number);
    let effective = entry.version.effective.clone();
    let version = desk.put_back(effective, reason, &shown)?.ok_or_else(nothing)?;
    let values = (i64::from(chain.plan.active_version).into(), i64::from(version).into());
    desk.audit(AuditAction::Restore, shown.clone(), values, "restore");
    desk.sweep()?;
    Ok(desk.finish())
}

impl<I: Item> Desk<'_, I> {
    /// Writes a version of source rollback and closes what was proposed on what it touched.
    fn put_back(&mut self, effective: Vec<I>, reason: Reason, shown: &str) -> Result<Option<u32>, Refusal> {
        let mut rows = BTreeMap::new();
        for item in self.chain.effective().iter().chain(&effective) {
            let line =
                SummaryLine { exercise: item.name(), change: ChangeCode::Rollback, reason: reason.code };
            let facts = RowFacts { event: RowEvent::Rollback, line, proposals: vec![], progress_id: None };
            rows.insert(item.item_id(), facts);
        }
        let draft = Draft {
            parent: Some(self.chain.plan.active_version),
            status: VersionStatus::Active,
            source: VersionSource::Rollback,
            trigger: trigger(TriggerKind::Rollback, shown),
            reasons: vec![reason],
            effective,
            rows,
        };
        let version = self.write(draft)?;
        let rows = version.and_then(|number| self.chain.version(number)).map(|entry| entry.rows.clone());
        let changes: Vec<_> = rows.into_iter().flatten().flat_map(|row| row.changes).collect();
        self.guard(&changes, OverrideScope::Plan, version, "rollback");
        self.close_touched(&changes)?;
        Ok(version)
    }

    /// RB-2: open proposals on fields that got another value are superseded.
    pub(crate) fn close_touched(&mut self, changes: &[Change]) -> Result<(), Refusal> {
        let touched: Vec<_> = changes.iter().map(|change| (change.target, change.field)).collect();
        let open = self.chain.proposals.iter().filter(|proposal| {
            let on_touched = |change: &Change| touched.contains(&(change.target, change.field));
            proposal.state.is_open() && proposal.changes.iter().any(on_touched)
        });
        for id in open.map(|proposal| proposal.id).collect::<Vec<_>>() {
            self.decide(id, &Answered::because(Verdict::Superseded, ReasonCode::Rollback))?;
        }
        Ok(())
    }
}
