//! ML-10: what was planned, eaten and needed.

use std::collections::BTreeMap;

use domain::{
    food::Milligrams,
    meal_plan::{DiaryEntry, Eaten, FoodMass, Intake, MealLog, SlotState, Supplement},
    nutrient::{Decimal, Nutrient},
    person::Actor,
    quantity::{Amount, Grams},
    time::{DateSpan, LocalDate, Zone, add_days},
};
use nutrition::{
    catalog::CatalogRecipe,
    convert::Measure,
    diary::{Diary, PlannedSlot},
    foods::Foods,
    kitchen::{FIRST_REVISION, Kitchen},
    outcome::number::Signed,
    summary::{
        Adherence, Measured, Row, Summary, SummaryInput, Totals,
        goal::{Goal, Goals, goals},
        summarize,
    },
    target::{self, Targets, input::WeighIn, tuning::AdaptiveTuning},
};

use crate::given::{amounts, dish, food, measured, percent, planned, valid, with};

const MONDAY: LocalDate = LocalDate::constant(2026, 3, 9);

/// What a summary is made from, where a test does not say otherwise.
#[derive(Default)]
struct Story {
    plan: Vec<PlannedSlot>,
    logs: Vec<MealLog>,
    entries: Vec<DiaryEntry>,
    goals: BTreeMap<LocalDate, Goals>,
    supplements: Vec<Supplement>,
    weigh_ins: Vec<WeighIn>,
    days: i64,
}

impl Story {
    /// The summary of its days from Monday on, made on Wednesday at noon in Berlin.
    fn summary(&self) -> Summary {
        let oats = with(food("oats", "Oats"), &[(Nutrient::Calories, "400"), (Nutrient::Iron, "4")]);
        let milk = measured(with(food("milk", "Milk"), &[(Nutrient::Calories, "60")]), &[("glass", 250_000)]);
        let shelf = valid([oats, milk]);
        let foods = Foods::new(&shelf);
        let dishes: [CatalogRecipe; 2] = [
            // 400 kcal; iron is known in half of the mass.
            dish("porridge", 1, &["85 g oats", "100 g milk"], &foods),
            dish("surprise", 1, &["100 g oats", "1 dollop mystery"], &foods),
        ];
        let kitchen = Kitchen::new(foods, Measure::Us);
        let kitchen = dishes.iter().fold(kitchen, |kitchen, dish| kitchen.with_recipe(FIRST_REVISION, dish));
        summarize(&SummaryInput {
            dates: DateSpan { from: MONDAY, to: add_days(MONDAY, self.days - 1) },
            diary: &Diary::new(&self.plan, &self.logs, &self.entries),
            kitchen: &kitchen,
            goals: &self.goals,
            supplements: &self.supplements,
            weigh_ins: &self.weigh_ins,
            tuning: &AdaptiveTuning::default(),
            now: "2026-03-11T11:00:00Z".parse().unwrap(),
            zone: &Zone::new("Europe/Berlin").unwrap(),
        })
    }
}

fn log(date: LocalDate, slot: u8, state: SlotState, eaten: Option<Eaten>) -> MealLog {
    MealLog { date, slot, state, eaten, at: "2026-03-09T12:00:00Z".parse().unwrap(), actor: Actor::SYSTEM }
}

fn ate(date: LocalDate, slot: u8, recipe: &str, servings_pct: u32) -> MealLog {
    let recipe_id = recipe.parse().unwrap();
    log(date, slot, SlotState::Eaten, Some(Eaten::Recipe { recipe_id, recipe_revision: 1, servings_pct }))
}

fn entry(date: LocalDate, intake: Intake) -> DiaryEntry {
    DiaryEntry { date, intake, at: "2026-03-09T12:00:00Z".parse().unwrap(), actor: Actor::SYSTEM }
}

fn milk(mg: i64) -> FoodMass {
    FoodMass { food_id: "milk".parse().unwrap(), mg: Milligrams(mg) }
}

fn decimal(text: &str) -> Decimal {
    Decimal(Amount::parse(text).unwrap())
}

fn row(totals: &Totals, nutrient: Nutrient) -> &Row {
    totals.rows.iter().find(|row| row.nutrient == nutrient).unwrap()
}

fn shown(measured: Measured) -> (String, u16) {
    let amount = measured.amount.map_or_else(|| "?".to_owned(), |amount| amount.0.to_string());
    (amount, measured.unknown_milli)
}

fn number(text: &str, unknown_milli: u16) -> (String, u16) {
    (text.to_owned(), unknown_milli)
}

