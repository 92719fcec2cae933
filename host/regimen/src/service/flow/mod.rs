//! The session flow: one session from an athlete's words and data, as two documents, and what was done of it back (L-1).
//!
//! Read in this order: [`document`] (on documents alone, without anything stored), `gather` (what is stored, as inputs),
//! [`plan`] (understand, analyze, plan), [`draft`] (a planned session that waits for an answer) and [`log`] (the workout,
//! filled in).

pub mod document;
pub mod draft;
mod gather;
pub mod log;
pub mod plan;
mod session;

use std::sync::LazyLock;

use ::training::{catalog::Catalog, library::Library, tuning::Tuning};
use assistant::input::{Knowledge, name::Names};

static LIBRARY: LazyLock<Library<'static>> =
    LazyLock::new(|| Library::new(Catalog::embedded(), &Tuning::default()));
static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(Catalog::embedded()));

/// The exercises to choose from and their names: those of the product are kept, others are prepared for one request.
pub(super) struct Exercises<'a> {
    own: Option<(Library<'a>, Names)>,
}

impl<'a> Exercises<'a> {
    /// The exercises of a catalogue under this tuning.
    pub(super) fn new(catalog: &'a Catalog, tuning: &Tuning) -> Self {
        let is_shipped = std::ptr::eq(catalog, Catalog::embedded()) && *tuning == Tuning::default();
        Self { own: (!is_shipped).then(|| (Library::new(catalog, tuning), Names::new(catalog))) }
    }

    /// The same, as the flow asks for them.
    pub(super) fn knowledge(&self) -> Knowledge<'_> {
        match &self.own {
            Some((library, names)) => Knowledge { library, names },
            None => Knowledge { library: &LIBRARY, names: &NAMES },
        }
    }
}
