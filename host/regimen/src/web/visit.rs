//! Who looks at a page, for whom, and in which words.

use std::{borrow::Cow, sync::Arc};

use axum::{
    http::{Uri, request::Parts},
    response::{IntoResponse, Response},
};
use domain::{
    exercise::TrainingAge,
    id::Id,
    person::Athlete,
    quantity::MassUnit,
    reason::Fact,
    time::{LocalDate, Zone},
    voice::Voice,
};
use training::{catalog::Catalog, prescribe::goal::Goal};
use uuid::Uuid;

use super::{asset, entry, see};
use crate::{
    api::{
        Server,
        call::{PathFields, Request, language},
        gate,
    },
    problem::Problem,
    reader::Reader,
    service::{
        access::Visitor,
        account::AccountRole,
        app::{App, Caller},
        overview::{self, Ground},
        profile::Profile,
    },
    texts::Locale,
    viewer::Viewer,
};

/// The cookie by which a coach says at whom they look; access is asked of the store as ever.
const ATHLETE: &str = "regimen-athlete";

/// The cookie with the look that was chosen on this device.
const THEME: &str = "regimen-theme";

/// Below it are the pages that somebody may open who does not train here.
const OWN_PAGES: &str = "/more";

/// Somebody who looks at a page.
pub(super) struct Visit {
    pub(super) server: Arc<Server>,
    pub(super) visitor: Visitor,
    /// For whom they look.
    pub(super) caller: Caller,
    /// What the athlete has told and set.
    pub(super) profile: Profile,
    /// The date on which the athlete lives.
    pub(super) today: LocalDate,
    lang: Locale,
    catalog: Cow<'static, Catalog>,
    /// The look that was chosen over that of the system.
    theme: Option<&'static str>,
    has_athlete: bool,
    uri: Uri,
}

/// What a template may put in a text; templates give references.
pub(super) trait Told {
    fn fact(&self) -> Fact;
}

impl<T: Told + ?Sized> Told for &T {
    fn fact(&self) -> Fact {
        (**self).fact()
    }
}

impl Told for str {
    fn fact(&self) -> Fact {
        self.into()
    }
}

impl Told for String {
    fn fact(&self) -> Fact {
        self.as_str().into()
    }
}

macro_rules! told {
    ($($number:ty)+) => {$(
        impl Told for $number {
            fn fact(&self) -> Fact {
                (*self).into()
            }
        }
    )+};
}
told!(u32 i64 usize LocalDate);

/// Why there is no visit.
pub(super) enum Refused {
    /// Nobody is signed in.
    SignIn(String),
    /// Somebody who does not train here looks at nobody.
    NoAthlete,
    /// Something else.
    Problem(Problem, Locale),
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        match self {
            Self::SignIn(path) => see(&path),
            Self::NoAthlete => see("/more/athletes"),
            Self::Problem(problem, lang) => entry::trouble(&problem, lang),
        }
    }
}

impl Visit {
    /// Asks who it is; the rest of the request is for the page to read.
    pub(super) async fn of(server: Arc<Server>, parts: &mut Parts) -> Result<(Self, Request), Refused> {
        let origin = gate::origin(&server, parts);
        let refuse = |problem| Refused::Problem(problem, language(None, &parts.headers));
        let visitor = gate::visitor(&server, parts, &origin).await.map_err(refuse)?;
        let Some(visitor) = visitor else {
            server.set_up().await.map_err(refuse)?;
            return Err(Refused::SignIn(format!("/sign-in?next={}", parts.uri.path())));
        };
        let lang = language(Some(&visitor), &parts.headers);
        let named = gate::cookie(&parts.headers, ATHLETE).and_then(|value| value.reveal().parse().ok());
        let named = named.map(Id::<Athlete>::from_uuid).filter(|id| visitor.athlete != Some(*id));
        let open = |named| Self::open(Arc::clone(&server), visitor.clone(), named, lang, parts);
        let visit = match open(named).await {
            // Whoever took a grant back is not looked at any more.
            Err(problem) if named.is_some() && problem.code.status == 404 => open(None).await,
            opened => opened,
        };
        let visit = visit.map_err(|problem| Refused::Problem(problem, lang))?;
        if !visit.has_athlete && !visit.is_at(OWN_PAGES) {
            return Err(Refused::NoAthlete);
        }
        let path = PathFields::of(parts).await;
        Ok((visit, Request { parts: parts.clone(), body: Vec::new(), path }))
    }

