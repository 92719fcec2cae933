//! Two who write at once: devices of one athlete, or server processes on one database (GL-5, PR-8, PV-12).

use std::{
    sync::{
        Barrier,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use domain::{
    change::{Field, Target, Value},
    dispute::OverrideScope,
    plan::PlanItem,
    proposal::{ConsentChoice, ConsentSetting, ConsentSettings, ConsentSubject, Proposal, ProposalState},
    session::SessionEventKind,
    time::Instant,
};
use plan::{
    answer::{Answer, Effect, Reply},
    edit::{Edit, Wish},
};
use regimen::{
    problem::Problem,
    service::{
        app::App,
        planning,
        profile::Profile,
        proposals::{self, Answered, Filter},
        session::{
            self,
            finish::{self, Ending},
            log,
            start::AtGate,
        },
    },
};
use store::Place;

use super::{Fresh, Person, child::numbered, on_both, open, verified};

/// Two programs at once, each in a thread with a store of its own.
fn at_once<T: Send>(
    place: &Place,
    now: Instant,
    one: impl AsyncFn(&App) -> T + Sync,
    other: impl AsyncFn(&App) -> T + Sync,
) -> (T, T) {
    let gate = Barrier::new(2);
    thread::scope(|scope| {
        let one = scope.spawn(|| alone(place, now, &gate, &one));
        let other = scope.spawn(|| alone(place, now, &gate, &other));
        (one.join().unwrap(), other.join().unwrap())
    })
}

fn alone<T>(place: &Place, now: Instant, gate: &Barrier, act: impl AsyncFn(&App) -> T) -> T {
    static SEED: AtomicU64 = AtomicU64::new(100);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let app = open(place, now, SEED.fetch_add(1, Ordering::SeqCst)).await;
        gate.wait();
        let result = act(&app).await;
        app.close().await;
        result
    })
}

#[test]
fn gl_5_two_devices_that_log_one_session_make_one_list_of_sets() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let row = person.begin(AtGate::AcceptAll).await;
        let id = row.session.id;
        let device = async |app: &App, numbers: std::ops::Range<usize>| {
            let mut new = 0;
            for number in numbers {
                new += log::log(app, &person.caller, id, &[numbered(&row, number)]).await.unwrap();
            }
            new
        };
        // What both send counts once, whoever was first.
        let (one, other) = at_once(
            &fresh.place,
            person.app.now(),
            async |app| device(app, 0..30).await,
            async |app| device(app, 15..45).await,
        );
        assert_eq!(one + other, 45);
        // The same within one program: two requests on one pool.
        let (one, other) = tokio::join!(device(&person.app, 30..60), device(&person.app, 40..70));
        assert_eq!(one + other, 25);
        let found = session::show(&person.app, &person.caller, id).await.unwrap().session;
        let mut kept: Vec<_> = found.exercises.iter().flat_map(|one| one.sets.clone()).collect();
        let mut sent: Vec<_> = (0..70).map(|number| numbered(&row, number).set).collect();
        kept.sort_by_key(|set| set.id);
        sent.sort_by_key(|set| set.id);
        assert_eq!(kept, sent);
        let mut tx = person.app.store.read().await.unwrap();
        assert_eq!(tx.count("set_performances", person.caller.athlete).await.unwrap(), 70);
    });
}

#[test]
fn gl_8_two_devices_that_disagree_on_a_set_make_two_revisions_of_it() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let row = person.begin(AtGate::AcceptAll).await;
        let id = row.session.id;
        let with = |load: i64| {
            let mut logged = numbered(&row, 0);
            logged.set.load_g = Some(domain::quantity::Grams(load));
            logged
        };
        let say =
            async |app: &App, load: i64| log::log(app, &person.caller, id, &[with(load)]).await.unwrap();
        let (one, other) = at_once(
            &fresh.place,
            person.app.now(),
            async |app| say(app, 20_000).await,
            async |app| say(app, 30_000).await,
        );
        assert_eq!((one, other), (1, 1));
        let found = session::show(&person.app, &person.caller, id).await.unwrap().session;
        let kept: Vec<_> = found.exercises.iter().flat_map(|one| &one.sets).collect();
        assert_eq!(kept.len(), 1);
        assert!([with(20_000).set, with(30_000).set].contains(kept[0]));
        let events = session::events(&person.app, &person.caller, id).await.unwrap();
        assert_eq!(events.iter().filter(|event| event.kind == SessionEventKind::SetLogged).count(), 2);
        let mut tx = person.app.store.read().await.unwrap();
        assert_eq!(tx.count("set_performances", person.caller.athlete).await.unwrap(), 2);
    });
}

#[test]
fn p_4_two_devices_that_finish_one_session_get_one_answer() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let row = person.begin(AtGate::AcceptAll).await;
        person.perform(&row, 2).await;
        person.advance_hours(1);
        let id = row.session.id;
        let finish = async |app: &App| {
            let mut finished = finish::finish(app, &person.caller, id, &Ending::default()).await.unwrap();
            finished.proposals.sort_by_key(|proposal| proposal.id);
            finished
        };
        let (one, other) = at_once(&fresh.place, person.app.now(), finish, finish);
        assert_eq!(one, other);
        let mut tx = person.app.store.read().await.unwrap();
        assert_eq!(tx.runs::<finish::Told>(person.caller.athlete, id).await.unwrap().len(), 1);
        drop(tx);
        verified(&person.app, &person.caller).await;
    });
}

