//! SG-17: what the engine says of random sessions has no breach, and every check finds what it is there for.

mod plausible;

use domain::{
    change::{Change, Field, Target, Value},
    id::Id,
    prescription::{RestMode, SetPrescription, SetType},
    proposal::{Consent, EngineName, Evaluation, Outcome, Proposal, ProposalState},
    quantity::{Grams, Rpe},
    reason::{Reason, ReasonCode},
    session::PerformanceStatus,
    spec::SpecId,
    wellbeing::{Flag, FlagKind, FlagSource},
};
use proptest::{collection::vec, option, prelude::*, sample::select, test_runner::RngSeed};
use training::{
    catalog::Catalog,
    load::{Sense, iron::Iron},
    outcome::{
        evaluate,
        input::{EXAMPLE as OUTCOMES, Evaluated, OutcomeInput},
    },
    suggestion::{
        Run, SuggestInput,
        draft::{
            Bounds, Subject,
            answer::{ChangeType, Wish},
            draft,
        },
        input::{ManualEdit, StoredProposal},
        load::Loads,
        propose, suggest,
    },
    verify_suggestions::{Breach, verify, verify_outcomes},
};

use plausible::{example, finished};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_260_317),
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    }
}

fn catalog() -> &'static Catalog {
    Catalog::embedded()
}

