//! Faults that are seen without a search (MX-7: static): pins that break a rule, slots that nothing can fill, bounds that
//! contradict each other.

use super::Explanation;
use crate::{
    outcome::{
        Removed,
        report::{Method, PinnedConflict, Proof, ProofStatus, Report, UnfillableSlot},
    },
    pin::{self, number},
    request::{Request, Row},
    slot::Slot,
    why::constraint,
};

const STATIC: Proof = Proof { status: ProofStatus::Proved, method: Method::Static };

/// The first fault that holds, in the order of the causes.
pub fn find(request: &Request) -> Option<Explanation> {
    pins(request).or_else(|| slots(request)).or_else(|| days(request)).or_else(|| horizon(request))
}

fn explanation(mode: &'static str, report: Report) -> Explanation {
    Explanation { mode, proof: STATIC, conflict: vec![], relaxations: vec![], achievable: None, report }
}

/// FM-3: what the pins alone break.
fn pins(request: &Request) -> Option<Explanation> {
    let conflicts = pin::conflicts(request);
    (!conflicts.is_empty()).then(|| explanation("FM-3", pinned(request, conflicts)))
}

/// The report of pins in conflict, with what their days leave.
pub(super) fn pinned(request: &Request, pinned_conflicts: Vec<PinnedConflict>) -> Report {
    let mut days: Vec<usize> = pinned_conflicts.iter().map(|conflict| conflict.day as usize - 1).collect();
    days.dedup();
    let remaining_budget = days.into_iter().map(|day| pin::remaining(request, day)).collect();
    Report { pinned_conflicts, remaining_budget, ..Report::default() }
}

/// FM-1: slots that no recipe may fill, or days without enough different ones.
fn slots(request: &Request) -> Option<Explanation> {
    let mut unfillable = vec![];
    for slots in &request.days {
        // A slot that leftovers may fill needs no recipe of its own (MO-2).
        let has_leftovers = |slot: &Slot| request.reheated(&request.kinds[slot.kind]).next().is_some();
        let open: Vec<&Slot> = slots.iter().filter(|slot| slot.is_open() && !has_leftovers(slot)).collect();
        if !open.is_empty() && !fillable(request, &open) {
            unfillable.extend(open.iter().map(|slot| blocked(request, slot)));
        }
    }
    // Slots that can be filled are no news, unless it is their number that is too large.
    if unfillable.iter().any(|slot| slot.eligible == 0) {
        unfillable.retain(|slot| slot.eligible == 0);
    }
    let report = Report { unfillable_slots: unfillable, ..Report::default() };
    (!report.unfillable_slots.is_empty()).then(|| explanation("FM-1", report))
}

/// Whether the open slots of a day have as many different recipes, by Hall's condition on sets of slots.
fn fillable(request: &Request, open: &[&Slot]) -> bool {
    let day = open[0].day;
    let barred = |dish: usize| {
        let fixed = request.days[day].iter().filter(|slot| slot.is_counted()).filter_map(|slot| slot.pinned);
        fixed.into_iter().any(|place| request.recipes[place].dish == dish)
    };
    (1_u32..1 << open.len()).all(|set| {
        let members =
            || open.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1).map(|(_, slot)| slot);
        let mut dishes: Vec<usize> = vec![];
        for slot in members() {
            let eligible = request.kinds[slot.kind].eligible.iter().map(|&place| request.recipes[place].dish);
            // As many as there are slots are enough to know; the portions of a recipe stand together.
            let mut last = None;
            let once = eligible.filter(|&dish| last.replace(dish) != Some(dish) && !barred(dish));
            dishes.extend(once.take(open.len()));
            dishes.sort_unstable();
            dishes.dedup();
        }
        members().count() <= dishes.len()
    })
}

/// What keeps recipes from a slot.
pub(super) fn blocked(request: &Request, slot: &Slot) -> UnfillableSlot {
    let kind = &request.kinds[slot.kind];
    let mut blocking: Vec<Removed> = vec![];
    for (_, rule) in &kind.barred {
        match blocking.iter_mut().find(|known| known.constraint == *rule) {
            Some(known) => known.removed += 1,
            None => blocking.push(Removed { constraint: (*rule).to_owned(), removed: 1 }),
        }
    }
    blocking.sort_by_key(|known| {
        crate::search::candidate::RULES.iter().position(|rule| *rule == known.constraint)
    });
    UnfillableSlot {
        day: number(slot.day) + 1,
        slot: number(slot.index),
        eligible: number(kind.dishes),
        blocking,
    }
}

/// FM-2: two rows of a day that no total can keep.
fn days(request: &Request) -> Option<Explanation> {
    for (day, rows) in request.day_rows.iter().enumerate() {
        for (index, one) in rows.iter().enumerate() {
            for other in &rows[index + 1..] {
                if let Some(conflict) = clash(one, other) {
                    let conflict = conflict.map(|row| constraint(&row, Some(day))).to_vec();
                    return Some(Explanation { conflict, ..explanation("FM-2", Report::default()) });
                }
            }
        }
    }
    None
}

/// The two sides that contradict each other.
fn clash(one: &Row, other: &Row) -> Option<[Row; 2]> {
    if one.measure != other.measure {
        return None;
    }
    let above = |lower: &Row, upper: &Row| Some(lower.low? > upper.high?).filter(|above| *above);
    let low = |row: &Row| Row { high: None, ..*row };
    let high = |row: &Row| Row { low: None, ..*row };
    match (above(one, other), above(other, one)) {
        (Some(_), _) => Some([high(other), low(one)]),
        (_, Some(_)) => Some([high(one), low(other)]),
        _ => None,
    }
}

/// FM-4: a floor of the horizon above the limits of all its days.
fn horizon(request: &Request) -> Option<Explanation> {
    for floor in request.horizon_rows.iter().filter(|row| row.low.is_some()) {
        let least = |rows: &Vec<Row>| {
            let same = rows.iter().filter(|row| row.measure == floor.measure);
            same.filter_map(|row| row.high).min()
        };
        let limits: Option<Vec<i64>> = request.day_rows.iter().map(least).collect();
        let most: Option<i64> = limits.map(|limits| limits.iter().sum());
        if floor.low.zip(most).is_some_and(|(low, most)| low > most) {
            let of_day = request.day_rows[0].iter().filter(|row| row.measure == floor.measure);
            let mut conflict = vec![constraint(floor, None)];
            conflict.extend(of_day.filter(|row| row.high.is_some()).map(|row| constraint(row, None)));
            return Some(Explanation { conflict, ..explanation("FM-4", Report::default()) });
        }
    }
    None
}
