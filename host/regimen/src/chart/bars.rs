//! Bars per week: volume against its target, adherence, decisions in stacks (P-50).

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, fitting, legend, legend_lines, text_width};
use super::{Caption, Chart, Format, Run, RunPoint, Size, Table};
use crate::markup::Path;

/// A bar chart; bars with several parts are stacked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bars {
    /// The texts around it.
    pub caption: Caption,
    /// How values are written.
    pub format: Format,
    /// The name of the column of labels in the table.
    pub column_name: String,
    /// The names of the parts of a bar, lowest first; at most four are told apart.
    pub parts: Vec<String>,
    /// The name of the target; empty when there is none.
    pub target_name: String,
    /// The bars, oldest first.
    pub columns: Vec<Column>,
}

/// One bar.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Column {
    /// Its name for programs: a date, `2026-W11` or `2026-03`.
    pub at: String,
    /// Its full name, for the point and the table.
    pub label: String,
    /// Its short name on the axis; those that would touch are left out.
    pub tick: String,
    /// One value per part, none below zero; nothing where data is missing (P-50: a gap, not a zero).
    pub values: Option<Vec<i64>>,
    /// What was aimed for.
    pub target: Option<i64>,
}

/// How the parts of a bar are told apart: full, hatched, gray, outlined.
const PAINTS: [&str; 4] = ["bar", "hatched", "bar b1", "frame"];

impl Chart for Bars {
    fn caption(&self) -> &Caption {
        &self.caption
    }

    fn is_drawable(&self) -> bool {
        self.columns.iter().filter(|column| column.values.is_some()).count() >= 2
    }

    fn svg(&self, size: Size) -> String {
        let plot = Plot::new(self, size);
        let mut canvas = Canvas::new(&self.caption, size, size.height());
        let hatch = if self.parts.len() > 1 { canvas.hatch(&self.caption) } else { String::new() };
        plot.draw_axes(&mut canvas);
        for (index, column) in self.columns.iter().enumerate() {
            plot.draw_column(&mut canvas, index, column, &hatch);
        }
        self.draw_legend(&mut canvas, &plot, &hatch);
        let mut points = canvas.points(self.columns.len());
        for (index, column) in self.columns.iter().enumerate() {
            let Some(text) = self.say(column) else { continue };
            let area = Path::default().rect(plot.x(index), plot.top, plot.pitch, plot.bottom - plot.top);
            points.add(&text, &area, None);
        }
        points.finish()
    }

    fn table(&self) -> Table {
        let has_target = !self.target_name.is_empty();
        let mut head = vec![self.column_name.clone()];
        head.extend(self.parts.iter().cloned());
        head.extend(has_target.then(|| self.target_name.clone()));
        let write = |value: Option<i64>| value.map_or_else(String::new, |value| self.format.with_unit(value));
        let rows = self.columns.iter().filter(|column| self.say(column).is_some()).map(|column| {
            let values = (0..self.parts.len())
                .map(|part| write(column.values.as_ref().and_then(|values| values.get(part).copied())));
            std::iter::once(column.label.clone())
                .chain(values)
                .chain(has_target.then(|| write(column.target)))
                .collect()
        });
        Table { rows: rows.collect(), head }
    }

    fn runs(&self) -> Vec<Run> {
        let run = |name: &str, of: &dyn Fn(&Column) -> Option<i64>| {
            let point = |column: &Column| {
                let value = Some(self.format.shown(of(column)?));
                Some(RunPoint { at: column.at.clone(), value, mark: None })
            };
            Run { name: name.to_owned(), points: self.columns.iter().filter_map(point).collect() }
        };
        let part = |(index, name): (usize, &String)| {
            run(name, &|column| column.values.as_ref().and_then(|values| values.get(index).copied()))
        };
        let target = (!self.target_name.is_empty()).then(|| run(&self.target_name, &|column| column.target));
        self.parts.iter().enumerate().map(part).chain(target).collect()
    }

    fn unit(&self) -> String {
        self.format.unit.clone()
    }
}

impl Bars {
    fn say(&self, column: &Column) -> Option<String> {
        let values = column.values.iter().flatten().zip(&self.parts).map(|(value, part)| {
            let value = self.format.with_unit(*value);
            if self.parts.len() == 1 { value } else { format!("{part} {value}") }
        });
        let target =
            column.target.map(|target| format!("{} {}", self.target_name, self.format.with_unit(target)));
        let said: Vec<String> = values.chain(target).collect();
        (!said.is_empty()).then(|| format!("{}: {}", column.label, said.join(", ")))
    }

