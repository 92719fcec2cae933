//! People and what they set: accounts, grants, settings, bodies, own exercises, and an end to all of it.

use std::collections::BTreeSet;

use domain::{
    exercise::{Exercise, ExerciseKey, TrainingAge},
    id::Id,
    ladder::Ladder,
    law::Valid,
    person::{Account as AccountId, ActorKind},
    plan::AuditAction,
    proposal::{ConsentChoice, ConsentSetting, ConsentSubject},
    quantity::{Grams, MassUnit},
    time::Zone,
};
use regimen::{
    problem::Problem,
    service::{
        account::{
            self, Account, AccountRole, AccountState, NewAccount,
            admin::{self, AccountChange, Operator},
        },
        app::{App, Caller, Scope},
        athlete,
        body::{self, MeasurementKind, Taken},
        grant::{self, GrantState},
        jobs::run::run_now,
        own_catalog::{self, OwnEntries},
        profile::{Language, Location, Profile},
        settings::{self, ExerciseChange, ProfileDocument},
        template::{self, shipped},
        workout::{self, Wanted},
    },
};
use store::{Entry, Shelf};
use training::{catalog::Catalog, prescribe::goal::Goal};

use super::{
    both::on_both,
    person::{Person, newcomer},
};

const GOOD: &str = "seven red boats";
const BETTER: &str = "eight blue boats";

fn profile() -> Profile {
    Profile::new(TrainingAge::Beginner, Goal::Strength, MassUnit::Kg, Zone::UTC)
}

fn person(login: &str, roles: &[AccountRole]) -> NewAccount {
    let roles: BTreeSet<_> = roles.iter().copied().collect();
    let profile = roles.contains(&AccountRole::Athlete).then(profile);
    let account = Account {
        display_name: login.to_owned(),
        password: None,
        roles,
        locale: Language::En,
        last_seen_day: None,
        deleted_at: None,
    };
    NewAccount { login: login.to_owned(), account, profile }
}

async fn retention(app: &App) {
    let ran = run_now(app, "retention").await.unwrap();
    assert!(ran.iter().all(|one| one.error.is_none()), "{ran:?}");
}

async fn coach(app: &App, login: &str) -> Id<AccountId> {
    account::create(app, person(login, &[AccountRole::Coach])).await.unwrap().0
}

#[track_caller]
fn code<T: std::fmt::Debug>(result: Result<T, Problem>) -> (&'static str, u16) {
    let problem = result.unwrap_err();
    (problem.code.name, problem.code.status)
}

#[test]
fn ac_2_the_first_account_administers_and_logins_are_unique() {
    on_both(async |fresh| {
        let app = App::scripted(fresh.store().await, "2026-03-02T07:00:00Z".parse().unwrap(), 1);
        assert_eq!(code(account::caller(&app, None).await), ("not_set_up", 503));
        let athlete = [AccountRole::Athlete];
        account::register(&app, person("Anna", &athlete), GOOD).await.unwrap();
        account::register(&app, person("bob", &athlete), GOOD).await.unwrap();
        let again = account::register(&app, person("ANNA", &athlete), GOOD).await;
        assert_eq!(code(again), ("bad_value", 422));
        let all = admin::list(&app, Operator::Machine).await.unwrap();
        let administers: Vec<_> = all
            .iter()
            .map(|row| (row.login.as_str(), row.roles.contains(&AccountRole::Administrator)))
            .collect();
        assert_eq!(administers, [("anna", true), ("bob", false)]);
        assert!(all.iter().all(|row| row.has_password));
        let weak = account::register(&app, person("carl", &athlete), "carl-is-great-2026").await;
        assert_eq!(code(weak), ("weak_password", 422));
        let alone = NewAccount { profile: None, ..person("dora", &athlete) };
        assert_eq!(code(account::create(&app, alone).await), ("bad_value", 422));
    });
}

