//! ML-9: plan, log and list for other programs.

use domain::{
    food::{KitchenMass, KitchenVolume, Milligrams},
    law::Valid,
    meal_plan::{DiaryEntry, Eaten, FoodMass, Intake, MealLog, SlotState},
    nutrient::Nutrient,
    person::{Actor, ActorKind},
    recipe::{Quantity, Reheats},
    time::{DateSpan, Instant, LocalDate, Zone, add_days},
    voice::{Locale, Voice},
};
use nutrition::{
    catalog::{Catalog, CatalogRecipe},
    convert::Measure,
    diary::{Diary, PlannedSlot},
    document::DOCUMENTS,
    export::{EXAMPLE, MealExport, csv, export, ics::calendar, sheet::sheet},
    foods::Foods,
    kitchen::{FIRST_REVISION, Kitchen},
    scale::{scaled, show_amount},
    shopping,
};

use crate::given::{amounts, dish, from_batch, percent, planned};

const MONDAY: LocalDate = LocalDate::constant(2026, 3, 9);

fn stamp() -> Instant {
    "2026-03-08T18:00:00Z".parse().unwrap()
}

fn stew() -> CatalogRecipe {
    let foods = Foods::new(Catalog::embedded().foods());
    let lines = ["800 g carrots", "2 cloves garlic, sliced", "1 tbsp olive oil (optional)", "salt to taste"];
    let mut stew = dish("stew", 4, &lines, &foods);
    stew.recipe = stew
        .recipe
        .with(|recipe| {
            recipe.name.en = "Stew; slow, \"red\"".into();
            recipe.name.ru = Some("Рагу".into());
            recipe.steps.en = vec!["Chop.".into(), "Simmer for an hour, then\nrest.".into()];
            recipe.steps.ru = vec!["Нарежьте.".into()];
            recipe.reheats = Some(Reheats { minutes: 8, keeps_days: 3 });
        })
        .unwrap();
    stew
}

fn kitchen(stew: &CatalogRecipe) -> Kitchen<'_> {
    Kitchen::of(Catalog::embedded(), Measure::Us).with_recipe(FIRST_REVISION, stew)
}

fn voice(locale: Locale, zone: &str) -> Voice {
    Voice { zone: Zone::new(zone).unwrap(), ..Voice::new(locale) }
}

/// A calendar of these slots, with its lines put together again.
fn lines(plan: &[PlannedSlot], dates: DateSpan, voice: &Voice) -> Vec<String> {
    let stew = stew();
    let calendar = calendar(&Diary::new(plan, &[], &[]), dates, &kitchen(&stew), voice, stamp());
    assert!(calendar.ends_with("\r\n") && !calendar.replace("\r\n", "").contains(['\r', '\n']));
    assert!(calendar.split("\r\n").all(|line| line.len() <= 75), "{calendar}");
    calendar.replace("\r\n ", "").trim_end().split("\r\n").map(str::to_owned).collect()
}

fn week() -> DateSpan {
    DateSpan { from: MONDAY, to: add_days(MONDAY, 6) }
}

#[test]
fn ml_9_each_slot_is_an_event_at_its_local_time() {
    let plan = [percent(planned(MONDAY, 1, "stew"), 125), planned(add_days(MONDAY, 7), 0, "stew")];
    let uid = format!("UID:{}@regimen", plan[0].id);
    let expected = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//regimen//meals//EN",
        "CALSCALE:GREGORIAN",
        "BEGIN:VTIMEZONE",
        "TZID:Europe/Berlin",
        "BEGIN:STANDARD",
        "DTSTART:20251026T030000",
        "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0100",
        "TZNAME:CET",
        "END:STANDARD",
        "END:VTIMEZONE",
        "BEGIN:VEVENT",
        &uid,
        "DTSTAMP:20260308T180000Z",
        "DTSTART;TZID=Europe/Berlin:20260309T100000",
        "DURATION:PT30M",
        "SUMMARY:Stew\\; slow\\, \"red\"",
        "DESCRIPTION:Servings: 1.25\\n- carrots: 250 g\\n- garlic\\, sliced: 0.63 × clove\\n\
         - olive oil: 0.31 tbsp (optional)\\n- salt: to taste\\n1. Chop.\\n\
         2. Simmer for an hour\\, then\\nrest.",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
    ];
    assert_eq!(lines(&plan, week(), &voice(Locale::En, "Europe/Berlin")), expected);
    let later = lines(&plan, week(), &voice(Locale::Ru, "America/New_York"));
    assert!(later.contains(&uid) && later.contains(&"SUMMARY:Рагу".to_owned()), "{later:?}");
    assert!(later.contains(&"DTSTART;TZID=America/New_York:20260309T100000".to_owned()), "{later:?}");
}

