//! `regimen schema`: the documents that people and programs exchange with regimen.

use domain::{document::Document, vocabulary::nearest};
use serde::Serialize;

use super::{
    Ctx,
    table::{Column, Table},
};
use crate::{
    document::documents,
    problem::{Problem, UNKNOWN_DOCUMENT},
    texts::{Facts, text},
};

const EXAMPLES: &str = "\
Examples:
  regimen schema                          list the documents
  regimen schema NAME > NAME.schema.json  save a schema for an editor
  regimen schema NAME --example           see what such a document looks like

Documents:
  What regimen reads or writes as JSON. Each has a schema (draft 2020-12) and a
  valid example.";

/// List the public documents, or print the JSON Schema of one
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Document to describe; without it, all documents are listed
    name: Option<String>,
    /// List the name and title of every document
    #[arg(long, conflicts_with_all = ["name", "example"])]
    list: bool,
    /// Print a valid example of the document instead of its schema
    #[arg(long, requires = "name")]
    example: bool,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let Some(name) = &args.name else {
        return list(ctx);
    };
    // The files are served with their ending (L-1).
    let name = name.strip_suffix(".json").unwrap_or(name);
    let document =
        documents().into_iter().find(|document| document.name == name).ok_or_else(|| unknown(name))?;
    if args.example {
        return ctx.output.raw(&format!("{}\n", document.example.trim_end()));
    }
    let schema = (document.schema)();
    ctx.output.show(&schema, |_| format!("{schema:#}\n"))
}

fn list(ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let rows: Vec<Row> =
        documents().iter().map(|&&Document { name, title, .. }| Row { name, title }).collect();
    ctx.output.show(&rows, |lang| {
        if rows.is_empty() {
            return format!("{}\n", text(lang, "schema-none", &Facts::new()));
        }
        let mut table = Table::new([Column::Left, Column::Rest]);
        for row in &rows {
            table.row([row.name.to_owned(), row.title.to_owned()]);
        }
        table.to_string()
    })
}

fn unknown(name: &str) -> Problem {
    let names: Vec<&str> = documents().iter().map(|document| document.name).collect();
    Problem::new(UNKNOWN_DOCUMENT)
        .fact("name", name)
        .fact("count", names.len())
        .maybe_fact("nearest", nearest(name, names.iter().copied()))
        .fact("known", names)
}
