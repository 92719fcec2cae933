//! Amounts as people type them: `2.5kg`, `180 lb`, `82,5cm`, `18%`.

use domain::{
    error::ErrorCode,
    law::Invalid,
    quantity::{Amount, Grams, Hundredths, MassUnit, div_half_up},
};

use crate::problem::Problem;

/// A mass; without a unit it is in that of the athlete.
pub(super) fn mass(field: &str, text: &str, unit: MassUnit) -> Result<Grams, Problem> {
    let (number, word) = parts(text);
    let unit = match word.as_str() {
        "" => Some(unit),
        "kg" | "кг" => Some(MassUnit::Kg),
        "lb" | "lbs" | "фунт" => Some(MassUnit::Lb),
        _ => None,
    };
    let mass = unit
        .zip(number)
        .map(|(unit, number)| Grams::from_display(Hundredths(div_half_up(number, Amount::UNIT / 100)), unit));
    mass.ok_or_else(|| refuse(field, text, "a mass, such as 2.5kg or 5lb"))
}

/// The heaviest load that is read, in the unit that it is typed in.
const HEAVIEST: i64 = 2000;

/// A load as it stands on the iron: at most two decimals and 2000 units; without a unit it is in that of the athlete.
/// What is no load at all is refused by who asks.
pub(super) fn load(
    text: &str,
    unit: MassUnit,
    unreadable: impl FnOnce() -> Problem,
) -> Result<Grams, Problem> {
    let (number, unit) = match (text.strip_suffix("kg"), text.strip_suffix("lb")) {
        (Some(number), _) => (number, MassUnit::Kg),
        (_, Some(number)) => (number, MassUnit::Lb),
        _ => (text, unit),
    };
    let number = number.replace(',', ".");
    let (whole, part) = number.split_once('.').unwrap_or((&number, ""));
    let is_digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    if whole.is_empty() || part.len() > 2 || !is_digits(whole) || !is_digits(part) {
        return Err(unreadable());
    }
    let hundredths: Option<i64> = format!("{whole}{part:0<2}").parse().ok();
    let hundredths = hundredths.filter(|load| *load <= 100 * HEAVIEST);
    let out_of_range = || Invalid::of(ErrorCode::InvalidLoad, "load", text, format!("0..{HEAVIEST}"));
    Ok(Grams::from_display(Hundredths(hundredths.ok_or_else(out_of_range)?), unit))
}

/// Seconds, or minutes and seconds: `90`, `1:30`.
pub(super) fn seconds(text: &str) -> Option<i64> {
    let Some((minutes, seconds)) = text.split_once(':') else { return text.parse().ok() };
    let minutes = minutes.parse::<u32>().ok()?;
    let seconds =
        seconds.parse::<u32>().ok().filter(|_| seconds.len() == 2).filter(|seconds| *seconds < 60)?;
    Some(60 * i64::from(minutes) + i64::from(seconds))
}

/// A length in millimeters; without a unit it is in centimeters.
pub(super) fn length(field: &str, text: &str) -> Result<i64, Problem> {
    let (number, word) = parts(text);
    // Tenths of a millimeter in one unit.
    let scale = match word.as_str() {
        "" | "cm" | "см" => Some(100),
        "mm" | "мм" => Some(10),
        "in" | "\"" => Some(254),
        _ => None,
    };
    let length = scale.zip(number).and_then(|(scale, number)| number.checked_mul(scale));
    let length = length.map(|tenths| div_half_up(tenths, Amount::UNIT * 10));
    length.ok_or_else(|| refuse(field, text, "a length, such as 82cm, 820mm or 32.5in"))
}

/// A share in tenths of a percent.
pub(super) fn share(field: &str, text: &str) -> Result<i64, Problem> {
    let (number, word) = parts(text);
    let share = number.filter(|_| matches!(word.as_str(), "" | "%"));
    let share = share.map(|number| div_half_up(number, Amount::UNIT / 10));
    share.ok_or_else(|| refuse(field, text, "a share, such as 18.5%"))
}

/// The number in millionths, and the word after it in lower case.
fn parts(text: &str) -> (Option<i64>, String) {
    let text = text.trim().replace(',', ".");
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, word) = text.split_at(end);
    (Amount::parse(number).ok().map(|amount| amount.0), word.trim().to_lowercase())
}

fn refuse(field: &str, text: &str, expected: &str) -> Problem {
    Invalid::of(ErrorCode::BadValue, field, text, expected).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gl_2_amounts_are_read_as_people_type_them() {
        let mass = |text| mass("x", text, MassUnit::Kg).ok();
        assert_eq!(mass("2.5kg"), Some(Grams(2_500)));
        assert_eq!(mass("82,35 кг"), Some(Grams(82_350)));
        assert_eq!(mass("80"), Some(Grams(80_000)));
        assert_eq!(mass("180 lb"), Some(Grams(81_647)));
        assert_eq!(mass("heavy"), None);
        assert_eq!(mass("80 stone"), None);
        assert_eq!(length("x", "82").unwrap(), 820);
        assert_eq!(length("x", "820mm").unwrap(), 820);
        assert_eq!(length("x", "32.5in").unwrap(), 826);
        assert_eq!(share("x", "18,5 %").unwrap(), 185);
        assert!(share("x", "18cm").is_err());
    }

    #[test]
    fn gl_4_a_load_that_is_too_heavy_is_told_from_what_is_no_load() {
        let load = |text| {
            let unreadable = || refuse("load", text, "a load");
            load(text, MassUnit::Kg, unreadable).map_err(|problem| problem.to_string())
        };
        assert_eq!(load("62,5"), Ok(Grams(62_500)));
        assert_eq!(load("2000"), Ok(Grams(2_000_000)));
        for heavy in ["2600", "2000.01", "99999999999999999999"] {
            let refused = load(heavy).unwrap_err();
            assert!(refused.contains("expected 0..2000"), "{refused}");
        }
        for odd in ["", "heavy", "-5", "60.125"] {
            assert!(load(odd).unwrap_err().contains("expected a load"), "{odd}");
        }
    }

    #[test]
    fn gl_2_a_rest_is_read_as_it_is_shown() {
        let read = ["90", "1:30", "0:45", "1:5", "1:75", "a:30"].map(seconds);
        assert_eq!(read, [Some(90), Some(90), Some(45), None, None, None]);
    }
}
