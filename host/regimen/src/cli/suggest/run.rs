//! Suggestions as a page: what is suggested for each exercise, why, and what is not.

use domain::{change::Target, plan::ItemId, proposal::Proposal};
use training::suggestion::{Run, SuggestInput};

use crate::cli::{
    page::{Reader, remarks, section},
    table::paragraph,
};

/// The page of a run.
pub(super) fn page(input: &SuggestInput, found: &Run, page: &Reader<'_>) -> String {
    let body = if found.proposals.is_empty() {
        format!("{}\n", page.text("suggest-none"))
    } else {
        suggestions(input, &found.proposals, page)
    };
    let dropped = found.dropped.iter().map(|dropped| {
        let reason = &dropped.reason;
        let why = page.reason(reason.code, reason.spec, &reason.facts);
        (Some(name(input, dropped.target.item_id, page)), format!("{}, {why}", dropped.rule))
    });
    let deferred = found.deferred.iter().map(|deferred| {
        let reason = &deferred.reason;
        let why = page.reason(reason.code, reason.spec, &reason.facts);
        (Some(name(input, deferred.proposal.target.item_id, page)), why)
    });
    let replaced = match found.superseded.len() {
        0 => String::new(),
        count => paragraph(&page.text_with("suggest-superseded", [("count", count.into())]), 0),
    };
    [
        body,
        section(&page.text("suggest-deferred"), &remarks(deferred)),
        section(&page.text("suggest-dropped"), &remarks(dropped)),
        replaced,
    ]
    .concat()
}

/// Each exercise once, then its groups; equal changes of several sets stand on one line.
fn suggestions(input: &SuggestInput, proposals: &[Proposal], page: &Reader<'_>) -> String {
    let mut out = String::new();
    for item in proposals.chunk_by(|a, b| a.target.item_id == b.target.item_id) {
        out.push_str(&name(input, item[0].target.item_id, page));
        out.push('\n');
        for group in item.chunk_by(|a, b| a.group_id == b.group_id) {
            let mut lines: Vec<(Vec<String>, String)> = Vec::new();
            for proposal in group {
                let what: Vec<_> = proposal.changes.iter().map(|change| page.change(change)).collect();
                let (place, what) = (place(input, proposal.target, page), what.join(", "));
                match lines.iter_mut().find(|(_, known)| *known == what) {
                    Some((places, _)) => places.extend(place),
                    None => lines.push((place.into_iter().collect(), what)),
                }
            }
            for (places, what) in lines {
                let head = if places.is_empty() { String::new() } else { format!("{}: ", places.join(", ")) };
                out.push_str(&paragraph(&format!("{head}{what}"), 2));
            }
            let reason = &group[0].reason;
            out.push_str(&paragraph(&page.reason(reason.code, reason.spec, &reason.facts), 4));
        }
    }
    out
}

fn name(input: &SuggestInput, id: ItemId, page: &Reader<'_>) -> String {
    let item = input.items.iter().find(|item| item.item.item_id == id);
    item.map_or_else(|| id.to_string(), |item| page.name(&item.item.exercise_key).to_owned())
}

/// `set 1`, for a change of one set.
fn place(input: &SuggestInput, target: Target, page: &Reader<'_>) -> Option<String> {
    let item = input.items.iter().find(|item| item.item.item_id == target.item_id)?;
    let set = item.item.set(target.set_id?)?;
    Some(page.text_with("suggest-set", [("number", (set.index + 1).into())]))
}
