//! Meals on the store: what is planned, eaten, swapped, offered again, bought and undone (MF-6).

mod days;
mod offer;
mod swap;
mod week;

pub(super) use self::week::{WeekArgs, run as plan_week};
pub(in crate::cli) use self::{
    days::meals_of_day,
    offer::{key as recipe_key, settled},
};

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use domain::{
    law::Invalid,
    meal_plan::SERVINGS_PCT,
    proposal::ProposalId,
    time::{DateSpan, LocalDate, add_days},
    voice::Voice,
};
use serde_json::json;

use super::shopping;
use crate::{
    cli::{Ctx, number::whole, on_store::Who, table::paragraph, words::Words},
    problem::{Exit, Problem},
    service::{
        app::{App, Caller},
        eating::{
            change::{self, Cause},
            log::{self, Said},
            setting::{self, Taste},
            shop,
            view::{self, ExportFormat},
            week as weeks,
        },
    },
};

/// A slot of a day.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct At {
    /// Day: a date, or today, tomorrow, yesterday
    #[arg(value_name = "DATE")]
    date: String,
    /// Meal: breakfast, lunch, dinner, a time like 12:30, or its number from 0
    #[arg(value_name = "SLOT")]
    slot: String,
    #[command(flatten)]
    who: Who,
}

impl At {
    async fn find(&self, app: &App, caller: &Caller) -> Result<(LocalDate, u8), Problem> {
        let date = view::find_day(app, caller, Some(&self.date)).await?;
        view::find_slot(app, caller, date, &self.slot).await
    }
}

/// Some days.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Dates {
    /// First day; today if it is not given
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Last day; six days later if it is not given
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    #[command(flatten)]
    who: Who,
}

impl Dates {
    async fn find(&self, app: &App, caller: &Caller) -> Result<DateSpan, Problem> {
        let from = view::find_day(app, caller, self.from.as_deref()).await?;
        let to = match self.to.as_deref() {
            Some(to) => view::find_day(app, caller, Some(to)).await?,
            None => add_days(from, 6),
        };
        if to < from || add_days(from, 366) < to {
            let expected = format!("{from} or later, within a year");
            return Err(Invalid::of(domain::error::ErrorCode::BadValue, "to", to, expected).into());
        }
        Ok(DateSpan { from, to })
    }
}

