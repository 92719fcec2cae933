//! GL-7: who may do what. Every use case is asked by somebody without any right and by a coach who lacks just the right
//! that it takes; one that is not in the list below fails the last test.

use std::{collections::BTreeSet, fs, path::Path};

use domain::{
    exercise::TrainingAge,
    id::{Id, TraceId},
    plan::VersionSource,
    quantity::{Grams, MassUnit},
    session::SessionId,
    time::{DateSpan, Instant, Zone},
    voice::{Locale, Voice},
    wellbeing::{CHECK_IN_EXAMPLE, FlagKind},
};
use plan::{edit::Edit, rollback::Slot};
use regimen::{
    problem::Problem,
    service::{
        account::{self, Account, AccountRole, NewAccount},
        act, activity, aggregates,
        app::{App, Caller, Scope},
        athlete,
        body::{self, MeasurementKind, Taken},
        charts,
        dialog::{self, Channel, Incoming},
        doctor,
        eating::{self, import::ImportWay},
        export, figures, flow, grant, kpi, maintenance, miss_model, overview, own_catalog,
        own_catalog::OwnEntries,
        planning,
        profile::{self, Language, Location, Profile},
        proposals,
        proposals::Filter,
        report::{self, ReportKind},
        review,
        session::{self, finish::Ending, start::AtGate},
        settings::{self, ExerciseChange},
        strava,
        template::{self, shipped},
        weeks, wellbeing,
        workout::{self, Saving, Wanted, adapt::Fitting},
    },
};
use training::{flag::Sign, prescribe::goal::Goal};
use uuid::Uuid;

use super::{
    both::on_both,
    person::{Person, newcomer},
};

/// What a use case takes from who is not the athlete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// A grant with this scope.
    Grant(Scope),
    /// Nothing is enough: only the athlete may.
    Own,
}

/// What came of asking: the name of the use case, and the code of the refusal.
type Asked = (&'static str, Needs, Option<&'static str>);

/// Asks each use case with the caller that `as_whom` gives for what it needs.
macro_rules! ask {
    ($app:expr, $as_whom:expr; $($name:path: $needs:expr, ($($argument:expr),*);)+) => {
        vec![$({
            let needs = $needs;
            let caller = $as_whom(needs);
            // On the heap: all of them together would be too much for the stack of a test.
            let refusal: Option<Problem> = Box::pin($name($app, &caller $(, $argument)*)).await.err();
            (stringify!($name), needs, refusal.map(|problem| problem.code.name))
        }),+]
    };
}

