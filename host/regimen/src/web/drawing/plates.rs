//! The plates of one side of a bar, from the collar outward.

use crate::markup::{Markup, Path, Tenths};

/// A plate as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plate {
    /// Its weight in words, such as "2.5".
    pub label: String,
    /// How large it looks.
    pub size: PlateSize,
}

/// How large a plate looks beside the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlateSize {
    /// Below 2 kg.
    Tiny,
    /// Below 5 kg.
    Small,
    /// Below 10 kg.
    Medium,
    /// Below 20 kg.
    Large,
    /// 20 kg and more.
    Full,
}

impl PlateSize {
    /// The size of a plate of this weight, in grams.
    pub(crate) fn of_grams(grams: i64) -> Self {
        match grams {
            ..2_000 => Self::Tiny,
            2_000..5_000 => Self::Small,
            5_000..10_000 => Self::Medium,
            10_000..20_000 => Self::Large,
            20_000.. => Self::Full,
        }
    }

    /// The height in tenths.
    fn height(self) -> i64 {
        match self {
            Self::Tiny => 240,
            Self::Small => 320,
            Self::Medium => 420,
            Self::Large => 540,
            Self::Full => 680,
        }
    }
}

const MIDDLE: i64 = 360;
const GAP: i64 = 20;

/// Draws one side of the bar; `label` says the same in words.
pub(crate) fn plates(label: &str, plates: &[Plate]) -> String {
    let widths: Vec<i64> = plates.iter().map(|plate| width(&plate.label)).collect();
    let sleeve = widths.iter().map(|width| width + GAP).sum::<i64>().max(600) + 240;
    let total = 520 + sleeve;
    let mut markup = Markup::default();
    let view = format!("0 0 {} 72", (total + 9) / 10);
    markup.open("svg", &[("class", &"plates"), ("viewBox", &view), ("role", &"img"), ("aria-label", &label)]);
    let iron = Path::default().rect(0, MIDDLE - 30, 400, 60).rect(400, MIDDLE - 110, 90, 220).rect(
        490,
        MIDDLE - 55,
        sleeve,
        110,
    );
    markup.empty("path", &[("class", &"iron"), ("d", &iron)]);
    let mut x = 510;
    for (plate, width) in plates.iter().zip(widths) {
        let height = plate.size.height();
        let rect: [(&str, &dyn std::fmt::Display); 6] = [
            ("class", &"plate"),
            ("x", &Tenths(x)),
            ("y", &Tenths(MIDDLE - height / 2)),
            ("width", &Tenths(width)),
            ("height", &Tenths(height)),
            ("rx", &4),
        ];
        markup.empty("rect", &rect);
        let place: [(&str, &dyn std::fmt::Display); 3] =
            [("x", &Tenths(x + width / 2)), ("y", &Tenths(MIDDLE + 40)), ("text-anchor", &"middle")];
        markup.leaf("text", &place, &plate.label);
        x += width + GAP;
    }
    markup.close("svg");
    markup.finish()
}

/// Wide enough for the label.
fn width(label: &str) -> i64 {
    let letters = i64::try_from(label.chars().count().min(8)).unwrap_or_default();
    (letters * 68 + 80).max(200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_plate_is_drawn_in_its_size() {
        let side = ["20", "2.5"].map(|label| Plate { label: label.to_owned(), size: PlateSize::Full });
        let drawn = plates("20 + 2.5 each side", &side);
        assert_eq!(drawn.matches("class=\"plate\"").count(), 2);
        assert!(drawn.contains(
            "<rect class=\"plate\" x=\"51.0\" y=\"2.0\" width=\"21.6\" height=\"68.0\" rx=\"4\"/>\
             <text x=\"61.8\" y=\"40.0\" text-anchor=\"middle\">20</text>"
        ));
        assert_eq!(plates("Empty bar", &[]).matches("class=\"plate\"").count(), 0);
    }

    #[test]
    fn sizes_follow_the_weight() {
        let sizes = [1_250, 2_500, 5_000, 10_000, 15_000, 25_000].map(PlateSize::of_grams);
        assert!(sizes.is_sorted());
        assert_eq!((sizes[0], sizes[5]), (PlateSize::Tiny, PlateSize::Full));
    }
}
