//! New targets a second time: back by P-7, up by P-9, P-10 and P-11.

use std::fmt;

use domain::{
    exercise::ProgressionType::{Endurance, Mobility, Strength},
    ladder::Level,
    prescription::{SetPrescription, SetType},
    reason::ReasonCode,
};

use super::{
    rows::{Entry, NewTarget},
    verdict::Judged,
};

/// What a decision should make of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Aim {
    /// The target as it was.
    Kept,
    /// A level's own target.
    Level(u32),
    /// These working sets on the same level.
    Sets(Vec<u64>),
    /// More than before on the same level; with a level not beyond its own volume.
    More { above: u64, up_to: Option<u64> },
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kept => f.write_str("the target as it was"),
            Self::Level(ordinal) => write!(f, "the target of level {ordinal}"),
            Self::Sets(sets) => {
                let sets: Vec<_> = sets.iter().map(ToString::to_string).collect();
                write!(f, "{} on the same level", sets.join("+"))
            }
            Self::More { above, up_to: None } => write!(f, "more than {above}"),
            Self::More { above, up_to: Some(most) } => write!(f, "more than {above}, at most {most}"),
        }
    }
}

/// The next step up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// There is none.
    None,
    /// The next level, or more of a free ladder.
    Level(Aim),
    /// Back toward the level's own volume.
    Restore(Aim),
}

/// Why an item goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    Pain,
    UnderVolume,
    MaxEffort { tired: bool },
    Discomfort,
}

impl Cause {
    pub(super) fn reason(self) -> ReasonCode {
        match self {
            Self::Pain => ReasonCode::Pain,
            Self::UnderVolume => ReasonCode::UnderVolume,
            Self::MaxEffort { .. } => ReasonCode::MaxEffort,
            Self::Discomfort => ReasonCode::Discomfort,
        }
    }
}

/// P-7: where an item goes back to.
pub(super) fn back(judged: &Judged<'_>, cause: Cause) -> Aim {
    let (facts, tuning) = (judged.facts, judged.case.rows.tuning);
    let rung = judged.case.rung(judged.entry);
    let previous = rung.map(|rung| rung.ordinal - 1).filter(|&ordinal| ordinal >= 1);
    let percent_of_reduced = |percent: u32| u64::from(percent) * facts.reduced() / 100;
    let (volume, prefers_level) = match cause {
        Cause::MaxEffort { tired: true } => (percent_of_reduced(100 - tuning.fatigue_cut_pct), false),
        Cause::MaxEffort { tired: false } => (percent_of_reduced(100 - tuning.cut_pct), false),
        Cause::UnderVolume if !facts.is_short_of(tuning.level_pct) => (facts.done, false),
        Cause::UnderVolume | Cause::Pain | Cause::Discomfort => (percent_of_reduced(tuning.level_pct), true),
    };
    let sets = amounts(judged.entry).len() as u64;
    let volume = volume.max(sets);
    let too_little =
        rung.is_some_and(|rung| 100 * volume < u64::from(tuning.floor_pct) * own_volume(rung.level));
    match previous {
        Some(ordinal) if prefers_level || too_little || judged.progression == Mobility => Aim::Level(ordinal),
        _ => Aim::Sets(spread(volume, sets)),
    }
}

/// P-9, P-10, P-11: what an advance would lead to.
pub(super) fn step(judged: &Judged<'_>) -> Step {
    let plan = judged.facts.plan;
    let sets = amounts(judged.entry);
    let count = sets.len() as u64;
    let tuning = judged.case.rows.tuning;
    // Below 5 a tenth rounds to nothing, and an advance is more by its name.
    let tenth_more = ((u64::from(tuning.endurance_step_pct) * plan + 50) / 100).max(plan + 1);
    let Some(rung) = judged.case.rung(judged.entry) else {
        return Step::Level(match judged.progression {
            Strength if count < u64::from(tuning.max_sets) => Aim::Sets(with_one_more(sets)),
            Strength => Aim::Sets(sets.into_iter().map(|amount| amount + 2).collect()),
            Endurance => Aim::Sets(spread(tenth_more, count)),
            Mobility => Aim::More { above: plan, up_to: None },
        });
    };
    let own = own_volume(rung.level);
    if plan < own {
        // What reaches the level's own volume is the level's own target, in its number of sets.
        let toward =
            |more| if more < own { Aim::Sets(spread(more, count)) } else { Aim::Level(rung.ordinal) };
        return Step::Restore(match judged.progression {
            Strength => toward(plan + 2 * count),
            Endurance => toward(tenth_more),
            Mobility => Aim::More { above: plan, up_to: Some(own) },
        });
    }
    match rung.ladder.level(rung.ordinal + 1) {
        Some(_) => Step::Level(Aim::Level(rung.ordinal + 1)),
        None => Step::None,
    }
}

impl Aim {
    /// Whether `found` is what this asks for.
    pub(super) fn is_met(&self, judged: &Judged<'_>, found: &NewTarget) -> bool {
        let before = judged.entry.item.prescription.level_ref.as_ref().map(|level| level.ordinal);
        let sets: Vec<u64> = found.sets.iter().copied().map(u64::from).collect();
        let volume: u64 = sets.iter().sum();
        let kept = found.level == before;
        let right = match self {
            Self::Kept => kept && sets == amounts(judged.entry),
            Self::Level(ordinal) => {
                let rung = judged.case.rung(judged.entry);
                let level = rung.and_then(|rung| rung.ladder.level(*ordinal));
                let own = |level: &Level| vec![u64::from(level.amount); level.sets as usize];
                found.level == Some(*ordinal) && level.is_some_and(|level| sets == own(level))
            }
            Self::Sets(expected) => kept && sets == *expected,
            Self::More { above, up_to } => kept && volume > *above && up_to.is_none_or(|most| volume <= most),
        };
        right && u64::from(found.volume) == volume
    }
}

/// The amounts of the working sets that the plan asked for.
fn amounts(entry: &Entry) -> Vec<u64> {
    let sets = entry.item.prescription.sets.iter().filter(|set| set.kind == SetType::Working);
    let amount = |set: &SetPrescription| set.reps.or(set.seconds).or(set.meters);
    sets.filter_map(amount).map(u64::from).collect()
}

fn own_volume(level: &Level) -> u64 {
    u64::from(level.sets) * u64::from(level.amount)
}

/// PR-3: a set more is a copy of the last.
fn with_one_more(mut sets: Vec<u64>) -> Vec<u64> {
    sets.extend(sets.last().copied());
    sets
}

/// PV-4: the first ones get one more when it does not divide; fewer sets when it is less than one each.
fn spread(volume: u64, sets: u64) -> Vec<u64> {
    if sets == 0 || volume < sets {
        return (0..volume).map(|_| 1).collect();
    }
    (0..sets).map(|index| volume / sets + u64::from(index < volume % sets)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pv_4_the_first_sets_get_what_does_not_divide() {
        assert_eq!(spread(26, 3), [9, 9, 8]);
        assert_eq!(spread(24, 5), [5, 5, 5, 5, 4]);
        assert_eq!(spread(2, 3), [1, 1]);
    }
}
