//! Whether muscles get what the weeks aim for (KP-1, A-4).

use std::collections::BTreeMap;

use domain::{
    anatomy::Muscle,
    session::{Intent, SelectionMode},
    time::{DateSpan, LocalDate},
};

use super::{Dims, Figure, Rate};
use crate::muscles::MuscleSet;

/// The names of the figures in API and documents.
pub const NAMES: [&str; 2] = ["volumeAdherenceAccuracy", "volumePlanAccuracy"];

/// One muscle in one week, in tenths of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MuscleWeek {
    /// The weekly target (VO-5).
    pub target: i64,
    /// What the sessions of the week meant to do.
    pub planned: i64,
    /// What was done (VO-4).
    pub done: i64,
}

/// A week of training, as figures ask for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeekFacts {
    /// Its last day, on which it counts.
    pub last: LocalDate,
    /// Who chose most of its planned sets.
    pub mode: SelectionMode,
    /// What its sessions are about, each with the muscles that it must serve (SO-1).
    pub intents: Vec<(Intent, MuscleSet)>,
    /// Its hard muscles.
    pub muscles: Vec<(Muscle, MuscleWeek)>,
}

/// KP-1: how much of the weekly targets of the hard muscles was done; more than the target does not count.
pub fn volume_adherence(weeks: &[MuscleWeek]) -> Rate {
    sum_weeks(weeks, |week| week.done.min(week.target))
}

/// A-4, besides: how close the plan came to the targets, overshoot counted as much as shortfall.
pub fn volume_plan_accuracy(weeks: &[MuscleWeek]) -> Rate {
    let rate = sum_weeks(weeks, |week| week.target - (week.planned - week.target).abs());
    Rate { numerator: rate.numerator.max(0), ..rate }
}

fn sum_weeks(weeks: &[MuscleWeek], numerator: impl Fn(&MuscleWeek) -> i64) -> Rate {
    weeks.iter().filter(|week| week.target > 0).fold(Rate::default(), |rate, week| Rate {
        numerator: rate.numerator + numerator(week),
        denominator: rate.denominator + week.target,
    })
}

/// the mode of a week is that of most of its planned sets; of equals the first of A-2.
pub fn mode_of(planned: &[(SelectionMode, usize)]) -> Option<SelectionMode> {
    let mut sets = BTreeMap::<SelectionMode, usize>::new();
    for &(mode, count) in planned {
        *sets.entry(mode).or_default() += count;
    }
    let most = sets.values().copied().max()?;
    sets.into_iter().find(|(_, count)| *count == most).map(|(mode, _)| mode)
}

