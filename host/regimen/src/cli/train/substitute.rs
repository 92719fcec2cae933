//! Stand-ins for an exercise as a page: those that are offered, then why others like it are not.

use domain::reason::ReasonCode;
use training::document::substitution::{Candidate, SubstitutionOutput};

use super::session::not_taken;
use crate::cli::{
    page::{Reader, remarks, section},
    table::{Column, Table, paragraph},
};

/// The page of a substitution.
pub(super) fn page(found: &SubstitutionOutput, page: &Reader<'_>) -> String {
    let original = page.name(&found.exercise_id);
    let (offered, others) = found.candidates.split_at(found.offered.min(found.candidates.len()));
    let title = if offered.is_empty() { "substitute-none" } else { "substitute-title" };
    let names: Vec<&str> = others.iter().map(|other| page.name(&other.exercise_id)).collect();
    let others = if names.is_empty() { String::new() } else { paragraph(&names.join(", "), 2) };
    [
        format!("{}\n", page.text_with(title, [("exercise", original.into())])),
        candidates(offered, page),
        section(&page.text("substitute-others"), &others),
        section(&page.text("substitute-refused"), &refused(found, page)),
    ]
    .concat()
}

/// Those alike that cannot be done; of the many for which something is missing, the number is enough.
fn refused(found: &SubstitutionOutput, page: &Reader<'_>) -> String {
    let (missing, others): (Vec<_>, Vec<_>) =
        found.refused.iter().cloned().partition(|refused| refused.reason == ReasonCode::Equipment);
    let filter = page.word("filter", ReasonCode::Equipment).into();
    let count = page.text_with("filter-count", [("filter", filter), ("count", missing.len().into())]);
    let missing = if missing.is_empty() { String::new() } else { remarks([(None, count)]) };
    not_taken(&others, &[], page) + &missing
}

fn candidates(offered: &[Candidate], page: &Reader<'_>) -> String {
    if offered.is_empty() {
        return String::new();
    }
    let mut table = Table::new([Column::Right, Column::Rest, Column::Right, Column::Right, Column::Right]);
    table.row(page.texts([
        "",
        "session-column-exercise",
        "select-column-score",
        "substitute-column-patterns",
        "substitute-column-muscles",
    ]));
    for (index, candidate) in offered.iter().enumerate() {
        table.row([
            (index + 1).to_string(),
            page.name(&candidate.exercise_id).to_owned(),
            candidate.score.to_string(),
            candidate.shared_patterns.to_string(),
            candidate.shared_primaries.to_string(),
        ]);
    }
    format!("\n{table}")
}
