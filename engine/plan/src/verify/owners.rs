//! Point 7, first half: who may change what, by the mode of the item (AR-2, AR-5, AI-5, PR-6).

use domain::{
    change::{Field, FieldGroup},
    plan::ProgressionMode,
    proposal::{EngineName, Proposal},
    spec::SpecId,
};

use super::{
    breach::{Report, Subject},
    case::{Case, is_automatic, place},
    kept::Kept,
};

pub(super) fn check<I: Kept>(case: &Case<'_, I>, report: &mut Report) {
    for (entry, row) in case.rows() {
        for bundle in case.bundles(entry, row) {
            let proposal = bundle.proposal;
            let place = place(entry, row).about(Subject::Proposal(proposal.id));
            let asked = proposal.engine != EngineName::Llm || !is_automatic(&entry.version);
            report.require(asked, "PR-6", place, || "a model's proposal, applied without asking".to_owned());
            // An item that is added has no mode yet; whether it may be is a matter of structure.
            let mode = row.before.as_ref().map(Kept::mode);
            for change in bundle.changes {
                report.require(may_change(proposal, mode, change.field), "AR-2", place, || {
                    let mode = mode.map_or("new", ProgressionMode::as_str);
                    let (engine, rule, field) = (proposal.engine, proposal.rule, change.field);
                    format!("{engine} by {rule} changes {field} of a {mode} item")
                });
            }
        }
    }
}

/// Whether a proposal may change a field of an item of this mode.
fn may_change(proposal: &Proposal, mode: Option<ProgressionMode>, field: Field) -> bool {
    let structure = field.group() == FieldGroup::Structure;
    let named = |rules: &[&str]| rules.iter().any(|rule| SpecId::new(rule) == proposal.rule);
    match proposal.engine {
        // Persons may change everything.
        EngineName::User | EngineName::Coach => true,
        // The plan itself merges and corrects reports, takes out a help that is no longer needed, and proposes what a
        // report of a week or month finds; that waits for an answer.
        EngineName::System => named(&["CF-4", "P-4", "A-20"]) || (structure && named(&["P-17"])),
        EngineName::Selection | EngineName::SessionPlanner => {
            structure || matches!(field, Field::SetCount | Field::MinSets)
        }
        EngineName::MealPlanner => field.group() == FieldGroup::Meal,
        EngineName::MissModel => false,
        EngineName::Llm => {
            let offered =
                matches!(field, Field::Load | Field::Reps | Field::Rest | Field::RestAll | Field::RepMode);
            offered && mode.is_some_and(|mode| !is_closed(mode, field.group()))
        }
        EngineName::LevelProgression | EngineName::PrescriptionRules => match mode {
            Some(mode) => named(rules(mode, field)),
            None => structure && named(&["P-17"]),
        },
    }
}

/// The cells of AR-2 that are marked with a dash.
fn is_closed(mode: ProgressionMode, group: FieldGroup) -> bool {
    use ProgressionMode::{Fixed, Ladder, Range};
    match group {
        FieldGroup::Load => matches!(mode, Ladder | Range | Fixed),
        FieldGroup::RepPolicy => matches!(mode, Ladder | Fixed),
        _ => mode == Fixed,
    }
}

/// The rules that the table of AR-2 names in a cell, with those that other chapters add to it: P-7 and P-9..P-11 are
/// steps of P-8, P-25..P-29 offer them, P-47 is its difficulty; P-13 may give an item that outgrew its range another
/// range, or a load and the mode that goes with it; SG-14 sets the first load, SG-13 ends assistance; P-17 offers help.
fn rules(mode: ProgressionMode, field: Field) -> &'static [&'static str] {
    use ProgressionMode::{Fixed, Ladder, Load, Range};
    const STEPS: &[&str] =
        &["P-7", "P-8", "P-9", "P-10", "P-11", "P-25", "P-26", "P-27", "P-28", "P-29", "P-47"];
    const LADDERS: &[&str] = &["P-8", "P-25", "P-26", "P-27", "P-28", "P-29", "P-17"];
    match (field.group(), mode) {
        (_, Fixed) => &[],
        (FieldGroup::Volume, Ladder) => STEPS,
        (FieldGroup::Volume, Range) if field == Field::Reps => &["P-12", "P-13", "P-14", "SR-4"],
        (FieldGroup::Volume, Range) => &["P-12", "P-13", "P-14"],
        (FieldGroup::Volume, Load) if field == Field::Reps => &["SR-1", "SR-2", "SR-4"],
        (FieldGroup::Load, Load) => &["SR-1", "SR-2", "SR-3", "SR-5", "SR-6", "SR-7", "SG-14"],
        (FieldGroup::Load, Range) => &["P-13"],
        (FieldGroup::RepPolicy, Range) => &["SR-0", "P-13"],
        (FieldGroup::RepPolicy, Load) => &["SR-0"],
        (FieldGroup::Rest, Ladder | Range) => &["SR-9"],
        (FieldGroup::Rest, Load) => &["SR-8", "SR-9"],
        (FieldGroup::SetType, _) => &["SR-10", "SR-11", "SR-12", "SR-13"],
        (FieldGroup::Structure, Ladder) => LADDERS,
        (FieldGroup::Structure, Range) => &["P-13", "P-14", "P-17"],
        (FieldGroup::Structure, Load) => &["SG-13", "P-17"],
        _ => &[],
    }
}
