//! When a flag ends: by what followed its last mark, or by the word of somebody who may end it (P-17, P-31, P-52, P-53).

use domain::{
    error::ErrorCode,
    id::Id,
    person::ActorKind,
    time::Instant,
    vocabulary::vocabulary,
    wellbeing::{Flag, FlagKind},
};

use super::{
    Context,
    facts::{SessionFacts, Sign},
    fatigue,
    past::Past,
    touch,
};

vocabulary! {
    /// Why a flag ended by itself; the text is `cleared-<word>`.
    pub enum ClearReason: "clear reason" {
        /// Sessions went by without the mark.
        CleanSessions = "clean_sessions",
        /// Easy sessions in a row.
        EasySessions = "easy_sessions",
        /// Days went by without a marker.
        QuietDays = "quiet_days",
    }
}

/// A clearing that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// No flag in force has this id.
    #[error("no flag {0} is in force")]
    NotFound(Id<Flag>),
    /// Only the athlete can say that it is over.
    #[error("{kind}: cleared by {by}, expected the athlete")]
    NotAllowed {
        /// Which flag.
        kind: FlagKind,
        /// Who tried.
        by: ActorKind,
    },
}

impl Refused {
    /// The code of the refusal.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NotFound(_) => ErrorCode::NotFound,
            Self::NotAllowed { .. } => ErrorCode::InvalidFlag,
        }
    }
}

/// Whether `by` may end the flag: what the body feels only the athlete can say; how an exercise looks, and whether
/// it may be decided on again, a reviewer can say as well (P-45).
pub(super) fn may_clear(flag: &Flag, by: ActorKind) -> bool {
    match by {
        ActorKind::Athlete => true,
        ActorKind::Coach => match flag.kind {
            FlagKind::Technique => true,
            FlagKind::Suspension => flag.exercise_key.is_some(),
            FlagKind::Fatigue | FlagKind::Pain | FlagKind::Illness => false,
        },
        ActorKind::System => false,
    }
}

/// Why the flag is over by now, if it is.
pub(super) fn ended(flag: &Flag, past: &Past<'_>, context: &Context<'_>) -> Option<ClearReason> {
    let tuning = context.tuning;
    let since = last_mark(flag, past, context);
    let after: Vec<&SessionFacts> = past
        .sessions
        .iter()
        .copied()
        .filter(|session| since < session.started_at && session.is_done())
        .collect();
    let quiet = |days: i64| context.now.millis() - since.millis() >= days * 86_400_000;
    match flag.kind {
        FlagKind::Technique => {
            let of_exercise = after.iter().filter(|session| is_done_in(flag, session));
            (of_exercise.count() >= tuning.technique_sessions).then_some(ClearReason::CleanSessions)
        }
        FlagKind::Pain => {
            let area = flag.area?;
            let tried = after.iter().filter(|session| touch::is_tried(area, session, context.catalog));
            let over = flag.severity < tuning.pain_athlete_from
                && quiet(tuning.pain_days)
                && tried.count() >= tuning.pain_sessions;
            over.then_some(ClearReason::CleanSessions)
        }
        FlagKind::Illness => (after.len() >= tuning.illness_sessions).then_some(ClearReason::CleanSessions),
        FlagKind::Fatigue => {
            let newest: Vec<_> = after.iter().rev().take(tuning.easy_sessions).collect();
            let easy = newest.len() == tuning.easy_sessions
                && newest.iter().all(|session| fatigue::is_easy(session, tuning));
            let easy = easy.then_some(ClearReason::EasySessions);
            easy.or_else(|| quiet(tuning.quiet_days).then_some(ClearReason::QuietDays))
        }
        FlagKind::Suspension => None,
    }
}

fn is_done_in(flag: &Flag, session: &SessionFacts) -> bool {
    session.done().any(|item| Some(&item.exercise) == flag.exercise_key.as_ref())
}

/// When the clearing of the flag began anew: it was raised, or its mark was repeated.
fn last_mark(flag: &Flag, past: &Past<'_>, context: &Context<'_>) -> Instant {
    let marks: Vec<Instant> = if flag.kind == FlagKind::Fatigue {
        fatigue::markers(past, context.tuning).iter().map(|marker| marker.at).collect()
    } else {
        let sessions = past.sessions.iter().map(|session| (session.started_at, Sign::of_session(session)));
        let check_ins = past.check_ins.iter().map(|check_in| (check_in.at, Sign::of_check_in(check_in)));
        let said = past.said.iter().map(|said| (said.at, vec![said.sign.clone()]));
        let all = sessions.chain(check_ins).chain(said);
        all.filter(|(_, signs)| signs.iter().any(|sign| repeats(sign, flag))).map(|(at, _)| at).collect()
    };
    marks.into_iter().max().map_or(flag.from, |at| at.max(flag.from))
}

/// Whether the sign is a mark of what the flag is about.
fn repeats(sign: &Sign, flag: &Flag) -> bool {
    let area = match (sign.area, flag.area) {
        (Some(marked), Some(own)) => touch::is_same(marked, own),
        (marked, own) => marked == own,
    };
    sign.counts() && sign.kind == flag.kind && area && sign.exercise == flag.exercise_key
}
