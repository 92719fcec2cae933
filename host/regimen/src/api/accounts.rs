//! Accounts: set-up, sign-in, sessions, tokens, administration (AC-1..AC-12, calls of AC-14).

use std::collections::BTreeSet;

use axum::http::header;
use domain::{exercise::TrainingAge, id::Id, person::Account as AccountId, quantity::MassUnit, time::Zone};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use training::prescribe::goal::Goal;
use uuid::Uuid;

use super::{
    answer::{Done, Made, Shown, With},
    call::Call,
    edit::Edit,
    endpoint::{ById, Endpoint, Input, Needs, Nothing, delete, get, patch, post, put},
    part::{Page, Part},
    refusal,
};
use crate::{
    problem::{HTTPS_NEEDED, LINK_INVALID, Problem, SIGN_UP_CLOSED, WRONG_PASSWORD},
    service::{
        access::{
            Me,
            identity::{self, LinkedIdentity},
            link::{self, Link, SignUp},
            secret::Secret,
            session::{self, Device, OpenSession},
            token::{self, MadeToken, NewToken, Token},
        },
        account::{
            self, Account, AccountRole, NewAccount,
            admin::{self, AccountChange, Listed},
            own::{self, OwnChange},
        },
        profile::{Language, Profile},
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    use Needs::{Administrator, Nothing as Anybody, Session, Visitor};
    vec![
        post("/setup", "AC-2", Anybody, "Make the first account, which administers", set_up)
            .refused_with(refusal::SET_UP)
            .example(|| {
                json!({ "code": "the code of the link", "login": "anna", "password": "correct horse battery staple",
                        "profile": { "training_age": "intermediate", "goal": "hypertrophy", "units": "kg", "zone": "Europe/Berlin" } })
            }),
        post("/sign-up", "AC-3", Anybody, "Make an account, where that is allowed", sign_up)
            .refused_with(refusal::LINK)
            .example(|| {
                json!({ "code": "the code of an invitation", "login": "bob", "password": "correct horse battery staple" })
            }),
        post("/sign-in", "AC-5", Anybody, "Open a session of a browser", sign_in)
            .refused_with(refusal::THROTTLED)
            .example(|| json!({ "login": "anna", "password": "correct horse battery staple" })),
        post("/sign-out", "AC-5", Visitor, "End this session", sign_out),
        post("/password-reset", "AC-4", Anybody, "Take another password by a link", reset)
            .refused_with(refusal::LINK)
            .example(|| json!({ "code": "the code of the link", "password": "correct horse battery staple" })),
        get("/me", "AC-5", Visitor, "Who is signed in", me),
        put("/me", "AC-1", Session, "What to be called, and in which language", describe)
            .example(|| json!({ "display_name": "Anna", "locale": "ru" })),
        get("/me/sessions", "AC-5", Session, "Sessions of browsers that are open", sessions),
        delete("/me/sessions/{id}", "AC-5", Session, "End a session", end_session),
        put("/me/password", "AC-4", Session, "Take another password", password)
            .taking_password()
            .refused_with(&[412, 429])
            .example(|| json!({ "old": "correct horse battery staple", "new": "another good long password" })),
        get("/me/identities", "AC-10", Session, "Who signs in as you at an identity provider", identities),
        delete("/me/identities/{id}", "AC-10", Session, "Take such a person off", unlink),
        get("/me/tokens", "AC-7", Session, "Tokens of programs", tokens),
        post("/me/tokens", "AC-7", Session, "Make a token; it is shown once", new_token)
            .showing_secret()
            .example(|| json!({ "name": "watch", "scopes": ["read", "log"], "days": 90 })),
        delete("/me/tokens/{id}", "AC-7", Session, "Take a token back", revoke_token),
        get("/admin/accounts", "AC-11", Administrator, "All accounts", accounts),
        post("/admin/accounts", "AC-11", Administrator, "Make an account for somebody", new_account)
            .taking_password()
            .example(|| {
                json!({ "login": "carl", "password": "correct horse battery staple", "roles": ["coach"] })
            }),
        patch("/admin/accounts/{id}", "AC-11", Administrator, "Disable an account, or give it other roles", change)
            .revised()
            .example(|| json!({ "state": "disabled" })),
        delete("/admin/accounts/{id}", "AC-12", Administrator, "Delete an account with all that is theirs", remove),
        post("/admin/accounts/{id}/reset", "AC-4", Administrator, "A link to take another password", reset_link)
            .showing_secret(),
        post("/admin/invites", "AC-3", Administrator, "A link to join", invite)
            .showing_secret()
            .example(|| json!({ "roles": ["athlete"] })),
    ]
}

/// What somebody tells who comes: enough to train tomorrow.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Newcomer {
    /// The name to sign in with: 3..64 characters.
    login: String,
    /// 8..128 characters (AC-4).
    password: String,
    /// The code of the link.
    #[serde(default)]
    code: Option<String>,
    /// What to be called; else the login.
    #[serde(default)]
    display_name: Option<String>,
    /// The language of texts.
    #[serde(default = "auto")]
    locale: Language,
    /// Experience, goal, unit and zone of who trains.
    #[serde(default)]
    profile: Beginning,
    /// What the account may do; an administrator says so.
    #[serde(default)]
    roles: BTreeSet<AccountRole>,
}

