//! How much of the floors can be reached: together and alone (MX-7, FM-4).

use domain::nutrient::Decimal;
use domain::quantity::Amount;

use super::columns;
use crate::{
    bound::{Answer, Question, Relaxed},
    exact::{self, Aim, Apart, Exact, Limits},
    outcome::report::{Achievable, Bound, Classification, Deficient},
    repair::plan::Plan,
    request::{Request, Row},
    search::{Assignment, reach::Reach},
    slot::Slot,
    solve::Watch,
};

/// Columns up to which the most of a nutrient is found exactly.
const EXACT_COLUMNS: usize = 120;

/// The facts of FM-4: floors that the best plan misses, or that no plan reaches.
pub fn deficient(request: &Request, best: Option<&[Assignment]>, watch: &mut dyn Watch) -> Vec<Deficient> {
    let totals = best.map(|best| Plan::new(request, best));
    let mut deficient = vec![];
    for (index, row) in request.horizon_rows.iter().enumerate() {
        let (Some(required), Some(nutrient)) = (row.low, row.nutrient()) else { continue };
        let achieved = totals.as_ref().map_or(0, |plan| plan.horizon()[row.measure]);
        if required <= achieved {
            continue;
        }
        let (most, bound) = most(request, index, row, watch);
        deficient.push(Deficient {
            nutrient,
            achieved: decimal(achieved),
            required: decimal(required),
            deficit: decimal(required - achieved),
            best_achievable: decimal(most),
            bound,
            classification: if most < required {
                Classification::Structural
            } else {
                Classification::Marginal
            },
        });
    }
    deficient
}

fn decimal(amount: i64) -> Decimal {
    Decimal(Amount(amount.max(0)))
}

/// The most of a nutrient in any plan whose days are valid.
fn most(request: &Request, index: usize, row: &Row, watch: &mut dyn Watch) -> (i64, Bound) {
    if columns(request) <= EXACT_COLUMNS {
        let question = exact::Question {
            request,
            dishes: None,
            aim: Aim::Most(row.measure),
            apart: Apart::default(),
            limits: Limits { nodes: 1_000, iterations: 20_000 },
        };
        if let (Exact::Found { plan, is_best: true }, _) = question.solve(watch) {
            return (Plan::new(request, &plan).horizon()[row.measure], Bound::Exact);
        }
    }
    let reach = reach(request, index, row);
    let days = request.without_floors();
    let bound = match Relaxed::whole(&days).ask(Question::Most(row.measure)) {
        Answer::AtMost(most) => most.min(reach),
        _ => reach,
    };
    (bound, Bound::Lp)
}

/// FC-4: the most of a row in any fill of the slots. The reach of the plain search knows neither the portions nor the
/// leftovers that come after it: with them, every slot holds what has the most.
fn reach(request: &Request, index: usize, row: &Row) -> i64 {
    if !request.has_later_choices() {
        return Reach::new(request).most(index);
    }
    let measure = row.measure;
    let fixed: i64 = (0..request.days.len()).map(|day| request.fixed(day)[measure]).sum();
    let most_of = |slot: &Slot| {
        let kind = &request.kinds[slot.kind];
        let servings = kind.eligible.iter().chain(&kind.reheated);
        servings.map(|&place| request.recipes[place].amounts[measure]).max().unwrap_or(0)
    };
    fixed + request.open_slots().map(most_of).sum::<i64>()
}

/// How much of all floors together can be reached, and of each deficient one alone.
pub fn find(request: &Request, best: Option<&[Assignment]>, deficient: &[Deficient]) -> Option<Achievable> {
    if request.horizon_rows.iter().all(|row| row.low.is_none()) {
        return None;
    }
    let bound = match Relaxed::whole(request).ask(Question::Share) {
        Answer::AtMost(milli) => milli.clamp(0, 1000),
        Answer::Infeasible(_) | Answer::Open(_) => return None,
    };
    let alone = deficient.iter().map(|row| (row.nutrient, row.best_achievable)).collect();
    Some(Achievable {
        bound_milli: u32::try_from(bound).unwrap_or(1000),
        found_milli: best.and_then(|best| share(request, best)),
        alone,
    })
}

/// The share of all floors that a plan reaches, if it keeps everything else; in thousandths, rounded down.
fn share(request: &Request, plan: &[Assignment]) -> Option<u32> {
    let totals = Plan::new(request, plan);
    let is_floor =
        |day: &Option<usize>, row: &Row, total: i64| day.is_none() && row.low.is_some_and(|low| total < low);
    if totals.broken(request).iter().any(|(day, row, total)| !is_floor(day, row, *total)) {
        return None;
    }
    let shares = request.horizon_rows.iter().filter_map(|row| {
        let low = row.low.filter(|low| *low > 0)?;
        Some(i128::from(totals.horizon()[row.measure]) * 1000 / i128::from(low))
    });
    shares.min().and_then(|milli| u32::try_from(milli.min(1000)).ok())
}
