//! `regimen kpi`: whether sessions are taken as they are, done, and worth it (A-4..A-10, A-35).

use domain::{
    session::{Intent, SelectionMode},
    time::LocalDate,
    vocabulary::UnknownWord,
};

use super::{
    Ctx,
    on_store::Who,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::{Exit, Problem},
    service::kpi::{self, Kpis, gate::GateReport},
};

const EXAMPLES: &str = "\
Examples:
  regimen kpi                              the last four weeks
  regimen kpi --mode INTENT --intent push
  regimen kpi --from 2026-01-01 --to 2026-03-31 --json
  regimen kpi gate                         of the whole installation

  Modes: AUTO, MANUAL, BONUS, INTENT. A figure with nothing to count is left
  out; the count says how many it is of.";

const GATE_EXAMPLES: &str = "\
Examples:
  regimen kpi gate
  regimen kpi gate --json | jq .sides

  Ready leaves with 0, not ready with 1, and with 3 if there are too few
  sessions or athletes. It only reports; the setting
  intent_default_for_new_users says what new athletes begin with.";

/// Show whether planned sessions are taken as they are, done, and worth it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Option<Verb>,
    /// First day; four weeks before the last if not given
    #[arg(long, value_name = "DATE")]
    from: Option<LocalDate>,
    /// Last day; today if not given
    #[arg(long, value_name = "DATE")]
    to: Option<LocalDate>,
    /// Only sessions whose exercises were chosen so
    #[arg(long, value_name = "MODE", value_parser = mode)]
    mode: Option<SelectionMode>,
    /// Only sessions that are about this
    #[arg(long, value_name = "INTENT", value_parser = intent)]
    intent: Option<Intent>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Tell whether intent mode may become the default for new athletes
    #[command(after_help = GATE_EXAMPLES)]
    Gate,
}

fn mode(word: &str) -> Result<SelectionMode, UnknownWord> {
    word.parse()
}

fn intent(word: &str) -> Result<Intent, UnknownWord> {
    word.parse()
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    if let Some(Verb::Gate) = args.verb {
        let report = ctx.on_store(async |app| kpi::gate::gate(app).await)?;
        ctx.output.show(&report, |lang| gate_page(&report, &Words::new(lang)))?;
        return Ok(match report.result {
            "ready" => Exit::Done,
            "not_ready" => Exit::Failure,
            _ => Exit::No,
        });
    }
    let (days, dims) = ((args.from, args.to), (args.mode, args.intent));
    let kpis = ctx.for_athlete(&args.who, async |app, caller| kpi::kpis(app, caller, days, dims).await)?;
    ctx.output.show(&kpis, |lang| page(&kpis, &Words::new(lang)))?;
    Ok(Exit::Done)
}

fn page(kpis: &Kpis, words: &Words) -> String {
    if kpis.kpis.is_empty() {
        return paragraph(&words.text("kpi-none"), 0);
    }
    let mut table = Table::new([Column::Rest, Column::Right, Column::Right]);
    table.row(words.texts(["kpi-column-name", "metrics-column-count", "metrics-column-value"]));
    for one in &kpis.kpis {
        let count = format!("{}/{}", one.numerator, one.n);
        table.row([words.word("kpi", one.name), count, words.number(&one.value)]);
    }
    let mut text = table.to_string();
    for (reason, count) in &kpis.substitution_reasons {
        let said = words.text_with(
            "kpi-substituted",
            [("reason", words.word("substitution_reason", reason).into()), ("count", (*count).into())],
        );
        text += &paragraph(&said, 0);
    }
    text
}

fn gate_page(report: &GateReport, words: &Words) -> String {
    let mut text = paragraph(&words.word("gate", report.result), 0);
    let mut table = Table::new([Column::Left, Column::Right, Column::Right]);
    table.row(words.texts(["kpi-column-name", "gate-column-intent", "gate-column-template"]));
    let [intent, template] = &report.sides[..] else { return text };
    let counts = [
        ("gate-sessions", intent.sessions, template.sessions),
        ("gate-athletes", intent.athletes, template.athletes),
    ];
    for (id, ours, theirs) in counts {
        table.row([words.text(id), ours.to_string(), theirs.to_string()]);
    }
    for name in
        intent.figures.keys().chain(template.figures.keys()).collect::<std::collections::BTreeSet<_>>()
    {
        let shown = |side: &kpi::gate::Side| {
            side.figures.get(name).map_or_else(String::new, |value| words.number(value))
        };
        table.row([words.word("kpi", name), shown(intent), shown(template)]);
        if report.items.contains(name) {
            table.note(0, words.text("gate-fails"));
        }
    }
    text += &table.to_string();
    if report.pain_warning {
        text += &paragraph(&words.text("gate-pain"), 0);
    }
    let facts =
        [("setting", report.setting.as_str().into()), ("on", i64::from(report.intent_is_default).into())];
    text + &paragraph(&words.text_with("gate-default", facts), 0)
}
