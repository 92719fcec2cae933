//! `regimen profile`: what an athlete has told and set (EP-6).

use serde_json::Value;

use super::{
    Ctx,
    document::Source,
    on_store::Who,
    table::{Column, Table},
    words::Words,
};
use crate::{
    problem::Problem,
    service::settings::{self, ProfileDocument},
};

const EXAMPLES: &str = "\
Examples:
  regimen profile                               show what is set
  regimen profile set days_per_week 4           set one thing
  regimen profile set goals.primary strength
  regimen profile show --json > me.json         edit all of it
  regimen profile edit me.json";

const SHOW_EXAMPLES: &str = "\
Examples:
  regimen profile show
  regimen profile show --json | jq .profile.locations";

const SET_EXAMPLES: &str = "\
Examples:
  regimen profile set session_minutes 45
  regimen profile set goals.secondary posture
  regimen profile set avoided_exercises back_squat,deadlift
  regimen profile set zone Europe/Berlin
  regimen profile set quiet_hours 22:00,07:00
  regimen profile set usual_start \"\"             take it away";

const EDIT_EXAMPLES: &str = "\
Examples:
  regimen profile show --json > me.json
  regimen profile edit me.json

  The revision in the file says from which profile it was made: should it have
  been changed since, the edit is refused, so that nothing is lost.";

/// Show or change what an athlete has told and set
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
    /// Show everything that is set, under the names that `set` takes
    #[command(after_help = SHOW_EXAMPLES)]
    Show,
    /// Set one thing; an empty value takes it away
    #[command(after_help = SET_EXAMPLES)]
    Set {
        /// Its name, with dots for what is inside
        key: String,
        /// A number, a text, or several with commas
        value: String,
    },
    /// Set everything from a file, as `show --json` prints it
    #[command(after_help = EDIT_EXAMPLES)]
    Edit(Source),
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let document = match &args.verb {
        None | Some(Verb::Show) => {
            ctx.for_athlete(&args.who, async |app, caller| settings::show(app, caller).await)?
        }
        Some(Verb::Set { key, value }) => {
            ctx.for_athlete(&args.who, async |app, caller| settings::set(app, caller, key, value).await)?
        }
        Some(Verb::Edit(source)) => {
            let wanted: ProfileDocument = source.read_yaml("profile")?;
            ctx.for_athlete(&args.who, async |app, caller| settings::put(app, caller, wanted).await)?
        }
    };
    ctx.output.show(&document, |lang| {
        let mut table = Table::new([Column::Left, Column::Rest]);
        table.row(Words::new(lang).texts(["config-column-key", "config-column-value"]));
        let profile = serde_json::to_value(&document.profile).unwrap_or_default();
        rows("", &profile, &mut table);
        table.to_string()
    })
}

/// A row for each value, under its name with dots.
fn rows(name: &str, value: &Value, table: &mut Table<2>) {
    match value {
        Value::Object(fields) => {
            for (field, value) in fields {
                let name = if name.is_empty() { field.clone() } else { format!("{name}.{field}") };
                rows(&name, value, table);
            }
        }
        Value::Array(list) if list.iter().any(Value::is_object) => {
            for (number, value) in (1..).zip(list) {
                rows(&format!("{name}[{number}]"), value, table);
            }
        }
        Value::Array(list) => {
            let parts: Vec<String> = list.iter().map(plain).collect();
            table.row([name.to_owned(), parts.join(", ")]);
        }
        value => table.row([name.to_owned(), plain(value)]),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