#[test]
fn ac_4_a_password_is_proved_changed_with_the_old_one_and_reset_without() {
    on_both(async |fresh| {
        let app = App::scripted(fresh.store().await, "2026-03-02T07:00:00Z".parse().unwrap(), 1);
        let (id, _) = account::register(&app, person("anna", &[AccountRole::Athlete]), GOOD).await.unwrap();
        assert_eq!(account::prove(&app, " Anna ", GOOD).await.unwrap(), id);
        for (login, typed) in [("anna", BETTER), ("nobody", GOOD), ("x", GOOD)] {
            assert_eq!(code(account::prove(&app, login, typed).await), ("wrong_password", 401));
        }
        let seen = admin::list(&app, Operator::Machine).await.unwrap()[0].last_seen_day;
        assert_eq!(seen.unwrap().to_string(), "2026-03-02");
        assert_eq!(
            code(account::change_password(&app, id, BETTER, BETTER, None).await),
            ("wrong_password", 401)
        );
        assert_eq!(
            code(account::change_password(&app, id, GOOD, "short", None).await),
            ("weak_password", 422)
        );
        account::change_password(&app, id, GOOD, BETTER, None).await.unwrap();
        assert_eq!(code(account::prove(&app, "anna", GOOD).await), ("wrong_password", 401));
        admin::reset_password(&app, Operator::Machine, "anna", GOOD).await.unwrap();
        account::prove(&app, "anna", GOOD).await.unwrap();
    });
}

#[test]
fn ac_1_a_hash_of_other_numbers_is_made_anew_at_the_next_proof() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let app = App::scripted(store.clone(), "2026-03-02T07:00:00Z".parse().unwrap(), 1);
        let (id, _) = account::register(&app, person("anna", &[AccountRole::Athlete]), GOOD).await.unwrap();
        let mut tx = store.write().await.unwrap();
        let mut row = tx.account::<Account>(id).await.unwrap().unwrap();
        row.account.password = Some(weak_hash(GOOD));
        tx.put_account(&row).await.unwrap();
        tx.commit().await.unwrap();
        account::prove(&app, "anna", GOOD).await.unwrap();
        let mut tx = store.read().await.unwrap();
        let kept = tx.account::<Account>(id).await.unwrap().unwrap().account.password.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        drop(tx);
        account::prove(&app, "anna", GOOD).await.unwrap();
    });
}

fn weak_hash(password: &str) -> String {
    use argon2::{
        Algorithm, Argon2, Params, Version,
        password_hash::{PasswordHasher, phc::PasswordHash},
    };
    let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8192, 1, 1, None).unwrap());
    let hash: PasswordHash = hasher.hash_password_with_salt(password.as_bytes(), &[7; 16]).unwrap();
    hash.to_string()
}

/// An account gets these roles.
fn to(roles: BTreeSet<AccountRole>) -> AccountChange {
    AccountChange { roles: Some(roles), ..AccountChange::default() }
}

#[test]
fn ac_11_one_administrator_is_always_left() {
    on_both(async |fresh| {
        let app = App::scripted(fresh.store().await, "2026-03-02T07:00:00Z".parse().unwrap(), 1);
        let (anna, _) = account::create(&app, person("anna", &[AccountRole::Athlete])).await.unwrap();
        let (bob, _) = account::create(&app, person("bob", &[AccountRole::Athlete])).await.unwrap();
        let last = ("last_administrator", 409);
        let disabled = AccountChange { state: Some(AccountState::Disabled), ..AccountChange::default() };
        assert_eq!(code(admin::change(&app, Operator::Machine, "anna", &disabled, None).await), last);
        assert_eq!(code(admin::change(&app, Operator::Machine, "anna", &to([].into()), None).await), last);
        assert_eq!(code(admin::delete(&app, Operator::Machine, "anna", "anna").await), last);
        // Only who administers may administer.
        let by_bob = Operator::Account(bob);
        assert_eq!(code(admin::list(&app, by_bob).await), ("role_needed", 403));
        assert_eq!(code(admin::change(&app, by_bob, "anna", &disabled, None).await), ("role_needed", 403));
        let roles = to([AccountRole::Administrator].into());
        let row = admin::change(&app, Operator::Account(anna), "bob", &roles, None).await.unwrap();
        assert_eq!(row.roles, [AccountRole::Athlete, AccountRole::Administrator].into());
        admin::change(&app, by_bob, "anna", &disabled, None).await.unwrap();
        assert_eq!(code(account::caller(&app, Some("anna")).await), ("account_disabled", 403));
        assert_eq!(account::caller(&app, None).await.unwrap().account, bob, "the only one who may act");
        assert_eq!(code(admin::list(&app, Operator::Account(anna)).await), ("role_needed", 403));
        assert_eq!(code(admin::delete(&app, by_bob, "anna", "ann").await), ("not_confirmed", 422));
        admin::delete(&app, by_bob, "anna", "Anna").await.unwrap();
        admin::delete(&app, Operator::Machine, "bob", "bob").await.unwrap();
        assert!(admin::list(&app, Operator::Machine).await.unwrap().is_empty(), "the last of all may go");
    });
}

