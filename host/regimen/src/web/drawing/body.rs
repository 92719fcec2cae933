//! The body from the front and from behind, with the areas that can hurt (EX-2) as buttons.

use crate::markup::Markup;

/// What a body map says and shows.
pub(crate) struct BodyMap<'a> {
    /// The name of the map.
    pub label: &'a str,
    /// The words under the two views.
    pub front: &'a str,
    /// The words under the view from behind.
    pub back: &'a str,
    /// The name of an area on a side, such as "left knee".
    pub name: &'a dyn Fn(&str, Option<Sided>) -> String,
    /// Whether pain is marked there.
    pub is_marked: &'a dyn Fn(&str, Option<Sided>) -> bool,
}

/// The side of the person, not of the one who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sided {
    /// The left side of the person.
    Left,
    /// The right side of the person.
    Right,
}

impl Sided {
    fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// One area of one view: its key, whether it lies in the middle, and its outline on the viewer's right.
struct Area {
    key: &'static str,
    is_middle: bool,
    path: &'static str,
}

const fn paired(key: &'static str, path: &'static str) -> Area {
    Area { key, is_middle: false, path }
}

const fn middle(key: &'static str, path: &'static str) -> Area {
    Area { key, is_middle: true, path }
}

/// The half of the silhouette on the viewer's right; the line of symmetry is x = 0.
const HALF: &str = "M-.5 4C10 4 15 11 14 21C13 30 9 35 8 38C8 43 10 46 16 48C28 51 36 54 39 62\
    C42 72 43 84 45 95C49 108 54 122 57 136C60 142 63 148 62 156C61 162 57 163 54 160C50 154 49 146 48 140\
    C43 128 37 114 34 101C32 93 30 86 28 78C28 92 25 104 26 114C27 124 32 134 33 150C34 166 32 182 29 194\
    C30 206 31 216 28 230C26 242 24 250 25 258C29 263 35 267 34 272C28 275 16 275 11 272C9 266 11 258 11 250\
    C9 236 7 224 8 212C8 204 8 198 8 192C6 178 3 164-.5 152";

/// The areas seen from the front, from the head down.
const FRONT: &[Area] = &[
    middle("neck", "M-8 36C-3 39 3 39 8 36L9 46C4 50-4 50-9 46Z"),
    paired("shoulder", "M22 50C32 51 38 56 40 64L41 74C36 77 31 75 28 70C25 64 22 58 22 50Z"),
    middle("chest", "M-20 56C-10 53 10 53 20 56C24 64 26 72 25 80C16 88-16 88-25 80C-26 72-24 64-20 56Z"),
    paired("elbow", "M35 93C39 90 43 91 45 95L49 108C46 112 41 112 38 109Z"),
    paired("wrist", "M48 132C51 129 55 129 57 133L62 146C63 154 62 160 58 161C53 159 50 150 48 140Z"),
    paired("hip", "M6 128C14 122 24 120 28 124C31 132 33 140 33 150C24 156 14 154 7 148Z"),
    paired(
        "knee",
        "M10 184C15 180 25 180 30 184C31 192 30 200 30 207C25 212 14 212 9 207C8 199 8 191 10 184Z",
    ),
    paired("ankle", "M11 240C15 237 23 237 27 240L25 257C21 260 15 260 11 257Z"),
    paired(
        "foot",
        "M11 260C16 263 22 263 26 260C31 264 35 268 34 272C28 275 16 275 11 272C10 268 10 264 11 260Z",
    ),
];

/// The areas seen from behind.
const BACK: &[Area] = &[
    middle("neck", "M-9 33C-3 35 3 35 9 33L10 46C4 50-4 50-10 46Z"),
    paired("shoulder", "M24 51C33 52 38 56 40 64L41 74C36 77 31 75 29 70C26 64 24 58 24 51Z"),
    middle(
        "upper_back",
        "M-20 54C-10 51 10 51 20 54C24 62 27 72 27 82C18 92-18 92-27 82C-27 72-24 62-20 54Z",
    ),
    middle(
        "low_back",
        "M-24 96C-12 92 12 92 24 96C24 104 25 112 26 118C16 124-16 124-26 118C-25 112-24 104-24 96Z",
    ),
    paired("elbow", "M35 93C39 90 43 91 45 95L49 108C46 112 41 112 38 109Z"),
    paired("wrist", "M48 132C51 129 55 129 57 133L62 146C63 154 62 160 58 161C53 159 50 150 48 140Z"),
    paired("hip", "M3 130C12 124 24 122 29 126C32 134 33 142 33 150C26 160 8 160 3 152Z"),
    paired(
        "knee",
        "M10 184C15 180 25 180 30 184C31 192 30 200 30 207C25 212 14 212 9 207C8 199 8 191 10 184Z",
    ),
    paired("ankle", "M11 240C15 237 23 237 27 240L25 257C21 260 15 260 11 257Z"),
    paired(
        "foot",
        "M11 260C16 263 22 263 26 260C31 264 35 268 34 272C28 275 16 275 11 272C10 268 10 264 11 260Z",
    ),
];

/// The line of symmetry of each view.
const FRONT_X: i64 = 80;
const BACK_X: i64 = 240;

/// Draws the map. Areas seen from both sides answer to the tab key in the front view alone.
pub(crate) fn body_map(map: &BodyMap) -> String {
    let mut markup = Markup::default();
    let view = "0 0 320 296";
    markup.open(
        "svg",
        &[("class", &"body-map"), ("viewBox", &view), ("role", &"group"), ("aria-label", &map.label)],
    );
    // From the front, the left side of the person is on the viewer's right.
    draw_view(&mut markup, map, FRONT, FRONT_X, Sided::Left);
    draw_view(&mut markup, map, BACK, BACK_X, Sided::Right);
    for (x, words) in [(FRONT_X, map.front), (BACK_X, map.back)] {
        markup.leaf("text", &[("x", &x), ("y", &292), ("text-anchor", &"middle")], words);
    }
    markup.close("svg");
    markup.finish()
}

fn draw_view(markup: &mut Markup, map: &BodyMap, areas: &[Area], x: i64, viewers_right: Sided) {
    let viewers_left = if viewers_right == Sided::Left { Sided::Right } else { Sided::Left };
    for (scale, side) in [(1, viewers_right), (-1, viewers_left)] {
        let place = format!("matrix({scale} 0 0 1 {x} 0)");
        markup.open("g", &[("transform", &place)]);
        markup.empty("path", &[("class", &"skin"), ("d", &HALF)]);
        for area in areas.iter().filter(|area| !area.is_middle) {
            draw_area(markup, map, area, Some(side), x == BACK_X);
        }
        markup.close("g");
    }
    markup.open("g", &[("transform", &format!("translate({x} 0)"))]);
    for area in areas.iter().filter(|area| area.is_middle) {
        draw_area(markup, map, area, None, x == BACK_X);
    }
    markup.close("g");
}

fn draw_area(markup: &mut Markup, map: &BodyMap, area: &Area, side: Option<Sided>, is_back: bool) {
    let name = (map.name)(area.key, side);
    let is_marked = (map.is_marked)(area.key, side);
    let is_repeated = is_back && FRONT.iter().any(|front| front.key == area.key);
    markup.open(
        "path",
        &[
            ("class", &"area"),
            ("data-area", &area.key),
            ("data-side", &side.map_or("", Sided::word)),
            ("role", &"button"),
            ("tabindex", &if is_repeated { -1 } else { 0 }),
            ("aria-hidden", &is_repeated),
            ("aria-pressed", &is_marked),
            ("aria-label", &name),
            ("d", &area.path),
        ],
    );
    markup.leaf("title", &[], &name);
    markup.close("path");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ex_2_every_area_has_one_button_per_side() {
        let map = BodyMap {
            label: "Where does it hurt?",
            front: "Front",
            back: "Back",
            name: &|key, side| format!("{} {key}", side.map_or("", Sided::word)),
            is_marked: &|key, side| key == "knee" && side == Some(Sided::Left),
        };
        let drawn = body_map(&map);
        let stops = |area: &str, side: &str| {
            drawn
                .matches(&format!("data-area=\"{area}\" data-side=\"{side}\" role=\"button\" tabindex=\"0\""))
                .count()
        };
        for area in ["shoulder", "elbow", "wrist", "hip", "knee", "ankle", "foot"] {
            assert_eq!((stops(area, "left"), stops(area, "right")), (1, 1), "{area}");
        }
        for area in ["neck", "chest", "upper_back", "low_back"] {
            assert_eq!(stops(area, ""), 1, "{area}");
        }
        assert_eq!(drawn.matches("aria-pressed=\"true\"").count(), 2);
    }
}
