//! Time, reps and effort: what the session takes (check 4), and what each set asks for (check 10).

use domain::{
    exercise::{Exercise, ExerciseKind, LoadSemantics, Measure, ProgressionType},
    reason::ReasonCode,
};

use super::{Case, Report, Shown, count, div_round, div_up, facts::Range, pairs::partner};
use crate::output::{Span, WorkoutSet};

/// TM-1: from this load on the first main is warmed up longer.
const HEAVY_G: i64 = 100_000;

/// Check 4: the estimate is that of TM-3 and within the budget; a template may exceed it with a warning.
pub(super) fn estimate(case: &Case<'_>, report: &mut Report) {
    let minutes = i64::from(case.facts.input.session_minutes);
    let found = case.selection().estimated_seconds;
    let expected = general_warmup_s(case) + ramps_s(case) + work_and_rest_s(case);
    report.require(found == expected, "TM-3", None, || format!("estimated {found} s, expected {expected} s"));
    let mut warnings = case.selection().warnings.iter();
    let said = case.is_template() && warnings.any(|warning| warning.code == ReasonCode::OverBudget);
    report.require(expected <= 60 * minutes || said, "TM-3", None, || {
        format!("takes {expected} s of {} s", 60 * minutes)
    });
    for shown in case.session() {
        let expected = shown_rest_s(case, shown);
        for set in shown.working().filter(|set| set.rest_s != expected) {
            let found = set.rest_s;
            report.add("RX-5", Some(shown.key()), format!("rests {found} s, expected {expected} s"));
        }
    }
}

/// TM-2.
pub(super) fn general_warmup_s(case: &Case<'_>) -> i64 {
    let [from_30, from_15] = case.facts.tuning().general_warmup_s;
    i64::from(match case.facts.input.session_minutes {
        30.. => from_30,
        15.. => from_15,
        _ => 0,
    })
}

/// TM-1: what is reserved for warming up to the mains.
fn ramps_s(case: &Case<'_>) -> i64 {
    let mains: Vec<Shown<'_>> = case.session().filter(Shown::is_main).collect();
    let Some(first) = mains.first() else { return 0 };
    let load = first.working().next().and_then(|set| set.load);
    let heavy = load.is_some_and(|load| load.0 >= HEAVY_G);
    210 + 120 * (count(mains.iter()) - 1) + if heavy { 150 } else { 0 }
}

/// TM-3: sets with their rests; a superset by rounds.
fn work_and_rest_s(case: &Case<'_>) -> i64 {
    let rows = case.session().map(|shown| {
        let sets = shown.sets();
        let (work, rest) = (work_s(case, shown), rest_s(case, shown));
        let Some(other) = partner(case, shown) else { return sets * (work + rest) };
        // Each member pays for its own work, the first for the short rest and the second for the shared one.
        sets * (work + shown_rest_s_of_pair(case, shown, other))
    });
    rows.sum()
}

/// RX-5, L-16: the rest that is written beside a set.
fn shown_rest_s(case: &Case<'_>, shown: Shown<'_>) -> i64 {
    match partner(case, shown) {
        Some(other) => shown_rest_s_of_pair(case, shown, other),
        None => rest_s(case, shown),
    }
}

fn shown_rest_s_of_pair(case: &Case<'_>, shown: Shown<'_>, other: Shown<'_>) -> i64 {
    let superset = case.facts.tuning().superset;
    let is_first = case.session().find(|one| one.key() == shown.key() || one.key() == other.key());
    if is_first.is_some_and(|first| first.key() == shown.key()) {
        return i64::from(superset.inner_s);
    }
    let longer = rest_s(case, shown).max(rest_s(case, other));
    div_round(longer * i64::from(superset.rest_pct), 100).max(i64::from(superset.floor_s))
}

/// RX-3: the reps of a set, or its seconds or meters.
pub(super) fn range(case: &Case<'_>, shown: Shown<'_>) -> Range {
    let Exercise { rep_min, rep_max, measure, .. } = *shown.exercise;
    let (main, accessory) = case.facts.reps;
    let wanted = if shown.is_main() { main } else { accessory };
    let (mut low, mut high) = (rep_min.max(wanted.0), rep_max.min(wanted.1));
    if measure != Measure::Reps || low > high {
        return (rep_min, rep_max);
    }
    while !shown.is_main() && high - low < 2 && high < rep_max {
        high += 1;
    }
    while !shown.is_main() && high - low < 2 && low > rep_min {
        low -= 1;
    }
    (low, high)
}