#[test]
fn ac_9_a_coach_asks_the_athlete_confirms_and_takes_it_back_at_once() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let app = &anna.app;
        let carl = coach(app, "carl").await;
        let as_coach = Caller { account: carl, athlete: anna.caller.athlete };
        let until = app.now().plus_seconds(10 * 86_400);
        let scopes = [Scope::Read, Scope::Plan];
        let asked = grant::ask(app, carl, "Anna", scopes.into(), Some(until)).await.unwrap();
        assert_eq!(
            (asked.state, asked.athlete.as_str(), asked.coach.as_str()),
            (GrantState::Asked, "anna", "carl")
        );
        assert_eq!(code(settings::show(app, &as_coach).await), ("not_found", 404), "asking allows nothing");
        let again = grant::ask(app, carl, "anna", [Scope::Read].into(), Some(until)).await.unwrap();
        assert_eq!(again.id, asked.id, "asking again changes what is asked for");
        let confirmed = grant::confirm(app, &anna.caller, asked.id).await.unwrap();
        assert_eq!(confirmed.state, GrantState::Active);
        settings::show(app, &as_coach).await.unwrap();
        assert_eq!(
            grant::list(app, &anna.caller).await.unwrap(),
            grant::list_of_coach(app, carl).await.unwrap()
        );
        grant::revoke(app, &anna.caller, asked.id).await.unwrap();
        assert_eq!(code(settings::show(app, &as_coach).await), ("not_found", 404));
        assert_eq!(code(grant::confirm(app, &anna.caller, asked.id).await), ("not_found", 404));
        // Another one ends by itself, and a third is given back.
        let next = grant::ask(app, carl, "anna", [Scope::Read].into(), Some(until)).await.unwrap();
        grant::confirm(app, &anna.caller, next.id).await.unwrap();
        anna.advance_hours(10 * 24);
        assert_eq!(code(settings::show(app, &as_coach).await), ("not_found", 404));
        let third = grant::ask(app, carl, "anna", [Scope::Read].into(), None).await.unwrap();
        assert_eq!(grant::give_back(app, carl, third.id).await.unwrap().state, GrantState::Revoked);
        // Everything is in the audit, with who did it.
        let audit = audit(&anna).await;
        let grants = audit.iter().filter(|line| line.action == AuditAction::GrantChanged);
        let actors: Vec<ActorKind> = grants.map(|line| line.actor.kind).collect();
        let (by_coach, by_athlete) = (ActorKind::Coach, ActorKind::Athlete);
        let expected = [by_coach, by_coach, by_athlete, by_athlete, by_coach, by_athlete, by_coach, by_coach];
        assert_eq!(actors, expected);
    });
}

#[test]
fn ac_9_only_a_coach_asks_and_only_for_somebody_else() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let app = &anna.app;
        let carl = coach(app, "carl").await;
        let read = || [Scope::Read].into();
        let (bob, _) = account::create(app, newcomer("bob", profile())).await.unwrap();
        assert_eq!(code(grant::ask(app, bob, "anna", read(), None).await), ("role_needed", 403));
        assert_eq!(code(grant::ask(app, carl, "nobody", read(), None).await), ("not_found", 404));
        assert_eq!(code(grant::ask(app, carl, "carl", read(), None).await), ("not_found", 404));
        assert_eq!(code(grant::ask(app, carl, "anna", [].into(), None).await), ("bad_value", 422));
        assert_eq!(code(grant::ask(app, carl, "anna", read(), Some(app.now())).await), ("bad_value", 422));
        let asked = grant::ask(app, carl, "anna", read(), None).await.unwrap();
        let dora = coach(app, "dora").await;
        assert_eq!(code(grant::give_back(app, dora, asked.id).await), ("not_found", 404));
    });
}

async fn audit(person: &Person) -> Vec<domain::plan::AuditLine> {
    person.app.store.read().await.unwrap().audit(person.caller.athlete, None).await.unwrap()
}

