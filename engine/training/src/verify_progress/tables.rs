//! Records, events and the archive among themselves (P-20, P-23, P-44).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    progress::{LevelDecision, ProgressionEventType},
    spec::SpecId,
    time::{LocalDate, add_days},
};

use super::{
    breach::{Report, Subject},
    case::Case,
    rows::ArchiveRun,
};

const EVENTS: SpecId = SpecId::new("P-44");

/// P-20: one record per item and session, and corrections of it one after another.
pub(super) fn records(case: &Case<'_>, report: &mut Report) {
    const SPEC: SpecId = SpecId::new("P-20");
    let mut first = BTreeSet::new();
    let mut corrected = BTreeSet::new();
    for entry in case.entries() {
        let record = &entry.record;
        let place = (record.session_id, record.item_id);
        let Some(earlier) = record.corrects else {
            report.require(first.insert(place), SPEC, entry, || {
                "a second record of this item and session, expected one and its corrections".to_owned()
            });
            continue;
        };
        let same = case.get(earlier).map(|entry| (entry.record.session_id, entry.record.item_id));
        report.require(same == Some(place), SPEC, entry, || {
            format!("it corrects {earlier}, expected a record of the same item and session")
        });
        report.require(corrected.insert(earlier), SPEC, entry, || {
            format!("it corrects {earlier} a second time")
        });
    }
}

/// P-44: one `decision_made` for each decided item, and none without a record. Events carry no item, so that they are
/// counted by trace, exercise and decision. A record that was not decided may have one.
pub(super) fn events(case: &Case<'_>, report: &mut Report) {
    let mut counts = BTreeMap::<_, usize>::new();
    for event in
        case.rows.events.iter().filter(|event| event.event_type == ProgressionEventType::DecisionMade)
    {
        let exercise = event.exercise_key.as_deref().unwrap_or_default();
        *counts.entry((event.trace_id.as_str(), exercise, event.decision.as_str())).or_default() += 1;
    }
    let kept_from = case.rows.last_run.map(limit);
    for entry in case.entries() {
        let record = &entry.record;
        let gone = kept_from.is_some_and(|from| record.created_at.local_date(case.rows.zone) < from);
        let key = (record.trace_id.as_str(), record.exercise_key.as_str(), record.decision.as_str());
        let count = counts.get_mut(&key).filter(|count| **count > 0);
        let free = gone || record.decision == LevelDecision::None;
        report.require(count.is_some() || free, EVENTS, entry, || {
            format!("no decision_made of {} in this trace, expected one", record.decision)
        });
        if let Some(count) = count {
            *count -= 1;
        }
    }
    for event in case.rows.events {
        let exercise = event.exercise_key.as_deref().unwrap_or_default();
        let key = (event.trace_id.as_str(), exercise, event.decision.as_str());
        let is_made = event.event_type == ProgressionEventType::DecisionMade;
        if let Some(left) = counts.get_mut(&key).filter(|left| is_made && **left > 0) {
            *left -= 1;
            let message = format!("decision_made of {} for {exercise} without a record", event.decision);
            report.add(EVENTS, Subject::Event(event.id), message);
        }
    }
}

/// P-23: no record is in both tables.
pub(super) fn archive(case: &Case<'_>, report: &mut Report) {
    let archived: BTreeSet<_> = case.rows.archive.iter().map(|entry| entry.record.id).collect();
    for entry in case.rows.live {
        report.require(!archived.contains(&entry.record.id), SpecId::new("P-23"), entry, || {
            "it is archived and in the table of current records".to_owned()
        });
    }
}

/// P-44: a run of the archive job leaves no event of more than six calendar months before.
pub(super) fn expired(case: &Case<'_>, report: &mut Report) {
    let Some(from) = case.rows.last_run.map(limit) else { return };
    for event in case.rows.events {
        let date = event.created_at.local_date(case.rows.zone);
        if date < from {
            let message = format!("an event of {date} after a run that keeps those from {from} on");
            report.add(EVENTS, Subject::Event(event.id), message);
        }
    }
}

/// The first date whose events are kept: so many calendar months before, the day clamped to the month's end.
fn limit(run: ArchiveRun) -> LocalDate {
    let (years, months) = (run.event_months / 12, run.event_months % 12);
    let mut year = i64::from(run.date.year()) - i64::from(years);
    let mut month = i64::from(run.date.month()) - i64::from(months);
    if month < 1 {
        (year, month) = (year - 1, month + 12);
    }
    let first = i16::try_from(year).ok().zip(i8::try_from(month).ok());
    let first = first.and_then(|(year, month)| LocalDate::new(year, month, 1).ok());
    first.map_or(LocalDate::MIN, |first| {
        add_days(first, i64::from(run.date.day().min(first.days_in_month())) - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_44_months_are_counted_on_the_calendar() {
        let run = |date: &str, event_months| {
            limit(ArchiveRun { date: date.parse().unwrap(), event_months }).to_string()
        };
        assert_eq!(run("2026-08-31", 6), "2026-02-28");
        assert_eq!(run("2026-03-31", 6), "2025-09-30");
        assert_eq!(run("2026-03-31", 18), "2024-09-30");
    }
}
