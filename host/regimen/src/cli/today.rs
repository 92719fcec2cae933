//! `regimen today`: what is planned, why, and what waits for an answer.

use std::collections::BTreeMap;

use domain::{
    plan::{ItemId, PlanItem},
    reason::Fact,
    session::Session,
    time::{DateSpan, LocalDate},
    voice::Voice,
    wellbeing::{Flag, SessionModifier},
};
use nutrition::export::PlanRow;
use serde_json::json;
use training::catalog::Catalog;

use super::{
    Ctx,
    meals::meals_of_day,
    on_store::Who,
    page::{Reader, once, section},
    session::{how_to_start, session_page},
    table::{Column, Table, paragraph},
    train::NAME,
};
use crate::{
    problem::{Exit, Problem},
    service::{
        eating, overview,
        overview::Day,
        session::{
            self,
            beside::{Beside, Entered},
        },
    },
};

/// What is planned for a day, why, and what waits for an answer
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  regimen today\n  regimen today --date 2026-11-20")]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    /// Another day than today
    #[arg(long)]
    date: Option<LocalDate>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (day, beside, entered, running, meals, ground) =
        ctx.for_athlete(&args.who, async |app, caller| {
            let ground = overview::ground(app, caller).await?;
            let day = overview::day(app, caller, args.date).await?;
            let mut beside = Vec::new();
            for row in &day.sessions {
                beside.push(session::beside::beside(app, caller, row.session.id).await?);
            }
            let slots: Vec<ItemId> = day.slots.iter().map(|item| item.item_id).collect();
            let entered = if slots.is_empty() {
                BTreeMap::new()
            } else {
                session::beside::entered(app, caller, &slots).await?
            };
            let running = session::beside::running(app, caller).await?;
            let running = running.filter(|session| args.date.is_none() && session.local_date != day.date);
            let of_day = DateSpan { from: day.date, to: day.date };
            let meals = eating::view::show(app, caller, of_day).await?.plan;
            Ok((day, beside, entered, running, meals, ground))
        })?;
    let sessions: Vec<_> = day.sessions.iter().map(|row| &row.session).collect();
    let of_session = |of: fn(&Beside) -> serde_json::Value| -> serde_json::Value {
        sessions.iter().zip(&beside).map(|(session, beside)| (session.id.to_string(), of(beside))).collect()
    };
    let document = json!({
        "date": day.date, "sessions": sessions, "slots": day.slots, "proposals": day.proposals,
        "flags": day.flags, "modifiers": day.modifiers, "alerts": day.alerts,
        "reasons": of_session(|one| json!(one.reasons)), "warm_up": of_session(|one| json!(one.warm_up)),
        "slot_reasons": entered, "running": running, "meals": meals,
    });
    ctx.output.show(&document, |lang| {
        let voice = Voice { locale: lang, unit: ground.profile.units, zone: ground.profile.zone.clone() };
        let page = Reader::with(voice, Catalog::embedded());
        still_running(running.as_ref(), &page)
            + &self::page(&day, &beside, &entered, &meals, ground.today, &page)
    })?;
    Ok(Exit::Done)
}

/// A session of an earlier day that was begun and not finished comes first.
fn still_running(running: Option<&Session>, page: &Reader<'_>) -> String {
    let Some(session) = running else { return String::new() };
    let facts = [("date", Fact::from(session.local_date))];
    format!("{}\n", paragraph(&page.text_with("store-still-running", facts), 0))
}

fn page(
    day: &Day,
    beside: &[Beside],
    entered: &BTreeMap<ItemId, Entered>,
    meals: &[PlanRow],
    today: LocalDate,
    page: &Reader<'_>,
) -> String {
    let head = page.text_with("store-today", [("date", day.date.into())]);
    let mut out = format!("{head}\n");
    for (row, beside) in day.sessions.iter().zip(beside) {
        out.push('\n');
        out.push_str(&session_page(&row.session, beside, today, page));
    }
    if !day.slots.is_empty() {
        out.push_str(&section(&page.text("store-slots"), &items(&day.slots, page)));
        out.push_str(&section(&page.text("session-why"), &why(&day.slots, entered, page)));
        out.extend(["\n", &how_to_start(day.date, today, page), "\n"]);
    }
    if day.sessions.is_empty() && day.slots.is_empty() {
        out.extend(["\n", &page.text("store-nothing-today"), "\n"]);
    }
    if !meals.is_empty() {
        out.extend(["\n", &meals_of_day(meals, page)]);
    }
    out + &section(&page.text("store-flags"), &flags(&day.flags, page))
        + &section(&page.text("store-lighter-sessions"), &modifiers(&day.modifiers, page))
        + &section(&page.text("store-alerts"), &alerts(day, page))
        + &waiting(day, page)
}

