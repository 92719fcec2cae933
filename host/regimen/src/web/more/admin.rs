//! `/more/admin`: accounts, links and jobs, for who administers; nothing of what people train or eat (AC-11).

use askama::Template;
use domain::time::Instant;
use serde_json::json;

use super::control::{Chips, Opt};
use assistant::model::breaker::BreakerState;

use crate::{
    api::endpoint::Input,
    llm::Step,
    meal_reader::called,
    problem::{Problem, ROLE_NEEDED},
    service::{
        access::link::SignUp,
        account::{
            AccountRole, AccountState,
            admin::{self, Listed, Operator},
        },
        eating::sharing::{self, Waiting},
        flow::{self, ModelStatus},
        jobs, maintenance, standing,
    },
    texts::Fact,
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/admin.html")]
struct Page<'a> {
    at: &'a Visit,
    accounts: Vec<AccountRow>,
    jobs: Vec<JobRow>,
    /// When backups were made, with their rows.
    backups: Vec<(String, String)>,
    offers: Vec<OfferRow>,
    /// What is shared with everybody: name, kind, and its path below the call that stops it.
    shared: Vec<(String, String, String)>,
    /// What Prometheus gets of training: name, what it is narrowed to, value.
    figures: Vec<(&'static str, String, String)>,
    roles: Chips,
    can_invite: bool,
    model: ModelStatus,
    /// How the breaker of each step stands: step, state, whether it is shut.
    breakers: Vec<(String, String, bool)>,
}

struct AccountRow {
    id: String,
    login: String,
    name: String,
    roles: String,
    state: String,
    seen: String,
    is_active: bool,
    is_self: bool,
    /// What is sent to disable or enable it, and to give or take roles: text and body.
    other_state: String,
    changes: Vec<(&'static str, String)>,
}

struct OfferRow {
    id: String,
    name: String,
    /// What it is, since when, and whether it would replace a shared one.
    line: String,
}

struct JobRow {
    name: &'static str,
    spec: String,
    next: String,
    last: String,
    waiting: i64,
    running: i64,
    dead: i64,
}

/// The installation.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    if !at.is_administrator() {
        let role = Fact::word("role", AccountRole::Administrator);
        return Err(Problem::new(ROLE_NEEDED).fact("role", role));
    }
    let accounts = admin::list(at.app(), Operator::Account(at.visitor.account)).await?;
    let (standings, _) = jobs::list(at.app()).await?;
    let reader = at.reader();
    let when = |moment: Option<Instant>| moment.map_or_else(|| "–".to_owned(), |when| at.viewer().time(when));
    let job = |one: jobs::Standing| JobRow {
        name: one.name,
        spec: one.spec.to_string(),
        next: one.next.map_or_else(|| reader.text("jobs-when-needed"), |next| at.viewer().time(next)),
        last: when(one.last_success),
        waiting: one.waiting,
        running: one.running,
        dead: one.dead,
    };
    let backups = maintenance::backups(at.app()).await?;
    let operator = Operator::Account(at.visitor.account);
    let offers = sharing::waiting(at.app(), operator).await?;
    let shared = sharing::shared(at.app(), operator).await?;
    let figures = standing::gauges(at.app(), at.server.options.small_metrics).await?;
    let model = flow::status(at.app());
    let breaker = |(step, state): (&Step, &BreakerState)| {
        let is_well = *state == BreakerState::Closed;
        (reader.word("web-model-step", step), reader.word("web-breaker", state), is_well)
    };
    let roles = Opt::words(&at, "web-role", AccountRole::ALL, |one| one == AccountRole::Athlete);
    html(&Page {
        accounts: accounts.into_iter().map(|one| account(&at, one)).collect(),
        jobs: standings.into_iter().map(job).collect(),
        backups: backups
            .iter()
            .map(|one| (when(one.at), one.rows.map_or(0, |rows| rows).to_string()))
            .collect(),
        offers: offers.iter().map(|one| offer(&at, one)).collect(),
        shared: shared
            .iter()
            .map(|one| {
                let name = called(&one.name, at.lang()).to_owned();
                (name, reader.word("thing", one.kind), format!("{}s/{}", one.kind, one.key))
            })
            .collect(),
        figures: figures.into_iter().map(figure).collect(),
        roles: Chips { legend: at.t("web-admin-roles"), name: "roles", options: roles },
        can_invite: at.server.options.sign_up != SignUp::Closed,
        breakers: model.breakers.iter().map(breaker).collect(),
        model,
        at: &at,
    })
}

fn offer(at: &Visit, one: &Waiting) -> OfferRow {
    let named = one.offer.entry.named();
    let parts = [
        Some(at.word("thing", named.kind())),
        Some(named.key().to_owned()),
        Some(at.viewer().time(one.offer.offered_at)),
        one.replaces.then(|| at.t("web-admin-replaces")),
    ];
    OfferRow {
        id: one.offer.id.to_string(),
        name: called(one.offer.entry.name(), at.lang()).to_owned(),
        line: parts.into_iter().flatten().collect::<Vec<_>>().join(" · "),
    }
}

fn figure(one: standing::Gauge) -> (&'static str, String, String) {
    let labels: Vec<_> = one.labels.into_iter().map(|(_, value)| value).collect();
    (one.name, labels.join(" "), format!("{:.3}", one.value))
}

fn account(at: &Visit, one: Listed) -> AccountRow {
    let reader = at.reader();
    let is_active = one.state == AccountState::Active.as_str();
    let other = if is_active { AccountState::Disabled } else { AccountState::Active };
    let change = |role: AccountRole, give: &'static str, take: &'static str| {
        let has = one.roles.contains(&role);
        let others = one.roles.iter().filter(|known| **known != role && **known != AccountRole::Athlete);
        let roles: Vec<_> = others.copied().chain((!has).then_some(role)).collect();
        (if has { take } else { give }, json!({ "roles": roles }).to_string())
    };
    AccountRow {
        id: one.id.to_string(),
        roles: reader.words("role", &one.roles),
        state: reader.word("account_state", &one.state),
        seen: one.last_seen_day.map_or_else(|| "–".to_owned(), |day| at.viewer().day(day)),
        is_active,
        is_self: one.id == at.visitor.account,
        other_state: json!({ "state": other }).to_string(),
        changes: vec![
            change(AccountRole::Coach, "web-admin-make-coach", "web-admin-no-coach"),
            change(AccountRole::Administrator, "web-admin-make-admin", "web-admin-no-admin"),
        ],
        name: one.display_name,
        login: one.login,
    }
}
