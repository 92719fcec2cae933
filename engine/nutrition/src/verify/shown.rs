//! What a result says of its plan: days, totals, floors (MF-2, MV-4), sodium (MV-5), alternatives (MO-8).

use std::collections::BTreeMap;

use domain::{
    food::Money,
    nutrient::{Decimal, Direction, Nutrient},
};

use super::{
    aims::{Aim, Floor},
    breach::{Breach, BreachCode, Report},
    facts::{Facts, Targets},
    plan::{Plan, Total},
    totals::decimal,
};
use crate::{
    outcome::{DayTotals, FloorState, MealResult, number::Signed},
    warning::WarningCode,
};

/// Checks every number that is shown beside a complete plan.
pub(super) fn numbers(facts: &Facts<'_>, plan: &Plan<'_>, result: &MealResult, report: &mut Report) {
    let (horizon, shown_nutrients) = (plan.horizon(), shown_nutrients(facts));
    report.enter("days");
    let numbers: Vec<u32> = result.days.iter().map(|day| day.day).collect();
    let in_order = numbers.iter().copied().eq(1..=facts.problem.days);
    report.require(in_order, || {
        let expected = format!("1 to {}", facts.problem.days);
        Breach::new("MF-2", BreachCode::OutOfOrder, format!("days {numbers:?}"), expected)
    });
    if in_order {
        for ((day, (_, total)), shown) in facts.days.iter().zip(plan.days()).zip(&result.days) {
            report.enter("days");
            day_totals(&shown_nutrients, total, shown, report);
            report.enter("deviations");
            deviations(&day.targets, total, shown, report);
        }
    }
    report.enter("totals");
    let required = [Nutrient::MACROS, &shown_nutrients].concat();
    amounts(None, &required, &horizon, &result.totals, report);
    floors(facts, plan, &horizon, result, report);
    report.enter("warnings");
    sodium(facts, &horizon, result, report);
}

/// Nutrients that must be shown: those with a target or a limit that some recipe speaks of.
fn shown_nutrients(facts: &Facts<'_>) -> Vec<Nutrient> {
    let is_limited = |nutrient: Nutrient| facts.limits.contains_key(&nutrient);
    let is_aimed_at = |nutrient| facts.aims.iter().any(|aim| aim.nutrient == nutrient);
    let is_stated = |nutrient: Nutrient| {
        let mut recipes = facts.problem.recipes.iter();
        recipes.any(|recipe| recipe.nutrition.micronutrients.contains_key(nutrient.as_str()))
    };
    let is_shown =
        |nutrient: &Nutrient| is_aimed_at(*nutrient) || (is_limited(*nutrient) && is_stated(*nutrient));
    let nutrients = Nutrient::ALL.iter().copied().filter(|nutrient| !nutrient.is_macro());
    nutrients.filter(is_shown).collect()
}

fn day_totals(required: &[Nutrient], total: &Total, shown: &DayTotals, report: &mut Report) {
    let DayTotals { calories, protein_g, fat_g, carbs_g, .. } = *shown;
    for (&nutrient, amount) in Nutrient::MACROS.iter().zip([calories, protein_g, fat_g, carbs_g]) {
        same(Some(shown.day), nutrient, Some(amount.0.0), total.amount(nutrient), report);
    }
    amounts(Some(shown.day), required, total, &shown.micronutrients, report);
    let text = |cost: Option<(i128, String)>| {
        cost.map_or("no cost".to_owned(), |(minor, currency)| format!("{minor} minor units of {currency}"))
    };
    let of_money = |money: Money| (i128::from(money.minor), String::from(money.currency));
    let expected = text(total.cost.map(|(minor, currency)| (minor, String::from(currency))));
    let found = text(shown.cost.map(of_money));
    report.require(found == expected, || {
        Breach::new("MO-7", BreachCode::Differs, &found, &expected).on(shown.day)
    });
}

/// All amounts that are shown are right, and those that must be are shown.
fn amounts(
    day: Option<u32>,
    required: &[Nutrient],
    total: &Total,
    shown: &BTreeMap<Nutrient, Decimal>,
    report: &mut Report,
) {
    for &nutrient in required.iter().filter(|nutrient| !shown.contains_key(nutrient)) {
        same(day, nutrient, None, total.amount(nutrient), report);
    }
    for (&nutrient, amount) in shown {
        same(day, nutrient, Some(amount.0.0), total.amount(nutrient), report);
    }
}

/// How far energy, protein and carbs are from their targets, and fat from its range.
fn deviations(targets: &Targets, total: &Total, shown: &DayTotals, report: &mut Report) {
    let fat = total.amount(Nutrient::Fat);
    let from_range = fat - fat.clamp(targets.fat_min, targets.fat_max.max(targets.fat_min));
    let deviations = &shown.deviations;
    let rows: [(Nutrient, Signed, i128); 4] = [
        (Nutrient::Calories, deviations.calories, total.amount(Nutrient::Calories) - targets.calories),
        (Nutrient::Protein, deviations.protein_g, total.amount(Nutrient::Protein) - targets.protein),
        (Nutrient::Fat, deviations.fat_g, from_range),
        (Nutrient::Carbs, deviations.carbs_g, total.amount(Nutrient::Carbs) - targets.carbs),
    ];
    for (nutrient, Signed(found), expected) in rows {
        same(Some(shown.day), nutrient, Some(found), expected, report);
    }
}