#[test]
fn ep_6_settings_are_changed_by_revision_and_every_change_is_in_the_audit() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let (app, caller) = (&anna.app, &anna.caller);
        let first = settings::show(app, caller).await.unwrap();
        assert_eq!(first.revision, Some(1));
        let mut wanted = first.clone();
        (wanted.profile.days_per_week, wanted.profile.session_minutes) = (5, 45);
        let second = settings::put(app, caller, wanted.clone()).await.unwrap();
        assert_eq!((second.revision, second.profile.days_per_week), (Some(2), 5));
        let stale = settings::put(app, caller, wanted.clone()).await.unwrap_err();
        assert_eq!((stale.code.name, stale.code.status), ("stale_revision", 412));
        wanted.revision = None;
        let same = settings::put(app, caller, wanted).await.unwrap();
        assert_eq!(same.revision, Some(2), "the same again changes nothing");
        settings::set(app, caller, "favorite_exercises", "push_up").await.unwrap();
        let unknown = settings::set(app, caller, "avoided_exercises", "pushup").await.unwrap_err();
        assert_eq!(unknown.code.name, "unknown_exercise");
        assert!(
            unknown.to_string().contains("`push_up`") || unknown.to_string().contains("catalog"),
            "{unknown}"
        );
        assert_eq!(
            code(settings::set(app, caller, "days_per_week", "9").await),
            ("invalid_days_per_week", 422)
        );
        let mut lines = audit(&anna).await;
        lines.sort_by(|a, b| a.target.cmp(&b.target));
        let targets: Vec<_> = lines.iter().map(|line| line.target.as_str()).collect();
        assert_eq!(
            targets,
            ["profile.days_per_week", "profile.favorite_exercises", "profile.session_minutes"]
        );
        assert!(lines.iter().all(|line| line.action == AuditAction::SettingsChanged));
        assert_eq!(serde_json::to_value(&lines[0].after).unwrap(), serde_json::json!("5"));
    });
}

#[test]
fn pr_6_consent_takes_only_what_the_table_allows_and_only_from_the_athlete() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let (app, caller) = (&anna.app, &anna.caller);
        let both = |setting| Some(ConsentChoice { increase: setting, decrease: setting });
        let conflict =
            settings::set_consent(app, caller, ConsentSubject::Conflict, both(ConsentSetting::Off), None)
                .await;
        assert_eq!(code(conflict), ("consent_not_allowed", 422));
        let subject = ConsentSubject::PrescriptionChange;
        let apart = ConsentChoice { increase: ConsentSetting::Ask, decrease: ConsentSetting::Auto };
        let set = settings::set_consent(app, caller, subject, Some(apart), None).await.unwrap();
        assert_eq!(set.profile.consent.0.get(&subject), Some(&apart));
        let carl = coach(app, "carl").await;
        let asked = grant::ask(app, carl, "anna", [Scope::Read, Scope::Plan].into(), None).await.unwrap();
        grant::confirm(app, caller, asked.id).await.unwrap();
        let as_coach = Caller { account: carl, athlete: caller.athlete };
        let theirs = settings::set_consent(app, &as_coach, subject, None, None).await;
        assert_eq!(code(theirs), ("not_your_athlete", 403));
        let fleet = settings::set(app, &as_coach, "fleet_analytics", "true").await;
        assert_eq!(code(fleet), ("not_your_athlete", 403));
        let days = settings::set(app, &as_coach, "days_per_week", "2").await.unwrap();
        assert_eq!(days.profile.days_per_week, 2);
        let by = audit(&anna).await.into_iter().rfind(|line| line.target == "profile.days_per_week").unwrap();
        assert_eq!((by.actor.kind, by.actor.id), (ActorKind::Coach, Some(carl)));
        let reset = settings::set_consent(app, caller, subject, None, None).await.unwrap();
        assert!(reset.profile.consent.0.is_empty());
    });
}

#[test]
fn sl_9_an_exercise_has_its_own_step_and_may_be_left_alone() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let (app, caller) = (&anna.app, &anna.caller);
        let key: ExerciseKey = "push_up".parse().unwrap();
        let set = async |suggestions, step: Option<i64>| {
            let change = ExerciseChange { suggestions, step: step.map(Grams), ..ExerciseChange::default() };
            settings::set_exercise(app, caller, &key, change, None).await
        };
        let one = set(None, Some(1_250)).await.unwrap().profile.exercise(&key);
        assert_eq!((one.suggestions, one.step_g), (true, Some(Grams(1_250))));
        let one = set(Some(false), None).await.unwrap().profile.exercise(&key);
        assert_eq!((one.suggestions, one.step_g), (false, Some(Grams(1_250))));
        assert_eq!(code(set(None, Some(50_001)).await), ("invalid_step", 422));
        assert_eq!(code(set(None, Some(-1)).await), ("invalid_step", 422));
        assert!(set(Some(true), Some(0)).await.unwrap().profile.exercises.is_empty());
        let style = settings::set(app, caller, "suggestions.style_aware", "true").await.unwrap();
        assert!(style.profile.suggestions.tuning().style_aware);
    });
}

