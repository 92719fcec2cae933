//! A ladder of levels as a staircase, the first level at the bottom (P-55).

use super::canvas::{Anchor, Canvas};
use super::{Caption, Chart, Run, RunPoint, Size, Table};
use crate::markup::Path;

/// The levels of one ladder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Ladder {
    /// The texts around it.
    pub caption: Caption,
    /// From the first level up.
    pub rungs: Vec<Rung>,
    /// The names of the two columns of the table: level and state.
    pub head: [String; 2],
}

/// One level.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Rung {
    /// Its ordinal, variation and amount.
    pub label: String,
    /// Where it stands.
    pub state: RungState,
    /// The name of that state, or the day it was reached.
    pub note: String,
}

/// Where a level stands relative to the athlete.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum RungState {
    /// Passed: a check.
    Done,
    /// The current one: full, with a pointer.
    Now,
    /// The next one: outlined.
    Next,
    /// Further up: dashed.
    #[default]
    Later,
}

impl RungState {
    fn class(self) -> &'static str {
        match self {
            Self::Done => "step done",
            Self::Now => "step now",
            Self::Next => "step next",
            Self::Later => "step later",
        }
    }
}

/// The height of a step and the way from one to the next, in tenths.
const STEP: i64 = 260;
const PITCH: i64 = 290;
const TOP: i64 = 200;

impl Chart for Ladder {
    fn caption(&self) -> &Caption {
        &self.caption
    }

    fn is_drawable(&self) -> bool {
        !self.rungs.is_empty()
    }

    fn svg(&self, size: Size) -> String {
        let count = i64::try_from(self.rungs.len()).unwrap_or_default();
        let height = (TOP + count * PITCH).max(if size == Size::Wide { size.height() } else { 0 });
        // The stairs rise to the right and leave room for the longest label on the last step.
        let shift = if count > 1 { (size.width() / 4).min(count * 120) / (count - 1) } else { 0 };
        let y = |index| height - (index + 1) * PITCH;
        let mut canvas = Canvas::new(&self.caption, size, height);
        for (index, rung) in (0..).zip(&self.rungs) {
            draw_rung(&mut canvas, rung, index * shift, y(index), size.width());
        }
        let mut points = canvas.points(self.rungs.len());
        for (index, rung) in (0..).zip(&self.rungs) {
            let area = Path::default().rect(0, y(index), size.width(), STEP);
            let said = [rung.label.as_str(), rung.note.as_str()];
            let said = said.iter().filter(|text| !text.is_empty()).copied().collect::<Vec<_>>();
            points.add(&said.join(": "), &area, None);
        }
        points.finish()
    }

    fn table(&self) -> Table {
        let rows = self.rungs.iter().map(|rung| vec![rung.label.clone(), rung.note.clone()]);
        Table { head: self.head.to_vec(), rows: rows.collect() }
    }

    fn runs(&self) -> Vec<Run> {
        let point = |rung: &Rung| RunPoint {
            at: rung.label.clone(),
            value: None,
            mark: Some(match rung.state {
                RungState::Done => "done",
                RungState::Now => "now",
                RungState::Next => "next",
                RungState::Later => "later",
            }),
        };
        vec![Run { name: self.caption.title.clone(), points: self.rungs.iter().map(point).collect() }]
    }

    fn unit(&self) -> String {
        String::new()
    }
}

fn draw_rung(canvas: &mut Canvas, rung: &Rung, x: i64, y: i64, right: i64) {
    let step = Path::default().rect(x, y, right - x - 10, STEP);
    match rung.state {
        RungState::Done | RungState::Now => canvas.path(rung.state.class(), &step),
        RungState::Next | RungState::Later => canvas.stroke(rung.state.class(), &step),
    }
    let middle = y + STEP / 2;
    let from = |x, y| Path::default().start(x, y);
    match rung.state {
        RungState::Done => {
            canvas
                .stroke("glyph", &from(x + 70, middle).line(x + 100, middle + 35).line(x + 160, middle - 40));
        }
        RungState::Now => {
            canvas.path(
                "on",
                &from(x + 80, middle - 60).line(x + 160, middle).line(x + 80, middle + 60).shut(),
            );
        }
        RungState::Next => canvas.stroke(
            "glyph",
            &from(x + 115, middle + 50)
                .down(middle - 50)
                .line(x + 75, middle - 10)
                .start(x + 115, middle - 50)
                .line(x + 155, middle - 10),
        ),
        RungState::Later => {}
    }
    let class = if rung.state == RungState::Now { "on" } else { "" };
    canvas.label(class, x + 230, middle + 45, Anchor::Start, &rung.label);
    canvas.label(class, right - 80, middle + 45, Anchor::End, &rung.note);
}
