//! What an athlete did besides strength training (L-6), and the connection to where it comes from (L-37).
//!
//! Connecting is done by a browser: it is sent to Strava and comes back. What goes wrong on the way is told by a page to who
//! looks at one, and as a problem to a program.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{
    answer::{Answer, Answers, Redirect, Shown},
    call::Call,
    endpoint::{Endpoint, Input, Needs, Nothing, get, post},
    part::{Page, PartOfDays},
    refusal,
};
use crate::{
    problem::{CROSS_SITE, Problem, SESSION_NEEDED},
    service::{
        activity::{self, ActivitiesKept, STRAVA, Stored, Way},
        app::Scope,
        strava::{
            self, Status,
            link::{self, Arrival},
            sync::{self, Ended, Leftover},
        },
    },
    web,
};

/// A long list of activities with their maps.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// Where a browser goes that has connected.
const PAGE: &str = "/more/strava";

pub(super) fn endpoints() -> Vec<Endpoint> {
    let (read, log) = (Needs::Athlete(Scope::Read), Needs::Athlete(Scope::Log));
    vec![
        get("/activities", "L-6", read, "Activities of some days, latest first", list),
        post("/activities", "L-6", log, "Keep activities; those that are known are replaced", import)
            .example(example)
            .taking(MOST_BYTES),
        get("/connections/strava", "L-37", read, "How the connection to Strava stands", status),
        post("/connections/strava/sync", "L-37", log, "Bring what is new at Strava", bring)
            .refused_with(refusal::STRAVA),
        post("/connections/strava/disconnect", "L-37", log, "End the connection to Strava", disconnect)
            .refused_with(refusal::STRAVA)
            .example(|| json!({ "activities": "keep" })),
        get("/oauth/strava/start", "L-37", Needs::Session, "Go to Strava to connect it", start)
            .refused_with(&[404, 409, 507]),
        get("/oauth/strava/callback", "L-37", Needs::Session, "Come back from Strava", callback)
            .refused_with(&[404, 409, 429, 502, 507]),
    ]
}

fn example() -> Value {
    json!({ "activities": [{
        "id": 11_223_344, "name": "Lunch Run", "sport_type": "Run", "start_date": "2026-03-01T11:02:00Z",
        "elapsed_time": 2700, "distance": 8012.4, "suffer_score": 61,
    }] })
}

async fn list(call: Call, input: Input<Nothing, PartOfDays>) -> Result<Shown<Page<Stored>>, Problem> {
    let PartOfDays { from, to, cursor, limit } = input.query;
    let all = activity::list(call.app(), &call.caller()?, from, to).await?;
    Ok(Shown(Page::of(all, cursor.as_deref(), limit, Stored::place)?))
}

/// Activities to keep.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ToKeep {
    /// The list of the Strava API, or of its export.
    activities: Vec<Map<String, Value>>,
    /// Where they come from, if not from Strava.
    #[serde(default)]
    source: Option<String>,
    /// Whether nothing is kept, only counted.
    #[serde(default)]
    dry_run: bool,
}

async fn import(
    call: Call,
    input: Input<Nothing, Nothing, ToKeep>,
) -> Result<Shown<ActivitiesKept>, Problem> {
    let ToKeep { activities, source, dry_run } = input.body;
    let activities: Vec<Value> = activities.into_iter().map(Value::Object).collect();
    let way = Way { source: source.as_deref().unwrap_or(STRAVA), dry_run };
    Ok(Shown(activity::import(call.app(), &call.caller()?, &activities, way).await?))
}

async fn status(call: Call, _: Input) -> Result<Shown<Status>, Problem> {
    Ok(Shown(strava::status(call.app(), &call.caller()?).await?))
}

async fn bring(call: Call, _: Input) -> Result<Shown<ActivitiesKept>, Problem> {
    Ok(Shown(sync::sync(call.app(), &call.caller()?).await?))
}

/// How a connection ends.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Disconnection {
    /// What becomes of the activities that came by it.
    activities: Leftover,
}

async fn disconnect(
    call: Call,
    input: Input<Nothing, Nothing, Disconnection>,
) -> Result<Shown<Ended>, Problem> {
    Ok(Shown(sync::disconnect(call.app(), &call.caller()?, input.body.activities).await?))
}

async fn start(call: Call, _: Input) -> Result<Landing, Problem> {
    let departed = async {
        // A page elsewhere shall not begin it in somebody's name.
        if !call.is_own {
            return Err(Problem::new(CROSS_SITE));
        }
        link::depart(call.app(), &call.caller()?, session(&call)?, &call.own_url(CALLBACK)).await
    };
    landing(&call, departed.await)
}

const CALLBACK: &str = "/api/oauth/strava/callback";

/// What Strava sends a browser back with; there may be more, which is not read.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Returned {
    /// The state that the browser was sent with.
    state: String,
    /// The code that stands for tokens.
    code: Option<String>,
    /// Why there is none.
    error: Option<String>,
    /// What was allowed.
    scope: Option<String>,
}

async fn callback(call: Call, input: Input<Nothing, Returned>) -> Result<Landing, Problem> {
    let Returned { state, code, error, scope } = input.query;
    let arrival = Arrival { state, code, error, scope };
    let arrived = async {
        let caller = call.caller()?;
        link::arrive(call.app(), &caller, session(&call)?, &arrival).await?;
        // What hinders the first time is told by the page, and does not undo the connection.
        if let Err(problem) = sync::sync(call.app(), &caller).await {
            tracing::warn!(code = problem.code.name, why = problem.why(), "nothing came from Strava yet");
        }
        Ok(PAGE.to_owned())
    };
    landing(&call, arrived.await)
}

/// The session of the browser; there is always one here.
fn session(call: &Call) -> Result<Uuid, Problem> {
    call.session().ok_or_else(|| Problem::new(SESSION_NEEDED))
}

/// Where a browser ends up: elsewhere, or on a page that says what went wrong.
enum Landing {
    Sent(Redirect),
    Told(u16, String),
}

/// Sends a browser on, or tells who looks at a page what went wrong.
fn landing(call: &Call, way: Result<String, Problem>) -> Result<Landing, Problem> {
    match way {
        Ok(url) => Ok(Landing::Sent(Redirect(url))),
        Err(problem) if call.wants_page => {
            tracing::warn!(code = problem.code.name, why = problem.why(), "Strava is not connected");
            let (status, page) = web::trouble_page(&problem, call.lang);
            Ok(Landing::Told(status, page))
        }
        Err(problem) => Err(problem),
    }
}

impl Answers for Landing {
    const STATUS: u16 = Redirect::STATUS;
    const MEDIA: Option<&'static str> = None;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        Redirect::schema(generator)
    }

    fn answer(self) -> Result<Answer, Problem> {
        match self {
            Self::Sent(redirect) => redirect.answer(),
            Self::Told(status, page) => {
                let media = Some("text/html; charset=utf-8".to_owned());
                Ok(Answer { media, body: page.into_bytes(), ..Answer::empty(status) })
            }
        }
    }
}