/// Every use case that acts for an athlete, with arguments that the athlete could use.
#[expect(clippy::too_many_lines, reason = "a list with a line for each")]
async fn walk(app: &App, known: &Known, as_whom: impl Fn(Needs) -> Caller) -> Vec<Asked> {
    let [read, log, change] = [Scope::Read, Scope::Log, Scope::Plan].map(Needs::Grant);
    let (session, today) = (known.session, known.today);
    let (key, ladder) = ("push_up".parse().unwrap(), "push_up".parse().unwrap());
    let edit = Edit { wishes: vec![], scope: domain::dispute::OverrideScope::Plan, reason: String::new() };
    let sign = Sign { kind: FlagKind::Fatigue, area: None, exercise: None, severity: 1 };
    let manual = domain::dispute::Resolution::Manual;
    let template = shipped("full_body-dumbbells").unwrap();
    let place = Location { name: "home".to_owned(), equipment: vec![], inventory: None };
    let trace = TraceId::from_number(1);
    let (wanted, saving) = (Wanted::default(), Saving::default());
    let anew = Fitting { wanted: Some(Wanted::default()), ..Fitting::default() };
    let girth = MeasurementKind::Waist;
    let subject = domain::proposal::ConsentSubject::LevelChange;
    let meals = Needs::Grant(Scope::Meals);
    let dates = DateSpan { from: today, to: today };
    let slot = (today, 0);
    let week = report::ReportPeriod::of(ReportKind::Weekly, today);
    let shipped = nutrition::catalog::Catalog::embedded();
    let (shipped_recipe, shipped_food) = (&*shipped.recipes()[0].recipe, &*shipped.foods()[0]);
    let (recipe, food) = ("oatmeal".parse().unwrap(), "apple".parse().unwrap());
    let voice = Voice::new(Locale::En);
    let eater = serde_json::json!({
        "sex": "female", "birth_date": "1994-05-17", "height_mm": 1680, "weight_g": 62_000, "goal": "maintain",
    });
    let eater = serde_json::from_value(eater).unwrap();
    let review = training::quality::review::write(&[]);
    let folder = tempfile::tempdir().unwrap();
    let file = &folder.path().join("new/export.jsonl");
    let taste = eating::setting::Taste::Like("apple".to_owned());
    let mass = eating::log::Entered::Mass("apple".to_owned(), 1000);
    let asked = assistant::input::request::Request::default();
    let said = Incoming::text("1", "/help");
    // Two halves: the frame of all of them together would be too much for the stack of a test.
    let mut asked_of = Box::pin(async {
        ask! { app, as_whom;
            act::audit: read, (act::Search { most: 10, ..act::Search::default() });
            activity::import: log, (&[], activity::Way { source: "strava", dry_run: false });
            activity::list: read, (None, None);
            strava::status: read, ();
            strava::link::depart: Needs::Own, (known.grant, "https://coach.example/callback");
            strava::link::arrive: Needs::Own, (known.grant, &strava::link::Arrival::default());
            strava::sync::sync: log, ();
            strava::sync::disconnect: Needs::Own, (strava::sync::Leftover::Keep);
            flow::plan::understood: read, (&asked, Locale::En);
            flow::plan::analyze: read, (&asked, Locale::En);
            flow::plan::plan: change, (&asked, Locale::En);
            flow::plan::render: read, (assistant::document::plan::EXAMPLE, Locale::En);
            flow::reading::read: change, (&asked, Locale::En);
            flow::reading::list: read, (false);
            flow::reading::confirm: change, ("000000000000");
            flow::reading::decline: change, ("000000000000");
            flow::draft::list: read, (false);
            flow::draft::show: read, ("2026-03-02-home-00");
            flow::draft::accept: change, ("2026-03-02-home-00");
            flow::draft::decline: change, ("2026-03-02-home-00");
            flow::log::log: log, (assistant::document::workout::EXAMPLE);
            dialog::handle: log, (Channel::Web, &said);
            dialog::turns: read, (None);
            dialog::standing: read, (Channel::Web);
            export::parts: read, (export::ExportFile::Sets, (None, None));
            export::part: read, (export::ExportFile::Sets, dates);
            export::write: read, (export::ExportFile::Sets, (None, None), file);
            charts::facts: read, (charts::ChartName::Strength);
            charts::facts_until: read, (&[], today);
            kpi::kpis: read, ((None, None), (None, None));
            doctor::findings: read, ();
            doctor::verify: read, (None);
            eating::change::swap_list: read, (today, 0);
            eating::change::swap_offer: read, (today, 0);
            eating::change::swap: meals, (slot, &recipe, false);
            eating::change::keep: meals, (today, 0);
            eating::change::release: meals, (today, 0);
            eating::change::replan_rest: meals, (eating::change::Cause::Asked);
            eating::change::rebalance_today: meals, ((0, domain::meal_plan::SlotState::Skipped));
            eating::import::import_foods: meals, (eating::import::FoodFormat::Off, "", ImportWay::default());
            eating::import::import_recipes: meals, ("[]", ImportWay::default());
            eating::import::import_page: meals, ("ftp://example.org", ImportWay::default());
            eating::alias::list: read, ();
            eating::alias::choose: meals, ("my egg", "egg");
            eating::alias::open_lines: read, (shipped_recipe);
            eating::alias::forget: meals, ("my egg");
            eating::larder::foods: read, ();
            eating::larder::food_names: read, ();
            eating::larder::food: read, ("apple");
            eating::larder::recipes: read, ();
            eating::larder::recipe: read, (&recipe, None);
            eating::larder::put_foods: meals, (vec![]);
            eating::larder::put_recipes: meals, (vec![]);
            eating::larder::archive_food: meals, (&food, None);
            eating::replace::food: meals, (&shipped_food.id, shipped_food.clone(), None);
            eating::replace::recipe: meals, (&shipped_recipe.id, shipped_recipe.clone(), None);
            eating::larder::archive_recipe: meals, (&recipe, None);
            eating::log::say: log, (slot, eating::log::Said::Skipped);
            eating::log::enter_diary: log, (today, mass.clone());
            eating::log::diary: read, (dates);
            eating::log::strike: log, (known.grant);
            eating::log::leftovers: read, ();
            eating::log::leave: log, (slot, None, None);
            eating::log::throw_away: log, (known.grant);
            eating::setting::show: read, ();
            eating::setting::taste: meals, (&taste);
            eating::setting::targets: read, ();
            eating::setting::bring: meals, (nutrition::target::input::Brought::default(), None);
            eating::setting::adapt_expenditure: meals, ();
            eating::sharing::offer: Needs::Own, (&eating::sharing::Named::Food(food.clone()));
            eating::sharing::withdraw: Needs::Own, (&eating::sharing::Named::Food(food.clone()));
            eating::sharing::list: read, ();
            eating::shop::shopping: read, (dates);
            eating::shop::check: log, (dates, "apple", true, false);
            eating::shop::pantry: read, ();
            eating::shop::add_to_pantry: log, ("apple", 1000, None);
            eating::shop::remove_from_pantry: log, ("apple");
            eating::view::show: read, (dates);
            eating::view::export: read, (dates, eating::view::ExportFormat::Ics, &voice);
            eating::view::names: read, ();
            eating::view::show_held: read, (dates);
            eating::view::find_day: read, (None);
            eating::view::find_slot: read, (today, "0");
            eating::view::versions: read, ();
            eating::view::items: read, ();
            eating::view::take_back: meals, (None);
            eating::view::roll_back: meals, (&Slot::Weekday(1));
            eating::view::bring_back: meals, (1);
            eating::week::plan_week: meals, (today, 1);
            eating::week::plan_week_watched: meals, (today, 1, Box::new(nutrition::solve::Patient));
            eating::week::proposals: read, (false);
            eating::week::decide: meals, (&[]);
            eating::week::accept: meals, (Id::derive(&["meal"]));
            eating::week::reject: meals, (Id::derive(&["meal"]));
            eating::setting::relax: meals, (today, &nutrition::outcome::report::Relaxation { changes: vec![] });
            eating::setting::setup: meals, (eater, None);
            figures::list: read, (None, (None, None));
            aggregates::show: read, ((None, None));
            figures::events: read, (figures::Asked::default());
            maintenance::export: Needs::Own, (file);
            miss_model::risks: read, ();
            maintenance::export_archive: Needs::Own, ();
            maintenance::export_archive_to: Needs::Own, (file);
        }
    })
    .await;
    let others = Box::pin(async {
        ask! { app, as_whom;
            overview::day: read, (None);
            overview::today: read, ();
            overview::ground: read, ();
            overview::beside: read, (&known.day);
            overview::exercise: read, (&key);
            overview::change_mark: read, ();
            overview::done: read, ();
            overview::history: read, (&key);
            overview::records: read, (Some(&key));
            overview::records_of_session: read, (session);
            overview::strength: read, (&key);
            overview::last_time: read, (&[], session);
            overview::course: read, ();
            overview::climbs: read, ();
            overview::progress: read, (today, today, None);
            overview::summary: read, ();
            profile::profile_of: read, ();
            report::read: read, (week, None);
            report::again: change, (week);
            report::periods: read, (ReportKind::Weekly);
            report::newest: read, (ReportKind::Monthly);
            review::export: read, ();
            review::import: change, (&review);
            session::beside::entered: read, (&[]);
            session::swap::alternatives: read, (session, &key);
            session::swap::swap: log, (session, &key, &key, "busy");
            athlete::show: read, ();
            athlete::delete: Needs::Own, ("anna");
            body::weigh: log, (Grams(80_000), Taken::default());
            body::weights: read, (today, today);
            body::measure: log, (girth, 800, Taken::default());
            body::measurements: read, (today, today);
            grant::list: Needs::Own, ();
            grant::confirm: Needs::Own, (known.grant);
            grant::revoke: Needs::Own, (known.grant);
            own_catalog::exercises: read, ();
            own_catalog::all_exercises: read, ();
            own_catalog::exercise: read, (&key);
            own_catalog::ladders: read, ();
            own_catalog::put: change, (OwnEntries::default());
            own_catalog::remove_exercise: change, (&key, None);
            own_catalog::remove_ladder: change, (&ladder, None);
            planning::list: read, ();
            planning::show: read, (None);
            planning::standing: read, ();
            weeks::calendar: read, ();
            weeks::this_week: read, ();
            planning::make: change, ("plan", vec![], VersionSource::Import);
            planning::versions: read, (None);
            planning::some_versions: read, (None, 5);
            planning::version: read, (None, 1);
            planning::explained: read, (None);
            planning::diff: read, (None, 1, 1);
            planning::change: change, (None, &edit, None);
            planning::drop_override: change, (Id::derive(&["guard"]));
            planning::overrides: read, ();
            planning::roll_back: change, (None, &Slot::Weekday(1), None, None);
            planning::take_back: change, (None, 1);
            planning::bring_back: change, (None, 1);
            planning::answer_version: change, (None, 1, manual);
            planning::conflicts: read, (true);
            planning::open_conflicts: read, ();
            planning::disputes: read, (true);
            planning::settle: change, (Id::derive(&["conflict"]), manual);
            planning::named: read, ();
            planning::audit: read, (None);
            planning::trace: read, (&trace);
            proposals::list: read, (Filter::default());
            proposals::placed: read, (Filter::default());
            proposals::landed: read, (&[]);
            proposals::show: read, (Id::derive(&["proposal"]));
            proposals::decide: change, (&[]);
            session::show: read, (session);
            session::beside::beside: read, (session);
            session::beside::running: read, ();
            session::list: read, (today, today);
            session::events: read, (session);
            session::start::start: log, (session, AtGate::Skip);
            session::start::waiting: read, (session);
            session::log::log: log, (session, &[]);
            session::log::add_exercise: log, (session, Id::derive(&["performance"]), &key);
            session::finish::finish: log, (session, &Ending::default());
            session::finish::skip: log, (session, "");
            session::finish::take_modifier: change, (session, Id::derive(&["modifier"]));
            session::finish::outcome: read, (session);
            session::finish::decisions: read, (session);
            session::leave::leave: log, (session);
            settings::show: read, ();
            settings::put: change, (known.profile.clone());
            settings::set: change, ("days_per_week", "4");
            settings::set_consent: change, (subject, None, None);
            settings::set_exercise: change, (&key, ExerciseChange::default(), None);
            settings::put_location: change, (place.clone(), false, None);
            settings::remove_location: change, ("home", None);
            template::list: read, ();
            template::show: read, ("full_body-dumbbells");
            template::put: change, (None, template.clone(), None);
            template::remove: change, ("monday", None);
            template::block: read, ();
            template::start_block: change, (None);
            template::deload_now: change, (true);
            wellbeing::check_in: log, (known.check_in.clone());
            wellbeing::check_ins: read, (Instant::EPOCH);
            wellbeing::flags: read, ();
            wellbeing::set_flag: log, (sign.clone());
            wellbeing::clear_flag: log, (Id::derive(&["flag"]), "");
            workout::generate: read, (&wanted);
            workout::plan_session: change, (&wanted, &saving);
            workout::save: change, (&known.proposed, &saving);
            workout::open_slot: log, (today, None);
            workout::adapt::edit: change, (session, &anew, None);
            workout::adapt::edit: log, (session, &Fitting::default(), None);
            workout::adapt::why: read, (session);
        }
    });
    asked_of.extend(others.await);
    asked_of
}

