//! Stage A: the specified search. Days, then slots; the best candidate first; back to the nearest choice when one
//! fails (MX-1, BT-1..BT-4). The first plan found is the answer.
//!
//! The parts: [`candidate`] (who may stand at a place, best first), [`reach`] (what the days that remain can bring).

pub mod candidate;
pub mod reach;

use self::{
    candidate::{Lister, RULES},
    reach::Reach,
};
use crate::{
    pool::{Amounts, MEASURES, Place, add},
    request::Request,
    solve::{Progress, Watch},
};

/// A recipe at a place, in decision order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Assignment {
    /// From 0.
    pub day: usize,
    /// From 0.
    pub slot: usize,
    /// Which.
    pub recipe: Place,
}

/// How the search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// A plan; the first one in search order.
    Found(Vec<Assignment>),
    /// Every path was tried: there is none.
    Exhausted,
    /// The guide proved that there is none.
    Refuted,
    /// The attempts are spent.
    BudgetSpent,
    /// Whoever watches ended it.
    Interrupted,
}

/// What was tried.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stats {
    /// Assignments of slots that are not pinned.
    pub attempts: u64,
    /// Returns to an earlier choice.
    pub backtracks: u64,
    /// Why, by trigger: BT-1..BT-4.
    pub triggers: [u64; 4],
    /// Candidates removed, by [`RULES`].
    pub pruned: [u64; RULES.len()],
    /// States that the guide refuted (FC-6).
    pub refuted: u64,
}

/// A search with what it found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// How it ended.
    pub ending: Ending,
    /// What was tried.
    pub stats: Stats,
    /// The longest assignment seen, as a start for repair.
    pub best_partial: Vec<Assignment>,
}

/// What the day and the horizon hold at some point.
#[derive(Debug, Clone)]
pub struct State {
    /// The day that is being filled.
    pub day: usize,
    /// Consumed on it, its pins included.
    pub consumed: Amounts,
    /// Totals of completed days.
    pub completed: Amounts,
    /// Recipes by day and slot.
    pub assigned: Vec<Vec<Option<Place>>>,
}

impl State {
    /// The state before the first choice.
    pub fn new(request: &Request) -> Self {
        let assigned = request.days.iter().map(|day| day.iter().map(|slot| slot.pinned).collect()).collect();
        Self { day: 0, consumed: request.fixed(0), completed: [0; MEASURES], assigned }
    }

    /// Recipes of a day so far, in slot order.
    pub fn eaten(&self, day: usize) -> Vec<Place> {
        self.assigned[day].iter().flatten().copied().collect()
    }

    /// The assignments so far, in decision order.
    pub fn assignments(&self) -> Vec<Assignment> {
        assignments(&self.assigned)
    }
}

/// What stands in the slots, in decision order.
pub(crate) fn assignments(slots: &[Vec<Option<Place>>]) -> Vec<Assignment> {
    let days = slots.iter().enumerate();
    days.flat_map(|(day, slots)| {
        let slots = slots.iter().enumerate();
        slots.filter_map(move |(slot, place)| Some(Assignment { day, slot, recipe: (*place)? }))
    })
    .collect()
}

/// Why the search must go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trigger {
    /// BT-1: nothing fits here.
    NoCandidate = 0,
    /// BT-2: the day is not valid.
    Day = 1,
    /// BT-3: the horizon is not valid.
    Horizon = 2,
    /// BT-4: floors are out of reach.
    OutOfReach = 3,
}

/// What a guide knows of a state that failed at the end of a day or of the horizon (FC-6, MX-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// Nothing.
    None,
    /// No completion of the first so many days exists; with 0 there is no plan at all.
    Return(usize),
}

