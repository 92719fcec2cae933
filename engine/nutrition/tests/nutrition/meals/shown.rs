//! Writes a result in words.

use std::fmt::Write;

use domain::nutrient::Decimal;
use nutrition::{
    outcome::{
        DayTotals, Meal, MealResult, Ranked, Status, Why,
        number::{Points, Signed},
        report::{Change, Constraint, Relaxation, Report, Violation},
    },
    problem::Problem,
};
use serde::Serialize;

/// A result as a person reads it.
pub(super) fn result(problem: &Problem, result: &MealResult) -> String {
    let mut text = String::new();
    match result.status {
        Status::Invalid => {
            for finding in &result.errors {
                let _ = writeln!(text, "{} {}: {}", finding.spec, finding.code, finding.message);
            }
        }
        Status::Found => found(problem, result, &mut text),
        Status::Infeasible | Status::Unknown => failed(problem, result, &mut text),
    }
    for warning in &result.warnings {
        let facts = warning.facts.iter().map(|(name, fact)| format!(" {name}={}", word(fact)));
        let _ = writeln!(text, "note: {} {}{}", warning.code.spec(), warning.code, facts.collect::<String>());
    }
    text
}

/// A value as its document writes it, without quotes.
fn word(value: impl Serialize) -> String {
    serde_json::to_string(&value).unwrap().trim_matches('"').to_owned()
}

fn time(problem: &Problem, day: u32, slot: u32) -> &str {
    &problem.profile.schedule[day as usize - 1][slot as usize].time
}

fn found(problem: &Problem, result: &MealResult, text: &mut String) {
    let (stage, stats) = (result.stage.as_deref().unwrap(), &result.stats);
    let _ = writeln!(text, "found by {stage}, {} attempts, {} backtracks", stats.attempts, stats.backtracks);
    for day in &result.days {
        for meal in result.plan.iter().filter(|meal| meal.day == day.day) {
            let place = format!("day {} {}", meal.day, time(problem, meal.day, meal.slot));
            let portion =
                if meal.servings_pct == 100 { String::new() } else { format!(" ×{}", meal.servings_pct) };
            let _ = writeln!(text, "{place}  {:<10} {}", format!("{}{portion}", meal.recipe_id), why(meal));
        }
        let _ = writeln!(text, "  {}", totals(day));
    }
    for floor in &result.floors {
        let met = if floor.met { "" } else { ", not met" };
        let _ =
            writeln!(text, "{}: {} of {}{met}", floor.nutrient, word(floor.achieved), word(floor.required));
    }
    for plan in &result.alternatives {
        let ids: Vec<&str> = plan.iter().map(|choice| choice.recipe_id.as_str()).collect();
        let _ = writeln!(text, "or: {}", ids.join(" "));
    }
}

fn totals(day: &DayTotals) -> String {
    let [kcal, protein, fat, carbs] = [day.calories, day.protein_g, day.fat_g, day.carbs_g].map(word);
    let cost = day.cost.map_or(String::new(), |cost| format!(", {} cents", cost.minor));
    format!("{kcal} kcal, {protein} g protein, {fat} g fat, {carbs} g carbs{cost}")
}

/// Why a meal was chosen; of one in a batch, its part there first.
fn why(meal: &Meal) -> String {
    let part = meal.batch.map(|cooked| {
        let is_here = (cooked.day, cooked.slot) == (meal.day, meal.slot);
        if is_here { "cooked for several meals" } else { "from the batch" }
    });
    let reason = (meal.why != Why::Batch).then(|| reason(meal));
    part.map(str::to_owned).into_iter().chain(reason).collect::<Vec<_>>().join(", ")
}

fn reason(meal: &Meal) -> String {
    match &meal.why {
        Why::Pinned => "fixed by you".to_owned(),
        Why::Batch => "one of several meals".to_owned(),
        Why::Ranked(ranked) => rank(ranked),
        Why::Repaired { repaired } => {
            let repairs = repaired.iter().map(|repair| {
                let name = repair.constraint.nutrient.map_or("cost", |nutrient| nutrient.as_str());
                format!("{} {name} {} -> {}", repair.constraint.spec, word(repair.before), word(repair.after))
            });
            let repairs: Vec<String> = repairs.collect();
            if repairs.is_empty() {
                "completes the plan".to_owned()
            } else {
                format!("repairs {}", repairs.join(", "))
            }
        }
    }
}

/// `46.9, 2nd of 5 after r1 48.0, HC-8 removed 1`.
fn rank(ranked: &Ranked) -> String {
    let points = |Points(points): Points| format!("{points:.1}");
    let mut text = format!("{} points, {} of {}", points(ranked.score.total), ranked.rank, ranked.candidates);
    if let Some(rival) = &ranked.runner_up {
        let _ = write!(text, ", {} has {}", rival.recipe_id, points(rival.score.total));
    }
    if let Some(rule) = ranked.tie_rule {
        let _ = write!(text, ", tie rule {rule}");
    }
    for removed in &ranked.removed {
        let _ = write!(text, ", {} removed {}", removed.constraint, removed.removed);
    }
    for (nutrient, milli) in &ranked.fills {
        let _ = write!(text, ", fills {}.{} % of {nutrient}", milli / 10, milli % 10);
    }
    text
}