/// What there is of the athlete to ask for.
struct Known {
    session: SessionId,
    today: domain::time::LocalDate,
    grant: Uuid,
    profile: settings::ProfileDocument,
    proposed: workout::Proposed,
    check_in: domain::wellbeing::CheckIn,
    day: overview::Day,
}

async fn known(person: &Person, grant: Uuid) -> Known {
    let (app, caller) = (&person.app, &person.caller);
    let session = person.begin(AtGate::AcceptAll).await.session.id;
    let mut check_in: domain::wellbeing::CheckIn = serde_json::from_str(CHECK_IN_EXAMPLE).unwrap();
    (check_in.athlete_id, check_in.at) = (caller.athlete, app.now());
    Known {
        session,
        today: app.now().local_date(&Zone::UTC),
        grant,
        profile: settings::show(app, caller).await.unwrap(),
        proposed: workout::generate(app, caller, &Wanted::default()).await.unwrap(),
        check_in,
        day: overview::day(app, caller, None).await.unwrap(),
    }
}

/// A coach whom the athlete allows these scopes.
async fn coach(person: &Person, login: &str, scopes: &[Scope]) -> (Caller, Uuid) {
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
    let scopes: BTreeSet<Scope> = scopes.iter().copied().collect();
    let asked = grant::ask(&person.app, account, "anna", scopes, None).await.unwrap();
    grant::confirm(&person.app, &person.caller, asked.id).await.unwrap();
    (Caller { account, athlete: person.caller.athlete }, asked.id)
}

