//! What is told after something was said or changed: offers, proposals, versions, leftovers.

use std::collections::BTreeMap;

use domain::{
    food::Name,
    law::Invalid,
    meal_plan::{Eaten, PlannedMeal},
    proposal::{Proposal, ProposalState},
    recipe::RecipeKey,
    time::add_days,
};
use nutrition::{target::adaptive::Adaptation, warning::Warning};
use plan::chain::Entry;
use serde_json::{Value, json};

use super::{
    days::{day, portion, short_day},
    swap::called,
};
use crate::{
    cli::{
        page::section,
        table::{Column, Table, paragraph},
        words::Words,
    },
    problem::Problem,
    service::eating::{
        change::Offer,
        log::{Left, Logged},
        setting::{Adapted, Settled},
    },
    texts::text,
};

pub(super) const REPLACE_EXAMPLES: &str = "\
Examples:
  regimen meals replace today lunch --recipe lentil_soup
  regimen meals replace today lunch --food banana=120 --food egg=110";

/// A recipe by its key.
pub(in crate::cli) fn key(text: &str) -> Result<RecipeKey, Problem> {
    text.parse().map_err(|_| {
        let expected = "the key of a recipe, as `regimen recipes` lists it";
        Invalid::of(domain::error::ErrorCode::BadValue, "recipe", text, expected).into()
    })
}

/// A food and its mass in milligrams: `banana=120`.
pub(super) fn grams(text: &str) -> Result<(String, i64), Problem> {
    let read = text.split_once('=').and_then(|(food, grams)| {
        let milligrams = domain::quantity::Amount::parse(grams).ok()?.0 / 1000;
        Some((food.trim().to_owned(), milligrams)).filter(|(food, mg)| !food.is_empty() && *mg > 0)
    });
    read.ok_or_else(|| {
        let expected = "a food and grams like banana=120";
        Invalid::of(domain::error::ErrorCode::BadValue, "food", text, expected).into()
    })
}

/// What a re-plan would change.
pub(super) fn page(offer: &Offer, accepted: bool, names: &BTreeMap<String, Name>, words: &Words) -> String {
    if offer.proposal.is_none() {
        return paragraph(&words.text("meals-offer-none"), 0);
    }
    let mut table = Table::new([Column::Left, Column::Left, Column::Rest, Column::Left]);
    for one in &offer.replanned.changed {
        let date = add_days(offer.first, i64::from(one.day) - 1);
        let from = if one.from.is_empty() { "–" } else { called(names, &one.from, words) };
        let change = match (one.from == one.to, called(names, &one.to, words)) {
            (true, to) => to.to_owned(),
            (false, to) => format!("{from} → {to}"),
        };
        table.row([String::new(), short_day(date, words), change, portion(one.servings_pct)]);
    }
    let breaks = offer.replanned.violations.len();
    let breaks = words.text_with("meals-offer-breaks", [("count", breaks.into())]);
    let missed = if offer.replanned.violations.is_empty() { String::new() } else { paragraph(&breaks, 0) };
    let what = match (&offer.proposal, accepted) {
        (Some(_), true) => words.text("meals-accepted"),
        (Some(proposal), false) => words.text_with("meals-answer", [("id", proposal.id.to_string().into())]),
        (None, _) => String::new(),
    };
    let reason = offer.proposal.as_ref().map(|proposal| words.reason(&proposal.reason)).unwrap_or_default();
    format!("{}{table}{missed}\n{}", paragraph(&capital(&reason), 0), paragraph(&what, 0))
}

fn capital(text: &str) -> String {
    crate::cli::page::capital(text)
}

/// What was logged, and what could be done about the rest of the day.
pub(super) fn logged(logged: &Logged, names: &BTreeMap<String, Name>, words: &Words) -> String {
    let log = &logged.log;
    let meal = match &log.eaten {
        Some(Eaten::Recipe { recipe_id, .. }) => called(names, recipe_id.as_str(), words).to_owned(),
        _ => words.text_with("meals-slot", [("number", (u32::from(log.slot) + 1).into())]),
    };
    let facts = [
        ("day", day(log.date, words).into()),
        ("meal", meal.into()),
        ("state", words.word("slot_state", log.state).into()),
    ];
    let told = paragraph(&words.text_with("meals-logged", facts), 0);
    match &logged.offer {
        Some(offer) => format!("{told}\n{}", page(offer, false, names, words)),
        None if logged.replan => told + &paragraph(&words.text("meals-worth-replan"), 0),
        None => told,
    }
}

