//! What happened to generated sessions, counted by mode and intent (A-5..A-7, A-10).

use std::collections::BTreeMap;

use domain::{
    change::Field,
    person::ActorKind,
    prescription::SetType,
    reason::Fact,
    session::{Session, SessionEvent, SessionEventKind, SessionId, SessionStatus},
    time::{DateSpan, Instant},
    wellbeing::{FlagKind, MarkKind},
};
use training::kpi::{self, Rate, SESSION_KPIS, SessionFacts};

use super::{Figure, dims, end_of, evidence::Gathered};

/// how long after a session a flag is its own.
const PAIN_SECONDS: i64 = 86_400;

/// The KPIs of a window: of all sessions, by mode, by intent, and by both.
pub(super) fn kpis(gathered: &Gathered, window: DateSpan, days: u32) -> Vec<Figure> {
    let as_of = end_of(&gathered.zone, window.to);
    let mut events = BTreeMap::<SessionId, Vec<&SessionEvent>>::new();
    for event in gathered.events.iter().filter(|event| event.at < as_of) {
        events.entry(event.session_id).or_default().push(event);
    }
    let mut groups = BTreeMap::<String, Vec<SessionFacts>>::new();
    for session in gathered.sessions.iter().filter(|session| window.contains(session.local_date)) {
        let Some(events) = events.get(&session.id) else { continue };
        if !events.iter().any(|event| event.kind == SessionEventKind::Generated) {
            continue;
        }
        let facts = facts(session, events, gathered, as_of);
        let (mode, intent) =
            (session.selection_mode.as_str(), session.intent.map(domain::session::Intent::as_str));
        let mut keys = vec![dims([]), dims([("mode", Some(mode))])];
        if intent.is_some() {
            keys.extend([dims([("intent", intent)]), dims([("mode", Some(mode)), ("intent", intent)])]);
        }
        for key in keys {
            groups.entry(key).or_default().push(facts);
        }
    }
    let figures = groups.iter().flat_map(|(dims, facts)| {
        let known =
            SESSION_KPIS.iter().filter(|kpi| is_counted(kpi)).map(|kpi| (kpi.name, (kpi.rate)(facts)));
        let all = known.chain([("setCompletionRate", set_completion_rate(facts))]);
        all.map(|(name, rate)| Figure::new(metric_type(name), days, dims.as_str(), rate))
    });
    figures.collect()
}

/// What the pain gate refused when a session was made is not kept with it.
fn is_counted(kpi: &kpi::SessionKpi) -> bool {
    kpi.name != "painExclusionsPerSession"
}

/// performed sets of those planned, over started sessions.
fn set_completion_rate(sessions: &[SessionFacts]) -> Rate {
    sessions.iter().filter(|session| session.is_started).fold(Rate::default(), |rate, session| Rate {
        numerator: rate.numerator + i64::from(session.performed_sets),
        denominator: rate.denominator + i64::from(session.planned_sets),
    })
}

/// `kpi_` and the name of the API in snake case.
fn metric_type(name: &str) -> String {
    let mut snake = String::from("kpi_");
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

fn facts(session: &Session, events: &[&SessionEvent], gathered: &Gathered, as_of: Instant) -> SessionFacts {
    let started = events.iter().find(|event| event.kind == SessionEventKind::Started).map(|event| event.at);
    let after = |kind: SessionEventKind| {
        let later = events.iter().filter(|event| event.kind == kind);
        number(later.filter(|event| started.is_some_and(|start| start < event.at)).count())
    };
    let is_done = matches!(session.status, SessionStatus::Summary | SessionStatus::Done)
        && session.finished_at.is_some_and(|at| at < as_of);
    let planned = session.exercises.iter().filter_map(|one| one.frozen.as_ref());
    let planned = planned.flat_map(|frozen| &frozen.prescription.sets);
    let performed = session.exercises.iter().flat_map(|one| &one.sets).filter(|set| set.is_performed());
    let now = number(session.exercises.len());
    SessionFacts {
        is_due: true,
        is_started: started.is_some(),
        is_edited_before_start: events
            .iter()
            .any(|event| is_edit(event) && started.is_none_or(|start| event.at < start)),
        exercises: now.saturating_sub(after(SessionEventKind::Added)) + after(SessionEventKind::Removed),
        substituted: after(SessionEventKind::Substituted),
        is_done,
        planned_sets: number(planned.filter(|set| is_working(set.kind)).count()),
        performed_sets: number(performed.count()),
        has_pain: has_pain(session, gathered),
        pain_exclusions: 0,
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

const fn is_working(kind: SetType) -> bool {
    matches!(kind, SetType::Working | SetType::Failure)
}

/// an edit of exercises, of the number of sets or of the order by a person; load, reps and rest are targets.
fn is_edit(event: &SessionEvent) -> bool {
    if event.actor.kind == ActorKind::System {
        return false;
    }
    let is_target = match event.facts.get("field") {
        Some(Fact::Text(field)) => {
            let target = [Field::Load, Field::Reps, Field::Rest];
            target.iter().any(|target| target.as_str() == field)
        }
        _ => false,
    };
    match event.kind {
        SessionEventKind::Edited => !is_target,
        SessionEventKind::Substituted | SessionEventKind::Added | SessionEventKind::Removed => true,
        _ => false,
    }
}

/// a pain mark, or a pain flag of severity 2 or more while it ran or within a day.
fn has_pain(session: &Session, gathered: &Gathered) -> bool {
    let mut marks = session.exercises.iter().flat_map(|one| &one.marks);
    if marks.any(|mark| mark.kind == MarkKind::Pain) {
        return true;
    }
    let (Some(start), Some(end)) = (session.started_at, session.finished_at) else { return false };
    let own = |at: Instant| start <= at && at <= end.plus_seconds(PAIN_SECONDS);
    gathered.flags.iter().any(|flag| flag.kind == FlagKind::Pain && flag.severity >= 2 && own(flag.from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kpis_are_stored_under_their_name_in_snake_case() {
        assert_eq!(metric_type("preStartEditRate"), "kpi_pre_start_edit_rate");
    }

    #[test]
    fn a_7_sets_count_in_started_sessions_only() {
        let started =
            SessionFacts { is_started: true, planned_sets: 8, performed_sets: 6, ..SessionFacts::default() };
        let missed = SessionFacts { is_started: false, ..started };
        assert_eq!(set_completion_rate(&[started, missed]), Rate { numerator: 6, denominator: 8 });
    }
}
