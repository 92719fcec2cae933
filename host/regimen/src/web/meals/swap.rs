//! `/meals/day/{date}/{slot}/swap`: what could be eaten instead, and what that would do (ML-3).

use askama::Template;
use domain::{nutrient::Nutrient, reason::Fact, time::LocalDate};
use nutrition::{
    outcome::report::Violation,
    swap::{Alternative, Compared, Rivalry},
};
use serde::Deserialize;
use serde_json::json;

use super::plate::{day, meal_of, whole};
use crate::{
    api::endpoint::Input,
    meal_reader::{called, figure, portion},
    problem::Problem,
    reader::{Reader, capital},
    service::eating::{
        change::{self, SwapOffer},
        no_meal,
    },
    web::{Reply, html, visit::Visit},
};

/// A slot of a day.
#[derive(Debug, Deserialize)]
pub(super) struct At {
    pub(super) date: LocalDate,
    pub(super) slot: u8,
}

#[derive(Template)]
#[template(path = "meals/swap.html")]
struct Page<'a> {
    at: &'a Visit,
    date: LocalDate,
    slot: u8,
    /// The day and the meal.
    place: String,
    current: Option<String>,
    item: String,
    /// Why that stands there and not the next best.
    why: Option<Why>,
    ways: Vec<Way>,
}

/// What stands there against the next best (MX-8).
struct Why {
    /// What the next best is called, and both scores.
    next: String,
    /// Where it falls behind and where it is ahead, or that it breaks something, as sentences.
    says: Vec<String>,
    /// What the plan would miss with it.
    breaks: Vec<String>,
    /// Part of the score, points of what stands there, of the next best, and the difference.
    parts: Vec<[String; 4]>,
}

/// Something that could be eaten instead.
struct Way {
    key: String,
    name: String,
    /// Minutes of warming up, if it is left over.
    leftover: Option<u32>,
    /// What changes, as short sentences.
    effects: Vec<String>,
    /// What the plan would miss with it.
    breaks: Vec<String>,
    body: String,
}

/// What could be eaten instead.
pub(super) async fn show(at: Visit, input: Input<At>) -> Result<Reply, Problem> {
    let At { date, slot } = input.path;
    let reader = at.reader();
    let SwapOffer { list, planned, rivalry, names } =
        change::swap_offer(at.app(), &at.caller, date, slot).await?;
    let planned = planned.ok_or_else(|| no_meal(date, slot))?;
    let name = |key: &str| names.get(key).map_or(key, |name| called(name, at.lang())).to_owned();
    let way = |one: &Alternative| Way {
        key: one.recipe_id.clone(),
        name: format!("{} {}", name(&one.recipe_id), portion(one.servings_pct)).trim_end().to_owned(),
        leftover: one.leftover_minutes,
        effects: effects(one, &reader),
        breaks: one.violations.iter().map(|violation| broken(violation, &reader)).collect(),
        body: json!({ "recipe": one.recipe_id, "confirmed": !one.violations.is_empty() }).to_string(),
    };
    let meal = meal_of(&at, date, slot).unwrap_or_else(|| planned.meal.meal_time.to_string());
    html(&Page {
        date,
        slot,
        place: format!("{}, {}", day(date, &reader), meal.to_lowercase()),
        current: list.current.as_deref().map(name),
        item: planned.item_id.to_string(),
        why: rivalry.map(|rivalry| Why::of(&rivalry, &name(&rivalry.runner_up.recipe_id), &reader)),
        ways: list.alternatives.iter().map(way).collect(),
        at: &at,
    })
}

