//! What must hold when things go wrong: a process that is killed, a full disk, a database that goes away, and two who
//! write at once (GL-5, GL-8, PV-12, PR-8).

mod away;
mod child;
mod full;
mod hostile;
mod killed;
mod restarted;
mod together;

use domain::{
    plan::{PlanDomain, PlanItem},
    time::{Instant, LocalDate},
};
use plan::{
    chain::{Chain, Entry},
    verify::{Context, ExerciseContext, verify},
};
use regimen::service::app::{App, Caller};
use store::{Asked, Place, Records, Since, Store, Tx, VersionRows};

use super::{
    both::{Fresh, on_both},
    person::{self, Person},
};

/// The program on a store, as another process with ids of its own.
async fn open(place: &Place, now: Instant, seed: u64) -> App {
    App::scripted(Store::open(place).await.unwrap(), now, seed)
}

/// Everything that is known of the plan in force.
async fn whole_chain(tx: &mut Tx, caller: &Caller) -> Chain {
    let athlete = caller.athlete;
    let plan = tx.active_plan(athlete, PlanDomain::Training).await.unwrap().unwrap();
    let versions = tx.versions::<PlanItem>(athlete, plan.id, Since::Ever).await.unwrap();
    let proposals = tx.proposals(athlete, plan.id, Asked::Ever).await.unwrap();
    let ids: Vec<_> = proposals.iter().map(|proposal| proposal.id).collect();
    Chain {
        versions: versions.into_iter().map(|VersionRows { version, rows }| Entry { version, rows }).collect(),
        decisions: tx.decisions(athlete, &ids).await.unwrap(),
        overrides: tx.overrides(athlete, plan.id, None).await.unwrap(),
        conflicts: tx.conflicts(athlete, plan.id, LocalDate::MIN).await.unwrap(),
        audit: tx.audit(athlete, Some(plan.id)).await.unwrap(),
        events: vec![],
        proposals,
        plan,
    }
}

/// PV-14: the chain of versions breaks no rule, by the independent checker. Gives the chain.
async fn verified(app: &App, caller: &Caller) -> Chain {
    let mut tx = app.store.read().await.unwrap();
    let chain = whole_chain(&mut tx, caller).await;
    let all = Records::Between(LocalDate::MIN, LocalDate::MAX, None);
    let records = tx.progress(caller.athlete, all).await.unwrap();
    let catalog = training::catalog::Catalog::embedded();
    let items = chain.versions.iter().flat_map(|entry| &entry.version.effective);
    let assisted = |item: &PlanItem| {
        let exercise = catalog.get(&item.exercise_key);
        exercise.is_some_and(|one| one.load_semantics == domain::exercise::LoadSemantics::Assistance)
    };
    let context = Context {
        exercises: items
            .map(|item| {
                let known = ExerciseContext { assistance: assisted(item), grids: vec![] };
                (item.exercise_key.clone(), known)
            })
            .collect(),
        records: records.into_iter().map(|row| (row.record.id, row.record.decision)).collect(),
        ..Context::default()
    };
    assert_eq!(verify(&chain, &context), vec![]);
    chain
}

/// Numbers that follow from a seed, so that a failure can be repeated (SplitMix64).
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % most
    }
}
