//! Bodies that could be sent, where they are longer than a line: the document shows them, and a test sends them.

use serde_json::{Value, json};

/// A set as a device sends it.
pub(super) fn device_set() -> Value {
    json!({
        "performance_id": "0198c0de-0000-7000-8000-0000000000e1",
        "set": {
            "id": "0198c0de-0000-7000-8000-0000000000f1",
            "set_id": "0198c0de-0000-7000-8000-000000000011",
            "index": 0,
            "type": "working",
            "reps": 8,
            "load_g": 60_000,
            "completed": true,
            "rest_after_s": 150,
            "rpe": 80,
        },
        "at": "2026-03-02T07:12:00Z",
    })
}

/// What is said at the end of a session, item by item.
pub(super) fn ending() -> Value {
    json!({
        "report": { "items": [{
            "item_id": "0198c0de-0000-7000-8000-000000000001",
            "sets": [
                { "reps": 8, "load_g": 60_000, "rpe": 8 },
                { "reps": 7, "load_g": 60_000, "rpe": 8.5 },
            ],
            "notes": "the last rep was slow",
        }] },
        "session_rpe": 75,
    })
}

/// A plan of one exercise.
pub(super) fn plan() -> Value {
    json!({ "title": "Spring", "items": [read(domain::plan::ITEM_EXAMPLE)] })
}

/// A change of that plan.
pub(super) fn edit() -> Value {
    json!({
        "changes": [{
            "target": { "item_id": "0198c0de-0000-7000-8000-000000000001" },
            "field": "set_count",
            "new": 4,
        }],
        "reason": "one more set",
    })
}

/// What is said to two proposals.
pub(super) fn decisions() -> Value {
    json!({ "decisions": [
        { "id": "0198c0de-0000-7000-8000-0000000000d1", "answer": "accept" },
        {
            "id": "0198c0de-0000-7000-8000-0000000000d2",
            "answer": "reject",
            "reason": "not_now",
            "note": "my elbow wants another week",
        },
    ] })
}

/// A profile; what is left out is as it is at first.
pub(super) fn profile() -> Value {
    json!({
        "revision": 1,
        "profile": {
            "training_age": "intermediate",
            "goals": { "primary": "hypertrophy" },
            "units": "kg",
            "zone": "Europe/Berlin",
            "days_per_week": 3,
            "session_minutes": 50,
        },
    })
}

/// A check-in.
pub(super) fn check_in() -> Value {
    read(domain::wellbeing::CHECK_IN_EXAMPLE)
}

/// The table of a review with its last column filled in.
pub(super) fn review() -> Value {
    json!({ "csv": "athlete_id,exercise_key,level,last_dates,volumes,rpe,reasons,verified\n\
        0198c0de-0000-7000-8000-0000000000a1,pull_up,3,2026-02-23;2026-02-25;2026-02-27,24/15;24/14;24/13,9;9;10,\
        missed_target;missed_target;missed_target,true\n" })
}

fn exercise() -> Value {
    json!({
        "id": "my_towel_row",
        "name_en": "Towel row",
        "name_ru": "Тяга на полотенце",
        "short_code": "TROW",
        "kind": "resistance",
        "patterns": ["horizontal_pull"],
        "muscles": { "primary": ["lats"], "secondary": { "biceps": 5 } },
        "implement": "bodyweight",
        "load_semantics": "bodyweight",
        "measure": "reps",
        "rep_min": 4,
        "rep_max": 15,
        "is_compound": true,
        "fatigue_cost": 2,
        "joint_stress": "low",
        "difficulty": "beginner",
        "progression_type": "strength",
        "cues_en": ["Pull the elbows to the hips"],
        "cues_ru": ["Тяните локти к бёдрам"],
    })
}

/// An exercise that the catalogue does not have.
pub(super) fn exercises() -> Value {
    json!({ "exercises": [exercise()] })
}

