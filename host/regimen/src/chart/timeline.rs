//! Lines, dots and steps over time: strength, body weight, volume, levels, effort (P-50, A-21, A-23).

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, fitting, legend, legend_lines, text_width};
use super::{Caption, Chart, Format, Run, RunPoint, Size, Table};
use crate::markup::Path;
use domain::time::{LocalDate, add_days};

/// A chart over time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Timeline {
    /// The texts around it.
    pub caption: Caption,
    /// How values are written.
    pub format: Format,
    /// The name of the column of days in the table.
    pub moment_name: String,
    /// The days, oldest first.
    pub moments: Vec<Moment>,
    /// One or more series over the same days.
    pub series: Vec<Series>,
    /// A range to aim for, drawn behind.
    pub band: Option<Band>,
    /// The names of marks that are told in words; the others are left to the description.
    pub marks: Vec<(Mark, String)>,
}

/// A day on the axis of time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Moment {
    /// The number of the day; distances on the axis follow it.
    pub day: i64,
    /// Its full name, for the point and the table.
    pub label: String,
    /// Its short name on the axis; empty for none. Those that would touch are left out.
    pub tick: String,
}

/// A run of values, one per moment; a missing one is a gap, not a zero (P-50).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Series {
    /// Its name in legend, points and table.
    pub name: String,
    /// How it is drawn.
    pub shape: Shape,
    /// One per moment.
    pub points: Vec<Option<Point>>,
}

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A line with its marked points.
    Line,
    /// A line that goes on over moments of other series.
    Linked,
    /// The same in steps, for values that hold until they change.
    Step,
    /// Dots without a line, for values that scatter.
    Dots,
}

/// A value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Point {
    /// In stored units.
    pub value: i64,
    /// What is special about it.
    pub mark: Mark,
}

/// What sets a point apart; each mark has its own shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Nothing.
    Plain,
    /// Not counted in trend and best: a ring.
    Hollow,
    /// A record: a star.
    Record,
    /// Stepped up: a triangle.
    Up,
    /// Stepped down: a triangle on its head.
    Down,
    /// Changed by hand: a square.
    Hand,
    /// Taken back: a cross.
    Back,
}

impl Mark {
    /// For programs.
    const fn word(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Hollow => Some("loose"),
            Self::Record => Some("record"),
            Self::Up => Some("advance"),
            Self::Down => Some("regress"),
            Self::Hand => Some("manual"),
            Self::Back => Some("rollback"),
        }
    }
}

/// A range of values to aim for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Band {
    /// What it means.
    pub name: String,
    /// Its lower end.
    pub low: i64,
    /// Its upper end.
    pub high: i64,
}

impl Chart for Timeline {
    fn caption(&self) -> &Caption {
        &self.caption
    }

    fn is_drawable(&self) -> bool {
        self.series.iter().any(|series| series.points.iter().flatten().count() >= 2)
    }

    fn svg(&self, size: Size) -> String {
        let plot = Plot::new(self, size);
        let mut canvas = Canvas::new(&self.caption, size, size.height());
        plot.draw_axes(&mut canvas);
        for (index, series) in self.series.iter().enumerate() {
            plot.draw_series(&mut canvas, index, series);
        }
        self.draw_legend(&mut canvas, &plot);
        let mut points = canvas.points(self.moments.len());
        for (index, moment) in self.moments.iter().enumerate() {
            let Some(text) = self.say(index, moment) else { continue };
            let x = plot.x(index);
            let from = if index == 0 { plot.left } else { i64::midpoint(plot.x(index - 1), x) };
            let to = if index + 1 == self.moments.len() {
                plot.right
            } else {
                i64::midpoint(x, plot.x(index + 1))
            };
            let area = Path::default().rect(from, plot.top, to - from, plot.bottom - plot.top);
            let guide = Path::default().start(x, plot.top).down(plot.bottom);
            points.add(&text, &area, Some(&guide));
        }
        points.finish()
    }

    fn table(&self) -> Table {
        let names = self.series.iter().map(|series| series.name.clone());
        let rows = self.moments.iter().enumerate().filter_map(|(index, moment)| {
            self.say(index, moment)?;
            let values = self.series.iter().map(|series| match series.points.get(index) {
                Some(Some(point)) => self.value(*point),
                _ => String::new(),
            });
            Some(std::iter::once(moment.label.clone()).chain(values).collect())
        });
        Table { head: std::iter::once(self.moment_name.clone()).chain(names).collect(), rows: rows.collect() }
    }

