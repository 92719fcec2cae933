//! Single rules with numbers of their own.

use std::collections::BTreeMap;

use domain::{
    change::{Change, Field, Target, Value},
    dispute::{ConflictStatus, OverrideScope, Resolution},
    error::ErrorCode,
    id::{Id, TraceId},
    law::Valid,
    meal_plan::{MealItem, PlannedMeal},
    person::{Actor, ActorKind},
    plan::{
        ItemKind, PlanDomain, PlanItem, PlanStatus, ProgressionMode, Role, Trigger, TriggerKind,
        VersionSource, VersionStatus,
    },
    prescription::LevelRef,
    proposal::{Consent, Draft, EngineName, Occasion, Proposal, ProposalKind, ProposalState},
    quantity::MassUnit,
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::{Instant, Zone},
};
use plan::{
    answer::{Answer, Effect, Reply, answer},
    chain::{Chain, Facts, Moment, effective_hash},
    compromise::compromise,
    confirm::resolve,
    edit::{Edit, Wish, edit, withdraw},
    expiry::close_offers,
    landing::World,
    mode::default_mode,
    replay::{EXAMPLE, Replay, replay},
    report::{Batch, report},
    rollback::{Slot, rollback},
    structure::{adopt, archive, create},
    summary::announcements,
    tuning::PlanTuning,
    undo::undo,
    verify::verify_meals,
};
use training::{catalog::Catalog, load::iron::Iron};

use crate::given::{facts_of, instant, play};

const ITEMS: &str = "\
pull_up 4x6, ladder pull_up 3, monday
bench_press 3x12 60, load 8-12, friday";

fn moment(day: &str, hour: &str) -> Moment {
    let actor = Actor { kind: ActorKind::Athlete, id: Some(Id::derive(&["replay", "athlete"])) };
    let zone = Zone::new("Europe/Berlin").unwrap();
    Moment { at: instant(day, hour), zone, actor, trace_id: TraceId::from_number(77) }
}

fn item<'a>(chain: &'a Chain, exercise: &str) -> &'a PlanItem {
    chain.effective().iter().find(|item| item.exercise_key.as_str() == exercise).unwrap()
}

fn rolling(exercise: &str) -> PlanItem {
    let mut item: PlanItem = serde_json::from_str(domain::plan::ITEM_EXAMPLE).unwrap();
    item.item_id = Id::derive(&["rolling", exercise]);
    item.kind = ItemKind::Rolling;
    (item.slot_weekday, item.slot_date) = (None, None);
    item.exercise_key = exercise.parse().unwrap();
    item
}

#[test]
fn pv_3_a_saved_session_adds_what_the_plan_does_not_hold_in_one_version() {
    let mut chain = play(ITEMS, "").chain;
    let facts = Facts::new();
    let world = World { facts: &facts, tuning: &PlanTuning::default() };
    let at = moment("mon", "18:00");
    let session = vec![rolling("bench_press"), rolling("cable_fly"), rolling("cable_fly")];
    let landing = adopt(&chain, session, "push", &at, world).unwrap();
    // The plan's own bench press is of a template: the saved session brings a rolling one, and one fly.
    let added: Vec<_> = landing.versions[0].version.summary.iter().map(|l| l.exercise.as_str()).collect();
    assert_eq!((landing.versions.len(), added.len()), (1, 2));
    assert!(added.contains(&"cable_fly"));
    assert_eq!(landing.versions[0].version.trigger.kind, TriggerKind::SessionSaved);
    assert_eq!(landing.versions[0].version.actor, Actor::SYSTEM);
    chain.record(&landing);
    let again = adopt(&chain, vec![rolling("cable_fly")], "push 2", &at, world).unwrap();
    assert!(again.versions.is_empty());
}

