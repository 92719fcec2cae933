//! `regimen doctor` and `regimen verify`: whether what is kept is whole and keeps the rules (GL-8, PV-14, P-56, SG-17).

use domain::plan::PlanId;
use uuid::Uuid;

use super::{
    Ctx,
    on_store::Who,
    table::{Column, Table},
    words::Words,
};
use crate::{
    problem::{Exit, Problem},
    service::doctor::{self, Finding},
};

const EXAMPLES: &str = "\
Examples:
  regimen doctor                         look at everything
  regimen doctor --json | jq '.findings[] | [.rule, .table]'";

const VERIFY_EXAMPLES: &str = "\
Examples:
  regimen verify                         check all plans, of training and of meals
  regimen verify --plan 01960c3e-7b1c-7000-8000-000000000000";

/// Check that everything is whole, can be read and keeps the rules
///
/// Looks at the database itself, at every row, and at the plans, decisions and suggestions of every
/// athlete. Changes nothing. Leaves with 1 if something is not as it should be.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {}

/// Check the plans of an athlete, of training and of meals, against the rules, from what is stored alone
///
/// Versions, decisions and suggestions are worked out a second time, by other code. Leaves with 1 if
/// something differs.
#[derive(Debug, clap::Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub(super) struct VerifyArgs {
    /// Only this plan
    #[arg(long, value_name = "ID")]
    plan: Option<Uuid>,
    #[command(flatten)]
    who: Who,
}

pub(super) fn run(ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let checkup = ctx.on_store(async |app| doctor::examine(app).await).or_else(doctor::unopened)?;
    ctx.output.show(&checkup, |lang| {
        let words = Words::new(lang);
        let facts = [("schema", checkup.schema.into()), ("athletes", checkup.athletes.into())];
        format!("{}\n{}", words.text_with("doctor-looked", facts), page(&checkup.findings, &words))
    })?;
    Ok(exit(&checkup.findings))
}

pub(super) fn verify(args: &VerifyArgs, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let plan = args.plan.map(PlanId::from_uuid);
    let findings = ctx.for_athlete(&args.who, async |app, caller| doctor::verify(app, caller, plan).await)?;
    ctx.output.show(&findings, |lang| page(&findings, &Words::new(lang)))?;
    Ok(exit(&findings))
}

fn exit(findings: &[Finding]) -> Exit {
    if findings.is_empty() { Exit::Done } else { Exit::Failure }
}

fn page(findings: &[Finding], words: &Words) -> String {
    let found = words.text_with("doctor-found", [("count", findings.len().into())]);
    if findings.is_empty() {
        return format!("{found}\n");
    }
    let mut table = Table::new([Column::Left, Column::Most(26), Column::Rest]);
    table.row(words.texts(["doctor-column-rule", "doctor-column-table", "doctor-column-finding"]));
    for finding in findings {
        table.row([finding.rule.to_string(), finding.table.clone(), finding.message.clone()]);
        finding.ids.iter().for_each(|id| table.note(2, id.clone()));
    }
    format!("{found}\n\n{table}")
}
