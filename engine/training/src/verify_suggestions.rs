//! Verify of suggestions: an independent check of a run and of outcomes against their inputs (SG-17).
//!
//! It is written from the chapter a second time, in the plainest way, and shares nothing with the engine but types:
//! inputs, rows, domain words, the catalogue and the tuning. Two tables belong to other chapters and are asked, not
//! written again: the achievable loads (LD-2) and the movements that load a painful area (SF-5).
//!
//! Read in this order: `subject` (an item and its past), `window` (SG-3), `counted` (SG-4, TS-2) with `style` (TS-1),
//! `step` (SG-7..SG-9, OU-10), `wanted` (what the rules should say) with `load_rules`, `rep_rules`, `rest_rules` and
//! `type_rules`, `rows` (what each proposal must be), `run` (what they must be together), `model` (AI-5), `stored` (what
//! of all this is asked of proposals that are kept), `outcomes`.
//!
//! # What is not here
//!
//! * No stored runs and sessions: that every finished session has its run is for who holds the rows.
//! * No verdicts of OU-5: an evaluation is taken as it stands, and the outcome is counted from it.

mod counted;
mod load_rules;
mod model;
mod outcomes;
mod rep_rules;
mod rest_rules;
mod rows;
mod run;
mod step;
mod stored;
mod style;
mod subject;
mod type_rules;
mod wanted;
mod window;

use std::fmt;

use domain::{
    law::Valid,
    proposal::{Proposal, ProposalId},
    spec::SpecId,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    catalog::Catalog,
    load::iron::Iron,
    outcome::input::{Evaluated, OutcomeInput},
    suggestion::{Run, SuggestInput},
};
use subject::Subject;

/// One rule that a run or an outcome breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Breach {
    /// The rule.
    pub rule: SpecId,
    /// The proposal that breaks it; none when one is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rule)?;
        if let Some(proposal) = self.proposal_id {
            write!(f, ", proposal {proposal}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Lists every rule that the suggestions of a session break; nothing for a good run.
///
/// `catalog` is the library that the run was made with.
pub fn verify(input: &SuggestInput, run: &Run, catalog: &Catalog) -> Vec<Breach> {
    let mut report = Report::default();
    with_subjects(input, catalog, |subjects| {
        rows::check(input, run, subjects, &mut report);
        wanted::check(run, subjects, &mut report);
        run::check(input, run, subjects, &mut report);
        model::check(run, subjects, &mut report);
    });
    report.0
}

/// Lists every rule that the proposals of a run break, whatever the athlete had at hand: bounds, flags, and what must
/// not stand beside each other. They may have been answered since.
pub fn verify_kept(input: &SuggestInput, proposals: &[Proposal], catalog: &Catalog) -> Vec<Breach> {
    let mut report = Report::default();
    with_subjects(input, catalog, |subjects| stored::check_kept(proposals, subjects, &mut report));
    report.0
}

/// Lists every proposal of a run whose load cannot be put together, or that does not follow from the sessions; `input`
/// is what the run was made from. They may have been answered since.
pub fn verify_triggers(input: &SuggestInput, proposals: &[Proposal], catalog: &Catalog) -> Vec<Breach> {
    let mut report = Report::default();
    with_subjects(input, catalog, |subjects| stored::check_rules(proposals, subjects, &mut report));
    report.0
}

fn with_subjects(input: &SuggestInput, catalog: &Catalog, check: impl FnOnce(&[Subject<'_>])) {
    let inventory = input.inventory.clone().and_then(|inventory| Valid::new(inventory).ok());
    let iron = Iron::new(input.unit, inventory.as_ref(), &input.equipment);
    let known = input.items.iter().filter_map(|entry| Subject::new(input, entry, catalog, &iron));
    check(&known.collect::<Vec<_>>());
}

/// Lists every rule that evaluations and outcomes break; nothing for good ones.
pub fn verify_outcomes(input: &OutcomeInput, evaluated: &Evaluated) -> Vec<Breach> {
    let mut report = Report::default();
    outcomes::check(input, evaluated, &mut report);
    report.0
}

/// What the checks write to.
#[derive(Default)]
struct Report(Vec<Breach>);

impl Report {
    fn add(&mut self, rule: SpecId, proposal_id: Option<ProposalId>, message: String) {
        self.0.push(Breach { rule, proposal_id, message });
    }

    /// A breach of `rule` by a proposal unless `holds`.
    fn require(&mut self, holds: bool, rule: &str, proposal: ProposalId, message: impl FnOnce() -> String) {
        if !holds {
            self.add(SpecId::new(rule), Some(proposal), message());
        }
    }
}
