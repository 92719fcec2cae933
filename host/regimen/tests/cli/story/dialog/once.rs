//! The same message once, and not too many of them (D-3, D-21, D-24).

use std::collections::BTreeSet;

use regimen::service::{
    account::{self, Account, AccountRole, NewAccount},
    app::{Caller, Scope},
    body, grant,
    jobs::run::run_now,
    profile::Language,
};

use super::*;

#[test]
fn d_26_a_message_delivered_again_and_again_has_one_effect() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let first = person.said("501", "bench 3x8 80kg").await.unwrap();
        for _ in 0..4 {
            person.advance_hours(1);
            assert_eq!(person.said("501", "bench 3x8 80kg").await.unwrap(), first);
        }
        let person = person.restarted(7);
        assert_eq!(person.said("501", "bench 3x8 80kg").await.unwrap(), first);
        let sessions = person.sessions_on(person.today().await).await;
        assert_eq!(sessions.len(), 1);
        let turns = dialog::turns(&person.app, &person.caller, None).await.unwrap();
        assert_eq!(turns.len(), 2, "one message, one reply");
        // On another channel it is another message, and the same parse.
        let incoming = Incoming::text("501", "weight 80");
        dialog::handle(&person.app, &person.caller, Channel::Cli, &incoming).await.unwrap();
        dialog::handle(&person.app, &person.caller, Channel::Cli, &incoming).await.unwrap();
        let today = person.today().await;
        assert_eq!(body::weights(&person.app, &person.caller, today, today).await.unwrap().len(), 1);
    });
}

#[test]
fn d_3_what_is_refused_leaves_nothing_behind_and_a_failure_leaves_the_id_unused() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let refused = person.said("1", "roll back Monday").await.unwrap();
        assert_eq!(refused.refusal.as_deref(), Some("no_plan"), "{}", text(&refused));
        assert_eq!(person.said("1", "roll back Monday").await.unwrap(), refused);
        let Person { app, caller } = person;
        app.store.clone().close().await;
        let failed = dialog::handle(&app, &caller, Channel::Web, &Incoming::text("2", "weight 80")).await;
        assert!(failed.unwrap_err().code.status >= 500);
        let person = Person { app: App::scripted(fresh.store().await, app.now(), 3), caller };
        let saved = person.said("2", "weight 80").await.unwrap();
        assert!(text(&saved).starts_with("Body weight saved"), "{}", text(&saved));
    });
}

#[test]
fn d_21_too_many_and_too_long_messages_are_refused() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        for number in 0..20 {
            person.said(&number.to_string(), "/help").await.unwrap();
        }
        let over = person.said("20", "/help").await.unwrap_err();
        assert_eq!((over.code.name, over.code.status), ("rate_limited", 429));
        assert_eq!(over.facts["retry_after_s"], 60_i64.into());
        assert!(person.said("3", "/help").await.is_ok(), "what was answered is answered again");
        person.advance_hours(1);
        assert!(person.said("20", "/help").await.is_ok());
        let long = person.said("21", &"a".repeat(4097)).await.unwrap_err();
        assert_eq!((long.code.name, long.code.status), ("message_too_long", 413));
        let clauses = person.said("22", &"bench 3x8; ".repeat(41)).await;
        let code = match &clauses {
            Ok(replies) => replies.refusal.clone().unwrap_or_default(),
            Err(problem) => problem.code.name.to_owned(),
        };
        assert_eq!(code, "message_too_long");
    });
}

/// A coach who was granted these scopes.
async fn coach(person: &Person, login: &str, scopes: &[Scope]) -> Caller {
    let account = Account {
        display_name: login.to_owned(),
        password: None,
        roles: [AccountRole::Coach].into(),
        locale: Language::En,
        last_seen_day: None,
        deleted_at: None,
    };
    let new = NewAccount { login: login.to_owned(), account, profile: None };
    let (account, _) = account::create(&person.app, new).await.unwrap();
    if !scopes.is_empty() {
        let scopes: BTreeSet<Scope> = scopes.iter().copied().collect();
        let asked = grant::ask(&person.app, account, "anna", scopes, None).await.unwrap();
        grant::confirm(&person.app, &person.caller, asked.id).await.unwrap();
    }
    Caller { account, athlete: person.caller.athlete }
}

#[test]
fn d_1_a_coach_writes_with_a_grant_on_a_channel_of_their_own() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.plan_of(vec![item(0, "pull_up", 4, 6, None)]).await;
        let (none, read, log, plan) = (
            coach(&person, "none", &[]).await,
            coach(&person, "read", &[Scope::Read]).await,
            coach(&person, "log", &[Scope::Read, Scope::Log]).await,
            coach(&person, "plan", &[Scope::Read, Scope::Log, Scope::Plan]).await,
        );
        let say = async |caller: &Caller, id: &str, text: &str| {
            dialog::handle(&person.app, caller, Channel::Web, &Incoming::text(id, text)).await
        };
        let code = |refused: Result<Replies, Problem>| refused.unwrap_err().code.status;
        assert_eq!(code(say(&none, "1", "weight 80").await), 404);
        assert_eq!(code(say(&read, "1", "weight 80").await), 403);
        say(&log, "1", "weight 80").await.unwrap();
        let edit = "remove the last set of pull-ups";
        let refused = say(&log, "2", edit).await.unwrap();
        assert_eq!(refused.refusal.as_deref(), Some("not_your_athlete"), "{}", text(&refused));
        let done = say(&plan, "3", edit).await.unwrap();
        assert!(text(&done).starts_with("Changed in the plan"), "{}", text(&done));
        assert!(
            dialog::turns(&person.app, &person.caller, None).await.unwrap().is_empty(),
            "not the athlete's channel"
        );
        let turns = dialog::turns(&person.app, &person.caller, Some(Channel::Coach)).await.unwrap();
        assert_eq!(turns.len(), 6);
        assert_eq!(dialog::turns(&person.app, &none, None).await.unwrap_err().code.status, 404);
    });
}

#[test]
fn d_24_ids_are_kept_a_week_and_turns_a_month() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.said("1", "weight 80").await.unwrap();
        let clean = async || {
            run_now(&person.app, "retention").await.unwrap();
        };
        person.advance_hours(6 * 24);
        clean().await;
        let mut tx = person.app.store.read().await.unwrap();
        assert_eq!(tx.count("dialog_messages", person.caller.athlete).await.unwrap(), 1);
        drop(tx);
        person.advance_hours(2 * 24);
        clean().await;
        let mut tx = person.app.store.read().await.unwrap();
        assert_eq!(tx.count("dialog_messages", person.caller.athlete).await.unwrap(), 0);
        drop(tx);
        let (context, _) = dialog::standing(&person.app, &person.caller, Channel::Web).await.unwrap();
        assert_eq!(context.turns.len(), 2);
        person.advance_hours(23 * 24);
        clean().await;
        let (context, _) = dialog::standing(&person.app, &person.caller, Channel::Web).await.unwrap();
        assert_eq!(context.turns.len(), 0);
    });
}