/// A ladder with its exercise.
pub(super) fn ladders() -> Value {
    let levels = [(3, 4), (3, 6), (3, 8), (4, 8), (4, 10), (5, 10)].map(|(sets, amount)| {
        json!({
            "variation": "my_towel_row",
            "sets": sets,
            "amount": amount,
            "label_en": format!("{sets} × {amount}"),
            "label_ru": format!("{sets} × {amount}"),
        })
    });
    let mut exercise = exercise();
    exercise["ladder_id"] = json!("my_towel_row");
    json!({
        "exercises": [exercise],
        "ladders": [{
            "key": "my_towel_row",
            "name_en": "Towel row",
            "name_ru": "Тяга на полотенце",
            "type": "strength",
            "unit": "reps",
            "note_en": "From the first rows to many.",
            "note_ru": "От первых тяг до многих.",
            "levels": levels,
        }],
    })
}

/// A session that begins with push-ups.
pub(super) fn template() -> Value {
    json!({
        "name": "Short",
        "intent": "full_body",
        "exercises": [{ "exercise_id": "push_up", "pinned": true }],
    })
}

/// A food that the catalogue does not have.
pub(super) fn food() -> Value {
    json!({
        "id": "my_granola",
        "name": { "en": "My granola", "ru": "Моя гранола" },
        "per_100g": { "calories": 430, "protein_g": 11, "fat_g": 16, "carbs_g": 58, "fiber_g": 8 },
        "portions": [{ "unit": "cup", "mg": 110_000 }],
        "allergens": ["gluten", "tree_nut"],
        "fat_source": "nuts_seeds",
        "shop_section": "grains_pasta",
        "source": { "kind": "user" },
    })
}

/// Foods of one's own.
pub(super) fn foods() -> Value {
    json!({ "foods": [food()] })
}

/// A recipe that the catalogue does not have.
pub(super) fn recipe() -> Value {
    json!({
        "id": "my_porridge",
        "name": { "en": "My porridge", "ru": "Моя каша" },
        "steps": {
            "en": ["Boil the oats in the milk for five minutes.", "Slice the banana over them."],
            "ru": ["Варите хлопья в молоке пять минут.", "Нарежьте сверху банан."],
        },
        "ingredients": [
            { "text": "rolled oats", "quantity": 60, "unit": "g", "food_id": "rolled_oats" },
            { "text": "milk", "quantity": 200, "unit": "ml", "food_id": "milk_whole" },
            { "text": "banana", "quantity": 1, "food_id": "banana" },
        ],
        "servings": 1,
        "cooking_time_minutes": 10,
        "meal_types": ["breakfast"],
        "source": { "kind": "user" },
    })
}

/// Recipes of one's own.
pub(super) fn recipes() -> Value {
    json!({ "recipes": [recipe()] })
}

/// Foods as Open Food Facts exports them, a product a line.
pub(super) fn products() -> Value {
    let product = json!({
        "code": "4006381333931",
        "product_name": "Rye crispbread",
        "allergens_tags": ["en:gluten"],
        "nutriments": { "energy-kcal_100g": 334, "proteins_100g": 9.9, "fat_100g": 1.5, "carbohydrates_100g": 62 },
    });
    json!({ "format": "off", "text": product.to_string(), "apply": true })
}

/// A recipe as pages hold it for search engines.
pub(super) fn page() -> Value {
    let recipe = json!({
        "@type": "Recipe",
        "name": "Oats with banana",
        "recipeYield": "1",
        "totalTime": "PT10M",
        "recipeIngredient": ["60 g rolled oats", "200 ml milk", "1 banana"],
        "recipeInstructions": "Boil the oats in the milk; slice the banana over them.",
    });
    json!({ "text": recipe.to_string(), "apply": true })
}

/// Who eats.
pub(super) fn eater() -> Value {
    read(nutrition::profile::EXAMPLE)
}

/// A day of meals to be found.
pub(super) fn meal_problem() -> Value {
    read(nutrition::problem::EXAMPLE)
}

fn read(document: &str) -> Value {
    serde_json::from_str(document).unwrap_or_default()
}