/// What can be done with the meals of a person.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Life {
    /// Show what is planned, what became of it, and what the days hold
    #[command(visible_alias = "week", after_help = days::EXAMPLES)]
    Show(Dates),
    /// List what could stand in a slot instead, or choose it
    #[command(after_help = swap::EXAMPLES)]
    Swap(swap::Args),
    /// Let a meal that was chosen by hand be planned again
    #[command(after_help = "Examples:\n  regimen meals release tomorrow lunch")]
    Release(At),
    /// Plan the rest again with the fewest changes
    #[command(after_help = "Examples:\n  regimen meals replan\n  regimen meals replan --yes")]
    Replan {
        /// Say yes to it at once
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        who: Who,
    },
    /// Say that a meal was eaten
    #[command(
        after_help = "Examples:\n  regimen meals done today breakfast\n  regimen meals eaten today 12:30 --servings 50",
        visible_alias = "eaten"
    )]
    Done {
        #[command(flatten)]
        at: At,
        /// How much of a serving, in percent, if not as planned
        #[arg(long, value_name = "PERCENT", value_parser = whole(SERVINGS_PCT))]
        servings: Option<u32>,
    },
    /// Say that nothing was eaten
    #[command(after_help = "Examples:\n  regimen meals skip today lunch")]
    Skip(At),
    /// Say what was eaten instead
    #[command(after_help = offer::REPLACE_EXAMPLES)]
    Replace {
        #[command(flatten)]
        at: At,
        /// Recipe that was eaten
        #[arg(long, value_name = "KEY", conflicts_with = "food")]
        recipe: Option<String>,
        /// How much of a serving of it, in percent
        #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = whole(SERVINGS_PCT))]
        servings: u32,
        /// Food that was eaten, by name, key or barcode, and grams: `banana=120`; may be given several times
        #[arg(long, value_name = "FOOD=GRAMS", required_unless_present = "recipe")]
        food: Vec<String>,
    },
    /// Take back what was said about a meal
    #[command(after_help = "Examples:\n  regimen meals undo today lunch")]
    Undo(At),
    /// Keep what a meal left, or list what is left
    #[command(
        after_help = "Examples:\n  regimen meals leftover\n  regimen meals leftover today dinner --servings 200"
    )]
    Leftover {
        /// Day of the meal; without it, what is left is listed
        #[arg(value_name = "DATE", requires = "slot")]
        date: Option<String>,
        /// Meal
        #[arg(value_name = "SLOT")]
        slot: Option<String>,
        /// How much is left, in percent of a serving
        #[arg(long, value_name = "PERCENT", value_parser = whole(SERVINGS_PCT))]
        servings: Option<u32>,
        /// Last day on which it is good
        #[arg(long, value_name = "DATE")]
        until: Option<LocalDate>,
        /// Say that the leftover with this id is gone
        #[arg(long, value_name = "ID", conflicts_with = "date")]
        gone: Option<uuid::Uuid>,
        #[command(flatten)]
        who: Who,
    },
    /// Prefer a food between equals
    #[command(after_help = "Examples:\n  regimen meals like salmon")]
    Like {
        /// Food
        food: String,
        #[command(flatten)]
        who: Who,
    },
    /// Never plan this very food again
    #[command(after_help = "Examples:\n  regimen meals never liver")]
    Never {
        /// Food
        food: String,
        #[command(flatten)]
        who: Who,
    },
    /// List proposals on meals that wait for an answer
    #[command(after_help = "Examples:\n  regimen meals proposals\n  regimen meals proposals --all --json")]
    Proposals {
        /// Also those that were answered
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        who: Who,
    },
    /// Say yes to a proposal
    #[command(after_help = "Examples:\n  regimen meals accept ID")]
    Accept {
        /// Proposal
        id: ProposalId,
        #[command(flatten)]
        who: Who,
    },
    /// Say no to a proposal
    #[command(after_help = "Examples:\n  regimen meals reject ID")]
    Reject {
        /// Proposal
        id: ProposalId,
        #[command(flatten)]
        who: Who,
    },
    /// List the versions of the meal plan
    #[command(after_help = "Examples:\n  regimen meals versions")]
    Versions(Who),
    /// Take back a version of the meal plan, or make an earlier one the plan again
    #[command(after_help = "Examples:\n  regimen meals revert\n  regimen meals revert --to 3")]
    Revert {
        /// Version to take back; the one in force if it is not given
        #[arg(value_parser = whole::<u32>(1..))]
        number: Option<u32>,
        /// Make this version the plan again instead
        #[arg(long, value_name = "N", conflicts_with = "number", value_parser = whole::<u32>(1..))]
        to: Option<u32>,
        #[command(flatten)]
        who: Who,
    },
    /// Ask weight and intake whether a day costs more or less than thought
    #[command(after_help = "Examples:\n  regimen meals adapt")]
    Adapt(Who),
    /// Print plan, log and list for other programs
    #[command(after_help = days::EXPORT_EXAMPLES)]
    Export {
        /// Form: a calendar, a table of the plan, the log or the list, everything, or a sheet of paper [default: by the
        /// end of the file's name, else ics]
        #[arg(long, value_parser = PossibleValuesParser::new(ExportFormat::WORDS))]
        format: Option<String>,
        /// Write to FILE instead of standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        dates: Dates,
    },
}

/// What is planned from today on.
pub(super) fn show(who: &Who, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    days::run(&Dates { from: None, to: None, who: who.clone() }, ctx)?;
    Ok(Exit::Done)
}

