//! The verdict of one session on one proposal (OU-5): the table, and what its lines look at.

use domain::{
    change::{Change, Field, Value},
    prescription::{RepMode, RepPolicy, SetType},
    proposal::Outcome,
    quantity::{Grams, Seconds, div_half_up},
    reason::Fact,
    session::{ExercisePerformance, SetPerformance},
    vocabulary::vocabulary,
};

use super::{
    eligible::{Pause, pauses},
    follow::{Follow, Move},
    input::Answered,
    required::Kind,
    tuning::OutcomeTuning,
};
use crate::suggestion::sets::progression_sets;

/// What a session says about a proposal, before its context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Good, too much, too little, not enough, or not followed.
    pub outcome: Outcome,
    /// 0..100.
    pub confidence: u8,
    /// The numbers behind it.
    pub seen: Seen,
}

vocabulary! {
    /// Where reps fell in relation to their policy.
    pub enum Zone: "zone" {
        Low = "low",
        Inside = "inside",
        High = "high",
    }
}

/// The zone of `reps`; [`None`] without a policy.
pub fn zone(policy: &RepPolicy, reps: u32) -> Option<Zone> {
    let (low, high) = match policy.mode {
        RepMode::Range => {
            let band = match policy.high.saturating_sub(policy.low) {
                ..=3 => 1,
                4..=6 => 2,
                7.. => 3,
            };
            (policy.low, policy.high.saturating_add(band))
        }
        RepMode::Target => (policy.target.saturating_sub(1).max(1), policy.target.saturating_add(1)),
        RepMode::NotSet | RepMode::UntilFailure => return None,
    };
    Some(match reps {
        few if few < low => Zone::Low,
        many if many > high => Zone::High,
        _ => Zone::Inside,
    })
}

/// What the lines of the table look at; what does not belong to the kind of change is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    /// How much of the change was made.
    pub follow: Option<Follow>,
    /// Whether the athlete went the other way.
    backward: bool,
    /// Whether the athlete went well beyond what was proposed.
    beyond: bool,
    /// Where the reps of the set fell.
    pub zone: Option<Zone>,
    /// Reps done above those proposed; negative when short of them.
    ahead: i64,
    /// Whether the reps are below the least that the policy wants.
    below_floor: bool,
    /// Whether an easier load helped no more than the harder one before.
    no_help: bool,
    /// Whether the sets after the rest were better than those of the trigger; absent when they cannot be compared.
    better: Option<bool>,
    /// How many of the progression sets are in each zone.
    tally: Tally,
    /// Whether the set was logged as proposed.
    as_typed: bool,
    /// What was asked for.
    pub asked: Option<Fact>,
    /// What was done.
    pub done: Option<Fact>,
    /// The reps behind it.
    pub reps: Option<Fact>,
}

/// How many sets are in each zone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    low: usize,
    inside: usize,
    high: usize,
}

impl Tally {
    fn half(self, count: usize) -> bool {
        let all = self.low + self.inside + self.high;
        all > 0 && 2 * count >= all
    }
}

/// One line: for this kind of change, when the condition holds, this verdict with this confidence.
struct Line(Kind, fn(&Seen) -> bool, Outcome, u8);