#[test]
fn pv_3_no_exercise_rolls_twice_by_whatever_way_it_would_come() {
    let mut chain = play(ITEMS, "").chain;
    let facts = Facts::new();
    let world = World { facts: &facts, tuning: &PlanTuning::default() };
    let at = |number| Moment { trace_id: TraceId::from_number(number), ..moment("mon", "18:00") };
    let rolling = |exercise: &str| {
        let mut item = rolling(exercise);
        item.progression_mode = ProgressionMode::Ladder;
        item.prescription.level_ref = Some(LevelRef { ladder_key: "pull_up".parse().unwrap(), ordinal: 1 });
        item.prescription.sets.iter_mut().for_each(|set| set.load_g = None);
        item
    };
    let both = vec![rolling("pull_up"), rolling("pull_up_negative")];
    chain.record(&adopt(&chain, both, "pull", &at(78), world).unwrap());
    let (harder, easier) = (rolling("pull_up").item_id, rolling("pull_up_negative").item_id);
    let exchange = |chain: &Chain, consent: Consent, number: u64| {
        let item = chain.item(harder).unwrap();
        let wanted = PlanItem { exercise_key: "pull_up_negative".parse().unwrap(), ..item.clone() };
        let occasion = Occasion {
            athlete_id: chain.plan.athlete_id,
            plan_id: chain.plan.id,
            trigger: Trigger { kind: TriggerKind::SessionReport, reference: "a".into() },
            trace_id: TraceId::from_number(number),
            at: at(number).at,
            ttl_days: 28,
        };
        occasion.proposal(Draft {
            target: Target { item_id: harder, set_id: None },
            kind: ProposalKind::LevelChange,
            engine: EngineName::LevelProgression,
            rule: SpecId::new("P-27"),
            rule_version: "test",
            changes: item.changes_to(&wanted, &TraceId::from_number(number)),
            alternatives: vec![],
            reason: Reason::new(ReasonCode::UnderVolume, SpecId::new("P-27")).fact("pct", 80_i64),
            evidence: vec![],
            confidence: 100,
            consent,
            step_g: None,
            assistance: false,
        })
    };
    let batch = |proposal| Batch {
        trigger: TriggerKind::SessionReport,
        reference: "a".into(),
        proposals: vec![proposal],
        judged: vec![],
    };
    // Neither applied nor asked while the plan has it.
    for (consent, number) in [(Consent::Auto, 79), (Consent::Ask, 80)] {
        let landing = report(&chain, batch(exchange(&chain, consent, number)), &at(number), world).unwrap();
        assert_eq!(landing.versions, []);
        assert_eq!(landing.dropped[0].reason, Reason::new(ReasonCode::AlreadySelected, SpecId::new("PV-3")));
        assert_eq!(landing.proposals[0].state, ProposalState::Superseded);
    }
    // What came meanwhile stands in the way of what was asked before, and of taking back.
    let removed = Edit {
        wishes: vec![Wish {
            target: Target { item_id: easier, set_id: None },
            field: Field::Exercise,
            new: Value::Nothing,
        }],
        scope: OverrideScope::Plan,
        reason: String::new(),
    };
    chain.record(&edit(&chain, &removed, &at(81), world).unwrap());
    let asked = exchange(&chain, Consent::Ask, 82);
    chain.record(&report(&chain, batch(asked.clone()), &at(82), world).unwrap());
    let late = chain.clone();
    let accept = [Answer { proposal: asked.id, reply: Reply::Accept { alternative: None } }];
    chain.record(&answer(&chain, &accept, &at(83), world).unwrap().landing);
    let exchanged = chain.plan.active_version;
    assert_eq!(chain.item(harder).unwrap().exercise_key.as_str(), "pull_up_negative");
    let back = PlanItem { item_id: Id::derive(&["back"]), ..rolling("pull_up") };
    chain.record(&adopt(&chain, vec![back], "pull 2", &at(84), world).unwrap());
    let refused = undo(&chain, exchanged, &at(85), world).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::InvalidItem);
    let mut late = late;
    let again = PlanItem { item_id: Id::derive(&["again"]), ..rolling("pull_up_negative") };
    late.record(&adopt(&late, vec![again], "pull 3", &at(86), world).unwrap());
    let answered = answer(&late, &accept, &at(87), world).unwrap();
    assert_eq!(answered.landing.versions, []);
    assert!(matches!(&answered.effects[0].1, Effect::Dropped(reason) if reason.spec == SpecId::new("PV-3")));
}

