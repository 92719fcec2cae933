//! How requests are sent: as fast as they are answered, and then twice as fast.

use std::{
    io,
    net::SocketAddr,
    rc::Rc,
    time::{Duration, Instant},
};

use domain::session::ExercisePerformance;
use serde_json::json;
use tokio::task::LocalSet;

use super::{
    line::{Line, Reply, request},
    place::{Person, Place, Veteran},
};
use crate::Failure;

/// Connections that ask as fast as they are answered.
const LINES: usize = 8;
/// Connections of those who do not wait for each other.
const CROWD: usize = 400;
/// How much more is asked than can be answered.
const TOO_MUCH: f64 = 2.0;

/// All figures of one run.
#[derive(Debug)]
pub(super) struct Measured {
    pub(super) size: (u32, u32, usize),
    pub(super) calls: Vec<Call>,
    pub(super) crowd: Crowd,
    /// Memory of the server in the end and at most, in megabytes.
    pub(super) memory: Option<(f64, f64)>,
}

/// One call, asked as fast as it is answered.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) name: &'static str,
    pub(super) seconds: f64,
    /// How long each answer took, sorted.
    pub(super) times: Vec<Duration>,
    /// Processor time of the server and of the database.
    pub(super) used: (Duration, Duration),
    /// The middle length of an answer.
    pub(super) bytes: usize,
    /// Answers that were none.
    pub(super) failed: usize,
}

/// What came of asking for too much.
#[derive(Debug)]
pub(super) struct Crowd {
    /// Requests a second that were sent.
    pub(super) sent: f64,
    pub(super) seconds: f64,
    /// How long each answer took that was one, sorted.
    pub(super) times: Vec<Duration>,
    /// Requests that were turned away with a time to come again.
    pub(super) shed: usize,
    /// Everything else: other statuses, broken connections.
    pub(super) failed: usize,
    /// The same call as fast as it is answered, before and after: answers a second.
    pub(super) before: f64,
    pub(super) after: f64,
}

impl Call {
    pub(super) fn per_second(&self) -> f64 {
        count(self.times.len()) / self.seconds
    }
}

impl Measured {
    /// Whether nothing failed, too much was shed, and afterwards it was as fast as before.
    pub(super) fn is_kept(&self) -> bool {
        let Crowd { shed, failed, before, after, .. } = self.crowd;
        self.calls.iter().all(|call| call.failed == 0) && shed > 0 && failed == 0 && after > 0.7 * before
    }
}

