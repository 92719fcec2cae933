//! P-12..P-14: items without levels, moved by where their reps fall in a range.

use domain::{
    change::{Change, Field, Value},
    exercise::{Exercise, ExerciseKey, LoadSemantics},
    plan::ProgressionMode,
    prescription::SetPrescription,
    progress::LevelDecision,
    quantity::{Grams, MassUnit},
    reason::{Reason, ReasonCode},
    session::{ExercisePerformance, FrozenTargets, SetPerformance},
    spec::SpecId,
};

use super::{
    bundle::Bundle,
    case::Case,
    skip,
    verdict::{Verdict, Wants, standing_still},
    veto,
};

/// One way to answer a verdict on a range item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Way {
    /// Code of its text.
    pub(super) label: &'static str,
    pub(super) preselected: bool,
    /// Nothing keeps the numbers as they are.
    pub(super) changes: Vec<Change>,
    /// The load that it adds.
    pub(super) step_g: Option<Grams>,
}

/// One session of a range item: what was asked, and the weakest set.
struct Effort<'a> {
    /// What must be alike for two sessions to count together: exercise, sets, range, load.
    asked: (&'a ExerciseKey, usize, u32, u32, Option<Grams>),
    /// Lowest reps over the working sets; [`None`] when fewer sets were completed than asked.
    lowest: Option<u32>,
    /// Reps below which it fell short.
    low: u32,
    high: u32,
    rpe: Option<i64>,
}

impl<'a> Effort<'a> {
    fn of(performance: &'a ExercisePerformance, frozen: &FrozenTargets) -> Self {
        let plan = &frozen.prescription;
        let (low, high) = (plan.rep_policy.low, plan.rep_policy.high);
        let sets = plan.working_sets().count();
        let load = plan.working_sets().find_map(|set| set.load_g).filter(|load| load.0 > 0);
        let working = domain::prescription::SetType::Working;
        let done = performance.sets.iter().filter(|set| set.completed && set.kind == working);
        let amounts: Vec<u32> = done.filter_map(SetPerformance::amount).collect();
        // P-51: what a modifier took away is no shortfall.
        let asked = plan.working_sets().filter_map(SetPrescription::amount).min();
        let floor = if frozen.volume_pct < 100 { asked.map_or(low, |asked| asked.min(low)) } else { low };
        Self {
            asked: (&performance.exercise_key, sets, low, high, load),
            lowest: amounts.iter().copied().min().filter(|_| amounts.len() >= sets),
            low: floor,
            high,
            rpe: performance.effort().map(domain::quantity::Rpe::tenths),
        }
    }

    fn is_below(&self) -> bool {
        self.lowest.is_none_or(|lowest| lowest < self.low)
    }

    fn is_at_top(&self) -> bool {
        self.lowest.is_some_and(|lowest| lowest >= self.high)
    }

    fn is_above(&self) -> bool {
        self.lowest.is_some_and(|lowest| lowest > self.high)
    }
}

/// Decides about a range item.
pub(super) fn judge(case: &Case<'_>) -> Verdict {
    let hold = |reason| Verdict::new(LevelDecision::HoldRange, reason);
    if case.is_skipped() {
        let mut verdict = skip::verdict(case, SpecId::new("P-16"), LevelDecision::HoldRange);
        verdict.offers.clear();
        return verdict;
    }
    let frozen = frozen(case);
    let sessions = sessions(case, &frozen);
    let Some(now) = sessions.first() else {
        return hold(Reason::new(ReasonCode::Consolidate, SpecId::new("P-12")));
    };
    if case.is_painful() {
        return regress(case, now, Reason::new(ReasonCode::Pain, SpecId::new("P-52")));
    }
    if let Some(reason) = standing_still(case, SpecId::new("P-53")) {
        return hold(reason);
    }
    if is_over(case, &sessions) {
        return veto::on_range(case).map_or_else(|| advance(case, now), hold);
    }
    let recent = sessions.iter().take(case.tuning().range_sessions);
    let below = recent.filter(|session| session.is_below()).count();
    if now.is_below() && below >= 2 {
        let reason = Reason::new(ReasonCode::BelowRange, SpecId::new("P-14"));
        return regress(case, now, reason.fact("low", now.low).fact("n", below));
    }
    hold(Reason::new(ReasonCode::Consolidate, SpecId::new("P-12")))
}