impl Why {
    fn of(rivalry: &Rivalry, name: &str, reader: &Reader<'_>) -> Self {
        // As they are shown, so that the difference is that of the numbers before it.
        let tenths = |points: f64| (10.0 * points).round();
        let shown = |tenths: f64| reader.decimal(tenths / 10.0, 1);
        let gap = |one: &Compared| tenths(one.own) - tenths(one.other);
        let mut parts: Vec<&Compared> = rivalry.parts.iter().collect();
        parts.retain(|one| tenths(one.own) != 0.0 || tenths(one.other) != 0.0);
        parts.sort_by(|one, other| gap(other).total_cmp(&gap(one)).then(one.part.cmp(&other.part)));
        let named = |id: &str, sign: f64| {
            let of = parts.iter().filter(|one| sign * gap(one) > 0.0);
            let list = of.map(|one| format!("{} {}", reader.word("part", one.part), shown(gap(one).abs())));
            let list: Vec<String> = list.collect();
            (!list.is_empty()).then(|| reader.text_with(id, [("list", list.join(", ").into())]))
        };
        let (own, other) = (tenths(rivalry.own()), tenths(rivalry.other()));
        let facts = [("name", name.into()), ("own", shown(own).into()), ("other", shown(other).into())];
        let violations = &rivalry.runner_up.violations;
        let not_less = (violations.is_empty() && own <= other).then(|| reader.text("web-meals-rival-fits"));
        let behind = named("web-meals-rival-behind", 1.0);
        let ahead = named("web-meals-rival-ahead", -1.0);
        let row = |one: &&Compared| {
            let sign = if gap(one) > 0.0 { "+" } else { "" };
            let difference = format!("{sign}{}", shown(gap(one))).replace('-', "−");
            [
                capital(&reader.word("part", one.part)),
                shown(tenths(one.own)),
                shown(tenths(one.other)),
                difference,
            ]
        };
        Self {
            next: reader.text_with("web-meals-rival", facts),
            says: [behind, ahead, not_less].into_iter().flatten().collect(),
            breaks: violations.iter().map(|violation| broken(violation, reader)).collect(),
            parts: parts.iter().map(row).collect(),
        }
    }
}

/// What the day and the needs of all days would be with it.
fn effects(one: &Alternative, reader: &Reader<'_>) -> Vec<String> {
    let shift = |nutrient: Nutrient, id: &str| {
        let shift = one.effect.day.iter().find(|shift| shift.nutrient == nutrient)?;
        let facts = [("before", whole(shift.before.0).into()), ("after", whole(shift.after.0).into())];
        Some(reader.text_with(id, facts))
    };
    let minutes = match one.effect.minutes {
        0 => None,
        more => Some(reader.text_with("web-meals-shift-minutes", [("minutes", signed(more).into())])),
    };
    let floors = |nutrients: &[Nutrient], id: &str| {
        let named: Vec<String> = nutrients.iter().map(|nutrient| reader.word("nutrient", nutrient)).collect();
        (!named.is_empty()).then(|| reader.text_with(id, [("list", named.join(", ").into())]))
    };
    let all = [
        shift(Nutrient::Calories, "web-meals-shift-kcal"),
        shift(Nutrient::Protein, "web-meals-shift-protein"),
        minutes,
        floors(&one.effect.floors_gained, "web-meals-gains"),
        floors(&one.effect.floors_lost, "web-meals-loses"),
    ];
    all.into_iter().flatten().collect()
}

fn broken(violation: &Violation, reader: &Reader<'_>) -> String {
    let amount = |amount| Fact::from(figure(amount, reader));
    let (id, bound) = match (violation.low, violation.high) {
        (_, Some(high)) if high < violation.value => ("failure-high", high),
        (Some(low), _) => ("failure-low", low),
        _ => ("failure-off", violation.value),
    };
    let facts = [
        ("name", reader.word("nutrient", &violation.name).into()),
        ("value", amount(violation.value.0)),
        ("bound", amount(bound.0)),
        ("delta", amount(violation.delta.0)),
    ];
    capital(&reader.text_with(id, facts))
}

fn signed(number: i64) -> String {
    if number > 0 { format!("+{number}") } else { format!("−{}", number.abs()) }
}