/// The table of OU-5; the first line that applies counts.
const LINES: &[Line] = &[
    Line(Kind::LoadHarder, |seen| seen.beyond, Outcome::TooEasy, 80),
    Line(Kind::LoadHarder, |seen| seen.backward, Outcome::Ignored, 70),
    Line(Kind::LoadHarder, |seen| seen.follow == Some(Follow::None), Outcome::Ignored, 90),
    Line(Kind::LoadHarder, |seen| seen.zone == Some(Zone::Low), Outcome::TooAggressive, 85),
    Line(Kind::LoadHarder, |seen| seen.zone == Some(Zone::High), Outcome::TooEasy, 85),
    Line(Kind::LoadHarder, |seen| seen.zone == Some(Zone::Inside), Outcome::Good, 90),
    Line(Kind::LoadEasier, |seen| seen.beyond, Outcome::Insufficient, 80),
    Line(Kind::LoadEasier, |seen| seen.backward, Outcome::Ignored, 70),
    Line(Kind::LoadEasier, |seen| seen.follow == Some(Follow::None), Outcome::Ignored, 90),
    Line(Kind::LoadEasier, |seen| seen.zone == Some(Zone::Low), Outcome::Insufficient, 85),
    Line(Kind::LoadEasier, |seen| seen.no_help, Outcome::Insufficient, 70),
    Line(Kind::LoadEasier, |seen| seen.zone.is_some(), Outcome::Good, 90),
    Line(Kind::RepsHarder, |seen| seen.below_floor, Outcome::TooAggressive, 85),
    Line(Kind::RepsHarder, |seen| seen.ahead >= 2, Outcome::TooEasy, 80),
    Line(Kind::RepsHarder, |seen| seen.ahead >= 0, Outcome::Good, 90),
    Line(Kind::RepsHarder, |_| true, Outcome::Ignored, 80),
    Line(Kind::RestLonger, |seen| seen.follow == Some(Follow::None), Outcome::Ignored, 90),
    Line(Kind::RestLonger, |seen| seen.better == Some(true), Outcome::Good, 90),
    Line(Kind::RestLonger, |seen| seen.better.is_some() && seen.beyond, Outcome::Insufficient, 80),
    Line(Kind::RestLonger, |seen| seen.better.is_some(), Outcome::Insufficient, 70),
    Line(Kind::RepPolicy, |seen| seen.tally.half(seen.tally.low), Outcome::TooAggressive, 80),
    Line(Kind::RepPolicy, |seen| seen.tally.half(seen.tally.high), Outcome::TooEasy, 80),
    Line(Kind::RepPolicy, |seen| seen.tally.half(seen.tally.inside), Outcome::Good, 85),
    Line(Kind::RepPolicy, |seen| seen.tally != Tally::default(), Outcome::Ignored, 70),
    Line(Kind::SetType, |seen| seen.as_typed, Outcome::Good, 95),
    Line(Kind::SetType, |_| true, Outcome::Ignored, 90),
];

/// What `performance` says about a proposal by its primary change; [`None`] when no line applies.
pub fn verdict(
    answered: &Answered,
    primary: &Change,
    performance: &ExercisePerformance,
    tuning: &OutcomeTuning,
) -> Option<Verdict> {
    let kind = Kind::of(primary, answered.assistance);
    let seen = look(kind, answered, primary, performance, tuning)?;
    let Line(_, _, outcome, confidence) =
        LINES.iter().find(|Line(of, holds, ..)| *of == kind && holds(&seen))?;
    let partial = seen.follow == Some(Follow::Partial);
    let confidence = if partial { (*confidence).min(tuning.partial_most) } else { *confidence };
    Some(Verdict { outcome: *outcome, confidence, seen })
}

fn look(
    kind: Kind,
    answered: &Answered,
    primary: &Change,
    performance: &ExercisePerformance,
    tuning: &OutcomeTuning,
) -> Option<Seen> {
    match kind {
        Kind::LoadHarder | Kind::LoadEasier => at_load(answered, primary, performance, tuning),
        Kind::RepsHarder => at_reps(answered, primary, performance),
        Kind::RestLonger => at_rest(answered, primary, performance, tuning),
        Kind::RepPolicy => at_policy(answered, performance),
        Kind::SetType => at_type(answered, primary, performance),
        Kind::RestShorter | Kind::Other => None,
    }
}

fn at_load(
    answered: &Answered,
    primary: &Change,
    performance: &ExercisePerformance,
    tuning: &OutcomeTuning,
) -> Option<Seen> {
    let set = own_set(answered, performance)?;
    let (used, reps) = (set.load_g?, set.reps?);
    let moved = moved(primary, used.0)?;
    let policy = answered.rep_policy();
    let before = own_set(answered, &answered.basis).and_then(|set| set.reps);
    let step = answered.proposal.step_g;
    Some(Seen {
        follow: Some(moved.follow()),
        backward: moved.is_backward(),
        beyond: step.is_some_and(|step| moved.beyond() >= tuning.beyond_steps * step.0),
        zone: zone(&policy, reps),
        no_help: policy.floor().zip(before).is_some_and(|(floor, before)| before <= floor && reps <= before),
        asked: Some(Fact::load(Grams(moved.new))),
        done: Some(Fact::load(used)),
        reps: Some(reps.into()),
        ..Seen::default()
    })
}

fn at_reps(answered: &Answered, primary: &Change, performance: &ExercisePerformance) -> Option<Seen> {
    let reps = own_set(answered, performance)?.reps?;
    let moved = moved(primary, reps.into())?;
    Some(Seen {
        follow: Some(moved.follow()),
        ahead: moved.beyond(),
        below_floor: answered.rep_policy().floor().is_some_and(|floor| reps < floor),
        asked: Some(moved.new.into()),
        done: Some(reps.into()),
        reps: Some(reps.into()),
        ..Seen::default()
    })
}

