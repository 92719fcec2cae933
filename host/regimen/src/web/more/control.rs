//! Controls that several pages of settings show: a choice of one, a choice of several, a place, where it hurts.

use std::fmt::Display;

use askama::Template;
use domain::{anatomy::BodyArea, wellbeing::Severity};

use crate::web::{
    drawing::{BodyMap, Sided, body_map},
    visit::Visit,
};

/// Something to choose: what is sent, what is read, whether it is chosen.
pub(in crate::web) struct Opt {
    value: String,
    label: String,
    /// What it means, in small letters.
    note: String,
    is_on: bool,
}

impl Opt {
    pub(in crate::web) fn new(value: impl Display, label: String, is_on: bool) -> Self {
        Self { value: value.to_string(), label, note: String::new(), is_on }
    }

    /// All words of a vocabulary; `is_on` says which are chosen.
    pub(in crate::web) fn words<T: Copy + Display>(
        at: &Visit,
        kind: &str,
        all: &[T],
        is_on: impl Fn(T) -> bool,
    ) -> Vec<Self> {
        all.iter().map(|&word| Self::new(word, at.word(kind, word), is_on(word))).collect()
    }

    /// The same, each with what it means: the text of the word and `-note`.
    pub(in crate::web) fn explained<T: Copy + Display>(
        at: &Visit,
        kind: &str,
        all: &[T],
        is_on: impl Fn(T) -> bool,
    ) -> Vec<Self> {
        let note = |word: T| at.word(kind, format_args!("{word}-note"));
        let one = |&word: &T| Self { note: note(word), ..Self::new(word, at.word(kind, word), is_on(word)) };
        all.iter().map(one).collect()
    }
}

/// One of few, side by side.
#[derive(Template)]
#[template(path = "more/seg.html")]
pub(in crate::web) struct Seg {
    pub(in crate::web) legend: String,
    pub(in crate::web) name: String,
    /// How a script reads it: empty for a text.
    pub(in crate::web) kind: &'static str,
    /// Whether the form around it does not send it: a script reads it.
    pub(in crate::web) is_apart: bool,
    pub(in crate::web) options: Vec<Opt>,
}

impl Seg {
    pub(in crate::web) fn new(legend: String, name: impl Display, options: Vec<Opt>) -> Self {
        Self { legend, name: name.to_string(), kind: "", is_apart: false, options }
    }

    /// The same, for a script to read: the form around it does not send it.
    pub(in crate::web) const fn apart(mut self) -> Self {
        self.is_apart = true;
        self
    }

    /// The same, of numbers.
    pub(in crate::web) const fn of_numbers(mut self) -> Self {
        self.kind = "int";
        self
    }
}

/// One of many, as a list that opens.
#[derive(Template)]
#[template(path = "more/select.html")]
pub(in crate::web) struct Select {
    pub(in crate::web) label: String,
    pub(in crate::web) name: &'static str,
    pub(in crate::web) kind: &'static str,
    pub(in crate::web) options: Vec<Opt>,
}

/// Some of several.
#[derive(Template)]
#[template(path = "more/chips.html")]
pub(in crate::web) struct Chips {
    pub(in crate::web) legend: String,
    pub(in crate::web) name: &'static str,
    pub(in crate::web) options: Vec<Opt>,
}

/// One of few, each a card with a title and what it means.
#[derive(Template)]
#[template(path = "more/picks.html")]
pub(in crate::web) struct Picks {
    pub(in crate::web) legend: String,
    pub(in crate::web) name: &'static str,
    pub(in crate::web) options: Vec<Opt>,
}

/// Where it hurts, and how much: the body, and a row for each area that is marked.
#[derive(Template)]
#[template(path = "more/pain.html")]
pub(in crate::web) struct PainMap {
    map: String,
    areas: Vec<PainArea>,
}

struct PainArea {
    area: &'static str,
    is_marked: bool,
    severity: Seg,
}

impl PainMap {
    /// The map with what hurts already.
    pub(in crate::web) fn new(at: &Visit, marked: impl Fn(BodyArea) -> Option<Severity>) -> Self {
        let severity_of = |area: &str| area.parse().ok().and_then(&marked);
        let name = |area: &str, side: Option<Sided>| {
            let area = at.word("area", area);
            let id = match side {
                None => return area,
                Some(Sided::Left) => "web-hurt-left",
                Some(Sided::Right) => "web-hurt-right",
            };
            at.t1(id, "area", area)
        };
        let map = body_map(&BodyMap {
            label: &at.t("web-hurt-map"),
            front: &at.t("web-hurt-front"),
            back: &at.t("web-hurt-back"),
            name: &name,
            is_marked: &|area, _| severity_of(area).is_some(),
        });
        let areas = BodyArea::ALL.iter().map(|area| {
            let known = marked(*area);
            let levels =
                Opt::words(at, "web-hurt-severity", &[1, 2, 3], |one: Severity| known.unwrap_or(1) == one);
            let severity =
                Seg::new(crate::reader::capital(&at.word("area", area)), format_args!("pain-{area}"), levels)
                    .apart();
            PainArea { area: area.as_str(), is_marked: known.is_some(), severity }
        });
        let areas = areas.collect();
        Self { map, areas }
    }
}
