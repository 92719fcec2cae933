//! The figures as tables: all of them for a terminal, and the page that is kept in `bench/reports`.

use domain::session::Intent;

use super::{
    GOAL, LIMIT, Measured, Row, athlete,
    beam::{self, Compared},
    mean,
};
use crate::{cost::Cost, table::Table};

/// One of the two costs of a row.
type Part = fn(&Row) -> &Cost;

/// What is measured, with the words for it.
const PARTS: [(&str, Part); 2] = [("select", |row| &row.select), ("generate", |row| &row.generate)];

/// Everything, for a terminal.
pub(crate) fn tables(measured: &Measured) -> String {
    format!(
        "Ratio to the calibration loop ({:.0} µs), by intent:\n\n{}\nPer call:\n\n{}",
        measured.calibration_us,
        ratios(measured),
        calls(measured)
    )
}

/// The page of `bench/reports`: what does not depend on the machine first.
pub(crate) fn page(measured: &Measured, compared: &[Compared], machine: &str) -> String {
    format!(
        "# Planning a training session\n\n\
         Made by `cargo run --release -p regimen-bench -- training --report > bench/reports/training.md`; nothing\n\
         here is edited by hand.\n\n\
         `select` reads the request, selects with scores, allocates sets and prescribes; `generate` builds the\n\
         documents that are returned, too. The athlete is intermediate, has an hour and a full gym, and either no\n\
         history or {} sessions done as prescribed. One thread; the median of many calls after a warm-up counts.\n\n\
         ## Ratio to the calibration loop\n\n\
         The loop is a million steps of xorshift64 in the same process (VF-7). The goal for `select` with a history\n\
         is {GOAL} in the mean of the intents; above {LIMIT} over the whole catalogue,\n\
         `regimen-bench training --gate` fails.\n\n{}\n\
         ## Memory of one call\n\n\
         Mean of the intents; `kept bytes` is by how much the heap grows.\n\n{}\n\
         ## Beam search\n\n\
         What the search of SO-11 reaches instead of the greedy choice, in sets by its objective, over the whole\n\
         catalogue.\n\n{}\n\
         ## On one machine\n\n\
         {machine}. One run of the calibration loop takes {:.0} µs. The allocator counts while time is taken.\n\n{}",
        athlete::SESSIONS,
        ratios(measured),
        memory(measured),
        beam::table(compared),
        measured.calibration_us,
        calls(measured)
    )
}

/// Rows with the same catalogue and history stand together.
fn groups(measured: &Measured) -> impl Iterator<Item = &[Row]> {
    measured.rows.chunk_by(|a, b| (a.exercises, a.sessions) == (b.exercises, b.sessions))
}

/// Catalogue, history and figure, then a ratio for each intent and their mean.
fn ratios(measured: &Measured) -> String {
    let mut table = Table::new(["exercises", "sessions", "what"]);
    table.columns(Intent::ALL.iter().map(ToString::to_string).chain(["mean".to_owned()]));
    for (what, part) in PARTS {
        for group in groups(measured) {
            let ratios = || group.iter().map(|row| part(row).median_us / measured.calibration_us);
            let figures = ratios().chain([mean(ratios())]).map(|ratio| format!("{ratio:.4}"));
            table.row(label(&group[0], what).into_iter().chain(figures));
        }
    }
    table.to_string()
}

/// Allocations and bytes, mean over the intents.
fn memory(measured: &Measured) -> String {
    let mut table = Table::new(["exercises", "sessions", "what", "allocations", "bytes", "kept bytes"]);
    for (what, part) in PARTS {
        for group in groups(measured) {
            #[expect(clippy::cast_precision_loss, reason = "counts of one call are small")]
            let figures: [fn(&Cost) -> f64; 3] =
                [|cost| cost.allocations as f64, |cost| cost.bytes as f64, |cost| cost.kept_bytes as f64];
            let means =
                figures.map(|figure| format!("{:.0}", mean(group.iter().map(|row| figure(part(row))))));
            table.row(label(&group[0], what).into_iter().chain(means));
        }
    }
    table.to_string()
}

/// Every figure of every row.
fn calls(measured: &Measured) -> String {
    let mut table = Table::new([
        "exercises",
        "sessions",
        "what",
        "intent",
        "median µs",
        "p99 µs",
        "sessions/s",
        "allocations",
        "bytes",
    ]);
    for (what, part) in PARTS {
        for row in groups(measured).flatten() {
            let cost = part(row);
            table.row(label(row, what).into_iter().chain([
                row.intent.to_string(),
                format!("{:.1}", cost.median_us),
                format!("{:.1}", cost.p99_us),
                format!("{:.0}", cost.per_second()),
                cost.allocations.to_string(),
                cost.bytes.to_string(),
            ]));
        }
    }
    table.to_string()
}

/// The first columns of every table.
fn label(row: &Row, what: &str) -> [String; 3] {
    [row.exercises.to_string(), row.sessions.to_string(), what.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured() -> Measured {
        let cost = |median_us| Cost {
            median_us,
            p99_us: 2.0 * median_us,
            mean_us: median_us,
            allocations: 7,
            bytes: 512,
            kept_bytes: 0,
        };
        let row = |intent, median| Row {
            exercises: 200,
            sessions: 12,
            intent,
            select: cost(median),
            generate: cost(3.0 * median),
        };
        Measured { calibration_us: 1000.0, rows: vec![row(Intent::Push, 30.0), row(Intent::Pull, 50.0)] }
    }

    #[test]
    fn vf_7_ratios_are_medians_to_the_loop_with_their_mean() {
        let ratios = ratios(&measured());
        let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
        let select = cells(ratios.lines().nth(2).unwrap());
        assert_eq!(select, ["", "200", "12", "select", "0.0300", "0.0500", "0.0400", ""]);
    }

    #[test]
    fn the_page_shows_what_depends_on_the_machine_last() {
        let page = page(&measured(), &[], "Some Processor 7");
        let at = |text: &str| page.find(text).unwrap();
        let order = ["## Ratio", "## Memory", "## Beam", "## On one machine", "Some Processor 7"].map(at);
        assert!(order.is_sorted(), "{page}");
    }
}
