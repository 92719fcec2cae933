//! Durations as ISO 8601 writes them, such as `PT1H30M`, in minutes (MF-4).

use domain::quantity::Amount;

/// The minutes that cover a duration; [`None`] if the text is none, or one of months and years.
pub(super) fn minutes(text: &str) -> Option<u32> {
    const DATE: [(char, i64); 4] = [('Y', 0), ('M', 0), ('W', 7 * 86_400), ('D', 86_400)];
    const TIME: [(char, i64); 3] = [('H', 3600), ('M', 60), ('S', 1)];
    let text = text.trim().to_ascii_uppercase().replace(',', ".");
    let parts = text.strip_prefix('P').filter(|parts| !parts.is_empty())?;
    let (date, time) = parts.split_once('T').unwrap_or((parts, ""));
    if parts.ends_with('T') {
        return None;
    }
    let seconds = millionths(date, &DATE)?.checked_add(millionths(time, &TIME)?)?;
    let minute = 60 * Amount::UNIT;
    u32::try_from(seconds.checked_add(minute - 1)? / minute).ok()
}

/// Millionths of a second of numbers with these letters behind them, each at most once and in this order.
fn millionths(text: &str, units: &[(char, i64)]) -> Option<i64> {
    let (mut sum, mut rest) = (0_i64, text);
    for (letter, seconds) in units {
        let Some((number, after)) = rest.split_once(*letter) else { continue };
        let Amount(number) = Amount::parse(number).ok()?;
        // A month has no length of its own, but some programs write every part.
        if *seconds == 0 && number != 0 {
            return None;
        }
        sum = sum.checked_add(number.checked_mul(*seconds)?)?;
        rest = after;
    }
    rest.is_empty().then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mf_4_durations_are_read_as_minutes() {
        for (text, expected) in [
            ("PT30M", 30),
            ("PT1H30M", 90),
            ("PT1H", 60),
            ("PT90M", 90),
            ("PT5400S", 90),
            ("PT1.5H", 90),
            ("PT1,5H", 90),
            ("PT20S", 1),
            ("P1DT2H", 1560),
            ("P1W", 10_080),
            ("P0Y0M0DT0H35M0.000S", 35),
            ("P0DT0H45M", 45),
            (" pt15m ", 15),
            ("PT0M", 0),
        ] {
            assert_eq!(minutes(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn mf_4_what_is_no_duration_is_refused() {
        for text in [
            "",
            "P",
            "PT",
            "30",
            "30 minutes",
            "PT30",
            "PTM",
            "PT-5M",
            "P1M",
            "P1Y",
            "PT5M3H",
            "P5H",
            "PT9999999999999H",
        ] {
            assert_eq!(minutes(text), None, "{text}");
        }
    }
}