/// TM-1. The catalogue's time of a hold covers both sides, its upper bound only one: the longer counts.
fn work_s(case: &Case<'_>, shown: Shown<'_>) -> i64 {
    let high = i64::from(range(case, shown).1);
    let known = shown.exercise.time_per_set_s.map(i64::from);
    match shown.exercise.measure {
        Measure::Reps => known.unwrap_or(div_up(7 * high, 2) + 10),
        Measure::Seconds => known.unwrap_or(0).max(high),
        Measure::Meters => known.unwrap_or(high),
    }
}

/// RX-5.
fn rest_s(case: &Case<'_>, shown: Shown<'_>) -> i64 {
    let exercise = shown.exercise;
    let (low, _) = range(case, shown);
    let loaded = exercise.loadable
        || matches!(
            exercise.load_semantics,
            LoadSemantics::External | LoadSemantics::PerSide | LoadSemantics::Assistance
        );
    let timed = exercise.measure != Measure::Reps && !loaded;
    let mobility =
        exercise.kind == ExerciseKind::Mobility || exercise.progression_type == ProgressionType::Mobility;
    if timed || mobility {
        60
    } else if shown.is_main() {
        match (low <= 5, exercise.fatigue_cost >= 4) {
            (true, true) => 300,
            (true, false) => 240,
            (false, true) => 180,
            (false, false) => 150,
        }
    } else if exercise.is_compound {
        if low <= 8 { 150 } else { 120 }
    } else {
        90
    }
}

/// Check 10: reps within the exercise, effort within 50..100 and its caps.
pub(super) fn reps_and_effort(case: &Case<'_>, report: &mut Report) {
    for shown in case.session() {
        let range = range(case, shown);
        for set in shown.working() {
            amounts(shown, set, range, report);
            effort(case, shown, set, report);
        }
    }
}

fn amounts(shown: Shown<'_>, set: &WorkoutSet, range: Range, report: &mut Report) {
    let span = |span: &Span| (span.low, span.high);
    let reps = set.rep_low.zip(set.rep_high);
    let counted = [reps, set.seconds.as_ref().map(span), set.meters.as_ref().map(span)];
    let mut expected = [None; 3];
    expected[shown.exercise.measure as usize] = Some(range);
    report.require(counted == expected, "RX-3", Some(shown.key()), || {
        format!("asks for {counted:?} reps, seconds, meters, expected {expected:?}")
    });
    for (low, high) in counted.into_iter().flatten() {
        let Exercise { rep_min, rep_max, .. } = *shown.exercise;
        report.require(rep_min <= low && low <= high && high <= rep_max, "RX-3", Some(shown.key()), || {
            format!("{low}..{high} is not within {rep_min}..{rep_max}")
        });
    }
}

/// RX-4: the deload, the first stage and a guessed load cap the effort.
fn effort(case: &Case<'_>, shown: Shown<'_>, set: &WorkoutSet, report: &mut Report) {
    let counts_reps = shown.exercise.measure == Measure::Reps;
    report.require(set.rpe.is_some() == counts_reps, "RX-4", Some(shown.key()), || {
        format!("has the effort {:?}, expected one for reps alone", set.rpe)
    });
    let Some(rpe) = set.rpe.map(domain::quantity::Rpe::tenths) else { return };
    let deload_cap = case.facts.tuning().deload.rpe_cap;
    let guessed =
        shown.shown.start_hint.is_some() && shown.exercise.load_semantics != LoadSemantics::Bodyweight;
    let caps = [
        (case.facts.deload, deload_cap, "in a deload"),
        (case.facts.stage().effective == 0, 70, "in the first stage"),
        (guessed, 70, "with a guessed load"),
        (true, 100, "ever"),
    ];
    for (_, cap, when) in caps.into_iter().filter(|(applies, ..)| *applies) {
        report.require(rpe <= cap, "RX-4", Some(shown.key()), || {
            format!("RPE {rpe} tenths, expected at most {cap} {when}")
        });
    }
    report
        .require(rpe >= 50, "RX-4", Some(shown.key()), || format!("RPE {rpe} tenths, expected at least 50"));
}
