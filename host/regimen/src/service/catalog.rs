//! The catalogue: what it lacks, what is in it, and what a person is looking for.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use domain::{
    anatomy::Muscle,
    catalog::CatalogFinding,
    equipment::{EquipmentSet, Tier},
    exercise::Exercise,
    food::Food,
    recipe::{MealType, TagKey},
    vocabulary::nearest,
};
use nutrition::catalog::{
    Catalog as MealCatalog, CatalogRecipe,
    check::{Count, check as check_meals, counts},
};
use training::catalog::{
    Catalog as TrainingCatalog,
    check::check as check_training,
    statistics::{Statistics, typical_equipment},
};

use crate::problem::{Problem, UNKNOWN_ENTRY};

/// What a check of a catalogue found.
#[derive(Default)]
pub struct CatalogReport {
    /// Everything that is wrong, with file and line where it is known.
    pub findings: Vec<CatalogFinding>,
    /// What it holds about training; nothing if that could not be read as a whole, or was not there.
    pub training: Option<Statistics>,
    /// What it holds about meals, likewise.
    pub meals: Option<MealStatistics>,
}

/// What a catalogue holds about meals.
pub struct MealStatistics {
    /// How many foods.
    pub foods: usize,
    /// How many recipes of each kind.
    pub recipes: Vec<Count>,
}

/// EX-6, ND-13: checks the catalogue of the product, or the files below a folder. There, what is about training or
/// about meals is checked if it is there.
pub fn inspect(folder: Option<&Path>) -> Result<CatalogReport, Problem> {
    let mut report = CatalogReport::default();
    let Some(folder) = folder else {
        report.training(TrainingCatalog::embedded());
        report.meals(MealCatalog::embedded());
        return Ok(report);
    };
    let files = texts_below(folder)?;
    let of_kind = |extensions: &[&str]| -> Vec<(&str, &str)> {
        let is_wanted = |name: &str| name.rsplit_once('.').is_some_and(|(_, end)| extensions.contains(&end));
        let wanted = files.iter().filter(|(name, _)| is_wanted(name));
        wanted.map(|(name, text)| (name.as_str(), text.as_str())).collect()
    };
    let (about_training, about_meals) = (of_kind(&[TRAINING]), of_kind(&MEALS));
    if !about_training.is_empty() || about_meals.is_empty() {
        match TrainingCatalog::from_files(&about_training) {
            Ok(catalog) => report.training(&catalog),
            Err(errors) => report.findings.extend(errors.into_findings()),
        }
    }
    if !about_meals.is_empty() {
        match MealCatalog::from_files(&about_meals) {
            Ok(catalog) => report.meals(&catalog),
            Err(errors) => report.findings.extend(errors.into_findings()),
        }
    }
    Ok(report)
}

/// In which files the training part is written.
const TRAINING: &str = "toml";
/// In which files the part about meals is written.
const MEALS: [&str; 2] = ["csv", "yaml"];

impl CatalogReport {
    fn training(&mut self, catalog: &TrainingCatalog) {
        self.findings.extend(check_training(catalog));
        self.training = Some(Statistics::of(catalog));
    }

    fn meals(&mut self, catalog: &MealCatalog) {
        self.findings.extend(check_meals(catalog));
        self.meals = Some(MealStatistics { foods: catalog.foods().len(), recipes: counts(catalog) });
    }
}

/// Name below the folder and text of every file of a catalogue, in the order of the names.
fn texts_below(folder: &Path) -> Result<Vec<(String, String)>, Problem> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |error: io::Error| Problem::unreadable(&path, "--dir", &error)
    };
    let is_part = |end: &std::ffi::OsStr| end == TRAINING || MEALS.iter().any(|known| end == *known);
    let mut folders = vec![folder.to_owned()];
    let mut paths: Vec<PathBuf> = Vec::new();
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).map_err(unreadable(&inner))? {
            let path = entry.map_err(unreadable(&inner))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(is_part) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let text = |path: PathBuf| {
        let parts = path.strip_prefix(folder).unwrap_or(&path).iter();
        let name = parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        Ok((name, fs::read_to_string(&path).map_err(unreadable(&path))?))
    };
    paths.into_iter().map(text).collect()
}

/// What a list of exercises is narrowed down to; everything that is given must hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct WantedExercises {
    /// With this muscle as a primary.
    pub muscle: Option<Muscle>,
    /// Possible with this equipment.
    pub equipment: Option<EquipmentSet>,
    /// Possible with what is typical of this tier.
    pub tier: Option<Tier>,
}