fn failed(problem: &Problem, result: &MealResult, text: &mut String) {
    let (mode, proof) = (result.failure_mode.as_deref().unwrap(), result.proof.unwrap());
    let _ =
        writeln!(text, "{}: {mode}, {} by {}", word(result.status), word(proof.status), word(proof.method));
    report(problem, result.report.as_ref().unwrap(), text);
    for constraint in &result.conflict {
        let _ = writeln!(text, "conflict: {}", bounds(constraint));
    }
    if let Some(achievable) = &result.achievable {
        let found = achievable.found_milli.map_or("none".to_owned(), |milli| format!("{milli} thousandths"));
        let _ = writeln!(text, "of all floors at most {} thousandths, found {found}", achievable.bound_milli);
    }
    for relaxation in &result.relaxations {
        let _ = writeln!(text, "possible with {}", changes(relaxation));
    }
}

fn report(problem: &Problem, report: &Report, text: &mut String) {
    let at = |day: u32, slot: u32| format!("day {day} {}", time(problem, day, slot));
    for slot in &report.unfillable_slots {
        let removed =
            slot.blocking.iter().map(|rule| format!(", {} removed {}", rule.constraint, rule.removed));
        let place = at(slot.day, slot.slot);
        let _ = writeln!(text, "{place}: {} recipes{}", slot.eligible, removed.collect::<String>());
    }
    for conflict in &report.pinned_conflicts {
        let place = conflict.slot.map_or(format!("day {}", conflict.day), |slot| at(conflict.day, slot));
        let broken =
            conflict.recipe_id.as_ref().map_or("fixed meals break".to_owned(), |id| format!("{id} breaks"));
        let direct = if conflict.direct { "" } else { ", with the meals that remain" };
        let _ = writeln!(text, "{place}: {broken} {}{direct}", conflict.violation);
        conflict.violations.iter().for_each(|violation| missed(violation, text));
    }
    for left in &report.remaining_budget {
        let [kcal, protein, carbs] =
            [left.calories, left.protein_g, left.carbs_g].map(|Signed(amount)| Signed(amount));
        let _ = writeln!(
            text,
            "day {} has {} kcal, {} g protein, {} g carbs left for {} slots",
            left.day,
            word(kcal),
            word(protein),
            word(carbs),
            left.open_slots
        );
    }
    for day in &report.failed_days {
        let _ = writeln!(text, "day {} comes closest with", day.day);
        day.macro_violations.iter().chain(&day.ul_violations).for_each(|violation| missed(violation, text));
    }
    for floor in &report.deficient {
        let (most, needed) = (word(floor.best_achievable), word(floor.required));
        let (bound, class) = (word(floor.bound), word(floor.classification));
        let _ = writeln!(text, "{}: at most {most} of {needed}, {class} ({bound})", floor.nutrient);
    }
    if !report.best_plan.is_empty() {
        let days = report.best_plan.chunk_by(|one, next| one.day == next.day);
        let ids =
            days.map(|day| day.iter().map(|choice| choice.recipe_id.as_str()).collect::<Vec<_>>().join(" "));
        let _ = writeln!(text, "best plan: {}", ids.collect::<Vec<_>>().join(" / "));
    }
    report.best_plan_violations.iter().for_each(|violation| missed(violation, text));
}

/// `  MV-3 fat_g 125, allowed 50..100`.
fn missed(violation: &Violation, text: &mut String) {
    let Violation { spec, name, value, low, high, .. } = violation;
    let _ = writeln!(text, "  {spec} {name} {}, allowed {}", word(*value), between(*low, *high));
}

fn between(low: Option<Decimal>, high: Option<Decimal>) -> String {
    let end = |bound: Option<Decimal>| bound.map_or(String::new(), word);
    format!("{}..{}", end(low), end(high))
}

fn bounds(constraint: &Constraint) -> String {
    let Constraint { spec, day, nutrient, low, high } = constraint;
    let name = nutrient.map_or("cost", |nutrient| nutrient.as_str());
    let day = day.map_or(String::new(), |day| format!(" on day {day}"));
    format!("{spec} {name} {}{day}", between(*low, *high))
}

fn changes(relaxation: &Relaxation) -> String {
    let change = |change: &Change| match change {
        Change::FatRange { low, high } => format!("{}-{} g fat", word(low), word(high)),
        Change::Tolerance { percent } => format!("windows of {percent} %"),
        Change::Fraction { nutrient, fraction_milli } => {
            let what = nutrient.map_or("all floors", |nutrient| nutrient.as_str());
            format!("{fraction_milli} thousandths of {what}")
        }
        Change::CookingTime { level } => format!("time to cook in the slots of level {level}"),
        Change::Repetition => "the same meal on two days in a row".to_owned(),
        Change::Exclusion { term } => format!("{term} allowed"),
        Change::Pin { day, slot } => format!("the meal of day {day}, slot {slot} not fixed"),
        Change::Ceiling { calories } => format!("a ceiling of {} kcal", word(calories)),
    };
    relaxation.changes.iter().map(change).collect::<Vec<_>>().join(" and ")
}
