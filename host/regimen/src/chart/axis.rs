//! The axis of values: round ticks that cover the data.

use super::Format;

/// A range of values with its ticks, and the way from a value to a height.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Axis {
    /// The lowest and highest tick, in smallest shown steps.
    low: i128,
    high: i128,
    step: i128,
    per_unit: i128,
    quantum: i128,
}

impl Axis {
    /// An axis over `values` with about `count` intervals; from zero when `from_zero`.
    pub(super) fn over(values: &[i64], count: i128, from_zero: bool, format: &Format) -> Self {
        let per_unit = i128::from(format.per_unit.max(1));
        let quantum = format.quantum();
        let shown = |value: i64| i128::from(value) * quantum;
        let mut low = values.iter().copied().min().map_or(0, |value| shown(value).div_euclid(per_unit));
        let mut high = values.iter().copied().max().map_or(0, |value| -(-shown(value)).div_euclid(per_unit));
        if from_zero {
            low = low.min(0);
            high = high.max(0);
        }
        if low == high {
            let pad = quantum.max(low.abs() / 20);
            low = if from_zero || (low >= 0 && low < pad) { low } else { low - pad };
            high += pad;
        }
        let step = round_step((high - low + count - 1) / count.max(1));
        let low = low.div_euclid(step) * step;
        let high = -(-high).div_euclid(step) * step;
        Self { low, high, step, per_unit, quantum }
    }

    /// The ticks from the lowest up: how far along `length` each is, and its text.
    pub(super) fn ticks(&self, length: i64, format: &Format) -> Vec<(i64, String)> {
        let mut ticks = Vec::new();
        let mut tick = self.low;
        while tick <= self.high {
            ticks.push((self.share((tick - self.low) * self.per_unit, length), format.quanta(tick)));
            tick += self.step;
        }
        ticks
    }

    /// How far along `length` a value lies; inside it for every value, in range or not.
    pub(super) fn along(&self, value: i64, length: i64) -> i64 {
        let above = i128::from(value) * self.quantum - self.low * self.per_unit;
        self.share(above, length).clamp(0, length)
    }

    fn share(&self, above: i128, length: i64) -> i64 {
        let range = ((self.high - self.low) * self.per_unit).max(1);
        i64::try_from(above * i128::from(length) / range).unwrap_or(length)
    }
}

/// The next of 1, 2, 5, 10, 20, 50 … at or above `least`.
fn round_step(least: i128) -> i128 {
    let mut power = 1;
    loop {
        for factor in [1, 2, 5] {
            if factor * power >= least {
                return factor * power;
            }
        }
        power *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[i64], from_zero: bool, format: &Format) -> Vec<String> {
        let axis = Axis::over(values, 4, from_zero, format);
        axis.ticks(1_000, format).into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        let plain = Format::default();
        let kilograms = Format { per_unit: 1_000, decimals: 1, ..Format::default() };
        assert_eq!(labels(&[103, 117], false, &plain), ["100", "105", "110", "115", "120"]);
        assert_eq!(labels(&[7, 95], true, &plain), ["0", "50", "100"]);
        assert_eq!(
            labels(&[81_900, 82_700], false, &kilograms),
            ["81.8", "82", "82.2", "82.4", "82.6", "82.8"]
        );
        assert_eq!(labels(&[-3, 4], false, &plain), ["\u{2212}4", "\u{2212}2", "0", "2", "4"]);
    }

    #[test]
    fn one_value_and_none_still_have_an_axis() {
        let plain = Format::default();
        assert_eq!(labels(&[100, 100], false, &plain), ["95", "100", "105"]);
        assert_eq!(labels(&[], true, &plain), ["0", "1"]);
        assert_eq!(labels(&[0], false, &plain), ["0", "1"]);
    }

    #[test]
    fn heights_are_exact_and_stay_inside() {
        let axis = Axis::over(&[0, 100], 4, true, &Format::default());
        assert_eq!([0, 50, 100, 150, -5].map(|value| axis.along(value, 1_000)), [0, 500, 1_000, 1_000, 0]);
    }
}
