//! The check of a catalogue about food: is it rich enough to plan with, and is it fit to be read (ND-13)?
//!
//! One function for each demand, all of them in `CHECKS`. That the files can be read and fit together is known
//! already: a [`Catalog`] could not exist otherwise (MF-3).

mod count;
mod food;
mod recipe;

use domain::{
    catalog::{CatalogErrors, CatalogFinding, Place, Rule},
    nutrient::{Demographic, UpperLimitScope},
};

use super::{Catalog, LIMITS, report::Report};

pub use count::{Count, Kind, counts};

const ND_13: Rule = Rule::catalog("ND-13");

/// Every demand, by kind of file.
const CHECKS: &[fn(&Catalog, &mut Report)] =
    &[food::foods, floors, count::recipes, recipe::recipes, recipe::names, recipe::contents];

/// All that the product's catalogue lacks, by file and line; nothing, if it can be shipped.
pub fn check(catalog: &Catalog) -> Vec<CatalogFinding> {
    let mut report = Report::default();
    for check in CHECKS {
        check(catalog, &mut report);
    }
    report.finish().err().map_or_else(Vec::new, CatalogErrors::into_findings)
}

/// ND-12: what everyone needs is safe for everyone.
fn floors(catalog: &Catalog, report: &mut Report) {
    const ND_12: Rule = Rule::catalog("ND-12");
    let place = Place::file(LIMITS);
    for limit in catalog.limits.rows().iter().filter(|limit| limit.scope == UpperLimitScope::All) {
        for (&demographic, most) in Demographic::ALL.iter().zip(limit.amounts) {
            let needed = catalog.intakes.get(limit.nutrient, demographic);
            if let (Some(most), Some(needed)) = (most, needed) {
                let at = (limit.nutrient.as_str(), demographic.as_str());
                let expected = format_args!("at least the reference intake of {needed}");
                report.require(needed <= most, &place, ND_12, at, most, expected);
            }
        }
    }
}
