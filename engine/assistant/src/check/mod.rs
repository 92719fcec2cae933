//! The validators: whether a plan and a workout keep the rules, whoever made them (L-23, L-24).
//!
//! All of them run after the schema, in the order of the table; each fault says where, what was expected, what was found.

mod load;
pub mod normalize;
mod outline;
mod prescription;
mod time;
mod volume;
mod workout;

use crate::{
    document::plan::AnalyzerPlan,
    facts::{
        Context,
        item::{Item, items},
    },
    fault::{Fault, FaultCode, Faults},
};

pub use outline::unsafe_word;
pub use workout::workout;

/// A plan beside what it is judged by.
pub(crate) struct Case<'c, 'a> {
    plan: &'c AnalyzerPlan,
    context: &'c Context<'a>,
    /// The exercises that the catalogue knows, with their index in the plan.
    items: Vec<(usize, Item<'c>)>,
}

impl<'c> Case<'c, '_> {
    /// The known exercises without the general warm-up.
    fn worked(&self) -> impl Iterator<Item = &(usize, Item<'c>)> {
        self.items.iter().filter(|(_, item)| item.planned.tier != domain::plan::SessionTier::W)
    }

    /// The known exercises alone.
    fn known(&self) -> Vec<Item<'c>> {
        self.items.iter().map(|(_, item)| *item).collect()
    }
}

/// One validator: the code that it reports and what it looks at.
struct Validator {
    code: FaultCode,
    check: fn(&Case<'_, '_>, FaultCode, &mut Faults),
}

const fn row(code: FaultCode, check: fn(&Case<'_, '_>, FaultCode, &mut Faults)) -> Validator {
    Validator { code, check }
}

/// L-23, in its order.
const PLAN: &[Validator] = &[
    row(FaultCode::MetaMismatch, outline::meta),
    row(FaultCode::TypeNotAllowed, outline::session_type),
    row(FaultCode::MusclesMissing, outline::muscles),
    row(FaultCode::TiersBad, outline::tiers),
    row(FaultCode::CutOrderBad, outline::cut_order),
    row(FaultCode::ExerciseUnknown, prescription::unknown),
    row(FaultCode::ExerciseDuplicate, prescription::duplicate),
    row(FaultCode::ExerciseBanned, prescription::banned),
    row(FaultCode::EquipmentUnavailable, prescription::equipment),
    row(FaultCode::RepRangeBad, prescription::rep_range),
    row(FaultCode::RirOutOfBand, prescription::rir),
    row(FaultCode::LoadAboveBest, load::above_best),
    row(FaultCode::LoadWithoutHistory, load::without_history),
    row(FaultCode::LoadCapBad, load::cap),
    row(FaultCode::LoadOffGrid, load::off_grid),
    row(FaultCode::LoadNotApplicable, load::not_applicable),
    row(FaultCode::FatigueTooLoose, outline::fatigue),
    row(FaultCode::TierDropped, outline::dropped),
    row(FaultCode::WarmupBad, prescription::warmups),
    row(FaultCode::SupersetBad, prescription::supersets),
    row(FaultCode::SetsOverAgeCap, volume::age_cap),
    row(FaultCode::VolumeOverCeiling, volume::ceiling),
    row(FaultCode::SetCountOver, time::set_count),
    row(FaultCode::TimeOver, time::over),
    row(FaultCode::TextUnsafe, outline::texts),
];

/// Everything that is wrong with a plan of this request; nothing when it may be rendered.
pub fn plan(plan: &AnalyzerPlan, context: &Context<'_>) -> Vec<Fault> {
    let known = items(context.library(), &plan.exercise_plan).into_iter();
    let indexes = plan.exercise_plan.iter().enumerate().filter(|(_, one)| context.place(&one.slug).is_some());
    let case = Case { plan, context, items: indexes.map(|(index, _)| index).zip(known).collect() };
    let mut faults = Faults::default();
    for validator in PLAN {
        (validator.check)(&case, validator.code, &mut faults);
    }
    faults.into_vec()
}
