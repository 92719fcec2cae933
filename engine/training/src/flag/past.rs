//! What happened before an event, in its order.

use domain::{session::SessionId, time::Instant, wellbeing::CheckIn};

use super::{
    Context, Event,
    facts::{Said, SessionFacts},
};

/// What happened; the sessions oldest first.
pub(super) struct Past<'a> {
    pub(super) sessions: Vec<&'a SessionFacts>,
    pub(super) check_ins: Vec<&'a CheckIn>,
    pub(super) said: Vec<Said>,
}

/// How sessions are ordered (P-3).
pub(super) fn order(session: &SessionFacts) -> (Instant, SessionId) {
    (session.started_at, session.id)
}

impl<'a> Past<'a> {
    /// What happened beside the event: a corrected report stands in place of the first one.
    pub(super) fn before(event: &Event<'_>, context: &Context<'a>) -> Self {
        let reported = if let Event::Report(session) = event { Some(session.id) } else { None };
        let checked = if let Event::CheckIn(check_in) = event { Some(check_in.id) } else { None };
        let mut sessions: Vec<_> =
            context.sessions.iter().filter(|other| Some(other.id) != reported).collect();
        let check_ins = context.check_ins.iter().filter(|other| Some(other.id) != checked).collect();
        sessions.sort_by_key(|session| order(session));
        Self { sessions, check_ins, said: context.said.to_vec() }
    }

    /// The same with the event in its place.
    pub(super) fn with(mut self, event: &Event<'a>, now: Instant) -> Self {
        match *event {
            Event::Report(session) => self.sessions.push(session),
            Event::CheckIn(check_in) => self.check_ins.push(check_in),
            Event::Signs { signs, .. } => {
                self.said.extend(signs.iter().map(|sign| Said { at: now, sign: sign.clone() }));
            }
            Event::Clear { .. } | Event::Time => {}
        }
        self.sessions.sort_by_key(|session| order(session));
        self
    }
}