/// Why the plan has each of these: by the reasons of the version that brought it, else by whom it was put there (EP-8).
fn why(slots: &[PlanItem], entered: &BTreeMap<ItemId, Entered>, page: &Reader<'_>) -> String {
    let mut table = Table::new([Column::Left, Column::Most(NAME), Column::Rest]);
    for item in slots {
        let Some(Entered { version, date, actor, reasons }) = entered.get(&item.item_id) else { continue };
        let told = if reasons.is_empty() {
            let facts = [
                ("actor", page.word("actor", *actor).into()),
                ("date", Fact::from(*date)),
                ("version", (*version).into()),
            ];
            page.text_with("store-put-there", facts)
        } else {
            once(reasons.iter().map(|why| page.reason(why.code, why.spec, &why.facts))).join("; ")
        };
        table.row([String::new(), page.name(&item.exercise_key).to_owned(), told]);
    }
    table.to_string()
}

/// Items of a plan: what, how much, with which load.
pub(super) fn items(items: &[PlanItem], page: &Reader<'_>) -> String {
    let mut table =
        Table::new([Column::Left, Column::Rest, Column::Left, Column::Left, Column::Right, Column::Left]);
    table.row(page.texts([
        "store-column-slot",
        "session-column-exercise",
        "session-column-sets",
        "session-column-load",
        "session-column-rest",
        "store-column-mode",
    ]));
    for item in items {
        let plan = &item.prescription;
        let amounts: Vec<u32> =
            plan.working_sets().filter_map(domain::prescription::SetPrescription::amount).collect();
        let working: Vec<_> = plan.working_sets().collect();
        let load = page.loads(&item.exercise_key, &working);
        let slot = match (item.slot_weekday, item.slot_date) {
            (Some(day), _) => page.word("weekday", day),
            (_, Some(date)) => page.fact(date),
            _ => "–".to_owned(),
        };
        let level = plan.level_ref.as_ref().map_or_else(String::new, |level| format!(" {}", level.ordinal));
        table.row([
            slot,
            page.name(&item.exercise_key).to_owned(),
            page.amounts(&amounts, &working),
            load,
            page.rest(plan.rest_policy.seconds),
            format!("{}{level}", page.word("mode", item.progression_mode)),
        ]);
    }
    table.to_string()
}

/// What engines respect for now, a line each.
pub(super) fn flags(flags: &[Flag], page: &Reader<'_>) -> String {
    let line = |flag: &Flag| {
        let place = flag.area.map(|area| page.word("area", area));
        let exercise = flag.exercise_key.as_ref().map(|key| page.name(key).to_owned());
        let about = place.or(exercise).map_or_else(String::new, |about| format!(" ({about})"));
        let since = page
            .text_with("store-since", [("date", Fact::from(flag.from.local_date(&domain::time::Zone::UTC)))]);
        paragraph(&format!("{}{about}, {since}", page.word("flag", flag.kind)), 2)
    };
    flags.iter().map(line).collect()
}

/// What makes the next sessions lighter, a line each.
pub(super) fn modifiers(modifiers: &[SessionModifier], page: &Reader<'_>) -> String {
    let line = |one: &SessionModifier| {
        let why = page.reason(one.reason.code, one.reason.spec, &one.reason.facts);
        paragraph(&format!("{} %: {why}", one.volume_pct.min(one.load_pct)), 2)
    };
    modifiers.iter().map(line).collect()
}

fn alerts(day: &Day, page: &Reader<'_>) -> String {
    let line = |one: &domain::reason::Reason| paragraph(&page.reason(one.code, one.spec, &one.facts), 2);
    day.alerts.iter().map(line).collect()
}

fn waiting(day: &Day, page: &Reader<'_>) -> String {
    // What is shown and answered as one counts once.
    let cards: std::collections::BTreeSet<_> =
        day.proposals.iter().map(|proposal| proposal.group_id).collect();
    match cards.len() {
        0 => String::new(),
        count => format!("\n{}\n", page.text_with("store-waiting", [("count", count.into())])),
    }
}