pub(super) fn run(life: &Life, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    match life {
        Life::Show(dates) => days::run(dates, ctx)?,
        Life::Swap(args) => return swap::run(args, ctx),
        Life::Release(at) => {
            let version = ctx.for_athlete(&at.who, async |app, caller| {
                let (date, slot) = at.find(app, caller).await?;
                change::release(app, caller, date, slot).await
            })?;
            told(ctx, version, "meals-released")?;
        }
        Life::Replan { yes, who } => {
            let (offer, names) = ctx.for_athlete(who, async |app, caller| {
                let offer = change::replan_rest(app, caller, Cause::Asked).await?;
                if let Some(proposal) = offer.proposal.as_ref().filter(|_| *yes) {
                    weeks::accept(app, caller, proposal.id).await?;
                }
                Ok((offer, view::names(app, caller).await?))
            })?;
            ctx.output.show(&offer, |lang| offer::page(&offer, *yes, &names, &Words::new(lang)))?;
        }
        Life::Done { at, servings } => said(at, Said::Eaten(*servings), ctx)?,
        Life::Skip(at) => said(at, Said::Skipped, ctx)?,
        Life::Undo(at) => said(at, Said::Undone, ctx)?,
        Life::Replace { at, recipe, servings, food } => {
            let instead = match recipe {
                Some(recipe) => Said::Recipe(offer::key(recipe)?, *servings),
                None => Said::Foods(food.iter().map(|food| offer::grams(food)).collect::<Result<_, _>>()?),
            };
            said(at, instead, ctx)?;
        }
        Life::Leftover { date, slot, servings, until, gone, who } => {
            leftover((date.as_deref(), slot.as_deref()), *servings, *until, *gone, who, ctx)?;
        }
        Life::Like { food, who } => taste(who, &Taste::Like(food.clone()), ctx)?,
        Life::Never { food, who } => taste(who, &Taste::NeverAgain(food.clone()), ctx)?,
        Life::Proposals { all, who } => {
            let found =
                ctx.for_athlete(who, async |app, caller| weeks::proposals(app, caller, *all).await)?;
            ctx.output.show(&found, |lang| offer::proposals(&found, &Words::new(lang)))?;
        }
        Life::Accept { id, who } => answer(*id, true, who, ctx)?,
        Life::Reject { id, who } => answer(*id, false, who, ctx)?,
        Life::Versions(who) => {
            let found = ctx.for_athlete(who, async |app, caller| view::versions(app, caller).await)?;
            ctx.output.show(&found, |lang| offer::versions(&found, &Words::new(lang)))?;
        }
        Life::Revert { number, to, who } => {
            let version = ctx.for_athlete(who, async |app, caller| match to {
                Some(to) => view::bring_back(app, caller, *to).await,
                None => view::take_back(app, caller, *number).await,
            })?;
            told(ctx, version, "meals-reverted")?;
        }
        Life::Adapt(who) => {
            let adapted =
                ctx.for_athlete(who, async |app, caller| setting::adapt_expenditure(app, caller).await)?;
            let shown = json!({ "proposal": adapted.proposal, "says": offer::says(&adapted.says) });
            ctx.output.show(&shown, |lang| offer::adapted(&adapted, &Words::new(lang)))?;
        }
        Life::Export { format, out, dates } => export(format.as_deref(), out.as_ref(), dates, ctx)?,
    }
    Ok(Exit::Done)
}

fn said(at: &At, said: Said, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let (logged, names) = ctx.for_athlete(&at.who, async |app, caller| {
        let place = at.find(app, caller).await?;
        Ok((Box::pin(log::say(app, caller, place, said)).await?, view::names(app, caller).await?))
    })?;
    ctx.output.show(&logged, |lang| offer::logged(&logged, &names, &Words::new(lang)))
}

fn taste(who: &Who, taste: &Taste, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let settled = ctx.for_athlete(who, async |app, caller| setting::taste(app, caller, taste).await)?;
    ctx.output.show(&settled, |lang| offer::settled(&settled, &Words::new(lang)))
}

