//! Bars against landmarks: volume per muscle, nutrients against target and upper limit.

use super::canvas::{Anchor, Canvas, legend, legend_lines};
use super::{Caption, Chart, Format, Run, RunPoint, Size, Table};
use crate::markup::Path;

/// A list of values, each on a track with its landmarks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Gauge {
    /// The texts around it.
    pub caption: Caption,
    /// Whether the tracks share one scale.
    pub scale: Scale,
    /// The name of the column of names in the table.
    pub row_name: String,
    /// The name of the column of values in the table.
    pub value_name: String,
    /// The landmarks in use with their names, in the order of the legend.
    pub landmarks: Vec<(Landmark, String)>,
    /// From top to bottom.
    pub rows: Vec<GaugeRow>,
}

/// One value on its track.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct GaugeRow {
    /// What is measured, for programs.
    pub at: String,
    /// What is measured.
    pub name: String,
    /// The value.
    pub value: i64,
    /// Its landmarks, in stored units.
    pub landmarks: Vec<(Landmark, i64)>,
    /// How the numbers of this row are written.
    pub format: Format,
    /// A word on how it stands, such as "below MEV"; may be empty.
    pub note: String,
}

/// A place on a track; each has its own sign, so that color says nothing alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Landmark {
    /// The least that builds (MEV): a triangle from below. The zone to aim for begins here.
    Least,
    /// What is aimed for: a rhomb.
    Target,
    /// Where more adds little (MAV): a triangle from above. The zone to aim for ends here.
    Most,
    /// What shall not be passed (MRV, upper limit): a bar across the track.
    Limit,
}

/// Whether tracks can be compared with each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Scale {
    /// One scale for all rows, for values of one unit.
    #[default]
    Shared,
    /// Each row fills its own track, for values of different units.
    Own,
}

impl Chart for Gauge {
    fn caption(&self) -> &Caption {
        &self.caption
    }

    fn is_drawable(&self) -> bool {
        !self.rows.is_empty()
    }

    fn svg(&self, size: Size) -> String {
        let plot = Plot::new(self, size);
        let mut canvas = Canvas::new(&self.caption, size, plot.height);
        let hatch = canvas.hatch(&self.caption);
        for (index, row) in self.rows.iter().enumerate() {
            plot.draw_row(&mut canvas, index, row, &hatch);
        }
        legend(&mut canvas, &self.legend_names(), (0, size.width()), plot.legend, |canvas, index, x, y| {
            draw_landmark(canvas, self.landmarks[index].0, x, y - 50, 100);
        });
        let mut points = canvas.points(self.rows.len());
        for (index, row) in self.rows.iter().enumerate() {
            let area = Path::default().rect(0, plot.row(index), size.width(), plot.pitch);
            points.add(&self.say(row), &area, None);
        }
        points.finish()
    }

    fn table(&self) -> Table {
        let mut head = vec![self.row_name.clone(), self.value_name.clone()];
        head.extend(self.landmarks.iter().map(|(_, name)| name.clone()));
        let rows = self.rows.iter().map(|row| {
            let landmarks = self.landmarks.iter().map(|(landmark, _)| {
                row.place(*landmark).map_or_else(String::new, |value| row.format.with_unit(value))
            });
            let value = row.format.with_unit(row.value);
            [row.name.clone(), value].into_iter().chain(landmarks).collect()
        });
        Table { rows: rows.collect(), head }
    }

    fn runs(&self) -> Vec<Run> {
        let run = |name: &str, of: &dyn Fn(&GaugeRow) -> Option<i64>| {
            let point = |row: &GaugeRow| {
                Some(RunPoint { at: row.at.clone(), value: Some(row.format.shown(of(row)?)), mark: None })
            };
            Run { name: name.to_owned(), points: self.rows.iter().filter_map(point).collect() }
        };
        let landmarks = self.landmarks.iter().map(|(landmark, name)| run(name, &|row| row.place(*landmark)));
        std::iter::once(run(&self.value_name, &|row| Some(row.value))).chain(landmarks).collect()
    }

    fn unit(&self) -> String {
        self.rows.first().map(|row| row.format.unit.clone()).unwrap_or_default()
    }
}

impl Gauge {
    fn legend_names(&self) -> Vec<&str> {
        self.landmarks.iter().map(|(_, name)| name.as_str()).collect()
    }

    fn say(&self, row: &GaugeRow) -> String {
        let landmarks = self.landmarks.iter().filter_map(|(landmark, name)| {
            Some(format!("{name} {}", row.format.number(row.place(*landmark)?)))
        });
        let said: Vec<String> = std::iter::once(row.format.with_unit(row.value)).chain(landmarks).collect();
        format!("{}: {}", row.name, said.join(", "))
    }
}

