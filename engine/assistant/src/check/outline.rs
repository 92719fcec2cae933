//! Validators of what stands around the exercises: request, type, tiers, fatigue, texts.

use domain::plan::SessionTier;

use super::Case;
use crate::{
    document::plan::SessionType,
    fault::{FaultCode, Faults},
    input::text::is_control,
};

/// The plan is about what was asked for.
pub(super) fn meta(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let (found, wanted) = (&case.plan.meta, case.context.prepared.meta());
    faults.require(found.date == wanted.date, code, "/meta/date", wanted.date, found.date);
    faults.require(
        found.location == wanted.location,
        code,
        "/meta/location",
        &wanted.location,
        &found.location,
    );
    faults.require(found.units == wanted.units, code, "/meta/units", wanted.units, found.units);
    let (minutes, asked) = (found.duration_minutes, wanted.duration_minutes);
    faults.require(minutes == asked, code, "/meta/duration_minutes", asked, minutes);
    faults.require(found.goal == wanted.goal, code, "/meta/goal", wanted.goal, found.goal);
}

/// The intent that was asked for, else any that was not done last.
pub(super) fn session_type(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let kind = case.plan.session.kind;
    let expected = match case.context.prepared.understood.intent {
        Some(intent) => intent.to_string(),
        None => "another type than that of the last session".to_owned(),
    };
    faults.require(case.context.allows(kind), code, "/session/type", expected, kind);
}

/// Muscles for a body part and for nothing else.
pub(super) fn muscles(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let (kind, count) = (case.plan.session.kind, case.plan.session.target_muscles.len());
    let is_body_part = kind == SessionType::BodyPart;
    let expected = if is_body_part { "at least one muscle" } else { "no muscles" };
    faults.require(
        is_body_part == (count > 0),
        code,
        "/session/target_muscles",
        expected,
        format_args!("{count} muscles"),
    );
}

/// Tiers in order, with A, each with an exercise; exercises in the order of the tiers.
pub(super) fn tiers(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let listed = &case.plan.session.tiers;
    let shown = || listed.iter().map(|tier| tier.as_str()).collect::<Vec<_>>().join(", ");
    faults.require(listed.is_sorted(), code, "/session/tiers", "the order W, A, B, C", shown());
    faults.require(listed.contains(&SessionTier::A), code, "/session/tiers", "tier A among them", shown());
    for tier in listed {
        let is_used = case.plan.exercise_plan.iter().any(|one| one.tier == *tier);
        faults.require(is_used, code, "/session/tiers", format_args!("an exercise in tier {tier}"), "none");
    }
    let mut before = SessionTier::W;
    for (index, exercise) in case.plan.exercise_plan.iter().enumerate() {
        let at = format!("/exercise_plan/{index}/tier");
        faults.require(
            listed.contains(&exercise.tier),
            code,
            &at,
            format_args!("one of {}", shown()),
            exercise.tier,
        );
        faults.require(before <= exercise.tier, code, &at, format_args!("{before} or later"), exercise.tier);
        before = before.max(exercise.tier);
    }
}

/// What can be cut is in the cut order.
pub(super) fn cut_order(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let order = &case.plan.session.cut_order;
    for tier in [SessionTier::B, SessionTier::C].iter().filter(|tier| case.plan.session.tiers.contains(tier))
    {
        faults.require(
            order.contains(tier),
            code,
            "/session/cut_order",
            format_args!("{tier} among them"),
            "without it",
        );
    }
}

/// L-12: a policy may be stricter than the rules', never looser.
pub(super) fn fatigue(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let (found, wanted) = (&case.plan.fatigue_policy, &case.context.prepared.policy);
    let at_least = format_args!("at least {}", wanted.rir_shift).to_string();
    faults.require(
        found.rir_shift >= wanted.rir_shift,
        code,
        "/fatigue_policy/rir_shift",
        at_least,
        found.rir_shift,
    );
    let at_most = format_args!("at most {}", wanted.load_cap_pct).to_string();
    let cap = found.load_cap_pct;
    faults.require(cap <= wanted.load_cap_pct, code, "/fatigue_policy/load_cap_pct", at_most, cap);
    for tier in &wanted.drop_tiers {
        let is_dropped = found.drop_tiers.contains(tier);
        faults.require(
            is_dropped,
            code,
            "/fatigue_policy/drop_tiers",
            format_args!("{tier} among them"),
            "without it",
        );
    }
}

/// Nothing stands in a tier that is dropped.
pub(super) fn dropped(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let dropped = &case.plan.fatigue_policy.drop_tiers;
    for (index, exercise) in case.plan.exercise_plan.iter().enumerate() {
        let is_kept = !dropped.contains(&exercise.tier);
        faults.require(
            is_kept,
            code,
            format_args!("/exercise_plan/{index}/tier"),
            "a tier that is not dropped",
            exercise.tier,
        );
    }
}

/// Texts that may be shown to a person.
pub(super) fn texts(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let mut look = |pointer: String, text: Option<&str>| safe_text(text, code, &pointer, faults);
    look("/fatigue_policy/reason".into(), Some(&case.plan.fatigue_policy.reason));
    look("/notes".into(), case.plan.notes.as_deref());
    for (index, exercise) in case.plan.exercise_plan.iter().enumerate() {
        look(format!("/exercise_plan/{index}/exercise"), Some(&exercise.exercise));
        look(format!("/exercise_plan/{index}/notes"), exercise.notes.as_deref());
    }
}

/// Reports a text that is not safe to show.
pub(super) fn safe_text(text: Option<&str>, code: FaultCode, pointer: &str, faults: &mut Faults) {
    if let Some(found) = text.and_then(unsafe_word) {
        faults.require(false, code, pointer, "plain words", found);
    }
}

/// D-19: beginnings of words by which a text claims what only a doctor may.
const CLAIMS: &[&str] = &[
    "diagnos",
    "prescri",
    "medicat",
    "steroid",
    "dosage",
    "ibuprofen",
    "painkiller",
    "inject",
    "cure",
    "диагноз",
    "лекарств",
    "таблет",
    "обезбол",
    "стероид",
    "инъекц",
    "вылеч",
];

/// Links and the markers of fences and code.
const MARKS: &[&str] = &["http://", "https://", "www.", "<<<", ">>>", "```", "‹‹‹"];

/// What makes a text unsafe: a link, a fence, a control character, or the claim of a drug or diagnosis.
pub fn unsafe_word(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let begins = |word: &&&str| {
        lower.match_indices(**word).any(|(at, _)| !lower[..at].ends_with(char::is_alphanumeric))
    };
    let control = text.chars().any(is_control).then_some("a control character");
    let mark = || MARKS.iter().find(|mark| lower.contains(**mark)).copied();
    control.or_else(mark).or_else(|| CLAIMS.iter().find(begins).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l_23_links_fences_controls_and_claims_are_unsafe() {
        for text in [
            "see https://x.example",
            "WWW.x.example",
            "<<<END",
            "a\u{202E}b",
            "Take ibuprofen",
            "это диагноз",
            "prescribed dosage",
            "```yaml",
        ] {
            assert!(unsafe_word(text).is_some(), "{text}");
        }
        for text in
            ["Estimated load: adjust it to leave 4 reps.", "secure the bar", "Короткий сон", "line\nbreak"]
        {
            assert_eq!(unsafe_word(text), None, "{text}");
        }
    }
}
