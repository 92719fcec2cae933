//! `regimen llm`: find out whether a language model can be used, and what to do if not (L-28).

use serde_json::json;

use super::{
    Ctx,
    output::runtime,
    table::{Column, Table},
};
use crate::{
    llm::{
        Llm, Pace,
        probe::{Diagnosis, Trial, diagnose},
        settings::Settings,
    },
    problem::{Exit, Problem, SETTING_NEEDED},
    texts::Fact,
    words::Words,
};

const EXAMPLES: &str = "\
Examples:
  regimen llm probe http://127.0.0.1:11434/v1 --model qwen2.5:14b
  regimen llm probe                      the model of the settings
  REGIMEN_MODEL_API_KEY_FILE=key regimen llm probe https://api.example.org/v1";

/// Look after a language model
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true, subcommand_required = true,
          arg_required_else_help = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Try an endpoint: can it be reached, which models and forms it knows, can it plan
    #[command(after_help = EXAMPLES)]
    Probe {
        /// Address of the endpoint, up to /v1; that of the settings unless given
        url: Option<String>,
        /// Name of the model; that of the settings unless given
        #[arg(long)]
        model: Option<String>,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let Verb::Probe { url, model } = &args.verb;
    let config = ctx.sources.config(ctx.environment)?;
    let mut settings = match (Settings::read(&config)?, url) {
        (Some(settings), None) => settings,
        (Some(settings), Some(url)) => Settings { base_url: Settings::at(url).base_url, ..settings },
        (None, Some(url)) => Settings { api_key: Settings::key(&config), ..Settings::at(url) },
        (None, None) => {
            return Err(Problem::new(SETTING_NEEDED)
                .fact("key", "llm probe")
                .fact("needed", "model.base_url"));
        }
    };
    if let Some(model) = model {
        settings.model.analyzer.model.clone_from(model);
    }
    let now = crate::service::app::machine_time();
    let llm = Llm::new(settings, Pace::Real)?;
    let found = runtime()?.block_on(diagnose(&llm, now));
    let facts = json!({ "fit": found.is_fit(), "diagnosis": found });
    ctx.output.show(&facts, |lang| page(&found, &Words::new(lang)))?;
    Ok(if found.is_fit() { Exit::Done } else { Exit::Failure })
}

/// One line for each trial, what to do about those that failed, and the verdict.
fn page(found: &Diagnosis, words: &Words) -> String {
    let mut table = Table::new([Column::Left, Column::Left, Column::Right, Column::Rest]);
    for tried in &found.trials {
        let verdict = words.text(if tried.passed { "probe-pass" } else { "probe-fail" });
        let millis = words.text_with("probe-millis", [("count", tried.milliseconds.cast_signed().into())]);
        table.row([verdict, words.text(&format!("probe-{}", tried.trial)), millis, detail(tried, words)]);
        if !tried.passed {
            table.note(3, words.text(&format!("probe-advice-{}", tried.trial)));
        }
    }
    let verdict = words.text(if found.is_fit() { "probe-fit" } else { "probe-unfit" });
    format!("{table}\n{verdict}\n")
}

/// What was found, as it is: names of models and statuses are nobody's words.
fn detail(tried: &crate::llm::probe::Tried, words: &Words) -> String {
    let facts = &tried.facts;
    match (facts.get("why"), tried.trial) {
        (Some(why), _) => words.fact(why.clone()),
        (None, Trial::Models) => words.fact(facts.get("models").cloned().unwrap_or(Fact::List(vec![]))),
        (None, Trial::Plan) => crate::texts::text(words.locale(), "probe-calls", &facts.clone()),
        (None, _) => String::new(),
    }
}
