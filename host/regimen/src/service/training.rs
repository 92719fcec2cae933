//! Training as a function of a document: select, plan, verify, judge, simulate, substitute.

use std::borrow::Cow;

use domain::{exercise::Exercise, law::Valid, quantity::MassUnit};
use training::{
    catalog::Catalog,
    document::{
        substitution::{SubstitutionInput, SubstitutionOutput},
        week::{WeekAnalysis, WeekInput},
    },
    input::SelectionInput,
    library::Library,
    load::iron::Iron,
    outcome::{
        self,
        input::{Evaluated, OutcomeInput},
    },
    output::{Generated, SelectionOutput},
    present,
    progression::{self, DecideInput, Decided},
    request::Request,
    session::{Session, iron_of, plan},
    simulate::{self, Report, Simulation},
    suggestion::{self, Run, SuggestInput},
    tuning::Tuning,
    verify::{self, Breach},
    week,
};

use crate::problem::Problem;

/// The exercises that an input chooses from: its own, else those of the product.
pub fn catalog_of(own: Option<&[Valid<Exercise>]>) -> Result<Cow<'static, Catalog>, Problem> {
    let shipped = Catalog::embedded();
    let Some(exercises) = own else { return Ok(Cow::Borrowed(shipped)) };
    let own = Catalog::new(exercises.to_vec(), shipped.ladders().to_vec(), shipped.starters().to_vec())?;
    Ok(Cow::Owned(own))
}

/// EP-2: which exercises, and why.
pub fn select(input: &SelectionInput, catalog: &Catalog) -> Result<SelectionOutput, Problem> {
    planned(input, catalog, present::selection)
}

/// EP-4: the whole session with sets, loads and rests.
pub fn session(input: &SelectionInput, catalog: &Catalog) -> Result<Generated, Problem> {
    planned(input, catalog, present::generated)
}

/// how many exercises an input leaves out because they would load what hurts (SF-5).
pub fn pain_exclusions(input: &SelectionInput, catalog: &Catalog) -> Result<usize, Problem> {
    let library = Library::new(catalog, &input.tuning);
    Ok(Request::new(input, &library)?.pain_exclusions())
}

fn planned<T>(
    input: &SelectionInput,
    catalog: &Catalog,
    show: impl FnOnce(&Session<'_, '_>) -> T,
) -> Result<T, Problem> {
    let library = Library::new(catalog, &input.tuning);
    let request = Request::new(input, &library)?;
    let iron = iron_of(input);
    let iron = iron.as_ref().unwrap_or_else(|| Iron::standard(input.units.unwrap_or(MassUnit::Kg)));
    Ok(show(&plan(&request, iron)?))
}

/// P-8: what a report does to levels and ranges.
pub fn decide(input: &DecideInput) -> Result<Decided, Problem> {
    Ok(progression::decide(input, Catalog::embedded())?)
}

/// SG-1: what a finished session says about the prescription.
pub fn suggest(input: &SuggestInput) -> Result<Run, Problem> {
    Ok(suggestion::suggest(input, Catalog::embedded())?)
}

/// OU-8: what later sessions say about answered proposals.
pub fn outcome(input: &OutcomeInput) -> Result<Evaluated, Problem> {
    Ok(outcome::evaluate(input)?)
}

/// VF-4: every rule that a planned session breaks.
pub fn verify(input: &SelectionInput, planned: &Generated) -> Result<Vec<Breach>, Problem> {
    let catalog = catalog_of(input.exercise_library.as_deref())?;
    // What cannot be read cannot be judged either.
    Request::new(input, &Library::new(&catalog, &input.tuning))?;
    Ok(verify::verify(input, &catalog, planned))
}

/// WK-2: how good a week is.
pub fn week(input: &WeekInput, catalog: &Catalog) -> Result<WeekAnalysis, Problem> {
    Ok(week::analyze(input, &Library::new(catalog, &input.tuning))?)
}

/// VF-3: an athlete who trains for weeks as prescribed, in a gym.
pub fn simulate(simulation: &Simulation) -> Result<Report, Problem> {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    Ok(simulate::simulate(simulation, &library)?)
}

/// SU-2: what can stand in for an exercise.
pub fn substitute(input: &SubstitutionInput) -> Result<SubstitutionOutput, Problem> {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    Ok(input.answer(&library)?)
}
