//! Tables of an export as CSV (RFC 4180): a head, commas, quotes where they are needed, CRLF.

use domain::{
    food::{Milligrams, Name},
    meal_plan::{DiaryEntry, Eaten, FoodMass, Intake, MealLog, ShoppingList},
    nutrient::{Decimal, Nutrient},
    quantity::{Amount, div_half_up},
};

use super::PlanRow;

/// The plan, one slot in a row.
pub fn plan(rows: &[PlanRow]) -> String {
    let head = [
        "date",
        "slot",
        "time",
        "recipe_id",
        "name_en",
        "name_ru",
        "servings_pct",
        "pinned",
        "state",
        "calories",
        "protein_g",
        "fat_g",
        "carbs_g",
        "item_id",
    ];
    let rows = rows.iter().map(|row| {
        let item = &row.item;
        let [en, ru] = names(&row.name);
        let amount = |part: fn(&super::Macros) -> Decimal| row.macros.as_ref().map(|macros| part(macros).0);
        [
            item.date.to_string(),
            item.slot.to_string(),
            item.meal_time.to_string(),
            item.recipe_id.to_string(),
            en,
            ru,
            item.servings_pct.to_string(),
            item.pinned.to_string(),
            row.state.to_string(),
            shown(amount(|macros| macros.calories)),
            shown(amount(|macros| macros.protein_g)),
            shown(amount(|macros| macros.fat_g)),
            shown(amount(|macros| macros.carbs_g)),
            row.item_id.to_string(),
        ]
    });
    table(head, rows)
}

/// What was said about slots and eaten outside of them; of several foods each has its row.
pub fn log(logs: &[MealLog], entries: &[DiaryEntry]) -> String {
    let head = [
        "date",
        "slot",
        "state",
        "recipe_id",
        "servings_pct",
        "food_id",
        "grams",
        "quantity",
        "unit",
        "calories",
        "at",
        "actor",
    ];
    let of_slots = logs.iter().flat_map(|log| {
        let cells = |what: What| {
            let first = [log.date.to_string(), log.slot.to_string(), log.state.to_string()];
            what.row(first, [log.at.to_string(), log.actor.kind.to_string()])
        };
        let whats: Vec<What> = match &log.eaten {
            None => vec![What::default()],
            Some(Eaten::Recipe { recipe_id, servings_pct, .. }) => {
                let (recipe_id, servings_pct) = (recipe_id.to_string(), servings_pct.to_string());
                vec![What { recipe_id, servings_pct, ..What::default() }]
            }
            Some(Eaten::Foods(foods)) => foods.iter().map(What::food).collect(),
        };
        whats.into_iter().map(cells).collect::<Vec<_>>()
    });
    let free = entries.iter().map(|entry| {
        let what = match &entry.intake {
            Intake::Mass(food) => What::food(food),
            Intake::Portion { food_id, unit, quantity } => {
                let (quantity, unit) = (quantity.to_string(), unit.to_string());
                What { food_id: food_id.to_string(), quantity, unit, ..What::default() }
            }
            Intake::Facts(facts) => {
                What { calories: shown(facts.get(Nutrient::Calories)), ..What::default() }
            }
        };
        let first = [entry.date.to_string(), String::new(), String::new()];
        what.row(first, [entry.at.to_string(), entry.actor.kind.to_string()])
    });
    table(head, of_slots.chain(free))
}

/// The shopping list, one line in a row.
pub fn list(list: &ShoppingList) -> String {
    let head = ["section", "food_id", "name_en", "name_ru", "grams", "count", "unit", "checked"];
    let rows = list.lines.iter().map(|line| {
        let [en, ru] = names(&line.name);
        let portions = line.amount.as_ref().and_then(|amount| amount.portions.as_ref());
        [
            line.section.to_string(),
            line.food_id.as_ref().map(ToString::to_string).unwrap_or_default(),
            en,
            ru,
            line.amount.as_ref().map(|amount| grams(amount.mg)).unwrap_or_default(),
            portions.map(|portions| portions.count.to_string()).unwrap_or_default(),
            portions.map(|portions| portions.unit.to_string()).unwrap_or_default(),
            line.checked.to_string(),
        ]
    });
    table(head, rows)
}

/// The cells of a row that say what was eaten.
#[derive(Default)]
struct What {
    recipe_id: String,
    servings_pct: String,
    food_id: String,
    grams: String,
    quantity: String,
    unit: String,
    calories: String,
}

impl What {
    fn food(FoodMass { food_id, mg }: &FoodMass) -> Self {
        Self { food_id: food_id.to_string(), grams: grams(*mg), ..Self::default() }
    }

    fn row(self, [date, slot, state]: [String; 3], [at, actor]: [String; 2]) -> [String; 12] {
        let Self { recipe_id, servings_pct, food_id, grams, quantity, unit, calories } = self;
        [date, slot, state, recipe_id, servings_pct, food_id, grams, quantity, unit, calories, at, actor]
    }
}

fn names(name: &Name) -> [String; 2] {
    [plain(&name.en), name.ru.as_deref().map(plain).unwrap_or_default()]
}

/// A text that no spreadsheet takes for a formula: names may come from pages of strangers (MF-4).
fn plain(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    format!("{guard}{text}")
}

/// Rounded half up to a hundredth, as people read it.
fn shown(amount: Option<Amount>) -> String {
    let hundredth = Amount::UNIT / 100;
    amount.map(|amount| Amount(div_half_up(amount.0, hundredth) * hundredth).to_string()).unwrap_or_default()
}

fn grams(Milligrams(mg): Milligrams) -> String {
    Amount(mg * (Amount::UNIT / 1000)).to_string()
}

fn table<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut table = head.join(",") + "\r\n";
    for row in rows {
        table += &row.map(|cell| quoted(&cell)).join(",");
        table += "\r\n";
    }
    table
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\r', '\n']) {
        return format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell.to_owned()
}
