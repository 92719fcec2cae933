//! What charts and lists of several pages have in common: captions, numbers and days in the reader's words (P-50).

use domain::{
    quantity::{Grams, Hundredths, MassUnit, div_half_up},
    reason::Fact,
    time::{Instant, LocalDate},
    voice::Locale,
};

use super::{
    chart::{Caption, Format, Moment},
    visit::Visit,
};

/// Grams as a chart draws them: in the reader's unit.
pub(super) struct Mass {
    /// How the numbers are written.
    pub(super) format: Format,
    factor: i64,
}

impl Mass {
    /// For the unit and the language of a visit.
    pub(super) fn of(at: &Visit) -> Self {
        // A pound is 453.59237 g: hundred-thousandths of a gram keep it whole.
        let (factor, per_unit, unit) = match at.profile.units {
            MassUnit::Kg => (1, 1_000, at.t("web-progress-kg")),
            MassUnit::Lb => (100_000, 45_359_237, at.t("web-progress-lb")),
        };
        Self { format: Format { per_unit, decimals: 1, unit, ..plain(at) }, factor }
    }

    /// A load in the units of the chart.
    pub(super) const fn value(&self, load: Grams) -> i64 {
        load.0.saturating_mul(self.factor)
    }
}

/// Whole numbers as the language writes them.
pub(super) fn plain(at: &Visit) -> Format {
    match at.lang() {
        Locale::En => Format::default(),
        Locale::Ru => Format { mark: ',', group: '\u{a0}', ..Format::default() },
    }
}

/// Tenths as the language writes them.
pub(super) fn tenths(at: &Visit) -> Format {
    Format { per_unit: 10, decimals: 1, ..plain(at) }
}

/// A height as the reader measures it: `182`, or `5 ft 11.7 in` for somebody who counts in pounds.
pub(super) fn height(at: &Visit, millimeters: u32) -> String {
    let reader = at.reader();
    match at.profile.units {
        MassUnit::Kg => reader.number(Hundredths(i64::from(millimeters) * 10)),
        MassUnit::Lb => {
            // An inch is 25.4 mm: tenths of it, of which a foot has 120.
            let inches = div_half_up(i64::from(millimeters) * 100, 254);
            let rest = reader.number(Hundredths(inches % 120 * 10));
            let facts = [("feet", Fact::from(inches / 120)), ("inches", rest.into())];
            reader.text_with("web-height-lb", facts)
        }
    }
}

/// The text beside a height, with its unit.
pub(super) const fn height_label(at: &Visit) -> &'static str {
    match at.profile.units {
        MassUnit::Kg => "web-profile-height",
        MassUnit::Lb => "web-profile-height-lb",
    }
}

/// The texts around a chart; `empty` stands in where there is too little to draw.
pub(super) fn caption(at: &Visit, id: &str, title: String, description: String, empty: &str) -> Caption {
    Caption {
        id: id.to_owned(),
        title,
        description,
        numbers: at.t("web-progress-numbers"),
        empty: at.t(empty),
    }
}

/// `16 November`, with the year where it is another one.
pub(super) fn day(at: &Visit, date: LocalDate) -> String {
    let facts =
        [("day", Fact::from(i64::from(date.day()))), ("month", at.word("month", date.month()).into())];
    let day = at.reader().text_with("web-progress-day", facts);
    if date.year() == at.today.year() { day } else { format!("{day} {}", date.year()) }
}

/// `16 November, 07:30`, where the athlete lives.
pub(super) fn time(at: &Visit, when: Instant) -> String {
    let zone = &at.profile.zone;
    format!("{}, {}", day(at, when.local_date(zone)), when.local(zone).strftime("%H:%M"))
}

/// `16 Nov`: the month by its first letters, as both languages shorten it.
pub(super) fn short_day(at: &Visit, date: LocalDate) -> String {
    let month: String = at.word("month", date.month()).chars().take(3).collect();
    let facts = [("day", Fact::from(i64::from(date.day()))), ("month", month.into())];
    at.reader().text_with("web-progress-day", facts)
}

/// A day on an axis of time.
pub(super) fn moment(at: &Visit, date: LocalDate) -> Moment {
    let number = domain::time::days_between(LocalDate::ZERO, date);
    Moment { day: number, label: day(at, date), tick: short_day(at, date) }
}
