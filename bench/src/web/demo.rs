//! The demo athlete behind a server, with a session that runs and one to come, so that every page has something to show.

use std::net::{Ipv4Addr, SocketAddr};

use domain::{
    session::SessionStatus,
    time::{DateSpan, LocalDate, add_days},
};
use regimen::{
    api::{Options, Server, serve},
    problem::Problem,
    service::{
        app::{App, Caller, Place},
        demo, eating,
        jobs::{run::run_due, schedule::schedule},
        session::{
            self,
            start::{self, AtGate},
        },
        template,
        workout::{self, Saving, Wanted},
    },
};

use super::browser::Browser;
use crate::Failure;

const PASSWORD: &str = "seven quiet barbells";
/// A Monday: the day on which the demo athlete is looked at.
const TODAY: LocalDate = domain::time::LocalDate::constant(2026, 3, 9);

/// Pages and, in braces, what is filled in.
const PAGES: &[&str] = &[
    "/",
    "/sessions/{active}",
    "/sessions/{active}/swap?exercise={exercise}",
    "/sessions/{planned}/gate",
    "/sessions/{done}/summary",
    "/plan",
    "/plan/versions",
    "/progress",
    "/progress/{exercise}",
    "/progress/decisions",
    "/meals",
    "/meals/day/{date}",
    "/meals/day/{date}/{slot}/swap",
    "/meals/day/{date}/{slot}/instead",
    "/meals/recipes",
    "/meals/recipes/{recipe}",
    "/meals/shopping",
    "/meals/pantry",
    "/meals/targets",
    "/meals/profile",
    "/meals/times",
    "/meals/diary",
    "/welcome",
    "/more",
    "/more/profile",
    "/more/equipment",
    "/more/consent",
    "/more/exercises",
    "/more/exercises/{exercise}",
    "/more/templates",
    "/more/templates/{template}",
    "/more/wellbeing",
    "/more/account",
    "/more/data",
    "/more/grants",
];

/// A server with the demo athlete on it, as long as this lives.
pub(super) struct Demo {
    server: SocketAddr,
    names: Vec<(&'static str, String)>,
    _folder: tempfile::TempDir,
}

impl Demo {
    /// Lives twelve weeks and is served.
    pub(super) async fn live() -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        let place = Place::Sqlite(folder.path().join("regimen.db"));
        let app = App::open_scripted(&place, demo::begins(TODAY), 42).await?;
        let caller = demo::live(&app, TODAY, PASSWORD, |_, _| ()).await?;
        let names = names(&app, &caller).await?;
        // What the server has to do by itself is not part of a page.
        schedule(&app).await?;
        run_due(&app, app.uuid(), usize::MAX).await?;
        let listener = serve::bind((Ipv4Addr::LOCALHOST, 0).into()).await?;
        let server = listener.local_addr()?;
        tokio::spawn(serve::run(Server::new(app, Options::default()), listener, std::future::pending()));
        Ok(Self { server, names, _folder: folder })
    }

    /// The athlete's browser.
    pub(super) async fn browser(&self) -> Result<Browser, Failure> {
        Ok(Browser::sign_in(self.server, demo::LOGIN, PASSWORD).await?)
    }

    /// Every page with its address.
    pub(super) fn pages(&self) -> impl Iterator<Item = (&'static str, String)> {
        PAGES.iter().map(|&path| {
            let filled = self
                .names
                .iter()
                .fold(path.to_owned(), |path, (name, value)| path.replace(&format!("{{{name}}}"), value));
            (path, filled)
        })
    }
}

/// What stands in the braces.
async fn names(app: &App, caller: &Caller) -> Result<Vec<(&'static str, String)>, Problem> {
    let all = session::list(app, caller, add_days(TODAY, -28), TODAY).await?;
    let done = all.iter().rfind(|row| row.session.status == SessionStatus::Done);
    let bonus = Saving { bonus: true, ..Saving::default() };
    let wanted = |intent: &str| Wanted { intent: Some(intent.to_owned()), ..Wanted::default() };
    let active = workout::plan_session(app, caller, &wanted("full_body"), &bonus).await?;
    start::start(app, caller, active.session.id, AtGate::Skip).await?;
    let planned = workout::plan_session(app, caller, &wanted("upper"), &bonus).await?;
    let week = DateSpan { from: TODAY, to: add_days(TODAY, 6) };
    let meals = eating::view::show(app, caller, week).await?.plan;
    let templates = template::list(app, caller).await?;
    let exercise = active.session.exercises.first().map(|one| one.exercise_key.to_string());
    let meal = meals.last().map(|row| &row.item);
    let known = [
        ("done", done.map(|row| row.session.id.to_string())),
        ("active", Some(active.session.id.to_string())),
        ("planned", Some(planned.session.id.to_string())),
        ("exercise", exercise),
        ("date", meal.map(|meal| meal.date.to_string())),
        ("slot", meal.map(|meal| meal.slot.to_string())),
        ("recipe", meal.map(|meal| meal.recipe_id.to_string())),
        ("template", templates.first().map(|one| one.id.clone())),
    ];
    Ok(known.into_iter().filter_map(|(name, value)| Some((name, value?))).collect())
}
