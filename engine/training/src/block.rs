//! Block position: which week of which block a day stands in, told by the completed sessions alone (VO-3).

use domain::time::{LocalDate, add_days, days_between};

use crate::prescribe::block::BlockWeek;

/// VO-3: so many days without a completed session begin a new block.
pub const BREAK_DAYS: i64 = 14;

/// A completed session, as far as the block asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Completed {
    /// Its local date.
    pub date: LocalDate,
    /// Whether it was a deload; its week is then the last of its block, also when it came early (RX-7).
    pub deload: bool,
}

/// Where a day stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockPosition {
    /// The first day of the block's first week.
    pub start_date: LocalDate,
    /// The week.
    pub week: BlockWeek,
    /// In the first week of a block that follows a break: the days without training (reason `return_after_break`).
    pub break_days: Option<u32>,
}

/// The position of `today` in a block of `length` accumulation weeks.
///
/// The order of the sessions does not matter, and those after `today` are not looked at. Weeks begin on
/// `first_weekday`, 1 for Monday to 7 for Sunday; so does every block, whatever the day of its first session.
pub fn position(completed: &[Completed], length: u32, first_weekday: u8, today: LocalDate) -> BlockPosition {
    let mut sessions: Vec<Completed> =
        completed.iter().copied().filter(|session| session.date <= today).collect();
    sessions.sort_unstable_by_key(|session| session.date);
    let first = sessions.first().map_or(today, |session| session.date);
    let mut walk = Walk { start: week_start(first, first_weekday), week: 0, break_days: None, last: None };
    let mut begin = walk.start;
    loop {
        let next = add_days(begin, 7);
        let held = sessions.iter().take_while(|session| session.date < next).count();
        let this_week: Vec<Completed> = sessions.drain(..held).collect();
        let is_current = today < next;
        walk.notice_break(begin, this_week.first().map(|s| s.date).or(is_current.then_some(today)));
        let deload = walk.week == length || this_week.iter().any(|session| session.deload);
        if is_current {
            let week = BlockWeek { week: walk.week, length, deload };
            return BlockPosition { start_date: walk.start, week, break_days: walk.break_days };
        }
        walk.finish(&this_week, deload, next);
        begin = next;
    }
}

/// The state between two weeks.
struct Walk {
    start: LocalDate,
    week: u32,
    break_days: Option<u32>,
    last: Option<LocalDate>,
}

impl Walk {
    /// The day on which training goes on after a break makes its week the first of a new block.
    fn notice_break(&mut self, week_start: LocalDate, back: Option<LocalDate>) {
        let Some((last, back)) = self.last.zip(back) else { return };
        let days = days_between(last, back);
        if days >= BREAK_DAYS {
            *self = Self { start: week_start, week: 0, break_days: u32::try_from(days).ok(), ..*self };
        }
    }

    /// A week with a session advances the block; the deload week, held or missed, ends it; another missed week does
    /// nothing.
    fn finish(&mut self, held: &[Completed], deload: bool, next: LocalDate) {
        self.last = held.last().map(|session| session.date).or(self.last);
        if deload {
            *self = Self { start: next, week: 0, break_days: None, ..*self };
        } else if !held.is_empty() {
            self.week += 1;
            self.break_days = None;
        }
    }
}

