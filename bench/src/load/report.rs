//! The figures as tables, and the page that is kept of a run.

use std::time::Duration;

use super::drive::{Call, Crowd, Measured, count};
use crate::table::Table;

/// The figures as tables.
pub(super) fn table(measured: &Measured) -> String {
    let head = [
        "call",
        "a second",
        "per CPU-second",
        "server ms",
        "database ms",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "KB",
    ];
    let mut table = Table::new(head);
    for call in &measured.calls {
        table.row(row(call));
    }
    let Crowd { sent, seconds, times, shed, failed, before, after } = &measured.crowd;
    let answered = count(times.len()) / seconds;
    let turned = count(*shed) / seconds;
    let mut crowd = Table::new(["too much of `today`", "a second"]);
    for (name, value) in [
        ("answered before, as fast as it goes", *before),
        ("sent", *sent),
        ("answered", answered),
        ("turned away with 503 and Retry-After", turned),
        ("answered after two seconds of rest", *after),
    ] {
        crowd.row([name.to_owned(), format!("{value:.0}")]);
    }
    let memory = measured.memory.map_or_else(String::new, |(now, most)| {
        format!("Memory of the server: {now:.0} MB in the end, {most:.0} MB at most.\n")
    });
    format!(
        "{table}\n{crowd}\nWhile too much was asked, answers took {} ms in the middle and {} ms at the 99th percentile; \
         {failed} requests failed in another way.\n{memory}",
        ms(at(times, 50)),
        ms(at(times, 99)),
    )
}

/// The page that is kept of a run.
pub(super) fn page(measured: &Measured, machine: &str) -> String {
    let (athletes, sessions, sets) = measured.size;
    format!(
        "# What a server carries\n\n\
         Made by `cargo run --release -p regimen-bench -- load --report > bench/reports/load.md`; nothing here\n\
         is edited by hand.\n\n\
         `regimen serve` on loopback, on a PostgreSQL with {athletes} athletes of {sessions} sessions each and one with\n\
         {sets} sets of one exercise, whose history (`/api/exercises/.../history`), last twelve weeks\n\
         (`/api/sessions?from=...&to=...`, what the page of the plan shows) and plan (`/api/plans/...`) are read. Eight connections ask as fast as they are answered; the\n\
         generator, the server and the database share the processors. `per CPU-second` counts the processor time\n\
         of server and database together. Then 400 connections ask for twice as much as was answered.\n\n\
         {}\n{machine}.\n",
        table(measured)
    )
}

fn row(call: &Call) -> [String; 9] {
    let calls = u32::try_from(call.times.len()).unwrap_or(u32::MAX).max(1);
    let (server, database) = call.used;
    let each = (server + database).as_secs_f64() / f64::from(calls);
    [
        call.name.to_owned(),
        format!("{:.0}", call.per_second()),
        format!("{:.0}", 1.0 / each),
        ms(server / calls),
        ms(database / calls),
        ms(at(&call.times, 50)),
        ms(at(&call.times, 95)),
        ms(at(&call.times, 99)),
        format!("{:.1}", count(call.bytes) / 1024.0),
    ]
}

fn at(times: &[Duration], percent: usize) -> Duration {
    times.get(times.len() * percent / 100).or(times.last()).copied().unwrap_or_default()
}

fn ms(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1000.0)
}
