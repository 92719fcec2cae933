//! What a message of the conversation costs: the utterances of D-25, said by the demo athlete again and again.

use std::time::{Duration, Instant};

use domain::time::LocalDate;
use regimen::service::{
    app::{App, Place},
    demo,
    dialog::{self, Channel, Incoming},
};

use crate::{Failure, calibration, table::Table};

/// How many messages, those that close questions and end suspensions among them.
const MESSAGES: usize = 1000;
/// D-21: the most that one may take: 99 of 100 of them.
const MOST: Duration = Duration::from_millis(50);
/// Between two messages: below the limits of D-21 by the minute and by the day.
const SECONDS: i64 = 90;
/// A Monday: the day on which the demo athlete talks.
const TODAY: LocalDate = LocalDate::constant(2026, 3, 9);
/// The chapter with the utterances.
const CHAPTER: &str = include_str!("../../docs/spec/dialog.md");

/// All figures of one run.
#[derive(Debug)]
pub(crate) struct Measured {
    calibration: Duration,
    /// How long each message took, with what it was taken for; sorted.
    times: Vec<(Duration, String)>,
}

impl Measured {
    /// Whether 99 of 100 messages keep to the limit.
    pub(crate) fn is_kept(&self) -> bool {
        at(&self.times, 99) <= MOST
    }
}

fn at(times: &[(Duration, String)], percent: usize) -> Duration {
    let place = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(place).map(|(time, _)| *time).unwrap_or_default()
}

/// Lives twelve weeks, then talks.
pub(crate) fn measure() -> Result<Measured, Failure> {
    let calibration = calibration::median();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut times = runtime.block_on(async {
        let folder = tempfile::tempdir()?;
        let place = Place::Sqlite(folder.path().join("regimen.db"));
        let app = App::open_scripted(&place, demo::begins(TODAY), 42).await?;
        let caller = Box::pin(demo::live(&app, TODAY, "seven quiet barbells", |_, _| ())).await?;
        let mut times = Vec::new();
        let mut next = utterances().cycle();
        let mut queue: Vec<&str> = Vec::new();
        while times.len() < MESSAGES {
            let Some(text) = queue.pop().or_else(|| next.next()) else { break };
            app.set_now(app.now().plus_seconds(SECONDS));
            let message = Incoming::text(app.uuid().to_string(), text);
            let begin = Instant::now();
            let replies = Box::pin(dialog::handle(&app, &caller, Channel::Cli, &message)).await?;
            let time = begin.elapsed();
            if replies.intent == "red_flag" {
                queue.extend(["yes", "/resume"]);
            } else if replies.question.is_some() && queue.is_empty() {
                queue.push("/cancel");
            }
            times.push((time, replies.intent));
        }
        app.close().await;
        Ok::<_, Failure>(times)
    })?;
    times.sort();
    Ok(Measured { calibration, times })
}

/// The utterances of the tables of D-25.
fn utterances() -> impl Iterator<Item = &'static str> + Clone {
    let chapter = CHAPTER.split("### D-25").nth(1).unwrap_or_default();
    let table = chapter.split("### D-26").next().unwrap_or_default();
    table.lines().filter_map(|line| {
        let mut cells = line.trim_matches('|').split(" | ").map(str::trim);
        let is_row = cells.next()?.parse::<u32>().is_ok();
        cells.next().filter(|_| is_row)
    })
}

/// The figures as a table.
pub(crate) fn table(measured: &Measured) -> String {
    let ms = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1000.0);
    let mut table = Table::new(["taken for", "messages", "half ms", "99 of 100 ms", "all ms"]);
    let mut row = |name: &str, times: &[(Duration, String)]| {
        let count = times.len().to_string();
        table.row([name.to_owned(), count, ms(at(times, 50)), ms(at(times, 99)), ms(at(times, 100))]);
    };
    row("all", &measured.times);
    let mut intents: Vec<&String> = measured.times.iter().map(|(_, intent)| intent).collect();
    intents.sort();
    intents.dedup();
    for intent in intents {
        let own: Vec<_> = measured.times.iter().filter(|(_, one)| one == intent).cloned().collect();
        row(intent, &own);
    }
    let kept = if measured.is_kept() { "kept" } else { "NOT KEPT" };
    format!("{table}\nLimit: {} ms for 99 of 100 messages: {kept}.\n", MOST.as_millis())
}

/// The page that is kept of a run.
pub(crate) fn page(measured: &Measured, machine: &str) -> String {
    format!(
        "# Handling a message of the conversation\n\n\
         Made by `cargo run --release -p regimen-bench -- dialog --report > bench/reports/dialog.md`; nothing here\n\
         is edited by hand.\n\n\
         The utterances of D-25 in their order, again and again, by the demo athlete, who has trained for twelve\n\
         weeks, on SQLite on a disk with full synchronization, without a model: {MESSAGES} messages, among them those that\n\
         close a question (`/cancel`) and end a suspension. The time is that of the clock from the message to the\n\
         committed answer.\n\n\
         {}\n{machine}. One run of the calibration loop takes {} µs.\n",
        table(measured),
        measured.calibration.as_micros()
    )
}