/// The exercises of the product that are wanted, by key.
pub fn exercises(wanted: WantedExercises) -> Vec<&'static Exercise> {
    let tier = wanted.tier.map(typical_equipment);
    let fits = |exercise: &&Exercise| {
        let trains = wanted.muscle.is_none_or(|muscle| exercise.muscles.primary.contains(&muscle));
        let possible =
            [wanted.equipment, tier].into_iter().flatten().all(|set| set.allows(&exercise.equipment));
        trains && possible
    };
    TrainingCatalog::embedded().exercises().iter().map(|exercise| &**exercise).filter(fits).collect()
}

/// What a list of recipes is narrowed down to; everything that is given must hold.
#[derive(Debug, Clone, Default)]
pub struct WantedRecipes {
    /// For this meal.
    pub meal: Option<MealType>,
    /// With all of these tags.
    pub tags: Vec<TagKey>,
    /// Cooked within so many minutes.
    pub minutes: Option<u32>,
}

/// The recipes of the product that are wanted, by key.
pub fn recipes(wanted: &WantedRecipes) -> Vec<&'static CatalogRecipe> {
    let fits = |entry: &&CatalogRecipe| {
        let is_quick = wanted.minutes.is_none_or(|most| entry.recipe.cooking_time_minutes <= most);
        let is_meal = wanted.meal.is_none_or(|meal| entry.recipe.meal_types.contains(&meal));
        is_quick && is_meal && wanted.tags.iter().all(|tag| entry.tags.contains(tag))
    };
    MealCatalog::embedded().recipes().iter().filter(fits).collect()
}

/// The foods of the product, by key.
pub fn foods() -> Vec<&'static Food> {
    MealCatalog::embedded().foods().iter().map(|food| &**food).collect()
}

/// Something of the catalogue.
#[derive(Debug, Clone, Copy)]
pub enum Entry {
    /// An exercise.
    Exercise(&'static Exercise),
    /// A recipe with what follows from its foods.
    Recipe(&'static CatalogRecipe),
    /// A food.
    Food(&'static Food),
}

impl Entry {
    /// All that there is: exercises, recipes, foods, each by key.
    fn all() -> impl Iterator<Item = Self> {
        let exercises = TrainingCatalog::embedded().exercises().iter();
        let (recipes, foods) = (MealCatalog::embedded().recipes(), MealCatalog::embedded().foods());
        let exercises = exercises.map(|exercise| Self::Exercise(exercise));
        exercises.chain(recipes.iter().map(Self::Recipe)).chain(foods.iter().map(|food| Self::Food(food)))
    }

    fn key(self) -> &'static str {
        match self {
            Self::Exercise(exercise) => exercise.id.as_str(),
            Self::Recipe(entry) => entry.recipe.id.as_str(),
            Self::Food(food) => food.id.as_str(),
        }
    }

    /// Whether this is one of its names in any language, in lower case.
    fn is_called(self, name: &str) -> bool {
        let is = |own: &String| own.to_lowercase() == name;
        match self {
            Self::Exercise(exercise) => {
                let names = [&exercise.name_en, &exercise.name_ru];
                names.into_iter().chain(&exercise.aliases_en).chain(&exercise.aliases_ru).any(is)
            }
            Self::Recipe(CatalogRecipe { recipe, .. }) => {
                is(&recipe.name.en) || recipe.name.ru.as_ref().is_some_and(is)
            }
            Self::Food(food) => {
                is(&food.name.en) || food.name.ru.as_ref().is_some_and(is) || food.aliases.iter().any(is)
            }
        }
    }
}

/// The exercise, recipe or food of this key, or else of this name.
pub fn find(typed: &str) -> Result<Entry, Problem> {
    let wanted = typed.trim().to_lowercase();
    let by_key = Entry::all().find(|entry| entry.key() == wanted);
    by_key.or_else(|| Entry::all().find(|entry| entry.is_called(&wanted))).ok_or_else(|| {
        let key = wanted.replace([' ', '-'], "_");
        let keys = || Entry::all().map(Entry::key);
        // A part of a key is like none of the keys as a whole.
        let part = || keys().find(|known| nearest(&key, known.split('_')).is_some());
        Problem::new(UNKNOWN_ENTRY)
            .fact("field", "KEY")
            .fact("found", typed)
            .maybe_fact("nearest", nearest(&key, keys()).or_else(part))
    })
}
