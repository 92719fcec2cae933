//! The figures as a table, and the page that is kept of a run.

use std::fmt::Write as _;

use super::measure::{Measured, WORKS};
use crate::table::Table;

/// The figures as a table.
pub(super) fn table(measured: &Measured) -> String {
    let head = [
        "database",
        "rows",
        "use case",
        "median ms",
        "p95 ms",
        "growth",
        "process ms",
        "server ms",
        "statements",
        "exercises",
        "limit",
    ];
    let mut table = Table::new(head);
    let ms = |us: f64| format!("{:.2}", us / 1000.0);
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    for row in &measured.rows {
        table.row([
            row.database.to_owned(),
            if row.is_filled { "filled" } else { "empty" }.to_owned(),
            WORKS[row.work].to_owned(),
            ms(row.median_us),
            ms(row.p95_us),
            or_dash(measured.growth(row).map(|growth| format!("{growth:.2}"))),
            or_dash(row.own_us.map(ms)),
            or_dash(row.server_us.map(ms)),
            row.statements.to_string(),
            format!("{:.1}", row.exercises),
            or_dash(row.limit_ms().map(|limit| {
                let kept = if row.is_kept() { "kept" } else { "NOT KEPT" };
                format!("{limit} ms {kept}")
            })),
        ]);
    }
    table.to_string()
}

/// The page that is kept of a run.
pub(super) fn page(measured: &Measured, machine: &str) -> String {
    let filled: Vec<_> = measured.filled.iter().map(|(table, rows)| format!("{table} {rows}")).collect();
    let mut plans = String::new();
    for shown in &measured.plans {
        let _ = write!(
            plans,
            "\n```sql\n{}\n```\n\n```text\n{}\n```\n",
            folded(&shown.query),
            shown.plan.join("\n")
        );
    }
    let busy = measured.load.map_or_else(String::new, |(load, processors)| {
        format!(
            "\nBefore the run {load:.1} threads of other work wanted one of {processors} processors: the more they are,\n\
             the less the times say."
        )
    });
    format!(
        "# Use cases on either database\n\n\
         Made by `cargo run --release -p regimen-bench -- store run --athletes {1} --sessions {2} --history {0}\n\
         --report > bench/reports/store.md` with `REGIMEN_TEST_POSTGRES` set; nothing here is edited by hand.\n\n\
         `exercises` is how many a session has, on the average. `empty` is an athlete who has just begun on a new\n\
         database; `filled` the same athlete with a history of {0} sets, on PostgreSQL among {1} others with {2}\n\
         sessions each. `growth` is the median against that of the empty database: on PostgreSQL it may be 2.\n\
         `process` and `server` are processor\n\
         time of one call, as the kernel counts it, of this process and of the processes of PostgreSQL; `limit` holds for\n\
         both together. `in memory` is SQLite on a file system without a disk, where a sync\n\
         costs nothing. Statements are counted without `begin` and `commit`. The server runs on the same machine.\n\n{3}\n\
         {machine}. One run of the calibration loop takes {4:.0} µs.{busy}\n\n\
         Biggest tables of the filled PostgreSQL: {5}.\n\n\
         ## How PostgreSQL finds what a report reads\n\n\
         The queries that take longest when a session is finished, with the plans that hold for any value.\n{plans}",
        measured.history,
        measured.others.0,
        measured.others.1,
        table(measured),
        measured.calibration_us,
        filled.join(", "),
    )
}

/// A query in lines that can be read.
fn folded(query: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in query.split(' ') {
        if width + word.len() >= 110 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text
}