#[test]
fn ml_10_planned_and_eaten_add_up_by_day_and_over_all_days() {
    let tuesday = add_days(MONDAY, 1);
    let story = Story {
        plan: vec![percent(planned(MONDAY, 0, "porridge"), 150), planned(tuesday, 0, "porridge")],
        logs: vec![
            ate(MONDAY, 0, "porridge", 150),
            log(tuesday, 0, SlotState::Replaced, Some(Eaten::Foods(vec![milk(500_000)]))),
            // A slot that is no longer planned was eaten all the same.
            ate(tuesday, 5, "porridge", 50),
        ],
        days: 2,
        ..Story::default()
    };
    let Summary { days, total, .. } = story.summary();
    let energy = |totals: &Totals| {
        let row = row(totals, Nutrient::Calories);
        (shown(row.planned), shown(row.eaten))
    };
    assert_eq!(energy(&days[0].totals), (number("600", 0), number("600", 0)));
    assert_eq!(energy(&days[1].totals), (number("400", 0), number("500", 0)));
    assert_eq!(energy(&total), (number("1000", 0), number("1100", 0)));
    assert_eq!(days[1].date, tuesday);
}

#[test]
fn ml_10_what_is_not_known_has_its_share_of_the_energy() {
    let facts = |known: &[(Nutrient, &str)]| Intake::Facts(Box::new(amounts(known)));
    let glass = Intake::Portion {
        food_id: "milk".parse().unwrap(),
        unit: "glass".parse().unwrap(),
        quantity: domain::recipe::Quantity::from_thousandths(2000),
    };
    let story = |intakes: Vec<Intake>| Story {
        plan: vec![planned(MONDAY, 0, "porridge")],
        entries: intakes.into_iter().map(|intake| entry(MONDAY, intake)).collect(),
        days: 1,
        ..Story::default()
    };
    let day = |intakes| story(intakes).summary().days.remove(0).totals;
    let iron = |intakes| shown(row(&day(intakes), Nutrient::Iron).eaten);
    // 85 of 185 g know it: 459 thousandths, rounded down.
    assert_eq!(shown(row(&day(vec![]), Nutrient::Iron).planned), number("3.4", 541));
    assert_eq!(iron(vec![]), number("0", 0), "nothing was eaten");
    assert_eq!(iron(vec![glass.clone()]), number("?", 1000));
    let told = facts(&[(Nutrient::Calories, "100"), (Nutrient::Iron, "2")]);
    // 300 kcal of milk do not tell it, 100 kcal do.
    assert_eq!(iron(vec![glass.clone(), told.clone()]), number("2", 750));
    let untold = facts(&[(Nutrient::Calories, "100")]);
    assert_eq!(iron(vec![told, untold]), number("2", 500));
    assert_eq!(shown(row(&day(vec![glass]), Nutrient::Calories).eaten), number("300", 0));
}

#[test]
fn ml_10_what_cannot_be_counted_is_named() {
    let unknown = FoodMass { food_id: "nectar".parse().unwrap(), mg: Milligrams(1000) };
    let bucket = Intake::Portion {
        food_id: "milk".parse().unwrap(),
        unit: "bucket".parse().unwrap(),
        quantity: domain::recipe::Quantity::from_thousandths(1000),
    };
    let story = Story {
        plan: vec![planned(MONDAY, 0, "surprise"), planned(MONDAY, 1, "secret_soup")],
        entries: vec![entry(MONDAY, Intake::Mass(unknown)), entry(MONDAY, bucket)],
        days: 1,
        ..Story::default()
    };
    let Totals { planned_at_least, eaten_at_least, .. } = story.summary().total;
    assert_eq!(planned_at_least, ["mystery", "secret_soup"]);
    assert_eq!(eaten_at_least, ["milk", "nectar"]);
}

#[test]
fn ml_10_shares_count_supplements_which_stay_apart_from_food() {
    let floor = Goal { target: decimal("8"), least: Some(decimal("8")), most: None };
    let day_goals = Goals::from([(Nutrient::Iron, floor)]);
    let story = |goals: BTreeMap<LocalDate, Goals>| Story {
        plan: vec![planned(MONDAY, 0, "porridge")],
        logs: vec![ate(MONDAY, 0, "porridge", 100)],
        supplements: vec![Supplement {
            name: "Iron".into(),
            amounts: amounts(&[(Nutrient::Iron, "3")]),
            days: [1].into(),
        }],
        goals,
        days: 2,
        ..Story::default()
    };
    let tuesday = add_days(MONDAY, 1);
    let both = BTreeMap::from([(MONDAY, day_goals.clone()), (tuesday, day_goals.clone())]);
    let Summary { days, total, .. } = story(both).summary();
    let iron = row(&days[0].totals, Nutrient::Iron);
    assert_eq!((shown(iron.eaten), iron.supplements), (number("3.4", 541), decimal("3")));
    // 6.4 of 8 mg, and of 16 mg over both days.
    assert_eq!(iron.share_pct, Some(80));
    assert_eq!(row(&total, Nutrient::Iron).share_pct, Some(40));
    assert_eq!(row(&total, Nutrient::Iron).goal.unwrap().least, Some(decimal("16")));
    assert_eq!(row(&days[0].totals, Nutrient::Zinc).share_pct, None);
    let one = story(BTreeMap::from([(MONDAY, day_goals)])).summary();
    assert_eq!(row(&one.total, Nutrient::Iron).goal, None, "a day without a goal leaves the sum without one");
}

