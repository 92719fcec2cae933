//! The catalogue files of the product, compiled into the program.

use std::sync::LazyLock;

use domain::catalog::CatalogErrors;

use super::{
    ALLERGENS as ALLERGEN_FILE, Catalog, FOODS, INTAKES as INTAKE_FILE, LIMITS as LIMIT_FILE, PORTIONS,
    allergen, reference, report::Report,
};
use crate::{
    allergen::AllergenTerms,
    reference::{ReferenceIntakes, UpperLimits},
};

const INTAKE_TEXT: &str = include_str!("../../../../catalog/reference_intakes.csv");
const LIMIT_TEXT: &str = include_str!("../../../../catalog/upper_limits.csv");
const ALLERGEN_TEXT: &str = include_str!("../../../../catalog/allergens.yaml");

/// Every file of the catalogue's folder about food, by its name there.
pub(super) const FILES: &[(&str, &str)] = &[
    (FOODS, include_str!("../../../../catalog/foods.csv")),
    (PORTIONS, include_str!("../../../../catalog/food_portions.csv")),
    (INTAKE_FILE, INTAKE_TEXT),
    (LIMIT_FILE, LIMIT_TEXT),
    (ALLERGEN_FILE, ALLERGEN_TEXT),
    ("recipes/breakfasts.yaml", include_str!("../../../../catalog/recipes/breakfasts.yaml")),
    ("recipes/dinners.yaml", include_str!("../../../../catalog/recipes/dinners.yaml")),
    ("recipes/lunches.yaml", include_str!("../../../../catalog/recipes/lunches.yaml")),
    ("recipes/snacks.yaml", include_str!("../../../../catalog/recipes/snacks.yaml")),
];

/// The program does not start with a bad catalogue. That it never has one is kept by the test of ND-13.
pub(super) static CATALOG: LazyLock<Catalog> = LazyLock::new(|| good(Catalog::from_files(FILES)));

pub(super) static INTAKES: LazyLock<ReferenceIntakes> =
    LazyLock::new(|| part(|report| reference::intakes(INTAKE_TEXT, report)));
pub(super) static LIMITS: LazyLock<UpperLimits> =
    LazyLock::new(|| part(|report| reference::limits(LIMIT_TEXT, report)));
pub(super) static ALLERGENS: LazyLock<AllergenTerms> =
    LazyLock::new(|| part(|report| allergen::read(ALLERGEN_TEXT, report)));

fn part<T>(read: impl FnOnce(&mut Report) -> T) -> T {
    let mut report = Report::default();
    let part = read(&mut report);
    good(report.finish().map(|()| part))
}

fn good<T>(read: Result<T, CatalogErrors>) -> T {
    read.unwrap_or_else(|errors| panic!("the catalogue of this build is bad:\n{errors}"))
}

#[cfg(test)]
mod tests {
    use std::{fs::DirEntry, path::Path};

    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test looks at the folder that the build embeds")]
    fn mf_3_every_recipe_file_of_the_folder_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalog/recipes");
        let entries = std::fs::read_dir(&folder).unwrap().map(Result::unwrap);
        let name = |entry: DirEntry| format!("recipes/{}", entry.file_name().into_string().unwrap());
        let mut found: Vec<String> = entries.map(name).collect();
        found.sort();
        let names = FILES.iter().map(|(name, _)| *name);
        let embedded: Vec<&str> = names.filter(|name| name.starts_with("recipes/")).collect();
        assert_eq!(found, embedded);
    }
}
