//! what the report of a month has beside that of a week: its block, its weekdays, its anchors and its levels.

use std::collections::BTreeMap;

use domain::{
    exercise::ExerciseKey,
    session::Session,
    time::{DateSpan, LocalDate, add_days},
};
use training::{prescribe::block::BlockWeek, report::facts::Strength, strength::curve};

use super::{
    AnchorReview, IsoWeek, LevelReview, MonthReview, WeekReview, WeekdayReview,
    facts::Known,
    make::{level, number, working_sets},
};
use crate::service::overview::{is_done, performances_in};

impl Known {
    pub(super) fn month(&self) -> MonthReview {
        let weeks = self.week_reviews();
        let mut best: Option<&WeekReview> = None;
        for week in weeks.iter().filter(|week| week.done > 0) {
            if best.is_none_or(|best| week.done > best.done) {
                best = Some(week);
            }
        }
        MonthReview {
            best_week: best.map(|week| week.week.clone()),
            weekdays: self.weekdays(),
            anchors: self.anchors(),
            levels: self.level_map(),
            weeks,
        }
    }

    /// The block of the month: planned against done sets, week by week.
    fn week_reviews(&self) -> Vec<WeekReview> {
        let review = |(week, place): &(IsoWeek, BlockWeek)| WeekReview {
            week: week.to_string(),
            place: place.week,
            deload: place.deload,
            planned: number(self.sessions_in(week.days()).map(planned_sets).sum()),
            done: number(self.done_in(week.days()).map(working_sets).sum()),
        };
        self.own_weeks().iter().map(review).collect()
    }

    fn weekdays(&self) -> Vec<WeekdayReview> {
        let mut days = BTreeMap::<u8, (u32, u32)>::new();
        for date in self.days.days() {
            let (planned, done) = self.counts(DateSpan { from: date, to: date });
            let weekday = u8::try_from(date.weekday().to_monday_one_offset()).unwrap_or(1);
            let sum = days.entry(weekday).or_default();
            *sum = (sum.0 + planned, sum.1 + done);
        }
        let some = days.into_iter().filter(|(_, (planned, done))| planned + done > 0);
        some.map(|(weekday, (planned, done))| WeekdayReview { weekday, done, planned }).collect()
    }

    /// the anchors with enough behind them, and where they stand.
    fn anchors(&self) -> Vec<AnchorReview> {
        let done: Vec<&Session> = self.sessions.iter().filter(|session| is_done(session)).collect();
        let review = |one: &Strength| {
            let exercise: ExerciseKey = one.exercise.parse().ok()?;
            let curve = curve(&performances_in(&done, &self.catalog, Some(&exercise), self.body_weight));
            let last = curve.points.iter().rev().find(|point| !point.loose && !point.deload)?;
            Some(AnchorReview { exercise, e1rm_g: last.e1rm_g, trend: one.trend, change: one.change })
        };
        self.strengths.iter().filter_map(review).collect()
    }

    /// The level of each ladder at the end of the month and at that of the month before.
    fn level_map(&self) -> Vec<LevelReview> {
        let earlier = DateSpan { from: LocalDate::MIN, to: add_days(self.days.from, -1) };
        let ever = DateSpan { to: self.days.to, ..earlier };
        let before = self.decided(earlier);
        let review = |(ladder, records): (&str, Vec<_>)| {
            let (first, new) = level(&records)?;
            let old = before.get(ladder).and_then(|records| level(records)).map_or(first, |(_, last)| last);
            let of = ladder.parse().ok().and_then(|key| self.catalog.ladder(&key));
            let of = of.map(|ladder| number(ladder.levels.len()));
            Some(LevelReview { ladder: ladder.to_owned(), old, new, of })
        };
        self.decided(ever).into_iter().filter_map(review).collect()
    }
}

/// The working sets that a session was to have.
fn planned_sets(session: &Session) -> usize {
    let frozen = session.exercises.iter().filter_map(|one| one.frozen.as_ref());
    frozen.map(|frozen| frozen.prescription.working_sets().count()).sum()
}
