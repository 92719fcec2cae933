//! The candidates of a place: who passes the rules in their order, best first (MX-1).

use std::collections::BTreeMap;

use domain::nutrient::Nutrient;

use super::State;
use crate::{
    pool::{Dish, Kind, Place, looser},
    request::Request,
    score::{Outlook, Score, Situation},
    slot::Slot,
};

/// The rules that remove candidates, in the order in which they are asked (MX-1).
pub const RULES: [&str; 11] =
    ["MO-5", "HC-1", "MO-7", "HC-2", "HC-3", "HC-5", "HC-8", "FC-1", "FC-2", "FC-3", "FC-5"];

const HC_2: usize = 3;
const HC_5: usize = 5;
const HC_8: usize = 6;
const FC_1: usize = 7;
const FC_2: usize = 8;
const FC_3: usize = 9;
const FC_5: usize = 10;

/// The candidates of a place with all that is known about them.
pub struct Candidates {
    /// Recipes with their scores, best first.
    pub ranked: Vec<(Place, Score)>,
    /// Recipes removed, by rule, in filter order.
    pub removed: Vec<(&'static str, u64)>,
}

/// MX-8: the needed nutrients that a recipe brings to a place, as shares of their gaps in thousandths.
pub fn fills(request: &Request, state: &State, slot: &Slot, place: Place) -> BTreeMap<Nutrient, u32> {
    let context = Context::new(request, state, slot);
    let fills = context.outlook(request, state, slot).fills(&request.recipes[place]);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1000")]
    let milli = |share: f64| (1000.0 * share).round() as u32;
    fills.into_iter().map(|(nutrient, share)| (nutrient, milli(share))).collect()
}

/// The recipes that may stand at a place now, best first, with their scores.
pub fn candidates(request: &Request, state: &State, slot: &Slot) -> Candidates {
    let mut lister = Lister::new(request);
    let (mut ranked, mut removed) = (vec![], [0; RULES.len()]);
    lister.list(state, slot, &mut ranked, &mut removed);
    let context = Context::new(request, state, slot);
    let outlook = context.outlook(request, state, slot);
    let scored = |place: Place| (place, outlook.score(&request.recipes[place]));
    Candidates {
        ranked: ranked.into_iter().map(scored).collect(),
        removed: RULES.iter().copied().zip(removed).filter(|(_, count)| *count > 0).collect(),
    }
}

/// Which rule of MT-1 decided between two candidates of a place, if their scores are equal.
pub fn tie_rule(request: &Request, state: &State, slot: &Slot, one: Place, other: Place) -> Option<u32> {
    let context = Context::new(request, state, slot);
    let outlook = context.outlook(request, state, slot);
    let total = |place: Place| outlook.score(&request.recipes[place]).total(&request.tuning.score.weights);
    let equal = total(one).total_cmp(&total(other)).is_eq();
    equal.then(|| outlook.tie(&request.recipes[one]).rule(&outlook.tie(&request.recipes[other])))
}

/// What the assignments so far mean for one place.
struct Context {
    /// Recipes of the day, pins included.
    eaten: Vec<Place>,
    /// Those that HC-2 counts.
    today: Vec<Dish>,
    /// Recipes that may not stand in a non-workout slot of this day (HC-8, MO-6).
    repeated: Vec<Dish>,
    /// Recipes of the last three days, if they score less (MO-6).
    recent: Vec<Dish>,
    slots_left: usize,
}

impl Context {
    fn new(request: &Request, state: &State, slot: &Slot) -> Self {
        let day = slot.day;
        let assigned = |day: usize| request.days[day].iter().zip(&state.assigned[day]);
        let dish = |place: Place| request.recipes[place].dish;
        let counted = |day: usize| {
            let counted = assigned(day).filter(|(slot, _)| slot.is_counted());
            counted.filter_map(move |(slot, place)| Some((slot, dish((*place)?))))
        };
        let window = request.variety_days - 1;
        let mut repeated = vec![];
        for other in day.saturating_sub(window)..(day + window + 1).min(request.days.len()) {
            if other != day {
                // Of the days to come only the pins are assigned: they are known today.
                repeated.extend(counted(other).filter(|(slot, _)| !slot.is_workout()).map(|(_, dish)| dish));
            }
        }
        if day < window {
            repeated.extend(&request.day_zero);
        }
        let mut recent = vec![];
        if request.has_variety_penalty {
            for other in day.saturating_sub(3)..day {
                recent.extend(assigned(other).filter_map(|(_, place)| place.map(dish)));
            }
            if day < 3 {
                recent.extend(&request.day_zero);
            }
        }
        Self {
            eaten: state.eaten(day),
            today: counted(day).map(|(_, dish)| dish).collect(),
            repeated,
            recent,
            slots_left: assigned(day).filter(|(slot, place)| place.is_none() && slot.is_open()).count(),
        }
    }

