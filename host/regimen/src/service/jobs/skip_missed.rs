//! P-16: a session that was not started within 24 hours after its day counts as skipped; a later report replaces that.

use domain::{
    session::{Session, SessionStatus},
    time::{Instant, Zone, add_days},
};
use store::Overdue;

use super::{Done, Due};
use crate::{problem::Problem, service::app::App};

/// P-16: how long after its day a session may still be started.
const GRACE_SECONDS: i64 = 86_400;

/// The zone that is furthest ahead is by so many seconds: its days end first.
const FURTHEST_AHEAD: i64 = 14 * 3600;

pub(super) fn overdue(now: Instant) -> Overdue {
    let there = now.plus_seconds(FURTHEST_AHEAD - GRACE_SECONDS);
    Overdue::Sessions(add_days(there.local_date(&Zone::UTC), -1))
}

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let mut work = due.work(app).await?;
    let (athlete, yesterday) = (work.id(), add_days(work.today(), -1));
    let mut skipped = 0;
    for id in work.tx.sessions_with_status(athlete, SessionStatus::Planned, yesterday).await? {
        let row = work.session(id).await?;
        if is_missed(&row.session, work.now) {
            work.trace_id = app.trace();
            work.skip(id, "missed").await?;
            skipped += 1;
        }
    }
    Ok(Done::new(work.tx, [("skipped", skipped)]))
}

/// Whether the day of the session ended 24 hours ago, where it was to be.
fn is_missed(session: &Session, now: Instant) -> bool {
    let end = session.zone.start_of(add_days(session.local_date, 1));
    end.is_some_and(|end| now.seconds_since(end) >= GRACE_SECONDS)
}

#[cfg(test)]
mod tests {
    use domain::session::EXAMPLE;

    use super::*;

    #[test]
    fn p_16_a_session_is_missed_24_hours_after_its_day_ended_where_it_was() {
        let session = |zone: &str, date: &str| Session {
            zone: Zone::new(zone).unwrap(),
            local_date: date.parse().unwrap(),
            ..serde_json::from_str(EXAMPLE).unwrap()
        };
        let berlin = session("Europe/Berlin", "2026-03-02");
        assert!(!is_missed(&berlin, "2026-03-03T22:59:59Z".parse().unwrap()));
        assert!(is_missed(&berlin, "2026-03-03T23:00:00Z".parse().unwrap()));
        // The day on which summer time begins has 23 hours, the 24 hours after it are 24.
        let spring = session("Europe/Berlin", "2026-03-29");
        assert!(!is_missed(&spring, "2026-03-30T21:59:59Z".parse().unwrap()));
        assert!(is_missed(&spring, "2026-03-30T22:00:00Z".parse().unwrap()));
    }

    #[test]
    fn p_16_nobody_is_overlooked_in_the_zone_that_is_furthest_ahead() {
        // In Kiritimati the day of 2 March ended at 10:00 UTC, and is missed a day later.
        let at = |text: &str| overdue(text.parse().unwrap());
        assert_eq!(at("2026-03-03T10:00:00Z"), Overdue::Sessions("2026-03-02".parse().unwrap()));
        assert_eq!(at("2026-03-03T09:59:59Z"), Overdue::Sessions("2026-03-01".parse().unwrap()));
    }
}
