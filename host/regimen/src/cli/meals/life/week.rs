//! `regimen meals plan` on the store: the meals of some days, proposed and, with `--yes`, accepted (ML-1).

use std::collections::BTreeMap;

use nutrition::outcome::Status;
use serde_json::json;

use super::days::name;
use crate::{
    cli::{
        Ctx,
        meals::{exit, result_page},
        on_store::Who,
        table::paragraph,
        words::Words,
    },
    meal_reader::MealReader,
    problem::{Exit, Problem},
    service::eating::{view, week},
};

/// How many days, from when, and whether they are wanted at once.
pub(in crate::cli::meals) struct WeekArgs<'a> {
    /// The first day, in the athlete's words.
    pub(in crate::cli::meals) from: Option<String>,
    /// 1..7.
    pub(in crate::cli::meals) days: u32,
    /// Say yes to what is found.
    pub(in crate::cli::meals) yes: bool,
    /// Say why each meal was chosen.
    pub(in crate::cli::meals) why: bool,
    /// For whom.
    pub(in crate::cli::meals) who: &'a Who,
}

pub(in crate::cli::meals) fn run(args: &WeekArgs<'_>, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (planned, names) = ctx.for_athlete(args.who, async |app, caller| {
        let from = view::find_day(app, caller, args.from.as_deref()).await?;
        let planned = week::plan_week(app, caller, from, args.days).await?;
        if let Some(proposal) = planned.proposal.as_ref().filter(|_| args.yes) {
            week::accept(app, caller, proposal.id).await?;
        }
        Ok((planned, view::names(app, caller).await?))
    })?;
    let id = planned.proposal.as_ref().map(|proposal| proposal.id);
    let document = json!({
        "from": planned.from,
        "result": planned.result,
        "targets": planned.targets,
        "proposal": id,
        "accepted": args.yes && id.is_some(),
    });
    ctx.output.show(&document, |lang| {
        let words = Words::new(lang);
        let called: BTreeMap<&str, &str> =
            names.iter().map(|(key, found)| (key.as_str(), name(found, &words))).collect();
        let page = MealReader::dated(Words::new(lang), &planned.problem, planned.from, called);
        let told = match (id, args.yes) {
            (Some(_), true) => words.text("meals-accepted"),
            (Some(id), false) => words.text_with("meals-answer", [("id", id.to_string().into())]),
            (None, _) => String::new(),
        };
        let told = if told.is_empty() { told } else { format!("\n{}", paragraph(&told, 0)) };
        format!("{}{told}", result_page(&planned.result, &page, args.why))
    })?;
    Ok(if planned.result.status == Status::Found { Exit::Done } else { exit(planned.result.status) })
}