/// VO-2: the first day of the week that holds `date`.
fn week_start(date: LocalDate, first_weekday: u8) -> LocalDate {
    let weekday = i64::from(date.weekday().to_monday_one_offset());
    add_days(date, -(weekday - i64::from(first_weekday)).rem_euclid(7))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH: u32 = 3;

    fn date(text: &str) -> LocalDate {
        text.parse().unwrap()
    }

    /// The position on `today` after sessions on these dates, none of them a deload by choice.
    fn after(dates: &[&str], today: &str) -> BlockPosition {
        let sessions: Vec<_> =
            dates.iter().map(|text| Completed { date: date(text), deload: false }).collect();
        position(&sessions, LENGTH, 1, date(today))
    }

    /// Week in block, whether it is the deload, and the first day of the block.
    fn told(position: BlockPosition) -> (u32, bool, String) {
        (position.week.week, position.week.deload, position.start_date.to_string())
    }

    #[test]
    fn vo_3_a_new_athlete_stands_in_the_first_week() {
        assert_eq!(told(after(&[], "2026-03-04")), (0, false, "2026-03-02".into()));
    }

    #[test]
    fn vo_3_weeks_with_a_session_advance_to_the_deload_and_a_new_block_follows() {
        let dates = ["2026-03-04", "2026-03-06", "2026-03-10", "2026-03-17", "2026-03-24"];
        let start = || "2026-03-02".to_owned();
        assert_eq!(told(after(&dates[..2], "2026-03-08")), (0, false, start()));
        assert_eq!(told(after(&dates[..2], "2026-03-09")), (1, false, start()));
        assert_eq!(told(after(&dates[..3], "2026-03-16")), (2, false, start()));
        assert_eq!(told(after(&dates[..4], "2026-03-23")), (3, true, start()));
        assert_eq!(told(after(&dates, "2026-03-29")), (3, true, start()));
        assert_eq!(told(after(&dates, "2026-03-30")), (0, false, "2026-03-30".into()));
    }

    #[test]
    fn vo_3_a_missed_week_does_not_advance() {
        let position = after(&["2026-03-02", "2026-03-13"], "2026-03-25");
        assert_eq!(told(position), (2, false, "2026-03-02".into()));
    }

    #[test]
    fn vo_3_a_week_missed_at_the_end_counts_as_the_deload() {
        let dates = ["2026-03-04", "2026-03-11", "2026-03-20"];
        assert_eq!(told(after(&dates, "2026-03-29")), (3, true, "2026-03-02".into()));
        let position = after(&dates, "2026-03-30");
        assert_eq!(told(position), (0, false, "2026-03-30".into()));
        assert_eq!(position.break_days, None);
    }

    #[test]
    fn vo_3_fourteen_days_without_a_session_begin_a_new_block() {
        let dates = ["2026-03-04", "2026-03-11", "2026-03-25", "2026-03-27", "2026-03-30"];
        assert_eq!(told(after(&dates[..2], "2026-03-24")), (2, false, "2026-03-02".into()));
        let back = after(&dates[..2], "2026-03-25");
        assert_eq!(told(back), (0, false, "2026-03-23".into()));
        assert_eq!(back.break_days, Some(14));
        // The factor holds in the whole first week, and there only.
        assert_eq!(after(&dates[..4], "2026-03-28").break_days, Some(14));
        let later = after(&dates, "2026-04-01");
        assert_eq!((told(later), later.break_days), ((1, false, "2026-03-23".into()), None));
    }

    #[test]
    fn rx_7_an_early_deload_ends_the_block() {
        let sessions = [("2026-03-04", false), ("2026-03-10", true)]
            .map(|(day, deload)| Completed { date: date(day), deload });
        let week = position(&sessions, LENGTH, 1, date("2026-03-12"));
        assert_eq!(told(week), (1, true, "2026-03-02".into()));
        let next = position(&sessions, LENGTH, 1, date("2026-03-16"));
        assert_eq!(told(next), (0, false, "2026-03-16".into()));
    }

    #[test]
    fn vo_2_weeks_begin_on_the_first_weekday_of_the_athlete() {
        let sessions = [Completed { date: date("2026-03-07"), deload: false }];
        let sunday = |today| position(&sessions, LENGTH, 7, date(today));
        assert_eq!(told(sunday("2026-03-07")), (0, false, "2026-03-01".into()));
        assert_eq!(told(sunday("2026-03-08")), (1, false, "2026-03-01".into()));
    }

    #[test]
    fn vo_3_the_order_of_the_sessions_does_not_matter() {
        let dates = ["2026-03-04", "2026-03-11", "2026-03-20"];
        let reversed: Vec<_> = dates.iter().rev().copied().collect();
        assert_eq!(after(&dates, "2026-03-22"), after(&reversed, "2026-03-22"));
    }
}
