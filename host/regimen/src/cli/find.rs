//! The exercise that a person means: by its key, its name, or a part of either.

use domain::{error::ErrorCode, exercise::ExerciseKey, vocabulary::nearest};
use training::catalog::Catalog;

use crate::problem::{AMBIGUOUS_EXERCISE, Code, Problem};

/// So many are named of those that a part of a name fits.
const NAMED: usize = 6;

/// The exercise of the catalogue that `text` means.
pub(super) fn find_in_catalog(text: &str, catalog: &Catalog) -> Result<ExerciseKey, Problem> {
    let keys: Vec<&ExerciseKey> = catalog.exercises().iter().map(|one| &one.id).collect();
    find_exercise(text, catalog, &keys)
}

/// The exercise that `text` means to an athlete who has done these: what is called so, else the only one of theirs that
/// has it as a part of its name, else the only one of the catalogue.
pub(super) fn find_done(text: &str, catalog: &Catalog, done: &[ExerciseKey]) -> Result<ExerciseKey, Problem> {
    let anywhere = find_in_catalog(text, catalog);
    match &anywhere {
        Err(problem) if problem.code.name == AMBIGUOUS_EXERCISE.name => {
            let theirs: Vec<&ExerciseKey> = done.iter().collect();
            match find_exercise(text, catalog, &theirs) {
                Err(problem) if problem.code.name != AMBIGUOUS_EXERCISE.name => anywhere,
                found => found,
            }
        }
        _ => anywhere,
    }
}

/// The one of these exercises that `text` means: its key or name, else the only one that has it as a part.
pub(super) fn find_exercise(
    text: &str,
    catalog: &Catalog,
    keys: &[&ExerciseKey],
) -> Result<ExerciseKey, Problem> {
    let wanted = text.trim().to_lowercase();
    let known: Vec<(&ExerciseKey, [String; 3])> =
        keys.iter().map(|key| (*key, names(key, catalog))).collect();
    let exact = known.iter().find(|(key, names)| key.as_str() == wanted || names.contains(&wanted));
    if let Some((key, _)) = exact {
        return Ok((*key).clone());
    }
    let part = |(_, names): &&(&ExerciseKey, [String; 3])| {
        !wanted.is_empty() && names.iter().any(|name| name.contains(&wanted))
    };
    let found: Vec<&str> = known.iter().filter(part).map(|(key, _)| key.as_str()).collect();
    match found[..] {
        [_] => {}
        [] => return Err(unknown(text, &known)),
        _ => {
            let more = found.len().saturating_sub(NAMED);
            let named: Vec<&str> = found.iter().copied().take(NAMED).collect();
            return Err(Problem::new(AMBIGUOUS_EXERCISE)
                .fact("found", text)
                .fact("names", named.join(", "))
                .fact("more", more)
                .at("/exercise"));
        }
    }
    known.iter().find(part).map(|(key, _)| (*key).clone()).ok_or_else(|| unknown(text, &known))
}

/// What an exercise is called: the words of its key, its name in each language.
fn names(key: &ExerciseKey, catalog: &Catalog) -> [String; 3] {
    let exercise = catalog.get(key);
    let name = |of: fn(&domain::exercise::Exercise) -> &String| {
        exercise.map(|exercise| of(exercise).to_lowercase()).unwrap_or_default()
    };
    [key.as_str().replace('_', " "), name(|one| &one.name_en), name(|one| &one.name_ru)]
}

fn unknown(text: &str, known: &[(&ExerciseKey, [String; 3])]) -> Problem {
    let wanted = text.to_lowercase();
    let near = nearest(&wanted, known.iter().map(|(key, _)| key.as_str())).or_else(|| {
        let near = nearest(&wanted, known.iter().flat_map(|(_, names)| names.iter().map(String::as_str)))?;
        known.iter().find(|(_, names)| names.iter().any(|name| name == near)).map(|(key, _)| key.as_str())
    });
    Problem::new(Code::of(ErrorCode::UnknownExercise))
        .fact("field", "exercise")
        .fact("found", text)
        .maybe_fact("nearest", near)
        .at("/exercise")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<String, Problem> {
        find_in_catalog(text, Catalog::embedded()).map(|key| key.to_string())
    }

    #[test]
    fn an_exercise_is_found_by_key_name_and_a_part_of_it_in_both_languages() {
        let catalog = Catalog::embedded();
        let squat = catalog.get(&"back_squat".parse().unwrap()).unwrap();
        for text in ["back_squat", "back squat", &squat.name_en, &squat.name_ru.to_uppercase()] {
            assert_eq!(found(text).unwrap(), "back_squat", "{text}");
        }
        assert_eq!(found("hack squ").unwrap(), "hack_squat");
    }

    #[test]
    fn what_fits_several_means_the_one_that_was_done() {
        let catalog = Catalog::embedded();
        let keys =
            |words: &[&str]| -> Vec<ExerciseKey> { words.iter().map(|key| key.parse().unwrap()).collect() };
        let found = |done: &[&str]| find_done("bench", catalog, &keys(done));
        assert_eq!(found(&["dumbbell_bench_press", "back_squat"]).unwrap().as_str(), "dumbbell_bench_press");
        let two = found(&["dumbbell_bench_press", "incline_bench_press"]).unwrap_err().to_string();
        assert!(two.contains("dumbbell_bench_press, incline_bench_press;"), "{two}");
        assert_eq!(found(&["back_squat"]).unwrap_err().code.name, "ambiguous_exercise");
        let exact = find_done("back squat", catalog, &keys(&["front_squat"])).unwrap();
        assert_eq!(exact.as_str(), "back_squat", "what is named exactly is meant");
    }

    #[test]
    fn gl_4_what_fits_several_names_some_and_what_fits_none_gets_a_maybe() {
        let several = found("squat").unwrap_err();
        assert_eq!(several.code.name, "ambiguous_exercise");
        assert!(several.to_string().contains("squat"), "{several}");
        let typo = found("bench_pres").unwrap_err();
        // A part of several names is no typo of one.
        assert!(["ambiguous_exercise", "unknown_exercise"].contains(&typo.code.name), "{typo}");
        let none = found("hack_sqaut").unwrap_err();
        assert_eq!(none.code.name, "unknown_exercise");
        assert!(none.to_string().ends_with("maybe `hack_squat`"), "{none}");
    }
}