/// The targets at the start; without frozen ones the plan as it stands.
fn frozen(case: &Case<'_>) -> FrozenTargets {
    case.performance.frozen.clone().unwrap_or_else(|| FrozenTargets {
        prescription: case.item.prescription.clone(),
        plan_volume: case.targets.plan,
        volume_pct: 100,
        load_pct: 100,
        superset: case.item.superset.clone(),
    })
}

/// This session and those before it that were asked the same, newest first: a change starts anew.
fn sessions<'c>(case: &'c Case<'_>, frozen: &FrozenTargets) -> Vec<Effort<'c>> {
    let now = Effort::of(case.performance, frozen);
    let asked = now.asked;
    let before = case.past.done().map_while(|entry| {
        let performance = entry.performance.as_ref()?;
        let effort = Effort::of(performance, performance.frozen.as_ref()?);
        (effort.asked == asked && entry.record.decision != LevelDecision::None).then_some(effort)
    });
    let before: Vec<_> = before.collect();
    std::iter::once(now).chain(before).collect()
}

/// P-13: three sessions at the top with one above it, or four at the top without strain.
fn is_over(case: &Case<'_>, sessions: &[Effort<'_>]) -> bool {
    let tuning = case.tuning();
    let last = |n: usize| sessions.get(..n).filter(|last| last.iter().all(Effort::is_at_top));
    let above = last(tuning.range_sessions).is_some_and(|last| last.iter().any(Effort::is_above));
    let easy = |effort: &Effort<'_>| effort.rpe.is_none_or(|rpe| rpe <= tuning.range_rpe);
    above || last(tuning.range_sessions_at_top).is_some_and(|last| last.iter().all(easy))
}

fn advance(case: &Case<'_>, now: &Effort<'_>) -> Verdict {
    let reason = Reason::new(ReasonCode::AboveRange, SpecId::new("P-13"));
    let reason = reason.fact("low", now.low).fact("high", now.high);
    let mut ways: Vec<_> =
        [one_more_set(case), some_load(case), harder_variation(case)].into_iter().flatten().collect();
    if ways.is_empty() {
        ways.extend(higher_range(case));
    }
    if let Some(first) = ways.first_mut() {
        first.preselected = true;
    }
    Verdict { wants: Wants::Ways(ways), ..Verdict::new(LevelDecision::AdvanceRange, reason) }
}

fn regress(case: &Case<'_>, now: &Effort<'_>, reason: Reason) -> Verdict {
    let cue = Way { label: "technique_cue", preselected: false, changes: vec![], step_g: None };
    let mut ways: Vec<_> =
        [easier_variation(case), one_set_less(case), Some(cue)].into_iter().flatten().collect();
    let far_below = now.lowest.is_none_or(|lowest| lowest + 3 <= now.low);
    let order = if far_below {
        ["easier_variation", "set_removed", "technique_cue"]
    } else {
        ["set_removed", "easier_variation", "technique_cue"]
    };
    let chosen = order.into_iter().find_map(|label| ways.iter().position(|way| way.label == label));
    if let Some(chosen) = chosen {
        ways[chosen].preselected = true;
    }
    Verdict { wants: Wants::Ways(ways), ..Verdict::new(LevelDecision::RegressRange, reason) }
}

fn bundle<'a>(case: &Case<'a>) -> Bundle<'a> {
    Bundle::new(case.item, &case.input.trace_id)
}

fn way(label: &'static str, bundle: Bundle<'_>) -> Option<Way> {
    let changes = bundle.changes;
    (!changes.is_empty()).then_some(Way { label, preselected: false, changes, step_g: None })
}

