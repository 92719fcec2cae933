//! The load of an exercise today: where it comes from (LD-1), what lightens it (LD-6), what it may not exceed (LD-7).

use domain::{
    exercise::Exercise,
    grid::Grid,
    quantity::Grams,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Fit, Sense,
    estimate::{Effort, Evidence, Range, shifted_reserve},
    hint::{Body, Donor, HintKind, start_hint},
    layer::Layers,
};
use crate::tuning::Tuning;

/// Where a load comes from, in the order in which they are asked (LD-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LoadSource {
    /// A person said so.
    Override,
    /// The plan's own load.
    PlanItem,
    /// The best set of the last months.
    History,
    /// What is kept beside the history.
    Baseline,
}

/// How sure a load is (LD-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// A person, the plan or the history.
    High,
    /// A baseline.
    Medium,
    /// A hint.
    Low,
}

/// The load that the plan holds for an item, with the range that it was found for, if it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanLoad {
    /// The target load.
    pub load: Grams,
    /// The item's rep range.
    pub range: Option<Range>,
}

/// Everything that is known about the load of one exercise.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The load of an active Override.
    pub over: Option<Grams>,
    /// The load of the plan.
    pub plan_item: Option<PlanLoad>,
    /// What the past says, for the range of [`Target`].
    pub evidence: Evidence,
    /// The baseline in today's context (LD-3).
    pub baseline: Option<Grams>,
    /// Exercises from which a start hint may be taken.
    pub donors: &'a [Donor<'a>],
    /// What a hint is derived from otherwise.
    pub body: Body,
}

/// What the load is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Today's range.
    pub range: Range,
    /// Reps in reserve that the plan asks for on a usual day, before any layer.
    pub reserve: i64,
    /// Percent of the load from the second set on, when the first is a top set (RX-3).
    pub backoff_pct: Option<i64>,
}

/// The load of today, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Assignment {
    /// What to lift, or nothing when it is not known yet or there is none.
    pub load: Option<Grams>,
    /// What to lift from the second set on, if it differs.
    pub backoff: Option<Grams>,
    /// Where the load comes from.
    pub source: Option<LoadSource>,
    /// How sure the load or the hint is.
    pub confidence: Option<Confidence>,
    /// Where to start when there is no load.
    pub hint: Option<StartHint>,
    /// What changed the load.
    pub reasons: Vec<Reason>,
    /// `load_floor`, `load_ceiling` and `load_estimated`.
    pub warnings: Vec<Reason>,
}

/// A start load that can be put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StartHint {
    /// The load.
    pub load: Grams,
    /// How it was found.
    pub kind: HintKind,
}

impl Assignment {
    /// Whether the load was guessed, so that effort is capped (RX-4). Nothing added to a body is no guess.
    pub fn is_estimated(&self) -> bool {
        self.hint.is_some_and(|hint| hint.kind != HintKind::Unloaded)
    }
}

/// Reps in reserve at the effort that a hint is capped to (L-14).
const HINT_RESERVE: i64 = 3;

/// Assigns the load of today. Without a `grid` the exercise takes no load.
///
/// A load is rounded to the grid once, after everything that lightens it, and never to the harder side. What a person
/// or the plan says is kept as it was said when nothing lightens it.
pub fn assign(
    exercise: &Exercise,
    grid: Option<&Grid>,
    target: &Target,
    sources: &Sources<'_>,
    layers: &Layers,
    tuning: &Tuning,
) -> Assignment {
    let Some(grid) = grid else { return Assignment::default() };
    let sense = Sense::of(exercise);
    let Some((source, known)) = known_load(sense, target, sources, layers, tuning) else {
        return estimated(exercise, grid, sources, layers);
    };
    let mut assignment = Assignment {
        source: Some(source),
        confidence: Some(if source == LoadSource::Baseline { Confidence::Medium } else { Confidence::High }),
        reasons: layers.load_reason(tuning).into_iter().collect(),
        ..Assignment::default()
    };

    let mut exact = sense.percent(for_shift(sense, source, known, target, layers), layers.load_pct(tuning));
    if source != LoadSource::Override {
        if let Some(held) = sources.evidence.hold().filter(|&held| sense.is_harder(exact, held)) {
            exact = held;
            assignment.reasons.push(
                Reason::new(ReasonCode::HoldAfterFailure, SpecId::new("LD-7")).fact("load", Fact::load(held)),
            );
        }
        if let Some((fatigue, best)) = layers.fatigue.zip(sources.evidence.recent_best) {
            exact = sense.easier(exact, sense.percent(best, fatigue.load_cap_pct));
        }
    }

    let as_said = matches!(source, LoadSource::Override | LoadSource::PlanItem) && exact == known;
    let fit = if as_said { Fit { load: exact, warning: None } } else { sense.fit(grid, exact) };
    let backoff = target.backoff_pct.map(|pct| sense.fit(grid, sense.percent(exact, pct)).load);
    assignment.backoff = backoff.map(|load| sense.easier(load, fit.load)).filter(|&load| load != fit.load);
    assignment.load = Some(fit.load);
    assignment.warnings.extend(fit.warning);
    assignment
}

