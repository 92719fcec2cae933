//! What bounds know about a running search (MX-4, MB-5): the root bound, days to go back to, and states that cannot be
//! completed. All of it is sound, so the first plan found stays the first.

use crate::{
    bound::{Answer, Cut, Question, Relaxed},
    pool::{Amounts, Dish},
    request::Request,
    search::{Advice, Boundary, Guide},
};

/// Attempts after which the root bound is asked for.
const PATIENCE: u64 = 2_000;
/// Bounds asked for at failures, at most.
const MOST_QUESTIONS: usize = 4;
/// Failed states remembered for each day.
const MOST_FAILED: usize = 256;

/// A state from which every path was tried.
struct Failed {
    /// What HC-8 keeps from the days to come, with its day.
    recent: Vec<(usize, Dish)>,
    completed: Amounts,
}

/// Guides the plain search by bounds.
pub struct Bounding<'r> {
    request: &'r Request,
    has_asked_root: bool,
    questions: usize,
    /// Refutations by the day from which on they hold.
    cuts: Vec<Vec<Cut>>,
    /// Totals by number of days for which the bound is known to be open.
    open: Vec<Option<Amounts>>,
    failed: Vec<Vec<Failed>>,
    /// Whether more of everything is never worse for the days to come.
    has_floors_only: bool,
    /// Simplex iterations so far.
    pub iterations: u64,
}

impl<'r> Bounding<'r> {
    /// A guide that knows nothing yet.
    pub fn new(request: &'r Request) -> Self {
        let days = request.days.len();
        Self {
            request,
            has_asked_root: false,
            questions: 0,
            cuts: vec![vec![]; days],
            open: vec![None; days],
            failed: (0..days).map(|_| vec![]).collect(),
            has_floors_only: request.horizon_rows.iter().all(|row| row.high.is_none()),
            iterations: 0,
        }
    }

    /// Asks for the bound of the days from `day` on, unless it is known.
    fn refutes(&mut self, day: usize, completed: &Amounts) -> bool {
        if self.cuts[day].iter().any(|cut| cut.refutes(completed)) {
            return true;
        }
        let spent = self.request.budgets.lp_iterations.saturating_sub(self.iterations);
        if self.open[day].as_ref() == Some(completed) || self.questions == MOST_QUESTIONS || spent == 0 {
            return false;
        }
        self.questions += 1;
        let mut relaxed = Relaxed::new(self.request, day, completed, &|_, _| true, spent);
        let answer = relaxed.ask(Question::Feasible);
        self.iterations += relaxed.iterations;
        if let Answer::Infeasible(proof) = answer {
            self.cuts[day].extend(proof.cut);
            true
        } else {
            self.open[day] = Some(*completed);
            false
        }
    }

    /// Recipes of the last days that HC-8 keeps from the next ones, sorted; a later day keeps them longer (MO-6).
    fn recent(&self, boundary: &Boundary<'_>) -> Vec<(usize, Dish)> {
        let first = boundary.day.saturating_sub(self.request.variety_days - 1);
        let mut recent = vec![];
        for day in first..boundary.day {
            let slots = self.request.days[day].iter().zip(&boundary.assigned[day]);
            let counted = slots.filter(|(slot, _)| slot.is_counted() && !slot.is_workout());
            recent.extend(counted.filter_map(|(_, place)| Some((day, self.request.recipes[(*place)?].dish))));
        }
        recent.sort_unstable();
        recent
    }
}

impl Guide for Bounding<'_> {
    fn may_go_on(&mut self, boundary: &Boundary<'_>) -> bool {
        if self.cuts[boundary.day].iter().any(|cut| cut.refutes(boundary.completed)) {
            return false;
        }
        if self.failed[boundary.day].is_empty() {
            return true;
        }
        // Dominance: no more of any floor than a state that failed with the same recipes behind it.
        let recent = self.recent(boundary);
        let rows = &self.request.horizon_rows;
        !self.failed[boundary.day].iter().any(|failed| {
            failed.recent == recent
                && rows.iter().all(|row| boundary.completed[row.measure] <= failed.completed[row.measure])
        })
    }

    fn exhausted(&mut self, boundary: &Boundary<'_>) {
        if self.has_floors_only && self.failed[boundary.day].len() < MOST_FAILED {
            let failed = Failed { recent: self.recent(boundary), completed: *boundary.completed };
            self.failed[boundary.day].push(failed);
        }
    }

    fn at_failure(&mut self, attempts: u64, totals: &[Amounts]) -> Advice {
        if attempts < PATIENCE {
            return Advice::None;
        }
        if !self.has_asked_root {
            self.has_asked_root = true;
            let mut relaxed = Relaxed::whole(self.request);
            let answer = relaxed.ask(Question::Feasible);
            self.iterations += relaxed.iterations;
            if matches!(answer, Answer::Infeasible(_)) {
                return Advice::Return(0);
            }
        }
        // The fewest days of which no completion exists.
        for day in 1..totals.len() {
            if self.refutes(day, &totals[day - 1]) {
                return Advice::Return(day);
            }
        }
        Advice::None
    }
}
