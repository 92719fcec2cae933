//! A line as small as a word, for rows and cards.

use crate::markup::{Markup, Path, Tenths};

const WIDTH: i64 = 960;
const HEIGHT: i64 = 280;
const EDGE: i64 = 40;

/// Draws the course of `values`, oldest first, with a dot on the newest; a missing value is a gap.
pub(crate) fn spark(label: &str, values: &[Option<i64>]) -> String {
    let mut markup = Markup::default();
    let view = format!("0 0 {} {}", WIDTH / 10, HEIGHT / 10);
    markup.open("svg", &[("class", &"spark"), ("viewBox", &view), ("role", &"img"), ("aria-label", &label)]);
    let mut path = Path::default();
    let mut is_drawing = false;
    let mut newest = None;
    for (index, value) in values.iter().enumerate() {
        let place = value.map(|value| (x(index, values.len()), y(value, values)));
        path = match (place, is_drawing) {
            (Some((x, y)), true) => path.line(x, y),
            (Some((x, y)), false) => path.start(x, y),
            (None, _) => path,
        };
        is_drawing = place.is_some();
        newest = place.or(newest);
    }
    if !path.is_empty() {
        markup.empty("path", &[("d", &path), ("fill", &"none"), ("stroke", &"currentColor")]);
    }
    if let Some((x, y)) = newest {
        markup.empty("circle", &[("cx", &Tenths(x)), ("cy", &Tenths(y)), ("r", &3)]);
    }
    markup.close("svg");
    markup.finish()
}

fn x(index: usize, count: usize) -> i64 {
    let place = |count: usize| i64::try_from(count).unwrap_or_default();
    match count {
        ..=1 => WIDTH / 2,
        _ => EDGE + place(index) * (WIDTH - 2 * EDGE) / (place(count) - 1),
    }
}

fn y(value: i64, values: &[Option<i64>]) -> i64 {
    let known = || values.iter().flatten().copied().map(i128::from);
    let (low, high) = (known().min().unwrap_or_default(), known().max().unwrap_or_default());
    if low == high {
        return HEIGHT / 2;
    }
    let along = (i128::from(value) - low) * i128::from(HEIGHT - 2 * EDGE) / (high - low);
    HEIGHT - EDGE - i64::try_from(along).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_one_equal_and_many_values_are_drawn() {
        let frame = |inside: &str| {
            format!(
                "<svg class=\"spark\" viewBox=\"0 0 96 28\" role=\"img\" aria-label=\"Trend\">{inside}</svg>"
            )
        };
        let line = |d: &str| format!("<path d=\"{d}\" fill=\"none\" stroke=\"currentColor\"/>");
        let dot = |x: &str, y: &str| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\"/>");
        let drawn = |values: &[Option<i64>]| spark("Trend", values);
        assert_eq!(drawn(&[]), frame(""));
        assert_eq!(drawn(&[Some(7)]), frame(&(line("M48.0 14.0") + &dot("48.0", "14.0"))));
        assert_eq!(drawn(&[Some(7), Some(7)]), frame(&(line("M4.0 14.0L92.0 14.0") + &dot("92.0", "14.0"))));
        assert_eq!(
            drawn(&[Some(0), None, Some(5), Some(10), None]),
            frame(&(line("M4.0 24.0M48.0 14.0L70.0 4.0") + &dot("70.0", "4.0")))
        );
        assert!(drawn(&[Some(i64::MIN), Some(i64::MAX)]).contains("M4.0 24.0L92.0 4.0"));
    }
}
