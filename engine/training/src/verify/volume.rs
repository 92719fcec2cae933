//! Volume counted anew: sets of each exercise, ceilings of the week, and the plan per muscle (checks 3, 5, 6).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    anatomy::Muscle,
    quantity::Tenths,
    reason::{Fact, ReasonCode},
    session::Intent,
    time::days_between,
};

use super::{
    Case, Report, count, div_round, div_up,
    facts::{Facts, muscles},
    past::{Past, Split, performed, split},
};
use crate::output::{MuscleVolume, OneDecimal, VolumeStatus};

/// Tenths of a set per muscle.
type Volumes = BTreeMap<Muscle, i64>;

/// Check 3: two sets up to the most of the athlete's experience; exactly two in a deload; a ladder keeps its own.
pub(super) fn set_counts(case: &Case<'_>, report: &mut Report) {
    if case.is_template() {
        return;
    }
    let (least, most) = (i64::from(case.facts.tuning().start_sets), case.facts.max_sets());
    for shown in case.session() {
        let (key, sets) = (shown.key(), shown.sets());
        let (low, high) = match case.facts.ladder_sets(key) {
            Some(fixed) => (fixed, fixed),
            None if case.facts.deload => (least, least),
            None => (least, most.max(least)),
        };
        report.require((low..=high).contains(&sets), "SA-1", Some(key), || {
            format!("{sets} sets, expected {low}..{high}")
        });
    }
}

/// Check 5: no muscle goes above its ceiling of the week, or above its direct sets of a session.
pub(super) fn ceilings(case: &Case<'_>, report: &mut Report) {
    let week = Week::of(&case.facts);
    let session = session_volume(case);
    for &muscle in Muscle::ALL {
        let (planned, ceiling) = (week.done[&muscle] + session[&muscle], week.ceiling[&muscle]);
        // What earlier sessions did cannot be taken back by this one.
        let over = session[&muscle] > 0 && planned > ceiling;
        let said = case.is_template() && is_warned_of(case, ReasonCode::OverMrv, muscle);
        report.require(!over || said, "VO-7", None, || {
            format!("{muscle} reaches {} sets, its ceiling is {}", Tenths(planned), Tenths(ceiling))
        });
        if !case.is_template() {
            direct_sets(case, muscle, report);
        }
    }
    for warning in case.selection().warnings.iter().filter(|w| w.code == ReasonCode::CapUnresolved) {
        report.add("VO-8", None, format!("a cap was left unresolved: {:?}", warning.facts));
    }
}

fn is_warned_of(case: &Case<'_>, code: ReasonCode, muscle: Muscle) -> bool {
    let names = |fact: &Fact| *fact == Fact::word("muscle", muscle);
    let mut warnings = case.selection().warnings.iter();
    warnings.any(|warning| warning.code == code && warning.facts.values().any(names))
}

/// VO-9: allocation stops at the cap; only start sets alone may exceed it.
fn direct_sets(case: &Case<'_>, muscle: Muscle, report: &mut Report) {
    use Muscle::{Chest, Glutes, Hamstrings, Lats, Quads, UpperBack};
    let caps = case.facts.tuning().session_direct_cap;
    let is_large = matches!(muscle, Chest | Lats | UpperBack | Quads | Hamstrings | Glutes);
    let cap = i64::from(if is_large { caps.large } else { caps.small });
    let direct = || case.session().filter(|shown| shown.exercise.muscles.primary.contains(&muscle));
    let sets: i64 = direct().map(|shown| shown.sets()).sum();
    let start: i64 = direct().map(|shown| case.facts.start_sets(shown.key())).sum();
    report.require(sets <= cap.max(start), "VO-9", None, || {
        format!("{muscle} gets {sets} direct sets, expected at most {cap}")
    });
}

/// Check 6: the plan of each muscle is what the week and the session give.
pub(super) fn plan(case: &Case<'_>, report: &mut Report) {
    let week = Week::of(&case.facts);
    let session = session_volume(case);
    let shown = &case.selection().volume_plan_by_muscle;
    for &muscle in Muscle::ALL {
        let target = week.target[&muscle];
        let planned = week.done[&muscle] + session[&muscle];
        let expected = MuscleVolume {
            target: OneDecimal(target),
            planned: OneDecimal(planned),
            delta: OneDecimal(target - planned),
            session_target: OneDecimal(week.share[&muscle]),
            status: week.status(&case.facts, muscle, planned),
        };
        report.require(shown.get(&muscle) == Some(&expected), "VO-10", None, || {
            format!("{muscle} is {:?}, expected {expected:?}", shown.get(&muscle))
        });
    }
}

