//! Text that would do harm if it were ever read as SQL, in every place where people write something (GL-8).

use domain::{
    change::{Field, Target, Value},
    dispute::OverrideScope,
    exercise::TrainingAge,
    plan::VersionSource,
    quantity::MassUnit,
    reason::Fact,
    session::SessionEventKind,
    time::Zone,
    wellbeing::FlagKind,
};
use plan::{
    answer::{Answer, Reply},
    edit::{Edit, Wish},
};
use regimen::service::{
    account::{self, Account},
    planning,
    profile::Profile,
    proposals,
    session::{
        self,
        finish::{self, Ending},
        start::AtGate,
    },
    wellbeing,
};
use store::{Entry, Shelf};
use training::{
    flag::Sign,
    prescribe::goal::Goal,
    progression::report::{ItemReport, Report},
};

use super::{Person, on_both, person::newcomer, together::asked, verified};

const TEXTS: &[&str] = &[
    "'; drop table set_performances; --",
    "\"); delete from plans where ('1' = '1",
    "$1 $2 ?1 :name @name %s {0}",
    "\\' \\\" \\x00 \\u0000 \u{1F3CB}\u{FE0F} жим лёжа \u{202E}reversed\u{200B}",
    "/* */ null NULL \t\r\n `x` [y] \u{0001}",
];

#[test]
fn gl_8_names_and_keys_come_back_as_they_were_written() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        for (number, text) in TEXTS.iter().enumerate() {
            let zone = Zone::new("Europe/Berlin").unwrap();
            let profile = Profile::new(TrainingAge::Intermediate, Goal::Hypertrophy, MassUnit::Kg, zone);
            let mut new = newcomer(&format!("hostile{number}"), profile);
            new.account.display_name = (*text).to_owned();
            let (id, _) = account::create(&person.app, new).await.unwrap();
            let athlete = person.caller.athlete;
            let mut tx = person.app.store.write().await.unwrap();
            let account = tx.account::<Account>(id).await.unwrap().unwrap();
            assert_eq!(account.account.display_name, *text);
            assert_eq!(tx.account_by_login::<Account>(text).await.unwrap(), None);
            for shelf in Shelf::ALL {
                let entry = Entry { key: (*text).to_owned(), revision: 1, value: (*text).to_owned() };
                tx.put_entries(*shelf, athlete, std::slice::from_ref(&entry)).await.unwrap();
                assert_eq!(tx.entry::<String>(*shelf, athlete, text).await.unwrap(), Some(entry));
                assert!(tx.remove_entry(*shelf, athlete, text).await.unwrap());
                assert_eq!(tx.entries::<String>(*shelf, athlete).await.unwrap(), vec![]);
            }
            tx.commit().await.unwrap();
        }
    });
}

#[test]
fn gl_8_what_people_write_about_sessions_and_plans_comes_back_as_they_wrote_it() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        for text in TEXTS {
            let row = person.begin(AtGate::Skip).await;
            person.perform(&row, 0).await;
            let item_id = row.session.exercises[0].item_id.unwrap();
            let said = ItemReport {
                item_id,
                skipped: false,
                sets: vec![],
                rpe: None,
                comfort: None,
                marks: vec![],
                notes: (*text).to_owned(),
            };
            let ending = Ending { report: Some(Report { items: vec![said] }), session_rpe: None };
            finish::finish(&person.app, &person.caller, row.session.id, &ending).await.unwrap();
            let found = session::show(&person.app, &person.caller, row.session.id).await.unwrap();
            assert_eq!(found.session.exercises[0].notes, *text);
            skip_with(&person, text).await;
            edit_with(&person, text).await;
            clear_with(&person, text).await;
            person.advance_hours(48);
        }
        verified(&person.app, &person.caller).await;
        for text in TEXTS {
            let items = person.items().await;
            planning::make(&person.app, &person.caller, text, items, VersionSource::Manual).await.unwrap();
            let now = planning::show(&person.app, &person.caller, None).await.unwrap();
            assert_eq!(now.plan.title, *text);
        }
    });
}

async fn skip_with(person: &Person, text: &str) {
    person.advance_hours(24);
    let row = person.begin(AtGate::Skip).await;
    finish::skip(&person.app, &person.caller, row.session.id, text).await.unwrap();
    let events = session::events(&person.app, &person.caller, row.session.id).await.unwrap();
    let skipped = events.iter().find(|event| event.kind == SessionEventKind::Skipped).unwrap();
    assert_eq!(skipped.facts.get("reason"), Some(&Fact::from(text)));
}

async fn edit_with(person: &Person, text: &str) {
    let items = person.items().await;
    let count = i64::try_from(items[0].prescription.working_sets().count()).unwrap();
    let wish = Wish {
        target: Target { item_id: items[0].item_id, set_id: None },
        field: Field::SetCount,
        new: Value::Number(if count > 2 { count - 1 } else { count + 1 }),
    };
    let edit = Edit { wishes: vec![wish], scope: OverrideScope::Plan, reason: text.to_owned() };
    planning::change(&person.app, &person.caller, None, &edit, None).await.unwrap();
    let audit = planning::audit(&person.app, &person.caller, None).await.unwrap();
    assert!(audit.iter().any(|line| line.reason == text), "{audit:?}");
}

async fn clear_with(person: &Person, text: &str) {
    let sign = Sign { kind: FlagKind::Fatigue, area: None, exercise: None, severity: 1 };
    let flags = wellbeing::set_flag(&person.app, &person.caller, sign).await.unwrap();
    wellbeing::clear_flag(&person.app, &person.caller, flags[0].id, text).await.unwrap();
    let mut tx = person.app.store.read().await.unwrap();
    let audit = tx.audit(person.caller.athlete, None).await.unwrap();
    assert!(audit.iter().any(|line| line.plan_id.is_none() && line.reason == text));
}

#[test]
fn gl_8_a_note_to_an_answer_comes_back_as_it_was_written() {
    on_both(async |fresh| {
        let (person, proposal) = asked(&fresh).await;
        let note = TEXTS.concat();
        let reply = Reply::Reject { reason: None, note: Some(note.clone()) };
        let answer = Answer { proposal: proposal.id, reply };
        proposals::decide(&person.app, &person.caller, &[answer]).await.unwrap();
        let mut tx = person.app.store.read().await.unwrap();
        let decisions = tx.decisions(person.caller.athlete, &[proposal.id]).await.unwrap();
        assert_eq!(decisions.last().unwrap().note, Some(note));
    });
}
