//! What was chosen: ids, gates, pins, duplicates and what became of every choice (checks 1, 2, 7, 9, 15).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    equipment::Equipment,
    exercise::{Exercise, ExerciseKey},
    reason::ReasonCode,
    session::Intent,
};

use super::{Case, Report, Shown, div_round, pain};
use crate::{output::NotTaken, select::Step};

/// Check 1: ids are unique and known, each is a main or an accessory, and there are at most two mains.
pub(super) fn ids(case: &Case<'_>, report: &mut Report) {
    let output = case.selection();
    let lists = [
        ("selectedExerciseIds", &output.selected_exercise_ids),
        ("mainLiftIds", &output.main_lift_ids),
        ("accessoryIds", &output.accessory_ids),
    ];
    for (name, keys) in lists {
        let mut seen = BTreeSet::new();
        for key in keys {
            report.require(seen.insert(key), "EP-2", Some(key), || format!("twice in {name}"));
            let selected = output.selected_exercise_ids.contains(key);
            report.require(selected, "EP-2", Some(key), || format!("in {name}, but not selected"));
        }
    }
    for key in &output.selected_exercise_ids {
        let known = case.facts.catalog.get(key).is_some();
        report.require(known, "EX-1", Some(key), || "not in the catalogue".to_owned());
        let (main, accessory) = (output.main_lift_ids.contains(key), output.accessory_ids.contains(key));
        report.require(main != accessory, "SO-9", Some(key), || {
            format!("a main: {main}, an accessory: {accessory}, expected exactly one")
        });
    }
    let (mains, most) = (output.main_lift_ids.len(), case.facts.tuning().main_slots_max);
    report
        .require(mains <= most as usize, "SO-5", None, || format!("{mains} mains, expected at most {most}"));
}

/// Check 2: equipment, dislikes and pain. What an own template holds may stay with a warning (SU-1).
pub(super) fn gates(case: &Case<'_>, report: &mut Report) {
    for shown in case.session() {
        let Some((code, spec, message)) = refusal(case, shown) else { continue };
        let own = case.is_template() && is_in(&case.facts.input.template_exercise_ids, shown.key());
        let said = own && is_warned(case, shown.key(), code);
        report.require(said, spec, Some(shown.key()), || message);
    }
}

/// The first of the three gates that an exercise does not pass.
fn refusal(case: &Case<'_>, shown: Shown<'_>) -> Option<(ReasonCode, &'static str, String)> {
    if !is_available(&case.facts.equipment, shown.exercise) {
        let needed = &shown.exercise.equipment;
        let message = format!("needs one of {needed:?}, which is not at hand");
        return Some((ReasonCode::Equipment, "SF-3", message));
    }
    if is_in(&case.facts.input.preferences.avoid_exercise_ids, shown.key()) {
        return Some((ReasonCode::Avoided, "SF-4", "is to be avoided".to_owned()));
    }
    let (area, severity) = pain::forbids(&case.facts, shown.exercise)?;
    Some((ReasonCode::Pain, "SF-5", format!("loads {area}, which hurts with severity {severity}")))
}

/// EX-4: all classes of one alternative are there, an incline bench standing for a bench and two cables for one.
fn is_available(equipment: &BTreeSet<Equipment>, exercise: &Exercise) -> bool {
    let mut alternatives = exercise.equipment.iter();
    exercise.equipment.is_empty() || alternatives.any(|needed| needed.iter().all(|c| equipment.contains(c)))
}

fn is_in(keys: &[String], key: &ExerciseKey) -> bool {
    keys.iter().any(|other| other == key.as_str())
}

fn is_warned(case: &Case<'_>, key: &ExerciseKey, code: ReasonCode) -> bool {
    let mut warnings = case.selection().warnings.iter();
    warnings.any(|warning| warning.exercise_id.as_ref() == Some(key) && warning.code == code)
}

/// Check 7: every pin is in the session or was refused for a reason of SO-3.
pub(super) fn pins(case: &Case<'_>, report: &mut Report) {
    const REASONS: [ReasonCode; 9] = [
        ReasonCode::Equipment,
        ReasonCode::Avoided,
        ReasonCode::Pain,
        ReasonCode::LowSfr,
        ReasonCode::NotMain,
        ReasonCode::RepRange,
        ReasonCode::VolumeCap,
        ReasonCode::TimeBudget,
        ReasonCode::PinLimit,
    ];
    let output = case.selection();
    for pin in &case.facts.input.pinned_exercise_ids {
        let selected = output.selected_exercise_ids.iter().any(|key| key.as_str() == pin);
        let refused = output.refused_pins.iter().any(|refused| refused.exercise_id.as_str() == pin);
        report.require(selected || refused, "SO-3", None, || {
            format!("the pin {pin} is neither selected nor refused")
        });
    }
    for NotTaken { exercise_id, reason, .. } in &output.refused_pins {
        let pinned = is_in(&case.facts.input.pinned_exercise_ids, exercise_id);
        report.require(pinned, "SO-3", Some(exercise_id), || "refused, but never pinned".to_owned());
        report.require(REASONS.contains(reason), "SO-3", Some(exercise_id), || {
            format!("refused by {reason}, which refuses no pin")
        });
        let selected = output.selected_exercise_ids.contains(exercise_id);
        report.require(!selected, "SO-3", Some(exercise_id), || "both selected and refused".to_owned());
    }
}

