//! Suggestions and plans that are kept, changed behind the program's back: the checkup finds what no run could have made,
//! and nothing in what was right in its time.

use domain::{
    change::{Change, Field, Target},
    id::Id,
    plan::{PlanDomain, Trigger, TriggerKind},
    proposal::{Consent, Draft, EngineName, Occasion, Outcome, Proposal, ProposalKind, ProposalState},
    quantity::{Grams, MassUnit},
    reason::{Reason, ReasonCode},
    session::Session,
    spec::SpecId,
    wellbeing::{Flag, FlagKind, FlagSource},
};
use plan::answer::{Answer, Reply};
use regimen::service::{
    doctor,
    eating::change as meal,
    planning,
    profile::{self, Profile},
    proposals::{self, Filter},
    session::{
        self,
        finish::{self, Ending},
    },
};
use training::catalog::Catalog;

use super::{both::on_both, life::Life, meals::MONDAY, person::Person, rules::report, upkeep::tear};

/// What is done to the proposals of the bench press, and the rule that is broken then.
type Tampering = (&'static str, fn(&mut [Proposal]));

/// Clause by clause. A second evaluation by one session is not among them: no table holds two (OU-1).
const TAMPERINGS: [Tampering; 14] = [
    ("SG-8", |made| made[0].changes[0].new = 61_300.into()),
    ("SR-2", |made| made[0].changes[0].new = 67_500.into()),
    // The reps start at the bottom of the range again.
    ("SR-2", |made| made[0].changes.truncate(1)),
    ("SR-2", |made| made[0].changes[1].new = 9.into()),
    ("SR-5", |made| made[0].rule = SpecId::new("SR-5")),
    ("SG-17", |made| made[0].rule = SpecId::new("SD-1")),
    ("SG-3", |made| made[0].evidence.truncate(1)),
    ("SG-17", |made| made[0].changes[0].new = (-2500).into()),
    ("SG-17", |made| made[0].changes[1].new = 101.into()),
    ("SG-17", |made| rest(&mut made[0], 615)),
    ("SX-1", |made| made[0].changes[0].new = 57_500.into()),
    ("SX-1", |made| rest(&mut made[0], 135)),
    ("SX-3", |made| {
        let changes = made[1].changes.clone();
        (made[0].target, made[0].changes) = (made[1].target, changes);
    }),
    ("OU-8", |made| {
        (made[0].state, made[0].outcome) = (ProposalState::Accepted, Outcome::Good);
        made[0].decided_at = Some(made[0].created_at);
    }),
];

/// More rest instead of more load.
fn rest(proposal: &mut Proposal, seconds: i64) {
    proposal.rule = SpecId::new("SR-9");
    proposal.target = Target { set_id: None, ..proposal.target };
    let (old, new) = (120.into(), seconds.into());
    proposal.changes = vec![Change { target: proposal.target, field: Field::RestAll, old, new }];
}

/// Two Thursdays at the top of the range, after which more is proposed for each set of the bench press.
async fn at_the_top(life: &Life) -> Vec<Proposal> {
    life.on(0, 3, 17).train(0).await;
    life.on(1, 3, 17).train(0).await;
    let bench = life.item("bench_press").await.item_id;
    let mut made = proposals::list(&life.person.app, &life.person.caller, Filter::default()).await.unwrap();
    made.retain(|proposal| proposal.target.item_id == bench);
    assert_eq!(made.len(), 3, "{made:?}");
    made
}

/// The rules that proposals break.
async fn broken(life: &Life) -> Vec<String> {
    let found = doctor::findings(&life.person.app, &life.person.caller).await.unwrap();
    let proposals = found.iter().filter(|finding| finding.table == "proposals");
    proposals.map(|finding| finding.rule.to_string()).collect()
}

async fn keep(life: &Life, proposals: &[Proposal]) {
    let mut tx = life.person.app.store.write().await.unwrap();
    tx.put_proposals(proposals).await.unwrap();
    tx.commit().await.unwrap();
}

#[test]
fn sg_17_what_no_run_could_have_proposed_is_found_in_the_rows_clause_by_clause() {
    on_both(async |fresh| {
        let life = Life::begun(fresh.store().await).await;
        let made = at_the_top(&life).await;
        for (place, (rule, tamper)) in TAMPERINGS.iter().enumerate() {
            let mut torn = made.clone();
            tamper(&mut torn);
            keep(&life, &torn).await;
            let found = broken(&life).await;
            assert!(found.iter().any(|found| found == rule), "{rule} at {place}: {found:?}");
            keep(&life, &made).await;
            life.sound("putting it back").await;
        }
        let mut left = made.clone();
        left[0].state = ProposalState::Pending;
        keep(&life, &left).await;
        assert!(broken(&life).await.contains(&"SG-17".to_owned()));
        keep(&life, &made).await;
    });
}

#[test]
fn sg_17_proposals_are_held_against_sets_flags_and_runs_of_their_time() {
    on_both(async |fresh| {
        let life = Life::begun(fresh.store().await).await;
        let made = at_the_top(&life).await;
        tear(&fresh.place, "update set_performances set reps = 11 where reps = 12").await;
        assert!(broken(&life).await.contains(&"SR-2".to_owned()));
        tear(&fresh.place, "update set_performances set reps = 12 where reps = 11").await;
        life.sound("reps put back").await;
        let flag = Flag {
            id: Id::derive(&["flag"]),
            athlete_id: life.person.caller.athlete,
            kind: FlagKind::Illness,
            area: None,
            exercise_key: None,
            severity: 1,
            source: FlagSource::Report,
            from: made[0].created_at,
            until: None,
            raised_at: None,
            cleared_by: None,
            clear_reason: None,
            trace_id: made[0].trace_id.clone(),
        };
        let mut tx = life.person.app.store.write().await.unwrap();
        tx.put_flags(&[flag]).await.unwrap();
        tx.commit().await.unwrap();
        assert!(broken(&life).await.contains(&"SG-15".to_owned()));
        tear(&fresh.place, "delete from flags").await;
        life.sound("the flag taken away").await;
    });
}

#[test]
fn sg_17_what_was_right_when_it_was_proposed_stays_right() {
    on_both(async |fresh| {
        let life = Life::begun(fresh.store().await).await;
        let made = at_the_top(&life).await;
        let (app, caller) = (&life.person.app, &life.person.caller);
        // Another unit, with other steps and iron.
        let mut tx = app.store.write().await.unwrap();
        let mut athlete = tx.athlete::<Profile>(caller.athlete).await.unwrap().unwrap();
        athlete.profile.units = MassUnit::Lb;
        tx.put_athlete(&athlete).await.unwrap();
        tx.commit().await.unwrap();
        life.sound("a change of unit").await;
        // A report that is corrected to reps that would not have been enough.
        life.person.advance_hours(1);
        let id = made[0].trigger.reference.parse().unwrap();
        let before = session::show(app, caller, id).await.unwrap().session;
        let ending = Ending { report: Some(report(&before, -1)), ..Ending::default() };
        finish::finish(app, caller, id, &ending).await.unwrap();
        let after = session::show(app, caller, id).await.unwrap().session;
        let counts = |one: &Session| one.exercises.iter().map(|done| done.sets.len()).collect::<Vec<_>>();
        assert_eq!(
            counts(&after),
            counts(&before),
            "what is told anew takes the place of what was logged (GL-8)"
        );
        let findings = doctor::findings(app, caller).await.unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        let all = Filter { all: true, ..Filter::default() };
        let kept = proposals::list(app, caller, all).await.unwrap();
        let first = kept.iter().find(|proposal| proposal.id == made[0].id).unwrap();
        assert_eq!(first.state, ProposalState::Superseded);
        assert_eq!(broken(&life).await, Vec::<String>::new());
    });
}

/// The same exercise with another iron, proposed as a report does.
async fn exchange(life: &Life, from: &str, to: &str) -> Proposal {
    let (app, caller) = (&life.person.app, &life.person.caller);
    let target = Target { item_id: life.item(from).await.item_id, set_id: None };
    let occasion = Occasion {
        athlete_id: caller.athlete,
        plan_id: planning::show(app, caller, None).await.unwrap().plan.id,
        trigger: Trigger { kind: TriggerKind::Schedule, reference: "2026-W10".to_owned() },
        trace_id: app.trace(),
        at: app.now(),
        ttl_days: 28,
    };
    occasion.proposal(Draft {
        target,
        kind: ProposalKind::SelectionChange,
        engine: EngineName::System,
        rule: SpecId::new("A-20"),
        rule_version: "test",
        changes: vec![Change { target, field: Field::Exercise, old: from.into(), new: to.into() }],
        alternatives: vec![],
        reason: Reason::new(ReasonCode::Plateau, SpecId::new("A-20")),
        evidence: vec![],
        confidence: 100,
        consent: Consent::Ask,
        step_g: None,
        assistance: false,
    })
}

#[test]
fn sg_8_pv_14_a_load_stays_right_when_its_item_becomes_an_exercise_of_other_loads() {
    on_both(async |fresh| {
        let life = Life::begun(fresh.store().await).await;
        let (app, caller) = (&life.person.app, &life.person.caller);
        let accept = async |made: &[Proposal]| {
            let reply = Reply::Accept { alternative: None };
            let answers: Vec<_> =
                made.iter().map(|one| Answer { proposal: one.id, reply: reply.clone() }).collect();
            proposals::decide(app, caller, &answers).await.unwrap();
        };
        let made = at_the_top(&life).await;
        life.person.advance_hours(1);
        accept(&made).await;
        life.sound("heavier bars").await;
        life.on(1, 4, 9);
        let iron = profile::profile_of(app, caller).await.unwrap().iron();
        let dumbbells = Catalog::embedded().get(&"dumbbell_bench_press".parse().unwrap()).unwrap();
        assert!(
            !iron.grid_for(dumbbells).unwrap().holds(Grams(62_500)),
            "no dumbbell has the load of the bar"
        );
        let exchange = [exchange(&life, "bench_press", "dumbbell_bench_press").await];
        keep(&life, &exchange).await;
        accept(&exchange).await;
        let loads = life.item("dumbbell_bench_press").await.prescription.sets;
        assert!(loads.iter().all(|set| set.load_g == Some(Grams(62_500))), "{loads:?}");
        life.sound("another exercise").await;
        life.on(2, 3, 17).train(0).await;
    });
}

/// What is done to the versions of a plan, and a rule that is broken then.
const PLAN_TAMPERINGS: [(&str, &[&str]); 4] = [
    ("PV-7", &["update plan_versions set status = 'superseded' where status = 'active'"]),
    (
        "PV-2",
        &["delete from plan_versions where number = 2", "delete from plan_version_items where number = 2"],
    ),
    ("PV-6", &["delete from plan_version_items"]),
    ("PV-6", &["update plan_versions set effective = '[]' where number = 2"]),
];

#[test]
fn pv_13_pv_14_what_no_answer_could_have_made_of_meals_is_found_in_the_rows() {
    for (rule, tampering) in PLAN_TAMPERINGS {
        is_found_in_a_plan_of_meals(rule, tampering);
    }
}

fn is_found_in_a_plan_of_meals(rule: &'static str, tampering: &'static [&'static str]) {
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 1).await;
        let (app, caller) = (&person.app, &person.caller);
        meal::keep(app, caller, MONDAY, 1).await.unwrap();
        meal::release(app, caller, MONDAY, 1).await.unwrap();
        person.sound("a meal that was kept and released").await;
        let mut tx = app.store.read().await.unwrap();
        let plan = tx.active_plan(caller.athlete, PlanDomain::Nutrition).await.unwrap().unwrap();
        drop(tx);
        for sql in tampering {
            tear(&fresh.place, sql).await;
        }
        for asked in [None, Some(plan.id)] {
            let found = doctor::verify(app, caller, asked).await.unwrap();
            let named = found.iter().any(|finding| {
                finding.rule == SpecId::new(rule) && finding.ids.contains(&plan.id.to_string())
            });
            assert!(named, "{rule} after {tampering:?}: {found:?}");
        }
    });
}
