//! Miss prediction, on both databases: who is learned from, what the model offers, and what stands in for it (P-48, A-34).

use domain::{
    change::{Field, Value},
    error::ErrorCode,
    id::Id,
    person::Athlete,
    plan::ItemId,
    progress::{self, ProgressRecord},
    proposal::{ConsentChoice, ConsentSetting, ConsentSubject, Proposal, ProposalKind, ProposalState},
    quantity::Rpe,
    time::Instant,
    voice::{Locale, Voice},
    wellbeing::{CHECK_IN_EXAMPLE, CheckIn},
};
use plan::answer::{Answer, Effect, Reply};
use regimen::service::{
    account,
    app::Caller,
    doctor,
    jobs::run::run_now,
    miss_model::{self, MissModelStatus},
    overview, planning, proposals,
    proposals::Filter,
    session::start::{self, AtGate},
    settings, wellbeing,
    workout::{self, Saving, Wanted},
};
use serde_json::Value as Json;
use store::{ProgressRow, SessionRow, Store};

use super::{
    both::on_both,
    person::{Person, newcomer, profile},
};

/// Others who train here.
const OTHERS: [&str; 5] = ["boris", "clara", "dmitri", "elena", "frank"];

/// A small generator of numbers that only look random.
struct Dice(u64);

impl Dice {
    /// A whole number below this one.
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((mixed ^ (mixed >> 31)) >> 32).unwrap() % end
    }
}

/// A record of an item in a session, and when it started.
fn record(athlete: Id<Athlete>, item: ItemId, started_at: Instant, volume_actual: u32) -> ProgressRow {
    let example: ProgressRecord = serde_json::from_str(progress::EXAMPLE).unwrap();
    let names = [athlete.to_string(), item.to_string(), started_at.to_string()];
    let [who, what, when] = [0, 1, 2].map(|place: usize| names[place].as_str());
    let record = ProgressRecord {
        id: Id::derive(&["record", who, what, when]),
        athlete_id: athlete,
        session_id: Id::derive(&["session", who, when]),
        item_id: item,
        local_date: when[..10].parse().unwrap(),
        volume_target: 30,
        volume_plan: 30,
        volume_actual,
        rpe: Rpe::new(70).ok(),
        created_at: started_at.plus_seconds(3600),
        ..example
    };
    ProgressRow { started_at, record }
}

fn check_in(athlete: Id<Athlete>, at: Instant, sleep_score: u32) -> CheckIn {
    let example: CheckIn = serde_json::from_str(CHECK_IN_EXAMPLE).unwrap();
    let id = Id::derive(&["check-in", &athlete.to_string(), &at.to_string()]);
    let sleep_score = u8::try_from(sleep_score).ok();
    CheckIn { id, athlete_id: athlete, at, sleep_score, pain: vec![], ..example }
}

