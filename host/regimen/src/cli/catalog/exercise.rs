//! Exercises of the catalogue: lists and cards.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use domain::{
    anatomy::Muscle,
    equipment::{EquipmentSet, Tier, read_key},
    error::ErrorCode,
    exercise::{Exercise, ExerciseKey, Measure},
    law::Check,
    vocabulary::UnknownWord,
    voice::Locale,
};

use super::{
    super::{
        Ctx,
        page::{Reader, section},
        table::{Column, Table, paragraph},
    },
    facts, shipped, title,
};
use crate::{
    problem::Problem,
    service::catalog::{self as service, WantedExercises},
};

#[derive(Debug, Default, clap::Args)]
pub(super) struct Filter {
    /// Muscle that the exercise is for
    #[arg(long, hide_possible_values = true, value_parser = PossibleValuesParser::new(Muscle::WORDS))]
    muscle: Option<String>,
    /// Equipment at hand, with commas
    #[arg(long, value_name = "KEY,...", value_delimiter = ',')]
    equipment: Vec<String>,
    /// Equipment that is typical of such a place
    #[arg(long, value_parser = PossibleValuesParser::new(Tier::WORDS))]
    tier: Option<String>,
}

pub(super) fn list(args: &Filter, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let equipment = if args.equipment.is_empty() { None } else { Some(equipment(&args.equipment)?) };
    // clap has checked the words.
    let wanted = WantedExercises {
        muscle: args.muscle.as_ref().and_then(|word| word.parse().ok()),
        equipment,
        tier: args.tier.as_ref().and_then(|word| word.parse().ok()),
    };
    let exercises = service::exercises(wanted);
    ctx.output.show(&exercises, |lang| {
        let page = shipped(lang);
        let mut table = Table::new([Column::Left, Column::Rest, Column::Most(12)]);
        table.row(page.texts(["catalog-column-key", "catalog-column-name", "catalog-column-muscle"]));
        for exercise in &exercises {
            let muscle = page.word("muscle", exercise.lead_muscle());
            table.row([exercise.id.to_string(), page.name_of(exercise).to_owned(), muscle]);
        }
        let count = page.text_with("catalog-count", [("count", exercises.len().into())]);
        format!("{table}\n{count}\n")
    })
}

/// What can be used, or every key that is not known.
fn equipment(keys: &[String]) -> Result<EquipmentSet, Problem> {
    let mut check = Check::default();
    let mut all = EquipmentSet::NONE;
    for key in keys {
        match read_key(key) {
            Ok(set) => all = set.iter().fold(all, EquipmentSet::with),
            Err(unknown) => {
                let near = unknown.nearest().map_or_else(String::new, |near| format!("; maybe {near}"));
                let UnknownWord { kind, found, .. } = unknown;
                let expected = format!("a known {kind}{near}");
                check.require(false, ErrorCode::UnknownEquipment, "--equipment", found, expected);
            }
        }
    }
    check.finish()?;
    Ok(all)
}

/// Everything that a person wants to know before doing an exercise.
pub(in crate::cli) fn card(exercise: &Exercise, page: &Reader<'_>) -> String {
    let (cues, note) = match page.locale() {
        Locale::En => (&exercise.cues_en, &exercise.technique_note_en),
        Locale::Ru => (&exercise.cues_ru, &exercise.technique_note_ru),
    };
    let steps = cues.iter().map(|cue| paragraph(&format!("• {cue}"), 2));
    let note = note.as_ref().map_or_else(String::new, |note| paragraph(note, 2));
    [
        title(page.name_of(exercise), exercise.id.as_str()),
        facts(rows(exercise, page), page),
        section(&page.text("catalog-cues"), &steps.collect::<String>()),
        section(&page.text("catalog-technique"), &note),
    ]
    .concat()
}

fn rows(exercise: &Exercise, page: &Reader<'_>) -> [(&'static str, String); 12] {
    let alternatives = exercise.equipment.iter().map(|needed| page.words("equipment", needed));
    let alternatives: BTreeSet<String> = alternatives.collect();
    let equipment = match alternatives.len() {
        0 => page.text("catalog-no-equipment"),
        _ => alternatives.into_iter().collect::<Vec<_>>().join(&page.text("catalog-or")),
    };
    let amount = format!("{}–{}", exercise.rep_min, exercise.rep_max);
    let amount = match exercise.measure {
        Measure::Reps => amount,
        Measure::Seconds => page.text_with("amount-seconds", [("count", amount.into())]),
        Measure::Meters => page.text_with("amount-meters", [("count", amount.into())]),
    };
    let named =
        |key: &Option<ExerciseKey>| key.as_ref().map_or_else(String::new, |key| page.name(key).to_owned());
    [
        ("catalog-kind", page.word("kind", exercise.kind)),
        ("catalog-movement", page.words("pattern", &exercise.patterns)),
        ("catalog-primary", page.words("muscle", &exercise.muscles.primary)),
        ("catalog-secondary", page.words("muscle", exercise.muscles.secondary.keys())),
        ("catalog-equipment", equipment),
        ("catalog-amount", amount),
        ("catalog-difficulty", page.word("age", exercise.difficulty)),
        ("catalog-fatigue", format!("{} / 5", exercise.fatigue_cost)),
        ("catalog-joints", page.word("stress", exercise.joint_stress)),
        ("catalog-not-with", page.words("area", &exercise.contraindications)),
        ("catalog-easier", named(&exercise.easier)),
        ("catalog-harder", named(&exercise.harder)),
    ]
}
