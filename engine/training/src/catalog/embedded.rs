//! The catalogue files of the product, compiled into the program.

use std::sync::LazyLock;

use super::Catalog;

/// Every file of the catalogue's folder that holds training data, by its name there.
pub(super) const FILES: &[(&str, &str)] = &[
    ("exercises/abs.toml", include_str!("../../../../catalog/exercises/abs.toml")),
    ("exercises/back.toml", include_str!("../../../../catalog/exercises/back.toml")),
    ("exercises/biceps.toml", include_str!("../../../../catalog/exercises/biceps.toml")),
    ("exercises/calves.toml", include_str!("../../../../catalog/exercises/calves.toml")),
    ("exercises/chest.toml", include_str!("../../../../catalog/exercises/chest.toml")),
    ("exercises/conditioning.toml", include_str!("../../../../catalog/exercises/conditioning.toml")),
    ("exercises/core.toml", include_str!("../../../../catalog/exercises/core.toml")),
    ("exercises/forearms.toml", include_str!("../../../../catalog/exercises/forearms.toml")),
    ("exercises/glutes.toml", include_str!("../../../../catalog/exercises/glutes.toml")),
    ("exercises/hamstrings.toml", include_str!("../../../../catalog/exercises/hamstrings.toml")),
    ("exercises/leg_mobility.toml", include_str!("../../../../catalog/exercises/leg_mobility.toml")),
    ("exercises/lower_back.toml", include_str!("../../../../catalog/exercises/lower_back.toml")),
    ("exercises/quads.toml", include_str!("../../../../catalog/exercises/quads.toml")),
    ("exercises/rear_delts.toml", include_str!("../../../../catalog/exercises/rear_delts.toml")),
    (
        "exercises/shoulder_mobility.toml",
        include_str!("../../../../catalog/exercises/shoulder_mobility.toml"),
    ),
    ("exercises/shoulders.toml", include_str!("../../../../catalog/exercises/shoulders.toml")),
    ("exercises/triceps.toml", include_str!("../../../../catalog/exercises/triceps.toml")),
    ("exercises/warmup.toml", include_str!("../../../../catalog/exercises/warmup.toml")),
    ("ladders.toml", include_str!("../../../../catalog/ladders.toml")),
    ("starter_sessions.toml", include_str!("../../../../catalog/starter_sessions.toml")),
];

/// EX-1: the program does not start with a bad catalogue. That it never has one is kept by the test of EX-6.
pub(super) static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    Catalog::from_files(FILES)
        .unwrap_or_else(|errors| panic!("the catalogue of this build is bad:\n{errors}"))
});

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs::DirEntry, path::Path};

    #[expect(clippy::disallowed_methods, reason = "the test looks at the folder that the build embeds")]
    fn toml_files(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
        let names = entries.map(|entry: DirEntry| entry.file_name().into_string().unwrap());
        names
            .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "toml"))
            .collect()
    }

    #[test]
    fn every_exercise_file_of_the_folder_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalog/exercises");
        let mut found: Vec<_> = toml_files(&folder).iter().map(|name| format!("exercises/{name}")).collect();
        found.sort();
        let embedded: Vec<_> =
            FILES.iter().map(|(name, _)| *name).filter(|name| name.starts_with("exercises/")).collect();
        assert_eq!(found, embedded);
    }

    #[test]
    fn the_order_of_the_files_does_not_matter() {
        let reversed: Vec<_> = FILES.iter().copied().rev().collect();
        assert_eq!(Catalog::from_files(&reversed).unwrap(), *Catalog::embedded());
    }
}
