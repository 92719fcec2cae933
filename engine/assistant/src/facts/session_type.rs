//! L-11: what the session is about.

use domain::{
    anatomy::Muscle,
    session::Intent,
    time::{LocalDate, days_between},
};
use training::{request::Request, schedule::critical, volume::hard_muscles};

use crate::{input::request::Request as FlowRequest, tuning::FlowTuning};

/// What the session is about, and what it may not be about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The intent.
    pub intent: Intent,
    /// The muscles of a body-part session.
    pub target_muscles: Vec<Muscle>,
    /// The type that was done last, when nobody asked for one.
    pub dropped: Option<Intent>,
}

/// The types that are chosen from, in the order that settles ties.
const CANDIDATES: [Intent; 6] =
    [Intent::Push, Intent::Pull, Intent::Legs, Intent::Upper, Intent::Lower, Intent::FullBody];

/// The intent of the request, else the next of an explicit schedule, else the one with the largest deficit.
pub fn choose(asked: &FlowRequest, request: &Request<'_>, date: LocalDate, tuning: &FlowTuning) -> Choice {
    if let Some(intent) = asked.intent {
        return Choice { intent, target_muscles: asked.target_muscles.clone(), dropped: None };
    }
    let schedule = request.input.program.as_ref().and_then(|program| program.weekly_schedule.as_ref());
    if let Some((schedule, intent)) = schedule.zip(request.position.due) {
        let target_muscles = if intent == Intent::BodyPart { due_muscles(schedule, request) } else { vec![] };
        return Choice { intent, target_muscles, dropped: None };
    }
    let last = request.history.sessions.last();
    let is_rested = last.is_none_or(|last| days_between(last.date, date) >= tuning.rest_days);
    let dropped = last.filter(|_| !is_rested).map(|last| last.intent);
    let candidates = CANDIDATES.into_iter().filter(|&intent| Some(intent) != dropped);
    let best = candidates.enumerate().max_by_key(|&(index, intent)| {
        let penalty = if is_rested {
            0
        } else {
            tuning.repeat_penalty * repeats(request, intent, date, tuning.repeat_days)
        };
        // In millionths, so that equal scores are equal.
        let score = deficit_micro(request, intent) - penalty * 10_000;
        (score, unused_days(request, intent, date), std::cmp::Reverse(index))
    });
    Choice { intent: best.map_or(Intent::FullBody, |(_, intent)| intent), target_muscles: vec![], dropped }
}

/// The share of the week's volume that the muscles of an intent still lack, in millionths (VO-4, VO-5).
fn deficit_micro(request: &Request<'_>, intent: Intent) -> i64 {
    let hard = hard_muscles(request.tuning());
    let muscles = critical(intent, training::muscles::MuscleSet::NONE, hard).and(hard);
    let volume = &request.volume;
    let wanted: i64 = muscles.iter().map(|muscle| volume.target[muscle]).sum();
    let missing: i64 =
        muscles.iter().map(|muscle| (volume.target[muscle] - volume.done[muscle]).max(0)).sum();
    if wanted == 0 { 0 } else { missing * 1_000_000 / wanted }
}

/// Sessions of this type in the days before the date.
fn repeats(request: &Request<'_>, intent: Intent, date: LocalDate, days: i64) -> i64 {
    let same = request.history.sessions.iter().filter(|past| past.intent == intent);
    let recent = same.filter(|past| (1..=days).contains(&days_between(past.date, date)));
    i64::try_from(recent.count()).unwrap_or(i64::MAX)
}

/// Days since the type was done last; more than any number when it never was.
fn unused_days(request: &Request<'_>, intent: Intent, date: LocalDate) -> i64 {
    let last = request.history.sessions.iter().rev().find(|past| past.intent == intent);
    last.map_or(i64::MAX, |last| days_between(last.date, date))
}

/// The muscles of the body-part entry that is due: as many were used up as were done this week.
fn due_muscles(schedule: &[String], request: &Request<'_>) -> Vec<Muscle> {
    let this_week = request.history.sessions.iter().filter(|past| past.weeks_ago == 0);
    let used = this_week.filter(|past| past.advances() == Some(Intent::BodyPart)).count();
    let entries: Vec<&str> = schedule.iter().filter_map(|entry| entry.strip_prefix("body_part:")).collect();
    let due = entries.get(used).or(entries.last()).copied().unwrap_or_default();
    due.split('+').filter_map(|muscle| Muscle::read(muscle).ok()).collect()
}
