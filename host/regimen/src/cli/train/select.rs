//! A selection as a page: what was chosen, what each score is made of, and what was not taken.

use std::collections::BTreeMap;

use domain::exercise::ExerciseKey;
use training::{
    output::{Rejected, SelectionOutput},
    score::COMPONENTS,
};

use super::{
    session::{not_taken, warnings},
    volume,
};
use crate::cli::{
    page::{Reader, remarks, section},
    table::{Column, Table},
};

/// How many of those that others outranked are shown.
const RUNNERS_UP: usize = 10;

/// The page of a selection.
pub(super) fn page(selected: &SelectionOutput, page: &Reader<'_>) -> String {
    let rejected = selected.rejected.as_ref();
    [
        chosen(selected, page),
        section(&page.text("session-not-taken"), &not_taken(&selected.refused_pins, &selected.removed, page)),
        section(
            &page.text("select-runners-up"),
            &rejected.map_or_else(String::new, |rejected| runners_up(rejected, page)),
        ),
        section(
            &page.text("select-refused"),
            &rejected.map_or_else(String::new, |rejected| refused(rejected, page)),
        ),
        section(&page.text("session-volume"), &volume::table(&selected.volume_plan_by_muscle, page)),
        section(&page.text("session-warnings"), &warnings(&selected.warnings, page)),
    ]
    .concat()
}

fn chosen(selected: &SelectionOutput, page: &Reader<'_>) -> String {
    let mut table = Table::new([Column::Right, Column::Rest, Column::Right, Column::Right]);
    table.row(page.texts(["", "session-column-exercise", "session-column-sets", "select-column-score"]));
    for (index, key) in selected.selected_exercise_ids.iter().enumerate() {
        let Some(rationale) = selected.rationale.get(key) else { continue };
        let sets = selected.per_exercise_set_targets.as_ref().and_then(|sets| sets.get(key));
        let reasons = rationale.reasons.iter();
        let reasons: Vec<String> =
            reasons.map(|reason| page.reason(reason.code, reason.spec, &reason.facts)).collect();
        table.row([
            (index + 1).to_string(),
            page.name(key).to_owned(),
            sets.map_or_else(String::new, ToString::to_string),
            page.decimal(rationale.score, 3),
        ]);
        table.note(1, reasons.join("; "));
        let weight = |name: &str| rationale.weights.get(name).copied().unwrap_or(0.0);
        table.note(1, parts(page, |name| rationale.components.get(name).map(|value| value * weight(name))));
    }
    table.to_string()
}

/// The score as the sum of its parts, in the order of the formula; parts that add nothing are left out.
pub(in crate::cli) fn parts(page: &Reader<'_>, part: impl Fn(&str) -> Option<f64>) -> String {
    let parts = COMPONENTS.iter().filter_map(|component| {
        let part = part(component.name).filter(|part| part.abs() >= 0.005)?;
        let sign = if part < 0.0 { "−" } else { "+" };
        Some(format!("{} {sign}{}", page.word("score", component.name), page.decimal(part.abs(), 2)))
    });
    parts.collect::<Vec<_>>().join(", ")
}

fn runners_up(rejected: &BTreeMap<ExerciseKey, Rejected>, page: &Reader<'_>) -> String {
    let ranked = rejected.iter().filter_map(|(key, why)| match why {
        Rejected::Rank { rank, score } => Some((*rank, key, *score)),
        Rejected::Filter(_) => None,
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by_key(|&(rank, key, _)| (rank, key));
    let mut table = Table::new([Column::Left, Column::Right, Column::Rest]);
    for (_, key, score) in ranked.into_iter().take(RUNNERS_UP) {
        table.row([String::new(), page.decimal(score, 3), page.name(key).to_owned()]);
    }
    table.to_string()
}

fn refused(rejected: &BTreeMap<ExerciseKey, Rejected>, page: &Reader<'_>) -> String {
    let mut counts = BTreeMap::<_, usize>::new();
    for why in rejected.values() {
        if let Rejected::Filter(reason) = why {
            *counts.entry(reason.code.as_str()).or_default() += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|&(code, count)| (std::cmp::Reverse(count), code));
    remarks(counts.into_iter().map(|(code, count)| {
        let facts = [("filter", page.word("filter", code).into()), ("count", count.into())];
        (None, page.text_with("filter-count", facts))
    }))
}