#[test]
fn ml_9_the_calendar_explains_changes_of_the_clock_in_its_days() {
    let dates = DateSpan { from: LocalDate::constant(2026, 3, 23), to: LocalDate::constant(2026, 3, 29) };
    let found = |zone| {
        let lines = lines(&[], dates, &voice(Locale::En, zone));
        let is_time = |line: &&String| line.starts_with("DTSTART") || line.starts_with("TZOFF");
        lines
            .iter()
            .filter(is_time)
            .map(|line| line.split(':').nth(1).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        found("Europe/Berlin"),
        ["20251026T030000", "+0200", "+0100", "20260329T020000", "+0100", "+0200"]
    );
    assert_eq!(found("UTC"), ["19700101T000000", "+0000", "+0000"]);
    assert_eq!(found("Asia/Kathmandu")[2], "+0545");
    assert_eq!(found("America/St_Johns")[2], "-0230");
}

#[test]
fn ml_9_a_batch_is_cooked_once_and_warmed_later() {
    let tuesday = add_days(MONDAY, 1);
    let plan = [
        from_batch(planned(MONDAY, 0, "stew"), MONDAY, 4),
        from_batch(planned(tuesday, 1, "stew"), MONDAY, 4),
    ];
    let texts = |locale| {
        let lines = lines(&plan, week(), &voice(locale, "UTC"));
        let descriptions = lines.iter().filter_map(|line| line.strip_prefix("DESCRIPTION:"));
        descriptions.map(|text| text.split("\\n").take(3).collect::<Vec<_>>().join(" | ")).collect::<Vec<_>>()
    };
    assert_eq!(
        texts(Locale::En),
        [
            "Cook 4 servings at once: | - carrots: 800 g | - garlic\\, sliced: 2 × clove",
            "From the batch of 2026-03-09\\; warming takes 8 min"
        ]
    );
    assert_eq!(
        texts(Locale::Ru),
        [
            "Приготовьте сразу 4 порции: | - Морковь: 800 г | - Чеснок: 2 × зубчик",
            "Из приготовленного 09.03.2026\\; разогреть за 8 мин"
        ]
    );
}

#[test]
fn ml_9_a_recipe_that_is_not_known_is_an_event_by_its_key() {
    let lines = lines(&[planned(MONDAY, 0, "secret_soup")], week(), &Voice::new(Locale::En));
    assert!(lines.contains(&"SUMMARY:secret_soup".to_owned()));
    assert!(!lines.iter().any(|line| line.starts_with("DESCRIPTION")));
}

#[test]
fn ml_9_amounts_are_scaled_to_what_a_kitchen_can_weigh() {
    let stew = stew();
    let foods = Foods::new(Catalog::embedded().foods());
    let shown = |pct, locale| {
        let ingredients = scaled(&stew.recipe, pct, &foods);
        ingredients.iter().map(|ingredient| ingredient.show(&Voice::new(locale))).collect::<Vec<_>>()
    };
    assert_eq!(
        shown(75, Locale::Ru),
        [
            "Морковь: 150 г",
            "Чеснок: 0,38 × зубчик",
            "Оливковое масло: 0,19 ст. л. (по желанию)",
            "Соль: по вкусу"
        ]
    );
    // 1 % of a serving of the oil would be 0.0025 tbsp: some of it is needed all the same.
    assert_eq!(shown(1, Locale::En)[2], "olive oil: 0.01 tbsp (optional)");
    let whole = |quantity: u32, unit: Option<&str>, locale| {
        let unit = unit.map(|unit| unit.parse().unwrap());
        show_amount(Quantity::from_thousandths(quantity), unit.as_ref(), &Voice::new(locale))
    };
    assert_eq!(whole(1000, Some("cup"), Locale::En), "1 cup");
    assert_eq!(whole(1500, Some("cup"), Locale::En), "1.5 cups");
    let cups = [1000, 2000, 5000, 1500].map(|cups| whole(cups, Some("cup"), Locale::Ru));
    assert_eq!(cups, ["1 стакан", "2 стакана", "5 стаканов", "1,5 стакана"]);
    assert_eq!(whole(3000, None, Locale::Ru), "3 шт.");
    assert_eq!(whole(3000, Some("big_box"), Locale::En), "3 × big box");
}

#[test]
fn ml_9_every_unit_of_the_catalogue_has_a_text_in_both_languages() {
    let portions = Catalog::embedded().foods().iter().flat_map(|food| &food.portions);
    let mut units: Vec<String> = portions.map(|portion| portion.unit.to_string()).collect();
    let of_recipes = Catalog::embedded().recipes().iter().flat_map(|entry| &entry.recipe.ingredients);
    units.extend(of_recipes.filter_map(|ingredient| ingredient.unit.as_ref()).map(ToString::to_string));
    units.extend(KitchenMass::WORDS.iter().chain(KitchenVolume::WORDS).map(ToString::to_string));
    for locale in [Locale::En, Locale::Ru] {
        let voice = Voice::new(locale);
        for unit in &units {
            assert!(voice.text(&format!("amount-{unit}"), &[].into()).is_some(), "{locale}: {unit}");
        }
    }
}

/// Two days with everything that can be in an export.
fn two_days() -> (Vec<PlannedSlot>, Vec<MealLog>, Vec<DiaryEntry>) {
    let (at, actor) = (stamp(), Actor { kind: ActorKind::Athlete, id: None });
    let food = |food: &str, mg| FoodMass { food_id: food.parse().unwrap(), mg: Milligrams(mg) };
    let log = |slot, state, eaten| MealLog { date: MONDAY, slot, state, eaten, at, actor };
    let recipe_id = "stew".parse().unwrap();
    let stew = Eaten::Recipe { recipe_id, recipe_revision: 1, servings_pct: 125 };
    let fruit = Eaten::Foods(vec![food("apple", 182_500), food("banana", 118_000)]);
    let logs = vec![
        log(0, SlotState::Eaten, Some(stew)),
        log(1, SlotState::Replaced, Some(fruit)),
        log(2, SlotState::Skipped, None),
    ];
    let unit = "large".parse().unwrap();
    let portion =
        Intake::Portion { food_id: "egg".parse().unwrap(), unit, quantity: Quantity::from_thousandths(1500) };
    let facts = Intake::Facts(Box::new(amounts(&[(Nutrient::Calories, "99.5")])));
    let intakes = [Intake::Mass(food("apple", 90_000)), portion, facts];
    let entries = intakes.map(|intake| DiaryEntry { date: MONDAY, intake, at, actor }).into();
    let plan = vec![
        percent(planned(MONDAY, 0, "stew"), 125),
        planned(MONDAY, 1, "stew"),
        planned(MONDAY, 2, "secret_soup"),
        planned(add_days(MONDAY, 1), 0, "stew"),
        planned(add_days(MONDAY, 9), 0, "stew"),
    ];
    (plan, logs, entries)
}

fn exported() -> MealExport {
    let stew = stew();
    let kitchen = kitchen(&stew);
    let (plan, logs, entries) = two_days();
    let dates = DateSpan { from: MONDAY, to: add_days(MONDAY, 1) };
    let diary = Diary::new(&plan, &logs, &entries);
    let list = shopping::list(&diary, dates, &kitchen, &[]);
    export(&diary, dates, &kitchen, list)
}

#[test]
fn ml_9_tables_have_a_row_for_each_slot_entry_and_line() {
    let export = exported();
    let id = |row: usize| export.plan[row].item_id.to_string();
    let plan = csv::plan(&export.plan);
    let rows: Vec<&str> = plan.split("\r\n").collect();
    assert_eq!(
        rows[0],
        "date,slot,time,recipe_id,name_en,name_ru,servings_pct,pinned,state,calories,protein_g,fat_g,carbs_g,item_id"
    );
    assert!(rows[1].starts_with("2026-03-09,0,08:00,stew,\"Stew; slow, \"\"red\"\"\",Рагу,125,false,eaten,"));
    assert_eq!(
        rows[3],
        format!("2026-03-09,2,12:00,secret_soup,secret_soup,,100,false,skipped,,,,,{}", id(2))
    );
    assert_eq!(rows.len(), 6, "four slots, a head and the end");

    let at = "2026-03-08T18:00:00Z,athlete";
    let expected = [
        "date,slot,state,recipe_id,servings_pct,food_id,grams,quantity,unit,calories,at,actor".to_owned(),
        format!("2026-03-09,0,eaten,stew,125,,,,,,{at}"),
        format!("2026-03-09,1,replaced,,,apple,182.5,,,,{at}"),
        format!("2026-03-09,1,replaced,,,banana,118,,,,{at}"),
        format!("2026-03-09,2,skipped,,,,,,,,{at}"),
        format!("2026-03-09,,,,,apple,90,,,,{at}"),
        format!("2026-03-09,,,,,egg,,1.5,large,,{at}"),
        format!("2026-03-09,,,,,,,,,99.5,{at}"),
        String::new(),
    ];
    assert_eq!(csv::log(&export.log, &export.diary).split("\r\n").collect::<Vec<_>>(), expected);

    assert_eq!(
        csv::list(&export.list).split("\r\n").collect::<Vec<_>>(),
        [
            "section,food_id,name_en,name_ru,grams,count,unit,checked",
            "produce,carrot,Carrot,Морковь,244,4,piece,false",
            "produce,garlic,Garlic,Чеснок,5,,,false",
            "spices_oils,olive_oil,Olive oil,Оливковое масло,5,,,false",
            "spices_oils,salt,Salt,Соль,,,,false",
            ""
        ]
    );
}

#[test]
fn ml_9_a_sheet_of_paper_has_the_days_side_by_side_and_the_list() {
    let mut all = exported();
    let english = sheet(&all, &voice(Locale::En, "Europe/Berlin"));
    assert!(english.contains("<h1>Meals from 2026-03-09 to 2026-03-10</h1>"), "{english}");
    assert!(english.contains("<th>Monday<small>2026-03-09</small></th><th>Tuesday<small>"), "{english}");
    assert!(english.contains("<td>Stew; slow, &quot;red&quot; × 1.25<small>08:00 · "), "{english}");
    assert!(english.contains("<li><b>Carrot</b><span>4 pieces</span></li>"), "{english}");
    assert!(english.contains("<li><b>Garlic</b><span>5 g</span></li>"), "{english}");
    assert!(english.contains("<li><b>Salt</b><span>to taste</span></li>"), "{english}");
    let rows = english.matches("<tr>").count();
    assert_eq!(rows, 2 + 3, "a head, the three slots of the fuller day, the sums");
    all.list.lines[0].checked = true;
    all.plan[0].name.ru = Some("<script>alert(1)</script>".into());
    let russian = sheet(&all, &voice(Locale::Ru, "Europe/Berlin"));
    assert!(russian.contains("<li class=\"have\"><b>Морковь</b>"), "{russian}");
    assert!(russian.contains("&lt;script&gt;") && !russian.contains("<script"), "{russian}");
}

#[test]
fn ml_9_no_name_becomes_a_formula_in_a_spreadsheet() {
    let mut rows = exported().plan;
    rows[0].name.en = "=HYPERLINK(\"x\")".into();
    rows[0].name.ru = Some("-1".into());
    let table = csv::plan(&rows[..1]);
    assert!(table.contains(",stew,\"'=HYPERLINK(\"\"x\"\")\",'-1,125,"), "{table}");
}

#[test]
fn ml_9_the_document_reads_back_and_its_example_keeps_all_laws() {
    let json = serde_json::to_string(&exported()).unwrap();
    assert_eq!(serde_json::from_str::<MealExport>(&json).unwrap(), exported());
    let example: MealExport = serde_json::from_str(EXAMPLE).unwrap();
    assert!(example.plan.into_iter().all(|row| Valid::new(row.item).is_ok()));
    assert!(example.log.into_iter().all(|log| Valid::new(log).is_ok()));
    assert!(example.diary.into_iter().all(|entry| Valid::new(entry).is_ok()));
    assert!(Valid::new(example.list).is_ok());
    assert!(DOCUMENTS.is_sorted_by_key(|document| document.name));
}
