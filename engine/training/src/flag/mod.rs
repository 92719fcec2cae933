//! The life of flags (P-53): raised by a report, a check-in or words, kept while their marks repeat, ended by what
//! follows or by the athlete.
//!
//! [`update`] is the one entry. It is called before the items of a report are decided (P-4), so that a flag which
//! ends with a session does not hold that session back. A flag has no counters: whether it is over is worked out from
//! the sessions, check-ins and words since its last mark.
//!
//! # What is not here
//!
//! * No decision: what a flag forbids is asked by the engines that want to make something harder (P-8, AR-3).
//! * No reading of words: the dialogue finds the signs in a message (D-12, D-13) and gives them as [`Sign`]s.

mod book;
mod clear;
mod facts;
mod fatigue;
mod past;
mod touch;
mod tuning;

use domain::{
    id::{Id, TraceId},
    person::{ActorKind, Athlete},
    time::Instant,
    wellbeing::{CheckIn, Flag, FlagKind, FlagSource, SessionModifier, Severity},
};

use crate::catalog::Catalog;
use book::Book;
use past::{Past, order};

pub use clear::{ClearReason, Refused};
pub use facts::{ItemFacts, Said, SessionFacts, Sign};
pub use touch::touches;
pub use tuning::FlagTuning;

/// Something that can raise or end flags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event<'a> {
    /// A session was reported, or its report corrected.
    Report(&'a SessionFacts),
    /// The athlete checked in (P-58).
    CheckIn(&'a CheckIn),
    /// Signs in a message, from a review or set by hand.
    Signs {
        /// What.
        signs: &'a [Sign],
        /// From where.
        source: FlagSource,
    },
    /// Somebody says that a flag is over.
    Clear {
        /// Which flag.
        flag: Id<Flag>,
        /// Who says so.
        by: ActorKind,
        /// Why, in their words.
        reason: &'a str,
    },
    /// Nothing happened but time.
    Time,
}

/// What happened before, and to whom. The order of the lists does not matter.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Whose flags.
    pub athlete_id: Id<Athlete>,
    /// One trigger, one trace.
    pub trace_id: &'a TraceId,
    /// When it is.
    pub now: Instant,
    /// What the exercises are.
    pub catalog: &'a Catalog,
    /// Reported sessions since the oldest flag in force, at least of the last 28 days; that of the event may be among
    /// them.
    pub sessions: &'a [SessionFacts],
    /// Check-ins of the same time; that of the event may be among them.
    pub check_ins: &'a [CheckIn],
    /// Signs of the same time that came in words or by hand, those of the event left out.
    pub said: &'a [Said],
    /// The numbers.
    pub tuning: &'a FlagTuning,
}

/// What became of one flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It is new.
    Set,
    /// It is more severe than before.
    Raised {
        /// How severe it was.
        from: Severity,
    },
    /// It was marked again: its clearing starts anew.
    Renewed,
    /// It is over; the flag says by whom and why.
    Cleared,
}

/// The flags after an event.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Updated {
    /// All flags given, as they are now, and the new ones, in the order of (from, id).
    pub flags: Vec<Flag>,
    /// What became of which, in the order in which it happened.
    pub steps: Vec<(Id<Flag>, Step)>,
    /// What the event takes from coming sessions.
    pub modifiers: Vec<SessionModifier>,
}

/// Whether a flag of this kind is in force: `fatigue_flag`, `pain_flag`, `suspension_flag` of exports (P-53).
pub fn is_flagged(flags: &[Flag], kind: FlagKind, now: Instant) -> bool {
    flags.iter().any(|flag| flag.kind == kind && flag.is_active(now))
}

/// The flags after `event` (P-17, P-31, P-52, P-53, P-58). `flags` are the athlete's, ended ones of the last days
/// included: what made a flag that was ended is not counted again.
pub fn update<'a>(flags: &[Flag], event: &Event<'a>, context: &Context<'a>) -> Result<Updated, Refused> {
    let mut book = Book { flags: flags.to_vec(), steps: Vec::new(), modifiers: Vec::new(), context };
    let before = Past::before(event, context);
    match *event {
        Event::Report(session) => {
            book.raise_all(&Sign::of_session(session), FlagSource::Report);
            let earlier: Vec<_> =
                before.sessions.iter().copied().filter(|other| order(other) < order(session)).collect();
            let own = fatigue::of_session(session, fatigue::last_done(&earlier), context.tuning);
            book.tire(&own, &before, FlagSource::Report);
            book.spare_painful_exercises(session);
        }
        Event::CheckIn(check_in) => {
            book.raise_all(&Sign::of_check_in(check_in), FlagSource::CheckIn);
            let own = fatigue::of_check_in(check_in, &before, context.tuning);
            book.tire(&own, &before, FlagSource::CheckIn);
        }
        Event::Signs { signs, source } => {
            book.raise_all(signs, source);
            let told = fatigue::Marker { at: context.now, kind: fatigue::Kind::Told };
            let own: Vec<_> = fatigue::is_told(signs).then_some(told).into_iter().collect();
            book.tire(&own, &before, source);
        }
        Event::Clear { flag, by, reason } => book.clear(flag, by, reason)?,
        Event::Time => {}
    }
    book.end_what_is_over(&before.with(event, context.now));
    let Book { mut flags, steps, modifiers, .. } = book;
    flags.sort_by_key(|flag| (flag.from, flag.id));
    Ok(Updated { flags, steps, modifiers })
}
