//! What the answers of a model are judged by: server-owned fields are set, then schema and validators decide (L-23, L-24).

use domain::reason::{Reason, ReasonCode};
use domain::spec::SpecId;

use crate::{
    check::{self, normalize},
    document::{plan::AnalyzerPlan, read, workout::Workout},
    facts::Context,
    fault::Fault,
    rules::render::Setting,
};

/// A document of a model that keeps every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft<T> {
    /// The document.
    pub document: T,
    /// Fields that the server had to set.
    pub normalized: usize,
}

impl<T> Draft<T> {
    /// The warning that fields were set, if any were.
    pub fn warning(&self) -> Option<Reason> {
        let reason = Reason::new(ReasonCode::FieldNormalized, SpecId::new("L-24"));
        (self.normalized > 0).then(|| reason.fact("count", self.normalized))
    }
}

/// The plan that an answer means, or everything that is wrong with it.
pub fn plan(content: &str, context: &Context<'_>) -> Result<Draft<AnalyzerPlan>, Vec<Fault>> {
    let mut value = read::plan_value(content)?;
    let normalized = normalize::plan(&mut value, context.prepared);
    let document = read::plan(value)?;
    let faults = check::plan(&document, context);
    if faults.is_empty() { Ok(Draft { document, normalized }) } else { Err(faults) }
}

/// The workout that an answer means, or everything that is wrong with it.
pub fn workout(
    content: &str,
    plan: &AnalyzerPlan,
    workout_id: &str,
    setting: &Setting<'_>,
) -> Result<Draft<Workout>, Vec<Fault>> {
    let mut value = read::workout_value(content)?;
    let normalized = normalize::workout(&mut value, plan, workout_id, setting);
    let document = read::workout(value)?;
    let faults = check::workout(&document, plan, setting);
    if faults.is_empty() { Ok(Draft { document, normalized }) } else { Err(faults) }
}