#[test]
fn pv_1_an_archived_plan_closes_its_questions_and_takes_no_change() {
    let story = "mon 18:00 report a: bench_press SR-2 top_of_range_twice{high=12} as heavier: 0.load 62500";
    let mut chain = play(ITEMS, story).chain;
    let facts = Facts::new();
    let world = World { facts: &facts, tuning: &PlanTuning::default() };
    let landing = archive(&chain, &moment("tue", "09:00"), world).unwrap();
    chain.record(&landing);
    assert_eq!(chain.plan.status, PlanStatus::Archived);
    assert_eq!(chain.proposals[0].state, ProposalState::Superseded);
    let wish = Wish {
        target: Target { item_id: item(&chain, "pull_up").item_id, set_id: None },
        field: Field::SetCount,
        new: 3.into(),
    };
    let asked = Edit { wishes: vec![wish], scope: OverrideScope::Plan, reason: String::new() };
    let refused = edit(&chain, &asked, &moment("tue", "10:00"), world).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::PlanArchived);
}

#[test]
fn pv_6_the_hash_is_that_of_canonical_json() {
    let chain = play(ITEMS, "mon 10:00 edit pull_up: set_count 3").chain;
    for entry in &chain.versions {
        assert_eq!(entry.version.effective_hash, effective_hash(&entry.version.effective));
        assert_eq!(entry.version.effective_hash.len(), 64);
    }
    let [first, second] = &chain.versions[..] else { panic!("two versions") };
    assert_ne!(first.version.effective_hash, second.version.effective_hash);
}

#[test]
fn pv_9_the_first_example_of_the_seed_has_its_summary() {
    let chain = play(ITEMS, "mon 18:00 report a: pull_up P-8 low_rpe: level 4, set_count 5").chain;
    let summary = serde_json::to_string(&chain.versions[1].version.summary).unwrap();
    assert_eq!(summary, r#"[{"exercise":"pull_up","change":"advance","reason":"low_rpe"}]"#);
    let [row] = &chain.versions[1].rows[..] else { panic!("one row") };
    assert_eq!(row.event_type.as_str(), "auto_adjustment");
    assert!(row.progress_id.is_some());
}

#[test]
fn pv_10_one_trace_selects_all_that_followed_from_one_trigger() {
    let replayed = play(
        ITEMS,
        "mon 10:00 edit pull_up: set_count 3\ntue 09:00 report a: pull_up P-8 low_rpe: set_count 4",
    );
    let chain = &replayed.chain;
    let trace = &chain.proposals[0].trace_id;
    assert!(chain.decisions.iter().all(|decision| decision.trace_id == *trace));
    assert!(chain.conflicts.iter().all(|conflict| conflict.trace_id == *trace));
    assert_eq!((chain.decisions.len(), chain.conflicts.len()), (1, 1));
}

#[test]
fn pv_11_an_edit_is_written_down_with_who_what_and_why() {
    let chain = play(ITEMS, "mon 10:00 edit@coach pull_up: set_count 3 (remove the last set)").chain;
    let line = chain.audit.last().unwrap();
    assert_eq!((line.actor.kind, line.action.as_str()), (ActorKind::Coach, "manual_edit"));
    assert_eq!((&line.before, &line.after), (&Value::Number(4), &Value::Number(3)));
    assert_eq!(line.reason, "remove the last set");
    let silent = play(ITEMS, "mon 10:00 edit pull_up: set_count 3").chain;
    assert_eq!(silent.audit.last().unwrap().reason, "manual");
    let facts = Facts::new();
    let world = World { facts: &facts, tuning: &PlanTuning::default() };
    let wish = Wish {
        target: Target { item_id: item(&silent, "pull_up").item_id, set_id: None },
        field: Field::SetCount,
        new: 2.into(),
    };
    let long = Edit { wishes: vec![wish], scope: OverrideScope::Plan, reason: "x".repeat(501) };
    let refused = edit(&silent, &long, &moment("tue", "10:00"), world).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::ReasonTooLong);
}

#[test]
fn ov_1_an_override_can_be_withdrawn_once() {
    let mut chain = play(ITEMS, "mon 10:00 edit pull_up: set_count 3").chain;
    let facts = Facts::new();
    let world = World { facts: &facts, tuning: &PlanTuning::default() };
    let id = chain.overrides[0].id;
    let landing = withdraw(&chain, id, &moment("tue", "10:00"), world).unwrap();
    chain.record(&landing);
    assert_eq!(chain.overrides[0].status.as_str(), "withdrawn");
    assert!(withdraw(&chain, id, &moment("tue", "11:00"), world).is_err());
}

