//! `regimen athlete`: who somebody is here, and how all of it is deleted (AC-12).

use serde_json::json;

use super::{
    Ctx,
    on_store::Who,
    secret,
    table::{Column, Table},
    words::Words,
};
use crate::{
    problem::Problem,
    service::{athlete, maintenance},
};

const EXAMPLES: &str = "\
Examples:
  regimen athlete                  who am I here
  regimen athlete delete           delete everything of mine";

const SHOW_EXAMPLES: &str = "\
Examples:
  regimen athlete show --as anna
  regimen athlete show --json | jq .profile";

const DELETE_EXAMPLES: &str = "\
Examples:
  regimen athlete delete
  regimen athlete delete --confirm anna    where nobody can be asked

  Sessions, plans, meals, the profile and the account go seven days later.
  Signing in before takes that back, and so does `regimen account enable`.
  Backups that were made before keep them until they expire.";

/// Show who somebody is here, take everything along, or delete it
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
    /// Show who somebody is here
    #[command(after_help = SHOW_EXAMPLES)]
    Show,
    /// Write everything that is kept of the athlete into an archive of tables and documents
    #[command(
        after_help = "Examples:\n  regimen athlete export anna.zip\n  regimen athlete export anna.jsonl    only the rows as they are kept"
    )]
    Export {
        /// The file to make
        #[arg(value_name = "FILE")]
        file: std::path::PathBuf,
    },
    /// Have the athlete, the account and all that is theirs deleted in seven days
    #[command(after_help = DELETE_EXAMPLES)]
    Delete {
        /// The login, so that it is meant; else it is asked for
        #[arg(long, value_name = "LOGIN")]
        confirm: Option<String>,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let view = ctx.for_athlete(&args.who, async |app, caller| athlete::show(app, caller).await)?;
    match &args.verb {
        None | Some(Verb::Show) => ctx.output.show(&view, |lang| {
            let words = Words::new(lang);
            let mut table = Table::new([Column::Left, Column::Rest]);
            let profile = &view.profile;
            for (label, value) in [
                ("account-column-login", view.login.clone()),
                ("account-column-name", view.display_name.clone()),
                ("account-column-roles", words.words("role", &view.roles)),
                ("athlete-since", words.fact(view.created_at.local_date(&profile.zone))),
                ("athlete-sessions", view.completed_sessions.to_string()),
                ("athlete-id", view.id.to_string()),
            ] {
                table.row([words.text(label), value]);
            }
            table.to_string()
        }),
        Some(Verb::Export { file }) => {
            let as_rows = file.extension().is_some_and(|end| end == "jsonl");
            ctx.for_athlete(&args.who, async |app, caller| {
                if as_rows {
                    return maintenance::export(app, caller, file).await.map(drop);
                }
                maintenance::export_archive_to(app, caller, file).await
            })?;
            ctx.output.show(&json!({ "file": file }), |lang| {
                let facts = [("file", file.display().to_string().into())];
                format!("{}\n", Words::new(lang).text_with("athlete-exported", facts))
            })
        }
        Some(Verb::Delete { confirm }) => {
            let words = Words::new(ctx.output.lang);
            let question = words.text_with("ask-delete", [("login", view.login.as_str().into())]);
            let typed = secret::confirmation(confirm.as_deref(), &question, ctx)?;
            let left =
                ctx.for_athlete(&args.who, async |app, caller| athlete::delete(app, caller, &typed).await)?;
            ctx.output.show(&json!({ "login": view.login, "deleted_at": left.deleted_at }), |lang| {
                let date = left.deleted_at.local_date(&view.profile.zone);
                let facts = [("login", view.login.as_str().into()), ("date", date.into())];
                format!("{}\n", Words::new(lang).text_with("account-leaves", facts))
            })
        }
    }
}
