//! What a coach does is seen by the athlete: in the audit, and in the report of the week (AC-9, GL-7).

use domain::{
    id::Id,
    person::{Account as AccountId, Actor, ActorKind},
    plan::{AuditAction, AuditLine},
    quantity::Grams,
};
use regimen::service::{
    account::{self, Account, AccountRole, NewAccount},
    act::{self, Act, Noted, Search},
    app::{App, Caller, Scope},
    body::{self, Taken},
    grant,
    profile::Language,
    report, settings,
    workout::{self, Saving, Wanted},
};

use super::{both::on_both, person::Person};

/// A coach whom the athlete allows this.
async fn coach(anna: &Person, login: &str, scopes: &[Scope]) -> Caller {
    let roles = [AccountRole::Coach].into();
    let account = Account {
        display_name: login.to_owned(),
        password: None,
        roles,
        locale: Language::En,
        last_seen_day: None,
        deleted_at: None,
    };
    let new = NewAccount { login: login.to_owned(), account, profile: None };
    let id: Id<AccountId> = account::create(&anna.app, new).await.unwrap().0;
    let asked = grant::ask(&anna.app, id, "anna", scopes.iter().copied().collect(), None).await.unwrap();
    grant::confirm(&anna.app, &anna.caller, asked.id).await.unwrap();
    Caller { account: id, athlete: anna.caller.athlete }
}

async fn noted(app: &App, caller: &Caller, search: Search) -> Vec<Noted> {
    act::audit(app, caller, search).await.unwrap().0
}

/// All acts of coaches, newest first.
async fn acts(anna: &Person) -> Vec<Noted> {
    let search = Search { by: Some(ActorKind::Coach), before: None, most: 100 };
    let mut all = noted(&anna.app, &anna.caller, search).await;
    all.retain(|one| one.line.action == AuditAction::CoachActed);
    all
}

#[test]
fn ac_9_every_act_of_a_coach_leaves_one_line_with_nothing_of_what_was_written() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let app = &anna.app;
        let carl = coach(&anna, "carl", &[Scope::Read, Scope::Log, Scope::Plan]).await;
        body::weigh(app, &anna.caller, Grams(80_000), Taken::default()).await.unwrap();
        assert!(acts(&anna).await.is_empty(), "what the athlete does is no act of a coach");
        body::weigh(app, &carl, Grams(81_237), Taken::default()).await.unwrap();
        anna.advance_hours(1);
        let wanted = Wanted { intent: Some("full_body".to_owned()), ..Wanted::default() };
        workout::plan_session(app, &carl, &wanted, &Saving::default()).await.unwrap();
        settings::show(app, &carl).await.unwrap();
        let refused = settings::set(app, &carl, "days_per_week", "9").await;
        assert!(refused.is_err());
        let lines = acts(&anna).await;
        let told: Vec<_> = lines.iter().map(|one| (one.coach.as_deref(), one.line.target.as_str())).collect();
        assert_eq!(
            told,
            [(Some("carl"), "session_planned"), (Some("carl"), "weight")],
            "neither looks nor refusals"
        );
        for one in &lines {
            assert_eq!(one.line.actor, Actor { kind: ActorKind::Coach, id: Some(carl.account) });
            let line = serde_json::to_string(&one.line).unwrap();
            assert!(!line.contains("81237"), "{line}");
        }
        assert!(lines[0].line.at > lines[1].line.at);
    });
}

#[test]
fn ac_9_the_line_and_the_effect_are_there_together_or_not_at_all() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let carl = coach(&anna, "carl", &[Scope::Read, Scope::Log]).await;
        let work = anna.app.write(&carl, Act::Weight).await.unwrap();
        drop(work);
        assert!(acts(&anna).await.is_empty());
        let work = anna.app.write(&carl, Act::Weight).await.unwrap();
        work.commit().await.unwrap();
        assert_eq!(acts(&anna).await.len(), 1);
        let refused = anna.app.write(&carl, Act::PlanChanged).await.unwrap_err();
        assert_eq!(refused.code.name, "not_your_athlete");
        assert_eq!(acts(&anna).await.len(), 1);
    });
}

#[test]
fn ac_9_the_audit_is_read_newest_first_in_parts_and_grants_are_the_athletes_affair() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let app = &anna.app;
        let carl = coach(&anna, "carl", &[Scope::Read, Scope::Log]).await;
        let dora = coach(&anna, "dora", &[Scope::Read, Scope::Log]).await;
        for caller in [&carl, &dora, &carl] {
            anna.advance_hours(1);
            body::weigh(app, caller, Grams(80_000), Taken::default()).await.unwrap();
        }
        let all = noted(app, &anna.caller, Search { by: None, before: None, most: 500 }).await;
        assert!(all.is_sorted_by(|one, next| (one.line.at, one.line.id) > (next.line.at, next.line.id)));
        assert!(all.iter().any(|one| one.line.action == AuditAction::GrantChanged));
        let mut parts: Vec<Noted> = Vec::new();
        loop {
            let before: Option<Id<AuditLine>> = parts.last().map(|one| one.line.id);
            let (part, is_more) =
                act::audit(app, &anna.caller, Search { by: None, before, most: 2 }).await.unwrap();
            parts.extend(part);
            if !is_more {
                break;
            }
        }
        assert_eq!(parts, all, "parts are the whole");
        let seen = noted(app, &carl, Search { by: None, before: None, most: 500 }).await;
        assert!(seen.iter().all(|one| one.line.action != AuditAction::GrantChanged));
        let named: Vec<_> = seen.iter().map(|one| one.coach.as_deref()).collect();
        assert_eq!(named, [Some("carl"), None, Some("carl")], "a coach is not told of the others");
        let nowhere = Search { by: None, before: Some(Id::derive(&["nowhere"])), most: 2 };
        let problem = act::audit(app, &anna.caller, nowhere).await.unwrap_err();
        assert_eq!((problem.code.name, problem.code.status), ("malformed_query", 400));
    });
}

#[test]
fn a_17_the_report_of_the_week_tells_what_coaches_did_also_in_a_week_without_training() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let app = &anna.app;
        let carl = coach(&anna, "carl", &[Scope::Read, Scope::Log]).await;
        let dora = coach(&anna, "dora", &[Scope::Read, Scope::Log]).await;
        for caller in [&carl, &dora, &carl] {
            body::weigh(app, caller, Grams(80_000), Taken::default()).await.unwrap();
        }
        app.set_now("2026-03-10T09:00:00Z".parse().unwrap());
        body::weigh(app, &carl, Grams(80_000), Taken::default()).await.unwrap();
        let week = || "2026-W10".parse().unwrap();
        let told = report::read(app, &carl, week(), None).await.unwrap();
        let told: Vec<_> = told
            .report
            .coaches
            .iter()
            .map(|one| {
                (one.coach.as_deref(), one.acts.iter().map(|one| (one.act, one.count)).collect::<Vec<_>>())
            })
            .collect();
        let weights = |count| vec![(Act::Weight, count)];
        assert_eq!(told, [(Some("carl"), weights(2)), (Some("dora"), weights(1))], "only of that week");
        assert_eq!(acts(&anna).await.len(), 4, "to look at a report is no act");
        let bob = Person { caller: anna.caller, app: App::scripted(fresh.store().await, app.now(), 2) };
        let none = report::read(&bob.app, &bob.caller, week(), None).await.unwrap();
        assert_eq!(none.report.coaches.len(), 2, "it is kept as it was told");
    });
}