/// Sound knowledge from outside the search: it never refutes a state that can be completed.
pub trait Guide {
    /// Whether the days from `boundary.day` on may still be completed.
    fn may_go_on(&mut self, boundary: &Boundary<'_>) -> bool;
    /// Told when every path from a boundary was tried in vain.
    fn exhausted(&mut self, boundary: &Boundary<'_>);
    /// Asked at BT-3 and BT-4; `totals[d]` is what the first d + 1 days hold.
    fn at_failure(&mut self, attempts: u64, totals: &[Amounts]) -> Advice;
}

/// The state between two days, as far as it matters for the days that follow.
#[derive(Debug, Clone, Copy)]
pub struct Boundary<'b> {
    /// The day that begins.
    pub day: usize,
    /// What the days before hold.
    pub completed: &'b Amounts,
    /// Recipes by day and slot.
    pub assigned: &'b [Vec<Option<Place>>],
}

/// Knows nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoGuide;

impl Guide for NoGuide {
    fn may_go_on(&mut self, _: &Boundary<'_>) -> bool {
        true
    }

    fn exhausted(&mut self, _: &Boundary<'_>) {}

    fn at_failure(&mut self, _: u64, _: &[Amounts]) -> Advice {
        Advice::None
    }
}

/// Runs the search within its budget of attempts.
pub fn search(request: &Request, guide: &mut dyn Guide, watch: &mut dyn Watch) -> Search {
    let mut walk = Walk::new(request);
    let mut state = State::new(request);
    let mut step = if walk.reach.allows(request, 0, &state.completed) {
        walk.advance(&mut state, 0, 0, guide)
    } else {
        Err(Trigger::OutOfReach)
    };
    let ending = loop {
        match step {
            Ok(None) => break Ending::Found(state.assignments()),
            Ok(Some((day, slot))) => walk.open(&state, day, slot),
            Err(trigger) => {
                if walk.fail(trigger, &mut state, guide) {
                    break Ending::Refuted;
                }
            }
        }
        if walk.stats.attempts.is_multiple_of(WATCH_STEP) && !watch.go_on(&walk.progress(request)) {
            break Ending::Interrupted;
        }
        match walk.take_next(&mut state, guide) {
            Taken::Assigned(day, slot) => step = walk.advance(&mut state, day, slot + 1, guide),
            Taken::Nothing => break Ending::Exhausted,
            Taken::Spent => break Ending::BudgetSpent,
        }
    };
    Search { ending, stats: walk.stats, best_partial: walk.best_partial }
}

/// Attempts between two questions to whoever watches.
const WATCH_STEP: u64 = 1024;

enum Taken {
    Assigned(usize, usize),
    Nothing,
    Spent,
}

/// A place with its list and the state saved there.
struct Point {
    day: usize,
    slot: usize,
    consumed: Amounts,
    completed: Amounts,
    ranked: Vec<Place>,
    next: usize,
}

struct Walk<'r> {
    request: &'r Request,
    stats: Stats,
    lister: Lister<'r>,
    reach: Reach,
    points: Vec<Point>,
    /// Totals at the end of each completed day.
    totals: Vec<Amounts>,
    /// Lists that are free to be used again.
    spare: Vec<Vec<Place>>,
    best_partial: Vec<Assignment>,
    depth: usize,
}

impl<'r> Walk<'r> {
    fn new(request: &'r Request) -> Self {
        Self {
            request,
            stats: Stats::default(),
            lister: Lister::new(request),
            reach: Reach::new(request),
            points: vec![],
            totals: vec![[0; MEASURES]; request.days.len()],
            spare: vec![],
            best_partial: vec![],
            depth: 0,
        }
    }

    fn progress(&self, request: &Request) -> Progress {
        Progress { stage: "A", done: self.stats.attempts, budget: request.attempt_limit, broken: None }
    }

    /// Makes the list of a place; an empty one is BT-1.
    fn open(&mut self, state: &State, day: usize, slot: usize) {
        let mut ranked = self.spare.pop().unwrap_or_default();
        let slot_of = &self.request.days[day][slot];
        self.lister.list(state, slot_of, &mut ranked, &mut self.stats.pruned);
        if ranked.is_empty() {
            self.stats.triggers[Trigger::NoCandidate as usize] += 1;
        }
        let (consumed, completed) = (state.consumed, state.completed);
        self.points.push(Point { day, slot, consumed, completed, ranked, next: 0 });
    }