const fn auto() -> Language {
    Language::Auto
}

/// The four answers that a profile begins with.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Beginning {
    /// Experience.
    training_age: TrainingAge,
    /// What to train for.
    goal: Goal,
    /// The unit of loads.
    units: MassUnit,
    /// Where one lives.
    zone: Zone,
}

impl Default for Beginning {
    fn default() -> Self {
        let (training_age, goal) = (TrainingAge::Beginner, Goal::GeneralHealth);
        Self { training_age, goal, units: MassUnit::Kg, zone: Zone::UTC }
    }
}

impl Newcomer {
    fn account(&self, roles: BTreeSet<AccountRole>) -> NewAccount {
        let begun = &self.profile;
        let profile = roles.contains(&AccountRole::Athlete);
        NewAccount {
            login: self.login.clone(),
            profile: profile
                .then(|| Profile::new(begun.training_age, begun.goal, begun.units, begun.zone.clone())),
            account: Account {
                display_name: self.display_name.clone().unwrap_or_else(|| self.login.clone()),
                password: None,
                roles,
                locale: self.locale,
                last_seen_day: None,
                deleted_at: None,
            },
        }
    }
}

/// A session that was opened: who it is, and the cookie.
type Opened = With<Shown<Me>>;

async fn set_up(call: Call, input: Input<Nothing, Nothing, Newcomer>) -> Result<Opened, Problem> {
    secure(&call)?;
    let new = input.body;
    let code = new.code.clone().unwrap_or_default();
    let made = throttled(&call, None, async {
        link::set_up(call.app(), &code, new.account(BTreeSet::from([AccountRole::Athlete])), &new.password)
            .await
    });
    opened(&call, Box::pin(made).await?).await
}