/// What the session gives to each muscle.
fn session_volume(case: &Case<'_>) -> Volumes {
    let volume = |muscle| {
        let rows = case.session().map(|shown| case.facts.contribution(shown.exercise, muscle) * shown.sets());
        rows.sum()
    };
    Muscle::ALL.iter().map(|&muscle| (muscle, volume(muscle))).collect()
}

/// The week of an input: what is done, wanted, and allowed.
struct Week {
    hard: BTreeSet<Muscle>,
    done: Volumes,
    target: Volumes,
    share: Volumes,
    ceiling: Volumes,
    /// Muscles that a later session of the week serves.
    later: BTreeSet<Muscle>,
}

impl Week {
    fn of(facts: &Facts<'_>) -> Self {
        let hard = hard(facts);
        let done = week_volume(facts, 0);
        let schedule = Schedule::of(facts);
        let counted = counted_weeks(facts);
        let mut week = Self {
            hard,
            done,
            target: Volumes::new(),
            share: Volumes::new(),
            ceiling: Volumes::new(),
            later: BTreeSet::new(),
        };
        for &muscle in Muscle::ALL {
            let target = week.target_of(facts, muscle);
            let open = count(schedule.open.iter().filter(|entry| entry.contains(&muscle))).max(1);
            let remaining = (target - week.done[&muscle]).max(0);
            week.target.insert(muscle, target);
            week.share.insert(muscle, div_up(remaining, open).max(remaining.min(20)));
            week.ceiling.insert(muscle, ceiling(facts, muscle, &counted));
            if schedule.open[1..].iter().any(|entry| entry.contains(&muscle)) {
                week.later.insert(muscle);
            }
        }
        week
    }

    /// VO-5.
    fn target_of(&self, facts: &Facts<'_>, muscle: Muscle) -> i64 {
        let row = facts.tuning().landmarks[muscle as usize];
        let (mev, mav) = (10 * row.mev, 10 * row.mav);
        let (week, length) = (i64::from(facts.input.week_in_block), i64::from(facts.length));
        let ramp = match () {
            () if facts.deload => mev.min(mav / 2),
            () if length <= 1 => mav,
            () => mev + div_round((mav - mev) * week.min(length - 1), length - 1),
        };
        let target = if self.hard.contains(&muscle) { ramp } else { 0 };
        let targeted = facts.intent == Intent::BodyPart && facts.targets.contains(&muscle);
        if targeted { target.max(60) } else { target }
    }

    /// VO-10.
    fn status(&self, facts: &Facts<'_>, muscle: Muscle, planned: i64) -> VolumeStatus {
        let target = self.target[&muscle];
        let soft_most = 10 * facts.tuning().landmarks[muscle as usize].mav;
        let most = if self.hard.contains(&muscle) { target + 10 } else { soft_most };
        if planned > most {
            VolumeStatus::Over
        } else if target - planned <= 10 {
            VolumeStatus::On
        } else if self.later.contains(&muscle) {
            VolumeStatus::Deferred
        } else {
            VolumeStatus::Below
        }
    }
}

/// VO-1: muscles with a least useful volume, and those that a body-part session is for.
fn hard(facts: &Facts<'_>) -> BTreeSet<Muscle> {
    let is_hard = |muscle: &Muscle| {
        let targeted = facts.intent == Intent::BodyPart && facts.targets.contains(muscle);
        facts.tuning().landmarks[*muscle as usize].mev > 0 || targeted
    };
    Muscle::ALL.iter().copied().filter(is_hard).collect()
}

/// VO-4: effective sets of a week.
fn week_volume(facts: &Facts<'_>, weeks_ago: i64) -> Volumes {
    let mut volumes: Volumes = Muscle::ALL.iter().map(|&muscle| (muscle, 0)).collect();
    for past in facts.past.iter().filter(|past| past.weeks_ago == weeks_ago) {
        for (exercise, done) in &past.exercises {
            for (muscle, volume) in &mut volumes {
                *volume += facts.contribution(exercise, *muscle) * performed(done);
            }
        }
    }
    volumes
}