/// A rest for all sets is judged by all rests together: their mean, and what the sets after them came to.
fn at_rest(
    answered: &Answered,
    primary: &Change,
    performance: &ExercisePerformance,
    tuning: &OutcomeTuning,
) -> Option<Seen> {
    let now = pauses(&answered.proposal, performance);
    let known: Vec<i64> = now.iter().filter_map(|pause| pause.seconds).map(i64::from).collect();
    let count = i64::try_from(known.len()).ok().filter(|&count| count > 0)?;
    let moved = moved(primary, div_half_up(known.iter().sum(), count))?;
    let then = pauses(&answered.proposal, &answered.basis);
    let reps: Vec<u32> = now.iter().filter_map(|pause| pause.next.reps).collect();
    Some(Seen {
        follow: Some(moved.follow()),
        beyond: moved.beyond() >= tuning.beyond_rest_s,
        better: is_better(answered, &now, &then),
        asked: Some(Seconds(moved.new).to_string().into()),
        done: Some(Seconds(moved.used).to_string().into()),
        reps: Some(reps.into()),
        ..Seen::default()
    })
}

/// Whether the sets after the rests did more reps than those of the trigger, or as many with a harder load.
fn is_better(answered: &Answered, now: &[Pause<'_>], then: &[Pause<'_>]) -> Option<bool> {
    let is_same = |one: &SetPerformance, other: &SetPerformance| match (one.set_id, other.set_id) {
        (Some(one), Some(other)) => one == other,
        _ => one.index == other.index,
    };
    let (mut reps, mut loads, mut pairs) = ([0, 0], [Grams::ZERO; 2], 0);
    for pause in now {
        let Some(former) = then.iter().find(|former| is_same(former.after, pause.after)) else { continue };
        pairs += 1;
        for (side, set) in [pause.next, former.next].into_iter().enumerate() {
            reps[side] += set.reps.unwrap_or(0);
            loads[side] = loads[side] + set.load_g.unwrap_or_default();
        }
    }
    let harder = answered.sense().is_harder(loads[0], loads[1]);
    (pairs > 0).then_some(reps[0] > reps[1] || (harder && reps[0] >= reps[1]))
}

fn at_policy(answered: &Answered, performance: &ExercisePerformance) -> Option<Seen> {
    let policy = changed_policy(answered);
    let sets = progression_sets(&performance.sets, answered.sense());
    let reps: Vec<u32> = sets.iter().filter_map(|&at| performance.sets[at].reps).collect();
    let mut tally = Tally::default();
    for &reps in &reps {
        match zone(&policy, reps)? {
            Zone::Low => tally.low += 1,
            Zone::Inside => tally.inside += 1,
            Zone::High => tally.high += 1,
        }
    }
    let asked = match policy.mode {
        RepMode::Range => format!("{}–{}", policy.low, policy.high),
        _ => policy.target.to_string(),
    };
    let done = Fact::from(reps);
    Some(Seen {
        tally,
        asked: Some(asked.into()),
        done: Some(done.clone()),
        reps: Some(done),
        ..Seen::default()
    })
}

/// The rep policy as it is with the changes of the bundle.
fn changed_policy(answered: &Answered) -> RepPolicy {
    let mut policy = answered.rep_policy();
    let count = |number: i64, known: u32| u32::try_from(number).unwrap_or(known);
    for change in &answered.proposal.changes {
        match (change.field, &change.new) {
            (Field::RepMode, Value::Word(word)) => policy.mode = word.parse().unwrap_or(policy.mode),
            (Field::RepLow, &Value::Number(low)) => policy.low = count(low, policy.low),
            (Field::RepHigh, &Value::Number(high)) => policy.high = count(high, policy.high),
            (Field::RepTarget, &Value::Number(target)) => policy.target = count(target, policy.target),
            _ => (),
        }
    }
    policy
}

fn at_type(answered: &Answered, primary: &Change, performance: &ExercisePerformance) -> Option<Seen> {
    let logged = own_set(answered, performance)?.kind;
    let Value::Word(word) = &primary.new else { return None };
    let wanted: SetType = word.parse().ok()?;
    Some(Seen {
        as_typed: logged == wanted,
        asked: Some(Fact::word("set_type", wanted)),
        done: Some(Fact::word("set_type", logged)),
        ..Seen::default()
    })
}

/// The completed set that the proposal is about.
fn own_set<'a>(answered: &Answered, performance: &'a ExercisePerformance) -> Option<&'a SetPerformance> {
    let id = answered.proposal.target.set_id?;
    performance.sets.iter().find(|set| set.set_id == Some(id) && set.completed)
}

fn moved(primary: &Change, used: i64) -> Option<Move> {
    match (&primary.old, &primary.new) {
        (&Value::Number(old), &Value::Number(new)) => Some(Move { old, new, used }),
        _ => None,
    }
}