#[test]
fn gl_7_who_has_no_right_learns_nothing() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (_, grant) = coach(&person, "carl", &[Scope::Read]).await;
        let known = known(&person, grant).await;
        let zone = Zone::new("Europe/Berlin").unwrap();
        let profile = Profile::new(TrainingAge::Beginner, Goal::Strength, MassUnit::Kg, zone);
        let (stranger, _) = account::create(&person.app, newcomer("bob", profile)).await.unwrap();
        let nobody = Caller { account: Id::derive(&["nobody"]), athlete: person.caller.athlete };
        let unknown = Caller { account: person.caller.account, athlete: Id::derive(&["unknown"]) };
        let bob = Caller { account: stranger, athlete: person.caller.athlete };
        for caller in [bob, nobody, unknown] {
            for (name, _, code) in walk(&person.app, &known, |_| caller).await {
                assert_eq!(code, Some("not_found"), "{name}");
            }
        }
    });
}

#[test]
fn gl_7_a_coach_may_do_what_was_granted_and_nothing_else() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (full, grant) = coach(&person, "all", Scope::ALL).await;
        let mut lacking = Vec::new();
        for scope in Scope::ALL {
            let others: Vec<Scope> = Scope::ALL.iter().copied().filter(|other| other != scope).collect();
            lacking.push((*scope, coach(&person, &format!("no-{scope}"), &others).await.0));
        }
        let known = known(&person, grant).await;
        let without = |needs: Needs| match needs {
            Needs::Grant(scope) => lacking.iter().find(|(lacked, _)| *lacked == scope).unwrap().1,
            Needs::Own => full,
        };
        for (name, needs, code) in walk(&person.app, &known, without).await {
            assert_eq!(code, Some("not_your_athlete"), "{name} without {needs:?}");
        }
        let refused = session::show(&person.app, &lacking[0].1, known.session).await.unwrap_err();
        assert_eq!((refused.code.name, refused.code.status), ("not_your_athlete", 403));
        // With the scope it is another matter.
        for (name, needs, code) in walk(&person.app, &known, |_| full).await {
            if needs != Needs::Own {
                assert_ne!(code, Some("not_your_athlete"), "{name} with every scope");
            }
        }
    });
}