/// VO-7: the newest weeks with a session before this one, deload weeks left out, newest first.
fn counted_weeks(facts: &Facts<'_>) -> Vec<Volumes> {
    let before = || facts.past.iter().filter(|past| past.weeks_ago > 0);
    let deloads: BTreeSet<i64> =
        before().filter(|past| past.entry.deload).map(|past| past.weeks_ago).collect();
    let held: BTreeSet<i64> = before().map(|past| past.weeks_ago).collect();
    let counted = held.difference(&deloads).take(facts.tuning().spike.weeks);
    counted.map(|&weeks_ago| week_volume(facts, weeks_ago)).collect()
}

/// VO-7. The ceiling belongs to the week: a soft muscle stays soft in it, whatever this session is for.
fn ceiling(facts: &Facts<'_>, muscle: Muscle, counted: &[Volumes]) -> i64 {
    let row = facts.tuning().landmarks[muscle as usize];
    let Some(newest) = counted.first() else { return 10 * row.mrv };
    let spike = facts.tuning().spike;
    let most = counted.iter().map(|week| week[&muscle]).max().unwrap_or(0);
    let is_hard = row.mev > 0;
    let floor = 10 * if is_hard { row.mev } else { row.mav };
    let weeks = (i64::from(facts.length) - 1).max(1);
    let step = if is_hard { div_up(10 * (row.mav - row.mev), weeks) } else { 0 };
    let grown = newest[&muscle] + spike.add_tenths.max(step);
    (10 * row.mrv).min(div_up(most * spike.ratio_pct, 100).max(floor).max(grown))
}

/// WK-1: the muscles of the current session, then of the entries still open, as far as there are days.
struct Schedule {
    open: Vec<BTreeSet<Muscle>>,
}

impl Schedule {
    fn of(facts: &Facts<'_>) -> Self {
        let mut left = entries(facts);
        let advancing = |past: &&Past<'_>| past.weeks_ago == 0 && past.advances();
        let done = facts.past.iter().filter(advancing).map(|past| past.intent);
        for intent in done.chain([facts.intent]) {
            if let Some(index) = left.iter().position(|(entry, _)| *entry == intent) {
                left.remove(index);
            }
        }
        // Today is for the current session.
        let days = 6 - days_between(facts.week_start, facts.today);
        let mut open = vec![critical(facts, facts.intent, &facts.targets)];
        let later = left.into_iter().take(usize::try_from(days).unwrap_or(0));
        open.extend(later.map(|(intent, targets)| critical(facts, intent, &targets)));
        Self { open }
    }
}

/// The entries of the week, with the muscles of body-part sessions.
fn entries(facts: &Facts<'_>) -> Vec<(Intent, BTreeSet<Muscle>)> {
    let given = facts.input.program.as_ref().and_then(|program| program.weekly_schedule.as_deref());
    let Some(given) = given else {
        let week: &[&str] = match facts.input.constraints.days_per_week {
            1 => &["full_body"],
            2 => &["full_body", "full_body"],
            3 => &["full_body", "full_body", "full_body"],
            4 => &["upper", "lower", "upper", "lower"],
            5 => &["upper", "lower", "push", "pull", "legs"],
            6 => &["push", "pull", "legs", "push", "pull", "legs"],
            _ => &["push", "pull", "legs", "push", "pull", "legs", "full_body"],
        };
        return week.iter().filter_map(|entry| Some((entry.parse().ok()?, BTreeSet::new()))).collect();
    };
    let read = |entry: &String| {
        let (intent, typed) = entry.split_once(':').unwrap_or((entry, ""));
        let typed: Vec<&str> = typed.split('+').filter(|typed| !typed.is_empty()).collect();
        Some((intent.parse().ok()?, muscles(&typed).ok()?))
    };
    given.iter().filter_map(read).collect()
}

/// SO-1: the muscles that a session must serve.
fn critical(facts: &Facts<'_>, intent: Intent, targets: &BTreeSet<Muscle>) -> BTreeSet<Muscle> {
    let of = |splits: &[Split]| -> BTreeSet<Muscle> {
        Muscle::ALL.iter().copied().filter(|&muscle| splits.contains(&split(muscle))).collect()
    };
    match intent {
        Intent::Push => of(&[Split::Push]),
        Intent::Pull => of(&[Split::Pull]),
        Intent::Legs | Intent::Lower => of(&[Split::Legs]),
        Intent::Upper => of(&[Split::Push, Split::Pull]),
        Intent::FullBody => {
            let is_hard = |muscle: &Muscle| facts.tuning().landmarks[*muscle as usize].mev > 0;
            Muscle::ALL.iter().copied().filter(is_hard).collect()
        }
        Intent::BodyPart => targets.clone(),
    }
}