#[test]
fn ml_10_goals_are_the_targets_of_the_day() {
    let targets: Targets = serde_json::from_str(target::EXAMPLE).unwrap();
    let goals = goals(&targets, 1);
    let energy = goals[&Nutrient::Calories];
    let whole = targets.daily_calories.0.0;
    assert_eq!(energy.target.0.0, targets.day_targets.get(&1).map_or(whole, |own| own.daily_calories.0.0));
    let (least, most) = (energy.least.unwrap().0.0, energy.most.unwrap().0.0);
    assert_eq!((10 * least, 10 * most), (9 * energy.target.0.0, 11 * energy.target.0.0));
    let fat = goals[&Nutrient::Fat];
    assert_eq!([fat.least.unwrap(), fat.most.unwrap()], targets.daily_fat_g);
    assert_eq!(2 * fat.target.0.0, fat.least.unwrap().0.0 + fat.most.unwrap().0.0);
    let sodium = goals[&Nutrient::Sodium];
    assert_eq!((sodium.least, sodium.most), (None, Some(decimal("2300"))));
    let zinc = goals[&Nutrient::Zinc];
    assert_eq!((zinc.least, zinc.most), (Some(zinc.target), None));
}

#[test]
fn ml_10_adherence_is_the_share_of_past_slots_that_were_eaten() {
    // Four slots on each day, at 08:00, 10:00, 12:00 and 14:00; it is Wednesday noon.
    let slots = || (0..6).flat_map(|day| (0..4).map(move |slot| (add_days(MONDAY, day), slot)));
    let adherence = |eaten: usize, days: i64| {
        let plan = slots().map(|(date, slot)| planned(date, slot, "porridge")).collect();
        let logs = slots().take(eaten).map(|(date, slot)| ate(date, slot, "porridge", 100)).collect();
        Story { plan, logs, days, ..Story::default() }.summary().adherence
    };
    assert_eq!(adherence(7, 6), Adherence { eaten: 7, past: 11, pct: Some(64) });
    // What is eaten before its time does not count yet, nor do slots of other days.
    assert_eq!(adherence(12, 6), Adherence { eaten: 11, past: 11, pct: Some(100) });
    assert_eq!(adherence(3, 1), Adherence { eaten: 3, past: 4, pct: Some(75) });
    let nothing = Story { days: 1, ..Story::default() };
    assert_eq!(nothing.summary().adherence, Adherence { eaten: 0, past: 0, pct: None });
}

#[test]
fn ml_10_the_example_of_the_chapter() {
    // 24 past slots, of which 20 were eaten, two skipped, one replaced and one forgotten.
    let slots = || (0..2).flat_map(|day| (0..12).map(move |slot| (add_days(MONDAY, day), slot)));
    let plan = slots().map(|(date, slot)| {
        let mut planned = planned(date, slot % 8, "porridge");
        planned.item.slot = slot;
        planned
    });
    let logs = slots().enumerate().filter_map(|(n, (date, slot))| match n {
        0..20 => Some(ate(date, slot, "porridge", 100)),
        20 | 21 => Some(log(date, slot, SlotState::Skipped, None)),
        22 => Some(log(date, slot, SlotState::Replaced, Some(Eaten::Foods(vec![milk(1000)])))),
        _ => None,
    });
    let story = Story { plan: plan.collect(), logs: logs.collect(), days: 2, ..Story::default() };
    assert_eq!(story.summary().adherence, Adherence { eaten: 20, past: 24, pct: Some(83) });
}

#[test]
fn ml_10_the_weight_trend_is_the_slope_of_nt_7() {
    let weigh_in = |day: i64, grams| WeighIn { date: add_days(MONDAY, day), weight_g: Grams(grams) };
    let trend = |weigh_ins: Vec<WeighIn>| {
        let trend = Story { weigh_ins, days: 7, ..Story::default() }.summary().weight;
        trend.map(|trend| (trend.weigh_ins, trend.days, trend.grams_per_day))
    };
    // 20 g a day down; two weigh-ins of one day are their mean; one a month ago and one of tomorrow do not count.
    let falling = vec![
        weigh_in(-18, 80_400),
        weigh_in(-8, 80_150),
        weigh_in(-8, 80_250),
        weigh_in(2, 80_000),
        weigh_in(-27, 99_000),
        weigh_in(3, 70_000),
    ];
    assert_eq!(trend(falling), Some((3, 20, Signed(-20 * Amount::UNIT))));
    assert_eq!(trend(vec![weigh_in(0, 80_000), weigh_in(0, 81_000)]), None);
    assert_eq!(trend(vec![]), None);
}