#[test]
fn ov_2_the_person_outranks_the_engine_and_the_engine_the_plan() {
    let auto = "mon 18:00 report a: pull_up P-8 low_rpe: level 4, set_count 5\n";
    let sets = |story: &str| item(&play(ITEMS, story).chain, "pull_up").prescription.sets.len();
    assert_eq!(sets(""), 4);
    assert_eq!(sets(auto), 5);
    assert_eq!(sets(&format!("{auto}tue 18:00 edit pull_up: set_count 3")), 3);
}

#[test]
fn ov_5_the_examples_of_the_chapter() {
    let chain =
        play("box_squat 3x10, ladder squat 1, monday\nbench_press 3x5 60, load 8-12, friday", "").chain;
    let squat = item(&chain, "box_squat");
    let facts = facts_of(squat);
    let seed = TraceId::from_number(5);
    let at = |ordinal| plan::compromise::at_level(squat, &facts, ordinal, &seed).unwrap();
    let volume = [domain::change::FieldGroup::Volume];
    // Levels 2 (bodyweight_squat) and 6 (split_squat) meet on level 4.
    let changes = compromise(&at(2), &at(6), &volume, &facts, &seed).unwrap();
    let level = changes.iter().find(|change| change.field == Field::Level).unwrap();
    assert_eq!((&level.old, &level.new), (&Value::Number(2), &Value::Number(4)));
    // Neighbors of different variations have nothing between them.
    assert_eq!(compromise(&at(1), &at(2), &volume, &facts, &seed), None);

    let bench = item(&chain, "bench_press");
    let exercise = Catalog::embedded().get(&bench.exercise_key).unwrap();
    let pounds = Iron::standard(MassUnit::Lb).grid_for(exercise).cloned();
    let facts = plan::chain::ItemFacts { grid: pounds, ..facts_of(bench) };
    let at = |grams: i64| {
        let mut item = bench.clone();
        item.prescription.sets.iter_mut().for_each(|set| set.load_g = Some(domain::quantity::Grams(grams)));
        item
    };
    let load = |one, other| {
        let changes = compromise(&at(one), &at(other), &[domain::change::FieldGroup::Load], &facts, &seed);
        changes.map(|changes| changes[0].new.clone())
    };
    // 135 and 145 lb make 140 lb; 135 and 140 lb make 137.5 lb, on the iron 135 lb: the manual value itself.
    assert_eq!(load(61_235, 65_771), Some(Value::Number(63_503)));
    assert_eq!(load(61_235, 63_503), None);

    let rest = |seconds: u32| {
        let mut item = bench.clone();
        item.prescription.rest_policy.seconds = seconds;
        item
    };
    let changes = compromise(&rest(90), &rest(125), &[domain::change::FieldGroup::Rest], &facts, &seed);
    assert_eq!(changes.unwrap()[0].new, Value::Number(105));
}

#[test]
fn ar_1_the_mode_follows_from_the_exercise() {
    let catalog = Catalog::embedded();
    let bare = rolling("push_up").prescription;
    let mut unloaded = bare.clone();
    unloaded.sets.iter_mut().for_each(|set| set.load_g = None);
    let mode = |key: &str, ladder, role| {
        let exercise = catalog.get(&key.parse().unwrap()).unwrap();
        default_mode(exercise, ladder, role, &unloaded)
    };
    assert_eq!(mode("bench_press", false, Role::Main), ProgressionMode::Load);
    assert_eq!(mode("pull_up", true, Role::Main), ProgressionMode::Ladder);
    assert_eq!(mode("push_up", false, Role::Accessory), ProgressionMode::Range);
    assert_eq!(mode("push_up", true, Role::Warmup), ProgressionMode::Fixed);
    assert_eq!(mode("steady_run", false, Role::Accessory), ProgressionMode::Ladder);
    let weighted = catalog.get(&"pull_up".parse().unwrap()).unwrap();
    assert_eq!(default_mode(weighted, true, Role::Main, &bare), ProgressionMode::Load);
}

