//! Events as they come: that something changed, and how far long work is (server-sent events).

use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::body::Body;
use domain::{
    id::Id,
    person::{Account, Athlete},
    time::LocalDate,
};
use futures_util::stream;
use nutrition::solve::{Progress, Watch};
use serde::Serialize;
use serde_json::json;
use tokio::{
    sync::{broadcast, mpsc, watch},
    time::Instant,
};

use super::{
    Server,
    answer::Live,
    call::Call,
    endpoint::{Endpoint, Input, Needs, Nothing, get, post},
    meals::{WantedDays, first_day, planned},
};
use crate::{
    problem::{Problem, TOO_MANY_STREAMS},
    service::{
        app::{Caller, Scope},
        eating::week,
        overview,
    },
};

/// So many lines of one account are open at once; a browser has one for each page.
const MOST_LINES: usize = 16;

/// How often a listener hears that the line is open; and how late it learns of what another process did.
const BEAT: Duration = Duration::from_secs(15);

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        get(
            "/changes",
            "GL-5",
            Needs::Athlete(Scope::Read),
            "Hear that something changed, as it happens",
            changes,
        )
        .refused_with(&[429]),
        post(
            "/meals/plan/stream",
            "MF-1",
            Needs::Athlete(Scope::Meals),
            "Plan some days and hear how far it is",
            plan,
        )
        .example(|| json!({ "days": 2 })),
    ]
}

/// One event in the words of the protocol.
fn event(name: &str, data: &impl Serialize) -> String {
    format!("event: {name}\ndata: {}\n\n", serde_json::to_string(data).unwrap_or_default())
}

/// How many lines of each account are open.
#[derive(Debug, Default)]
pub(super) struct Listeners(Mutex<BTreeMap<Id<Account>, usize>>);

impl Listeners {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Id<Account>, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the open lines of an account.
struct OpenLine {
    server: Arc<Server>,
    account: Id<Account>,
}

impl OpenLine {
    fn new(server: &Arc<Server>, account: Id<Account>) -> Result<Self, Problem> {
        let mut open = server.listeners.lock();
        let lines = open.entry(account).or_default();
        if *lines >= MOST_LINES {
            return Err(Problem::new(TOO_MANY_STREAMS).fact("most", MOST_LINES));
        }
        *lines += 1;
        drop(open);
        Ok(Self { server: Arc::clone(server), account })
    }
}

impl Drop for OpenLine {
    fn drop(&mut self) {
        let mut open = self.server.listeners.lock();
        let left = open.get(&self.account).map_or(0, |lines| lines.saturating_sub(1));
        if left == 0 {
            open.remove(&self.account);
        } else {
            open.insert(self.account, left);
        }
    }
}

/// Somebody who listens.
struct Listener {
    _line: OpenLine,
    server: Arc<Server>,
    caller: Caller,
    changed: broadcast::Receiver<Id<Athlete>>,
    stopping: watch::Receiver<bool>,
    mark: i64,
}

async fn changes(call: Call, _: Input) -> Result<Live, Problem> {
    let caller = call.caller()?;
    let line = OpenLine::new(&call.server, caller.account)?;
    let mark = overview::change_mark(call.app(), &caller).await?;
    let server = Arc::clone(&call.server);
    let (changed, stopping) = (server.changed.subscribe(), server.stopping.subscribe());
    let listener = Listener { _line: line, server, caller, changed, stopping, mark };
    let first = stream::once(async { Ok::<_, Infallible>(event("listening", &json!({}))) });
    let rest = stream::unfold(listener, async |mut listener| {
        let told = listener.next().await?;
        Some((Ok::<_, Infallible>(told), listener))
    });
    Ok(Live(Body::from_stream(stream::StreamExt::chain(first, rest))))
}

impl Listener {
    /// What is told next; nothing when the server stops, or when the listener may not listen any more.
    async fn next(&mut self) -> Option<String> {
        let beat = Instant::now() + BEAT;
        loop {
            let heard = tokio::select! {
                heard = self.changed.recv() => heard,
                _ = self.stopping.changed() => return None,
                () = tokio::time::sleep_until(beat) => return self.beat().await,
            };
            match heard {
                Ok(athlete) if athlete == self.caller.athlete => {
                    self.mark = overview::change_mark(&self.server.app, &self.caller).await.ok()?;
                    return Some(event("changed", &json!({})));
                }
                Ok(_) => {}
                // More was told than was listened to: something of it may have been ours.
                Err(broadcast::error::RecvError::Lagged(_)) => return Some(event("changed", &json!({}))),
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }

    /// Nothing was heard for a while: another process may have changed something, or a grant may be over.
    async fn beat(&mut self) -> Option<String> {
        let mark = overview::change_mark(&self.server.app, &self.caller).await.ok()?;
        if mark == self.mark {
            return Some(": open\n\n".to_owned());
        }
        self.mark = mark;
        Some(event("changed", &json!({})))
    }
}

/// Tells how far a solve is.
struct Teller(mpsc::Sender<String>);

impl Watch for Teller {
    fn go_on(&mut self, progress: &Progress) -> bool {
        let told = json!({ "stage": progress.stage, "done": progress.done, "budget": progress.budget });
        // Who reads slowly hears less.
        let _ = self.0.try_send(event("progress", &told));
        true
    }
}

async fn plan(call: Call, input: Input<Nothing, Nothing, WantedDays>) -> Result<Live, Problem> {
    let from = first_day(&call, &input.body).await?;
    let days = input.body.days.unwrap_or(7);
    let (tell, told) = mpsc::channel(64);
    tokio::spawn(solve(call, from, days, tell));
    let events = stream::unfold(told, async |mut told| {
        let event = told.recv().await?;
        Some((Ok::<_, Infallible>(event), told))
    });
    Ok(Live(Body::from_stream(events)))
}

async fn solve(call: Call, from: LocalDate, days: u32, tell: mpsc::Sender<String>) {
    let done = async {
        let (caller, watch) = (call.caller()?, Box::new(Teller(tell.clone())));
        let week = week::plan_week_watched(call.app(), &caller, from, days, watch).await?;
        planned(&call, week).await
    };
    // MF-6: who leaves cancels it, and nothing of it is kept.
    let done = tokio::select! {
        done = done => done,
        () = tell.closed() => return,
    };
    let last = match done {
        Ok(view) => event("planned", &view),
        Err(problem) => event("problem", &problem.object(call.lang)),
    };
    let _ = tell.send(last).await;
}
