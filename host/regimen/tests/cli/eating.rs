//! Meals on the store by the real binary: two commands to a plan, and the pages of its life (MF-6).

use serde_json::Value;
use testkit::expect_file;

use super::{Answer, Machine};

const SETUP: [&str; 12] = [
    "nutrition",
    "setup",
    "--sex",
    "female",
    "--born",
    "1994-05-17",
    "--height",
    "168",
    "--weight",
    "62",
    "--goal",
    "maintain",
];
/// A Monday that stays ahead, so that pages have the same dates every day.
const MONDAY: &str = "2030-03-04";

#[track_caller]
fn fits(page: &str) {
    assert_eq!(page.lines().find(|line| line.chars().count() > 80), None, "{page}");
    assert!(!page.contains("{$") && !page.contains("{ $"), "{page}");
    let ids = ["meals-", "larder-", "recipe-", "slot_state-", "meal_type-", "replan_cause-", "nutrient-"];
    assert_eq!(ids.iter().find(|id| page.contains(*id)), None, "the name of a text is shown: {page}");
}

/// A machine with an account.
fn settled() -> Machine {
    let machine = Machine::new();
    machine.file("pw", "seven red boats\n");
    machine.run(&["account", "create", "anna", "--password-file", "pw", "--zone", "Europe/Berlin"]).data();
    machine
}

/// Somebody with a plan of two days.
fn planned() -> Machine {
    let machine = settled();
    machine.run(&SETUP).data();
    machine.run(&["meals", "plan", "--from", MONDAY, "--days", "2", "--yes"]).data();
    machine
}

impl Machine {
    /// What a command prints in a language, which must fit the page.
    #[track_caller]
    fn page(&self, args: &[&str], lang: &str) -> String {
        let page = self.run(&[args, &["--lang", lang]].concat()).data();
        fits(&page);
        page
    }

    #[track_caller]
    fn value(&self, args: &[&str]) -> Value {
        self.run(&[args, &["--json"]].concat()).json()
    }
}

#[test]
fn nt_8_two_commands_are_a_plan_and_its_pages() {
    let machine = planned();
    let days = ["meals", "show", "--from", MONDAY, "--to", "2030-03-05"];
    expect_file("../../examples/meals-show.txt", &machine.page(&days, "en"));
    expect_file("../../examples/meals-show.ru.txt", &machine.page(&days, "ru"));
    machine.page(&["meals", "week", "--from", MONDAY], "ru");
    let shown = machine.value(&days);
    assert_eq!(shown["plan"].as_array().unwrap().len(), 8);
    assert_eq!(shown["version"], 1);
    for lang in ["en", "ru"] {
        machine.page(&["meals", "targets"], lang);
        machine.page(&["meals", "shopping", "--from", MONDAY], lang);
        machine.page(&["meals", "swap", MONDAY, "lunch"], lang);
        machine.page(&["meals", "versions"], lang);
        machine.page(&["meals", "proposals", "--all"], lang);
        machine.page(&["meals", "leftover"], lang);
        machine.page(&["meals", "adapt"], lang);
        machine.page(&["recipes", "list", "soup"], lang);
        machine.page(&["foods", "show", "egg"], lang);
        machine.page(&["pantry"], lang);
        machine.page(&["diary"], lang);
    }
}

#[test]
fn ml_3_a_swap_is_chosen_by_name_and_released() {
    let machine = planned();
    let list = machine.value(&["meals", "swap", MONDAY, "dinner"]);
    let best = list["alternatives"][0]["recipe_id"].as_str().unwrap().to_owned();
    let swapped = machine.value(&["meals", "swap", MONDAY, "dinner", &best, "--confirm"]);
    assert_eq!(swapped["version"], 2);
    let shown = machine.page(&["meals", "show", "--from", MONDAY], "en");
    assert!(shown.contains("chosen"), "{shown}");
    machine.page(&["meals", "release", MONDAY, "19:30"], "ru");
    machine.page(&["meals", "revert", "--to", "1"], "en");
    let unknown = machine.run(&["meals", "swap", MONDAY, "supper"]).refusal();
    assert!(unknown.contains("breakfast"), "{unknown}");
}

#[test]
fn ml_4_an_allergy_takes_meals_out_and_a_replan_brings_others() {
    let machine = planned();
    let settled = machine.value(&["nutrition", "allergy", "milk"]);
    assert!(!settled["voided"].as_array().unwrap().is_empty(), "{settled}");
    let count = |machine: &Machine| {
        machine.value(&["meals", "show", "--from", MONDAY])["plan"].as_array().unwrap().len()
    };
    assert!(count(&machine) < 8);
    let refused = machine.run(&["meals", "swap", MONDAY, "breakfast", "no_such_dish"]).refusal();
    assert!(refused.contains("no_such_dish"), "{refused}");
}

