//! How long and how many messages may be (D-21).

use domain::{error::ErrorCode, law::Check};

use super::message::{Incoming, Said};
use crate::{
    problem::{MESSAGE_TOO_LONG, Problem, RATE_LIMITED},
    service::app::Work,
};

/// D-21: the longest text, in characters.
pub(super) const CHARACTERS: usize = 4096;
/// D-3: the longest id of a message, in characters.
const ID: usize = 64;

/// Refuses what is too long before anything is looked at.
pub(super) fn check_size(incoming: &Incoming) -> Result<(), Problem> {
    let mut check = Check::default();
    check.length(ErrorCode::BadValue, "client_id", &incoming.external_id, 1, ID);
    check.finish()?;
    let (Said::Text(text) | Said::Action(text)) = &incoming.said;
    if text.chars().count() > CHARACTERS { Err(too_long()) } else { Ok(()) }
}

/// The refusal of a text that is too long.
pub(super) fn too_long() -> Problem {
    Problem::new(MESSAGE_TOO_LONG).fact("limit", CHARACTERS)
}

/// D-21: so many messages a minute and a day, counted over all channels.
pub(super) async fn check_rate(work: &mut Work<'_>) -> Result<(), Problem> {
    let tuning = &work.app.talks.tuning;
    let limits = [(60, tuning.minute_limit), (86_400, tuning.day_limit)];
    let (athlete, now) = (work.id(), work.now);
    let times = work.tx.dialog_times(athlete, now.minus_seconds(86_400)).await?;
    let waits = limits.iter().filter_map(|(seconds, limit)| wait(&times, now.millis(), *seconds, *limit));
    match waits.max() {
        Some(seconds) => Err(Problem::new(RATE_LIMITED).fact("retry_after_s", seconds)),
        None => Ok(()),
    }
}

/// After how many seconds one more message fits into the last `seconds`; nothing if it fits now.
fn wait(times: &[i64], now: i64, seconds: i64, limit: u32) -> Option<i64> {
    let since = now - 1000 * seconds;
    let recent: Vec<i64> = times.iter().copied().filter(|at| *at > since).collect();
    let over = recent.len().checked_sub(usize::try_from(limit).unwrap_or(usize::MAX))?;
    let free_at = recent[over] + 1000 * seconds;
    Some(((free_at - now) + 999) / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d_21_the_message_over_the_limit_waits_until_the_oldest_is_old_enough() {
        let times: Vec<i64> = (0..20).map(|n| 1000 * n).collect();
        assert_eq!(wait(&times, 19_500, 60, 20), Some(41), "the first was at 0 s");
        assert_eq!(wait(&times, 60_000, 60, 20), None, "the first is a minute old");
        assert_eq!(wait(&times[..19], 19_500, 60, 20), None);
        assert_eq!(wait(&[], 0, 60, 20), None);
    }

    #[test]
    fn d_21_a_text_has_at_most_4096_characters_and_an_id_64() {
        let said = |text: String| check_size(&Incoming::text("a", text)).err().map(|one| one.code.name);
        assert_eq!(said("я".repeat(4096)), None);
        assert_eq!(said("я".repeat(4097)), Some("message_too_long"));
        for (id, refused) in [("", true), ("a", false), (&"a".repeat(65)[..], true)] {
            assert_eq!(check_size(&Incoming::text(id, "hi")).is_err(), refused, "{id}");
        }
    }
}