/// P-13 (a).
fn one_more_set(case: &Case<'_>) -> Option<Way> {
    let mut bundle = bundle(case);
    let sets = bundle.working_sets().len();
    if u32::try_from(sets).is_ok_and(|sets| sets < case.tuning().max_sets) {
        bundle.resize(sets + 1);
    }
    way("set_added", bundle)
}

/// P-13 (b): the smallest multiple of the athlete's own step that is not below the usual one.
fn some_load(case: &Case<'_>) -> Option<Way> {
    let exercise = case.catalog.get(&case.item.exercise_key).filter(|exercise| exercise.takes_load())?;
    let least = match case.input.unit {
        MassUnit::Kg => 2000,
        MassUnit::Lb => 2268,
    };
    let own = case.input.load_steps.get(&exercise.id).map_or(0, |step| step.0);
    let step = if own > 0 { (least + own - 1) / own * own } else { least };
    let mut bundle = bundle(case);
    for set in bundle.working_sets() {
        let load = bundle.after.set(set).and_then(|set| set.load_g).unwrap_or(Grams::ZERO);
        bundle.put_set(set, Field::Load, load + Grams(step));
    }
    start_at_the_bottom(&mut bundle, case);
    bundle.put(Field::ProgressionMode, ProgressionMode::Load.as_str());
    way("load_added", bundle).map(|way| Way { step_g: Some(Grams(step)), ..way })
}

/// P-13 (c).
fn harder_variation(case: &Case<'_>) -> Option<Way> {
    let harder = variation(case, |exercise| exercise.harder.as_ref())?;
    let mut bundle = bundle(case);
    bundle.put(Field::Variation, harder.id.as_str());
    start_at_the_bottom(&mut bundle, case);
    way("harder_variation", bundle)
}

/// P-13 (d): nothing else is left.
fn higher_range(case: &Case<'_>) -> Option<Way> {
    let policy = &case.item.prescription.rep_policy;
    let (low, high) = (policy.low + 2, policy.high + 2);
    let mut bundle = bundle(case);
    if high <= 100 {
        bundle.put(Field::RepLow, i64::from(low));
        bundle.put(Field::RepHigh, i64::from(high));
        for set in bundle.working_sets() {
            let reps = bundle.after.set(set).and_then(|set| set.reps);
            if reps.is_some_and(|reps| reps < low) {
                bundle.put_set(set, Field::Reps, i64::from(low));
            }
        }
    }
    way("range_raised", bundle)
}

/// P-14 (a).
fn easier_variation(case: &Case<'_>) -> Option<Way> {
    let easier = variation(case, |exercise| exercise.easier.as_ref())?;
    let mut bundle = bundle(case);
    bundle.put(Field::Variation, easier.id.as_str());
    way("easier_variation", bundle)
}

/// P-14 (b).
fn one_set_less(case: &Case<'_>) -> Option<Way> {
    let mut bundle = bundle(case);
    let sets = bundle.working_sets().len();
    if sets >= 3 {
        bundle.resize(sets - 1);
    }
    way("set_removed", bundle)
}

/// The neighbor of the item's exercise, if it can be done here, without load and counted alike.
fn variation<'a>(
    case: &Case<'a>,
    neighbor: impl Fn(&'a Exercise) -> Option<&'a ExerciseKey>,
) -> Option<&'a Exercise> {
    let exercise = case.catalog.get(&case.item.exercise_key)?;
    let other = case.catalog.get(neighbor(exercise)?)?;
    let unloaded = matches!(other.load_semantics, LoadSemantics::Bodyweight | LoadSemantics::None);
    let fits = unloaded && other.measure == exercise.measure && case.input.at_hand().allows(&other.equipment);
    fits.then_some(other)
}

fn start_at_the_bottom(bundle: &mut Bundle<'_>, case: &Case<'_>) {
    let low = case.item.prescription.rep_policy.low;
    for set in bundle.working_sets() {
        if bundle.after.set(set).is_some_and(|set| set.reps.is_some()) {
            bundle.put_set(set, Field::Reps, Value::from(i64::from(low)));
        }
    }
}
