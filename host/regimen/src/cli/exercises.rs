//! `regimen exercises` and `regimen ladders`: those of an athlete's own, beside those of the product (EX-1, P-1).

use domain::{
    error::ErrorCode,
    exercise::Exercise,
    ladder::{Ladder, LadderKey},
    law::Invalid,
    voice::Locale,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use training::catalog::Catalog;

use super::{
    Ctx,
    catalog::exercise_card,
    document::Source,
    on_store::Who,
    page::Reader,
    settings::exercise_key,
    table::{Column, Table},
    templates::removed,
    words::Words,
};
use crate::{
    problem::Problem,
    service::own_catalog::{self, Kept, OwnEntries},
};

const EXAMPLES: &str = "\
Examples:
  regimen exercises                          list your own
  regimen exercises show push_up             one of anybody's
  regimen exercises add sandbag.yaml         add one of your own
  regimen exercises remove sandbag_carry";

const LIST_EXAMPLES: &str = "\
Examples:
  regimen exercises list
  regimen catalog list                       those of the product";

const SHOW_EXAMPLES: &str = "\
Examples:
  regimen exercises show sandbag_carry
  regimen exercises show push_up --json > mine.json    start from another";

const ADD_EXAMPLES: &str = "\
Examples:
  regimen schema exercise --example > mine.json        start from an example
  regimen exercises add mine.json

  A file holds one exercise, a list of them, or exercises and ladders that
  belong together: {\"exercises\": [...], \"ladders\": [...]}.";

const REMOVE_EXAMPLES: &str = "\
Examples:
  regimen exercises remove sandbag_carry

  One that the plan, a template or a ladder needs is not removed.";

const LADDERS_EXAMPLES: &str = "\
Examples:
  regimen ladders                            list all
  regimen ladders import rope_climb.yaml     add one of your own
  regimen ladders remove rope_climb";

const LADDER_LIST_EXAMPLES: &str = "\
Examples:
  regimen ladders list
  regimen ladders list --json";

const IMPORT_EXAMPLES: &str = "\
Examples:
  regimen schema ladder --example > rope.json          start from an example
  regimen ladders import rope.json

  A file holds one ladder, a list of them, or exercises and ladders that
  belong together: {\"exercises\": [...], \"ladders\": [...]}.";

const LADDER_REMOVE_EXAMPLES: &str = "\
Examples:
  regimen ladders remove rope_climb

  One that the plan or an exercise needs is not removed.";

/// List, show, add and remove exercises of your own
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// List your own exercises
    #[command(after_help = LIST_EXAMPLES)]
    List,
    /// Show an exercise of your own or of the product
    #[command(after_help = SHOW_EXAMPLES)]
    Show {
        /// Its key
        key: String,
    },
    /// Add exercises from a file, or replace your own
    #[command(after_help = ADD_EXAMPLES)]
    Add(Source),
    /// Remove an exercise of your own
    #[command(after_help = REMOVE_EXAMPLES)]
    Remove {
        /// Its key
        key: String,
    },
}

/// List the ladders, add and remove those of your own
#[derive(Debug, clap::Args)]
#[command(after_help = LADDERS_EXAMPLES, disable_help_subcommand = true)]
pub(super) struct LadderArgs {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Option<LadderVerb>,
}

#[derive(Debug, clap::Subcommand)]
enum LadderVerb {
    /// List your own ladders and those of the product
    #[command(after_help = LADDER_LIST_EXAMPLES)]
    List,
    /// Add ladders from a file, or replace your own
    #[command(after_help = IMPORT_EXAMPLES)]
    Import(Source),
    /// Remove a ladder of your own
    #[command(after_help = LADDER_REMOVE_EXAMPLES)]
    Remove {
        /// Its key
        key: String,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let who = &args.who;
    match &args.verb {
        None | Some(Verb::List) => {
            let all = ctx.for_athlete(who, async |app, caller| own_catalog::exercises(app, caller).await)?;
            ctx.output.show(&all, |lang| exercise_table(&all, lang))
        }
        Some(Verb::Show { key }) => {
            let key = exercise_key(key)?;
            let one =
                ctx.for_athlete(who, async |app, caller| own_catalog::exercise(app, caller, &key).await)?;
            ctx.output.show(&one, |lang| exercise_card(&one.value, &Reader::new(lang, Catalog::embedded())))
        }
        Some(Verb::Add(source)) => {
            let new = read(
                source,
                |exercises: Vec<Exercise>| OwnEntries { exercises, ladders: vec![] },
                "exercise",
            )?;
            add(who, new, ctx)
        }
        Some(Verb::Remove { key }) => {
            let key = exercise_key(key)?;
            ctx.for_athlete(who, async |app, caller| {
                own_catalog::remove_exercise(app, caller, &key, None).await
            })?;
            removed(key.as_str(), ctx)
        }
    }
}

pub(super) fn run_ladders(args: &LadderArgs, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let who = &args.who;
    match &args.verb {
        None | Some(LadderVerb::List) => {
            let all = ctx.for_athlete(who, async |app, caller| own_catalog::ladders(app, caller).await)?;
            ctx.output.show(&all, |lang| ladder_table(&all, lang))
        }
        Some(LadderVerb::Import(source)) => {
            let new =
                read(source, |ladders: Vec<Ladder>| OwnEntries { exercises: vec![], ladders }, "ladder")?;
            add(who, new, ctx)
        }
        Some(LadderVerb::Remove { key }) => {
            let key: LadderKey = key.parse().map_err(|_| crate::service::app::not_found("ladder", key))?;
            ctx.for_athlete(who, async |app, caller| {
                own_catalog::remove_ladder(app, caller, &key, None).await
            })?;
            removed(key.as_str(), ctx)
        }
    }
}

/// One entry, a list of them, or exercises and ladders together.
fn read<T: DeserializeOwned>(
    source: &Source,
    of: impl FnOnce(Vec<T>) -> OwnEntries,
    name: &'static str,
) -> Result<OwnEntries, Problem> {
    let document: Value = source.read_yaml(name)?;
    let is_both = ["exercises", "ladders"].iter().any(|field| document.get(field).is_some());
    match document {
        both if is_both => fitting(both, name),
        Value::Array(list) => fitting(Value::Array(list), name).map(of),
        one => fitting(one, name).map(|one| of(vec![one])),
    }
}

fn fitting<T: DeserializeOwned>(value: Value, name: &'static str) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let place = error.path().to_string();
        let said = error.into_inner().to_string();
        let example = format!("what `regimen schema {name} --example` shows");
        let (found, expected) = said.split_once(", expected ").unwrap_or((&said, &example));
        Invalid::of(ErrorCode::CatalogInvalid, place, found, expected).into()
    })
}

fn add(who: &Who, new: OwnEntries, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let kept = ctx.for_athlete(who, async |app, caller| own_catalog::put(app, caller, new).await)?;
    ctx.output.show(&kept, |lang| {
        let words = Words::new(lang);
        let keys = kept.exercises.iter().map(|one| one.id.to_string());
        let keys: Vec<String> = keys.chain(kept.ladders.iter().map(|one| one.key.to_string())).collect();
        format!("{}\n", words.text_with("own-kept", [("keys", keys.join(", ").into())]))
    })
}

fn exercise_table(all: &[Kept<Exercise>], lang: Locale) -> String {
    let page = Reader::new(lang, Catalog::embedded());
    if all.is_empty() {
        return format!("{}\n", page.text("exercises-none"));
    }
    let mut table = Table::new([Column::Left, Column::Rest, Column::Most(12)]);
    table.row(page.texts(["catalog-column-key", "catalog-column-name", "catalog-column-muscle"]));
    for one in all {
        let muscle = page.word("muscle", one.value.lead_muscle());
        table.row([one.value.id.to_string(), page.name_of(&one.value).to_owned(), muscle]);
    }
    table.to_string()
}

fn ladder_table(all: &[Kept<Ladder>], lang: Locale) -> String {
    let words = Words::new(lang);
    let mut table = Table::new([Column::Left, Column::Rest, Column::Left, Column::Right, Column::Left]);
    table.row(words.texts([
        "catalog-column-key",
        "catalog-column-name",
        "ladder-column-type",
        "ladder-column-levels",
        "",
    ]));
    for one in all {
        let name = match lang {
            Locale::En => &one.value.name_en,
            Locale::Ru => &one.value.name_ru,
        };
        let own = if one.revision.is_some() { words.text("own-mine") } else { String::new() };
        table.row([
            one.value.key.to_string(),
            name.clone(),
            words.word("progression", one.value.progression),
            one.value.levels.len().to_string(),
            own,
        ]);
    }
    table.to_string()
}
