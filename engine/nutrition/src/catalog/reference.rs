//! Reads `reference_intakes.csv` (ND-11) and `upper_limits.csv` (ND-12).

use domain::{
    catalog::{Place, Rule},
    nutrient::{Demographic, Direction, Nutrient, UpperLimitScope},
    quantity::Amount,
};

use super::{INTAKES, LIMITS, report::Report, table};
use crate::reference::{ByDemographic, ReferenceIntake, ReferenceIntakes, UpperLimit, UpperLimits};

const INTAKE_RULE: Rule = Rule::catalog("ND-11");
const LIMIT_RULE: Rule = Rule::catalog("ND-12");

/// The reference intakes: each tracked nutrient once, none of them unknown.
pub(super) fn intakes(text: &str, report: &mut Report) -> ReferenceIntakes {
    let columns = [&["nutrient"], Demographic::WORDS, &["direction", "advisory_ceiling"]].concat();
    let mut rows: Vec<ReferenceIntake> = Vec::new();
    for row in table::read(INTAKES, text, &columns, report) {
        let (nutrient, direction) =
            (row.required("nutrient", INTAKE_RULE, report), row.required("direction", INTAKE_RULE, report));
        let amounts = amounts(&row, INTAKE_RULE, report);
        let known: Vec<_> = amounts.into_iter().flatten().collect();
        let found = format_args!("{} of {} amounts", known.len(), Demographic::ALL.len());
        let complete = <ByDemographic<_>>::try_from(known.as_slice()).ok();
        let at = (row.entry(), "");
        report.require(complete.is_some(), &row.place, INTAKE_RULE, at, found, "an amount for everyone");
        let advisory_ceiling = row.amount("advisory_ceiling", INTAKE_RULE, report);
        if let (Some(nutrient), Some(direction), Some(amounts)) = (nutrient, direction, complete) {
            let has_ceiling = advisory_ceiling.is_some() == (direction == Direction::Ceiling);
            let expected = "a ceiling where the direction is one";
            let at = (row.entry(), "advisory_ceiling");
            report.require(has_ceiling, &row.place, INTAKE_RULE, at, row.text("advisory_ceiling"), expected);
            rows.push(ReferenceIntake { nutrient, amounts, direction, advisory_ceiling });
        }
    }
    let listed = rows.iter().map(|row| row.nutrient);
    let expected = "the 25 tracked nutrients in the order of ND-1";
    let holds = listed.eq(Nutrient::TRACKED.iter().copied());
    report.require(holds, &Place::file(INTAKES), INTAKE_RULE, ("", ""), "other rows", expected);
    ReferenceIntakes::new(rows)
}

/// The upper limits: each nutrient at most once; an empty cell is no limit.
pub(super) fn limits(text: &str, report: &mut Report) -> UpperLimits {
    let columns = [&["nutrient", "scope", "form_of"], Demographic::WORDS].concat();
    let mut rows: Vec<UpperLimit> = Vec::new();
    for row in table::read(LIMITS, text, &columns, report) {
        let (nutrient, scope) =
            (row.required("nutrient", LIMIT_RULE, report), row.required("scope", LIMIT_RULE, report));
        let form_of = row.optional("form_of", LIMIT_RULE, report);
        let amounts = amounts(&row, LIMIT_RULE, report);
        let (Some(nutrient), Some(scope)) = (nutrient, scope) else { continue };
        let again = rows.iter().any(|earlier| earlier.nutrient == nutrient);
        let at = (row.entry(), "");
        report.require(!again, &row.place, LIMIT_RULE, at, "a second row", "each nutrient once");
        let is_told = (scope == UpperLimitScope::Form) == form_of.is_some();
        let (at, found) =
            ((row.entry(), "form_of"), format_args!("`{}` in scope {scope}", row.text("form_of")));
        report.require(is_told, &row.place, LIMIT_RULE, at, found, "a nutrient in scope form, else nothing");
        rows.push(UpperLimit { nutrient, scope, form_of, amounts });
    }
    UpperLimits::new(rows)
}

fn amounts(row: &table::Row<'_>, rule: Rule, report: &mut Report) -> ByDemographic<Option<Amount>> {
    let mut amounts = [None; Demographic::ALL.len()];
    for &demographic in Demographic::ALL {
        amounts[demographic as usize] = row.amount(demographic.as_str(), rule, report);
    }
    amounts
}
