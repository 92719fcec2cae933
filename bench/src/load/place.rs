//! A database full of athletes, some of whom have a token and a running session, and a server for them.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    time::Duration,
};

use domain::{
    exercise::ExerciseKey,
    plan::PlanId,
    time::{LocalDate, Zone, add_days},
};
use regimen::service::{
    access::token::{NewToken, TokenScope, create},
    app::{self, App},
    planning,
};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::SessionRow;

use super::Asked;
use crate::{
    Failure, processor,
    store::{Size, fill, life::Trainee},
};

/// How many athletes ask.
const ASKING: u32 = 32;
/// Between two sessions of a life, in seconds.
const REST_S: i64 = 56 * 3600;
/// So many sets of the exercise whose history is asked for are in a session.
const SETS: usize = 10;

/// Everything that is asked, and who asks it.
pub(super) struct Place {
    server: Child,
    postgres: (String, String),
    /// Asks the database what its own processes cost.
    url: String,
    pub(super) address: SocketAddr,
    /// Who asks.
    pub(super) people: Vec<Person>,
    /// Who has the long history.
    pub(super) veteran: Veteran,
    /// The last twelve weeks of the one with the long history.
    pub(super) weeks: (LocalDate, LocalDate),
    /// How big it is: athletes, sessions of each, sets of the veteran's exercise.
    pub(super) size: (u32, u32, usize),
}

/// Somebody with years of one exercise.
pub(super) struct Veteran {
    pub(super) person: Person,
    pub(super) exercise: ExerciseKey,
    pub(super) plan: PlanId,
}

/// Somebody with a token and a session that runs.
pub(super) struct Person {
    pub(super) token: String,
    pub(super) running: SessionRow,
}

impl Place {
    pub(super) async fn make(asked: &Asked) -> Result<Self, Failure> {
        let name = format!("load_{}", std::process::id());
        let mut connection = PgConnection::connect(&asked.server).await?;
        let create = format!("create database {name} template template0");
        sqlx::query(AssertSqlSafe(create)).execute(&mut connection).await?;
        let base = asked.server.rsplit_once('/').map_or(asked.server.as_str(), |(base, _)| base);
        let url = format!("{base}/{name}");
        let place = app::Place::Postgres(url.clone());
        let size = Size { athletes: asked.athletes, sessions: asked.sessions };
        fill::fill(&place, size).await?;
        let now = App::open(&place).await?.now();

        // Ten sets of one exercise in every session, so that the life ends today.
        let long = i64::try_from(asked.history / SETS).unwrap_or(0);
        let veteran = Trainee::starting(&place, 5, now.minus_seconds(REST_S * long)).await?;
        let mut last = veteran.begin().await?;
        let exercise = last.session.exercises[0].exercise_key.clone();
        let mut sets = 0;
        while sets < asked.history {
            sets += veteran.perform_many(&last, &exercise, SETS).await?;
            veteran.finish(&last).await?;
            veteran.rest(&last).await?;
            last = veteran.begin_with(Some(&exercise)).await?;
        }
        let weeks_end = veteran.app.now().local_date(&Zone::UTC);
        let plans = planning::list(&veteran.app, &veteran.caller).await?;
        let plan = plans.first().map(|plan| plan.id).ok_or(Failure::NoCell)?;
        let veteran = Veteran { person: person(&veteran, last).await?, exercise, plan };
        let mut people = Vec::new();
        for seed in 0..ASKING {
            let trainee = Trainee::starting(&place, 1000 + u64::from(seed), now).await?;
            let running = trainee.begin().await?;
            people.push(person(&trainee, running).await?);
            trainee.app.close().await;
        }
        let (server, address) = serve(asked, &url)?;
        Ok(Self {
            server,
            postgres: (asked.server.clone(), name),
            url,
            address,
            people,
            veteran,
            weeks: (add_days(weeks_end, -84), weeks_end),
            size: (asked.athletes, asked.sessions, sets),
        })
    }

    /// Processor time of the server, and of the database for it.
    pub(super) async fn used(&self) -> Result<(Duration, Duration), Failure> {
        let mut connection = PgConnection::connect(&self.url).await?;
        let database = processor::server(&mut connection).await?.unwrap_or_default();
        Ok((processor::of(self.server.id()).unwrap_or_default(), database))
    }

    /// Memory of the server now and at most, in megabytes.
    pub(super) fn memory(&self) -> Option<(f64, f64)> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.server.id())).ok()?;
        let of = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name))?;
            line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
        };
        Some((of("VmRSS:")?, of("VmHWM:")?))
    }

    /// Ends the server and takes the database away.
    pub(super) async fn remove(mut self) -> Result<(), Failure> {
        self.server.kill()?;
        self.server.wait()?;
        let (server, name) = &self.postgres;
        let mut connection = PgConnection::connect(server).await?;
        let remove = format!("drop database {name} with (force)");
        sqlx::query(AssertSqlSafe(remove)).execute(&mut connection).await?;
        Ok(())
    }
}

async fn person(trainee: &Trainee, running: SessionRow) -> Result<Person, Failure> {
    let scopes = [TokenScope::Read, TokenScope::Log].into();
    let new = NewToken { name: "load".to_owned(), scopes, athletes: [].into(), days: 1095 };
    let made = create(&trainee.app, trainee.caller.account, new).await?;
    Ok(Person { token: made.secret, running })
}

/// Starts the program and waits until it says where it listens.
fn serve(asked: &Asked, url: &str) -> Result<(Child, SocketAddr), Failure> {
    let arguments = ["--database-url", url, "--json", "serve", "--listen", "127.0.0.1:0"];
    let mut server = Command::new(&asked.program)
        .args(arguments)
        .env_clear()
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(Failure::Command)?;
    let mut line = String::new();
    if let Some(out) = server.stdout.take() {
        BufReader::new(out).read_line(&mut line)?;
    }
    let started: serde_json::Value = serde_json::from_str(&line)?;
    let address = started["url"].as_str().and_then(|url| url.strip_prefix("http://")?.parse().ok());
    address.map(|address| (server, address)).ok_or(Failure::NoCell)
}
