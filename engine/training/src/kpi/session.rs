//! What happened to generated sessions (KP-2..KP-4, KP-7, A-5..A-7, A-10).

use std::collections::BTreeMap;

use domain::{
    session::{Intent, SelectionMode},
    spec::SpecId,
    time::{DateSpan, LocalDate},
};

use super::{Dims, Figure, Rate};

/// What happened to one generated session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SessionFacts {
    /// Whether its planned date has passed.
    pub is_due: bool,
    /// Whether its first set was logged.
    pub is_started: bool,
    /// Whether an exercise, a set count or the order was changed before that.
    pub is_edited_before_start: bool,
    /// Whether a load, reps or a rest was changed before that.
    pub is_target_edited_before_start: bool,
    /// Exercises when it started.
    pub exercises: u32,
    /// Exercises swapped after that.
    pub substituted: u32,
    /// Whether its status is done.
    pub is_done: bool,
    /// Working sets that it asked for.
    pub planned_sets: u32,
    /// Working sets that were performed.
    pub performed_sets: u32,
    /// Whether pain was marked in it, or a pain flag of severity 2 or more raised in it or within 24 hours.
    pub has_pain: bool,
    /// Whether one of its items had a conflict within 24 hours.
    pub has_conflict: bool,
    /// Exercises that the pain gate refused when it was generated.
    pub pain_exclusions: u32,
}

/// A generated session, as figures ask for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Generated {
    /// The athlete's date.
    pub date: LocalDate,
    /// Who chose its exercises.
    pub mode: SelectionMode,
    /// What it is about.
    pub intent: Option<Intent>,
    /// What happened to it.
    pub facts: SessionFacts,
}

/// A figure over the sessions of one selection mode and intent.
#[derive(Debug)]
pub struct SessionKpi {
    /// The rule.
    pub spec: SpecId,
    /// Its name in API and documents.
    pub name: &'static str,
    /// The figure.
    pub rate: fn(&[SessionFacts]) -> Rate,
}

/// The figures that need nothing but sessions.
pub const SESSION_KPIS: [SessionKpi; 8] = {
    const fn kpi(spec: &str, name: &'static str, rate: fn(&[SessionFacts]) -> Rate) -> SessionKpi {
        SessionKpi { spec: SpecId::new(spec), name, rate }
    }
    [
        kpi("A-5", "preStartEditRate", pre_start_edit_rate),
        kpi("A-5", "preStartTargetEditRate", pre_start_target_edit_rate),
        kpi("A-6", "midWorkoutSubstitutionRate", mid_workout_substitution_rate),
        kpi("A-7", "completionRate", completion_rate),
        kpi("A-7", "setCompletionRate", set_completion_rate),
        kpi("A-10", "painIncidence", pain_incidence),
        kpi("A-10", "conflictIncidence", conflict_incidence),
        kpi("A-10", "painExclusionsPerSession", pain_exclusions_per_session),
    ]
};

/// The figures of the sessions of a window, by what they are narrowed to; without a count there is none.
pub fn figures(sessions: &[Generated], window: DateSpan) -> Vec<Figure> {
    let mut groups = BTreeMap::<Dims, Vec<SessionFacts>>::new();
    for session in sessions.iter().filter(|session| window.contains(session.date)) {
        for dims in Dims::of(session.mode, session.intent) {
            groups.entry(dims).or_default().push(session.facts);
        }
    }
    let all = groups.iter().flat_map(|(&dims, facts)| {
        SESSION_KPIS.iter().map(move |kpi| Figure { name: kpi.name, dims, rate: (kpi.rate)(facts) })
    });
    all.filter(|figure| figure.rate.denominator > 0).collect()
}

/// KP-2: started sessions that were changed before their first set.
pub fn pre_start_edit_rate(sessions: &[SessionFacts]) -> Rate {
    Rate::share(sessions.iter().filter(|session| session.is_started), |session| {
        session.is_edited_before_start
    })
}

/// A-5, besides: the same of loads, reps and rests.
pub fn pre_start_target_edit_rate(sessions: &[SessionFacts]) -> Rate {
    Rate::share(sessions.iter().filter(|session| session.is_started), |session| {
        session.is_target_edited_before_start
    })
}

/// KP-3: exercises of started sessions that were swapped after the first set.
pub fn mid_workout_substitution_rate(sessions: &[SessionFacts]) -> Rate {
    sessions.iter().filter(|session| session.is_started).fold(Rate::default(), |rate, session| Rate {
        numerator: rate.numerator + i64::from(session.substituted),
        denominator: rate.denominator + i64::from(session.exercises),
    })
}

/// KP-4: due sessions that were done, with at least half of their working sets.
pub fn completion_rate(sessions: &[SessionFacts]) -> Rate {
    Rate::share(sessions.iter().filter(|session| session.is_due), |session| {
        session.is_done && 2 * session.performed_sets >= session.planned_sets
    })
}

/// A-7, besides: working sets that were performed of those planned, over started sessions; what was done beyond a plan does
/// not make up for what was left out.
pub fn set_completion_rate(sessions: &[SessionFacts]) -> Rate {
    sessions.iter().filter(|session| session.is_started).fold(Rate::default(), |rate, session| Rate {
        numerator: rate.numerator + i64::from(session.performed_sets.min(session.planned_sets)),
        denominator: rate.denominator + i64::from(session.planned_sets),
    })
}

