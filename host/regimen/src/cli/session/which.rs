//! Which session a command means: the one that is named, else the one that runs, else today's, else the last that was
//! missed (PV-5). One to come is never meant unasked.

use domain::{
    session::{Session, SessionId, SessionStatus},
    time::{LocalDate, add_days},
};

use crate::{
    problem::{NO_SESSION, Problem},
    service::{
        app::{App, Caller},
        overview, session as service, workout,
    },
};

/// So many days before and after today a session is looked for.
const AROUND_DAYS: i64 = 7;

/// Which session is meant.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Which {
    /// The session; not needed where only one can be meant
    #[arg(long, value_name = "ID", conflicts_with = "date")]
    id: Option<SessionId>,
    /// The session of this day
    #[arg(long, value_name = "DATE")]
    date: Option<LocalDate>,
}

/// Where a session has to stand for what is asked of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// Anywhere.
    Any,
    /// Before its start.
    Planned,
    /// Before its start, or running.
    Open,
    /// Running.
    Running,
    /// Finished, with answers that are still open.
    Summary,
    /// Without a report.
    Unreported,
    /// With a report.
    Reported,
}

impl Fit {
    const fn fits(self, status: SessionStatus) -> bool {
        use SessionStatus::{Active, Done, Planned, Skipped, Summary};
        match self {
            Self::Any => true,
            Self::Planned => matches!(status, Planned),
            Self::Open => matches!(status, Planned | Active),
            Self::Running => matches!(status, Active),
            Self::Summary => matches!(status, Summary),
            Self::Unreported => matches!(status, Planned | Active | Skipped),
            Self::Reported => matches!(status, Summary | Done),
        }
    }

    /// Whether what is asked can be done to a session that is not there yet, because only the plan has its day.
    fn opens_a_slot(self) -> bool {
        self != Self::Any && self.fits(SessionStatus::Planned)
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Planned | Self::Open | Self::Unreported => "planned",
            Self::Running => "running",
            Self::Summary => "summary",
            Self::Reported => "reported",
        }
    }
}

/// The session that is meant. What the plan has for the day becomes one where that is what it takes (PV-5).
pub(super) async fn find(which: &Which, fit: Fit, app: &App, caller: &Caller) -> Result<SessionId, Problem> {
    if let Some(id) = which.id {
        return Ok(id);
    }
    let today = overview::today(app, caller).await?;
    let day = which.date.unwrap_or(today);
    let around = (add_days(today, -AROUND_DAYS), add_days(today, AROUND_DAYS));
    let (from, to) = which.date.map_or(around, |date| (date, date));
    let rows = service::list(app, caller, from, to).await?;
    let sessions: Vec<Session> = rows.into_iter().map(|row| row.session).collect();
    let meant = meant(&sessions, fit, day);
    if let Some(session) = meant.filter(|one| is_running(one) || one.local_date == day) {
        return Ok(session.id);
    }
    if fit.opens_a_slot()
        && let Some(id) = opened(day, app, caller).await?
    {
        return Ok(id);
    }
    match meant {
        Some(missed) => Ok(missed.id),
        None => Err(none(which, fit, &sessions, today, app, caller).await?),
    }
}

fn is_running(session: &Session) -> bool {
    session.status == SessionStatus::Active
}

/// Of those that fit the running one, else the last until a day.
fn meant(sessions: &[Session], fit: Fit, day: LocalDate) -> Option<&Session> {
    let fitting = sessions.iter().filter(|session| fit.fits(session.status));
    let reached = fitting.filter(|session| is_running(session) || session.local_date <= day);
    reached.max_by_key(|session| (is_running(session), session.local_date))
}

/// The session that the plan has for a day, if nothing was done with it yet.
async fn opened(day: LocalDate, app: &App, caller: &Caller) -> Result<Option<SessionId>, Problem> {
    if !has_slot(day, app, caller).await? {
        return Ok(None);
    }
    let row = workout::open_slot(app, caller, day, None).await?;
    let session = row.map(|row| row.session).filter(|session| session.status == SessionStatus::Planned);
    Ok(session.map(|session| session.id))
}

async fn has_slot(day: LocalDate, app: &App, caller: &Caller) -> Result<bool, Problem> {
    Ok(!overview::day(app, caller, Some(day)).await?.slots.is_empty())
}

/// That no session fits, and what would make one fit.
async fn none(
    which: &Which,
    fit: Fit,
    sessions: &[Session],
    today: LocalDate,
    app: &App,
    caller: &Caller,
) -> Result<Problem, Problem> {
    let startable = sessions.iter().filter(|session| session.status == SessionStatus::Planned);
    let (past, to_come): (Vec<_>, Vec<_>) =
        startable.map(|session| session.local_date).partition(|date| *date < today);
    let next = to_come.first().or(past.last()).copied();
    let (step, day) = match (fit, which.date) {
        (Fit::Any, Some(date)) if has_slot(date, app, caller).await? => ("look", Some(date)),
        (Fit::Any | Fit::Reported, _) => ("list", None),
        (Fit::Summary, _) if sessions.iter().any(is_running) => ("finish", None),
        (Fit::Summary, _) => ("wait", None),
        (Fit::Running, None) if next == Some(today) || has_slot(today, app, caller).await? => ("start", None),
        (Fit::Running, None) if next.is_some() => ("start_on", next),
        (Fit::Running, _) => ("make_and_start", None),
        (Fit::Planned | Fit::Open | Fit::Unreported, None) if next.is_some() => ("name", next),
        (Fit::Planned | Fit::Open | Fit::Unreported, _) => ("make", None),
    };
    let written = |date: Option<LocalDate>| date.map_or_else(|| "none".to_owned(), |date| date.to_string());
    Ok(Problem::new(NO_SESSION)
        .fact("state", fit.word())
        .fact("date", written(which.date))
        .fact("step", step)
        .fact("day", written(day)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(date: &str, status: SessionStatus) -> Session {
        let example: Session = serde_json::from_str(domain::session::EXAMPLE).unwrap();
        Session { local_date: date.parse().unwrap(), status, ..example }
    }

    #[test]
    fn pv_5_the_running_session_is_meant_then_todays_then_the_last_that_was_missed() {
        use SessionStatus::{Active, Done, Planned};
        let today: LocalDate = "2026-03-16".parse().unwrap();
        let of = |sessions: &[(&str, SessionStatus)], fit| {
            let sessions: Vec<_> = sessions.iter().map(|(date, status)| session(date, *status)).collect();
            meant(&sessions, fit, today).map(|session| session.local_date.to_string())
        };
        let week = [
            ("2026-03-12", Planned),
            ("2026-03-14", Planned),
            ("2026-03-16", Planned),
            ("2026-03-17", Planned),
        ];
        assert_eq!(of(&week, Fit::Open).as_deref(), Some("2026-03-16"));
        assert_eq!(of(&week[..2], Fit::Open).as_deref(), Some("2026-03-14"));
        assert_eq!(of(&week[3..], Fit::Open), None, "one to come is not meant unasked");
        let running = [("2026-03-13", Active), week[2], week[3]];
        assert_eq!(of(&running, Fit::Open).as_deref(), Some("2026-03-13"));
        assert_eq!(of(&running, Fit::Planned).as_deref(), Some("2026-03-16"));
        assert_eq!(of(&[("2026-03-17", Active)], Fit::Running).as_deref(), Some("2026-03-17"));
        assert_eq!(of(&[("2026-03-15", Done), week[3]], Fit::Any).as_deref(), Some("2026-03-15"));
    }
}
