//! What a command about sessions answers, as data and as a page.

use domain::{
    proposal::Proposal,
    session::Session,
    time::LocalDate,
    wellbeing::{Flag, SessionModifier},
};
use serde_json::{Value, json};
use training::{document::substitution::SubstitutionOutput, records::Record};

use super::page;
use crate::{
    cli::page::Reader,
    service::{
        session::{beside::Beside, finish::Finished},
        workout::Proposed,
    },
};

/// What was done.
pub(super) enum Done {
    /// A session was made and shown.
    Generated(Box<Proposed>),
    /// A session was made and saved.
    Planned(Box<Proposed>, Session),
    /// A session as it is.
    Session(Session),
    /// A session, with why each exercise is in it.
    Told(Box<(Session, Beside)>),
    /// Sessions.
    List(Vec<Session>),
    /// A session was reported.
    Finished(Box<Reported>),
    /// What can stand in for an exercise.
    Swaps(Box<SubstitutionOutput>),
}

/// A session that was reported, with what stands beside it.
pub(super) struct Reported {
    /// What came of it.
    pub(super) finished: Finished,
    /// The records that it brought.
    pub(super) records: Vec<Record>,
    /// All that waits for an answer, in the order of `regimen proposals`.
    pub(super) open: Vec<Proposal>,
    /// What engines respect since then.
    pub(super) flags: Vec<Flag>,
    /// What makes the next sessions lighter since then.
    pub(super) modifiers: Vec<SessionModifier>,
}

impl Done {
    pub(super) fn json(&self) -> Value {
        match self {
            Self::Generated(proposed) => json!(proposed.generated),
            Self::Planned(proposed, session) => {
                json!({ "session": session, "selection": proposed.generated.selection })
            }
            Self::Session(session) => json!(session),
            Self::Told(told) => with_reasons(&told.0, &told.1),
            Self::List(sessions) => json!(sessions),
            Self::Finished(reported) => json!({
                "session": reported.finished.row.session,
                "told": reported.finished.told,
                "proposals": reported.finished.proposals,
                "records": reported.records,
                "flags": reported.flags,
                "modifiers": reported.modifiers,
            }),
            Self::Swaps(found) => json!(found),
        }
    }

    pub(super) fn page(&self, today: LocalDate, page: &Reader<'_>) -> String {
        match self {
            Self::Generated(proposed) | Self::Planned(proposed, _) => {
                let minutes = proposed.input.session_minutes;
                crate::cli::train::session_page(&proposed.generated, minutes, page)
            }
            Self::Session(session) => page::session(session, &Beside::default(), today, page),
            Self::Told(told) => page::session(&told.0, &told.1, today, page),
            Self::List(sessions) if sessions.is_empty() => format!("{}\n", page.text("store-no-sessions")),
            Self::List(sessions) => super::table(sessions, page),
            Self::Finished(reported) => page::finished(reported, today, page),
            Self::Swaps(found) => crate::cli::train::swap_page(found, page),
        }
    }
}

/// A session as data, with what stands beside it as members of their own (EP-8).
fn with_reasons(session: &Session, beside: &Beside) -> Value {
    let (mut document, beside) = (json!(session), json!(beside));
    if let (Some(members), Value::Object(beside)) = (document.as_object_mut(), beside) {
        members.extend(beside);
    }
    document
}