#[test]
fn gl_7_every_use_case_for_an_athlete_is_asked() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/service");
    let found = use_cases(&folder, "");
    assert!(found.contains("session::log::log") && found.len() > 50, "{found:?}");
    let this = include_str!("access.rs");
    let halves = this.split("ask! { app, as_whom;").skip(1).take(2);
    let asked: BTreeSet<String> = halves
        .flat_map(|half| half.split("\n        }\n").next().unwrap().lines())
        .filter_map(|line| line.trim().split_once(": "))
        .map(|(name, _)| name.to_owned())
        .collect();
    let forgotten: Vec<_> = found.difference(&asked).collect();
    assert!(forgotten.is_empty(), "add these to the walk in {}: {forgotten:?}", file!());
    let gone: Vec<_> = asked.difference(&found).collect();
    assert!(gone.is_empty(), "these are no use cases: {gone:?}");
}

/// The public functions below a folder that take a caller, by their path below `service`.
fn use_cases(folder: &Path, module: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let inner = match name.as_str() {
            "mod" => module.to_owned(),
            name => format!("{module}{name}::"),
        };
        if path.is_dir() {
            found.extend(use_cases(&path, &inner));
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for function in text.split("\npub async fn ").skip(1) {
            let (name, rest) = function.split_once('(').unwrap();
            if rest.split(')').next().unwrap().contains("caller: &Caller") {
                found.insert(format!("{inner}{}", name.split('<').next().unwrap()));
            }
        }
    }
    found
}