#[test]
fn pr_11_what_was_applied_is_announced_with_old_and_new_value() {
    let chain = play(ITEMS, "mon 18:00 report a: pull_up P-8 low_rpe: level 4, set_count 5").chain;
    let told = announcements(&chain, &chain.versions[1].version);
    let [one] = &told[..] else { panic!("one announcement") };
    assert_eq!((one.version, one.line.change.as_str()), (2, "advance"));
    assert_eq!(one.reasons[0].code.as_str(), "low_rpe");
    let level = one.changes.iter().find(|change| change.field == Field::Level).unwrap();
    assert_eq!((&level.old, &level.new), (&Value::Number(3), &Value::Number(4)));
}

#[test]
fn cf_6_conflicts_of_one_version_are_settled_one_by_one_and_once() {
    let items = "pull_up 4x6, ladder pull_up 3, monday\ndip 3x10, ladder dip 2, monday";
    let story = "mon 10:00 edit pull_up: set_count 3\nmon 10:01 edit dip: set_count 2\n\
                 thu 18:00 report a: pull_up P-8 low_rpe: set_count 5; dip P-8 low_rpe: set_count 4";
    let mut chain = play(items, story).chain;
    let facts = Facts::new();
    let world = World { facts: &facts, tuning: &PlanTuning::default() };
    let waiting = chain.versions.last().unwrap().version.number;
    let ids: Vec<_> = chain.conflicts.iter().map(|conflict| conflict.id).collect();
    assert_eq!(ids.len(), 2);
    let at = |hour: &str, number| Moment { trace_id: TraceId::from_number(number), ..moment("fri", hour) };
    let status = |chain: &Chain| chain.version(waiting).unwrap().version.status;
    chain.record(&resolve(&chain, ids[0], Resolution::Auto, &at("09:00", 80), world).unwrap());
    assert_eq!(chain.plan.active_version, waiting + 1);
    assert_eq!(status(&chain), VersionStatus::PendingConfirmation);
    chain.record(&resolve(&chain, ids[1], Resolution::Manual, &at("09:05", 81), world).unwrap());
    assert_eq!(status(&chain), VersionStatus::Rejected);
    let again = resolve(&chain, ids[1], Resolution::Auto, &at("09:06", 82), world).unwrap_err();
    assert_eq!(again.code(), ErrorCode::ConflictResolved);
    let taken = chain.proposals.iter().find(|proposal| proposal.state == ProposalState::Accepted).unwrap();
    let kept = chain.effective().iter().find(|item| item.item_id != taken.target.item_id).unwrap();
    assert_eq!(kept.prescription.sets.len(), if kept.exercise_key.as_str() == "dip" { 2 } else { 3 });
}

#[test]
fn pv_7_a_rejected_version_has_none_in_its_place_though_another_landed_with_the_answer() {
    let items = "pull_up 4x6, ladder pull_up 3, monday\nbench_press 3x12 60, load 8-12, friday";
    let story = "mon 10:00 edit pull_up: set_count 3\n\
                 thu 18:00 report a: pull_up P-8 low_rpe: set_count 5; bench_press SR-2 top_of_range_twice{high=12} as heavier: 0.load 62500";
    let mut chain = play(items, story).chain;
    let facts = Facts::new();
    let world = World { facts: &facts, tuning: &PlanTuning::default() };
    let waiting = chain.versions.last().unwrap().version.number;
    let reply = |proposal: &Proposal| Answer {
        proposal: proposal.id,
        reply: match proposal.kind {
            ProposalKind::Conflict => Reply::Accept { alternative: Some(0) },
            _ => Reply::Accept { alternative: None },
        },
    };
    let open = chain.proposals.iter().filter(|proposal| proposal.state == ProposalState::Pending);
    let answers: Vec<_> = open.map(reply).collect();
    assert_eq!(answers.len(), 2);
    let answered = answer(&chain, &answers, &moment("fri", "09:00"), world).unwrap();
    chain.record(&answered.landing);
    let rejected = &chain.version(waiting).unwrap().version;
    assert_eq!((rejected.status, rejected.superseded_by), (VersionStatus::Rejected, None));
    assert_eq!(chain.plan.active_version, waiting + 1);
}

