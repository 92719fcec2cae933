//! A plan that the engine lived through has no breach; with one row falsified it has the breach that it should have.

mod conduct;
mod rows;
mod story;
mod words;

use domain::plan::PlanItem;

use super::{Breach, Point};
use crate::chain::Entry;
use story::{Story, lived};

/// The breaches of the lived plan after something was falsified.
fn falsified(falsify: impl FnOnce(&mut Story)) -> Vec<Breach> {
    let mut story = lived();
    falsify(&mut story);
    story.breaches()
}

/// Falsifying must be found by this point, with this rule, at this version (0 for what concerns none).
#[track_caller]
fn caught(point: Point, rule: &str, version: u32, falsify: impl FnOnce(&mut Story)) {
    let breaches = falsified(falsify);
    let hit = breaches.iter().any(|breach| {
        (breach.check, breach.rule.to_string().as_str(), breach.version.unwrap_or_default())
            == (point, rule, version)
    });
    let found: Vec<_> = breaches.iter().map(ToString::to_string).collect();
    assert!(hit, "expected {point} ({rule}), version {version}; found {found:#?}");
}

/// The version with this number.
fn version(story: &mut Story, number: usize) -> &mut Entry {
    &mut story.chain.versions[number - 1]
}

/// Rewrites the item of the only row of a version, in the row and in the plan.
fn rewrite(story: &mut Story, number: usize, change: impl Fn(&mut PlanItem)) {
    let entry = version(story, number);
    let id = entry.rows[0].item_id;
    let after = entry.rows[0].after.iter_mut();
    after.chain(entry.version.effective.iter_mut().filter(|item| item.item_id == id)).for_each(change);
}

#[test]
fn pv_14_a_plan_that_the_engine_made_has_no_breach() {
    let story = lived();
    let sources: Vec<_> = story.chain.versions.iter().map(|entry| entry.version.source.as_str()).collect();
    let expected = ["initial", "auto", "accepted", "manual", "auto", "auto", "rollback", "undo", "auto"];
    assert_eq!(sources, expected);
    assert_eq!(story.breaches(), []);
}

#[test]
fn pv_14_a_breach_is_a_sentence_with_its_ids() {
    let mut story = lived();
    version(&mut story, 4).version.effective_hash = "0".into();
    let breaches = story.breaches();
    assert_eq!(breaches.len(), 1);
    let sentence = breaches[0].to_string();
    assert!(sentence.starts_with("delta (PV-6), version 4: hash 0, expected "), "{sentence}");
    story.chain.decisions.remove(0);
    let sentence = story.breaches().last().map(ToString::to_string).unwrap_or_default();
    let id = story.chain.proposals[0].id;
    assert!(sentence.contains(&format!("proposal {id}: ")), "{sentence}");
}
