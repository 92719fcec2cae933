//! Who looks at charts and lists, and on which day: numbers, days and captions in their words (P-50).

use std::ops::Deref;

use domain::{
    quantity::{Grams, Hundredths, MassUnit, div_half_up},
    reason::Fact,
    time::{Instant, LocalDate, days_between},
    voice::{Locale, Voice},
};

use crate::{
    chart::{Caption, Format, Moment},
    reader::Reader,
    service::overview::Ground,
};

/// A reader on a day of their life.
pub(crate) struct Viewer<'a> {
    reader: Reader<'a>,
    /// The day on which they look.
    pub(crate) today: LocalDate,
}

/// Grams as a chart draws them: in the reader's unit.
pub(crate) struct Mass {
    /// How the numbers are written.
    pub(crate) format: Format,
    factor: i64,
}

impl Mass {
    /// A load in the units of the chart.
    pub(crate) const fn value(&self, load: Grams) -> i64 {
        load.0.saturating_mul(self.factor)
    }
}

impl<'a> Deref for Viewer<'a> {
    type Target = Reader<'a>;

    fn deref(&self) -> &Reader<'a> {
        &self.reader
    }
}

impl<'a> Viewer<'a> {
    /// Somebody who looks on a day.
    pub(crate) const fn new(reader: Reader<'a>, today: LocalDate) -> Self {
        Self { reader, today }
    }

    /// The athlete themselves, today.
    pub(crate) fn of(ground: &'a Ground, locale: Locale) -> Self {
        let Ground { profile, catalog, today } = ground;
        let voice = Voice { locale, unit: profile.units, zone: profile.zone.clone() };
        Self::new(Reader::with(voice, catalog), *today)
    }

    /// The same one, looking back from a day.
    #[must_use]
    pub(crate) fn on(self, today: LocalDate) -> Self {
        Self { reader: self.reader, today }
    }

    /// Loads in the reader's unit.
    pub(crate) fn mass(&self) -> Mass {
        // A pound is 453.59237 g: hundred-thousandths of a gram keep it whole.
        let (factor, per_unit, unit) = match self.unit() {
            MassUnit::Kg => (1, 1_000, self.text("web-progress-kg")),
            MassUnit::Lb => (100_000, 45_359_237, self.text("web-progress-lb")),
        };
        Mass { format: Format { per_unit, decimals: 1, unit, ..self.plain() }, factor }
    }

    /// Whole numbers as the language writes them.
    pub(crate) fn plain(&self) -> Format {
        match self.locale() {
            Locale::En => Format::default(),
            Locale::Ru => Format { mark: ',', group: '\u{a0}', ..Format::default() },
        }
    }

    /// Tenths as the language writes them.
    pub(crate) fn tenths(&self) -> Format {
        Format { per_unit: 10, decimals: 1, ..self.plain() }
    }

    /// A height as the reader measures it: `182`, or `5 ft 11.7 in` for somebody who counts in pounds.
    pub(crate) fn height(&self, millimeters: u32) -> String {
        match self.unit() {
            MassUnit::Kg => self.number(Hundredths(i64::from(millimeters) * 10)),
            MassUnit::Lb => {
                // An inch is 25.4 mm: tenths of it, of which a foot has 120.
                let inches = div_half_up(i64::from(millimeters) * 100, 254);
                let rest = self.number(Hundredths(inches % 120 * 10));
                let facts = [("feet", Fact::from(inches / 120)), ("inches", rest.into())];
                self.text_with("web-height-lb", facts)
            }
        }
    }

    /// The text beside a height, with its unit.
    pub(crate) fn height_label(&self) -> &'static str {
        match self.unit() {
            MassUnit::Kg => "web-profile-height",
            MassUnit::Lb => "web-profile-height-lb",
        }
    }

    /// The texts around a chart; `empty` stands in where there is too little to draw.
    pub(crate) fn caption(&self, id: &str, title: String, description: String, empty: &str) -> Caption {
        Caption {
            id: id.to_owned(),
            title,
            description,
            numbers: self.text("web-progress-numbers"),
            empty: self.text(empty),
        }
    }

    /// `16 November`, with the year where it is another one.
    pub(crate) fn day(&self, date: LocalDate) -> String {
        let facts =
            [("day", Fact::from(i64::from(date.day()))), ("month", self.word("month", date.month()).into())];
        let day = self.text_with("web-progress-day", facts);
        if date.year() == self.today.year() { day } else { format!("{day} {}", date.year()) }
    }

    /// `16 November, 07:30`, where the athlete lives.
    pub(crate) fn time(&self, when: Instant) -> String {
        let zone = self.zone();
        format!("{}, {}", self.day(when.local_date(zone)), when.local(zone).strftime("%H:%M"))
    }

    /// `16 Nov`: the month by its first letters, as both languages shorten it.
    pub(crate) fn short_day(&self, date: LocalDate) -> String {
        let month: String = self.word("month", date.month()).chars().take(3).collect();
        let facts = [("day", Fact::from(i64::from(date.day()))), ("month", month.into())];
        self.text_with("web-progress-day", facts)
    }

    /// A day on an axis of time.
    pub(crate) fn moment(&self, date: LocalDate) -> Moment {
        let number = days_between(LocalDate::ZERO, date);
        Moment { day: number, label: self.day(date), tick: self.short_day(date) }
    }
}
