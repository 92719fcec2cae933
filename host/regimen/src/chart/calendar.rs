//! A year of days: done, partly done, skipped, planned, each with its own sign.

use super::canvas::{Anchor, Canvas, legend, legend_lines, text_width};
use super::{Caption, Chart, Run, RunPoint, Size, Table};
use crate::markup::Path;

/// Days in columns of weeks; on a narrow page the weeks wrap.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Calendar {
    /// The texts around it.
    pub caption: Caption,
    /// The short names of the days, Monday first.
    pub weekdays: [String; 7],
    /// The weekday of the first day; 0 is Monday.
    pub first_weekday: usize,
    /// One after the other without holes.
    pub days: Vec<Day>,
    /// The names of the states in use, in the order of the legend.
    pub states: Vec<(DayState, String)>,
    /// The names of the two columns of the table: day and state.
    pub head: [String; 2],
}

/// One day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Day {
    /// Its date, for programs.
    pub at: String,
    /// Its full name, for the cell and the table.
    pub label: String,
    /// The name of the month on its first day, empty otherwise.
    pub month: String,
    /// How it went.
    pub state: DayState,
}

/// How a day went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum DayState {
    /// Nothing was planned: an empty cell.
    #[default]
    Free,
    /// Done: a full cell with a check.
    Done,
    /// Partly done: a cell with a stroke.
    Part,
    /// Planned and not done: a cross.
    Skipped,
    /// Still to come: an outline.
    Planned,
}

impl DayState {
    /// For programs.
    const fn word(self) -> Option<&'static str> {
        match self {
            Self::Free => None,
            Self::Done => Some("done"),
            Self::Part => Some("part"),
            Self::Skipped => Some("skipped"),
            Self::Planned => Some("planned"),
        }
    }
}

impl Chart for Calendar {
    fn caption(&self) -> &Caption {
        &self.caption
    }

    fn is_drawable(&self) -> bool {
        self.days.iter().any(|day| day.state != DayState::Free)
    }

    fn svg(&self, size: Size) -> String {
        let grid = Grid::new(self, size);
        let mut canvas = Canvas::new(&self.caption, size, grid.height);
        for band in 0..grid.bands {
            let top = grid.band_top(band);
            for weekday in [0, 2, 4] {
                let y = top + offset(weekday) * grid.pitch + grid.cell * 8 / 10;
                canvas.label("", 0, y, Anchor::Start, &self.weekdays[weekday]);
            }
        }
        let mut free = (0, 0);
        for (index, day) in self.days.iter().enumerate() {
            let (x, y) = grid.place(index);
            draw_day(&mut canvas, day.state, x, y, grid.cell);
            let band = grid.band(index);
            if !day.month.is_empty() && (band > free.0 || x >= free.1) {
                canvas.label("", x, grid.band_top(band) - 50, Anchor::Start, &day.month);
                free = (band, x + text_width(&day.month) + 40);
            }
        }
        legend(&mut canvas, &self.legend_names(), (0, size.width()), grid.legend, |canvas, index, x, y| {
            draw_day(canvas, self.states[index].0, x - 60, y - 60, 120);
        });
        let named = || self.days.iter().enumerate().filter(|(_, day)| day.state != DayState::Free);
        let mut points = canvas.points(named().count());
        for (index, day) in named() {
            let (x, y) = grid.place(index);
            let area = Path::default().rect(x, y, grid.pitch, grid.pitch);
            points.add(&format!("{}: {}", day.label, self.name(day.state)), &area, None);
        }
        points.finish()
    }

    fn table(&self) -> Table {
        let rows = self.days.iter().filter(|day| day.state != DayState::Free);
        Table {
            head: self.head.to_vec(),
            rows: rows.map(|day| vec![day.label.clone(), self.name(day.state).to_owned()]).collect(),
        }
    }

    fn runs(&self) -> Vec<Run> {
        let point =
            |day: &Day| Some(RunPoint { at: day.at.clone(), value: None, mark: Some(day.state.word()?) });
        let name = self.caption.title.clone();
        vec![Run { name, points: self.days.iter().filter_map(point).collect() }]
    }

    fn unit(&self) -> String {
        String::new()
    }
}

impl Calendar {
    fn legend_names(&self) -> Vec<&str> {
        self.states.iter().map(|(_, name)| name.as_str()).collect()
    }

    fn name(&self, state: DayState) -> &str {
        self.states.iter().find(|(kind, _)| *kind == state).map_or("", |(_, name)| name)
    }
}

/// Where the cells lie, in tenths.
struct Grid {
    first: usize,
    top: i64,
    left: i64,
    pitch: i64,
    cell: i64,
    /// Weeks in one band.
    weeks: usize,
    bands: usize,
    legend: i64,
    height: i64,
}

const TOP: i64 = 400;

impl Grid {
    fn new(chart: &Calendar, size: Size) -> Self {
        let (left, pitch, weeks) = match size {
            Size::Narrow => (280, 184, 18),
            Size::Wide => (290, 130, 53),
        };
        let first = chart.first_weekday % 7;
        let columns = (first + chart.days.len()).div_ceil(7);
        let bands = columns.div_ceil(weeks).max(1);
        let lines = legend_lines(&chart.legend_names(), 0, size.width());
        let mut grid = Self {
            first,
            top: TOP,
            left,
            pitch,
            cell: pitch - 24,
            weeks,
            bands,
            legend: 0,
            height: size.height(),
        };
        let below = lines * Canvas::LINE + 40;
        let needed = grid.band_top(bands) - 200 + below;
        grid.height = if size == Size::Wide { needed.max(size.height()) } else { needed };
        grid.top += (grid.height - needed) / 2;
        grid.legend = grid.band_top(bands) - 80;
        grid
    }

    fn band(&self, day: usize) -> usize {
        (self.first + day) / 7 / self.weeks
    }

    fn band_top(&self, band: usize) -> i64 {
        self.top + offset(band) * (7 * self.pitch + 240)
    }

    fn place(&self, day: usize) -> (i64, i64) {
        let (week, weekday) = ((self.first + day) / 7, (self.first + day) % 7);
        let x = self.left + offset(week % self.weeks) * self.pitch;
        (x, self.band_top(week / self.weeks) + offset(weekday) * self.pitch)
    }
}

fn offset(count: usize) -> i64 {
    i64::try_from(count).unwrap_or_default()
}

fn draw_day(canvas: &mut Canvas, state: DayState, x: i64, y: i64, cell: i64) {
    let square = Path::default().rect(x, y, cell, cell);
    let at = |part: i64| cell * part / 10;
    let from = |right, down| Path::default().start(x + at(right), y + at(down));
    match state {
        DayState::Free => canvas.path("free", &Path::default().rect(x + at(4), y + at(4), at(3), at(3))),
        DayState::Done => {
            canvas.path("cell done", &square);
            canvas.stroke("glyph", &from(2, 5).line(x + at(4), y + at(7)).line(x + at(8), y + at(3)));
        }
        DayState::Part => {
            canvas.path("cell part", &square);
            canvas.stroke("glyph", &from(2, 5).across(x + at(8)));
        }
        DayState::Skipped => {
            canvas.path("cell skipped", &square);
            let cross = from(3, 3).line(x + at(7), y + at(7)).start(x + at(7), y + at(3));
            canvas.stroke("glyph", &cross.line(x + at(3), y + at(7)));
        }
        DayState::Planned => canvas.stroke("cell planned", &square),
    }
}
