//! Constraints that cannot hold together, none of which can be spared: a deletion filter (MX-7).

use super::{COLUMNS, Verdict, columns, decide};
use crate::{
    bound::{Answer, Proof, Question, Relaxed, Scope},
    outcome::report::Constraint,
    pool::MEASURES,
    request::{Request, Row},
    solve::Watch,
    why::constraint,
};

/// Solves at most.
const MOST_SOLVES: usize = 200;

/// A group of constraints: one row, on every day that has it, or on the horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GroupOf {
    row: Row,
    is_daily: bool,
}

/// An irreducible conflict; empty if none is known.
pub fn find(request: &Request, watch: &mut dyn Watch) -> Vec<Constraint> {
    let mut kept = groups(request);
    let mut solves = 0;
    let by_bounds = refuted(request, &kept);
    if let Some(proof) = &by_bounds {
        // What has no multiplier takes no part in the proof.
        kept.retain(|group| is_used(request, proof, group));
    } else if !matches!(decide(request, watch), Verdict::No) {
        return vec![];
    }
    let is_small = columns(request) <= COLUMNS;
    let mut index = 0;
    while index < kept.len() && solves < MOST_SOLVES {
        let mut fewer = kept.clone();
        fewer.remove(index);
        solves += 1;
        let still = match by_bounds {
            // What bounds leave open, whole meals may still contradict.
            Some(_) if is_small => matches!(decide(&with_rows(request, &fewer), watch), Verdict::No),
            Some(_) => refuted(request, &fewer).is_some(),
            None => matches!(decide(&with_rows(request, &fewer), watch), Verdict::No),
        };
        if still { kept = fewer } else { index += 1 }
    }
    let sides = refuted(request, &kept);
    kept.iter().map(|group| name(request, group, sides.as_ref())).collect()
}

/// All groups, in the order of the nutrients and then of the days.
fn groups(request: &Request) -> Vec<GroupOf> {
    let mut groups: Vec<GroupOf> = vec![];
    let daily = request.day_rows.iter().flatten().map(|row| GroupOf { row: *row, is_daily: true });
    let horizon = request.horizon_rows.iter().map(|row| GroupOf { row: *row, is_daily: false });
    for group in daily.chain(horizon) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups.sort_by_key(|group| group.row.measure);
    groups
}

fn keeps(request: &Request, groups: &[GroupOf], day: Option<usize>, index: usize) -> bool {
    let row = match day {
        Some(day) => &request.day_rows[day][index],
        None => &request.horizon_rows[index],
    };
    groups.iter().any(|group| group.is_daily == day.is_some() && group.row == *row)
}

/// The proof that these groups cannot hold together, if bounds tell.
fn refuted(request: &Request, groups: &[GroupOf]) -> Option<Proof> {
    let keep = |day: Option<usize>, index: usize| keeps(request, groups, day, index);
    let mut relaxed = Relaxed::new(request, 0, &[0; MEASURES], &keep, request.budgets.lp_iterations);
    match relaxed.ask(Question::Feasible) {
        Answer::Infeasible(proof) => Some(proof),
        _ => None,
    }
}

fn with_rows(request: &Request, groups: &[GroupOf]) -> Request {
    let mut fewer = request.clone();
    let daily = |row: &Row| groups.iter().any(|group| group.is_daily && group.row == *row);
    fewer.day_rows.iter_mut().for_each(|rows| rows.retain(daily));
    fewer.horizon_rows.retain(|row| groups.iter().any(|group| !group.is_daily && group.row == *row));
    fewer
}

fn is_used(request: &Request, proof: &Proof, group: &GroupOf) -> bool {
    sides(request, proof, group).next().is_some()
}

/// The sides of a group that a proof uses: whether the low end is meant.
fn sides<'p>(request: &'p Request, proof: &'p Proof, group: &'p GroupOf) -> impl Iterator<Item = bool> + 'p {
    let relaxed_days = |scope: Scope, index: usize| match scope {
        Scope::Horizon => !group.is_daily && request.horizon_rows.get(index) == Some(&group.row),
        Scope::Group(_) => {
            group.is_daily && request.day_rows.iter().any(|rows| rows.get(index) == Some(&group.row))
        }
    };
    proof
        .sides
        .iter()
        .filter(move |(side, _)| relaxed_days(side.scope, side.index))
        .map(|(side, _)| side.is_low)
}

fn name(request: &Request, group: &GroupOf, proof: Option<&Proof>) -> Constraint {
    let ends: Vec<bool> = proof.map_or(vec![], |proof| sides(request, proof, group).collect());
    let mut row = group.row;
    if !ends.is_empty() {
        row.low = row.low.filter(|_| ends.contains(&true));
        row.high = row.high.filter(|_| ends.contains(&false));
    }
    let days: Vec<usize> = (0..request.days.len())
        .filter(|&day| group.is_daily && request.day_rows[day].contains(&group.row))
        .collect();
    constraint(&row, if let [day] = days[..] { Some(day) } else { None })
}