    async fn open(
        server: Arc<Server>,
        visitor: Visitor,
        named: Option<Id<Athlete>>,
        lang: Locale,
        parts: &Parts,
    ) -> Result<Self, Problem> {
        let theme = gate::cookie(&parts.headers, THEME).and_then(|theme| match theme.reveal() {
            "light" => Some("light"),
            "dark" => Some("dark"),
            _ => None,
        });
        let uri = parts.uri.clone();
        if named.or(visitor.athlete).is_none() {
            // Nobody has this id, so whatever is asked of them is not found.
            let caller = Caller { account: visitor.account, athlete: Id::from_uuid(Uuid::nil()) };
            let profile = Profile::new(TrainingAge::Beginner, Goal::GeneralHealth, MassUnit::Kg, Zone::UTC);
            let today = server.app.now().local_date(&profile.zone);
            let catalog = Cow::Borrowed(Catalog::embedded());
            let has_athlete = false;
            return Ok(Self {
                server,
                visitor,
                caller,
                profile,
                today,
                lang,
                catalog,
                theme,
                has_athlete,
                uri,
            });
        }
        let caller = visitor.caller(named)?;
        let Ground { profile, catalog, today } = overview::ground(&server.app, &caller).await?;
        let has_athlete = true;
        Ok(Self { server, visitor, caller, profile, today, lang, catalog, theme, has_athlete, uri })
    }

    pub(super) fn app(&self) -> &App {
        &self.server.app
    }

    pub(super) const fn lang(&self) -> Locale {
        self.lang
    }

    /// The language, as HTML names it.
    pub(super) const fn locale(&self) -> &'static str {
        self.lang.as_str()
    }

    /// The exercises to choose from.
    pub(super) fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The look that was chosen over that of the system.
    pub(super) const fn theme(&self) -> Option<&'static str> {
        self.theme
    }

    /// Whether somebody who trains is looked at.
    pub(super) const fn has_athlete(&self) -> bool {
        self.has_athlete
    }

    /// The reader: their words, units and zone, and the names of exercises.
    pub(super) fn reader(&self) -> Reader<'_> {
        let voice = Voice { locale: self.lang, unit: self.profile.units, zone: self.profile.zone.clone() };
        Reader::with(voice, &self.catalog)
    }

    /// The reader on the athlete's day.
    pub(super) fn viewer(&self) -> Viewer<'_> {
        Viewer::new(self.reader(), self.today)
    }

    /// The text of this id.
    pub(super) fn t(&self, id: &str) -> String {
        self.reader().text(id)
    }

    /// The text of this id with one fact in it.
    pub(super) fn t1(&self, id: &str, name: &'static str, fact: impl Told) -> String {
        self.reader().text_with(id, [(name, fact.fact())])
    }

    /// A word of a vocabulary.
    pub(super) fn word(&self, kind: &str, word: impl std::fmt::Display) -> String {
        self.reader().word(kind, word)
    }

    /// Every exercise that can be chosen, key and name, by name.
    pub(super) fn exercises(&self) -> Vec<(String, String)> {
        let reader = self.reader();
        let all = self.catalog.exercises().iter();
        let mut all: Vec<_> = all.map(|one| (one.id.to_string(), reader.name_of(one).to_owned())).collect();
        all.sort_by(|(_, one), (_, other)| one.cmp(other));
        all
    }

    /// Where a file of the app is.
    #[expect(clippy::unused_self, reason = "templates ask the visit")]
    pub(super) fn asset(&self, name: &str) -> String {
        asset::path(name)
    }

    /// An icon, to be written as it is.
    #[expect(clippy::unused_self, reason = "templates ask the visit")]
    pub(super) fn icon(&self, name: &str) -> String {
        format!(
            "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"{}#{name}\"/></svg>",
            asset::path("icons.svg")
        )
    }

    /// Whether the page is this one or below it.
    pub(super) fn is_at(&self, path: &str) -> bool {
        let here = self.uri.path();
        here == path || (path != "/" && here.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
    }

    /// The unit of loads, as scripts read it.
    pub(super) const fn unit(&self) -> &'static str {
        match self.profile.units {
            MassUnit::Kg => "kg",
            MassUnit::Lb => "lb",
        }
    }

    /// The athlete that a coach looks at; scripts send it along.
    pub(super) fn athlete(&self) -> Option<String> {
        let is_other = self.has_athlete && self.visitor.athlete != Some(self.caller.athlete);
        is_other.then(|| self.caller.athlete.to_string())
    }

    /// Whether the visitor administers.
    pub(super) fn is_administrator(&self) -> bool {
        self.visitor.roles.contains(&AccountRole::Administrator)
    }
}
