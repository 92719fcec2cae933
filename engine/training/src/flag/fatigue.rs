//! The markers of fatigue and what they weigh together (P-31).

use domain::{
    time::{Instant, days_between},
    wellbeing::{CheckIn, FlagKind, Severity},
};

use super::{
    facts::{SessionFacts, Sign},
    past::Past,
    tuning::FlagTuning,
};

/// What kind of marker it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// (a) the athlete says so: one report, check-in or message is one marker.
    Told,
    /// (b) two hard sessions in a row.
    HardSessions,
    /// (c) a high morning pulse.
    Pulse,
}

/// One marker of fatigue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marker {
    pub(super) at: Instant,
    pub(super) kind: Kind,
}

/// All markers of what happened so far.
pub(super) fn markers(past: &Past<'_>, tuning: &FlagTuning) -> Vec<Marker> {
    let sessions = past.sessions.iter().enumerate();
    let sessions =
        sessions.flat_map(|(index, session)| of_session(session, last_done(&past.sessions[..index]), tuning));
    let check_ins = past.check_ins.iter().flat_map(|check_in| of_check_in(check_in, past, tuning));
    let said = past.said.iter().filter(|said| said.sign.kind == FlagKind::Fatigue);
    let said = said.map(|said| Marker { at: said.at, kind: Kind::Told });
    sessions.chain(check_ins).chain(said).collect()
}

/// The last session in which something was done.
pub(super) fn last_done<'a>(sessions: &[&'a SessionFacts]) -> Option<&'a SessionFacts> {
    sessions.iter().rev().find(|session| session.is_done()).copied()
}

/// The markers of a session after the one that was done before it.
pub(super) fn of_session(
    session: &SessionFacts,
    previous: Option<&SessionFacts>,
    tuning: &FlagTuning,
) -> Vec<Marker> {
    let is_hard = |session: &SessionFacts| session.efforts().any(|rpe| rpe >= tuning.hard_rpe);
    let told = is_told(&Sign::of_session(session)).then_some(Kind::Told);
    let hard = (is_hard(session) && previous.is_some_and(is_hard)).then_some(Kind::HardSessions);
    told.into_iter().chain(hard).map(|kind| Marker { at: session.started_at, kind }).collect()
}

/// The markers of a check-in among the others.
pub(super) fn of_check_in(check_in: &CheckIn, past: &Past<'_>, tuning: &FlagTuning) -> Vec<Marker> {
    let told = is_told(&Sign::of_check_in(check_in)).then_some(Kind::Told);
    let pulse = has_high_pulse(check_in, past, tuning).then_some(Kind::Pulse);
    told.into_iter().chain(pulse).map(|kind| Marker { at: check_in.at, kind }).collect()
}

/// Whether one of the signs is fatigue.
pub(super) fn is_told(signs: &[Sign]) -> bool {
    signs.iter().any(|sign| sign.kind == FlagKind::Fatigue)
}

/// (c): more than 110 % of the median of the 14 local days before, if they have 7 pulses.
fn has_high_pulse(check_in: &CheckIn, past: &Past<'_>, tuning: &FlagTuning) -> bool {
    let Some(pulse) = check_in.morning_pulse else { return false };
    let today = check_in.at.local_date(&check_in.zone);
    let earlier = past.check_ins.iter().filter(|other| {
        let days = days_between(other.at.local_date(&other.zone), today);
        (1..=tuning.pulse_days).contains(&days)
    });
    let mut pulses: Vec<i64> = earlier.filter_map(|other| other.morning_pulse).map(i64::from).collect();
    if pulses.len() < tuning.pulse_values {
        return false;
    }
    pulses.sort_unstable();
    let twice_median = pulses[(pulses.len() - 1) / 2] + pulses[pulses.len() / 2];
    200 * i64::from(pulse) > tuning.pulse_pct * twice_median
}

/// What `own` markers of an event weigh beside the `others`: 2 if two of any kind lie within the window, 1 for the
/// athlete's own word, nothing for another marker alone.
pub(super) fn severity(own: &[Marker], others: &[Marker], tuning: &FlagTuning) -> Option<Severity> {
    let window = tuning.fatigue_days * 86_400_000;
    let near =
        |one: &Marker| others.iter().any(|other| (one.at.millis() - other.at.millis()).abs() <= window);
    if own.len() >= 2 || own.iter().any(near) {
        Some(2)
    } else {
        own.iter().any(|marker| marker.kind == Kind::Told).then_some(1)
    }
}

/// Whether every effort of the session was low; without any effort nobody knows.
pub(super) fn is_easy(session: &SessionFacts, tuning: &FlagTuning) -> bool {
    session.efforts().max().is_some_and(|hardest| hardest <= tuning.easy_rpe)
}
