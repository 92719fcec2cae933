//! Commands on the store: where it is, who asks, and how a use case is run from a terminal.

use std::path::PathBuf;

use super::Ctx;
use crate::{
    api::health::reachable,
    config::{Value, place},
    problem::Problem,
    service::{
        account,
        app::{App, Caller, Place, torn_at},
        dialog::Talks,
        flow::Planners,
        kpi::gate::IntentDefault,
        outside::Outside,
    },
};

/// Who acts, and where everything is kept.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Who {
    /// Act as this account; not needed where there is only one
    #[arg(id = "acting_as", long = "as", global = true, value_name = "LOGIN", help_heading = super::GLOBAL)]
    pub(super) login: Option<String>,
    /// Act for this athlete, who has allowed it to their coach
    #[arg(id = "acting_for", long = "for", global = true, value_name = "LOGIN", help_heading = super::GLOBAL)]
    pub(super) athlete: Option<String>,
}

impl Who {
    /// Whether nobody was named.
    pub(super) const fn is_anybody(&self) -> bool {
        self.login.is_none() && self.athlete.is_none()
    }
}

impl Ctx<'_> {
    /// Where everything is kept: the database that is named, else a file in the data folder.
    pub(super) fn place(&self) -> Result<Place, Problem> {
        let config = self.sources.config(self.environment)?;
        let value = |key: &str| {
            let entry = config.entries.iter().find(|entry| entry.setting.key == key);
            entry.and_then(|entry| entry.value.clone())
        };
        let database = match value("database_url") {
            Some(Value::Text(url)) => place::database(&url),
            _ => None,
        };
        let folder = match value("data") {
            Some(Value::Path(folder)) => folder,
            _ => PathBuf::new(),
        };
        Ok(database.unwrap_or_else(|| Place::Sqlite(folder.join(place::FILE))))
    }

    /// Whether anything is kept there yet; a database is asked when it is needed.
    pub(super) fn has_store(&self) -> Result<bool, Problem> {
        Ok(match self.place()? {
            Place::Sqlite(file) => file.exists(),
            Place::Postgres(_) => true,
        })
    }

    /// The address that people type: the public one, else where the server listens.
    pub(super) fn url(&self) -> Result<String, Problem> {
        let config = self.sources.config(self.environment)?;
        let value = |key: &str| {
            let entry = config.entries.iter().find(|entry| entry.setting.key == key);
            entry.and_then(|entry| entry.value.as_ref()).map(ToString::to_string)
        };
        let public = value("public_url").map(|url| url.trim_end_matches('/').to_owned());
        let listen = value("listen").unwrap_or_default();
        let listen = listen.parse().map_or(listen, |listen| reachable(listen).to_string());
        Ok(public.unwrap_or_else(|| format!("http://{listen}")))
    }

    /// Opens the store, which is there, and runs a use case on it.
    pub(super) fn on_store<T>(
        &self,
        work: impl AsyncFnOnce(&App) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.on(App::open_existing, work)
    }

    /// The same for what begins something: what is not there yet is made.
    pub(super) fn on_new_store<T>(
        &self,
        work: impl AsyncFnOnce(&App) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.on(App::open, work)
    }

    fn on<T>(
        &self,
        open: impl AsyncFnOnce(&Place) -> Result<App, Problem>,
        work: impl AsyncFnOnce(&App) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let place = self.place()?;
        let config = self.sources.config(self.environment)?;
        let (planners, outside) = (Planners::read(&config)?, Outside::read(&config)?);
        let (intent_default, talks) = (IntentDefault::read(&config), Talks::read(&config)?);
        super::output::runtime()?.block_on(async {
            let app = open(&place).await?.with_planners(planners).with_outside(outside);
            let app = app.with_intent_default(intent_default).with_talks(talks);
            let done = work(&app).await;
            app.close().await;
            done.map_err(|problem| torn_at(&place, problem))
        })
    }

    /// Opens the store and runs a use case on it, for the athlete of the account that is named.
    pub(super) fn for_athlete<T>(
        &self,
        who: &Who,
        work: impl AsyncFnOnce(&App, &Caller) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.on_store(async |app| {
            let login = who.login.as_deref();
            let caller = match &who.athlete {
                Some(athlete) => account::caller_for(app, login, athlete).await?,
                None => account::caller(app, login).await?,
            };
            work(app, &caller).await
        })
    }
}
