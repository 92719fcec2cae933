//! Notes in the athlete's language: what fatigue takes away, what was cut, which loads are guessed (L-25).

use domain::{
    reason::{Fact, Facts, ReasonCode},
    voice::{Locale, Voice},
};

use super::Cut;
use crate::document::plan::FatiguePolicy;

/// Longest note of a session.
const MOST: usize = 1000;

/// The words that begin a fact of a fatigue policy (L-12), which are also the ids of what they are called.
const CAUSES: [&str; 6] =
    ["sleep_score", "body_battery", "effort_7d", "hard_cardio", "activity_effort", "fatigue_flag"];

fn text(locale: Locale, id: &str, facts: impl IntoIterator<Item = (&'static str, Fact)>) -> String {
    let facts: Facts = facts.into_iter().map(|(name, fact)| (name.into(), fact)).collect();
    Voice::new(locale).text(id, &facts).unwrap_or_else(|| id.to_owned())
}

/// What a fatigue policy means for the athlete; nothing when it takes nothing away.
pub(super) fn fatigue(policy: &FatiguePolicy, locale: Locale) -> Option<String> {
    if policy.rir_shift == 0 {
        return None;
    }
    let known =
        policy.reason.split("; ").filter_map(|fact| CAUSES.iter().find(|cause| fact.starts_with(**cause)));
    let causes: Vec<String> = known.map(|cause| text(locale, &format!("flow-cause-{cause}"), [])).collect();
    let causes = if causes.is_empty() { text(locale, "flow-cause-policy", []) } else { causes.join(", ") };
    let facts = [
        ("causes", capitalized(&causes).into()),
        ("shift", Fact::Count(i64::from(policy.rir_shift))),
        ("cap", Fact::Count(policy.load_cap_pct.0.0)),
    ];
    Some(text(locale, "flow-note-fatigue", facts))
}

/// What was left out, by reason.
pub(super) fn cuts(cuts: &[(Cut, String)], locale: Locale) -> Option<String> {
    let of = |reason: ReasonCode| -> Vec<&str> {
        cuts.iter().filter(|(cut, _)| cut.reason == reason).map(|(_, name)| name.as_str()).collect()
    };
    let groups = [
        ("flow-note-cut-time", of(ReasonCode::TimeBudget)),
        ("flow-note-cut-fatigue", of(ReasonCode::Fatigue)),
        ("flow-note-cut-readiness", of(ReasonCode::Readiness)),
        ("flow-note-cut-cap", of(ReasonCode::Cap)),
    ];
    let told = groups.iter().filter(|(_, names)| !names.is_empty());
    let texts: Vec<String> =
        told.map(|(id, names)| text(locale, id, [("names", names.join(", ").into())])).collect();
    (!texts.is_empty()).then(|| shortened(texts.join(" ")))
}

/// That a load is only guessed.
pub(super) fn estimated(reserve: u32, locale: Locale) -> String {
    text(locale, "flow-note-estimated", [("reserve", Fact::Count(i64::from(reserve)))])
}

/// Notes one after the other, as far as they fit.
pub(super) fn joined(notes: [Option<String>; 2]) -> Option<String> {
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    (!notes.is_empty()).then(|| shortened(notes.join(" ")))
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(MOST - 1) {
        Some((end, _)) if text.chars().count() > MOST => format!("{}…", &text[..end]),
        _ => text,
    }
}

fn capitalized(text: &str) -> String {
    let mut symbols = text.chars();
    let first = symbols.next().map(|first| first.to_uppercase().collect::<String>());
    first.unwrap_or_default() + symbols.as_str()
}
