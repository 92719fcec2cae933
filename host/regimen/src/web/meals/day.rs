//! `/meals/day/{date}`: the meals of a day, why they are there, what became of them, and what the day holds (ML-2, ML-10).

use std::collections::BTreeMap;

use askama::Template;
use domain::{
    meal_plan::SlotState,
    nutrient::Nutrient,
    quantity::Amount,
    time::{DateSpan, LocalDate, add_days, days_between},
    voice::Locale,
};
use nutrition::{
    catalog::Catalog,
    export::PlanRow,
    scale::cooked_pct,
    summary::{Row, Totals},
};
use serde::Deserialize;

use super::{
    offer::{Offer, waiting},
    plate::{Against, Dish, day, whole},
    why::why,
};
use crate::{
    api::endpoint::Input,
    chart::{Caption, Chart, Format, Gauge, GaugeRow, Landmark, Scale, Size},
    problem::Problem,
    reader::{Reader, capital},
    service::eating::view::{self, Held},
    web::{Reply, html, visit::Visit},
};

/// A day.
#[derive(Debug, Deserialize)]
pub(super) struct OnDay {
    pub(super) date: LocalDate,
}

#[derive(Template)]
#[template(path = "meals/day.html")]
struct Page<'a> {
    at: &'a Visit,
    name: String,
    before: LocalDate,
    after: LocalDate,
    offers: Vec<Offer>,
    meals: Vec<Meal>,
    diary: Vec<String>,
    macros: Vec<Against>,
    gauge: String,
    /// What could not be counted (ND-7).
    at_least: Vec<String>,
    can_replan: bool,
}

struct Meal {
    dish: Dish,
    slot: u8,
    date: LocalDate,
    recipe: String,
    minutes: Option<u32>,
    facts: Vec<(String, String)>,
    why: Vec<(String, String)>,
    can_swap: bool,
    can_undo: bool,
    /// Whether what is left of it may be kept (ML-6).
    can_leave: bool,
}

/// ML-2: how many days after the meal an undo is possible.
const UNDO_DAYS: i64 = 7;

/// The day.
pub(super) async fn show(at: Visit, input: Input<OnDay>) -> Result<Reply, Problem> {
    let date = input.path.date;
    let dates = DateSpan { from: date, to: date };
    let reader = at.reader();
    let (shown, held) = view::show_held(at.app(), &at.caller, dates).await?;
    let offers = waiting(&at, &shown.plan).await?;
    let totals = &shown.summary.days.first().map(|day| &day.totals);
    let none = Totals { rows: vec![], planned_at_least: vec![], eaten_at_least: vec![] };
    let totals = totals.unwrap_or(&none);
    let is_past = date < at.today;
    let at_least = if is_past { &totals.eaten_at_least } else { &totals.planned_at_least };
    let can_replan = !is_past && shown.plan.iter().any(|row| row.state == SlotState::Planned);
    let meals = shown.plan.iter().map(|row| Meal::of(row, &held, totals, &at, &reader)).collect();
    let kitchen = super::diary::Names::of(&at).await?;
    html(&Page {
        name: day(date, &reader),
        before: add_days(date, -1),
        after: add_days(date, 1),
        offers,
        meals,
        diary: shown.diary.iter().map(|entry| kitchen.entry(entry, &reader)).collect(),
        macros: Against::all(totals, is_past, &reader),
        gauge: gauge(totals, is_past, &at, &reader),
        at_least: at_least.clone(),
        can_replan,
        at: &at,
    })
}

