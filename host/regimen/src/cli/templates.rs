//! `regimen templates`: named lists of exercises to train by (EP-7).

use domain::voice::Locale;
use serde_json::json;
use training::catalog::Catalog;

use super::{
    Ctx,
    document::Source,
    number::whole,
    on_store::Who,
    page::Reader,
    table::{Column, Table},
    words::Words,
};
use crate::{
    problem::Problem,
    service::template::{self, KeptTemplate, Template},
};

const EXAMPLES: &str = "\
Examples:
  regimen templates                             list them
  regimen templates show full_body-dumbbells    one with its exercises
  regimen templates add monday.json             keep one of your own";

const LIST_EXAMPLES: &str = "\
Examples:
  regimen templates list
  regimen templates list --json";

const SHOW_EXAMPLES: &str = "\
Examples:
  regimen templates show full_body-dumbbells
  regimen templates show monday --json > monday.json";

const ADD_EXAMPLES: &str = "\
Examples:
  regimen templates add monday.json
  regimen templates add monday.json --id monday --revision 1

  The file, as JSON or YAML:
  {\"name\": \"Monday\", \"intent\": \"push\",
   \"exercises\": [{\"exercise_id\": \"push_up\", \"pinned\": true}]}";

const REMOVE_EXAMPLES: &str = "\
Examples:
  regimen templates remove monday";

/// List, show, keep and remove templates of sessions
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
    /// List your own templates and those of the product
    #[command(after_help = LIST_EXAMPLES)]
    List,
    /// Show a template with its exercises
    #[command(after_help = SHOW_EXAMPLES)]
    Show {
        /// Its id
        id: String,
    },
    /// Keep a template, or replace one of your own
    #[command(after_help = ADD_EXAMPLES)]
    Add {
        #[command(flatten)]
        source: Source,
        /// Its id [default: made from its name]
        #[arg(long)]
        id: Option<String>,
        /// The revision that it was made from, so that no other change is lost
        #[arg(long, value_parser = whole::<i64>(1..))]
        revision: Option<i64>,
    },
    /// Remove a template of your own
    #[command(after_help = REMOVE_EXAMPLES)]
    Remove {
        /// Its id
        id: String,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let who = &args.who;
    match &args.verb {
        None | Some(Verb::List) => {
            let all = ctx.for_athlete(who, async |app, caller| template::list(app, caller).await)?;
            ctx.output.show(&all, |lang| list(&all, lang))
        }
        Some(Verb::Show { id }) => {
            let one = ctx.for_athlete(who, async |app, caller| template::show(app, caller, id).await)?;
            ctx.output.show(&one, |lang| card(&one, lang))
        }
        Some(Verb::Add { source, id, revision }) => {
            let new: Template = source.read_yaml("template")?;
            let one = ctx.for_athlete(who, async |app, caller| {
                template::put(app, caller, id.as_deref(), new, *revision).await
            })?;
            ctx.output.show(&one, |lang| card(&one, lang))
        }
        Some(Verb::Remove { id }) => {
            ctx.for_athlete(who, async |app, caller| template::remove(app, caller, id, None).await)?;
            removed(id, ctx)
        }
    }
}

/// Says that something of the athlete's own is gone.
pub(super) fn removed(id: &str, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    ctx.output.show(&json!({ "done": "removed", "id": id }), |lang| {
        format!("{}\n", Words::new(lang).text_with("own-removed", [("id", id.into())]))
    })
}

fn list(all: &[KeptTemplate], lang: Locale) -> String {
    let words = Words::new(lang);
    let mut table = Table::new([Column::Left, Column::Rest, Column::Left, Column::Right]);
    table.row(words.texts([
        "template-column-id",
        "template-column-name",
        "template-column-intent",
        "template-column-exercises",
    ]));
    for one in all {
        let name = if one.revision.is_some() { one.template.name.clone() } else { words.text("own-shipped") };
        let intent = words.word("intent", one.template.intent);
        table.row([one.id.clone(), name, intent, one.template.exercises.len().to_string()]);
    }
    table.to_string()
}

fn card(one: &KeptTemplate, lang: Locale) -> String {
    let page = Reader::new(lang, Catalog::embedded());
    let mut table = Table::new([Column::Right, Column::Rest, Column::Left, Column::Left]);
    for (number, entry) in (1..).zip(&one.template.exercises) {
        let pinned = if entry.pinned { page.text("template-pinned") } else { String::new() };
        let name = page.name(&entry.exercise_id).to_owned();
        table.row([format!("{number}"), name, entry.exercise_id.to_string(), pinned]);
    }
    let intent = page.word("intent", one.template.intent);
    let revision = one.revision.map_or_else(
        || page.text("own-shipped"),
        |revision| page.text_with("own-revision", [("revision", revision.into())]),
    );
    format!("{} ({}), {intent}, {revision}\n\n{table}", one.template.name, one.id)
}