    fn outlook<'r>(&'r self, request: &'r Request, state: &'r State, slot: &'r Slot) -> Outlook<'r> {
        let situation = Situation {
            consumed: &state.consumed,
            completed: &state.completed,
            completed_days: slot.day,
            slots_left: self.slots_left,
            eaten: &self.eaten,
            recent: &self.recent,
        };
        Outlook::new(request, slot, &situation)
    }
}

/// Lists candidates; keeps its working memory between lists.
pub(super) struct Lister<'r> {
    request: &'r Request,
    /// By dish: whether it was eaten today, or is repeated.
    marks: Vec<u8>,
    scored: Vec<(f64, Place)>,
}

const TODAY: u8 = 1;
const REPEATED: u8 = 2;

/// Amounts of a measure that a candidate may have.
struct Range {
    measure: usize,
    low: i64,
    high: i64,
    rule: usize,
}

impl<'r> Lister<'r> {
    pub(super) fn new(request: &'r Request) -> Self {
        Self { request, marks: vec![0; request.dishes], scored: vec![] }
    }

    /// Writes the candidates of a place, best first, and counts those that each rule removes.
    pub(super) fn list(
        &mut self,
        state: &State,
        slot: &Slot,
        ranked: &mut Vec<Place>,
        removed: &mut [u64; RULES.len()],
    ) {
        let request = self.request;
        let context = Context::new(request, state, slot);
        self.mark(&context, slot);
        let kind = &request.kinds[slot.kind];
        for &(place, rule) in &kind.barred {
            let is_eaten = rule == "HC-3" && self.marks[request.recipes[place].dish] & TODAY != 0;
            let rule = if is_eaten { HC_2 } else { RULES.iter().position(|name| *name == rule).unwrap_or(0) };
            removed[rule] += 1;
        }
        let open: Vec<&Slot> = request.days[slot.day]
            .iter()
            .filter(|other| {
                let is_empty = state.assigned[slot.day][other.index].is_none();
                other.index != slot.index && is_empty && other.is_open()
            })
            .collect();
        let ranges = ranges(request, state, slot, &open);
        let hall =
            (!self.has_plenty(&context, &open)).then(|| Hall { request, open: &open, marks: &self.marks });
        let outlook = context.outlook(request, state, slot);
        self.scored.clear();
        for &place in &kind.plain {
            let recipe = &request.recipes[place];
            let mark = self.marks[recipe.dish];
            let failed = if mark & TODAY != 0 {
                Some(HC_2)
            } else {
                broken(&ranges, HC_5, &recipe.amounts)
                    .or((mark & REPEATED != 0).then_some(HC_8))
                    .or_else(|| broken(&ranges, FC_3, &recipe.amounts))
                    .or_else(|| {
                        hall.as_ref().is_some_and(|hall| !hall.leaves_enough(recipe.dish)).then_some(FC_5)
                    })
            };
            if let Some(rule) = failed {
                removed[rule] += 1;
            } else {
                let total = outlook.score(recipe).total(&request.tuning.score.weights);
                self.scored.push((total, place));
            }
        }
        rank(&mut self.scored, request, &outlook);
        ranked.clear();
        ranked.extend(self.scored.iter().map(|(_, place)| *place));
        self.unmark(&context);
    }

    fn mark(&mut self, context: &Context, slot: &Slot) {
        for &dish in &context.today {
            self.marks[dish] |= TODAY;
        }
        if !slot.is_workout() {
            for &dish in &context.repeated {
                self.marks[dish] |= REPEATED;
            }
        }
    }

    fn unmark(&mut self, context: &Context) {
        for &dish in context.today.iter().chain(&context.repeated) {
            self.marks[dish] = 0;
        }
    }

