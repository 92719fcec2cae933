//! The catalogue: what it lacks, what is in it, and what a person is looking for.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use domain::{
    anatomy::Muscle,
    equipment::{EquipmentSet, Tier},
    error::ErrorCode,
    exercise::Exercise,
    vocabulary::nearest,
};
use training::catalog::{
    Catalog,
    check::check,
    finding::CatalogFinding,
    statistics::{Statistics, typical_equipment},
};

use crate::problem::{Code, Problem};

/// What a check of a catalogue found.
pub struct CatalogReport {
    /// Everything that is wrong, with file and line where it is known.
    pub findings: Vec<CatalogFinding>,
    /// What it holds; nothing if it could not be read as a whole.
    pub statistics: Option<Statistics>,
}

/// EX-6: checks the catalogue of the product, or the TOML files below a folder.
pub fn inspect(folder: Option<&Path>) -> Result<CatalogReport, Problem> {
    let Some(folder) = folder else { return Ok(report(Catalog::embedded())) };
    let files = texts_below(folder)?;
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Ok(match Catalog::from_files(&files) {
        Ok(catalog) => report(&catalog),
        Err(errors) => CatalogReport { findings: errors.findings, statistics: None },
    })
}

fn report(catalog: &Catalog) -> CatalogReport {
    CatalogReport { findings: check(catalog), statistics: Some(Statistics::of(catalog)) }
}

/// Name below the folder and text of every TOML file, in the order of the names.
fn texts_below(folder: &Path) -> Result<Vec<(String, String)>, Problem> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |error: io::Error| Problem::unreadable(&path, "--dir", &error)
    };
    let mut folders = vec![folder.to_owned()];
    let mut paths: Vec<PathBuf> = Vec::new();
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).map_err(unreadable(&inner))? {
            let path = entry.map_err(unreadable(&inner))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let text = |path: PathBuf| {
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        Ok((name, fs::read_to_string(&path).map_err(unreadable(&path))?))
    };
    paths.into_iter().map(text).collect()
}

/// What a list of exercises is narrowed down to; everything that is given must hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// With this muscle as a primary.
    pub muscle: Option<Muscle>,
    /// Possible with this equipment.
    pub equipment: Option<EquipmentSet>,
    /// Possible with what is typical of this tier.
    pub tier: Option<Tier>,
}

/// The exercises of the product that are wanted, by key.
pub fn list(wanted: Wanted) -> Vec<&'static Exercise> {
    let tier = wanted.tier.map(typical_equipment);
    let fits = |exercise: &&Exercise| {
        let trains = wanted.muscle.is_none_or(|muscle| exercise.muscles.primary.contains(&muscle));
        let possible =
            [wanted.equipment, tier].into_iter().flatten().all(|set| set.allows(&exercise.equipment));
        trains && possible
    };
    Catalog::embedded().exercises().iter().map(|exercise| &**exercise).filter(fits).collect()
}

/// The exercise of this key, or of this name or other name in any language.
pub fn find(typed: &str) -> Result<&'static Exercise, Problem> {
    let exercises = || Catalog::embedded().exercises().iter().map(|exercise| &**exercise);
    let wanted = typed.trim().to_lowercase();
    let is_called = |exercise: &&Exercise| {
        let names = [&exercise.name_en, &exercise.name_ru];
        let mut all = names.into_iter().chain(&exercise.aliases_en).chain(&exercise.aliases_ru);
        all.any(|name| name.to_lowercase() == wanted)
    };
    let found =
        exercises().find(|exercise| exercise.id.as_str() == wanted).or_else(|| exercises().find(is_called));
    found.ok_or_else(|| {
        let key = wanted.replace([' ', '-'], "_");
        let keys = || exercises().map(|exercise| exercise.id.as_str());
        // A part of a key is like none of the keys as a whole.
        let part = || keys().find(|known| nearest(&key, known.split('_')).is_some());
        Problem::new(Code::of(ErrorCode::UnknownExercise))
            .fact("field", "KEY")
            .fact("found", typed)
            .maybe_fact("nearest", nearest(&key, keys()).or_else(part))
    })
}