/// The first source that applies (LD-1), before any layer.
fn known_load(
    sense: Sense,
    target: &Target,
    sources: &Sources<'_>,
    layers: &Layers,
    tuning: &Tuning,
) -> Option<(LoadSource, Grams)> {
    let Sources { over, plan_item, evidence, baseline, .. } = sources;
    if let Some(load) = *over {
        return Some((LoadSource::Override, load));
    }
    let fits = |item: &PlanLoad| item.range.is_none_or(|range| range.contains(target.range.low));
    if let Some(item) = plan_item.filter(fits) {
        return Some((LoadSource::PlanItem, item.load));
    }
    // What is only estimated stays close to what was done (LD-4).
    let capped = |load: Grams| match evidence.recent_best {
        Some(best) => sense.easier(load, sense.percent(best, tuning.load_cap_pct)),
        None => load,
    };
    if let Some(best) = evidence.best {
        // A deload is lighter than the last accumulation load, not than another estimate (LD-6).
        let last = evidence.last_load.filter(|_| layers.deload);
        let reserve = shifted_reserve(target.reserve, layers.rir_shift());
        let load = last.unwrap_or_else(|| capped(best.history_load(target.range, reserve)));
        return Some((LoadSource::History, load));
    }
    baseline.map(|load| (LoadSource::Baseline, capped(load)))
}

/// The plan's load with more reps in reserve than it was meant for (L-14).
fn for_shift(sense: Sense, source: LoadSource, load: Grams, target: &Target, layers: &Layers) -> Grams {
    let shifted = shifted_reserve(target.reserve, layers.rir_shift());
    if source != LoadSource::PlanItem || shifted == target.reserve {
        return load;
    }
    let divisor = |reserve| Effort { range: target.range, reserve }.divisor();
    sense.ratio(load, divisor(target.reserve), divisor(shifted))
}