#[test]
fn ep_6_places_are_described_anew_made_usual_and_forgotten() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let (app, caller) = (&anna.app, &anna.caller);
        let place = |name: &str, key: &str| Location {
            name: name.to_owned(),
            equipment: vec![key.to_owned()],
            inventory: None,
        };
        let names = |document: &ProfileDocument| -> Vec<String> {
            document.profile.locations.iter().map(|place| place.name.clone()).collect()
        };
        settings::put_location(app, caller, place("home", "band"), false, None).await.unwrap();
        let two = settings::put_location(app, caller, place("gym", "barbell"), true, None).await.unwrap();
        assert_eq!(names(&two), ["gym", "home"]);
        let again =
            settings::put_location(app, caller, place("home", "dumbbell"), false, None).await.unwrap();
        assert_eq!(again.profile.locations[1].equipment, ["dumbbell"]);
        let bad = settings::put_location(app, caller, place("x", "dumbell"), false, None).await;
        assert_eq!(code(bad), ("unknown_equipment", 422));
        let left = settings::remove_location(app, caller, "gym", None).await.unwrap();
        assert_eq!(names(&left), ["home"]);
        assert_eq!(code(settings::remove_location(app, caller, "gym", None).await), ("not_found", 404));
    });
}

#[test]
fn ep_6_weights_and_measurements_are_kept_by_day() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let (app, caller) = (&anna.app, &anna.caller);
        let day = |text: &str| text.parse().unwrap();
        let at = |text: &str| Taken { id: None, date: Some(day(text)) };
        body::weigh(app, caller, Grams(80_000), Taken::default()).await.unwrap();
        let first = body::weigh(app, caller, Grams(81_000), at("2026-02-20")).await.unwrap();
        let twice = Taken { id: Some(first.id), date: Some(first.date) };
        body::weigh(app, caller, Grams(90_000), twice).await.unwrap();
        let weights = body::weights(app, caller, day("2026-02-01"), day("2026-03-02")).await.unwrap();
        let grams: Vec<i64> = weights.iter().map(|weight| weight.grams.0).collect();
        assert_eq!(grams, [81_000, 80_000]);
        assert_eq!(
            code(body::weigh(app, caller, Grams(8_000), Taken::default()).await),
            ("out_of_range", 422)
        );
        assert_eq!(code(body::weigh(app, caller, Grams(80_000), at("2026-03-03")).await), ("bad_value", 422));
        body::measure(app, caller, MeasurementKind::Waist, 825, Taken::default()).await.unwrap();
        body::measure(app, caller, MeasurementKind::BodyFat, 185, Taken::default()).await.unwrap();
        let all = body::measurements(app, caller, day("2026-03-02"), day("2026-03-02")).await.unwrap();
        let kinds: Vec<_> = all.iter().map(|one| (one.kind, one.amount)).collect();
        assert_eq!(kinds, [(MeasurementKind::BodyFat, 185), (MeasurementKind::Waist, 825)]);
        let wide = body::measure(app, caller, MeasurementKind::BodyFat, 825, Taken::default()).await;
        assert_eq!(code(wide), ("out_of_range", 422));
    });
}

/// An exercise like a push-up under names of its own.
fn own(key: &str) -> Exercise {
    let shipped = Catalog::embedded().get(&"push_up".parse().unwrap()).unwrap();
    Exercise {
        id: key.parse().unwrap(),
        name_en: format!("My {key}"),
        name_ru: format!("Моё {key}"),
        aliases_en: vec![],
        aliases_ru: vec![],
        short_code: key.to_uppercase().chars().filter(char::is_ascii_alphanumeric).take(6).collect(),
        ladder_id: None,
        ..Exercise::clone(shipped)
    }
}