    /// FC-5: whether so many recipes are left for every open slot that each choice leaves enough.
    fn has_plenty(&self, context: &Context, open: &[&Slot]) -> bool {
        let gone = context.today.len() + context.repeated.len() + 1;
        open.iter().all(|slot| self.request.kinds[slot.kind].dishes >= gone + open.len())
    }
}

/// FC-1..FC-3 and HC-5 as ranges of what a candidate may have, given what the open slots can add.
fn ranges(request: &Request, state: &State, slot: &Slot, open: &[&Slot]) -> Vec<Range> {
    let cap = open.iter().map(|slot| slot.cap).reduce(looser).flatten();
    let k = open.len();
    let mut ranges = vec![];
    for row in &request.day_rows[slot.day] {
        let used = state.consumed[row.measure];
        if row.rule == "HC-5" {
            let high = row.high.map_or(i64::MAX, |high| high - used);
            ranges.push(Range { measure: row.measure, low: i64::MIN, high, rule: HC_5 });
        }
        let rule = match Nutrient::ALL.get(row.measure) {
            Some(Nutrient::Calories) => FC_1,
            Some(Nutrient::Protein | Nutrient::Fat | Nutrient::Carbs) => FC_2,
            _ => FC_3,
        };
        let low = row.low.map_or(i64::MIN, |low| low - used - request.bounds().most(cap, row.measure, k));
        let high =
            row.high.map_or(i64::MAX, |high| high - used - request.bounds().least(cap, row.measure, k));
        ranges.push(Range { measure: row.measure, low, high, rule });
    }
    ranges.sort_by_key(|range| range.rule);
    ranges
}

/// The first rule up to `last` whose range an amount misses; HC-5 is asked alone.
fn broken(ranges: &[Range], last: usize, amounts: &[i64]) -> Option<usize> {
    let asked =
        ranges.iter().filter(|range| if last == HC_5 { range.rule == HC_5 } else { range.rule != HC_5 });
    let missed = |range: &&Range| !(range.low..=range.high).contains(&amounts[range.measure]);
    asked.take_while(|range| range.rule <= last).find(missed).map(|range| range.rule)
}

/// Best first: by score, then by MT-1, then by id, which is the order of the places.
fn rank(scored: &mut [(f64, Place)], request: &Request, outlook: &Outlook<'_>) {
    scored.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for equal in scored.chunk_by_mut(|a, b| a.0.total_cmp(&b.0).is_eq()).filter(|equal| equal.len() > 1) {
        equal.sort_by_cached_key(|&(_, place)| {
            let recipe = &request.recipes[place];
            (TieKey(outlook.tie(recipe)), recipe.dish, recipe.percent.abs_diff(100), recipe.percent)
        });
    }
}

#[derive(PartialEq)]
struct TieKey(crate::score::Tie);

impl Eq for TieKey {}

impl PartialOrd for TieKey {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TieKey {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.compare(&other.0)
    }
}

/// FC-5: whether the open slots can be filled with distinct recipes once one is taken.
struct Hall<'h> {
    request: &'h Request,
    open: &'h [&'h Slot],
    marks: &'h [u8],
}

impl Hall<'_> {
    fn leaves_enough(&self, taken: Dish) -> bool {
        let mut matched: Vec<Option<usize>> = vec![None; self.request.dishes];
        (0..self.open.len()).all(|slot| {
            let mut seen = vec![false; self.request.dishes];
            self.augment(slot, taken, &mut matched, &mut seen)
        })
    }

    /// Finds a recipe for a slot, moving others if need be.
    fn augment(
        &self,
        slot: usize,
        taken: Dish,
        matched: &mut Vec<Option<usize>>,
        seen: &mut Vec<bool>,
    ) -> bool {
        let kind: &Kind = &self.request.kinds[self.open[slot].kind];
        let barred = if self.open[slot].is_workout() { TODAY } else { TODAY | REPEATED };
        for &place in &kind.plain {
            let dish = self.request.recipes[place].dish;
            if dish == taken || seen[dish] || self.marks[dish] & barred != 0 {
                continue;
            }
            seen[dish] = true;
            let is_free = match matched[dish] {
                None => true,
                Some(other) => self.augment(other, taken, matched, seen),
            };
            if is_free {
                matched[dish] = Some(slot);
                return true;
            }
        }
        false
    }
}
