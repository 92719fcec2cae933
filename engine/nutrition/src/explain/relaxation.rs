//! Small changes that would make a plan possible, least first (MX-7).
//!
//! Each change is tried on the request: bounds tell at once what cannot help, and a plan must be found before a change is
//! offered. Allergens and upper limits are never among them.

use domain::{
    nutrient::{Decimal, Nutrient},
    quantity::Amount,
    recipe::ExclusionMatch,
};

use super::{Verdict, decide, fault};
use crate::{
    catalog::Catalog,
    outcome::report::{Change, Constraint, Relaxation},
    pin::number,
    problem::Problem,
    request::Request,
    solve::Watch,
    text::Norm,
};

/// Relaxations that are told.
const MOST: usize = 5;

/// Changes with their size: thousandths of what they change.
#[derive(Debug, Clone)]
struct Step {
    changes: Vec<Change>,
    size: i64,
}

/// Steps of one kind of change, smallest first.
type Ladder = Vec<Step>;

/// What is tried, and on what.
struct Trial<'t> {
    request: &'t Request,
    problem: &'t Problem,
    conflict: &'t [Constraint],
}

/// Changes that help, least first. A change of a bound can only help if the bound is part of the conflict, if one is
/// known.
pub fn find(
    request: &Request,
    problem: &Problem,
    conflict: &[Constraint],
    watch: &mut dyn Watch,
) -> Vec<Relaxation> {
    let trial = Trial { request, problem, conflict };
    let mut found: Vec<Step> = vec![];
    for ladder in trial.ladders() {
        found.extend(trial.least(&ladder, watch));
    }
    if found.is_empty() {
        for ladder in trial.pairs() {
            found.extend(trial.least(&ladder, watch));
        }
    }
    found.sort_by_key(|step| (step.changes.len(), step.size));
    found.truncate(MOST);
    found.into_iter().map(|step| Relaxation { changes: step.changes }).collect()
}

impl Trial<'_> {
    /// The first step of a ladder that helps; a ladder whose last step does not help is not climbed.
    fn least(&self, ladder: &Ladder, watch: &mut dyn Watch) -> Option<Step> {
        let (mut low, mut high) = (0, ladder.len().checked_sub(1)?);
        if !self.helps(&ladder[high], watch) {
            return None;
        }
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.helps(&ladder[middle], watch) { high = middle } else { low = middle + 1 }
        }
        Some(ladder[high].clone())
    }

    fn helps(&self, step: &Step, watch: &mut dyn Watch) -> bool {
        let eased = step
            .changes
            .iter()
            .try_fold(self.request.clone(), |request, change| apply(&request, self.problem, change));
        eased.is_some_and(|eased| {
            fault::find(&eased).is_none() && matches!(decide(&eased, watch), Verdict::Yes(_))
        })
    }

    fn is_in_conflict(&self, test: impl Fn(&Constraint) -> bool) -> bool {
        self.conflict.is_empty() || self.conflict.iter().any(test)
    }

    /// Every kind of change with its steps.
    fn ladders(&self) -> Vec<Ladder> {
        let request = self.request;
        let mut ladders = vec![];
        let of = |nutrient: Nutrient| move |constraint: &Constraint| constraint.nutrient == Some(nutrient);
        if self.is_in_conflict(of(Nutrient::Fat)) {
            ladders.push(fat(request));
        }
        let windows = [Nutrient::Calories, Nutrient::Protein, Nutrient::Carbs];
        if windows.into_iter().any(|nutrient| self.is_in_conflict(of(nutrient))) {
            ladders.push(tolerance());
        }
        let floors = request.horizon_rows.iter().filter(|row| row.low.is_some());
        let floors: Vec<Nutrient> = floors.filter_map(super::super::request::Row::nutrient).collect();
        let blamed = floors.iter().filter(|nutrient| self.is_in_conflict(of(**nutrient)));
        let blamed: Vec<Nutrient> = blamed.copied().collect();
        if !blamed.is_empty() {
            ladders.push(fractions(None));
        }
        if floors.len() > 1 {
            ladders.extend(blamed.into_iter().map(|nutrient| fractions(Some(nutrient))));
        }
        for (level, cap) in CAPS {
            if request.days.iter().flatten().any(|slot| slot.cap == Some(cap)) {
                ladders.push(vec![one(Change::CookingTime { level }, 100)]);
            }
        }
        if request.days.len() > 1 || !request.day_zero.is_empty() {
            ladders.push(vec![one(Change::Repetition, 110)]);
        }
        ladders.extend(dislikes(self.problem));
        for slot in request.days.iter().flatten().filter(|slot| slot.pinned.is_some() && slot.batch.is_none())
        {
            let change = Change::Pin { day: number(slot.day) + 1, slot: number(slot.index) };
            ladders.push(vec![one(change, 130)]);
        }
        if self.is_in_conflict(|constraint| constraint.spec == "HC-5") {
            ladders.extend(ceiling(request));
        }
        ladders
    }

    /// Two changes together, when none helps alone: wider windows with more fat, or with smaller floors.
    fn pairs(&self) -> Vec<Ladder> {
        let join = |(one, other): (Step, Step)| Step {
            changes: [one.changes, other.changes].concat(),
            size: one.size + other.size,
        };
        let with_fat = tolerance().into_iter().zip(fat(self.request)).map(join).collect();
        let has_floors = self.request.horizon_rows.iter().any(|row| row.low.is_some());
        let with_floors = tolerance().into_iter().zip(fractions(None)).map(join).collect();
        if has_floors { vec![with_fat, with_floors] } else { vec![with_fat] }
    }
}