/// What a change of the profile did to the plan.
pub(in crate::cli) fn settled(settled: &Settled, words: &Words) -> String {
    let mut told = paragraph(&words.text("meals-kept"), 0);
    if !settled.voided.is_empty() {
        let mut table = Table::new([Column::Left, Column::Left, Column::Left, Column::Rest]);
        for one in &settled.voided {
            table.row([
                String::new(),
                short_day(one.date, words),
                one.recipe_id.clone(),
                one.ingredient.clone(),
            ]);
        }
        told.push_str(&section(&words.text("meals-voided"), &table.to_string()));
    }
    if settled.replan {
        told.push_str(&paragraph(&words.text("meals-worth-replan"), 0));
    }
    told
}

pub(super) fn proposals(found: &[Proposal], words: &Words) -> String {
    if found.is_empty() {
        return paragraph(&words.text("meals-proposals-none"), 0);
    }
    let line = |proposal: &Proposal| {
        let state = if proposal.state == ProposalState::Pending {
            String::new()
        } else {
            format!(" ({})", words.word("proposal", proposal.state))
        };
        format!("{}{state}\n{}", proposal.id, paragraph(&words.reason(&proposal.reason), 2))
    };
    found.iter().map(line).collect::<Vec<_>>().join("\n")
}

pub(super) fn versions(found: &[Entry<PlannedMeal>], words: &Words) -> String {
    let mut table = Table::new([Column::Right, Column::Left, Column::Right, Column::Rest]);
    for entry in found {
        let version = &entry.version;
        let why = version.reasons.first().map(|reason| words.reason(reason)).unwrap_or_default();
        let active = if version.superseded_by.is_none() { "*" } else { "" };
        let changed = words.text_with("meals-changed", [("count", entry.rows.len().into())]);
        table.row([format!("{}{active}", version.number), version.local_date.to_string(), changed, why]);
    }
    table.to_string()
}

pub(super) fn leftovers(
    left: &[Left],
    notes: &[Warning],
    names: &BTreeMap<String, Name>,
    words: &Words,
) -> String {
    let mut table = Table::new([Column::Left, Column::Rest, Column::Right, Column::Left]);
    for one in left {
        let leftover = &one.kept.leftover;
        let until = words.text_with("meals-good-until", [("day", short_day(leftover.until, words).into())]);
        table.row([
            String::new(),
            called(names, leftover.recipe_id.as_str(), words).to_owned(),
            format!("{} %", leftover.servings_pct),
            until,
        ]);
    }
    let notes = notes
        .iter()
        .map(|note| paragraph(&text(words.locale(), &format!("warning-{}", note.code), &note.facts), 0));
    let none =
        if left.is_empty() { paragraph(&words.text("meals-leftovers-none"), 0) } else { String::new() };
    format!("{none}{table}{}", notes.collect::<String>())
}

/// What the evidence says, in a word (NT-7).
pub(super) fn says(says: &Adaptation) -> Value {
    match says {
        Adaptation::NotEnoughData(short) => {
            let short = short.iter().map(|one| json!({ "of": one.of, "have": one.have, "need": one.need }));
            json!({ "not_enough_data": short.collect::<Vec<_>>() })
        }
        Adaptation::NotBefore(date) => json!({ "not_before": date }),
        Adaptation::Near { new } => json!({ "near": new }),
        Adaptation::Propose { new, .. } => json!({ "new": new }),
    }
}

pub(super) fn adapted(adapted: &Adapted, words: &Words) -> String {
    let told = match &adapted.says {
        Adaptation::NotEnoughData(short) => {
            let line = |one: &nutrition::target::adaptive::Shortage| {
                let facts = [
                    ("of", words.word("shortage", one.of).into()),
                    ("have", one.have.into()),
                    ("need", one.need.into()),
                ];
                words.text_with("meals-adapt-short", facts)
            };
            short.iter().map(line).collect::<Vec<_>>().join("; ")
        }
        Adaptation::NotBefore(date) => {
            words.text_with("meals-adapt-later", [("day", day(*date, words).into())])
        }
        Adaptation::Near { new } => words.text_with("meals-adapt-near", [("kcal", (*new).into())]),
        Adaptation::Propose { reason, .. } => words.reason(reason),
    };
    let answer = adapted.proposal.as_ref().map(|proposal| {
        paragraph(&words.text_with("meals-answer", [("id", proposal.id.to_string().into())]), 0)
    });
    format!("{}{}", paragraph(&capital(&told), 0), answer.unwrap_or_default())
}
