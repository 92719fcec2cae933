//! How a number is written on an axis and beside a point.

/// Turns stored integers into written numbers, without floats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Format {
    /// How many stored units make one shown unit: 1 000 for grams shown as kilograms.
    pub per_unit: i64,
    /// The most decimals shown; zeros at the end are dropped.
    pub decimals: u32,
    /// The decimal mark of the language.
    pub mark: char,
    /// The sign between thousands.
    pub group: char,
    /// The unit behind the number; may be empty.
    pub unit: String,
}

impl Default for Format {
    fn default() -> Self {
        Self { per_unit: 1, decimals: 0, mark: '.', group: ',', unit: String::new() }
    }
}

impl Format {
    /// The number alone.
    pub(crate) fn number(&self, value: i64) -> String {
        self.quanta(round(i128::from(value) * self.quantum(), i128::from(self.per_unit.max(1))))
    }

    /// The number and its unit.
    pub(crate) fn with_unit(&self, value: i64) -> String {
        match self.unit.as_str() {
            "" => self.number(value),
            "%" => format!("{}%", self.number(value)),
            unit => format!("{}\u{a0}{unit}", self.number(value)),
        }
    }

    /// The number in shown units, as exact as it is shown.
    pub(super) fn shown(&self, value: i64) -> f64 {
        let steps = round(i128::from(value) * self.quantum(), i128::from(self.per_unit.max(1)));
        #[expect(clippy::cast_precision_loss, reason = "shown numbers are small")]
        let shown = steps as f64 / self.quantum() as f64;
        shown
    }

    /// How many of the smallest shown steps make one shown unit.
    pub(super) fn quantum(&self) -> i128 {
        10_i128.pow(self.decimals.min(6))
    }

    /// A count of smallest shown steps, written.
    pub(super) fn quanta(&self, count: i128) -> String {
        let quantum = self.quantum().unsigned_abs();
        let whole = count.unsigned_abs() / quantum;
        let rest = count.unsigned_abs() % quantum;
        let sign = if count < 0 { "\u{2212}" } else { "" };
        let mut text = format!("{sign}{}", self.grouped(whole));
        if rest > 0 {
            let width = usize::try_from(self.decimals.min(6)).unwrap_or_default();
            let digits = format!("{rest:0width$}");
            text.push(self.mark);
            text.push_str(digits.trim_end_matches('0'));
        }
        text
    }

    fn grouped(&self, whole: u128) -> String {
        let digits = whole.to_string();
        let mut text = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push(self.group);
            }
            text.push(digit);
        }
        text
    }
}

/// Division that rounds halves away from zero.
fn round(value: i128, by: i128) -> i128 {
    (2 * value + by * value.signum()) / (2 * by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_and_grouped() {
        let kilograms = Format { per_unit: 1_000, decimals: 1, unit: "kg".to_owned(), ..Format::default() };
        assert_eq!(kilograms.with_unit(82_449), "82.4\u{a0}kg");
        assert_eq!(kilograms.with_unit(82_450), "82.5\u{a0}kg");
        assert_eq!(kilograms.number(-50), "\u{2212}0.1");
        assert_eq!(kilograms.number(80_000), "80");
        assert_eq!(kilograms.number(1_940_000), "1,940");
        assert_eq!(kilograms.number(12_345_600), "12,345.6");
        let pounds = Format { per_unit: 453_592_370, decimals: 1, mark: ',', ..Format::default() };
        assert_eq!(pounds.number(100_000_000_000), "220,5");
    }
}