#[test]
fn pr_10_an_offer_ends_when_the_next_session_of_its_item_starts() {
    let story = "mon 18:00 report a: pull_up P-26 consolidate as try: level 4, set_count 5; \
                 bench_press SR-2 top_of_range_twice{high=12} as heavier: 0.load 62500";
    let mut chain = play(ITEMS, story).chain;
    let facts = Facts::new();
    let world = World { facts: &facts, tuning: &PlanTuning::default() };
    let items = [item(&chain, "pull_up").item_id, item(&chain, "bench_press").item_id];
    let is_offer = |proposal: &Proposal| proposal.rule == SpecId::new("P-26");
    let other = close_offers(&chain, &items[1..], is_offer, &moment("wed", "17:00"), world).unwrap();
    assert!(other.proposals.is_empty());
    let landing = close_offers(&chain, &items, is_offer, &moment("wed", "18:00"), world).unwrap();
    chain.record(&landing);
    let states: Vec<_> = chain.proposals.iter().map(|proposal| proposal.state).collect();
    assert_eq!(states, [ProposalState::Expired, ProposalState::Pending]);
}

fn meal(day: i8, slot: u8, recipe: &str) -> PlannedMeal {
    let meal = MealItem {
        date: jiff::civil::date(2026, 3, day),
        slot,
        recipe_id: recipe.parse().unwrap(),
        recipe_revision: 1,
        servings_pct: 100,
        meal_time: "12:30".parse().unwrap(),
        pinned: false,
        batch: None,
    };
    PlannedMeal { item_id: Id::derive(&["meal", &day.to_string(), &slot.to_string()]), meal }
}

#[test]
fn pv_13_a_week_of_meals_has_the_same_versions_undo_and_rollback() {
    let facts = Facts::new();
    let world = World { facts: &facts, tuning: &PlanTuning::default() };
    let mut plan = play(ITEMS, "").chain.plan;
    plan.domain = PlanDomain::Nutrition;
    let meals = vec![meal(3, 0, "oatmeal"), meal(3, 1, "lentil_soup"), meal(4, 1, "lentil_soup")];
    let at = moment("mon", "08:00");
    let mut chain = Chain::<PlannedMeal>::empty(plan.clone());
    chain.record(&create(plan, meals, VersionSource::Initial, &at, world).unwrap());
    let lunch = Target { item_id: meal(4, 1, "x1").item_id, set_id: None };
    let wish = |field, new: Value| Wish { target: lunch, field, new };
    let swap = vec![wish(Field::Recipe, "shakshuka@2".into()), wish(Field::Pinned, 1.into())];
    let swap = Edit { wishes: swap, scope: OverrideScope::Plan, reason: "no soup twice".into() };
    let later = |hour: &str, number| Moment { trace_id: TraceId::from_number(number), ..moment("mon", hour) };
    chain.record(&edit(&chain, &swap, &later("09:00", 2), world).unwrap());
    let now = |chain: &Chain<PlannedMeal>| {
        let item = chain.item(lunch.item_id).unwrap();
        (item.meal.recipe_id.to_string(), item.meal.recipe_revision, item.meal.pinned)
    };
    assert_eq!(now(&chain), ("shakshuka".to_owned(), 2, true));
    chain.record(&undo(&chain, 2, &later("10:00", 3), world).unwrap());
    assert_eq!(now(&chain), ("lentil_soup".to_owned(), 1, false));
    let wednesday = Slot::Date(jiff::civil::date(2026, 3, 4));
    chain.record(&rollback(&chain, &wednesday, None, &later("11:00", 4), world).unwrap());
    assert_eq!(now(&chain), ("shakshuka".to_owned(), 2, true));
    assert_eq!(chain.versions.len(), 4);
    assert_eq!(verify_meals(&chain, Instant::EPOCH), []);
    let twice = Edit {
        wishes: vec![wish(Field::SlotDate, "2026-03-03".into())],
        scope: OverrideScope::Plan,
        reason: String::new(),
    };
    let refused = edit(&chain, &twice, &later("12:00", 5), world).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::InvalidMeal);
}