/// A ladder like that of push-ups with one level of an exercise of one's own.
fn own_ladder(key: &str, exercise: &Exercise) -> Ladder {
    let shipped = Catalog::embedded().ladder(&"push_up".parse().unwrap()).unwrap();
    let mut ladder = Ladder { key: key.parse().unwrap(), ..Ladder::clone(shipped) };
    (ladder.easier_ladder, ladder.harder_ladder) = (None, None);
    for level in &mut ladder.levels {
        if level.variation.as_str() == "push_up" {
            level.variation = exercise.id.clone();
        }
    }
    Valid::new(ladder).unwrap().into_inner()
}

#[test]
fn ex_1_own_exercises_fit_in_with_the_catalogue_or_are_refused() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let (app, caller) = (&anna.app, &anna.caller);
        let put = async |exercises: Vec<Exercise>, ladders: Vec<Ladder>| {
            own_catalog::put(app, caller, OwnEntries { exercises, ladders }).await
        };
        put(vec![own("zz_mine")], vec![]).await.unwrap();
        let taken = Exercise { id: "push_up".parse().unwrap(), ..own("zz_other") };
        assert_eq!(code(put(vec![taken], vec![]).await), ("catalog_invalid", 422));
        let same_name = Exercise { name_en: "Push-up".to_owned(), ..own("zz_other") };
        assert_eq!(code(put(vec![same_name], vec![]).await), ("catalog_invalid", 422));
        let dangling = Exercise { harder: Some("zz_nowhere".parse().unwrap()), ..own("zz_other") };
        assert_eq!(code(put(vec![dangling], vec![]).await), ("catalog_invalid", 422));
        let broken = Exercise { rep_min: 12, rep_max: 8, ..own("zz_other") };
        assert_eq!(code(put(vec![broken], vec![]).await), ("catalog_invalid", 422));
        put(vec![Exercise { fatigue_cost: 5, ..own("zz_mine") }], vec![]).await.unwrap();
        let all = own_catalog::exercises(app, caller).await.unwrap();
        assert_eq!(
            all.iter().map(|one| (one.revision, one.value.fatigue_cost)).collect::<Vec<_>>(),
            [(Some(2), 5)]
        );
        let shown = own_catalog::exercise(app, caller, &"push_up".parse().unwrap()).await.unwrap();
        assert_eq!(shown.revision, None);
        // It can be trained with, and by nobody else.
        let key: ExerciseKey = "zz_mine".parse().unwrap();
        settings::set(app, caller, "favorite_exercises", "zz_mine").await.unwrap();
        let (_, bob) = account::create(app, newcomer("bob", profile())).await.unwrap();
        let bob = bob.unwrap();
        assert_eq!(
            code(settings::set(app, &bob, "favorite_exercises", "zz_mine").await),
            ("unknown_exercise", 422)
        );
        assert_eq!(code(own_catalog::exercise(app, &bob, &key).await), ("not_found", 404));
        assert_eq!(code(own_catalog::remove_exercise(app, &bob, &key, None).await), ("not_found", 404));
    });
}

#[test]
fn ex_1_an_own_exercise_keeps_its_meaning_when_its_key_is_shipped_later() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let (app, caller) = (&anna.app, &anna.caller);
        // Kept by a version of the program whose catalogue did not have it yet.
        let key: ExerciseKey = "push_up".parse().unwrap();
        let shipped = Exercise::clone(Catalog::embedded().get(&key).unwrap());
        let mine = Exercise { name_en: "My very own push-up".to_owned(), ..shipped };
        let entry = Entry { key: key.to_string(), revision: 1, value: Valid::new(mine.clone()).unwrap() };
        let mut tx = app.store.write().await.unwrap();
        tx.put_entries(Shelf::Exercises, caller.athlete, &[entry]).await.unwrap();
        tx.commit().await.unwrap();
        let found = own_catalog::exercise(app, caller, &key).await.unwrap();
        assert_eq!((found.revision, found.value), (Some(1), mine.clone()));
        anna.train(1).await;
        let changed = Exercise { fatigue_cost: 5, ..mine };
        let new = OwnEntries { exercises: vec![changed, own("zz_mine")], ladders: vec![] };
        own_catalog::put(app, caller, new).await.unwrap();
        assert_eq!(own_catalog::exercises(app, caller).await.unwrap().len(), 2);
        anna.advance_hours(47);
        anna.train(1).await;
    });
}