    fn runs(&self) -> Vec<Run> {
        let run = |series: &Series| {
            let points = self.moments.iter().zip(&series.points).filter_map(|(moment, point)| {
                let point = (*point)?;
                Some(RunPoint {
                    at: add_days(LocalDate::ZERO, moment.day).to_string(),
                    value: Some(self.format.shown(point.value)),
                    mark: point.mark.word(),
                })
            });
            Run { name: series.name.clone(), points: points.collect() }
        };
        self.series.iter().map(run).collect()
    }

    fn unit(&self) -> String {
        self.format.unit.clone()
    }
}

impl Timeline {
    /// A value in words, with what sets it apart.
    fn value(&self, point: Point) -> String {
        let value = self.format.with_unit(point.value);
        let mark = self.marks.iter().find(|(mark, _)| *mark == point.mark);
        mark.map_or_else(|| value.clone(), |(_, name)| format!("{value} ({name})"))
    }

    /// The text of a moment, or nothing if no series has a value there.
    fn say(&self, index: usize, moment: &Moment) -> Option<String> {
        let values: Vec<String> = self
            .series
            .iter()
            .filter_map(|series| {
                let point = series.points.get(index).copied().flatten()?;
                let value = self.value(point);
                Some(if self.series.len() == 1 { value } else { format!("{} {value}", series.name) })
            })
            .collect();
        (!values.is_empty()).then(|| format!("{}: {}", moment.label, values.join(", ")))
    }

    fn legend_names(&self) -> Vec<&str> {
        let band = self.band.iter().map(|band| band.name.as_str());
        let series = self.series.iter().map(|series| series.name.as_str());
        let marks = self.marks.iter().map(|(_, name)| name.as_str());
        let names: Vec<&str> = series.chain(band).chain(marks).collect();
        if names.len() > 1 { names } else { Vec::new() }
    }

    fn draw_legend(&self, canvas: &mut Canvas, plot: &Plot) {
        let sides = (plot.left, plot.right);
        let bands = self.series.len() + usize::from(self.band.is_some());
        legend(canvas, &self.legend_names(), sides, plot.legend, |canvas, index, x, y| {
            match self.series.get(index) {
                Some(series) if series.shape == Shape::Dots => canvas.circle(dot_class(index), x, y, 35),
                Some(_) => canvas.stroke(line_class(index), &Path::default().start(x - 80, y).across(x + 80)),
                None if index >= bands => draw_mark(canvas, self.marks[index - bands].0, x, y),
                None => canvas.path("band", &Path::default().rect(x - 80, y - 50, 160, 100)),
            }
        });
    }
}

/// Where things lie, in tenths.
struct Plot<'a> {
    chart: &'a Timeline,
    axis: Axis,
    left: i64,
    right: i64,
    top: i64,
    bottom: i64,
    legend: i64,
}

impl<'a> Plot<'a> {
    fn new(chart: &'a Timeline, size: Size) -> Self {
        let mut values: Vec<i64> = chart
            .series
            .iter()
            .flat_map(|series| series.points.iter().flatten().map(|point| point.value))
            .collect();
        values.extend(chart.band.iter().flat_map(|band| [band.low, band.high]));
        let axis = Axis::over(&values, 4, false, &chart.format);
        let widest = axis.ticks(1, &chart.format).iter().map(|(_, text)| text_width(text)).max();
        let (left, right) = (widest.unwrap_or_default() + 80, size.width() - 80);
        let lines = legend_lines(&chart.legend_names(), left, right);
        let below = Canvas::LINE * lines;
        let bottom = size.height() - 240 - below;
        Self { chart, axis, left, right, top: 280, bottom, legend: bottom + 240 + 80 }
    }

    fn x(&self, index: usize) -> i64 {
        let day = |moment: Option<&Moment>| moment.map_or(0, |moment| moment.day);
        let first = day(self.chart.moments.first());
        let span = day(self.chart.moments.last()) - first;
        // Points keep off the edges, so that a first and a last one are drawn whole.
        let (from, room) = (self.left + 80, self.right - self.left - 160);
        match span {
            ..=0 => from + room / 2,
            _ => from + (day(self.chart.moments.get(index)) - first) * room / span,
        }
    }

    fn y(&self, value: i64) -> i64 {
        self.bottom - self.axis.along(value, self.bottom - self.top)
    }

