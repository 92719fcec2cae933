//! Charts as SVG (P-50, A-21): plain values in, the same bytes out, colors left to the style sheet.
//!
//! A chart is a [`Chart`]: [`Chart::svg`] draws it, [`Chart::table`] says the same in words, and
//! [`Chart::figure`] puts both on a page. All texts arrive translated. Layout is in tenths of a unit.

mod axis;
mod bars;
mod calendar;
mod canvas;
mod format;
mod gauge;
mod ladder;
#[cfg(test)]
mod snapshots;
mod spark;
mod timeline;

pub(crate) use bars::{Bars, Column};
pub(crate) use calendar::{Calendar, Day, DayState};
pub(crate) use format::Format;
pub(crate) use gauge::{Gauge, GaugeRow, Landmark, Scale};
pub(crate) use ladder::{Ladder, Rung, RungState};
pub(crate) use spark::spark;
pub(crate) use timeline::{Band, Mark, Moment, Point, Series, Shape, Timeline};

use schemars::JsonSchema;
use serde::Serialize;

use crate::markup::{Attributes, Markup};

/// How a picture looks that stands by itself, light and dark.
const STYLE: &str = include_str!("chart/alone.css");

/// The texts around a chart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Caption {
    /// Unique on the page; ids inside the picture begin with it.
    pub id: String,
    /// What is shown.
    pub title: String,
    /// What it says, in a sentence.
    pub description: String,
    /// The label of the data table, such as "Numbers".
    pub numbers: String,
    /// The sentence that stands in when there is too little to draw (P-50).
    pub empty: String,
}

/// The width a chart is laid out for; the picture still scales.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// 360 units: a phone, or a column of a page.
    Narrow,
    /// 720 × 320 units: a document of its own.
    Wide,
}

impl Size {
    /// The width in tenths.
    pub(crate) const fn width(self) -> i64 {
        match self {
            Self::Narrow => 3_600,
            Self::Wide => 7_200,
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Self::Narrow => "compact",
            Self::Wide => "large",
        }
    }

    /// The height in tenths of a chart that does not grow with its rows.
    pub(crate) const fn height(self) -> i64 {
        match self {
            Self::Narrow => 2_200,
            Self::Wide => 3_200,
        }
    }
}

/// The data of a chart as words: the text alternative of P-50.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ChartTable")]
pub(crate) struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    /// One row per point; a missing value is an empty text.
    pub rows: Vec<Vec<String>>,
}

/// One run of values of a chart, as programs read it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Run {
    /// Its name.
    pub name: String,
    /// Its values; where one is missing there is none.
    pub points: Vec<RunPoint>,
}

/// A value of a chart.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct RunPoint {
    /// A date, `2026-W11`, `2026-03` or the key of a muscle.
    pub at: String,
    /// In the unit of the chart; none where only the mark says something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// What sets it apart, such as `record`, `advance` or `skipped`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
}

/// A picture with its words.
pub(crate) trait Chart {
    /// The texts around it.
    fn caption(&self) -> &Caption;

    /// Whether there is enough to draw (P-50).
    fn is_drawable(&self) -> bool;

    /// The picture.
    fn svg(&self, size: Size) -> String;

    /// The same data as a table.
    fn table(&self) -> Table;

    /// The same data as points.
    fn runs(&self) -> Vec<Run>;

    /// The unit of the values; empty for plain counts.
    fn unit(&self) -> String;

    /// The picture as a document of its own, 720 × 320; where there is too little to draw, the sentence (P-50, A-21).
    fn document(&self) -> String {
        let svg = if self.is_drawable() { self.svg(Size::Wide) } else { canvas::sentence(self.caption()) };
        svg.replacen('>', &format!("><style>{STYLE}</style>"), 1)
    }

    /// The picture with its title and its table, or the sentence that says why there is none (P-50).
    fn figure(&self, size: Size) -> String {
        let caption = self.caption();
        let mut page = Markup::default();
        page.open("figure", &[("class", &"chart")]);
        page.leaf("figcaption", &[], &caption.title);
        if self.is_drawable() {
            page.append(&self.svg(size));
            page.open("details", &[("class", &"why")]);
            page.leaf("summary", &[], &caption.numbers);
            write_table(&mut page, &self.table(), &caption.title);
            page.close("details");
        } else {
            page.leaf("p", &[("class", &"soft")], &caption.empty);
        }
        page.close("figure");
        page.finish()
    }
}

fn write_table(page: &mut Markup, table: &Table, title: &str) {
    page.open("div", &[("class", &"scroll"), ("tabindex", &0), ("role", &"region"), ("aria-label", &title)]);
    page.open("table", &[]);
    page.open("thead", &[]);
    page.open("tr", &[]);
    for (index, name) in table.head.iter().enumerate() {
        page.leaf("th", column_class(index), name);
    }
    page.close("tr");
    page.close("thead");
    page.open("tbody", &[]);
    for row in &table.rows {
        page.open("tr", &[]);
        for (index, cell) in row.iter().enumerate() {
            page.leaf("td", column_class(index), cell);
        }
        page.close("tr");
    }
    page.close("tbody");
    page.close("table");
    page.close("div");
}

/// Names stand first and read from the left; numbers follow.
fn column_class(index: usize) -> Attributes<'static> {
    if index == 0 { &[] } else { &[("class", &"n")] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caption(id: &str) -> Caption {
        Caption {
            id: id.to_owned(),
            title: "Title".to_owned(),
            description: "Words".to_owned(),
            numbers: "Numbers".to_owned(),
            empty: "Too little to draw.".to_owned(),
        }
    }

    #[test]
    fn p_50_too_few_points_give_a_sentence_instead_of_a_picture() {
        let bars = Bars { caption: caption("v"), ..Bars::default() };
        assert_eq!(
            bars.figure(Size::Narrow),
            "<figure class=\"chart\"><figcaption>Title</figcaption>\
             <p class=\"soft\">Too little to draw.</p></figure>"
        );
    }
}