#[test]
fn p_1_own_ladders_come_with_their_exercises_and_what_is_needed_stays() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let (app, caller) = (&anna.app, &anna.caller);
        let mut exercise = own("zz_mine");
        let ladder = own_ladder("zz_ladder", &exercise);
        let alone = OwnEntries { exercises: vec![], ladders: vec![ladder.clone()] };
        assert!(own_catalog::put(app, caller, alone).await.is_err(), "its exercise is nowhere");
        exercise.ladder_id = Some(ladder.key.clone());
        let both = OwnEntries { exercises: vec![exercise.clone()], ladders: vec![ladder.clone()] };
        own_catalog::put(app, caller, both).await.unwrap();
        let ladders = own_catalog::ladders(app, caller).await.unwrap();
        let count = Catalog::embedded().ladders().len();
        assert_eq!(ladders.len(), count + 1);
        assert_eq!(ladders.iter().filter(|one| one.revision.is_some()).count(), 1);
        let in_use = ("in_use", 409);
        assert_eq!(code(own_catalog::remove_exercise(app, caller, &exercise.id, None).await), in_use);
        assert_eq!(code(own_catalog::remove_ladder(app, caller, &ladder.key, None).await), in_use);
        exercise.ladder_id = None;
        let freed = OwnEntries { exercises: vec![exercise.clone()], ladders: vec![] };
        own_catalog::put(app, caller, freed).await.unwrap();
        own_catalog::remove_ladder(app, caller, &ladder.key, None).await.unwrap();
        let mut template = shipped("full_body-dumbbells").unwrap();
        template.exercises[0].exercise_id = exercise.id.clone();
        template::put(app, caller, Some("mine"), template, None).await.unwrap();
        assert_eq!(code(own_catalog::remove_exercise(app, caller, &exercise.id, None).await), in_use);
        template::remove(app, caller, "mine", None).await.unwrap();
        own_catalog::remove_exercise(app, caller, &exercise.id, None).await.unwrap();
        assert!(own_catalog::exercises(app, caller).await.unwrap().is_empty());
    });
}

#[test]
fn ep_7_templates_are_kept_by_revision_and_trained_by() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let (app, caller) = (&anna.app, &anna.caller);
        let template = template::Template {
            name: "Понедельник: тяжело!".to_owned(),
            ..shipped("full_body-dumbbells").unwrap()
        };
        let kept = template::put(app, caller, None, template.clone(), None).await.unwrap();
        assert_eq!((kept.id.as_str(), kept.revision), ("понедельник_тяжело", Some(1)));
        let stale = template::put(app, caller, None, template.clone(), Some(7)).await;
        assert_eq!(code(stale), ("stale_revision", 412));
        let next = template::put(app, caller, Some(&kept.id), template.clone(), Some(1)).await.unwrap();
        assert_eq!(next.revision, Some(2));
        let shipped_id =
            template::put(app, caller, Some("full_body-dumbbells"), template.clone(), None).await;
        assert_eq!(code(shipped_id), ("bad_value", 422));
        let mut unknown = template.clone();
        unknown.exercises[0].exercise_id = "zz_nowhere".parse().unwrap();
        assert_eq!(code(template::put(app, caller, None, unknown, None).await), ("unknown_exercise", 422));
        let none = template::Template { exercises: vec![], ..template };
        assert_eq!(code(template::put(app, caller, None, none, None).await), ("bad_value", 422));
        let all = template::list(app, caller).await.unwrap();
        assert!(all.len() > 1 && all[0].id == kept.id, "own ones come first");
        for one in &all {
            assert_eq!(template::show(app, caller, &one.id).await.unwrap(), *one);
        }
        let wanted = Wanted { template_id: Some(kept.id.clone()), ..Wanted::default() };
        workout::generate(app, caller, &wanted).await.unwrap();
        template::remove(app, caller, &kept.id, None).await.unwrap();
        assert_eq!(code(template::remove(app, caller, &kept.id, None).await), ("unknown_template", 404));
        assert_eq!(code(workout::generate(app, caller, &wanted).await), ("unknown_template", 404));
    });
}