/// Check 9: what was not pinned is not too much of one movement.
pub(super) fn duplicates(case: &Case<'_>, report: &mut Report) {
    let is_pinned = |shown: &Shown<'_>| {
        let rationale = case.selection().rationale.get(shown.key());
        rationale.is_some_and(|rationale| rationale.selected_step == Step::Pin)
    };
    let free: Vec<Shown<'_>> = case.session().filter(|shown| !is_pinned(shown)).collect();
    let body_part = case.facts.intent == Intent::BodyPart;
    let limits = case.facts.tuning().pattern_limit;
    let limit = if body_part { limits.body_part } else { limits.normal };
    let mut by_pattern: BTreeMap<_, Vec<&Exercise>> = BTreeMap::new();
    for shown in &free {
        by_pattern.entry(shown.exercise.patterns[0]).or_default().push(shown.exercise);
    }
    for (pattern, exercises) in by_pattern {
        let found = exercises.len();
        report.require(found <= limit, "SF-10", None, || {
            format!("{found} exercises with {pattern}, expected at most {limit}")
        });
        for (index, one) in exercises.iter().enumerate().filter(|_| !body_part) {
            let twin = exercises[index + 1..].iter().find(|other| {
                let shared = one.muscles.primary.iter().any(|muscle| other.muscles.primary.contains(muscle));
                shared && !one.is_compound && !other.is_compound
            });
            if let Some(twin) = twin {
                report.add("SF-10", Some(&one.id), format!("isolates the same as {}", twin.id));
            }
        }
    }
}

/// Check 15: what was chosen is selected or removed, and no more was chosen than there are slots.
pub(super) fn chosen(case: &Case<'_>, report: &mut Report) {
    let output = case.selection();
    let mut chosen: BTreeSet<&ExerciseKey> = output.selected_exercise_ids.iter().collect();
    for gone in &output.removed {
        let key = &gone.exercise_id;
        report.require(chosen.insert(key), "SO-2", Some(key), || {
            "removed, but selected or removed already".to_owned()
        });
        let by_rule = matches!(gone.reason, ReasonCode::TimeBudget | ReasonCode::Cap | ReasonCode::Readiness);
        report.require(by_rule, "SO-2", Some(key), || {
            format!("removed by {}, which removes nothing", gone.reason)
        });
        let refused = output.refused_pins.iter().any(|refused| refused.exercise_id == *key);
        let own = (is_in(&case.facts.input.pinned_exercise_ids, key) && !refused)
            || (case.is_template() && !case.facts.input.auto_fill_unpinned);
        report.require(!own, "TM-4", Some(key), || "removed, but the athlete asked for it".to_owned());
    }
    slots(case, &chosen, report);
    if let Some(rejected) = &output.rejected {
        for exercise in case.facts.catalog.exercises() {
            let key = &exercise.id;
            let accounted = chosen.contains(key) != rejected.contains_key(key);
            report.require(accounted, "EP-2", Some(key), || {
                format!("chosen and rejected are both {}, expected one of them", chosen.contains(key))
            });
        }
    }
}

/// SO-1: the choice fills the template, or at most the slots of the intent.
fn slots(case: &Case<'_>, chosen: &BTreeSet<&ExerciseKey>, report: &mut Report) {
    if case.is_template() {
        let template: BTreeSet<&str> =
            case.facts.input.template_exercise_ids.iter().map(String::as_str).collect();
        if case.facts.input.auto_fill_unpinned {
            let (found, most) = (chosen.len(), template.len());
            report
                .require(found <= most, "SO-1", None, || format!("{found} chosen for a template of {most}"));
        } else {
            let same = chosen.iter().map(|key| key.as_str()).eq(template.iter().copied());
            report.require(same, "EP-4", None, || {
                format!("chosen {chosen:?}, expected the template {template:?}")
            });
        }
        return;
    }
    let (mains, accessories) = intent_slots(case);
    let removed = i64::try_from(case.selection().removed.len()).unwrap_or(i64::MAX);
    let (found, most) = (i64::try_from(chosen.len()).unwrap_or(i64::MAX), mains + accessories);
    report.require(found <= most, "SO-1", None, || {
        format!("{found} chosen ({removed} removed again), expected at most {mains} + {accessories}")
    });
    let found = super::count(case.session().filter(Shown::is_main));
    report.require(found <= mains, "SO-1", None, || format!("{found} mains, expected at most {mains}"));
}

/// SO-1: mains and accessories of the intent.
fn intent_slots(case: &Case<'_>) -> (i64, i64) {
    let (mains, accessories) = match case.facts.intent {
        Intent::Push | Intent::Pull | Intent::Legs | Intent::Lower => ((1, 2), (3, 5)),
        Intent::Upper | Intent::FullBody => ((1, 2), (4, 6)),
        Intent::BodyPart => ((0, 2), (4, 6)),
    };
    let tuning = case.facts.tuning();
    let minutes = i64::from(case.facts.input.session_minutes);
    let (low, high) = (i64::from(tuning.slot_minutes.low), i64::from(tuning.slot_minutes.high));
    let between = |(least, most): (i64, i64)| {
        let grown = div_round((most - least) * (minutes.clamp(low, high) - low), high - low);
        if case.facts.deload { least } else { least + grown }
    };
    let mains = if minutes < 20 { 0 } else { between(mains).min(i64::from(tuning.main_slots_max)) };
    (mains, between(accessories))
}