impl GaugeRow {
    fn place(&self, landmark: Landmark) -> Option<i64> {
        self.landmarks.iter().find(|(kind, _)| *kind == landmark).map(|(_, value)| *value)
    }

    fn greatest(&self) -> i64 {
        self.landmarks.iter().map(|(_, value)| *value).chain([self.value]).max().unwrap_or_default().max(1)
    }
}

/// Where things lie, in tenths. A narrow chart writes the name above its track, a wide one beside it.
struct Plot<'a> {
    chart: &'a Gauge,
    size: Size,
    left: i64,
    length: i64,
    pitch: i64,
    legend: i64,
    height: i64,
}

const TOP: i64 = 200;
const TRACK: i64 = 110;

impl<'a> Plot<'a> {
    fn new(chart: &'a Gauge, size: Size) -> Self {
        let rows = i64::try_from(chart.rows.len()).unwrap_or_default();
        let below = legend_lines(&chart.legend_names(), 0, size.width()) * Canvas::LINE + 40;
        let (left, length, pitch) = match size {
            Size::Narrow => (0, size.width(), 440),
            // The rows share the height of the sheet; many make it grow.
            Size::Wide => (1_400, 3_800, ((size.height() - TOP - below) / rows.max(1)).clamp(170, 400)),
        };
        let end = TOP + rows * pitch;
        let height = if size == Size::Wide { (end + below).max(size.height()) } else { end + below };
        Self { chart, size, left, length, pitch, legend: end + 120, height }
    }

    fn row(&self, index: usize) -> i64 {
        TOP + i64::try_from(index).unwrap_or_default() * self.pitch
    }

    fn along(&self, row: &GaugeRow, value: i64) -> i64 {
        let greatest = match self.chart.scale {
            Scale::Shared => self.chart.rows.iter().map(GaugeRow::greatest).max().unwrap_or(1),
            Scale::Own => row.greatest(),
        };
        // A little room stays free, so that the last landmark stands on the track.
        let length = i128::from(self.length - 80);
        let along = i128::from(value.max(0)) * length / i128::from(greatest);
        i64::try_from(along).unwrap_or(self.length)
    }

    fn draw_row(&self, canvas: &mut Canvas, index: usize, row: &GaugeRow, hatch: &str) {
        let top = self.row(index);
        let (text, track) = match self.size {
            Size::Narrow => (top + 130, top + 220),
            Size::Wide => (top + 140, top + 50),
        };
        canvas.label("strong", 0, text, Anchor::Start, &row.name);
        let value = row.format.with_unit(row.value);
        let value = if row.note.is_empty() { value } else { format!("{value} · {}", row.note) };
        canvas.label("", self.size.width(), text, Anchor::End, &value);
        canvas.path("track", &Path::default().rect(self.left, track, self.length, TRACK));
        let at = |landmark| row.place(landmark).map(|value| self.left + self.along(row, value));
        if let (Some(least), Some(most)) = (at(Landmark::Least), at(Landmark::Most)) {
            canvas.path("zone", &Path::default().rect(least, track, most - least, TRACK));
        }
        let reached = self.along(row, row.value);
        let within = row.place(Landmark::Limit).map_or(reached, |limit| reached.min(self.along(row, limit)));
        if within > 0 {
            canvas.path("bar", &Path::default().rect(self.left, track + 25, within, TRACK - 50));
        }
        if reached > within {
            let beyond = Path::default().rect(self.left + within, track + 25, reached - within, TRACK - 50);
            canvas.element("path", &[("class", &"hatched"), ("fill", &hatch), ("d", &beyond)]);
        }
        // A landmark at zero says nothing.
        for (landmark, value) in row.landmarks.iter().filter(|(_, value)| *value > 0) {
            draw_landmark(canvas, *landmark, self.left + self.along(row, *value), track, TRACK);
        }
    }
}

/// Draws the sign of a landmark on a track that begins at `top`.
fn draw_landmark(canvas: &mut Canvas, landmark: Landmark, x: i64, top: i64, height: i64) {
    let end = top + height;
    let from = |x, y| Path::default().start(x, y);
    match landmark {
        Landmark::Least => {
            canvas
                .path("mark solid", &from(x, end - 40).line(x + 45, end + 35).line(x - 45, end + 35).shut());
        }
        Landmark::Target => {
            let middle = top + height / 2;
            let rhomb = from(x, middle - 65).line(x + 45, middle).line(x, middle + 65).line(x - 45, middle);
            canvas.path("mark target", &rhomb.shut());
        }
        Landmark::Most => {
            canvas
                .path("mark solid", &from(x, top + 40).line(x + 45, top - 35).line(x - 45, top - 35).shut());
        }
        Landmark::Limit => {
            canvas.path("mark solid", &Path::default().rect(x - 15, top - 30, 30, height + 60));
        }
    }
}