async fn sign_up(call: Call, input: Input<Nothing, Nothing, Newcomer>) -> Result<Opened, Problem> {
    secure(&call)?;
    call.server.set_up().await?;
    let new = input.body;
    let mode = call.server.options.sign_up;
    let made = throttled(&call, None, async {
        let account = new.account(BTreeSet::from([AccountRole::Athlete]));
        link::sign_up(call.app(), mode, new.code.as_deref(), account, &new.password).await
    });
    opened(&call, Box::pin(made).await?).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Credentials {
    /// The name to sign in with.
    login: String,
    /// The password.
    password: String,
}

async fn sign_in(call: Call, input: Input<Nothing, Nothing, Credentials>) -> Result<Opened, Problem> {
    secure(&call)?;
    call.server.set_up().await?;
    let Credentials { login, password } = input.body;
    // A login that cannot be is as unknown as one that is not.
    let known = account::login(&login).unwrap_or_default();
    let proved =
        throttled(&call, Some(&known), async { account::prove(call.app(), &login, &password).await });
    let account = proved.await?;
    call.server.throttle.succeeded(&known);
    opened(&call, account).await
}

async fn sign_out(call: Call, _: Input) -> Result<With<Done>, Problem> {
    if let Some(id) = call.session() {
        session::end(call.app(), call.account()?, id).await?;
    }
    Ok(With(Done, vec![(header::SET_COOKIE, cookie(&call, "", 0))]))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Reset {
    /// The code of the link.
    code: String,
    /// The new password.
    password: String,
}

async fn reset(call: Call, input: Input<Nothing, Nothing, Reset>) -> Result<Done, Problem> {
    secure(&call)?;
    let Reset { code, password } = input.body;
    throttled(&call, None, async { link::reset(call.app(), &code, &password).await }).await?;
    Ok(Done)
}

async fn me(call: Call, _: Input) -> Result<Shown<Me>, Problem> {
    Ok(Shown(call.visitor()?.me()))
}

async fn describe(call: Call, input: Input<Nothing, Nothing, OwnChange>) -> Result<Shown<Me>, Problem> {
    let changed = own::change(call.app(), call.account()?, input.body).await?;
    let (display_name, locale) = (changed.display_name, changed.locale);
    Ok(Shown(Me { display_name, locale, ..call.visitor()?.me() }))
}

async fn sessions(call: Call, _: Input) -> Result<Shown<Vec<OpenSession>>, Problem> {
    Ok(Shown(session::list(call.app(), call.account()?, call.session()).await?))
}

async fn end_session(call: Call, input: Input<ById<Uuid>>) -> Result<Done, Problem> {
    session::end(call.app(), call.account()?, input.path.id).await?;
    Ok(Done)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Passwords {
    /// The password so far.
    old: String,
    /// The password from now on.
    new: String,
}

async fn password(call: Call, input: Input<Nothing, Nothing, Passwords>) -> Result<Done, Problem> {
    let Passwords { old, new } = input.body;
    let login = call.visitor()?.login.clone();
    throttled(&call, Some(&login), async {
        account::change_password(call.app(), call.account()?, &old, &new, call.session()).await
    })
    .await?;
    Ok(Done)
}

async fn identities(call: Call, _: Input) -> Result<Shown<Vec<LinkedIdentity>>, Problem> {
    Ok(Shown(identity::list(call.app(), call.account()?).await?))
}

async fn unlink(call: Call, input: Input<ById<Uuid>>) -> Result<Done, Problem> {
    identity::unlink(call.app(), call.account()?, input.path.id).await?;
    Ok(Done)
}

async fn tokens(call: Call, _: Input) -> Result<Shown<Vec<Token>>, Problem> {
    Ok(Shown(token::list(call.app(), call.account()?).await?))
}

async fn new_token(call: Call, input: Input<Nothing, Nothing, NewToken>) -> Result<Made<MadeToken>, Problem> {
    Ok(Made(token::create(call.app(), call.account()?, input.body).await?))
}

async fn revoke_token(call: Call, input: Input<ById<Uuid>>) -> Result<Done, Problem> {
    token::revoke(call.app(), call.account()?, input.path.id).await?;
    Ok(Done)
}

async fn accounts(call: Call, input: Input<Nothing, Part>) -> Result<Shown<Page<Listed>>, Problem> {
    let Part { cursor, limit } = input.query;
    let all = admin::list(call.app(), call.operator()?).await?;
    Ok(Shown(Page::of(all, cursor.as_deref(), limit, |one| one.login.clone())?))
}

async fn new_account(call: Call, input: Input<Nothing, Nothing, Newcomer>) -> Result<Made<Listed>, Problem> {
    let new = input.body;
    let roles = if new.roles.is_empty() { BTreeSet::from([AccountRole::Athlete]) } else { new.roles.clone() };
    let (id, _) = account::register(call.app(), new.account(roles), &new.password).await?;
    Ok(Made(admin::show(call.app(), call.operator()?, id).await?))
}

async fn change(
    call: Call,
    input: Input<ById<Id<AccountId>>, Nothing, Edit<AccountChange>>,
) -> Result<Shown<Listed>, Problem> {
    let (app, operator) = (call.app(), call.operator()?);
    let row = admin::show(app, operator, input.path.id).await?;
    let Edit { entity, revision, .. } = input.body;
    Ok(Shown(admin::change(app, operator, &row.login, &entity, call.expects(revision)).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Confirmed {
    /// The login again, so that it is meant.
    #[serde(default)]
    confirm: String,
}

async fn remove(call: Call, input: Input<ById<Id<AccountId>>, Confirmed>) -> Result<Done, Problem> {
    let operator = call.operator()?;
    let row = admin::show(call.app(), operator, input.path.id).await?;
    admin::delete(call.app(), operator, &row.login, &input.query.confirm).await?;
    Ok(Done)
}

async fn reset_link(call: Call, input: Input<ById<Id<AccountId>>>) -> Result<Made<Link>, Problem> {
    let operator = call.operator()?;
    let row = admin::show(call.app(), operator, input.path.id).await?;
    Ok(Made(link::to_reset(call.app(), operator, &row.login).await?))
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Invitation {
    /// The roles of the account that is made with it; else athlete.
    roles: BTreeSet<AccountRole>,
}

async fn invite(call: Call, input: Input<Nothing, Nothing, Invitation>) -> Result<Made<Link>, Problem> {
    if call.server.options.sign_up == SignUp::Closed {
        return Err(Problem::new(SIGN_UP_CLOSED));
    }
    Ok(Made(link::invite(call.app(), call.operator()?, input.body.roles).await?))
}

/// AC-5: passwords do not travel in the open, but on this machine itself.
pub(super) fn secure(call: &Call) -> Result<(), Problem> {
    if call.origin.is_secure || call.origin.is_local() { Ok(()) } else { Err(Problem::new(HTTPS_NEEDED)) }
}

/// AC-8: a try that is counted, and given back if it was no guess that failed.
pub(super) async fn throttled<T>(
    call: &Call,
    login: Option<&str>,
    attempt: impl Future<Output = Result<T, Problem>>,
) -> Result<T, Problem> {
    let throttle = &call.server.throttle;
    let counted = throttle.admit(login, call.origin.address, call.app().now())?;
    let done = attempt.await;
    let is_guess = |problem: &Problem| problem.code == WRONG_PASSWORD || problem.code == LINK_INVALID;
    if !done.as_ref().is_err_and(is_guess) {
        throttle.give_back(counted);
    }
    done
}

async fn opened(call: &Call, account: Id<AccountId>) -> Result<Opened, Problem> {
    let (secret, cookie) = session_cookie(call, account).await?;
    let visitor = session::visitor(call.app(), &secret).await?;
    let me = visitor.ok_or_else(|| Problem::new(WRONG_PASSWORD))?.me();
    Ok(With(Shown(me), vec![(header::SET_COOKIE, cookie)]))
}

/// Opens a session for somebody who proved who they are, and says which cookie to set.
pub(super) async fn session_cookie(call: &Call, account: Id<AccountId>) -> Result<(Secret, String), Problem> {
    let device = Device { agent: call.agent.clone(), address: call.origin.network() };
    let secret = session::open(call.app(), account, device).await?;
    let cookie = cookie(call, secret.reveal(), MONTHS);
    Ok((secret, cookie))
}

/// As long as a session can be good (AC-5).
const MONTHS: i64 = 180 * 24 * 3600;

/// The cookie of a session (AC-5).
fn cookie(call: &Call, value: &str, seconds: i64) -> String {
    call.origin.set_cookie(call.origin.cookie(), value, seconds)
}
