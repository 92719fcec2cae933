//! ML-2: what became of slots, and who says so.

use domain::{
    error::ErrorCode,
    food::{Barcode, Food, Milligrams},
    law::Valid,
    meal_plan::{DiaryEntry, Eaten, FoodMass, Intake, MealLog, SlotState},
    nutrient::Nutrient,
    person::{Actor, ActorKind},
    recipe::Quantity,
    time::{Instant, LocalDate, Zone},
};
use nutrition::{
    convert::Measure,
    diary::{Diary, NotLogged, Step, enter},
    foods::Foods,
    kitchen::Kitchen,
};

use crate::given::{amounts, food, measured, percent, planned, valid};

const ATHLETE: Actor = Actor { kind: ActorKind::Athlete, id: None };

fn date(text: &str) -> LocalDate {
    text.parse().unwrap()
}

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

fn berlin() -> Zone {
    Zone::new("Europe/Berlin").unwrap()
}

const LUNCH: &str = "2026-03-09";

/// Says something about lunch of Monday, after what was logged before.
fn say(logs: &[MealLog], step: Step, now: &str) -> Result<MealLog, NotLogged> {
    let plan = [percent(planned(date(LUNCH), 1, "shakshuka"), 125)];
    let diary = Diary::new(&plan, logs, &[]);
    diary.log((date(LUNCH), 1), step, ATHLETE, at(now), &berlin()).map(Valid::into_inner)
}

const ATE: Step = Step::Ate { servings_pct: None };

