//! The rules: one file and one row each, run in this order (SR-0..SR-13, with SG-13 and SG-14).
//!
//! A rule reads the context of one item and answers what it would change, or the first of its guards that failed. It
//! neither knows of other items nor of earlier proposals: those are settled afterwards (SD, SX).

mod actual_weight;
mod below_range;
mod double_progression_range;
mod double_progression_target;
mod drop_without_base;
mod first_load;
mod large_overshoot;
mod plateau;
mod reduced_load;
mod rep_range;
mod set_type_mismatch;
mod short_rest;
mod steady_reps;
mod unassisted;
mod warmup_as_working;
mod working_as_warmup;

use domain::{
    change::{Change, Field, Target, Value},
    plan::ProgressionMode,
    prescription::{RestMode, SetId, SetPrescription},
    proposal::ProposalKind,
    quantity::Grams,
    reason::Reason,
    spec::SpecId,
};

use super::{
    context::ItemContext,
    evidence::{Past, PerformanceId, Sample},
    feedback::Family,
    guard::{Guard, Miss},
};

/// One rule: for which modes it may speak (AR-2), how sure it is, and what it asks.
#[derive(Debug)]
pub struct Rule {
    /// Its id.
    pub spec: SpecId,
    /// The modes of items that it may change (AR-2).
    pub modes: &'static [ProgressionMode],
    /// 0..100.
    pub confidence: u8,
    /// What it would change, or why nothing.
    pub check: fn(&ItemContext<'_>) -> Result<Firing, Miss>,
}

/// All rules, in the order in which they run.
pub const RULES: &[Rule] = &[
    first_load::RULE,
    rep_range::RULE,
    large_overshoot::RULE,
    double_progression_range::RULE,
    double_progression_target::RULE,
    steady_reps::RULE,
    below_range::RULE,
    reduced_load::RULE,
    actual_weight::RULE,
    unassisted::RULE,
    plateau::RULE,
    short_rest::RULE,
    drop_without_base::RULE,
    warmup_as_working::RULE,
    working_as_warmup::RULE,
    set_type_mismatch::RULE,
];

const LOAD: &[ProgressionMode] = &[ProgressionMode::Load];
const RANGE_AND_LOAD: &[ProgressionMode] = &[ProgressionMode::Range, ProgressionMode::Load];
const ALL_BUT_FIXED: &[ProgressionMode] =
    &[ProgressionMode::Ladder, ProgressionMode::Range, ProgressionMode::Load];

/// Confidence of a rule that reads intentions from numbers.
const LIKELY: u8 = 70;
/// Confidence of a rule that reads plain facts.
const SURE: u8 = 90;

/// Rules after which the load or the reps of an item are not raised once more.
const INCREASES: &[SpecId] =
    &[large_overshoot::RULE.spec, double_progression_range::RULE.spec, double_progression_target::RULE.spec];

/// What a rule that fired would change.
#[derive(Debug, Default)]
pub struct Firing {
    /// Each all or none.
    pub bundles: Vec<Bundle>,
    /// Sets whose load can be put neither lower nor higher (`no_grid_step`).
    pub stuck: Vec<SetId>,
}

/// Changes that belong together, before they are a proposal.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// Whose outcomes count for it.
    pub family: Family,
    /// The set, or the item as a whole.
    pub set: Option<SetId>,
    /// What it would change.
    pub kind: ProposalKind,
    /// The changes.
    pub changes: Vec<Change>,
    /// Why.
    pub reason: Reason,
    /// The performances behind it.
    pub evidence: Vec<PerformanceId>,
    /// The increment used.
    pub step_g: Option<Grams>,
}

impl Bundle {
    /// A change of the prescription without a step.
    pub fn new(
        family: Family,
        set: Option<SetId>,
        changes: Vec<Change>,
        reason: Reason,
        evidence: Vec<PerformanceId>,
    ) -> Self {
        Self { family, set, kind: ProposalKind::PrescriptionChange, changes, reason, evidence, step_g: None }
    }
}

/// One change of the item or of one of its sets.
pub fn change(
    ctx: &ItemContext<'_>,
    set_id: Option<SetId>,
    field: Field,
    old: impl Into<Value>,
    new: impl Into<Value>,
) -> Change {
    let target = Target { item_id: ctx.item.item_id, set_id };
    Change { target, field, old: old.into(), new: new.into() }
}

/// The performances of a window.
pub fn evidence(sessions: &[Sample<'_>]) -> Vec<PerformanceId> {
    sessions.iter().map(|sample| sample.past.id).collect()
}

fn evidence_of(pasts: &[Past<'_>]) -> Vec<PerformanceId> {
    pasts.iter().map(|past| past.id).collect()
}

/// Asks `rule` of each set of the plan; when none fires, tells what the first one missed.
fn each_set(
    ctx: &ItemContext<'_>,
    rule: impl Fn(&SetPrescription) -> Result<Bundle, Miss>,
) -> Result<Firing, Miss> {
    let mut firing = Firing::default();
    let mut first_miss = None;
    for set in &ctx.item.prescription.sets {
        match rule(set) {
            Ok(bundle) => firing.bundles.push(bundle),
            Err(miss) => drop(first_miss.get_or_insert(miss)),
        }
    }
    if firing.bundles.is_empty() {
        return Err(first_miss.unwrap_or(Miss::new(Guard::NoSets)));
    }
    Ok(firing)
}

/// More rest, for the whole item or after each of `sets`, as the plan counts it (SR-8, SR-9).
fn more_rest(
    ctx: &ItemContext<'_>,
    sets: &[&SetPrescription],
    reason: &Reason,
    evidence: &[PerformanceId],
) -> Result<Firing, Miss> {
    let plan = &ctx.item.prescription;
    let longer = |rest: u32| {
        let new = (rest + ctx.tuning.rest_step_s).min(ctx.tuning.rest_most_s);
        (rest < new).then_some((i64::from(rest), i64::from(new)))
    };
    let bundle =
        |set, change| Bundle::new(Family::RestUp, set, vec![change], reason.clone(), evidence.to_vec());
    let mut bundles = Vec::new();
    match plan.rest_policy.mode {
        RestMode::AllSame => bundles.extend(
            longer(plan.rest_policy.seconds)
                .map(|(old, new)| bundle(None, change(ctx, None, Field::RestAll, old, new))),
        ),
        RestMode::Individual => {
            for set in sets {
                bundles.extend(longer(set.rest_s).map(|(old, new)| {
                    bundle(Some(set.set_id), change(ctx, Some(set.set_id), Field::Rest, old, new))
                }));
            }
        }
    }
    if bundles.is_empty() {
        return Err(Miss::new(Guard::AsPlanned));
    }
    Ok(Firing { bundles, stuck: vec![] })
}