    /// Counts a failure and follows the guide back; whether that refutes the whole request.
    fn fail(&mut self, trigger: Trigger, state: &mut State, guide: &mut dyn Guide) -> bool {
        self.stats.triggers[trigger as usize] += 1;
        if !matches!(trigger, Trigger::Horizon | Trigger::OutOfReach) {
            return false;
        }
        let full = if trigger == Trigger::Horizon { self.request.days.len() } else { state.day };
        let Advice::Return(day) = guide.at_failure(self.stats.attempts, &self.totals[..full]) else {
            return false;
        };
        self.stats.refuted += 1;
        while self.points.last().is_some_and(|point| point.day >= day) {
            self.drop_point(state);
        }
        day == 0
    }

    fn drop_point(&mut self, state: &mut State) {
        if let Some(point) = self.points.pop() {
            state.assigned[point.day][point.slot] = None;
            self.spare.push(point.ranked);
        }
    }

    /// Takes the next untried candidate of the nearest place that has one, with the state saved there.
    fn take_next(&mut self, state: &mut State, guide: &mut dyn Guide) -> Taken {
        let mut is_same_point = true;
        loop {
            let Some(point) = self.points.last_mut() else { return Taken::Nothing };
            if let Some(&place) = point.ranked.get(point.next) {
                if self.stats.attempts == self.request.attempt_limit {
                    return Taken::Spent;
                }
                self.stats.backtracks += u64::from(point.next > 0 || !is_same_point);
                point.next += 1;
                self.stats.attempts += 1;
                state.day = point.day;
                state.consumed = point.consumed;
                state.completed = point.completed;
                add(&mut state.consumed, &self.request.recipes[place].amounts);
                state.assigned[point.day][point.slot] = Some(place);
                let (day, slot) = (point.day, point.slot);
                self.remember(state);
                return Taken::Assigned(day, slot);
            }
            is_same_point = false;
            let (day, completed) = (point.day, point.completed);
            self.drop_point(state);
            if day > 0 && self.points.last().is_none_or(|before| before.day < day) {
                guide.exhausted(&Boundary { day, completed: &completed, assigned: &state.assigned });
            }
        }
    }

    fn remember(&mut self, state: &State) {
        if self.points.len() > self.depth {
            self.depth = self.points.len();
            self.best_partial = state.assignments();
        }
    }

    /// Goes on from a place to the next one to be filled, completing days on the way; `None` at the end.
    fn advance(
        &mut self,
        state: &mut State,
        day: usize,
        slot: usize,
        guide: &mut dyn Guide,
    ) -> Result<Option<(usize, usize)>, Trigger> {
        let request = self.request;
        let (mut day, mut slot) = (day, slot);
        loop {
            let is_open =
                |slot: &usize| state.assigned[day][*slot].is_none() && request.days[day][*slot].is_open();
            let open = (slot..request.days[day].len()).find(is_open);
            if let Some(next) = open {
                return Ok(Some((day, next)));
            }
            if !is_valid_day(request, day, &state.consumed) {
                return Err(Trigger::Day);
            }
            add(&mut state.completed, &state.consumed);
            self.totals[day] = state.completed;
            (day, slot) = (day + 1, 0);
            if day == request.days.len() {
                return if is_valid_horizon(request, &state.completed) {
                    Ok(None)
                } else {
                    Err(Trigger::Horizon)
                };
            }
            state.day = day;
            state.consumed = request.fixed(day);
            if !self.reach.allows(request, day, &state.completed) {
                return Err(Trigger::OutOfReach);
            }
            let boundary = Boundary { day, completed: &state.completed, assigned: &state.assigned };
            if !guide.may_go_on(&boundary) {
                self.stats.refuted += 1;
                return Err(Trigger::OutOfReach);
            }
        }
    }
}

/// MV-3: whether a full day keeps its windows, limits and ceiling.
pub fn is_valid_day(request: &Request, day: usize, total: &Amounts) -> bool {
    request.day_rows[day].iter().all(|row| row.holds(total[row.measure]))
}

/// MV-4: whether the horizon keeps its floors and ceilings.
pub fn is_valid_horizon(request: &Request, total: &Amounts) -> bool {
    request.horizon_rows.iter().all(|row| row.holds(total[row.measure]))
}