fn shown(breaches: &[Breach]) -> String {
    breaches.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

proptest! {
    #![proptest_config(config(1500))]

    /// Whatever was planned and done, the rules keep to the chapter.
    #[test]
    fn sg_17_the_suggestions_of_random_sessions_have_no_breach(finished in finished()) {
        let Some(input) = finished.input() else { return Ok(()) };
        let run = suggest(&input, catalog()).unwrap();
        let breaches = verify(&input, &run, catalog());
        prop_assert!(breaches.is_empty(), "{}", shown(&breaches));
    }

    /// A model that wishes for anything gets only what its bounds allow.
    #[test]
    fn sg_17_the_wishes_of_a_model_have_no_breach(finished in finished(), wishes in wishes()) {
        let Some(input) = finished.input() else { return Ok(()) };
        let run = with_model(&input, &wishes);
        let breaches = verify(&input, &run, catalog());
        prop_assert!(breaches.is_empty(), "{}", shown(&breaches));
    }
}

fn wishes() -> impl Strategy<Value = Vec<Wish>> {
    let value = prop_oneof![0u32..30, 30u32..120, 0u32..700];
    let wish =
        (-1i64..4, select(ChangeType::ALL.to_vec()), value).prop_map(|(index, change_type, value)| Wish {
            target_set_index: index,
            change_type,
            new_value: value.into(),
            reasoning: "Two sessions at the top.".to_owned(),
        });
    vec(wish, 0..8)
}

/// The run with these wishes for every item that rules may speak for.
fn with_model(input: &SuggestInput, wishes: &[Wish]) -> Run {
    let candidates = propose(input, catalog()).unwrap();
    let iron = Iron::new(input.unit, None, &input.equipment);
    let occasion = input.occasion(input.plan_id.unwrap());
    let mut drafts = vec![];
    for entry in input.items.iter().filter(|entry| !entry.switched_off) {
        let newest = &entry.performances[0];
        let exercise = catalog().get(&entry.item.exercise_key).unwrap();
        let loads = Loads::of(exercise, &iron, input.unit, None);
        let Some(loads) = loads.filter(|_| newest.performance.status == PerformanceStatus::Done) else {
            continue;
        };
        let bounds = |set: &SetPrescription| Bounds {
            grid: iron.grid_for(exercise),
            increment: loads.increment(set.load_g.unwrap_or(Grams::ZERO)),
            unit: input.unit,
        };
        let subject = Subject {
            item: &entry.item,
            performance: &newest.performance,
            assistance: Sense::of(exercise) == Sense::Assistance,
            bounds: &bounds,
        };
        drafts.extend(draft(wishes, &subject, &occasion).proposals);
    }
    candidates.settle(drafts, input, catalog())
}

/// A later session: load in grams, reps, rest taken and reps after it, effort, readiness, whether it was a deload.
type Later = (i64, u32, Option<u32>, u32, Option<i64>, Option<u8>, bool, bool);

fn later() -> impl Strategy<Value = Vec<Later>> {
    let load = prop_oneof![3 => select(vec![60_000i64, 62_500, 61_250, 57_500]), 1 => 50_000i64..70_000];
    let session = (
        load,
        1u32..18,
        option::of(select(vec![60u32, 90, 105, 140])),
        1u32..14,
        option::of(select(vec![30i64, 60, 90])),
        option::of(1u8..6),
        prop::bool::weighted(0.1),
        prop::bool::weighted(0.9),
    );
    vec(session, 0..8)
}

/// The example of outcomes with another change and other sessions after it.
fn outcomes(change: (Field, Value, Value), state: ProposalState, later: &[Later]) -> OutcomeInput {
    let mut input: OutcomeInput = serde_json::from_str(OUTCOMES).unwrap();
    let template = input.sessions[0].clone();
    let proposal = &mut input.proposals[0].proposal;
    let (field, old, new) = change;
    proposal.changes = vec![Change { target: proposal.target, field, old, new }];
    proposal.state = state;
    let start = proposal.decided_at.unwrap();
    let session = |(place, done): (usize, &Later)| {
        let &(load, reps, rest, after, effort, readiness, deload, completed) = done;
        let mut session = template.clone();
        session.id = Id::derive(&["later", &place.to_string()]);
        let started = start.plus_seconds(i64::try_from(place + 1).unwrap() * 2 * 86_400);
        (session.started_at, session.finished_at) = (Some(started), Some(started.plus_seconds(3600)));
        (session.deload, session.readiness) = (deload, readiness);
        session.session_rpe = effort.map(|tenths| Rpe::new(tenths).unwrap());
        let sets = &mut session.exercises[0].sets;
        sets.truncate(1);
        let mut next = sets[0].clone();
        (sets[0].load_g, sets[0].reps, sets[0].rest_after_s) = (Some(Grams(load)), Some(reps), rest);
        sets[0].completed = completed;
        (next.id, next.set_id, next.index, next.reps) = (Id::derive(&["next"]), None, 1, Some(after));
        sets.push(next);
        session
    };
    input.sessions = later.iter().enumerate().map(session).collect();
    input.now = start.plus_seconds(86_400 * 2 * i64::try_from(later.len() + 1).unwrap());
    input
}

fn changes() -> impl Strategy<Value = (Field, Value, Value)> {
    select(vec![
        (Field::Load, 60_000.into(), 62_500.into()),
        (Field::Load, 60_000.into(), 57_500.into()),
        (Field::Reps, 8.into(), 9.into()),
        (Field::Rest, 90.into(), 105.into()),
        (Field::SetType, "warmup".into(), "working".into()),
    ])
}

proptest! {
    #![proptest_config(config(1500))]

    /// Whatever is done after the answer, the outcome follows from the evaluations.
    #[test]
    fn sg_17_the_outcomes_of_random_sessions_have_no_breach(
        change in changes(),
        state in select(vec![ProposalState::Accepted, ProposalState::Rejected, ProposalState::Deferred]),
        later in later(),
    ) {
        let input = outcomes(change, state, &later);
        let evaluated = evaluate(&input).unwrap();
        let breaches = verify_outcomes(&input, &evaluated);
        prop_assert!(breaches.is_empty(), "{}", shown(&breaches));
    }
}

/// A falsification and the rule that has to be named for it.
type Falsified = (&'static str, fn(&mut SuggestInput, &mut Run));

/// Each falsification of the example alone is found under its rule.
fn assert_found(input: &SuggestInput, falsified: &[Falsified]) {
    let run = suggest(input, catalog()).unwrap();
    assert_eq!(verify(input, &run, catalog()), []);
    for (place, (rule, falsify)) in falsified.iter().enumerate() {
        let (mut input, mut run) = (input.clone(), run.clone());
        falsify(&mut input, &mut run);
        let breaches = verify(&input, &run, catalog());
        let found = breaches.iter().any(|breach| breach.rule == SpecId::new(rule));
        assert!(found, "number {place} should break {rule}, found: {}", shown(&breaches));
    }
}

/// A second proposal for the whole item, made from the first.
fn for_item(run: &mut Run, rule: &str, field: Field, old: i64, new: i64) {
    let mut made = run.proposals[0].clone();
    made.target.set_id = None;
    made.rule = SpecId::new(rule);
    (made.id, made.group_id) = (Id::derive(&["made", field.as_str()]), Id::derive(&["group", rule]));
    made.changes = vec![Change { target: made.target, field, old: old.into(), new: new.into() }];
    run.proposals.push(made);
}

/// The first proposal as a model would have made it, with a load of its own.
fn of_model(run: &mut Run, new: i64) {
    let made = &mut run.proposals[0];
    (made.engine, made.rule, made.confidence) = (EngineName::Llm, SpecId::new("AI-5"), 50);
    made.reason = Reason::new(ReasonCode::Llm, SpecId::new("AI-5")).fact("text", "Go on.");
    made.changes.truncate(1);
    made.changes[0].new = new.into();
}

#[test]
fn sg_17_what_is_wrong_with_one_proposal_is_found() {
    assert_found(
        &example(),
        &[
            ("SG-8", |_, run| run.proposals[0].changes[0].new = 61_300.into()),
            ("SR-2", |_, run| run.proposals[0].changes[0].new = 65_000.into()),
            ("SR-2", |_, run| run.proposals[0].changes.truncate(1)),
            ("SR-2", |input, _| input.items[0].performances[1].performance.sets[1].reps = Some(11)),
            ("SR-2", |input, _| {
                input.items[0].performances[1].performance.sets[0].load_g = Some(Grams(57_500));
            }),
            ("SR-2", |_, run| run.proposals[0].confidence = 90),
            ("SG-17", |_, run| run.proposals[0].changes[0].new = (-2500).into()),
            ("SG-17", |_, run| run.proposals[0].changes[1].new = 101.into()),
            ("SG-3", |_, run| run.proposals[0].evidence.truncate(1)),
            ("SG-3", |input, _| input.items[0].performances[1].deload = true),
            ("PR-2", |_, run| run.proposals[0].changes[0].old = 57_500.into()),
            ("PR-6", |_, run| run.proposals[0].consent = Consent::Auto),
            ("PR-7", |_, run| run.proposals[0].dedup_key = "0".repeat(32)),
            ("PR-10", |input, run| run.proposals[0].expires_at = input.now.plus_seconds(1)),
            ("AR-2", |input, _| input.items[0].item.progression_mode = domain::plan::ProgressionMode::Range),
            ("SL-1", |_, run| run.proposals[0].state = ProposalState::Accepted),
            ("SG-1", |_, run| run.proposals[0].engine = EngineName::Selection),
            ("SG-1", |input, _| input.items[0].switched_off = true),
        ],
    );
}

#[test]
fn sg_17_what_does_not_go_together_is_found() {
    assert_found(
        &example(),
        &[
            ("SX-1", |_, run| run.proposals[1].changes[0].new = 57_500.into()),
            ("SX-1", |_, run| for_item(run, "SR-9", Field::RestAll, 120, 135)),
            ("SG-17", |_, run| for_item(run, "SR-9", Field::RestAll, 120, 615)),
            ("SX-2", |_, run| {
                for_item(run, "SR-9", Field::RestAll, 120, 135);
                for_item(run, "SR-8", Field::Rest, 90, 105);
            }),
            ("SX-3", |_, run| {
                let mut twin = run.proposals[0].clone();
                twin.id = Id::derive(&["twin"]);
                run.proposals.push(twin);
            }),
            ("PR-1", |_, run| run.proposals.push(run.proposals[0].clone())),
            ("SG-16", |_, run| run.proposals[1].group_id = Id::derive(&["other"])),
            ("SG-1", |_, run| drop(run.proposals.remove(1))),
            ("SG-13", |_, run| for_item(run, "SG-13", Field::Order, 0, 1)),
            ("SG-15", |input, _| input.flags.push(flag(input, FlagKind::Illness))),
        ],
    );
}

fn flag(input: &SuggestInput, kind: FlagKind) -> Flag {
    Flag {
        id: Id::derive(&["flag"]),
        athlete_id: input.athlete_id,
        kind,
        area: None,
        exercise_key: None,
        severity: 1,
        source: FlagSource::Report,
        from: input.now,
        until: None,
        raised_at: None,
        cleared_by: None,
        clear_reason: None,
        trace_id: input.trace_id.clone(),
    }
}

#[test]
fn sg_17_what_was_said_before_is_found() {
    assert_found(
        &example(),
        &[
            ("SD-2", |input, run| input.stored.push(StoredProposal::of(&run.proposals[0]))),
            ("SD-2", |input, run| {
                let mut rejected = StoredProposal::of(&run.proposals[0]);
                rejected.state = ProposalState::Rejected;
                rejected.decided_at = Some(input.now.minus_seconds(7 * 86_400 - 1));
                input.stored.push(rejected);
            }),
            ("SD-4", |input, run| {
                let (item_id, group) = (run.proposals[0].target.item_id, Field::Load.group());
                input.edits.push(ManualEdit { item_id, group, at: input.now.minus_seconds(86_400) });
            }),
            ("SD-4", |_, run| {
                let mut proposal = run.proposals.remove(0);
                proposal.state = ProposalState::Deferred;
                let reason = Reason::new(ReasonCode::ManualWithin24h, SpecId::new("SD-4"));
                run.deferred.push(training::suggestion::settle::Deferred { proposal, reason });
            }),
            ("SD-2", |_, run| {
                let Proposal { rule, target, changes, .. } = run.proposals.remove(0);
                let reason = Reason::new(ReasonCode::Cooldown, SpecId::new("SD-2"));
                run.dropped.push(training::suggestion::settle::Dropped { rule, target, changes, reason });
            }),
            ("SG-1", |input, run| {
                input.is_correction = true;
                let mut open = StoredProposal::of(&run.proposals[0]);
                (open.id, open.dedup_key) = (Id::derive(&["open"]), String::new());
                input.stored.push(open);
            }),
        ],
    );
}

#[test]
fn sg_17_a_decrease_takes_the_place_of_the_older_one() {
    let mut input = example();
    for past in &mut input.items[0].performances {
        past.performance.sets.iter_mut().for_each(|set| set.reps = Some(6));
    }
    let first = suggest(&input, catalog()).unwrap();
    let mut older = StoredProposal::of(&first.proposals[0]);
    older.id = Id::derive(&["older"]);
    input.stored.push(older);
    assert_found(
        &input,
        &[
            ("SD-3", |_, run| run.superseded.clear()),
            ("SR-5", |_, run| run.proposals[0].confidence = 70),
            ("SR-5", |input, _| input.items[0].performances[0].performance.sets[0].reps = Some(8)),
        ],
    );
}

#[test]
fn sg_17_a_rule_without_its_trigger_is_found() {
    let mut input = example();
    let plan = &mut input.items[0].item.prescription;
    plan.rest_policy.mode = RestMode::Individual;
    for past in &mut input.items[0].performances {
        let frozen = past.performance.frozen.as_mut().unwrap();
        frozen.prescription.rest_policy.mode = RestMode::Individual;
        let sets = &mut past.performance.sets;
        (sets[0].reps, sets[0].rest_after_s, sets[1].reps) = (Some(10), Some(60), Some(8));
    }
    let mut retyped = input.clone();
    for past in &mut retyped.items[0].performances {
        past.performance.sets[0].kind = SetType::Warmup;
    }
    assert_found(
        &input,
        &[
            ("SR-9", |input, _| input.items[0].performances[1].performance.sets[0].rest_after_s = Some(75)),
            ("SR-9", |input, _| input.items[0].performances[0].performance.sets[1].reps = Some(9)),
        ],
    );
    assert_found(
        &retyped,
        &[("SR-13", |input, _| input.items[0].performances[1].performance.sets[0].kind = SetType::Drop)],
    );
}

#[test]
fn sg_17_a_model_out_of_its_bounds_is_found() {
    let input = example();
    let sound = |falsify: fn(&mut Run)| {
        let mut run = suggest(&input, catalog()).unwrap();
        falsify(&mut run);
        let breaches = verify(&input, &run, catalog());
        !breaches.iter().any(|breach| breach.rule == SpecId::new("AI-5"))
    };
    assert!(sound(|run| of_model(run, 65_000)));
    assert!(!sound(|run| of_model(run, 67_500)));
    assert!(!sound(|run| {
        of_model(run, 65_000);
        run.proposals[0].confidence = 70;
    }));
    assert!(!sound(|run| {
        of_model(run, 65_000);
        run.proposals[0].consent = Consent::Auto;
    }));
    assert!(!sound(|run| {
        of_model(run, 65_000);
        let text = "see https://example.org";
        run.proposals[0].reason = Reason::new(ReasonCode::Llm, SpecId::new("AI-5")).fact("text", text);
    }));
    assert!(!sound(|run| {
        of_model(run, 65_000);
        run.proposals[0].changes[0].field = Field::SetType;
    }));
}

/// The same for outcomes.
type FalseOutcome = (&'static str, fn(&mut OutcomeInput, &mut Evaluated));

#[test]
fn sg_17_outcomes_that_do_not_follow_are_found() {
    let heavier = (Field::Load, Value::from(60_000), Value::from(62_500));
    let hard = (62_500, 7, None, 7, None, None, false, true);
    let input = outcomes(heavier, ProposalState::Accepted, &[hard, hard]);
    let evaluated = evaluate(&input).unwrap();
    assert_eq!(evaluated.proposals[0].outcome, Outcome::TooAggressive);
    assert_eq!(verify_outcomes(&input, &evaluated), []);
    let falsified: [FalseOutcome; 9] = [
        ("OU-8", |_, said| said.proposals[0].outcome = Outcome::Good),
        ("OU-8", |_, said| said.proposals[0].outcome = Outcome::Pending),
        ("OU-8", |_, said| said.proposals[0].evaluations[0].verdict = Outcome::Good),
        ("OU-1", |_, said| {
            let again: Evaluation = said.proposals[0].evaluations[0].clone();
            said.proposals[0].evaluations.push(again);
        }),
        ("OU-1", |_, said| said.proposals[0].settled = None),
        ("OU-1", |_, said| said.proposals.clear()),
        ("OU-1", |input, _| input.proposals[0].proposal.outcome = Outcome::UserModified),
        ("OU-2", |input, _| input.sessions[0].deload = true),
        ("OU-2", |input, _| input.proposals[0].proposal.decided_at = Some(input.now)),
    ];
    for (place, (rule, falsify)) in falsified.into_iter().enumerate() {
        let (mut input, mut evaluated) = (input.clone(), evaluated.clone());
        falsify(&mut input, &mut evaluated);
        let breaches = verify_outcomes(&input, &evaluated);
        let found = breaches.iter().any(|breach| breach.rule == SpecId::new(rule));
        assert!(found, "number {place} should break {rule}, found: {}", shown(&breaches));
    }
}

#[test]
fn sg_17_a_breach_says_which_rule_and_proposal() {
    let input = example();
    let mut run = suggest(&input, catalog()).unwrap();
    let Proposal { id, target: Target { item_id, .. }, .. } = run.proposals[0];
    run.proposals[0].changes.truncate(1);
    let breaches = verify(&input, &run, catalog());
    assert_eq!(
        shown(&breaches),
        format!("SR-2, proposal {id}: other changes, expected load → 62500 reps → 8")
    );
    run.proposals.clear();
    let missing = format!("SG-1: SR-2 on {item_id} is neither proposed nor dropped: load → 62500 reps → 8");
    assert_eq!(shown(&verify(&input, &run, catalog())), format!("{missing}\n{missing}"));
}
