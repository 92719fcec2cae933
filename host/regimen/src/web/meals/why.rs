//! Why a meal stands where it does, in words (MX-8).

use std::cmp::Reverse;

use domain::{
    nutrient::Nutrient,
    quantity::Amount,
    reason::{Reason, ReasonCode},
    spec::SpecId,
};
use nutrition::{export::PlanRow, summary::Totals};

use super::plate::day;
use crate::{
    reader::{Reader, capital},
    service::eating::view::Held,
};

/// Nutrients that a reason names.
const NAMED: usize = 4;

/// Why this meal, as far as the plan remembers it: who chose it, what it brings of what the day needs; with the rules.
pub(super) fn why(
    row: &PlanRow,
    holds: Option<&Held>,
    totals: &Totals,
    reader: &Reader<'_>,
) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    if row.item.pinned {
        let reason = Reason::new(ReasonCode::MealPinned, SpecId::new("ML-3"));
        notes.push((capital(&reader.reason(reason.code, reason.spec, &reason.facts)), "ML-3"));
    }
    if let Some(batch) = row.item.batch {
        let is_here = (batch.cooked_on, batch.cooked_slot) == (row.item.date, row.item.slot);
        let pot = if is_here {
            reader.text_with("web-meals-cooks", [("servings", u32::from(batch.servings).into())])
        } else {
            reader.text_with("meals-pot", [("at", day(batch.cooked_on, reader).into())])
        };
        notes.push((capital(&pot), "MO-2"));
    }
    let share = |nutrient: Nutrient| {
        let goal = totals.rows.iter().find(|row| row.nutrient == nutrient)?.goal?;
        let Amount(amount) = holds?.nutrients.get(nutrient)?;
        let least = goal.least?.0.0;
        (least > 0).then(|| i64::try_from(i128::from(amount) * 100 / i128::from(least)).unwrap_or(i64::MAX))
    };
    if let (Some(energy), Some(protein)) = (share(Nutrient::Calories), share(Nutrient::Protein)) {
        let facts = [("energy", energy.into()), ("protein", protein.into())];
        notes.push((reader.text_with("web-meals-brings", facts), "MV-3"));
    }
    let micros = Nutrient::ALL.iter().filter(|nutrient| !nutrient.is_macro());
    let mut fills: Vec<(i64, Nutrient)> =
        micros.filter_map(|&nutrient| Some((share(nutrient)?, nutrient))).collect();
    fills.sort_by_key(|&(share, nutrient)| (Reverse(share), nutrient));
    let named = fills.into_iter().take(NAMED).filter(|(share, _)| *share > 0).map(|(share, nutrient)| {
        let facts = [("nutrient", reader.word("nutrient", nutrient).into()), ("percent", share.into())];
        reader.text_with("meals-why-fill", facts)
    });
    let named: Vec<String> = named.collect();
    if !named.is_empty() {
        notes.push((reader.text_with("web-meals-fills", [("fills", named.join(", ").into())]), "MV-4"));
    }
    notes.into_iter().map(|(text, spec)| (text, spec.to_owned())).collect()
}
