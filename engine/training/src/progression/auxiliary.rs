//! P-17: an exercise that helps the technique of another, as an item beside it.

use domain::{
    change::{Change, Direction, Field, Value},
    exercise::{Exercise, Measure},
    id::Id,
    ladder::Per,
    plan::{ItemKind, PlanItem, ProgressionMode, Role, added_set_id},
    prescription::{Prescription, RepMode, RepPolicy, RestMode, RestPolicy, SetPrescription, SetType},
    progress::ProgressRecord,
    proposal::{ConsentSubject, Draft, EngineName, Proposal, ProposalKind},
    reason::{Reason, ReasonCode},
    session::ExercisePerformance,
    spec::SpecId,
    wellbeing::{Flag, FlagKind, MarkKind},
};

use super::{
    bundle::{Goal, most_of, target},
    case::Case,
    propose::{draft, propose},
};

/// Sets of an auxiliary item (P-17).
const SETS: usize = 2;

/// Seconds between them.
const REST_S: u32 = 60;

/// Whether the report asks for help with technique.
pub(super) fn is_wanted(case: &Case<'_>) -> bool {
    !case.is_skipped() && is_marked(case.performance)
}

fn is_marked(performance: &ExercisePerformance) -> bool {
    performance.marks.iter().any(|mark| mark.kind == MarkKind::Technique)
}

/// Whether the item is there to help with the exercise.
fn helps(item: &PlanItem, exercise: &Exercise) -> bool {
    item.kind == ItemKind::Auxiliary && exercise.auxiliaries.contains(&item.exercise_key)
}

/// What would be done, and the change that adds it: the first auxiliary that is at hand and not in the plan yet.
/// One is enough: nothing while the plan holds one for this exercise.
pub(super) fn offer(case: &Case<'_>) -> Option<(Goal, Change)> {
    if case.input.items.iter().any(|item| helps(item, case.exercise)) {
        return None;
    }
    let fits = |exercise: &&Exercise| {
        case.input.at_hand().allows(&exercise.equipment)
            && case.input.items.iter().all(|item| item.exercise_key != exercise.id)
    };
    let named = case.exercise.auxiliaries.iter().filter_map(|key| case.catalog.get(key));
    let exercise = named.map(|exercise| &**exercise).find(fits)?;
    let amount = exercise.rep_min.min(most_of(exercise.measure));
    let goal = Goal::free(exercise.id.clone(), exercise.measure, vec![amount; SETS]);
    let item = item(case, exercise, amount);
    let target = target(item.item_id);
    let new = Value::Item(Box::new(item));
    Some((goal, Change { target, field: Field::Exercise, old: Value::Nothing, new }))
}

/// The proposal to take the help out again, in the first report of the exercise after its flag lifted, unless another
/// exercise still asks for it.
pub(super) fn removal(case: &Case<'_>, record: &ProgressRecord) -> Option<Proposal> {
    let help = case.input.items.iter().find(|item| helps(item, case.exercise))?;
    if case.concerns.technique || !is_lifted(case) || is_asked_for(case, help) {
        return None;
    }
    let change = Change {
        target: target(help.item_id),
        field: Field::Exercise,
        old: Value::Item(Box::new(help.clone())),
        new: Value::Nothing,
    };
    let consent = case.input.consent.consent(ConsentSubject::StructureChange, Direction::Neutral)?;
    let reason = Reason::new(ReasonCode::TechniqueLifted, SpecId::new("P-17"));
    // No engine owns an item that nobody moves, so the plan itself takes it out (AR-2).
    propose(
        case,
        Draft {
            target: change.target,
            engine: EngineName::System,
            changes: vec![change],
            ..draft(case, record, ProposalKind::StructureChange, reason, consent)
        },
    )
}

/// Whether the technique flag of the exercise ended after the item was last reported, by this report at the latest.
fn is_lifted(case: &Case<'_>) -> bool {
    let past = case.input.history.get(&case.item.item_id).and_then(|past| past.last());
    let reported = past.map(|entry| entry.record.created_at);
    let is_new = |flag: &Flag| {
        flag.until.is_some_and(|until| until <= case.input.now && reported.is_none_or(|at| at < until))
    };
    let own = |flag: &&Flag| {
        flag.kind == FlagKind::Technique && flag.exercise_key.as_ref() == Some(&case.exercise.id)
    };
    case.input.flags.iter().filter(own).any(is_new)
}

/// Whether a flag or a mark of this report asks for the help.
fn is_asked_for(case: &Case<'_>, help: &PlanItem) -> bool {
    let input = case.input;
    let active =
        input.flags.iter().filter(|flag| flag.kind == FlagKind::Technique && flag.is_active(input.now));
    let flagged = active.filter_map(|flag| flag.exercise_key.as_ref());
    let marked = input.performances.iter().filter(|performance| is_marked(performance));
    let keys = flagged.chain(marked.map(|performance| &performance.exercise_key));
    keys.filter_map(|key| case.catalog.get(key)).any(|exercise| helps(help, exercise))
}

/// Last in the slot of the item that it helps, and moved by nobody.
fn item(case: &Case<'_>, exercise: &Exercise, amount: u32) -> PlanItem {
    let (beside, trace) = (case.item, &case.input.trace_id);
    let item_id = Id::named(format_args!("auxiliary|{}|{}", trace.as_str(), beside.item_id));
    let slot = |item: &PlanItem| (item.slot_weekday, item.slot_date, item.slot_time);
    let same = case.input.items.iter().filter(|item| slot(item) == slot(beside));
    let counted = |measure| (exercise.measure == measure).then_some(amount);
    let set = |index: usize| SetPrescription {
        set_id: added_set_id(item_id, trace, index),
        index: u32::try_from(index).unwrap_or(u32::MAX),
        kind: SetType::Working,
        reps: counted(Measure::Reps),
        seconds: counted(Measure::Seconds),
        meters: counted(Measure::Meters),
        per: if exercise.is_unilateral { Per::Side } else { Per::Both },
        load_g: None,
        rest_s: REST_S,
        rpe: None,
    };
    let rep_policy = match exercise.measure {
        Measure::Reps => RepPolicy::target(amount),
        Measure::Seconds | Measure::Meters => RepPolicy { mode: RepMode::NotSet, ..RepPolicy::range(8, 12) },
    };
    PlanItem {
        item_id,
        kind: ItemKind::Auxiliary,
        slot_weekday: beside.slot_weekday,
        slot_date: beside.slot_date,
        slot_time: beside.slot_time,
        order: same.map(|item| item.order + 1).max().unwrap_or(0),
        exercise_key: exercise.id.clone(),
        role: Role::Skill,
        tier: None,
        superset: None,
        progression_mode: ProgressionMode::Fixed,
        min_sets: None,
        difficulty: 100,
        prescription: Prescription {
            rep_policy,
            rest_policy: RestPolicy { mode: RestMode::AllSame, seconds: REST_S },
            sets: (0..SETS).map(set).collect(),
            level_ref: None,
            effort_target: None,
            cues: vec![],
        },
    }
}
