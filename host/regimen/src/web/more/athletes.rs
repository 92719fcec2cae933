//! `/more/athletes`: the athletes of a coach, how each stands, and who was asked (AC-9).

use askama::Template;
use domain::session::SessionStatus;

use super::control::{Chips, Opt};
use crate::{
    api::endpoint::Input,
    problem::{Problem, ROLE_NEEDED},
    reader::capital,
    service::{
        account::AccountRole,
        app::Scope,
        grant::{self, GrantState},
        roster::{self, Coached, Standing},
    },
    texts::Fact,
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/athletes.html")]
struct Page<'a> {
    at: &'a Visit,
    athletes: Vec<Card>,
    /// Who has not answered yet: the grant and the login.
    asked: Vec<(String, String)>,
    scopes: Chips,
}

struct Card {
    id: String,
    login: String,
    name: String,
    scopes: String,
    until: String,
    standing: Option<Shown>,
}

/// How an athlete stands, in words.
struct Shown {
    today: String,
    last: String,
    /// Sessions of the last seven days, and how many are wanted.
    done: usize,
    wanted: u8,
    flags: Vec<String>,
    /// How many proposals wait, where any does.
    open: Option<String>,
}

/// The athletes who allow it.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    if !at.visitor.roles.contains(&AccountRole::Coach) {
        return Err(Problem::new(ROLE_NEEDED).fact("role", Fact::word("role", AccountRole::Coach)));
    }
    let athletes = roster::roster(at.app(), at.visitor.account, |_| true).await?;
    let grants = grant::list_of_coach(at.app(), at.visitor.account).await?;
    let asked = grants.into_iter().filter(|one| one.state == GrantState::Asked);
    let scopes = Opt::words(&at, "web-scope", Scope::ALL, |_| true);
    html(&Page {
        athletes: athletes.iter().map(|one| card(&at, one)).collect(),
        asked: asked.map(|one| (one.id.to_string(), one.athlete)).collect(),
        scopes: Chips { legend: at.t("web-athletes-scopes"), name: "scopes", options: scopes },
        at: &at,
    })
}

fn card(at: &Visit, one: &Coached) -> Card {
    let until = one.until.map(|until| until.local_date(&at.profile.zone));
    Card {
        id: one.athlete_id.to_string(),
        name: one.standing.as_ref().map_or_else(|| one.login.clone(), |known| known.display_name.clone()),
        login: one.login.clone(),
        scopes: at.reader().words("web-scope", &one.scopes),
        until: until.map_or_else(String::new, |day| at.t1("grants-until", "date", day)),
        standing: one.standing.as_ref().map(|standing| shown(at, standing)),
    }
}

fn shown(at: &Visit, standing: &Standing) -> Shown {
    let reader = at.reader();
    let flags = standing.flags.iter().map(|flag| {
        let about = flag.area.map(|area| reader.word("area", area));
        let about = about.or(flag.exercise_key.as_ref().map(|key| reader.name(key).to_owned()));
        let about = about.map(|about| format!(": {about}")).unwrap_or_default();
        capital(&format!("{}{about}", reader.word("flag", flag.kind)))
    });
    let today = match standing.today {
        None => "none",
        Some(SessionStatus::Done | SessionStatus::Summary) => "done",
        Some(SessionStatus::Planned) => "planned",
        Some(SessionStatus::Active) => "running",
        Some(SessionStatus::Skipped) => "skipped",
    };
    let last = standing.last_session;
    Shown {
        today: at.word("web-athletes-today", today),
        last: last.map_or_else(|| at.t("web-athletes-never"), |day| at.viewer().day(day)),
        done: standing.done_in_week,
        wanted: standing.days_per_week,
        flags: flags.collect(),
        open: (standing.open_proposals > 0)
            .then(|| at.t1("web-athletes-open", "count", standing.open_proposals)),
    }
}