fn same(day: Option<u32>, nutrient: Nutrient, found: Option<i64>, expected: i128, report: &mut Report) {
    report.require(found.map(i128::from) == Some(expected), || {
        let code = if found.is_some() { BreachCode::Differs } else { BreachCode::Missing };
        let found = found.map_or("nothing".to_owned(), |found| decimal(i128::from(found)).to_string());
        Breach::new("MF-2", code, found, decimal(expected)).on(day).of(nutrient)
    });
}

/// `floors` lists every floor, `unmet_floors` those that a single day leaves open (MV-4). One that is only advice may be
/// listed too.
fn floors(facts: &Facts<'_>, plan: &Plan<'_>, horizon: &Total, result: &MealResult, report: &mut Report) {
    let state = |aim: &Aim| {
        let floor = aim.floor.as_ref()?;
        let state = floor_state(facts, plan, horizon, aim, floor);
        Some((state, !aim.is_advisory))
    };
    let all: Vec<(FloorState, bool)> = facts.aims.iter().filter_map(state).collect();
    let is_open = |(state, _): &&(FloorState, bool)| !state.met && !facts.has_binding_floors();
    let open: Vec<(FloorState, bool)> = all.iter().filter(is_open).copied().collect();
    report.enter("floors");
    listed("MF-2", &result.floors, &all, report);
    report.enter("unmet_floors");
    listed("MV-4", &result.unmet_floors, &open, report);
}

fn floor_state(facts: &Facts<'_>, plan: &Plan<'_>, horizon: &Total, aim: &Aim, floor: &Floor) -> FloorState {
    let (achieved, required) = (horizon.amount(aim.nutrient), floor.least(facts.day_count()));
    let reaches = |(_, total): (u32, &Total)| total.amount(aim.nutrient) >= floor.least(1);
    let met = if aim.is_daily { plan.days().all(reaches) } else { achieved >= required };
    let (achieved, required) = (Decimal(decimal(achieved)), Decimal(decimal(required)));
    FloorState { nutrient: aim.nutrient, achieved, required, met }
}

/// Each entry is one of `known`, and each of these that must be is an entry.
fn listed(spec: &str, entries: &[FloorState], known: &[(FloorState, bool)], report: &mut Report) {
    let in_order = entries.is_sorted_by(|one, next| one.nutrient < next.nutrient);
    report.require(in_order, || {
        Breach::new(spec, BreachCode::OutOfOrder, "floors in another order", "that of ND-1, each once")
    });
    let text = |state: &FloorState| {
        let FloorState { achieved, required, met, .. } = state;
        format!("{} of {}{}", achieved.0, required.0, if *met { ", met" } else { ", unmet" })
    };
    for entry in entries {
        let expected = known.iter().map(|(state, _)| state).find(|state| state.nutrient == entry.nutrient);
        report.require(expected == Some(entry), || {
            let code = if expected.is_some() { BreachCode::Differs } else { BreachCode::Unknown };
            let expected = expected.map_or("no such entry".to_owned(), text);
            Breach::new(spec, code, text(entry), expected).of(entry.nutrient)
        });
    }
    for (state, _) in known.iter().filter(|(_, is_needed)| *is_needed) {
        let is_listed = entries.iter().any(|entry| entry.nutrient == state.nutrient);
        report.require(is_listed, || {
            Breach::new(spec, BreachCode::Missing, "nothing", text(state)).of(state.nutrient)
        });
    }
}

/// MV-5: sodium that is tracked as a floor is warned of above twice its target.
fn sodium(facts: &Facts<'_>, horizon: &Total, result: &MealResult, report: &mut Report) {
    let is_floor = |aim: &&Aim| aim.direction == Direction::Floor && !aim.is_advisory;
    let of_sodium = facts.aims.iter().filter(is_floor).find(|aim| aim.nutrient == Nutrient::Sodium);
    let Some(floor) = of_sodium.and_then(|aim| aim.floor.as_ref()) else { return };
    let limit = 2 * floor.target * facts.day_count();
    let is_high = horizon.amount(Nutrient::Sodium) > limit;
    let is_told = result.warnings.iter().any(|warning| warning.code == WarningCode::SodiumHigh);
    report.require(is_high == is_told, || {
        let total = decimal(horizon.amount(Nutrient::Sodium));
        let found = format!("{total}, with{} a warning", if is_told { "" } else { "out" });
        let expected = format!("a warning above {} alone", decimal(limit));
        Breach::new("MV-5", BreachCode::Differs, found, expected).of(Nutrient::Sodium)
    });
}

/// MO-8: a further plan differs from every earlier one in 30 % of the open slots or more.
pub(super) fn difference(facts: &Facts<'_>, plan: &Plan<'_>, earlier: &[Plan<'_>], report: &mut Report) {
    let open = || facts.slots().filter(|slot| !slot.is_fixed()).map(|slot| slot.place);
    for other in earlier {
        let changed = open().filter(|&place| plan.recipe_at(place) != other.recipe_at(place)).count();
        report.require(10 * changed >= 3 * open().count(), || {
            let found = format!("{changed} of {} open slots differ from {}", open().count(), other.part);
            Breach::new("MO-8", BreachCode::Differs, found, "30 % or more")
        });
    }
}

/// MO-8: no more further plans than were asked for.
pub(super) fn alternative_count(facts: &Facts<'_>, result: &MealResult, report: &mut Report) {
    let (count, most) = (result.alternatives.len(), facts.problem.options.alternatives);
    report.require(u32::try_from(count).is_ok_and(|count| count <= most), || {
        Breach::new("MO-8", BreachCode::Above, format!("{count} plans"), most)
    });
}