/// A person with a proposal to change the plan that waits for an answer.
pub(super) async fn asked(fresh: &Fresh) -> (Person, Proposal) {
    let person = Person::new(fresh.store().await).await;
    ask_about_everything(&person).await;
    for more in [2, 2, 2, 4, 4, 4] {
        let row = person.begin(AtGate::Skip).await;
        person.perform(&row, more).await;
        person.advance_hours(1);
        person.finish(&row).await.unwrap();
        person.advance_hours(1);
        let open = proposals::list(&person.app, &person.caller, Filter::default()).await.unwrap();
        if let Some(first) = open.into_iter().find(|one| !one.changes.is_empty()) {
            return (person, first);
        }
        person.advance_hours(46);
    }
    panic!("no session asked anything");
}

/// PR-6: nothing is applied unasked that may be asked.
async fn ask_about_everything(person: &Person) {
    let ask = ConsentSetting::Ask;
    let subjects = ConsentSubject::ALL.iter().filter(|subject| subject.settings().contains(&ask));
    let choices = subjects.map(|subject| (*subject, ConsentChoice { increase: ask, decrease: ask }));
    let mut tx = person.app.store.write().await.unwrap();
    let mut row = tx.locked_athlete::<Profile>(person.caller.athlete).await.unwrap().unwrap();
    row.profile.consent = ConsentSettings(choices.collect());
    tx.put_athlete(&row).await.unwrap();
    tx.commit().await.unwrap();
}

type Decided = Result<Vec<Answered>, Problem>;

fn say(person: &Person, proposal: &Proposal, reply: Reply) -> impl AsyncFn(&App) -> Decided + Sync {
    let (caller, answer) = (person.caller, Answer { proposal: proposal.id, reply });
    async move |app: &App| proposals::decide(app, &caller, std::slice::from_ref(&answer)).await
}

#[test]
fn pr_5_of_a_yes_and_a_no_at_once_one_wins_and_the_other_is_told_so() {
    on_both(async |fresh| {
        let (person, proposal) = asked(&fresh).await;
        let yes = say(&person, &proposal, Reply::Accept { alternative: None });
        let no = say(&person, &proposal, Reply::Reject { reason: None, note: None });
        let (yes, no) = at_once(&fresh.place, person.app.now(), yes, no);
        let (won, lost, state) = match (yes, no) {
            (Ok(won), Err(lost)) => (won, lost, ProposalState::Accepted),
            (Err(lost), Ok(won)) => (won, lost, ProposalState::Rejected),
            other => panic!("{other:?}"),
        };
        assert_eq!((lost.code.name, lost.code.status), ("proposal_not_open", 409));
        assert_eq!(won[0].proposal.state, state);
        let (kept, _) = proposals::show(&person.app, &person.caller, proposal.id).await.unwrap();
        assert_eq!(kept.state, state);
        verified(&person.app, &person.caller).await;
    });
}

#[test]
fn pr_8_two_who_accept_at_once_get_the_same_version() {
    on_both(async |fresh| {
        let (person, proposal) = asked(&fresh).await;
        let yes = say(&person, &proposal, Reply::Accept { alternative: None });
        let (one, other) = at_once(&fresh.place, person.app.now(), &yes, &yes);
        let mut effects = [one.unwrap()[0].effect.clone(), other.unwrap()[0].effect.clone()];
        effects.sort_by_key(|effect| matches!(effect, Effect::Already(_)));
        let [Effect::Done(Some(first)), Effect::Already(Some(second))] = effects else {
            panic!("{effects:?}")
        };
        assert_eq!(first, second);
        let chain = verified(&person.app, &person.caller).await;
        let answers = chain.decisions.iter().filter(|decision| decision.proposal_id == proposal.id);
        assert_eq!(answers.count(), 1);
    });
}

/// One set more, or less if there are many.
fn another_count(item: &PlanItem) -> Edit {
    let count = i64::try_from(item.prescription.working_sets().count()).unwrap();
    let target = Target { item_id: item.item_id, set_id: None };
    let wish = Wish {
        target,
        field: Field::SetCount,
        new: Value::Number(if count > 3 { count - 1 } else { count + 1 }),
    };
    Edit { wishes: vec![wish], scope: OverrideScope::Plan, reason: String::new() }
}

#[test]
fn pv_12_two_edits_at_once_land_one_after_the_other_and_none_is_lost() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.train(0).await;
        for _ in 0..4 {
            person.advance_hours(1);
            let items = person.items().await;
            let change = |edit: Edit| {
                let caller = person.caller;
                async move |app: &App| {
                    planning::change(app, &caller, None, &edit, None).await.unwrap().unwrap()
                }
            };
            let before = verified(&person.app, &person.caller).await.versions.len();
            let edits = [another_count(&items[0]), another_count(&items[1])];
            let [one, other] = edits.clone().map(change);
            let (one, other) = at_once(&fresh.place, person.app.now(), one, other);
            assert_eq!(one.abs_diff(other), 1);
            let chain = verified(&person.app, &person.caller).await;
            assert_eq!(chain.versions.len(), before + 2);
            for wish in edits.iter().flat_map(|edit| &edit.wishes) {
                let item = chain.item(wish.target.item_id).unwrap();
                assert_eq!(plan::item::Item::value(item, None, wish.field), Some(wish.new.clone()));
            }
        }
    });
}