fn answer(id: ProposalId, yes: bool, who: &Who, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    use plan::answer::{Answer, Reply};
    let answered = ctx.for_athlete(who, async |app, caller| {
        if yes {
            return weeks::accept(app, caller, id).await.map(|answered| Some(answered.proposal));
        }
        let reply = Reply::Reject { reason: None, note: None };
        let answered = weeks::decide(app, caller, &[Answer { proposal: id, reply }]).await?;
        Ok(answered.into_iter().next().map(|answered| answered.proposal))
    })?;
    let id = if yes { "meals-accepted" } else { "meals-rejected" };
    ctx.output.show(&answered, |lang| paragraph(&Words::new(lang).text(id), 0))
}

/// What came of a change of the plan: its version.
fn told(ctx: &mut Ctx<'_>, version: Option<u32>, id: &str) -> Result<(), Problem> {
    let number = version.unwrap_or(0);
    ctx.output.show(&json!({ "version": version }), |lang| {
        paragraph(&Words::new(lang).text_with(id, [("version", number.into())]), 0)
    })
}

fn leftover(
    (date, slot): (Option<&str>, Option<&str>),
    servings: Option<u32>,
    until: Option<LocalDate>,
    gone: Option<uuid::Uuid>,
    who: &Who,
    ctx: &mut Ctx<'_>,
) -> Result<(), Problem> {
    let (left, notes, names) = ctx.for_athlete(who, async |app, caller| {
        if let Some(id) = gone {
            log::throw_away(app, caller, id).await?;
        }
        if let (Some(date), Some(slot)) = (date, slot) {
            let date = view::find_day(app, caller, Some(date)).await?;
            let place = view::find_slot(app, caller, date, slot).await?;
            log::leave(app, caller, place, servings, until).await?;
        }
        let (left, notes) = log::leftovers(app, caller).await?;
        Ok((left, notes, view::names(app, caller).await?))
    })?;
    let shown = json!({ "leftovers": left, "notes": notes });
    ctx.output.show(&shown, |lang| offer::leftovers(&left, &notes, &names, &Words::new(lang)))
}

fn export(
    format: Option<&str>,
    out: Option<&PathBuf>,
    dates: &Dates,
    ctx: &mut Ctx<'_>,
) -> Result<(), Problem> {
    let end = out.and_then(|file| file.extension()).and_then(|end| end.to_str());
    let format = format.or(end).and_then(|word| word.parse().ok()).unwrap_or(ExportFormat::Ics);
    let voice = Voice::new(ctx.output.lang);
    let text = ctx.for_athlete(&dates.who, async |app, caller| {
        let span = dates.find(app, caller).await?;
        view::export(app, caller, span, format, &voice).await
    })?;
    match out {
        Some(file) => std::fs::write(file, text)
            .map_err(|error| crate::cli::output::write_failed(&file.display().to_string(), &error)),
        None => ctx.output.raw(&text),
    }
}

/// `meals shopping` without a result: what to buy for the days of the plan.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct ShoppingArgs {
    #[command(flatten)]
    dates: Dates,
    /// Mark a food as bought
    #[arg(long, value_name = "FOOD")]
    check: Option<String>,
    /// Take the mark back
    #[arg(long, value_name = "FOOD", conflicts_with = "check")]
    uncheck: Option<String>,
    /// Put what is marked into the pantry
    #[arg(long, requires = "check")]
    to_pantry: bool,
}

pub(super) fn shopping(args: &ShoppingArgs, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (list, days) = ctx.for_athlete(&args.dates.who, async |app, caller| {
        let span = args.dates.find(app, caller).await?;
        let days = domain::time::days_between(span.from, span.to) + 1;
        let mark = args.check.as_ref().map(|food| (food, true));
        let mark = mark.or(args.uncheck.as_ref().map(|food| (food, false)));
        let list = match mark {
            Some((food, checked)) => shop::check(app, caller, span, food, checked, args.to_pantry).await?,
            None => shop::shopping(app, caller, span).await?,
        };
        Ok((list, days))
    })?;
    ctx.output.show(&list, |lang| {
        let words = Words::new(lang);
        let title = words.text_with("meals-shopping-title", [("days", days.into())]);
        let unknown = shopping::unknown(&list, |_| None, &words);
        format!("{title}\n{}{unknown}", shopping::lines(&list, &words))
    })?;
    Ok(Exit::Done)
}