#[test]
fn vo_3_a_block_starts_with_the_week_and_an_easy_week_ends_it() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let (app, caller) = (&anna.app, &anna.caller);
        assert_eq!(template::block(app, caller).await.unwrap(), None);
        anna.advance_hours(50);
        let block = template::start_block(app, caller, None).await.unwrap();
        assert_eq!((block.start_date.to_string().as_str(), block.weeks), ("2026-03-02", 3));
        assert_eq!(code(template::start_block(app, caller, Some(9)).await), ("invalid_week_in_block", 422));
        anna.advance_hours(7 * 24);
        let easy = template::deload_now(app, caller, true).await.unwrap();
        assert!(easy.deload_now);
        assert_eq!(template::block(app, caller).await.unwrap(), Some(easy));
        let input = workout::generate(app, caller, &Wanted::default()).await.unwrap().input;
        assert!(input.block.unwrap().deload, "the next session knows");
        let back = template::deload_now(app, caller, false).await.unwrap();
        assert_eq!(template::block(app, caller).await.unwrap(), Some(back));
        template::deload_now(app, caller, true).await.unwrap();
        anna.advance_hours(7 * 24);
        let next = template::block(app, caller).await.unwrap().unwrap();
        assert_eq!((next.start_date.to_string().as_str(), next.deload_now), ("2026-03-16", false));
    });
}

#[test]
fn gl_8_a_deleted_athlete_leaves_nothing_but_ids_and_a_time() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let anna = Person::new(store.clone()).await;
        let (app, caller) = (&anna.app, &anna.caller);
        let (bob_account, bob) = account::create(app, newcomer("bob", profile())).await.unwrap();
        let bob = bob.unwrap();
        let roles = to([AccountRole::Administrator, AccountRole::Coach].into());
        admin::change(app, Operator::Machine, "anna", &roles, None).await.unwrap();
        admin::change(app, Operator::Machine, "bob", &roles, None).await.unwrap();
        // Anna trains, weighs, sets, allows and coaches.
        anna.train(1).await;
        body::weigh(app, caller, Grams(80_000), Taken::default()).await.unwrap();
        settings::set(app, caller, "days_per_week", "4").await.unwrap();
        let scopes = || [Scope::Read].into();
        let given = grant::ask(app, bob_account, "anna", scopes(), None).await.unwrap();
        grant::confirm(app, caller, given.id).await.unwrap();
        grant::ask(app, caller.account, "bob", scopes(), None).await.unwrap();
        body::weigh(app, &bob, Grams(90_000), Taken::default()).await.unwrap();
        let mut tx = store.read().await.unwrap();
        let tables = tx.tables_with("athlete_id").await.unwrap();
        assert!(tables.len() > 30 && tables.contains(&"set_performances".to_owned()), "{tables:?}");
        let mut filled = 0;
        for table in &tables {
            filled += usize::from(tx.count(table, caller.athlete).await.unwrap() > 0);
        }
        assert!(filled > 12, "{filled} tables have rows");
        drop(tx);
        assert_eq!(code(athlete::delete(app, caller, "bob").await), ("not_confirmed", 422));
        assert_eq!(athlete::show(app, caller).await.unwrap().completed_sessions, 1);
        let left = athlete::delete(app, caller, "anna").await.unwrap();
        assert_eq!(left.deleted_at, app.now().plus_seconds(7 * 86_400));
        assert_eq!(account::caller(app, None).await.unwrap(), bob, "who has left is not meant");
        // Six days later nothing is gone; a day later everything is.
        app.set_now(left.deleted_at.minus_seconds(86_400));
        retention(app).await;
        assert_eq!(athlete::show(app, caller).await.unwrap().completed_sessions, 1);
        app.set_now(left.deleted_at);
        retention(app).await;
        let mut tx = store.read().await.unwrap();
        for table in &tables {
            assert_eq!(tx.count(table, caller.athlete).await.unwrap(), 0, "{table}");
        }
        assert!(tx.grants_to::<grant::Grant>(caller.account).await.unwrap().is_empty());
        assert!(tx.account::<Account>(caller.account).await.unwrap().is_none());
        assert!(tx.athlete::<Profile>(caller.athlete).await.unwrap().is_none());
        let left = tx.deletions().await.unwrap();
        let left: Vec<_> = left.iter().map(|one| (one.account, one.athlete, one.by, one.at)).collect();
        assert_eq!(left, [(caller.account, Some(caller.athlete), Some(caller.account), app.now())]);
        // What is Bob's stays.
        assert_eq!(tx.count("body_weights", bob.athlete).await.unwrap(), 1);
        drop(tx);
        assert_eq!(code(athlete::show(app, caller).await), ("not_found", 404));
        assert_eq!(account::caller(app, None).await.unwrap(), bob);
    });
}