/// No load, but where to start (LD-1, LD-5).
fn estimated(exercise: &Exercise, grid: &Grid, sources: &Sources<'_>, layers: &Layers) -> Assignment {
    let Some(guess) = start_hint(exercise, sources.donors, &sources.body) else {
        return Assignment::default();
    };
    let fit = Sense::of(exercise).fit(grid, guess.load);
    let mut assignment = Assignment {
        hint: Some(StartHint { load: fit.load, kind: guess.kind }),
        confidence: Some(Confidence::Low),
        ..Assignment::default()
    };
    if assignment.is_estimated() {
        let reserve = shifted_reserve(HINT_RESERVE, layers.rir_shift());
        assignment.warnings.extend(fit.warning);
        assignment
            .warnings
            .push(Reason::new(ReasonCode::LoadEstimated, SpecId::new("LD-1")).fact("reserve", reserve));
    }
    assignment
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{
        estimate::{
            PastSet, Window,
            tests::{evidence, now, set},
        },
        hint::Sex,
        iron::Iron,
        layer::FatigueLayer,
        tests::{bench, exercise, kg},
    };
    use domain::{
        exercise::{Implement, LoadSemantics, TrainingAge},
        quantity::{Hundredths, MassUnit},
    };

    const TARGET: Target = Target { range: Range::new(6, 10), reserve: 2, backoff_pct: None };

    fn nothing() -> Sources<'static> {
        let body = Body { weight: Some(kg(80)), sex: Sex::Male, training_age: TrainingAge::Intermediate };
        Sources {
            over: None,
            plan_item: None,
            evidence: Evidence::default(),
            baseline: None,
            donors: &[],
            body,
        }
    }

    fn planned(load: Grams) -> Sources<'static> {
        Sources { plan_item: Some(PlanLoad { load, range: Some(Range::new(6, 10)) }), ..nothing() }
    }

    fn today(sources: &Sources<'_>, layers: &Layers) -> Assignment {
        let grid = Iron::standard(MassUnit::Kg).grid_for(&bench());
        assign(&bench(), grid, &TARGET, sources, layers, &Tuning::default())
    }

    fn load(sources: &Sources<'_>, layers: &Layers) -> Grams {
        today(sources, layers).load.unwrap()
    }

    fn codes(reasons: &[Reason]) -> Vec<ReasonCode> {
        reasons.iter().map(|reason| reason.code).collect()
    }

    fn readiness(readiness: u8) -> Layers {
        Layers { readiness, ..Layers::default() }
    }

    const DELOAD: Layers = Layers { deload: true, readiness: 3, break_days: None, fatigue: None };

    #[test]
    fn ld_1_sources_are_asked_in_their_order() {
        let full = Sources {
            over: Some(Grams(71_300)),
            evidence: evidence(&[set(3, kg(100), 8)]),
            baseline: Some(kg(60)),
            ..planned(kg(90))
        };
        let source = |sources: &Sources<'_>| {
            let assignment = today(sources, &Layers::default());
            (assignment.source.unwrap(), assignment.load.unwrap(), assignment.confidence.unwrap())
        };
        assert_eq!(source(&full), (LoadSource::Override, Grams(71_300), Confidence::High));
        let full = Sources { over: None, ..full };
        assert_eq!(source(&full), (LoadSource::PlanItem, kg(90), Confidence::High));
        // A plan's load for 12 reps says nothing about 6.
        let other = PlanLoad { load: kg(90), range: Some(Range::new(10, 15)) };
        let full = Sources { plan_item: Some(other), ..full };
        assert_eq!(source(&full), (LoadSource::History, kg(95), Confidence::High));
        let full = Sources { evidence: Evidence::default(), ..full };
        assert_eq!(source(&full), (LoadSource::Baseline, kg(60), Confidence::Medium));
    }

    #[test]
    fn ld_1_without_a_source_there_is_a_hint_and_no_load() {
        let guessed = today(&nothing(), &Layers::default());
        assert_eq!((guessed.load, guessed.source, guessed.confidence), (None, None, Some(Confidence::Low)));
        assert_eq!(guessed.hint, Some(StartHint { load: kg(50), kind: HintKind::BodyweightRatio }));
        assert_eq!(codes(&guessed.warnings), [ReasonCode::LoadEstimated]);
        assert!(guessed.is_estimated());
        let push_up = exercise(|exercise| {
            exercise.implement = Implement::Bodyweight;
            exercise.load_semantics = LoadSemantics::Bodyweight;
            exercise.loadable = true;
        });
        let grid = Iron::standard(MassUnit::Kg).grid_for(&push_up);
        let free = assign(&push_up, grid, &TARGET, &nothing(), &Layers::default(), &Tuning::default());
        assert_eq!(free.hint, Some(StartHint { load: Grams::ZERO, kind: HintKind::Unloaded }));
        assert!(!free.is_estimated() && free.warnings.is_empty());
        let hold = assign(&push_up, None, &TARGET, &planned(kg(5)), &Layers::default(), &Tuning::default());
        assert_eq!(hold, Assignment::default());
    }

    #[test]
    fn ld_1_a_load_of_the_plan_is_rounded_only_when_something_lightens_it() {
        assert_eq!(load(&planned(Grams(61_300)), &Layers::default()), Grams(61_300));
        assert_eq!(load(&planned(Grams(61_300)), &readiness(2)), Grams(57_500));
    }

    #[test]
    fn ld_6_the_smallest_factor_counts_once() {
        assert_eq!(load(&planned(kg(100)), &Layers::default()), kg(100));
        assert_eq!(load(&planned(kg(100)), &readiness(2)), kg(95));
        assert_eq!(load(&planned(kg(200)), &DELOAD), kg(150));
        assert_eq!(load(&planned(kg(200)), &Layers { readiness: 1, ..DELOAD }), kg(150));
        let back = Layers { break_days: Some(15), readiness: 2, ..Layers::default() };
        assert_eq!(load(&planned(kg(100)), &back), kg(90));
        assert_eq!(codes(&today(&planned(kg(100)), &back).reasons), [ReasonCode::ReturnAfterBreak]);
    }

    #[test]
    fn ld_6_a_deload_acts_on_the_last_accumulation_load() {
        let deload = PastSet { deload: true, ..set(1, kg(75), 8) };
        let past = Sources { evidence: evidence(&[set(9, kg(100), 6), deload]), ..nothing() };
        // The estimate would be 90 kg; three quarters of it would lighten twice.
        let assignment = today(&past, &DELOAD);
        assert_eq!((assignment.load, codes(&assignment.reasons)), (Some(kg(75)), vec![ReasonCode::Deload]));
        assert_eq!(assignment.reasons[0].facts["pct"], Fact::Count(75));
    }

    #[test]
    fn ld_7_after_a_failure_no_source_but_a_person_goes_higher() {
        let failed = evidence(&[set(2, kg(100), 6), set(2, kg(100), 5), set(2, kg(100), 4)]);
        let after =
            |sources: Sources<'static>| today(&Sources { evidence: failed, ..sources }, &Layers::default());
        let held = after(planned(Grams(102_500)));
        assert_eq!((held.load, codes(&held.reasons)), (Some(kg(100)), vec![ReasonCode::HoldAfterFailure]));
        assert_eq!(held.reasons[0].facts["load"], Fact::load(kg(100)));
        assert!(after(nothing()).load <= Some(kg(100)));
        assert_eq!(after(Sources { over: Some(kg(110)), ..nothing() }).load, Some(kg(110)));
        // Nothing was changed, so there is no reason either.
        assert_eq!(after(planned(kg(95))).reasons, []);
    }

    #[test]
    fn ld_7_failed_assistance_does_not_shrink() {
        let assisted = exercise(|exercise| {
            exercise.implement = Implement::Machine;
            exercise.load_semantics = LoadSemantics::Assistance;
        });
        let window = Window { now: now(), days: 90, bodyweight: None };
        let failed = Evidence::of(&assisted, TARGET.range, [set(2, kg(20), 4)], &window);
        let assigned = |sources: &Sources<'_>, layers: &Layers| {
            let grid = Iron::standard(MassUnit::Kg).grid_for(&assisted);
            assign(&assisted, grid, &TARGET, sources, layers, &Tuning::default())
        };
        let held = assigned(&Sources { evidence: failed, ..planned(kg(15)) }, &Layers::default());
        assert_eq!((held.load, codes(&held.reasons)), (Some(kg(20)), vec![ReasonCode::HoldAfterFailure]));
        // A deload means more help: 20 / 0.75 = 26.7, raised to 30.
        assert_eq!(assigned(&planned(kg(20)), &DELOAD).load, Some(kg(30)));
    }

    #[test]
    fn ld_4_an_estimate_stays_within_five_percent_of_the_recent_best() {
        // 60 kg x 30 is an estimated 1RM of 120 kg, but for 6-10 reps only 60 kg were ever moved.
        let past = Sources { evidence: evidence(&[set(3, kg(60), 30)]), ..nothing() };
        assert_eq!(load(&past, &Layers::default()), Grams(62_500));
        let trusting = Sources { baseline: Some(kg(90)), ..nothing() };
        assert_eq!(load(&trusting, &Layers::default()), kg(90));
    }

    fn in_pounds(target: &Target, sources: &Sources<'_>, cap: i64) -> Assignment {
        let layers =
            Layers { fatigue: Some(FatigueLayer { rir_shift: 1, load_cap_pct: cap }), ..Layers::default() };
        let grid = Iron::standard(MassUnit::Lb).grid_for(&bench());
        assign(&bench(), grid, target, sources, &layers, &Tuning::default())
    }

    fn pounds(load: Option<Grams>) -> Option<Hundredths> {
        load.map(|load| load.display(MassUnit::Lb))
    }

    #[test]
    fn l_14_shift_cap_and_backoff_of_the_examples() {
        let past = Sources { evidence: evidence(&[set(3, Grams(83_915), 8)]), ..nothing() };
        let straight = in_pounds(&TARGET, &past, 95);
        assert_eq!((pounds(straight.load), straight.backoff), (Some(Hundredths::whole(170)), None));
        let top = in_pounds(&Target { backoff_pct: Some(88), ..TARGET }, &past, 95);
        assert_eq!(pounds(top.load), Some(Hundredths::whole(170)));
        assert_eq!(pounds(top.backoff), Some(Hundredths::whole(150)));
        // 85 % of 185 lb are 157.25.
        assert_eq!(pounds(in_pounds(&TARGET, &past, 85).load), Some(Hundredths::whole(155)));
    }

    #[test]
    fn l_14_a_load_of_the_plan_is_eased_by_the_shift() {
        // 100 kg x 80 / 82 = 97.56 kg.
        let layers =
            Layers { fatigue: Some(FatigueLayer { rir_shift: 1, load_cap_pct: 100 }), ..Layers::default() };
        assert_eq!(load(&planned(kg(100)), &layers), Grams(97_500));
        let known = Sources { evidence: evidence(&[set(3, kg(90), 8)]), ..planned(kg(100)) };
        assert_eq!(load(&known, &layers), kg(90));
    }
}
