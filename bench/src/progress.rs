//! What deciding on a report and suggesting after it cost, by the length of the history: beyond the evidence window it
//! must not count.

use std::hint::black_box;

use domain::{id::Id, progress::ProgressRecord};
use serde::Serialize;
use training::{
    catalog::Catalog,
    progression::{
        self, DecideInput,
        input::{EXAMPLE, PastRecord},
    },
    suggestion::{self, SuggestInput},
};

use crate::{
    Failure,
    cost::{self, Cost, Work},
    table::Table,
};

/// Sessions of the history, from the shortest.
const SESSIONS: [usize; 3] = [100, 1000, 10_000];
/// Rounds of measurement, and calls in each.
const ROUNDS: usize = 51;
const CALLS: usize = 20;
/// Sessions that a suggestion run reads, however many there are (SG-2).
const WINDOW: usize = 4;
/// Level decisions per second on one core that are the aim.
const AIM: f64 = 200_000.0;
/// How much longer the longest history may take than the shortest.
const GROWTH: f64 = 1.5;

/// All figures of one run.
#[derive(Debug, Serialize)]
pub(crate) struct Measured {
    /// One run of the calibration loop.
    pub(crate) calibration_us: f64,
    /// By work and history.
    pub(crate) rows: Vec<Row>,
}

/// What one work costs with one history.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    /// What is done.
    pub(crate) work: &'static str,
    /// Sessions of the history.
    pub(crate) sessions: usize,
    /// Decisions or runs in one call.
    pub(crate) units: usize,
    /// The cost of one call.
    pub(crate) cost: Cost,
}

impl Row {
    fn per_second(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a handful of items")]
        let units = self.units as f64;
        self.cost.per_second() * units
    }
}

/// A report on three ladder items, each with so many sessions behind it.
fn report(sessions: usize) -> Result<DecideInput, Failure> {
    let mut input: DecideInput = serde_json::from_str(EXAMPLE)?;
    let example: ProgressRecord = serde_json::from_str(domain::progress::EXAMPLE)?;
    for item in &input.items {
        let volume = item.prescription.volume();
        let past = (0..sessions).map(|number| {
            let ago = i64::try_from(sessions - number).unwrap_or(i64::MAX).saturating_mul(2 * 86_400);
            let started_at = input.session.started_at.minus_seconds(ago);
            let record = ProgressRecord {
                id: Id::derive(&["bench", "record", &number.to_string()]),
                session_id: Id::derive(&["bench", "session", &number.to_string()]),
                item_id: item.item_id,
                volume_plan: volume,
                volume_target: volume,
                volume_actual: volume,
                decision: domain::progress::LevelDecision::Hold,
                raw_success: false,
                streak_success: 0,
                level_result: example.level_target,
                ..example.clone()
            };
            PastRecord { started_at, record, landed: true, undone_at: None, performance: None }
        });
        input.history.insert(item.item_id, past.collect());
    }
    Ok(input)
}

/// A finished session of one exercise, with a stored run behind it.
fn session() -> Result<SuggestInput, Failure> {
    Ok(serde_json::from_str(suggestion::input::EXAMPLE)?)
}

/// Measures all works on all histories, side by side.
pub(crate) fn measure() -> Result<Measured, Failure> {
    let catalog = Catalog::embedded();
    let told = SESSIONS.map(report).into_iter().collect::<Result<Vec<_>, _>>()?;
    let silent: Vec<_> = told.iter().map(|input| DecideInput { in_words: false, ..input.clone() }).collect();
    let session = session()?;
    let decided: Vec<_> = silent.iter().chain(&told).collect();
    for input in &decided {
        progression::decide(input, catalog)?;
    }
    let items = session.items.len();
    let mut works: Vec<Work<'_>> = Vec::new();
    for input in &decided {
        works.push(Box::new(move || drop(black_box(progression::decide(input, catalog)))));
    }
    works.push(Box::new(|| drop(black_box(suggestion::suggest(&session, catalog)))));
    let (calibration_us, costs) = cost::measure(ROUNDS, CALLS, &works);
    let names = ["decide", "decide in words"].into_iter().flat_map(|work| SESSIONS.map(|n| (work, n)));
    let decisions = decided.iter().map(|input| input.performances.len());
    let rows = names.zip(decisions).chain([(("suggest", WINDOW), items)]).zip(costs);
    let rows = rows.map(|(((work, sessions), units), cost)| Row { work, sessions, units, cost });
    Ok(Measured { calibration_us, rows: rows.collect() })
}

/// Whether the cost stays the same however long the history is.
pub(crate) fn is_kept(measured: &Measured) -> bool {
    let by_work = measured.rows.chunk_by(|a, b| a.work == b.work);
    by_work.into_iter().all(|rows| match (rows.first(), rows.last()) {
        (Some(short), Some(long)) => long.cost.median_us <= GROWTH * short.cost.median_us,
        _ => true,
    })
}

/// The figures as a table.
pub(crate) fn table(measured: &Measured) -> String {
    let mut table =
        Table::new(["work", "sessions", "per second", "median µs", "p99 µs", "ratio", "allocations"]);
    for row in &measured.rows {
        table.row([
            row.work.to_owned(),
            row.sessions.to_string(),
            format!("{:.0}", row.per_second()),
            format!("{:.2}", row.cost.median_us),
            format!("{:.2}", row.cost.p99_us),
            format!("{:.5}", row.cost.median_us / measured.calibration_us),
            row.cost.allocations.to_string(),
        ]);
    }
    table.to_string()
}

/// The page that is kept of a run.
pub(crate) fn page(measured: &Measured, machine: &str) -> String {
    format!(
        "# Deciding on reports and suggesting after them\n\n\
         Made by `cargo run --release -p regimen-bench -- progress --report > bench/reports/progress.md`; nothing here\n\
         is edited by hand.\n\n\
         `decide` judges a report of three ladder items: checks, verdicts, records, proposals and reasons; `in words`\n\
         with texts in both languages, too. `per second` counts level decisions, of which the aim is {AIM:.0}, and\n\
         items. `suggest` runs all rules on the items of a session; it reads four sessions of each, so its input does\n\
         not grow. The median of the longest history may be {GROWTH} times that of the shortest;\n\
         `regimen-bench progress --gate` fails above.\n\
         Ratios are to a million steps of xorshift64 in the same process.\n\n{}\n\
         {machine}. One run of the calibration loop takes {:.0} µs. The allocator counts while time is taken.\n",
        table(measured),
        measured.calibration_us
    )
}
