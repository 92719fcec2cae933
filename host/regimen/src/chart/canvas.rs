//! The sheet a chart is drawn on: the named picture first, then the points that answer to finger and key.

use super::{Caption, Size};
use crate::markup::{Attributes, Markup, Path, Tenths};

/// The most points that the tab key walks through; beyond it they answer to hover and tap alone.
const KEY_STOPS: usize = 31;

/// Where a text stands relative to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// A chart under construction.
pub(super) struct Canvas {
    markup: Markup,
    width: i64,
}

impl Canvas {
    /// The height of a line of text, in tenths.
    pub(super) const LINE: i64 = 180;

    /// Opens the picture with its title and description.
    pub(super) fn new(caption: &Caption, size: Size, height: i64) -> Self {
        let width = size.width();
        let mut markup = Markup::default();
        let view = format!("0 0 {} {}", width / 10, height / 10);
        markup.open(
            "svg",
            &[
                ("xmlns", &"http://www.w3.org/2000/svg"),
                ("class", &size.class()),
                ("viewBox", &view),
                ("width", &(width / 10)),
                ("height", &(height / 10)),
                ("font-family", &"system-ui, sans-serif"),
                ("font-size", &12),
            ],
        );
        let title = format!("{}-title", caption.id);
        let description = format!("{}-desc", caption.id);
        let names = format!("{title} {description}");
        markup.open("g", &[("role", &"img"), ("aria-labelledby", &names)]);
        markup.leaf("title", &[("id", &title)], &caption.title);
        markup.leaf("desc", &[("id", &description)], &caption.description);
        Self { markup, width }
    }

    /// Draws a filled outline, or a stroke where the style sheet says so.
    pub(super) fn path(&mut self, class: &str, path: &Path) {
        self.element("path", &[("class", &class), ("d", path)]);
    }

    /// Draws a stroke that stays a stroke without the style sheet.
    pub(super) fn stroke(&mut self, class: &str, path: &Path) {
        let bare: Attributes =
            &[("class", &class), ("fill", &"none"), ("stroke", &"currentColor"), ("d", path)];
        self.element("path", bare);
    }

    /// Draws a filled circle.
    pub(super) fn circle(&mut self, class: &str, x: i64, y: i64, radius: i64) {
        self.element(
            "circle",
            &[("class", &class), ("cx", &Tenths(x)), ("cy", &Tenths(y)), ("r", &Tenths(radius))],
        );
    }

    /// Draws any element without content.
    pub(super) fn element(&mut self, name: &str, attributes: Attributes) {
        self.markup.empty(name, attributes);
    }

    /// Writes a text with its base line at `y`; most texts need no class.
    pub(super) fn label(&mut self, class: &str, x: i64, y: i64, anchor: Anchor, text: &str) {
        let place: Attributes =
            &[("class", &class), ("x", &Tenths(x)), ("y", &Tenths(y)), ("text-anchor", &anchor.word())];
        self.markup.leaf("text", if class.is_empty() { &place[1..] } else { place }, text);
    }

    /// Declares the hatch of a chart, and returns the paint that names it.
    pub(super) fn hatch(&mut self, caption: &Caption) -> String {
        let id = format!("{}-hatch", caption.id);
        self.markup.open("defs", &[]);
        self.markup.open(
            "pattern",
            &[
                ("id", &id),
                ("width", &5),
                ("height", &5),
                ("patternUnits", &"userSpaceOnUse"),
                ("patternTransform", &"rotate(45)"),
            ],
        );
        self.stroke("hatch", &Path::default().start(0, 0).down(50));
        self.markup.close("pattern");
        self.markup.close("defs");
        format!("url(#{id})")
    }

    /// Closes the picture: from here on come the points, `count` of them.
    pub(super) fn points(mut self, count: usize) -> Points {
        self.markup.close("g");
        self.markup.open("g", &[]);
        Points { markup: self.markup, right: self.width, key: if count <= KEY_STOPS { 0 } else { -1 } }
    }
}

/// A sheet with the sentence that stands in for a picture (P-50).
pub(super) fn sentence(caption: &Caption) -> String {
    let size = Size::Wide;
    let mut canvas = Canvas::new(caption, size, size.height());
    canvas.label("", size.width() / 2, size.height() / 2, Anchor::Middle, &caption.empty);
    canvas.points(0).finish()
}