#[test]
fn ml_8_what_is_checked_is_at_home() {
    let machine = planned();
    let list = machine.value(&["meals", "shopping", "--from", MONDAY]);
    let is_bought = |line: &&Value| line["food_id"].is_string() && line["amount"].is_object();
    let line = list["lines"].as_array().unwrap().iter().find(is_bought).unwrap();
    let food = line["food_id"].as_str().unwrap();
    machine.page(&["meals", "shopping", "--from", MONDAY, "--check", food, "--to-pantry"], "en");
    let pantry = machine.page(&["pantry"], "en");
    assert!(pantry.contains(food), "{pantry}");
    machine.page(&["pantry", "add", "egg", "300", "--expires", "2030-03-20"], "ru");
    machine.page(&["pantry", "remove", food], "ru");
    machine.page(&["diary", "add", "banana", "120"], "en");
    machine.page(&["diary", "add", "--kcal", "250", "--protein", "12"], "ru");
    let Answer { status, err, .. } = machine.run(&["diary", "add", "unobtainium", "5"]);
    assert_eq!(status, 2, "{err}");
}

#[test]
fn ml_9_a_calendar_and_tables_are_written() {
    let machine = planned();
    let out = machine.path("meals.ics");
    machine.run(&["meals", "export", "--from", MONDAY, "--out", out.to_str().unwrap()]).data();
    assert!(std::fs::read_to_string(out).unwrap().starts_with("BEGIN:VCALENDAR\r\n"));
    let table = machine.run(&["meals", "export", "--format", "csv", "--from", MONDAY]).data();
    assert_eq!(table.lines().count(), 9);
}

#[test]
fn nd_8_a_recipe_is_read_first_and_stored_when_so_asked() {
    let machine = planned();
    let recipe = "
name: {en: Eggs and oats}
ingredients: ['2 large eggs', '50 g rolled oats']
servings: 1
cooking_time_minutes: 10
";
    let file = machine.file("eggs.yaml", recipe);
    let dry = machine.value(&["recipes", "import", &file]);
    assert_eq!((dry["good"].as_u64(), dry["applied"].as_bool()), (Some(1), Some(false)), "{dry}");
    let done = machine.value(&["recipes", "import", &file, "--apply"]);
    assert_eq!((done["changed"].as_u64(), done["applied"].as_bool()), (Some(1), Some(true)), "{done}");
    assert_eq!(
        machine.value(&["recipes", "import", &file, "--apply"])["changed"],
        0,
        "repeating changes nothing"
    );
    let own = machine.page(&["recipes", "list", "--own"], "en");
    assert!(own.contains("eggs_and_oats"), "{own}");
    machine.page(&["recipes", "show", "eggs_and_oats", "--servings", "2"], "ru");
    machine.page(&["recipes", "remove", "eggs_and_oats"], "en");
}

#[test]
fn nt_8_without_answers_the_next_step_is_told() {
    // Who eats has an account, as for every other command.
    let nobody = Machine::new().run(&[&SETUP[..], &["--json"]].concat()).refusal_object();
    assert_eq!(nobody["code"], "nothing_here");
    let machine = settled();
    let refused = machine.run(&["meals", "plan"]).refusal();
    assert!(refused.contains("regimen nutrition setup"), "{refused}");
    machine.run(&SETUP).data();
    let none = machine.run(&["meals", "replan"]).refusal();
    assert!(none.contains("regimen meals plan"), "{none}");
    let minor = [
        "nutrition",
        "setup",
        "--sex",
        "male",
        "--born",
        "2020-01-01",
        "--height",
        "120",
        "--weight",
        "30",
        "--goal",
        "gain",
    ];
    assert!(machine.run(&minor).refusal().contains("18"));
}

#[test]
fn mf_6_a_day_is_told_with_its_meals() {
    let machine = planned();
    for (lang, head) in [("en", "MEAL"), ("ru", "БЛЮДО")] {
        let page = machine.page(&["today", "--date", MONDAY], lang);
        assert!(page.contains(head) && page.contains("  07:30  "), "{page}");
    }
    let day = machine.value(&["today", "--date", MONDAY]);
    assert_eq!(day["meals"].as_array().map(Vec::len), Some(4), "{day}");
    let later = machine.value(&["today", "--date", "2030-03-06"]);
    assert_eq!(later["meals"], serde_json::json!([]));
}

#[test]
fn ml_2_what_was_written_down_by_mistake_is_struck_out() {
    let machine = settled();
    let noted = machine.value(&["diary", "add", "banana", "120"]);
    let id = noted["id"].as_str().unwrap();
    assert!(machine.page(&["diary"], "en").contains(id));
    assert_eq!(machine.page(&["diary", "strike", id], "en"), "Struck out.\n");
    assert!(!machine.page(&["diary"], "en").contains(id));
    let again = machine.run(&["diary", "strike", id]).refusal();
    assert!(again.contains("there is no entry of the diary"), "{again}");
}

#[test]
fn ml_3_a_swap_says_in_words_what_each_meal_breaks_and_what_is_missed_anyway() {
    let machine = planned();
    let list = machine.value(&["meals", "swap", MONDAY, "dinner"]);
    let page = machine.page(&["meals", "swap", MONDAY, "dinner"], "en");
    let is_broken = |one: &Value| !one["violations"].as_array().unwrap().is_empty();
    let breaks = list["alternatives"].as_array().unwrap().iter().any(is_broken);
    let is_told = page.contains("the plan then misses: ");
    assert!(!breaks || is_told || page.contains("Whichever is chosen"), "{page}");
    let refused = machine.run(&["meals", "swap", MONDAY, "9"]).refusal();
    assert!(refused.contains(&format!("there is no meal 9 on {MONDAY}")), "{refused}");
}
