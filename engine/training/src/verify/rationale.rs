//! Why each exercise was chosen: the score is the weighted sum of its parts (check 8).

use std::collections::BTreeMap;

use super::{Case, Report, Shown};
use crate::{
    output::Rationale,
    tuning::{SlidingWeight, Weights},
};

/// How far a reported score may be from the sum of its parts.
const TOLERANCE: f64 = 0.0005;
/// Components and weights are shown with six decimals: how far a weight may be off for that.
const ROUNDING: f64 = 2e-6;

/// A weight of SC-0: the same in every slot, or sliding with the progress of the accessories.
enum Weight {
    Fixed(f64),
    Sliding(SlidingWeight),
}

/// SC-0: the components by name, with sign and weight.
fn formula(weights: &Weights) -> [(&'static str, f64, Weight); 13] {
    use Weight::{Fixed, Sliding};
    [
        ("muscleDeficitScore", 1.0, Sliding(weights.deficit)),
        ("targetednessScore", 1.0, Fixed(weights.targetedness)),
        ("sfrScore", 1.0, Sliding(weights.sfr)),
        ("lengthenedScore", 1.0, Fixed(weights.lengthened)),
        ("preferenceScore", 1.0, Fixed(weights.preference)),
        ("movementDiversityScore", 1.0, Fixed(weights.diversity)),
        ("continuityScore", 1.0, Fixed(weights.continuity)),
        ("timeFitScore", 1.0, Fixed(weights.time)),
        ("recencyPenalty", -1.0, Fixed(weights.recency)),
        ("redundancyPenalty", -1.0, Sliding(weights.redundancy)),
        ("fatigueCostPenalty", -1.0, Sliding(weights.fatigue)),
        ("secondaryGoalScore", 1.0, Fixed(weights.secondary_goal)),
        ("painCautionPenalty", -1.0, Fixed(weights.pain_caution)),
    ]
}

/// Check 8: every exercise has a rationale whose weighted components give its score.
pub(super) fn scores(case: &Case<'_>, report: &mut Report) {
    let rationale = &case.selection().rationale;
    for key in rationale.keys() {
        let selected = case.selection().selected_exercise_ids.contains(key);
        report.require(selected, "EP-2", Some(key), || "has a rationale, but is not selected".to_owned());
    }
    for shown in case.session() {
        match rationale.get(shown.key()) {
            Some(rationale) => score(case, shown, rationale, report),
            None => report.add("EP-2", Some(shown.key()), "has no rationale".to_owned()),
        }
    }
}

fn score(case: &Case<'_>, shown: Shown<'_>, rationale: &Rationale, report: &mut Report) {
    let key = Some(shown.key());
    let formula = formula(&case.facts.tuning().weights);
    let names = |parts: &BTreeMap<String, f64>| {
        parts.len() == formula.len() && formula.iter().all(|(name, ..)| parts.contains_key(*name))
    };
    if !names(&rationale.components) || !names(&rationale.weights) {
        report.add("SC-0", key, "its components or weights are not the 13 of the formula".to_owned());
        return;
    }
    let mut sum = 0.0;
    for (name, ..) in &formula {
        let (value, weight) = (rationale.components[*name], rationale.weights[*name]);
        let bounded = (-1.0..=1.0).contains(&value);
        report.require(bounded, "SC-0", key, || format!("{name} is {value}, expected -1..1"));
        sum += weight * value;
    }
    // Thirteen products of two rounded numbers.
    let close = (sum - rationale.score).abs() <= TOLERANCE + 13.0 * ROUNDING;
    report.require(close, "SC-0", key, || {
        format!("its parts give {sum:.6}, but its score is {}", rationale.score)
    });
    report.require(rationale.hard_filter_pass, "EP-2", key, || "did not pass the filters".to_owned());
    // The progress of the slots is told by one sliding weight and must explain the others.
    let progress = formula.iter().find_map(|(name, sign, weight)| match weight {
        Weight::Sliding(SlidingWeight { first, last, .. }) if (last - first).abs() > ROUNDING => {
            Some((sign * rationale.weights[*name] - first) / (last - first))
        }
        _ => None,
    });
    let progress = progress.filter(|_| !shown.is_main()).unwrap_or(0.0);
    let bounded = (-ROUNDING..=1.0 + ROUNDING).contains(&progress);
    report.require(bounded, "SC-0", key, || format!("its slot progress is {progress}, expected 0..1"));
    for (name, sign, weight) in &formula {
        let expected = sign
            * match weight {
                Weight::Fixed(weight) => *weight,
                Weight::Sliding(weight) if shown.is_main() => weight.main,
                Weight::Sliding(SlidingWeight { first, last, .. }) => first + (last - first) * progress,
            };
        let found = rationale.weights[*name];
        report.require((found - expected).abs() <= ROUNDING, "SC-0", key, || {
            format!("the weight of {name} is {found}, expected {expected}")
        });
    }
}
