//! PV-14 for every plan, of training and of meals.

use std::collections::BTreeMap;

use domain::{
    exercise::{ExerciseKey, LoadSemantics},
    plan::PlanId,
    time::Instant,
};
use plan::verify::{Breach, Context, ExerciseContext, Subject, Touching, verify, verify_meals};
use training::load::iron::Iron;

use super::{Finding, whole::Whole};
use crate::service::profile::Profile;

pub(super) fn check(whole: &Whole, profile: &Profile) -> Vec<Finding> {
    let exercises = exercises(whole, &irons(whole, profile));
    let touched = whole.touched();
    let flags = whole.flags.iter().map(|flag| Touching {
        flag: flag.clone(),
        items: touched.get(&flag.id).cloned().unwrap_or_default(),
    });
    let flags: Vec<_> = flags.collect();
    let records = whole.live.iter().chain(&whole.archive).map(|row| (row.record.id, row.record.decision));
    let records: BTreeMap<_, _> = records.collect();
    let context = Context { exercises, flags, records, events_from: whole.events_from, ..Context::default() };
    let training = whole.chains.iter().map(|chain| (chain.plan.id, verify(chain, &context)));
    let meals = whole.meals.iter().map(|chain| (chain.plan.id, verify_meals(chain, whole.events_from)));
    let breaches = training
        .chain(meals)
        .flat_map(|(plan, breaches)| breaches.into_iter().map(move |breach| finding(plan, breach)));
    breaches.collect()
}

/// The iron of each time, as the reports of then knew it, and since when; today's where none has told.
fn irons(whole: &Whole, profile: &Profile) -> Vec<(Instant, Iron)> {
    let mut terms: Vec<_> =
        whole.runs.iter().filter_map(|run| Some((run.at, run.report.terms.as_ref()?))).collect();
    terms.sort_by_key(|(at, _)| *at);
    terms.dedup_by_key(|(_, terms)| (terms.unit, &terms.inventory, &terms.equipment));
    if terms.is_empty() {
        return vec![(Instant::EPOCH, profile.iron())];
    }
    terms.into_iter().map(|(at, terms)| (at, terms.iron())).collect()
}

/// What is known of every exercise that an item was of: an exchange or a step on a ladder makes another one of it.
fn exercises(whole: &Whole, irons: &[(Instant, Iron)]) -> BTreeMap<ExerciseKey, ExerciseContext> {
    let known = whole.exercises().into_iter().map(|key| {
        let exercise = whole.catalog.get(key);
        let context = ExerciseContext {
            assistance: exercise.is_some_and(|one| one.load_semantics == LoadSemantics::Assistance),
            grids: irons
                .iter()
                .map(|(since, iron)| (*since, exercise.and_then(|exercise| iron.grid_for(exercise)).cloned()))
                .collect(),
        };
        (key.clone(), context)
    });
    known.collect()
}

fn finding(plan: PlanId, breach: Breach) -> Finding {
    let (table, id) = match breach.id {
        Some(Subject::Proposal(id)) => ("proposals", Some(id.to_string())),
        Some(Subject::Decision(id)) => ("decisions", Some(id.to_string())),
        Some(Subject::Override(id)) => ("overrides", Some(id.to_string())),
        Some(Subject::Conflict(id)) => ("plan_version_conflicts", Some(id.to_string())),
        Some(Subject::Audit(id)) => ("plan_version_audit", Some(id.to_string())),
        Some(Subject::Record(id)) => ("exercise_progress", Some(id.to_string())),
        Some(Subject::Flag(id)) => ("flags", Some(id.to_string())),
        None if breach.item.is_some() => ("plan_version_items", None),
        None => ("plan_versions", None),
    };
    let version = breach.version.map(|number| number.to_string());
    let item = breach.item.map(|item| item.to_string());
    let ids = [Some(plan.to_string()), version, item, id].into_iter().flatten().collect();
    Finding::new(breach.rule, table, ids, format!("{}: {}", breach.check, breach.message))
}