#[test]
fn cf_5_of_two_records_of_one_instant_the_larger_id_counts() {
    // Two reports of one instant on the same target: whichever record has the larger id decides, and the order in
    // which they are told apart is that of the ids.
    let story = "mon 18:00 report a: pull_up P-8 low_rpe: level 4, set_count 5\nmon 18:00 report b frozen 1: held pull_up";
    let chain = play(ITEMS, story).chain;
    let record = |event: u64| {
        let id = item(&chain, "pull_up").item_id.to_string();
        Id::<()>::derive(&["replay", "record", TraceId::from_number(event).as_str(), &id])
    };
    let sets = item(&chain, "pull_up").prescription.sets.len();
    assert_eq!(sets, if record(2) > record(1) { 4 } else { 5 });
}

#[test]
fn the_example_of_the_document_replays() {
    let document: Valid<Replay> = serde_json::from_str(EXAMPLE).unwrap();
    let replayed = replay(&document, facts_of).unwrap();
    assert!(replayed.steps.iter().all(|step| step.result.is_ok()));
    let shown = serde_json::to_string_pretty(&replayed.document()).unwrap();
    testkit::expect_file("examples/history.json", &format!("{shown}\n"));
    let numbers: BTreeMap<u32, &str> =
        replayed.chain.versions.iter().map(|e| (e.version.number, e.version.source.as_str())).collect();
    assert_eq!(
        numbers.into_iter().collect::<Vec<_>>(),
        [(1, "initial"), (2, "auto"), (3, "accepted"), (4, "rollback")]
    );
}

#[test]
fn cf_6_a_question_that_is_put_off_still_waits() {
    let replayed = play(
        "pull_up 4x6, ladder pull_up 3, monday",
        "mon 10:00 edit pull_up: set_count 3 (sore elbows)
         thu 18:00 report a: pull_up P-8 low_rpe: level 4, set_count 5",
    );
    let mut chain = replayed.chain;
    let asked = chain.proposals.iter().find(|proposal| proposal.kind == ProposalKind::Conflict).unwrap().id;
    let tuning = PlanTuning::default();
    let world = World { facts: &replayed.facts, tuning: &tuning };
    let moment = Moment {
        at: "2026-03-05T18:00:00Z".parse().unwrap(),
        zone: Zone::UTC,
        actor: Actor { kind: ActorKind::Athlete, id: Some(Id::derive(&["replay", "athlete"])) },
        trace_id: TraceId::from_number(900),
    };
    let say = |reply: Reply| [Answer { proposal: asked, reply }];
    let later = answer(&chain, &say(Reply::Defer), &moment, world).unwrap();
    chain.record(&later.landing);
    assert_eq!(chain.conflicts[0].status, ConflictStatus::PendingConfirmation);
    assert_eq!(chain.version(3).unwrap().version.status, VersionStatus::PendingConfirmation);
    let moment = Moment { trace_id: TraceId::from_number(901), ..moment };
    let taken = answer(&chain, &say(Reply::Accept { alternative: Some(1) }), &moment, world).unwrap();
    chain.record(&taken.landing);
    assert_eq!(chain.conflicts[0].status, ConflictStatus::Resolved);
    assert_eq!(chain.effective()[0].prescription.volume(), 30);
}

#[test]
fn mo_2_a_meal_from_a_pot_names_it_and_undo_gives_it_back() {
    use domain::meal_plan::Batch;
    use plan::item::{Item, recipe_word};
    let seed = TraceId::from_number(1);
    let mut chili = meal(4, 1, "chili");
    chili.meal.batch = Some(Batch { cooked_on: chili.meal.date, cooked_slot: 0, servings: 4 });
    assert_eq!(
        recipe_word(&chili.meal),
        format!("chili@{}~{}/0/4", chili.meal.recipe_revision, chili.meal.date)
    );
    let fresh = meal(4, 1, "lentil_soup");
    let changes = Item::diff(&fresh, &chili);
    let mut changed = fresh.clone();
    Item::apply(&mut changed, &changes, &seed).unwrap();
    assert_eq!(changed, chili);
    changed.take_back(&fresh, &chili, &changes, &seed).unwrap();
    assert_eq!(changed, fresh);
    let bad = Change { new: "chili@1~yesterday".into(), ..changes[0].clone() };
    assert!(Item::apply(&mut changed, &[bad], &seed).is_err());
}