/// KP-7: done sessions with pain.
pub fn pain_incidence(sessions: &[SessionFacts]) -> Rate {
    Rate::share(sessions.iter().filter(|session| session.is_done), |session| session.has_pain)
}

/// done sessions after which a person's word stood against an engine's.
pub fn conflict_incidence(sessions: &[SessionFacts]) -> Rate {
    Rate::share(sessions.iter().filter(|session| session.is_done), |session| session.has_conflict)
}

/// KP-7: exclusions by the pain gate for each generated session; it may be above 1.
pub fn pain_exclusions_per_session(sessions: &[SessionFacts]) -> Rate {
    sessions.iter().fold(Rate::default(), |rate, session| Rate {
        numerator: rate.numerator + i64::from(session.pain_exclusions),
        denominator: rate.denominator + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(numerator: i64, denominator: i64) -> Rate {
        Rate { numerator, denominator }
    }

    /// `count` equal sessions.
    fn sessions(count: usize, facts: SessionFacts) -> Vec<SessionFacts> {
        vec![facts; count]
    }

    #[test]
    fn kp_2_only_started_sessions_count() {
        let started = SessionFacts { is_started: true, ..SessionFacts::default() };
        let edited = SessionFacts { is_edited_before_start: true, ..started };
        let never_started = SessionFacts { is_edited_before_start: true, ..SessionFacts::default() };
        let all = [sessions(34, started), sessions(6, edited), sessions(9, never_started)].concat();
        assert_eq!(pre_start_edit_rate(&all), rate(6, 40));
        assert_eq!(pre_start_edit_rate(&all).to_string(), "0.150");
    }

    #[test]
    fn kp_3_counts_exercises_and_not_sessions() {
        let calm = SessionFacts { is_started: true, exercises: 8, ..SessionFacts::default() };
        let swapped = SessionFacts { substituted: 7, ..calm };
        let all = [sessions(24, calm), sessions(1, swapped)].concat();
        assert_eq!(mid_workout_substitution_rate(&all).to_string(), "0.035");
    }

    #[test]
    fn kp_4_a_session_with_less_than_half_of_its_sets_is_not_complete() {
        let due = SessionFacts { is_due: true, planned_sets: 8, ..SessionFacts::default() };
        let half = SessionFacts { is_done: true, performed_sets: 4, ..due };
        let less = SessionFacts { performed_sets: 3, ..half };
        let tomorrow = SessionFacts { is_due: false, ..half };
        let all = [sessions(6, half), sessions(1, less), sessions(3, due), sessions(2, tomorrow)].concat();
        assert_eq!(completion_rate(&all), rate(6, 10));
    }

    #[test]
    fn kp_7_counts_done_sessions_with_pain_and_exclusions_of_all() {
        let done = SessionFacts { is_done: true, pain_exclusions: 2, ..SessionFacts::default() };
        let painful = SessionFacts { has_pain: true, pain_exclusions: 0, ..done };
        let skipped = SessionFacts { has_pain: true, ..SessionFacts::default() };
        let all = [sessions(47, done), sessions(3, painful), sessions(10, skipped)].concat();
        assert_eq!(pain_incidence(&all).to_string(), "0.060");
        assert_eq!(pain_exclusions_per_session(&all), rate(94, 60));
        assert_eq!(pain_exclusions_per_session(&all).to_string(), "1.567");
    }

    #[test]
    fn a_5_edits_of_targets_are_counted_apart() {
        let started = SessionFacts { is_started: true, ..SessionFacts::default() };
        let lighter = SessionFacts { is_target_edited_before_start: true, ..started };
        let all = [sessions(3, started), sessions(1, lighter)].concat();
        assert_eq!((pre_start_edit_rate(&all), pre_start_target_edit_rate(&all)), (rate(0, 4), rate(1, 4)));
    }

    #[test]
    fn a_6_exercises_of_sessions_that_never_started_do_not_count() {
        let started =
            SessionFacts { is_started: true, exercises: 5, substituted: 1, ..SessionFacts::default() };
        let planned = SessionFacts { exercises: 6, ..SessionFacts::default() };
        assert_eq!(mid_workout_substitution_rate(&[started, planned]), rate(1, 5));
    }

    #[test]
    fn a_7_sets_count_in_started_sessions_only_and_no_more_than_were_planned() {
        let started =
            SessionFacts { is_started: true, planned_sets: 8, performed_sets: 6, ..SessionFacts::default() };
        let missed = SessionFacts { is_started: false, ..started };
        let more = SessionFacts { performed_sets: 9, ..started };
        assert_eq!(set_completion_rate(&[started, missed, more]), rate(14, 16));
    }

    #[test]
    fn a_10_conflicts_are_counted_in_done_sessions() {
        let done = SessionFacts { is_done: true, ..SessionFacts::default() };
        let contested = SessionFacts { has_conflict: true, ..done };
        let planned = SessionFacts { has_conflict: true, ..SessionFacts::default() };
        assert_eq!(conflict_incidence(&[done, contested, planned]), rate(1, 2));
    }

    #[test]
    fn kp_figures_without_a_count_have_no_value() {
        assert_eq!(SESSION_KPIS.map(|kpi| (kpi.rate)(&[]).thousandths()), [None; 8]);
    }
}
