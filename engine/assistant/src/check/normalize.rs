//! L-24: fields that the server owns. In what a model wrote they are set before anything is checked, and counted; they
//! cause no repair.

use domain::plan::SessionTier;
use serde_json::{Map, Value, json};
use training::library::Library;

use crate::{
    document::{
        id::{SetIds, ramp, slug, working},
        plan::AnalyzerPlan,
    },
    facts::Prepared,
    rules::render::Setting,
};

/// Counts the fields that had to be set.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Count(usize);

impl Count {
    /// Sets a field; a value that is wrong or missing is counted.
    fn set(&mut self, fields: &mut Map<String, Value>, name: &str, value: Value) {
        if fields.get(name) != Some(&value) {
            fields.insert(name.to_owned(), value);
            self.0 += 1;
        }
    }
}

/// Sets version, meta and seed of a plan; how many fields were not as they should be.
pub fn plan(value: &mut Value, prepared: &Prepared) -> usize {
    let mut count = Count::default();
    let Some(fields) = value.as_object_mut() else { return 0 };
    count.set(fields, "version", json!(1));
    count.set(fields, "meta", json!(prepared.meta()));
    count.set(fields, "id_seed", json!(prepared.id_seed));
    count.0
}

/// Sets everything of a workout that follows from the plan's head and the order of the sets.
pub fn workout(value: &mut Value, plan: &AnalyzerPlan, workout_id: &str, setting: &Setting<'_>) -> usize {
    let mut count = Count::default();
    let Some(fields) = value.as_object_mut() else { return 0 };
    let meta = &plan.meta;
    for (name, wanted) in [
        ("version", json!(1.2)),
        ("workout_id", json!(workout_id)),
        ("date", json!(meta.date)),
        ("location", json!(meta.location)),
        ("units", json!(meta.units)),
        ("duration_minutes", json!(meta.duration_minutes)),
        ("goal", json!(meta.goal)),
        ("cut_order", json!(plan.session.cut_order)),
    ] {
        count.set(fields, name, wanted);
    }
    let blank = json!({"perceived_difficulty": null, "completion_time_minutes": null, "notes": null});
    if fields.contains_key("post_workout") {
        count.set(fields, "post_workout", blank);
    }
    if let Some(sets) = fields.get_mut("sets").and_then(Value::as_array_mut) {
        self::sets(sets, plan, setting, &mut count);
    }
    count.0
}

fn sets(sets: &mut [Value], plan: &AnalyzerPlan, setting: &Setting<'_>, count: &mut Count) {
    let slugs = slugs(plan, setting.library);
    let mut seen = vec![0_u32; plan.exercise_plan.len()];
    for (order, set) in (1_u32..).zip(sets) {
        let Some(fields) = set.as_object_mut() else { continue };
        count.set(fields, "order", json!(order));
        for name in ["actual_weight", "actual_reps"] {
            count.set(fields, name, Value::Null);
        }
        if let Some(tier) = fields.get("tier").and_then(Value::as_str) {
            let must = matches!(tier, "W" | "A");
            count.set(fields, "must", json!(must));
        }
        let name = fields.get("exercise").and_then(Value::as_str);
        let Some(index) = plan.exercise_plan.iter().position(|one| Some(one.exercise.as_str()) == name)
        else {
            continue;
        };
        seen[index] += 1;
        let id = id_of(
            plan.exercise_plan[index].tier,
            &slugs[index],
            plan.exercise_plan[index].warmups,
            seen[index],
        );
        count.set(fields, "id", json!(id));
    }
}

/// The first sets of an exercise are its ramps, as many as the plan says.
fn id_of(tier: SessionTier, slug: &str, warmups: u32, number: u32) -> String {
    if number <= warmups { ramp(tier, slug, number) } else { working(tier, slug, number - warmups) }
}

/// The slug of each exercise of a plan, as its set ids have it (L-21).
pub fn slugs(plan: &AnalyzerPlan, library: &Library<'_>) -> Vec<String> {
    let mut ids = SetIds::default();
    let code = |key: &str, name: &str| {
        let place = library.find(key);
        place.map_or_else(|| slug(name), |place| library.exercise(place).short_code.clone())
    };
    plan.exercise_plan.iter().map(|one| ids.slug(&code(&one.slug, &one.exercise))).collect()
}