impl Meal {
    fn of(
        row: &PlanRow,
        held: &BTreeMap<(LocalDate, u8), Held>,
        totals: &Totals,
        at: &Visit,
        reader: &Reader<'_>,
    ) -> Self {
        let item = &row.item;
        let holds = held.get(&(item.date, item.slot));
        let macros = row.macros.map(|macros| {
            let fact = |nutrient: Nutrient, amount: Amount| {
                let unit = format!("unit-{}", nutrient.unit());
                let amount = reader.text_with(&unit, [("amount", whole(amount).into())]);
                (capital(&reader.word("nutrient", nutrient)), amount)
            };
            vec![
                fact(Nutrient::Calories, macros.calories.0),
                fact(Nutrient::Protein, macros.protein_g.0),
                fact(Nutrient::Fat, macros.fat_g.0),
                fact(Nutrient::Carbs, macros.carbs_g.0),
            ]
        });
        let servings = cooked_pct(item).unwrap_or(item.servings_pct);
        let servings = domain::quantity::Hundredths(servings.into());
        Self {
            dish: Dish::of(row, at),
            slot: item.slot,
            date: item.date,
            recipe: format!("/meals/recipes/{}?servings={servings}", item.recipe_id),
            minutes: holds.map(|holds| holds.minutes).filter(|_| cooked_pct(item).is_some()),
            facts: macros.unwrap_or_default(),
            why: why(row, holds, totals, reader),
            can_swap: row.state == SlotState::Planned && at.today <= item.date,
            can_leave: row.state == SlotState::Eaten && (0..=1).contains(&days_between(item.date, at.today)),
            can_undo: row.state != SlotState::Planned && days_between(item.date, at.today) <= UNDO_DAYS,
        }
    }
}

/// A limit so far away says nothing on a bar: so many times the greater of what there is and what is needed.
const FAR: i64 = 3;

/// Vitamins, minerals and more, against what is needed and what is safe.
fn gauge(totals: &Totals, is_past: bool, at: &Visit, reader: &Reader<'_>) -> String {
    let told = at.profile.nutrition.as_ref();
    let demographic = told.and_then(|told| told.targets_input(at.today, vec![]).demographic());
    let limits: BTreeMap<Nutrient, Amount> = demographic
        .map(|demographic| Catalog::upper_limits().of(demographic).of_food().collect())
        .unwrap_or_default();
    let micros = totals.rows.iter().filter(|row| !row.nutrient.is_macro() && row.goal.is_some());
    let rows: Vec<GaugeRow> =
        micros.map(|row| gauge_row(row, limits.get(&row.nutrient).copied(), is_past, reader)).collect();
    let caption = Caption {
        id: "micro".to_owned(),
        title: reader.text("web-meals-micros"),
        description: reader.text("web-meals-micros-text"),
        numbers: reader.text("web-meals-numbers"),
        empty: reader.text("web-meals-micros-none"),
    };
    let gauge = Gauge {
        caption,
        scale: Scale::Own,
        row_name: reader.text("web-meals-nutrient"),
        value_name: reader.text(if is_past { "web-meals-eaten" } else { "web-meals-planned" }),
        landmarks: vec![
            (Landmark::Target, reader.text("web-meals-needed")),
            (Landmark::Limit, reader.text("web-meals-limit")),
        ],
        rows,
    };
    gauge.figure(Size::Narrow)
}

fn gauge_row(row: &Row, limit: Option<Amount>, is_past: bool, reader: &Reader<'_>) -> GaugeRow {
    let measured = if is_past { row.eaten } else { row.planned };
    let food = measured.amount.map_or(0, |amount| amount.0.0);
    let value = food + row.supplements.0.0;
    let goal = row.goal.filter(|goal| goal.least.is_some()).map(|goal| goal.target.0.0);
    let most = row.goal.and_then(|goal| goal.most).map(|most| most.0);
    let limit = [limit, most].into_iter().flatten().min().map(|Amount(limit)| limit);
    let near = limit.filter(|limit| *limit <= FAR * value.max(goal.unwrap_or_default()));
    let landmarks = [(Landmark::Target, goal), (Landmark::Limit, near)];
    let note = match (goal, limit) {
        (_, Some(limit)) if limit < value => reader.text("web-meals-verdict-high"),
        (Some(goal), _) if goal > 0 => format!("{} %", i128::from(value) * 100 / i128::from(goal)),
        _ => String::new(),
    };
    let unit = reader.text_with(&format!("unit-{}", row.nutrient.unit()), [("amount", "".into())]);
    let is_small = value.max(goal.unwrap_or_default()) < 20 * Amount::UNIT;
    GaugeRow {
        at: row.nutrient.to_string(),
        name: capital(&reader.word("nutrient", row.nutrient)),
        value,
        landmarks: landmarks.into_iter().filter_map(|(kind, at)| Some((kind, at?))).collect(),
        format: Format {
            per_unit: Amount::UNIT,
            decimals: u32::from(is_small),
            mark: if reader.locale() == Locale::Ru { ',' } else { '.' },
            group: '\u{202f}',
            unit: unit.trim().to_owned(),
        },
        note,
    }
}