#[test]
fn ml_2_a_slot_is_eaten_as_planned_or_otherwise() {
    let now = "2026-03-09T12:00:00Z";
    let servings = |step| match say(&[], step, now).unwrap() {
        MealLog { state: SlotState::Eaten, eaten: Some(Eaten::Recipe { servings_pct, .. }), .. } => {
            servings_pct
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(servings(ATE), 125);
    assert_eq!(servings(Step::Ate { servings_pct: Some(50) }), 50);
    let skipped = say(&[], Step::Skipped, now).unwrap();
    assert_eq!((skipped.state, skipped.eaten), (SlotState::Skipped, None));
    assert_eq!((skipped.at, skipped.actor), (at(now), ATHLETE));
    let apple = Eaten::Foods(vec![FoodMass { food_id: "apple".parse().unwrap(), mg: Milligrams(180_000) }]);
    let replaced = say(&[], Step::Replaced(apple.clone()), now).unwrap();
    assert_eq!((replaced.state, replaced.eaten), (SlotState::Replaced, Some(apple)));
}

#[test]
fn ml_2_undo_returns_to_planned_and_the_slot_can_be_logged_again() {
    let ate = say(&[], ATE, "2026-03-09T12:00:00Z").unwrap();
    let logs = [ate];
    let refused = say(&logs, Step::Skipped, "2026-03-09T13:00:00Z").unwrap_err();
    assert_eq!(refused.code(), ErrorCode::InvalidSlotState);
    assert_eq!(
        refused.to_string(),
        "the slot of 2026-03-09 is eaten and cannot become skipped on 2026-03-09, expected an undo first"
    );
    let undone = say(&logs, Step::Undone, "2026-03-16T12:00:00Z").unwrap();
    assert_eq!((undone.state, &undone.eaten), (SlotState::Planned, &None));
    let logs = [logs.to_vec(), vec![undone]].concat();
    assert!(say(&logs, Step::Skipped, "2026-03-16T12:00:00Z").is_ok());
    let late = say(&logs[..1], Step::Undone, "2026-03-17T12:00:00Z").unwrap_err();
    assert!(late.to_string().ends_with("expected an undo within 7 days"), "{late}");
}

#[test]
fn ml_2_the_day_is_that_of_the_athlete() {
    // Saturday 23:30 in Berlin: Monday is not tomorrow yet. Half an hour later it is.
    let early = say(&[], ATE, "2026-03-07T22:30:00Z").unwrap_err();
    assert!(early.to_string().ends_with("expected a slot of tomorrow at the latest"), "{early}");
    assert!(say(&[], ATE, "2026-03-07T23:00:00Z").is_ok());
}

#[test]
fn ml_2_a_slot_that_is_not_planned_or_an_impossible_meal_is_refused() {
    let plan = [planned(date(LUNCH), 1, "shakshuka")];
    let diary = Diary::new(&plan, &[], &[]);
    let say = |slot, step| {
        let now = at("2026-03-09T12:00:00Z");
        diary.log((date(LUNCH), slot), step, ATHLETE, now, &berlin()).unwrap_err()
    };
    let refused = say(2, ATE);
    assert_eq!(refused.code(), ErrorCode::InvalidSlotState);
    assert_eq!(
        refused.to_string(),
        "nothing is planned for slot 2 of 2026-03-09; maybe add it to the diary without a slot"
    );
    let refused = say(1, Step::Replaced(Eaten::Foods(vec![])));
    assert_eq!(refused.code(), ErrorCode::InvalidMeal);
    assert_eq!(refused.to_string(), "eaten.foods: 0 entries, expected 1..60 entries");
}

#[test]
fn ml_2_silence_until_the_end_of_the_next_day_means_missed() {
    let plan = [planned(date(LUNCH), 0, "oats"), planned(date(LUNCH), 1, "shakshuka")];
    let eaten = Diary::new(&plan, &[], &[])
        .log((date(LUNCH), 0), ATE, ATHLETE, at("2026-03-09T08:00:00Z"), &berlin())
        .unwrap()
        .into_inner();
    let logs = [eaten];
    let diary = Diary::new(&plan, &logs, &[]);
    assert_eq!(diary.missed(at("2026-03-10T22:59:59Z"), &berlin()), []);
    let midnight = at("2026-03-10T23:00:00Z");
    let missed = diary.missed(midnight, &berlin());
    let expected = MealLog {
        date: date(LUNCH),
        slot: 1,
        state: SlotState::Missed,
        eaten: None,
        at: midnight,
        actor: Actor::SYSTEM,
    };
    assert_eq!(missed, std::slice::from_ref(&expected));
    let logs = [logs.to_vec(), missed].concat();
    let diary = Diary::new(&plan, &logs, &[]);
    assert_eq!(diary.missed(midnight, &berlin()), []);
    let states: Vec<_> = diary.slots().map(|record| record.state).collect();
    assert_eq!(states, [SlotState::Eaten, SlotState::Missed]);
}

#[test]
fn ml_2_a_free_entry_names_a_food_that_can_be_weighed() {
    let shelf = valid([measured(food("egg", "Egg"), &[("large", 50_000)])]);
    let kitchen = Kitchen::new(Foods::new(&shelf), Measure::Us);
    let entry =
        |intake| DiaryEntry { date: date(LUNCH), intake, at: at("2026-03-09T12:00:00Z"), actor: ATHLETE };
    let portion = |unit: &str, thousandths| Intake::Portion {
        food_id: "egg".parse().unwrap(),
        unit: unit.parse().unwrap(),
        quantity: Quantity::from_thousandths(thousandths),
    };
    let mass = |food: &str| Intake::Mass(FoodMass { food_id: food.parse().unwrap(), mg: Milligrams(50_000) });
    let facts = Intake::Facts(Box::new(amounts(&[(Nutrient::Calories, "250")])));
    for intake in [portion("large", 1500), portion("g", 80_000), mass("egg"), facts] {
        assert!(enter(entry(intake.clone()), &kitchen).is_ok(), "{intake:?}");
    }
    for (intake, code, message) in [
        (
            portion("cup", 1000),
            ErrorCode::NoConversion,
            "Egg: the weight of one cup of egg is not known, expected one of g, kg, mg, oz, lb, large",
        ),
        (
            mass("ostrich"),
            ErrorCode::UnknownFood,
            "ostrich: there is no food `ostrich`, expected the key of one",
        ),
        (portion("large", 0), ErrorCode::InvalidMeal, "intake.portion.quantity: 0, expected more than 0"),
    ] {
        let refused = enter(entry(intake), &kitchen).unwrap_err();
        assert_eq!((refused.code(), refused.to_string().as_str()), (code, message));
    }
}

#[test]
fn ml_2_a_barcode_leads_to_its_food() {
    let barcode = |digits: &str| Barcode::try_from(digits.to_owned()).unwrap();
    let bar = Food { barcode: Some(barcode("036000291452")), ..food("oat_bar", "Oat bar") };
    let shelf = valid([food("rice", "Rice"), bar]);
    let kitchen = Kitchen::new(Foods::new(&shelf), Measure::Us);
    let found = |digits| kitchen.scanned(&barcode(digits)).map(|food| food.id.to_string());
    assert_eq!(found("036000291452").as_deref(), Some("oat_bar"));
    // European scanners read the same label with a zero before it.
    assert_eq!(found("0036000291452").as_deref(), Some("oat_bar"));
    assert_eq!(found("4006381333931"), None);
}