    fn legend_names(&self) -> Vec<&str> {
        let target = Some(self.target_name.as_str()).filter(|name| !name.is_empty());
        let names: Vec<&str> = self.parts.iter().map(String::as_str).chain(target).collect();
        if names.len() > 1 { names } else { Vec::new() }
    }

    fn draw_legend(&self, canvas: &mut Canvas, plot: &Plot, hatch: &str) {
        let sides = (plot.left, plot.right);
        legend(canvas, &self.legend_names(), sides, plot.legend, |canvas, index, x, y| {
            if index < self.parts.len() {
                draw_part(canvas, index, &Path::default().rect(x - 50, y - 50, 100, 100), hatch);
            } else {
                canvas.stroke("mark", &Path::default().start(x - 80, y).across(x + 80));
            }
        });
    }
}

/// Where things lie, in tenths.
struct Plot<'a> {
    chart: &'a Bars,
    axis: Axis,
    left: i64,
    right: i64,
    top: i64,
    bottom: i64,
    legend: i64,
    pitch: i64,
}

impl<'a> Plot<'a> {
    fn new(chart: &'a Bars, size: Size) -> Self {
        let sums = chart.columns.iter().flat_map(|column| {
            let sum = column.values.as_ref().map(|values| values.iter().sum());
            sum.into_iter().chain(column.target)
        });
        let axis = Axis::over(&sums.collect::<Vec<i64>>(), 4, true, &chart.format);
        let widest = axis.ticks(1, &chart.format).iter().map(|(_, text)| text_width(text)).max();
        let (left, right) = (widest.unwrap_or_default() + 80, size.width());
        let lines = legend_lines(&chart.legend_names(), left, right);
        let bottom = size.height() - 240 - Canvas::LINE * lines;
        let count = i64::try_from(chart.columns.len()).unwrap_or(1).max(1);
        let pitch = ((right - left) / count).min(800);
        Self { chart, axis, left, right, top: 280, bottom, legend: bottom + 240 + 80, pitch }
    }

    fn x(&self, index: usize) -> i64 {
        self.left + i64::try_from(index).unwrap_or_default() * self.pitch
    }

    fn y(&self, value: i64) -> i64 {
        self.bottom - self.axis.along(value, self.bottom - self.top)
    }

    fn draw_axes(&self, canvas: &mut Canvas) {
        let chart = self.chart;
        if !chart.format.unit.is_empty() {
            canvas.label("", 0, 130, Anchor::Start, &chart.format.unit);
        }
        for (along, text) in self.axis.ticks(self.bottom - self.top, &chart.format) {
            let y = self.bottom - along;
            canvas.stroke("grid", &Path::default().start(self.left, y).across(self.right));
            canvas.label("", self.left - 60, y + 42, Anchor::End, &text);
        }
        let places: Vec<(i64, &str)> = chart
            .columns
            .iter()
            .enumerate()
            .map(|(index, column)| {
                let half = text_width(&column.tick) / 2;
                let middle = self.x(index) + self.pitch / 2;
                (middle.clamp(half, (self.right - half).max(half)), column.tick.as_str())
            })
            .collect();
        for ((x, text), is_kept) in places.iter().zip(fitting(&places)) {
            if is_kept {
                canvas.label("", *x, self.bottom + 170, Anchor::Middle, text);
            }
        }
    }

    fn draw_column(&self, canvas: &mut Canvas, index: usize, column: &Column, hatch: &str) {
        let gap = (self.pitch / 6).max(5);
        let (x, width) = (self.x(index) + gap, self.pitch - 2 * gap);
        let mut sum = 0;
        for (part, value) in column.values.iter().flatten().enumerate() {
            let (from, to) = (self.y(sum), self.y(sum + value));
            if from > to {
                draw_part(canvas, part, &Path::default().rect(x, to, width, from - to), hatch);
            }
            sum += value;
        }
        if let Some(target) = column.target {
            let y = self.y(target);
            let line = Path::default().start(x - gap / 2, y).across(x + width + gap / 2);
            canvas.stroke("mark", &line);
        }
    }
}

fn draw_part(canvas: &mut Canvas, part: usize, path: &Path, hatch: &str) {
    let class = PAINTS[part.min(3)];
    match part {
        1 => canvas.element("path", &[("class", &class), ("fill", &hatch), ("d", path)]),
        0 | 2 => canvas.path(class, path),
        _ => canvas.stroke(class, path),
    }
}
