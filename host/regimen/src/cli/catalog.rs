//! `regimen catalog`: the exercises that come with the program.

use std::{collections::BTreeSet, path::PathBuf};

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
use serde_json::json;
use training::catalog::{Catalog, statistics::Statistics};

use super::{
    Ctx,
    page::{Page, capital, section},
    table::{Column, Table, columns, lines, paragraph},
};
use crate::{
    problem::{Exit, Problem},
    service::catalog::{self as service, CatalogReport, Wanted},
};

const EXAMPLES: &str = "\
Examples:
  regimen catalog                                 list all exercises
  regimen catalog list --muscle lats --tier home  narrow the list down
  regimen catalog show goblet_squat               read about one of them
  regimen catalog check                           check the catalogue";

const LIST_EXAMPLES: &str = "\
Examples:
  regimen catalog list --muscle glutes
  regimen catalog list --equipment dumbbell,bench
  regimen catalog list --tier bodyweight --json";

const SHOW_EXAMPLES: &str = "\
Examples:
  regimen catalog show goblet_squat
  regimen catalog show \"Barbell row\" --lang ru";

const CHECK_EXAMPLES: &str = "\
Examples:
  regimen catalog check
  regimen catalog check --dir catalog    check files before they are shipped";

/// List, show and check the exercises of the catalogue
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// List exercises, all or those for a muscle or for some equipment
    #[command(after_help = LIST_EXAMPLES)]
    List(ListArgs),
    /// Show one exercise: what it works, what it needs, how it is done
    #[command(after_help = SHOW_EXAMPLES)]
    Show {
        /// Key of the exercise, or one of its names
        key: String,
    },
    /// Check that the catalogue is sound and has all that training needs
    #[command(after_help = CHECK_EXAMPLES)]
    Check {
        /// Check the TOML files in this folder instead of the catalogue of the program
        #[arg(long)]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Default, clap::Args)]
struct ListArgs {
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

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    match &args.verb {
        None => list(&ListArgs::default(), ctx)?,
        Some(Verb::List(args)) => list(args, ctx)?,
        Some(Verb::Show { key }) => {
            let exercise = service::find(key)?;
            ctx.output.show(exercise, |lang| card(exercise, &shipped(lang)))?;
        }
        Some(Verb::Check { dir }) => {
            let report = service::inspect(dir.as_deref())?;
            return check(&report, ctx);
        }
    }
    Ok(Exit::Done)
}

/// A page about the exercises of the product.
fn shipped(lang: Locale) -> Page<'static> {
    Page::new(lang, Catalog::embedded())
}

fn list(args: &ListArgs, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let equipment = if args.equipment.is_empty() { None } else { Some(equipment(&args.equipment)?) };
    // clap has checked the words.
    let wanted = Wanted {
        muscle: args.muscle.as_ref().and_then(|word| word.parse().ok()),
        equipment,
        tier: args.tier.as_ref().and_then(|word| word.parse().ok()),
    };
    let exercises = service::list(wanted);
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

/// EX-6: findings are what was asked for, not a problem of the command; the exit status tells them.
fn check(report: &CatalogReport, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let CatalogReport { findings, statistics } = report;
    let rows = findings.iter().map(|finding| {
        let place = finding.place.as_ref();
        json!({
            "file": place.map(|place| &place.file),
            "line": place.map(|place| place.line),
            "entry": finding.entry,
            "finding": finding.finding,
        })
    });
    let shown = json!({
        "findings": rows.collect::<Vec<_>>(),
        "exercises": statistics.as_ref().map(|statistics| statistics.exercises),
        "ladders": statistics.as_ref().map(|statistics| statistics.ladders),
    });
    ctx.output.show(&shown, |lang| {
        let page = shipped(lang);
        let lines = lines(findings.iter().map(ToString::to_string));
        let numbers =
            statistics.as_ref().map_or_else(String::new, |statistics| numbers(statistics, &page) + "\n");
        let result = page.text_with("catalog-findings", [("count", findings.len().into())]);
        let gap = if lines.is_empty() { "" } else { "\n" };
        format!("{numbers}{lines}{gap}{result}\n")
    })?;
    Ok(if findings.is_empty() { Exit::Done } else { Exit::Failure })
}

fn numbers(statistics: &Statistics, page: &Page<'_>) -> String {
    let kinds = statistics.kinds.iter().map(|(kind, count)| format!("{}: {count}", page.word("kind", kind)));
    let exercises = page.text_with("catalog-count", [("count", statistics.exercises.into())]);
    let ladders = page.text_with(
        "catalog-ladders",
        [("count", statistics.ladders.into()), ("skills", statistics.skills.into())],
    );
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    format!("{exercises} ({kinds})\n{ladders}\n\n{}\n{}", tiers(statistics, page), muscles(statistics, page))
}

fn tiers(statistics: &Statistics, page: &Page<'_>) -> Table<5> {
    let mut table = Table::new([Column::Left, Column::Right, Column::Right, Column::Right, Column::Right]);
    table.row(page.texts([
        "catalog-column-tier",
        "catalog-column-exercises",
        "catalog-column-push",
        "catalog-column-pull",
        "catalog-column-legs",
    ]));
    for tier in &statistics.tiers {
        let [push, pull, legs] = tier.mains.map(|mains| mains.to_string());
        table.row([page.word("tier", tier.tier), tier.exercises.to_string(), push, pull, legs]);
    }
    table
}

fn muscles(statistics: &Statistics, page: &Page<'_>) -> Table<7> {
    let mut columns = [Column::Right; 7];
    columns[0] = Column::Left;
    let mut table = Table::new(columns);
    let [muscle, exercises, patterns] =
        page.texts(["volume-column-muscle", "catalog-column-exercises", "catalog-column-patterns"]);
    let tiers = statistics.tiers.iter().map(|counts| page.word("tier", counts.tier).to_uppercase());
    let mut cells = [muscle, exercises, patterns].into_iter().chain(tiers);
    table.row(std::array::from_fn(|_| cells.next().unwrap_or_default()));
    for counts in &statistics.muscles {
        let totals =
            [page.word("muscle", counts.muscle), counts.exercises.to_string(), counts.patterns.to_string()];
        let mut cells = totals.into_iter().chain(counts.by_tier.map(|count| count.to_string()));
        table.row(std::array::from_fn(|_| cells.next().unwrap_or_default()));
    }
    table
}

/// Everything that a person wants to know before doing an exercise.
fn card(exercise: &Exercise, page: &Page<'_>) -> String {
    let (cues, note) = match page.locale() {
        Locale::En => (&exercise.cues_en, &exercise.technique_note_en),
        Locale::Ru => (&exercise.cues_ru, &exercise.technique_note_ru),
    };
    let steps = cues.iter().map(|cue| paragraph(&format!("• {cue}"), 2));
    let note = note.as_ref().map_or_else(String::new, |note| paragraph(note, 2));
    [
        format!("{} ({})\n\n", page.name_of(exercise), exercise.id),
        columns(facts(exercise, page)),
        section(&page.text("catalog-cues"), &steps.collect::<String>()),
        section(&page.text("catalog-technique"), &note),
    ]
    .concat()
}

fn facts(exercise: &Exercise, page: &Page<'_>) -> Vec<[String; 2]> {
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
    let rows = [
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
    ];
    let rows = rows.into_iter().filter(|(_, value)| !value.is_empty());
    rows.map(|(label, value)| [capital(&page.text(label)), value]).collect()
}