/// Three exercises every other day, for so many sessions: who slept badly misses nine times in ten, else hardly ever.
pub(crate) async fn add_past(store: &Store, athlete: Id<Athlete>, seed: u64, sessions: i64) {
    let mut dice = Dice(seed);
    let mut tx = store.write().await.unwrap();
    let first: Instant = "2025-07-20T17:00:00Z".parse().unwrap();
    let mut rows = Vec::new();
    for session in 0..sessions {
        let at = first.plus_seconds(2 * 86_400 * session + i64::try_from(seed).unwrap() * 600);
        let sleep = 20 + dice.below(80);
        tx.add_check_in(&check_in(athlete, at.minus_seconds(3600), sleep)).await.unwrap();
        for item in 0..3 {
            let item = Id::derive(&["item", &athlete.to_string(), &item.to_string()]);
            let misses = dice.below(100) < if sleep < 45 { 92 } else { 3 };
            let done = if misses { 18 } else { 30 };
            rows.push(record(athlete, item, at, done + dice.below(3)));
        }
    }
    for rows in rows.chunks(500) {
        tx.add_progress(rows).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// A person at a place where others live, too.
struct Place {
    anna: Person,
    others: Vec<Caller>,
}

impl Place {
    async fn new(store: store::Store) -> Self {
        let anna = Person::new(store).await;
        let mut others = Vec::new();
        for login in OTHERS {
            let new = newcomer(login, profile("Europe/Berlin"));
            others.push(account::create(&anna.app, new).await.unwrap().1.unwrap());
        }
        Self { anna, others }
    }

    /// Somebody agrees to be learned from, or no longer.
    async fn agree(&self, who: &Caller, agrees: &str) {
        settings::set(&self.anna.app, who, "fleet_analytics", agrees).await.unwrap();
    }

    async fn add_past(&self, who: &Caller, seed: u64, sessions: i64) {
        add_past(&self.anna.app.store, who.athlete, seed, sessions).await;
    }

    /// Everybody else has trained for half a year and agrees.
    async fn learned(&self) -> MissModelStatus {
        for (seed, other) in (1..).zip(&self.others) {
            self.add_past(other, seed, 100).await;
            self.agree(other, "true").await;
        }
        miss_model::train(&self.anna.app).await.unwrap()
    }

    /// What the model learned, as it is kept.
    async fn kept(&self) -> Json {
        let mut tx = self.anna.app.store.read().await.unwrap();
        let head = tx.miss_model().await.unwrap().unwrap();
        tx.learned_misses(head.id).await.unwrap().unwrap()
    }
}

impl Person {
    /// Sleeps so well, as the check-in says.
    async fn sleep(&self, score: u32) {
        let told = check_in(self.caller.athlete, self.app.now(), score);
        wellbeing::check_in(&self.app, &self.caller, told).await.unwrap();
    }

    async fn plan_at(&self, planned_start: Option<Instant>) -> SessionRow {
        let wanted = Wanted { intent: Some("full_body".to_owned()), ..Wanted::default() };
        let saving = Saving { planned_start, ..Saving::default() };
        workout::plan_session(&self.app, &self.caller, &wanted, &saving).await.unwrap()
    }

    /// The offers of a lighter session, answered ones too.
    async fn offers(&self) -> Vec<Proposal> {
        let all = Filter { all: true, ..Filter::default() };
        let mut found = proposals::list(&self.app, &self.caller, all).await.unwrap();
        found.retain(|one| one.kind == ProposalKind::MissPrediction);
        found
    }

    /// How much a session asks for of an item.
    async fn frozen(&self, row: &SessionRow, item: ItemId) -> (u32, u8) {
        let shown = regimen::service::session::show(&self.app, &self.caller, row.session.id).await.unwrap();
        let of_item = shown.session.exercises.into_iter().find(|one| one.item_id == Some(item)).unwrap();
        let frozen = of_item.frozen.unwrap();
        (frozen.prescription.volume(), frozen.volume_pct)
    }
}

fn refusal(status: Result<MissModelStatus, regimen::problem::Problem>) -> (u16, String, Json) {
    let problem = status.unwrap_err();
    let facts = serde_json::to_value(&problem.facts).unwrap();
    (problem.code.status, problem.to_string(), facts)
}

#[test]
fn p_48_a_34_only_those_who_agree_are_learned_from_and_too_little_is_told_with_figures() {
    on_both(async |fresh| {
        let place = Place::new(fresh.store().await).await;
        let app = &place.anna.app;
        for (seed, other) in (1..).zip(&place.others[..4]) {
            place.add_past(other, seed, 100).await;
        }
        let (status, text, facts) = refusal(miss_model::train(app).await);
        assert_eq!((status, &facts["found"], &facts["needed"]), (409, &0.into(), &300.into()), "{facts}");
        assert!(text.contains("0 reported exercises, but a model needs 300"), "{text}");
        assert_eq!(miss_model::status(app).await.unwrap().inactive, Some("none"));
        // The job says nothing to that: there is nothing new.
        let ran = run_now(app, "miss_model").await.unwrap();
        assert_eq!((ran.len(), ran[0].error.as_deref(), ran[0].counts.len()), (1, None, 0), "{ran:?}");
        // One who agrees is not enough, and that is no failure.
        place.add_past(&place.others[4], 9, 50).await;
        place.agree(&place.others[4], "true").await;
        let (_, _, facts) = refusal(miss_model::train(app).await);
        assert_eq!((&facts["rows"], &facts["what"]), (&150.into(), &"rows".into()), "{facts}");
        let ran = run_now(app, "miss_model").await.unwrap();
        assert_eq!((ran[0].error.as_deref(), ran[0].counts.get("models_short")), (None, Some(&1)), "{ran:?}");
        for other in &place.others[..4] {
            place.agree(other, "true").await;
        }
        let ran = run_now(app, "miss_model").await.unwrap();
        assert_eq!(
            (ran[0].counts.get("models"), ran[0].counts.get("rows")),
            (Some(&1), Some(&1350)),
            "{ran:?}"
        );
        assert_eq!(miss_model::status(app).await.unwrap().rows, 1350);
        // Nothing is new: nothing is learned.
        assert_eq!(run_now(app, "miss_model").await.unwrap()[0].counts.len(), 0);
        // Who leaves is not in the next run; with too few the model stays as it is.
        for other in &place.others[1..] {
            place.agree(other, "false").await;
        }
        place.agree(&place.others[4], "true").await;
        assert_eq!(miss_model::train(app).await.unwrap().rows, 450);
        place.agree(&place.others[0], "false").await;
        assert_eq!(refusal(miss_model::train(app).await).2["rows"], 150);
        assert_eq!(miss_model::status(app).await.unwrap().rows, 450);
    });
}

#[test]
fn p_48_training_again_gives_the_same_bytes_and_a_model_without_skill_is_inactive() {
    on_both(async |fresh| {
        let place = Place::new(fresh.store().await).await;
        let app = &place.anna.app;
        let first = place.learned().await;
        assert!(first.active && first.failed.is_empty(), "{first:?}");
        assert_eq!((first.sizes["all"].rows, first.figures.len()), (1500, 10));
        assert_eq!(first.feature_hash.as_ref().map(String::len), Some(16));
        let kept = place.kept().await;
        let again = miss_model::train(app).await.unwrap();
        assert_eq!((&again, place.kept().await), (&first, kept));
        assert_eq!(miss_model::status(app).await.unwrap(), again);
        // Where nothing explains the misses, nothing is offered.
        let mut dice = Dice(7);
        let mut tx = app.store.write().await.unwrap();
        let rows: Vec<_> = (0..900)
            .map(|number| {
                let at: Instant = "2025-01-01T08:00:00Z".parse().unwrap();
                let item = Id::derive(&["one", &(number % 3).to_string()]);
                let done = if dice.below(10) < 3 { 10 } else { 30 };
                record(place.anna.caller.athlete, item, at.plus_seconds(number / 3 * 86_400), done)
            })
            .collect();
        tx.add_progress(&rows).await.unwrap();
        tx.commit().await.unwrap();
        for other in &place.others {
            place.agree(other, "false").await;
        }
        place.agree(&place.anna.caller, "true").await;
        let noise = miss_model::train(app).await.unwrap();
        assert_eq!((noise.rows, noise.active, noise.inactive), (900, false, Some("failed")), "{noise:?}");
        assert!(!noise.failed.is_empty());
    });
}

#[test]
fn p_48_a_likely_miss_is_asked_about_and_yes_makes_the_session_lighter() {
    on_both(async |fresh| {
        let place = Place::new(fresh.store().await).await;
        let anna = &place.anna;
        let (app, caller) = (&anna.app, &anna.caller);
        // Without a model nothing is offered.
        anna.sleep(25).await;
        anna.train(1).await;
        assert_eq!(anna.offers().await, []);
        assert!(place.learned().await.active);
        anna.advance_hours(71);
        anna.sleep(25).await;
        // Nothing more than a day ahead, and nothing for who does not want to be asked.
        let late = app.now().plus_seconds(25 * 3600);
        anna.plan_at(Some(late)).await;
        let off = ConsentChoice { increase: ConsentSetting::Off, decrease: ConsentSetting::Off };
        settings::set_consent(app, caller, ConsentSubject::MissPrediction, Some(off), None).await.unwrap();
        anna.plan_at(None).await;
        settings::set_consent(app, caller, ConsentSubject::MissPrediction, None, None).await.unwrap();
        assert_eq!(anna.offers().await, []);
        let row = anna.plan_at(None).await;
        let offers = anna.offers().await;
        assert_eq!(offers.len(), 2, "{offers:?}");
        for offer in &offers {
            assert_eq!((offer.state, offer.alternatives.len()), (ProposalState::Pending, 2));
            let change = &offer.changes[0];
            assert_eq!((change.field, &change.old), (Field::SessionVolume, &Value::Number(100)));
            let english = Voice::new(Locale::En).reason(&offer.reason);
            assert!(
                english.starts_with(&format!("risk of a miss {} %: sleep", offer.confidence)),
                "{english}"
            );
            let russian = Voice::new(Locale::Ru).reason(&offer.reason);
            let begin = format!("риск недовыполнения {} %: сон", offer.confidence);
            assert!(russian.starts_with(&begin), "{russian}");
        }
        // The session waits for the answers.
        let refused = start::start(app, caller, row.session.id, AtGate::Ask).await.unwrap_err();
        assert_eq!(refused.code.name, ErrorCode::GateOpen.as_str());
        let before = planning::show(app, caller, None).await.unwrap().plan.active_version;
        let [taken, refused] = [&offers[0], &offers[1]];
        let (meant, kept) = (
            anna.frozen(&row, taken.target.item_id).await.0,
            anna.frozen(&row, refused.target.item_id).await.0,
        );
        let answers = [
            Answer { proposal: taken.id, reply: Reply::Accept { alternative: None } },
            Answer { proposal: refused.id, reply: Reply::Accept { alternative: Some(1) } },
        ];
        let answered = proposals::decide(app, caller, &answers).await.unwrap();
        assert!(answered.iter().all(|one| one.effect == Effect::Done(None)), "{answered:?}");
        assert_eq!(planning::show(app, caller, None).await.unwrap().plan.active_version, before);
        let modifiers = overview::day(app, caller, None).await.unwrap().modifiers;
        let of_item: Vec<_> = modifiers.iter().map(|one| (one.target.clone(), one.load_pct)).collect();
        assert_eq!(of_item, [(taken.target.item_id.to_string(), 100)]);
        let begun = start::start(app, caller, row.session.id, AtGate::Ask).await.unwrap();
        let (lighter, pct) = anna.frozen(&row, taken.target.item_id).await;
        assert!(lighter < meant && [80, 90].contains(&pct), "{meant} became {lighter}");
        assert_eq!(anna.frozen(&row, refused.target.item_id).await, (kept, 100));
        anna.advance_hours(1);
        anna.perform(&begun, 0).await;
        anna.finish(&begun).await.unwrap();
        // It was for one session.
        assert_eq!(overview::day(app, caller, None).await.unwrap().modifiers, []);
        // PR-7: the same is not offered again within a week, whatever was said.
        anna.advance_hours(47);
        anna.sleep(25).await;
        anna.plan_at(None).await;
        let items = [taken.target.item_id, refused.target.item_id];
        let mut later = anna.offers().await;
        later.retain(|one| offers.iter().all(|old| old.id != one.id));
        assert!(later.iter().all(|one| !items.contains(&one.target.item_id)), "{later:?}");
        assert_eq!(found_by_doctor(anna).await, Vec::<String>::new());
    });
}

#[test]
fn p_48_what_is_accepted_or_skipped_at_the_gate_counts_in_that_session_only() {
    on_both(async |fresh| {
        let place = Place::new(fresh.store().await).await;
        let anna = &place.anna;
        let (app, caller) = (&anna.app, &anna.caller);
        place.learned().await;
        anna.sleep(25).await;
        let row = anna.plan_at(None).await;
        let items: Vec<_> = anna.offers().await.iter().map(|one| one.target.item_id).collect();
        assert_eq!(items.len(), 2);
        let begun = start::start(app, caller, row.session.id, AtGate::AcceptAll).await.unwrap();
        for item in items {
            assert!(anna.frozen(&row, item).await.1 < 100);
        }
        anna.advance_hours(1);
        anna.perform(&begun, 0).await;
        anna.finish(&begun).await.unwrap();
        assert_eq!(overview::day(app, caller, None).await.unwrap().modifiers, []);
        // Ten days later everything may be asked again; who goes on without an answer trains as planned.
        anna.advance_hours(10 * 24);
        anna.sleep(25).await;
        let row = anna.plan_at(None).await;
        let open: Vec<_> = anna.offers().await.into_iter().filter(|one| one.state.is_open()).collect();
        assert_eq!(open.len(), 2);
        start::start(app, caller, row.session.id, AtGate::Skip).await.unwrap();
        for offer in open {
            assert_eq!(anna.frozen(&row, offer.target.item_id).await.1, 100);
        }
        assert_eq!(overview::day(app, caller, None).await.unwrap().modifiers, []);
        assert_eq!(found_by_doctor(anna).await, Vec::<String>::new());
    });
}

#[test]
fn p_48_without_a_model_the_risk_of_an_item_is_its_own_rate_held_near_that_of_all() {
    on_both(async |fresh| {
        let place = Place::new(fresh.store().await).await;
        let anna = &place.anna;
        let (app, caller) = (&anna.app, &anna.caller);
        assert_eq!(miss_model::risks(app, caller).await.unwrap(), [], "there is no plan");
        anna.plan_at(None).await;
        let items: Vec<ItemId> = anna.items().await.iter().map(|item| item.item_id).collect();
        let first: Instant = "2025-11-01T17:00:00Z".parse().unwrap();
        // 90 rows with 9 misses, of which one item has 5 with 2.
        let rows: Vec<_> = (0..90)
            .map(|number| {
                let (item, misses) =
                    if number < 5 { (items[0], number < 2) } else { (items[1], number < 12) };
                let done = if misses { 26 } else { 27 };
                record(caller.athlete, item, first.plus_seconds(number * 86_400), done)
            })
            .collect();
        let mut tx = app.store.write().await.unwrap();
        tx.add_progress(&rows).await.unwrap();
        tx.commit().await.unwrap();
        let risks = miss_model::risks(app, caller).await.unwrap();
        assert_eq!((risks.len(), risks[0].item_id, risks[0].tally.misses), (items.len(), items[0], 2));
        assert!((risks[0].risk - 0.25).abs() < 1e-12, "{risks:?}");
        let untried = risks.iter().find(|one| one.tally.rows == 0).unwrap();
        assert!((untried.risk - 0.10).abs() < 1e-12, "{untried:?}");
        assert!(place.learned().await.active);
        assert_eq!(miss_model::risks(app, caller).await.unwrap(), [], "a model is active");
    });
}

/// What the checkers say of somebody.
async fn found_by_doctor(person: &Person) -> Vec<String> {
    let found = doctor::findings(&person.app, &person.caller).await.unwrap();
    found.iter().map(|one| format!("{one:?}")).collect()
}
