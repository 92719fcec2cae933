//! What planning a training session costs, by intent, history and catalogue (VF-7).

pub(crate) mod athlete;
pub(crate) mod beam;
pub(crate) mod report;

use std::{fmt, hint::black_box};

use domain::session::Intent;
use serde::Serialize;
use training::{
    catalog::Catalog,
    input::SelectionInput,
    library::Library,
    present::generated,
    request::{Refusal, Request},
    session::{Session, plan},
    tuning::Tuning,
};

use crate::{
    Failure,
    calibration::RUNS,
    cost::{self, Cost, Work},
};

/// Calls of each case between two runs of the calibration loop.
const CALLS: usize = 20;

/// VF-7: exercises of the smaller catalogue.
const FEW: usize = 200;

/// VF-7: the ratio to the calibration loop that is the goal, and the one above which a change is refused.
const GOAL: f64 = 0.03;
const LIMIT: f64 = 0.06;

/// All figures of one run.
#[derive(Debug, Serialize)]
pub(crate) struct Measured {
    /// One run of the calibration loop.
    pub(crate) calibration_us: f64,
    /// By catalogue, history and intent.
    pub(crate) rows: Vec<Row>,
}

/// What one intent costs with one history and catalogue.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    /// Exercises to choose from.
    pub(crate) exercises: usize,
    /// Sessions of the history.
    pub(crate) sessions: usize,
    /// What is asked for.
    pub(crate) intent: Intent,
    /// Reading the request, selection with scores, allocation, prescription.
    pub(crate) select: Cost,
    /// The same, and the documents that are returned.
    pub(crate) generate: Cost,
}

/// Measures every intent, without and with a history, over the whole catalogue and over a part of it.
pub(crate) fn measure() -> Result<Measured, Failure> {
    let few = few();
    let libraries = [Catalog::embedded(), &few].map(|catalog| Library::new(catalog, &Tuning::default()));
    let mut cases = vec![];
    for library in &libraries {
        let both = [Case::fresh(library)?, Case::seasoned(library)?];
        cases.extend(both.into_iter().flatten().map(|case| (library, case)));
    }
    let works = cases.iter().flat_map(|(library, case)| -> [Work<'_>; 2] {
        [Box::new(|| case.plan(library)), Box::new(|| case.generate(library))]
    });
    let (calibration_us, costs) = cost::measure(RUNS, CALLS, &works.collect::<Vec<_>>());
    let rows = cases.iter().zip(costs.chunks_exact(2)).map(|((library, case), costs)| Row {
        exercises: library.len(),
        sessions: case.input.history.len(),
        intent: case.intent,
        select: costs[0],
        generate: costs[1],
    });
    Ok(Measured { calibration_us, rows: rows.collect() })
}

/// One request that is measured.
pub(crate) struct Case {
    pub(crate) intent: Intent,
    pub(crate) input: SelectionInput,
}

impl Case {
    /// Every intent without a history.
    pub(crate) fn fresh(library: &Library<'_>) -> Result<Vec<Self>, Failure> {
        Self::all(library, |intent| Ok(athlete::fresh(intent)))
    }

    /// Every intent with a history of twelve sessions.
    pub(crate) fn seasoned(library: &Library<'_>) -> Result<Vec<Self>, Failure> {
        Self::all(library, |intent| athlete::seasoned(intent, library))
    }

    /// A case of each intent, which the engine must be able to plan.
    fn all(
        library: &Library<'_>,
        input: impl Fn(Intent) -> Result<SelectionInput, Refusal>,
    ) -> Result<Vec<Self>, Failure> {
        let case = |intent: Intent| {
            let input = input(intent)?;
            with_session(&input, library, |_| ())?;
            Ok(Self { intent, input })
        };
        let refused = |intent| move |refusal| Failure::Refused { intent, refusal: Box::new(refusal) };
        Intent::ALL.iter().map(|&intent| case(intent).map_err(refused(intent))).collect()
    }

    /// Plans its session; what it is does not matter here.
    fn plan(&self, library: &Library<'_>) {
        drop(black_box(with_session(&self.input, library, |_| ())));
    }

    /// Plans its session and builds the documents.
    fn generate(&self, library: &Library<'_>) {
        drop(black_box(with_session(&self.input, library, generated)));
    }
}

/// Plans the session of an input and shows it to `see`: everything that one call of the engine does.
pub(crate) fn with_session<T>(
    input: &SelectionInput,
    library: &Library<'_>,
    see: impl FnOnce(&Session<'_, '_>) -> T,
) -> Result<T, Refusal> {
    let request = Request::new(input, library)?;
    let session = plan(&request, athlete::iron())?;
    Ok(see(&session))
}

/// As many exercises of the catalogue as VF-7 names, spread evenly over its keys.
fn few() -> Catalog {
    let catalog = Catalog::embedded();
    let all = catalog.exercises().len();
    let taken_before = |place: usize| place * FEW / all;
    catalog.retain(|exercise| {
        let place = catalog.position(&exercise.id);
        place.is_some_and(|place| taken_before(place) < taken_before(place + 1))
    })
}

/// Whether planning is as fast as VF-7 demands, over the whole catalogue and with a history.
#[derive(Debug)]
pub(crate) struct Gate {
    /// The mean of the intents, to the calibration loop.
    ratio: f64,
}

/// Measures what VF-7 limits.
pub(crate) fn gate() -> Result<Gate, Failure> {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    let cases = Case::seasoned(&library)?;
    let works = cases.iter().map(|case| -> Work<'_> { Box::new(|| case.plan(&library)) });
    let (calibration_us, costs) = cost::measure(RUNS, CALLS, &works.collect::<Vec<_>>());
    Ok(Gate { ratio: mean(costs.iter().map(|cost| cost.median_us)) / calibration_us })
}

impl Gate {
    /// Whether the ratio is within the limit.
    pub(crate) fn is_kept(&self) -> bool {
        self.ratio <= LIMIT
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_kept() { "within" } else { "above" };
        write!(
            f,
            "select takes {:.4} of the calibration loop, {verdict} the limit of {LIMIT} (VF-7)",
            self.ratio
        )
    }
}

/// The mean of figures that are there.
fn mean(figures: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = figures.fold((0.0, 0.0), |(sum, count), figure| (sum + figure, count + 1.0));
    sum / count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vf_7_the_smaller_catalogue_has_200_exercises_and_serves_every_intent() {
        let few = few();
        assert_eq!(few.exercises().len(), 200);
        let library = Library::new(&few, &Tuning::default());
        assert_eq!(Case::fresh(&library).unwrap().len(), 7);
        assert_eq!(Case::seasoned(&library).unwrap().len(), 7);
    }

    #[test]
    fn vf_7_the_gate_is_kept_up_to_six_hundredths() {
        assert!(Gate { ratio: 0.06 }.is_kept());
        assert!(!Gate { ratio: 0.0601 }.is_kept());
        assert_eq!(
            Gate { ratio: 0.07 }.to_string(),
            "select takes 0.0700 of the calibration loop, above the limit of 0.06 (VF-7)"
        );
    }
}