/// Every call in turn, then too much of one.
pub(super) async fn all(place: &Place, time: Duration) -> Result<Measured, Failure> {
    let (from, to) = place.weeks;
    let Veteran { person, exercise, plan } = &place.veteran;
    let history = format!("/api/exercises/{exercise}/history");
    let weeks = format!("/api/sessions?from={from}&to={to}&limit=500");
    let today: Vec<Asker> = place.people.iter().map(|one| Asker::of(one, "/api/today")).collect();
    let plan = format!("/api/plans/{plan}");
    let works: [(&'static str, Vec<Asker>); 4] = [
        ("today", today.clone()),
        ("history of an exercise", vec![Asker::of(person, &history)]),
        ("12 weeks of a plan", vec![Asker::of(person, &weeks)]),
        ("a plan with its items", vec![Asker::of(person, &plan)]),
    ];
    let mut calls = Vec::new();
    for (name, askers) in works {
        // The first requests prepare statements and caches.
        steady(place, name, &askers, time / 4).await?;
        calls.push(steady(place, name, &askers, time).await?);
    }
    let before = calls[0].per_second();
    let mut crowd = too_much(place.address, &today, before * TOO_MUCH, time).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    crowd.before = before;
    crowd.after = steady(place, "today", &today, time / 2).await?.per_second();
    // Last, since the sets are part of today from then on.
    let logging: Vec<Asker> = place.people.iter().map(Asker::logging).collect();
    steady(place, "log a set", &logging, time / 4).await?;
    calls.push(steady(place, "log a set", &logging, time).await?);
    Ok(Measured { size: place.size, calls, crowd, memory: place.memory() })
}

/// What one athlete asks, again and again.
#[derive(Clone)]
struct Asker {
    token: String,
    path: String,
    /// Sets to log, one after the other; nothing where something is only read.
    performance: Option<Rc<ExercisePerformance>>,
}

impl Asker {
    fn of(person: &Person, path: &str) -> Self {
        Self { token: person.token.clone(), path: path.to_owned(), performance: None }
    }

    fn logging(person: &Person) -> Self {
        let session = &person.running.session;
        let performance = session.exercises.first().cloned().map(Rc::new);
        Self { token: person.token.clone(), path: format!("/api/sessions/{}/sets", session.id), performance }
    }

    /// The next request; a set is a new one each time, with an id as a device makes it.
    fn next(&self, number: u64) -> Vec<u8> {
        let Some(performance) = &self.performance else { return request("GET", &self.path, &self.token, "") };
        let id = format!("01a00000-0000-7000-8000-{:012x}", number % (1 << 48));
        let set = json!({ "id": id, "index": 1000 + number % 8000, "type": "working", "reps": 8, "load_g": 20_000,
                          "completed": true, "rpe": 75 });
        let body = json!({ "performance_id": performance.id, "set": set }).to_string();
        request("PUT", &format!("{}/{id}", self.path), &self.token, &body)
    }
}

/// Some connections, each with the next request as soon as the last is answered.
async fn steady(
    place: &Place,
    name: &'static str,
    askers: &[Asker],
    time: Duration,
) -> Result<Call, Failure> {
    let before = place.used().await?;
    let begin = Instant::now();
    let mut running = Vec::new();
    let local = LocalSet::new();
    for line in 0..LINES {
        let (asker, address) = (askers[line % askers.len()].clone(), place.address);
        running.push(local.spawn_local(async move {
            let mut connection = Line::open(address).await?;
            let mut answers = Vec::new();
            // Numbers of one connection meet those of no other, nor of an earlier run.
            let mut number = micros_now() * 64 + u64::try_from(line).unwrap_or(0);
            while begin.elapsed() < time {
                let asked = Instant::now();
                let reply = connection.ask(&asker.next(number)).await?;
                answers.push((asked.elapsed(), reply));
                number += 64;
            }
            Ok::<_, io::Error>(answers)
        }));
    }
    local.await;
    let seconds = begin.elapsed().as_secs_f64();
    let after = place.used().await?;
    let mut answers: Vec<(Duration, Reply)> = Vec::new();
    for line in running {
        answers.extend(line.await.map_err(io::Error::other)??);
    }
    let is_good = |reply: &Reply| matches!(reply.status, 200 | 201);
    let failed = answers.iter().filter(|(_, reply)| !is_good(reply)).count();
    let mut times: Vec<Duration> =
        answers.iter().filter(|(_, reply)| is_good(reply)).map(|(time, _)| *time).collect();
    times.sort_unstable();
    let mut bytes: Vec<usize> = answers.iter().map(|(_, reply)| reply.bytes).collect();
    bytes.sort_unstable();
    let used = (after.0.saturating_sub(before.0), after.1.saturating_sub(before.1));
    let bytes = bytes.get(bytes.len() / 2).copied().unwrap_or(0);
    Ok(Call { name, seconds, times, used, bytes, failed })
}

/// Requests at a pace, whether or not the ones before are answered.
async fn too_much(address: SocketAddr, askers: &[Asker], pace: f64, time: Duration) -> Crowd {
    let begin = Instant::now();
    let local = LocalSet::new();
    let mut running = Vec::new();
    for line in 0..CROWD {
        let asker = askers[line % askers.len()].clone();
        // Each connection has its share of the pace; together they are evenly spread.
        let step = Duration::from_secs_f64(count(CROWD) / pace);
        let mut due = step.mul_f64(count(line) / count(CROWD));
        running.push(local.spawn_local(async move {
            let (mut answers, mut broken) = (Vec::new(), 0_usize);
            let mut connection = Line::open(address).await.ok();
            while due < time {
                tokio::time::sleep_until((begin + due).into()).await;
                due += step;
                let asked = Instant::now();
                let reply = match &mut connection {
                    Some(line) => line.ask(&asker.next(0)).await,
                    None => Err(io::ErrorKind::NotConnected.into()),
                };
                if let Ok(reply) = reply {
                    answers.push((asked.elapsed(), reply));
                } else {
                    broken += 1;
                    connection = Line::open(address).await.ok();
                }
            }
            (answers, broken)
        }));
    }
    local.await;
    let seconds = begin.elapsed().as_secs_f64();
    let (mut times, mut shed, mut failed, mut sent) = (vec![], 0, 0, 0);
    for line in running {
        let Ok((answers, broken)) = line.await else { continue };
        sent += answers.len() + broken;
        failed += broken;
        for (time, reply) in answers {
            match reply.status {
                200 => times.push(time),
                503 if reply.comes_again => shed += 1,
                _ => failed += 1,
            }
        }
    }
    times.sort_unstable();
    Crowd { sent: count(sent) / seconds, seconds, times, shed, failed, before: 0.0, after: 0.0 }
}

fn micros_now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_micros() & 0xffff_ffff).unwrap_or(0))
}

pub(super) fn count(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}