/// The layer of points: each shows its text at the upper right when it is touched, pointed at or focused.
pub(super) struct Points {
    markup: Markup,
    right: i64,
    key: i64,
}

impl Points {
    /// Adds a point that answers inside `area` and may show a guide line.
    pub(super) fn add(&mut self, text: &str, area: &Path, guide: Option<&Path>) {
        self.markup.open("g", &[("class", &"pt"), ("role", &"img"), ("tabindex", &self.key)]);
        self.markup.leaf("title", &[], text);
        self.markup.empty("path", &[("class", &"hit"), ("fill", &"transparent"), ("d", area)]);
        if let Some(guide) = guide {
            self.markup.empty("path", &[("class", &"guide"), ("visibility", &"hidden"), ("d", guide)]);
        }
        self.markup.leaf(
            "text",
            &[
                ("class", &"tip strong"),
                ("visibility", &"hidden"),
                ("x", &Tenths(self.right)),
                ("y", &Tenths(130)),
                ("text-anchor", &"end"),
            ],
            text,
        );
        self.markup.close("g");
    }

    /// The whole chart.
    pub(super) fn finish(mut self) -> String {
        self.markup.close("g");
        self.markup.close("svg");
        self.markup.finish()
    }
}

/// About how wide a text is, in tenths; generous, so that neighbors never touch.
pub(super) fn text_width(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX / 100).saturating_mul(76)
}

/// Which of the texts at `places` can stand side by side: evenly spaced, the last one always among them.
pub(super) fn fitting(places: &[(i64, &str)]) -> Vec<bool> {
    let named: Vec<usize> = (0..places.len()).filter(|index| !places[*index].1.is_empty()).collect();
    let every = |step: usize| named.iter().rev().step_by(step).rev().copied().collect::<Vec<usize>>();
    let is_free = |kept: &[usize]| {
        kept.windows(2).all(|pair| {
            let ((left, first), (right, second)) = (places[pair[0]], places[pair[1]]);
            right - left >= i64::midpoint(text_width(first), text_width(second)) + 60
        })
    };
    let kept = (1..=named.len()).map(every).find(|kept| is_free(kept)).unwrap_or_default();
    (0..places.len()).map(|index| kept.contains(&index)).collect()
}

/// How many lines a legend takes.
pub(super) fn legend_lines(names: &[&str], left: i64, right: i64) -> i64 {
    let mut lines = 0;
    let mut x = right;
    for name in names {
        let width = entry_width(name);
        if lines == 0 || x + width > right {
            lines += 1;
            x = left;
        }
        x += width;
    }
    lines
}

/// Draws a legend, its first line centered on `y`, as many lines as [`legend_lines`] says.
///
/// `sign` draws the sign of the entry with the given index in a box of 16 × 10 units around a place.
pub(super) fn legend(
    canvas: &mut Canvas,
    names: &[&str],
    (left, right): (i64, i64),
    y: i64,
    sign: impl Fn(&mut Canvas, usize, i64, i64),
) {
    let (mut x, mut y) = (left, y);
    for (index, name) in names.iter().enumerate() {
        let width = entry_width(name);
        if x > left && x + width > right {
            x = left;
            y += Canvas::LINE;
        }
        sign(canvas, index, x + 80, y);
        canvas.label("", x + 210, y + 42, Anchor::Start, name);
        x += width;
    }
}

fn entry_width(name: &str) -> i64 {
    text_width(name) + 330
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_would_touch_are_left_out() {
        let places = [(0, "1 May"), (300, "2 May"), (600, "3 May"), (900, "4 May"), (1_100, "")];
        assert_eq!(fitting(&places), [false, true, false, true, false]);
        let places = [(0, "1 May"), (500, "2 May"), (1_000, "3 May")];
        assert_eq!(fitting(&places), [true, true, true]);
        assert_eq!(fitting(&[]), [false; 0]);
    }

    #[test]
    fn a_long_legend_wraps() {
        let names = ["done", "planned but skipped", "planned"];
        assert_eq!(legend_lines(&names, 0, 3_600), 1);
        assert_eq!(legend_lines(&names, 0, 2_000), 3);
        assert_eq!(legend_lines(&[], 0, 2_000), 0);
    }
}