/// Levels of busyness and their minutes.
const CAPS: [(u32, u32); 3] = [(1, 5), (2, 15), (3, 30)];

/// The request after a change.
fn apply(request: &Request, problem: &Problem, change: &Change) -> Option<Request> {
    let index = |number: u32| usize::try_from(number).ok();
    Some(match change {
        Change::FatRange { high, .. } => request.with_fat(high.0.0 - request.targets[0].fat_max),
        Change::Tolerance { percent } => request.with_tolerance(i64::from(*percent)),
        Change::Fraction { nutrient, fraction_milli } => {
            request.with_fraction(*nutrient, i64::from(*fraction_milli))
        }
        Change::CookingTime { level } => request.with_time(CAPS.iter().find(|cap| cap.0 == *level)?.1),
        Change::Repetition => request.with_repetition(),
        Change::Exclusion { term } => {
            let mut fewer = problem.clone();
            fewer.profile.excluded_ingredients.retain(|entry| entry.term != *term);
            Request::tuned(&fewer, &request.tuning).ok()?
        }
        Change::Pin { day, slot } => request.without_pin(index(day - 1)?, index(*slot)?),
        Change::Ceiling { calories } => request.with_ceiling(calories.0.0),
    })
}

fn one(change: Change, size: i64) -> Step {
    Step { changes: vec![change], size }
}

fn fat(request: &Request) -> Ladder {
    let targets = &request.targets[0];
    let steps = [5, 10, 15, 20, 30, 40].map(|grams: i64| {
        let more = grams * Amount::UNIT;
        let change = Change::FatRange {
            low: Decimal(Amount((targets.fat_min - more).max(0))),
            high: Decimal(Amount(targets.fat_max + more)),
        };
        one(change, 1000 * more / targets.fat_max.max(1))
    });
    steps.into()
}

fn tolerance() -> Ladder {
    let step = |percent: u32| one(Change::Tolerance { percent }, 10 * (i64::from(percent) - 10));
    [12, 15, 20, 25, 30].map(step).into()
}

/// Shares of one floor or of all, in steps of a twentieth down to a half.
fn fractions(nutrient: Option<Nutrient>) -> Ladder {
    let step = |steps: u32| {
        one(Change::Fraction { nutrient, fraction_milli: 1000 - 50 * steps }, 50 * i64::from(steps))
    };
    (1..=10).map(step).collect()
}

/// Dislikes one by one; what means an allergen is never offered.
fn dislikes(problem: &Problem) -> Vec<Ladder> {
    let is_allergy = |entry: &&domain::recipe::Exclusion| match entry.matching {
        ExclusionMatch::Class => true,
        ExclusionMatch::Auto => !Catalog::allergen_terms().meaning(&Norm::of(&entry.term)).is_empty(),
        ExclusionMatch::Exact => false,
    };
    let dislikes = problem.profile.excluded_ingredients.iter().filter(|entry| !is_allergy(entry));
    dislikes.map(|entry| vec![one(Change::Exclusion { term: entry.term.clone() }, 120)]).collect()
}

fn ceiling(request: &Request) -> Option<Ladder> {
    let now = request.ceiling?;
    let target = request.targets.iter().map(|targets| targets.calories).max()?;
    let steps = [90, 95, 100, 105, 110].map(|percent| (percent * target + 99) / 100);
    let higher = steps.into_iter().filter(|ceiling| now < *ceiling);
    let step = |ceiling: i64| {
        one(Change::Ceiling { calories: Decimal(Amount(ceiling)) }, 1000 * (ceiling - now) / now.max(1))
    };
    Some(higher.map(step).collect())
}