/// both figures of the weeks that end in a window, week by week added up; of an intent those of its own muscles.
pub fn figures(weeks: &[WeekFacts], window: DateSpan) -> Vec<Figure> {
    let mut sums = BTreeMap::<(Dims, &'static str), Rate>::new();
    for week in weeks.iter().filter(|week| window.contains(week.last)) {
        let mut add = |dims: Dims, muscles: &[MuscleWeek]| {
            let rates = [volume_adherence(muscles), volume_plan_accuracy(muscles)];
            for (name, rate) in NAMES.into_iter().zip(rates) {
                let sum = sums.entry((dims, name)).or_default();
                *sum = *sum + rate;
            }
        };
        let all: Vec<MuscleWeek> = week.muscles.iter().map(|(_, muscle)| *muscle).collect();
        for dims in Dims::of(week.mode, None) {
            add(dims, &all);
        }
        for &(intent, critical) in &week.intents {
            let own = week.muscles.iter().filter(|(muscle, _)| critical.has(*muscle));
            let own: Vec<MuscleWeek> = own.map(|(_, muscle)| *muscle).collect();
            for dims in Dims::of(week.mode, Some(intent)).into_iter().filter(|dims| dims.intent.is_some()) {
                add(dims, &own);
            }
        }
    }
    let figures = sums.into_iter().map(|((dims, name), rate)| Figure { name, dims, rate });
    figures.filter(|figure| figure.rate.denominator > 0).collect()
}

/// what was planned and what was done of the target of each muscle, in the weeks that end in a window.
pub fn by_muscle(weeks: &[WeekFacts], window: DateSpan) -> BTreeMap<Muscle, [Rate; 2]> {
    let mut sums = BTreeMap::<Muscle, [Rate; 2]>::new();
    for week in weeks.iter().filter(|week| window.contains(week.last)) {
        for (muscle, MuscleWeek { target, planned, done }) in &week.muscles {
            let [of_plan, of_done] = sums.entry(*muscle).or_default();
            *of_plan = *of_plan + Rate { numerator: *planned, denominator: *target };
            *of_done = *of_done + Rate { numerator: *done, denominator: *target };
        }
    }
    sums.retain(|_, [planned, _]| planned.denominator > 0);
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(numerator: i64, denominator: i64) -> Rate {
        Rate { numerator, denominator }
    }

    #[test]
    fn kp_1_more_than_the_target_does_not_make_up_for_less() {
        let weeks = [(100, 120), (80, 40)].map(|(target, done)| MuscleWeek { target, planned: 0, done });
        assert_eq!(volume_adherence(&weeks), rate(140, 180));
        assert_eq!(volume_adherence(&weeks).to_string(), "0.778");
        let planned = [(120, 100), (126, 140), (80, 80)].map(|(target, planned)| MuscleWeek {
            target,
            planned,
            done: 0,
        });
        assert_eq!(volume_plan_accuracy(&planned), rate(292, 326));
        assert_eq!(volume_plan_accuracy(&planned).to_string(), "0.896");
    }

    #[test]
    fn a_4_weeks_add_up_and_an_intent_counts_its_own_muscles() {
        let day = |text: &str| text.parse::<LocalDate>().unwrap();
        let muscle = |target, planned, done| MuscleWeek { target, planned, done };
        let muscles = vec![(Muscle::Chest, muscle(100, 100, 120)), (Muscle::Lats, muscle(80, 200, 40))];
        let push = (Intent::Push, [Muscle::Chest].into_iter().collect());
        let week = |last: &str| WeekFacts {
            last: day(last),
            mode: SelectionMode::Intent,
            intents: vec![push],
            muscles: muscles.clone(),
        };
        let weeks = [week("2026-03-08"), week("2026-03-15"), week("2026-03-22")];
        let window = DateSpan { from: day("2026-03-08"), to: day("2026-03-21") };
        let all = figures(&weeks, window);
        let found = |name: &str, dims: Dims| {
            all.iter().find(|one| one.name == name && one.dims == dims).map(|one| one.rate)
        };
        let (none, by_push) = (Dims::default(), Dims { mode: None, intent: Some(Intent::Push) });
        assert_eq!(found("volumeAdherenceAccuracy", none), Some(rate(280, 360)));
        // Overshoot of 12.0 leaves 18.0 - 12.0 = 6.0 in each week.
        assert_eq!(found("volumePlanAccuracy", none), Some(rate(120, 360)));
        assert_eq!(found("volumeAdherenceAccuracy", by_push), Some(rate(200, 200)));
        assert_eq!(all.len(), 8, "two figures in four dimensions");
        assert_eq!(by_muscle(&weeks, window)[&Muscle::Lats], [rate(400, 160), rate(80, 160)]);
    }

    #[test]
    fn a_4_the_mode_of_a_week_is_that_of_most_sets() {
        use SelectionMode::{Auto, Bonus, Intent};
        assert_eq!(mode_of(&[(Intent, 10), (Auto, 4), (Auto, 7)]), Some(Auto));
        assert_eq!(mode_of(&[(Intent, 10), (Bonus, 10)]), Some(Bonus), "of equals the first");
        assert_eq!(mode_of(&[]), None);
    }
}
