//! The life of flags (P-17, P-31, P-52, P-53, P-58): scenarios over days, the examples of the rules, and what always
//! holds.

mod properties;
mod rules;
mod story;

use domain::{
    anatomy::BodyArea,
    id::{Id, TraceId},
    quantity::Rpe,
    session::PerformanceStatus,
    time::{Instant, Zone},
    wellbeing::{CheckIn, CheckInSource, Flag, FlagKind, Mark, MarkKind, Severity},
};
use training::{
    catalog::Catalog,
    flag::{Context, Event, FlagTuning, ItemFacts, Refused, Said, SessionFacts, Updated, update},
};

#[test]
fn scenarios() {
    testkit::check("tests/scenarios/flags", story::run);
}

/// An athlete's flags with all that happened, one event after the other.
pub(crate) struct Diary {
    pub(crate) flags: Vec<Flag>,
    sessions: Vec<SessionFacts>,
    check_ins: Vec<CheckIn>,
    said: Vec<Said>,
    tuning: FlagTuning,
    entries: usize,
}

impl Diary {
    pub(crate) fn new() -> Self {
        Self {
            flags: vec![],
            sessions: vec![],
            check_ins: vec![],
            said: vec![],
            tuning: FlagTuning::default(),
            entries: 0,
        }
    }

    /// Enters what happened at `now`, and remembers it.
    pub(crate) fn enter(&mut self, now: Instant, event: &Event<'_>) -> Result<Updated, Refused> {
        self.entries += 1;
        let context = Context {
            athlete_id: Id::derive(&["athlete"]),
            trace_id: &trace(self.entries),
            now,
            catalog: Catalog::embedded(),
            sessions: &self.sessions,
            check_ins: &self.check_ins,
            said: &self.said,
            tuning: &self.tuning,
        };
        let updated = update(&self.flags, event, &context)?;
        match *event {
            Event::Report(session) => {
                self.sessions.retain(|other| other.id != session.id);
                self.sessions.push(session.clone());
            }
            Event::CheckIn(check_in) => self.check_ins.push(check_in.clone()),
            Event::Signs { signs, .. } => {
                self.said.extend(signs.iter().map(|sign| Said { at: now, sign: sign.clone() }));
            }
            Event::Clear { .. } | Event::Time => {}
        }
        self.flags.clone_from(&updated.flags);
        Ok(updated)
    }

    /// The severity of the flag in force, if there is one.
    pub(crate) fn severity(&self, kind: FlagKind, now: Instant) -> Option<Severity> {
        let mut active = self.flags.iter().filter(|flag| flag.kind == kind && flag.is_active(now));
        let severity = active.next().map(|flag| flag.severity);
        assert_eq!(active.next(), None, "one flag per key");
        severity
    }
}

fn trace(number: usize) -> TraceId {
    TraceId::try_from(format!("01J{number:023}")).unwrap()
}

/// 18:00 UTC so many days after Monday 2026-03-02.
pub(crate) fn day(days: i64) -> Instant {
    "2026-03-02T18:00:00Z".parse::<Instant>().unwrap().plus_seconds(days * 86_400)
}

/// A session of one exercise that was done.
pub(crate) fn session(at: Instant, exercise: &str, rpe: i64, marks: &[Mark]) -> SessionFacts {
    let item = ItemFacts {
        item_id: Some(Id::derive(&["item", exercise])),
        exercise: exercise.parse().unwrap(),
        status: PerformanceStatus::Done,
        marks: marks.to_vec(),
        rpe: Rpe::new(rpe).ok(),
    };
    SessionFacts { id: Id::derive(&["session", &at.to_string()]), started_at: at, items: vec![item] }
}

pub(crate) fn pain(area: BodyArea, severity: Severity) -> Mark {
    Mark { kind: MarkKind::Pain, area: Some(area), severity: Some(severity) }
}

pub(crate) fn mark(kind: MarkKind) -> Mark {
    Mark { kind, area: None, severity: None }
}

/// A check-in in the morning that says nothing yet.
pub(crate) fn check_in(at: Instant) -> CheckIn {
    CheckIn {
        id: Id::derive(&["check-in", &at.to_string()]),
        athlete_id: Id::derive(&["athlete"]),
        at,
        zone: Zone::UTC,
        readiness: None,
        sleep_score: None,
        sleep_minutes: None,
        body_battery: None,
        morning_pulse: None,
        pain: vec![],
        fatigue: false,
        illness: None,
        note: String::new(),
        source: CheckInSource::App,
    }
}