    fn draw_axes(&self, canvas: &mut Canvas) {
        let chart = self.chart;
        if let Some(band) = &chart.band {
            let (high, low) = (self.y(band.high), self.y(band.low));
            canvas.path("band", &Path::default().rect(self.left, high, self.right - self.left, low - high));
        }
        if !chart.format.unit.is_empty() {
            canvas.label("", 0, 130, Anchor::Start, &chart.format.unit);
        }
        for (along, text) in self.axis.ticks(self.bottom - self.top, &chart.format) {
            let y = self.bottom - along;
            canvas.stroke("grid", &Path::default().start(self.left, y).across(self.right));
            canvas.label("", self.left - 60, y + 42, Anchor::End, &text);
        }
        let places: Vec<(i64, &str)> = chart
            .moments
            .iter()
            .enumerate()
            .map(|(index, moment)| {
                let half = text_width(&moment.tick) / 2;
                (self.x(index).clamp(half, (self.right + 80 - half).max(half)), moment.tick.as_str())
            })
            .collect();
        for (index, ((x, text), is_kept)) in places.iter().zip(fitting(&places)).enumerate() {
            if is_kept {
                let tick = Path::default().start(self.x(index), self.bottom).down(self.bottom + 40);
                canvas.stroke("axis", &tick);
                canvas.label("", *x, self.bottom + 170, Anchor::Middle, text);
            }
        }
    }

    fn draw_series(&self, canvas: &mut Canvas, index: usize, series: &Series) {
        if series.shape != Shape::Dots {
            let line = self.line(series);
            if !line.is_empty() {
                canvas.stroke(line_class(index), &line);
            }
        }
        for (at, point) in series.points.iter().enumerate() {
            let Some(point) = point else { continue };
            let (x, y) = (self.x(at), self.y(point.value));
            let alone = (at == 0 || series.points[at - 1].is_none())
                && series.points.get(at + 1).is_none_or(Option::is_none);
            if point.mark != Mark::Plain {
                draw_mark(canvas, point.mark, x, y);
            } else if series.shape == Shape::Dots || alone || (index == 0 && series.points.len() <= 31) {
                canvas.circle(dot_class(index), x, y, 32);
            }
        }
    }

    fn line(&self, series: &Series) -> Path {
        let mut path = Path::default();
        let mut is_drawing = false;
        for (index, point) in series.points.iter().enumerate() {
            let Some(point) = point else {
                is_drawing &= series.shape != Shape::Line;
                continue;
            };
            let (x, y) = (self.x(index), self.y(point.value));
            path = match series.shape {
                _ if !is_drawing => path.start(x, y),
                Shape::Step => path.across(x).down(y),
                Shape::Line | Shape::Linked | Shape::Dots => path.line(x, y),
            };
            is_drawing = true;
        }
        path
    }
}

fn line_class(index: usize) -> &'static str {
    ["line", "line s1", "line s2", "line s3"][index.min(3)]
}

fn dot_class(index: usize) -> &'static str {
    if index == 0 { "dot" } else { "dot faint" }
}

fn draw_mark(canvas: &mut Canvas, mark: Mark, x: i64, y: i64) {
    match mark {
        Mark::Plain => {}
        Mark::Hollow => canvas.circle("dot hollow", x, y, 36),
        Mark::Record => {
            let star = Path::default()
                .start(x, y - 70)
                .line(x + 20, y - 20)
                .line(x + 70, y)
                .line(x + 20, y + 20)
                .line(x, y + 70)
                .line(x - 20, y + 20)
                .line(x - 70, y)
                .line(x - 20, y - 20)
                .shut();
            canvas.path("dot star", &star);
        }
        Mark::Up => {
            let triangle = Path::default().start(x, y - 60).line(x + 55, y + 45).line(x - 55, y + 45);
            canvas.path("dot", &triangle.shut());
        }
        Mark::Down => {
            let triangle = Path::default().start(x, y + 60).line(x + 55, y - 45).line(x - 55, y - 45);
            canvas.path("dot", &triangle.shut());
        }
        Mark::Hand => canvas.path("dot", &Path::default().rect(x - 40, y - 40, 80, 80)),
        Mark::Back => {
            let cross = Path::default().start(x - 45, y - 45).line(x + 45, y + 45);
            canvas.stroke("glyph", &cross.start(x - 45, y + 45).line(x + 45, y - 45));
        }
    }
}
