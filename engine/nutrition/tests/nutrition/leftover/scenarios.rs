//! Leftovers that a dietitian can read: what is planned, what is left at home, and what is offered then.
//!
//! Day 1 is 2026-03-10. The rest of a scenario is that of the meal plans. Everything that is offered as valid is checked by
//! the independent check (MV-6).

use std::fmt::Write as _;

use domain::{
    meal_plan::Leftover,
    time::LocalDate,
    voice::{Locale, Voice},
};
use nutrition::{
    convert::Measure,
    foods::Foods,
    kitchen::Kitchen,
    leftover::{Waiting, offers},
    outcome::Choice,
    problem::{Problem, Where},
    replan::{Replan, replan},
    request::{Before, Request},
    search::Assignment,
    solve::Patient,
    swap::{self, Alternative},
    verify::verify_changed,
};
use serde::Deserialize;

use crate::meals::given;

const TODAY: LocalDate = LocalDate::constant(2026, 3, 10);

/// What a scenario says beside its problem.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Life {
    /// Recipes of all slots in order; `stew from home` is a leftover.
    plan: Vec<String>,
    /// `stew 150 % until 2026-03-11`.
    leftovers: Vec<String>,
    /// `day 1 08:00`: what could stand there. Without it the plan is made again.
    swap: Option<Where>,
}

#[test]
fn scenarios() {
    testkit::check("tests/scenarios/leftovers", run);
}

fn run(text: &str) -> String {
    let mut all: toml::Table = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    let mut own = toml::Table::new();
    for key in ["plan", "leftovers", "swap"] {
        own.extend(all.remove(key).map(|value| (key.to_owned(), value)));
    }
    let life: Life = own.try_into().unwrap_or_else(|error| panic!("{error}"));
    let problem: Problem = serde_json::from_value(given::problem(&all.to_string())).unwrap();
    let left: Vec<Leftover> = life.leftovers.iter().map(|words| leftover(words)).collect();
    let found = offers(&left, &Kitchen::new(Foods::new(&[]), Measure::Us), TODAY);
    let (waiting, notes) = found.waiting(TODAY, |_, _| true);
    let request = Request::new(&problem).unwrap_or_else(|error| panic!("{error}")).with_leftovers(&waiting);
    let mut shown = String::new();
    for note in notes.iter().chain(&request.warnings) {
        let text = Voice::new(Locale::En).text(&format!("warning-{}", note.code), &note.facts).unwrap();
        writeln!(shown, "note: {text}").unwrap();
    }
    let current = current(&request, &life.plan);
    match life.swap {
        Some(at) => swaps(&problem, &request, &waiting, &current, at, &mut shown),
        None => replanned(&problem, &request, &waiting, &current, &mut shown),
    }
    shown
}

fn leftover(words: &str) -> Leftover {
    let [recipe, percent, "%", "until", date] = words.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{words}")
    };
    Leftover {
        recipe_id: recipe.parse().unwrap(),
        recipe_revision: 1,
        servings_pct: percent.parse().unwrap(),
        until: date.parse().unwrap(),
    }
}

fn current(request: &Request, plan: &[String]) -> Vec<Assignment> {
    let slots = request.days.iter().flatten();
    let meal = |(slot, words): (&nutrition::slot::Slot, &String)| {
        let recipe = match words.strip_suffix(" from home") {
            Some(id) => request.find_leftover(id),
            None => request.find(words),
        };
        Assignment { day: slot.day, slot: slot.index, recipe: recipe.unwrap_or_else(|| panic!("{words}")) }
    };
    slots.zip(plan).map(meal).collect()
}

fn place(meal: &Assignment) -> Where {
    Where { day: u32::try_from(meal.day).unwrap() + 1, slot: u32::try_from(meal.slot).unwrap() }
}

fn swaps(
    problem: &Problem,
    request: &Request,
    waiting: &[Waiting],
    plan: &[Assignment],
    at: Where,
    shown: &mut String,
) {
    let (day, slot) = (at.day as usize - 1, at.slot as usize);
    for alternative in swap::alternatives(request, plan, day, slot) {
        show(&alternative, shown);
        let mut choices: Vec<Choice> = vec![];
        let mut from_home: Vec<Where> = vec![];
        for meal in plan {
            let recipe = &request.recipes[meal.recipe];
            let here = place(meal);
            let is_swapped = here == at;
            let is_from_home =
                if is_swapped { alternative.leftover_minutes.is_some() } else { recipe.is_at_home };
            from_home.extend(is_from_home.then_some(here));
            choices.push(Choice {
                day: here.day,
                slot: here.slot,
                recipe_id: if is_swapped { alternative.recipe_id.clone() } else { recipe.id.clone() },
                servings_pct: if is_swapped { alternative.servings_pct } else { recipe.percent },
            });
        }
        let verdict = verify_changed(problem, waiting, &choices, &from_home);
        assert_eq!(verdict.breaches.is_empty(), alternative.violations.is_empty(), "{:?}", verdict.breaches);
    }
}

fn show(alternative: &Alternative, shown: &mut String) {
    let Alternative { recipe_id, leftover_minutes, effect, .. } = alternative;
    let warm =
        leftover_minutes.map_or(String::new(), |minutes| format!("leftover, {minutes} min to warm up, "));
    let energy = serde_json::to_value(effect.day[0]).unwrap();
    let broken: Vec<&str> = alternative.violations.iter().map(|broken| broken.name.as_str()).collect();
    let breaks = if broken.is_empty() { String::new() } else { format!(", breaks {}", broken.join(", ")) };
    let (before, after, minutes) = (&energy["before"], &energy["after"], effect.minutes);
    writeln!(shown, "{recipe_id:10} {warm}{before} -> {after} kcal, {minutes:+} min{breaks}").unwrap();
}

fn replanned(
    problem: &Problem,
    request: &Request,
    waiting: &[Waiting],
    current: &[Assignment],
    shown: &mut String,
) {
    let before = Before { days: 0, amounts: [0; nutrition::pool::MEASURES] };
    let input = Replan { request: request.clone(), current: current.to_vec(), settled: vec![], before };
    let result = replan(&input, &mut Patient);
    for Choice { day, slot, recipe_id, .. } in &result.plan {
        let at = |place: (u32, u32)| place == (*day, *slot);
        let warm = result.leftovers.iter().find(|warm| at((warm.day, warm.slot)));
        let warm = warm.map_or(String::new(), |warm| format!(" leftover, {} min to warm up", warm.minutes));
        let changed = result.changed.iter().find(|changed| at((changed.day, changed.slot)));
        let instead = changed.map_or(String::new(), |changed| format!(", instead of {}", changed.from));
        let line = format!("day {day}, slot {slot}  {recipe_id:8}{warm}{instead}");
        writeln!(shown, "{}", line.trim_end()).unwrap();
    }
    let stage = result.stage.map_or("nothing to do".to_owned(), |stage| format!("stage {stage}"));
    let status = serde_json::to_value(result.proof.status).unwrap();
    writeln!(shown, "{stage}, {} changed, {}", result.changed.len(), status.as_str().unwrap()).unwrap();
    let from_home: Vec<Where> =
        result.leftovers.iter().map(|warm| Where { day: warm.day, slot: warm.slot }).collect();
    let verdict = verify_changed(problem, waiting, &result.plan, &from_home);
    assert_eq!(verdict.breaches.is_empty(), result.violations.is_empty(), "{:?}", verdict.breaches);
}
