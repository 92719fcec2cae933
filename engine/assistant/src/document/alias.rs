//! L-20: other names by which models and people write the fields of a plan. Only the canonical ones are emitted.

use serde_json::{Map, Value};

use crate::fault::{FaultCode, Faults};

/// Renames the aliases of a plan; an alias beside its name with another value is a fault.
pub(super) fn canonical(plan: &mut Value, faults: &mut Faults) {
    let Some(fields) = plan.as_object_mut() else { return };
    for (alias, section, name) in [
        ("session_type", "session", "type"),
        ("tiers", "session", "tiers"),
        ("cut_order", "session", "cut_order"),
        ("warmup_policy", "session", "warmup_policy"),
    ] {
        into_section(fields, alias, section, name, "", faults);
    }
    rename(fields, "exercises", "exercise_plan", "", faults);
    if let Some(meta) = fields.get_mut("meta") {
        read_units(meta);
    }
    if let Some(policy) = fields.get_mut("fatigue_policy").and_then(Value::as_object_mut) {
        rename(policy, "load_cap_factor", "load_cap_pct", "/fatigue_policy", faults);
        rename(policy, "rir_delta", "rir_shift", "/fatigue_policy", faults);
    }
    let items = fields.get_mut("exercise_plan").and_then(Value::as_array_mut);
    for (index, item) in items.into_iter().flatten().enumerate() {
        if let Some(item) = item.as_object_mut() {
            canonical_item(item, &format!("/exercise_plan/{index}"), faults);
        }
    }
}

fn canonical_item(item: &mut Map<String, Value>, at: &str, faults: &mut Faults) {
    for (alias, name) in [("name", "exercise"), ("target_sets", "working_sets"), ("warmup_sets", "warmups")] {
        rename(item, alias, name, at, faults);
    }
    for name in ["rep_range", "rir", "target_load", "backoff_load", "load_cap"] {
        into_section(item, name, "targets", name, at, faults);
    }
    if let Some(Value::String(slug)) = item.get_mut("slug") {
        *slug = slug.replace('-', "_");
    }
    if let Some(targets) = item.get_mut("targets").and_then(Value::as_object_mut) {
        targets.entry("backoff_load").or_insert(Value::Null);
        if let Some(Value::String(range)) = targets.get_mut("rep_range") {
            *range = range.replace('–', "-");
        }
    }
}

/// The unit by its other names, in a plan's `meta` or a workout.
pub(super) fn read_units(fields: &mut Value) {
    if let Some(Value::String(units)) = fields.get_mut("units") {
        let canonical = match units.as_str() {
            "lb" | "LB" | "pounds" => "lbs",
            "kgs" => "kg",
            _ => return,
        };
        canonical.clone_into(units);
    }
}

fn rename(fields: &mut Map<String, Value>, alias: &str, name: &str, at: &str, faults: &mut Faults) {
    if let Some(value) = fields.remove(alias) {
        put(fields, name, value, &format!("{at}/{alias}"), faults);
    }
}

fn into_section(
    fields: &mut Map<String, Value>,
    alias: &str,
    section: &str,
    name: &str,
    at: &str,
    faults: &mut Faults,
) {
    let Some(value) = fields.remove(alias) else { return };
    let section = fields.entry(section).or_insert_with(|| Value::Object(Map::new()));
    if let Some(section) = section.as_object_mut() {
        put(section, name, value, &format!("{at}/{alias}"), faults);
    }
}

fn put(fields: &mut Map<String, Value>, name: &str, value: Value, at: &str, faults: &mut Faults) {
    match fields.get(name) {
        Some(known) => {
            faults.require(*known == value, FaultCode::AliasConflict, at, known, &value);
        }
        None => {
            fields.insert(name.to_owned(), value);
        }
    }
}
