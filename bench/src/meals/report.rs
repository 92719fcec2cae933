//! The figures as tables: for a terminal, and the page `bench/reports/meals.md`.

use std::{collections::BTreeSet, fmt::Write};

use super::{
    Measured,
    cell::Cell,
    goal::{GOALS, PARSE_LIMIT_MS, PEAK_LIMIT_MB},
    measure::{Row, Run},
    program::{PATIENCE, Program},
};
use crate::table::Table;

/// The tables, for a terminal.
pub(crate) fn tables(rows: &[Row]) -> String {
    format!(
        "Figures to reach (MB-3):\n\n{}\nRegimen by cell:\n\n{}\nAgainst other solvers:\n\n{}",
        goals(rows),
        cells(rows),
        compared(rows)
    )
}

/// The page `bench/reports/meals.md`.
pub(crate) fn page(measured: &Measured, command: Option<&Program>) -> String {
    let rows = &measured.rows;
    let command = command.map_or_else(String::new, |program| {
        format!(
            "* `command` is `{program}`, which is ended after {} seconds; its time contains its start and its\n  \
             reading of the problem.\n",
            PATIENCE.as_secs()
        )
    });
    format!(
        "# Planning meals\n\n\
         Made by `cargo run --release -p regimen-bench -- meals --report > bench/reports/meals.md`; nothing here is edited\n\
         by hand. {}. Seeds {}.\n\n\
         Instances are those of MB-1 and MB-2: n recipes, D days, four meals a day, 2400 kcal; T0 asks for no\n\
         micronutrients, T1 to T3 for 70, 85 and 95 % of what is known to be reachable of all 25 at once, T4 for\n\
         more than is possible. `regimen-bench meals gen N SEED D LEVEL` prints any of them. One thread; the median\n\
         of 5 runs counts, and a single run where it takes more than 2 s. Reading the problem is measured apart.\n\
         Every plan is checked again, in integers, from the generated recipes.\n\n\
         ## Figures to reach\n\n{}\n\
         ## Cells\n\n\
         Over the seeds of a cell: the stages that answered, the most attempts of the plain search, the median and\n\
         the slowest time.\n\n{}\n\
         ## Against other solvers\n\n\
         Solved counts, and medians over the seeds; the ratio is the time of `regimen` to the other's. Below 1\n\
         `regimen` is faster; where the other solved less, its time is that of giving up.\n\n\
         * `plain` is the plain search alone, with 50 000 attempts.\n\
         * `milp-full` is the mixed-integer program over all recipes alone, with 60 seconds.\n{command}\n{}",
        measured.machine,
        seeds(rows),
        goals(rows),
        cells(rows),
        compared(rows)
    )
}

fn seeds(rows: &[Row]) -> String {
    let seeds: BTreeSet<u64> = rows.iter().map(|row| row.seed).collect();
    join(seeds.iter().map(ToString::to_string))
}

/// MB-3: what is demanded, what is reached.
fn goals(rows: &[Row]) -> String {
    let mut table = Table::new(["cells", "wanted", "solved", "slowest ms", "limit ms", "reached"]);
    for goal in GOALS {
        let score = goal.score(rows);
        let reached = match (score.instances, score.is_complete(), goal.is_fast(score)) {
            (0, ..) => "not run",
            (_, true, true) => "yes",
            (_, false, _) => "no: unsolved",
            (_, true, false) => "no: too slow",
        };
        let count = format!("{} of {}", score.solved, score.instances);
        let times = [milliseconds(score.slowest_ms), format!("{:.0}", goal.limit_ms)];
        let words = [goal.cells, goal.wanted].map(str::to_owned);
        table.row(words.into_iter().chain([count]).chain(times).chain([reached.to_owned()]));
    }
    let largest = rows.iter().filter(|row| row.cell.recipes == 5000);
    let parse = most(largest.map(|row| row.parse_ms));
    let peak = most(rows.iter().filter_map(|row| row.peak_mb));
    format!(
        "{table}\n{}\n{}\n",
        limited("Reading a problem of 5000 recipes", parse, "ms", PARSE_LIMIT_MS),
        limited("Peak memory with 5000 recipes over 7 days", peak, "MB", PEAK_LIMIT_MB),
    )
}

/// A sentence about a figure that has a limit.
fn limited(what: &str, figure: Option<f64>, unit: &str, limit: f64) -> String {
    let Some(figure) = figure else { return format!("{what}: not measured (limit {limit} {unit}).") };
    let verdict = if figure < limit { "kept" } else { "not kept" };
    format!("{what}: at most {figure:.1} {unit} (limit {limit} {unit}: {verdict}).")
}

/// Rows of the same cell stand together.
fn groups(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    rows.chunk_by(|a, b| a.cell == b.cell)
}

/// What the engine did in each cell.
fn cells(rows: &[Row]) -> String {
    let mut table = Table::new(["n", "D", "level"]);
    table.columns(
        ["solved", "stages", "attempts", "median ms", "slowest ms", "reading ms"].map(str::to_owned),
    );
    for group in groups(rows) {
        let runs = || group.iter().map(|row| &row.regimen);
        let stages: BTreeSet<&str> = runs().filter_map(|run| run.stage.as_deref()).collect();
        let figures = [
            solved(runs()),
            join(stages.into_iter().map(str::to_owned)),
            runs().map(|run| run.attempts).max().unwrap_or(0).to_string(),
            milliseconds(median(runs())),
            milliseconds(runs().map(|run| run.median_ms).fold(0.0, f64::max)),
            milliseconds(group.iter().map(|row| row.parse_ms).fold(0.0, f64::max)),
        ];
        table.row(label(group[0].cell).into_iter().chain(figures));
    }
    format!("{table}{}", faults(rows))
}

/// No solver answers in less.
const NOT_ASKED_MS: f64 = 0.001;

/// MB-4: the engine beside the baselines, a cell a row.
fn compared(rows: &[Row]) -> String {
    let mut table = Table::new(["n", "D", "level", "regimen", "ms"]);
    let baselines = rows.first().map_or(&[][..], |row| &row.baselines);
    for baseline in baselines {
        table.columns([baseline.name.clone(), "ms".to_owned(), "ratio".to_owned()]);
    }
    for group in groups(rows) {
        let regimen = || group.iter().map(|row| &row.regimen);
        let mut figures = vec![solved(regimen()), milliseconds(median(regimen()))];
        for place in 0..baselines.len() {
            let runs = || group.iter().map(|row| &row.baselines[place].run);
            // Who is not asked answers at once.
            if median(runs()) < NOT_ASKED_MS {
                figures.extend(["not asked", "", ""].map(str::to_owned));
                continue;
            }
            let ratio = median(regimen()) / median(runs());
            figures.extend([solved(runs()), milliseconds(median(runs())), format!("{ratio:.4}")]);
        }
        table.row(label(group[0].cell).into_iter().chain(figures));
    }
    table.to_string()
}

/// Answers that are worth nothing, each with its reason.
fn faults(rows: &[Row]) -> String {
    let mut list = String::new();
    for row in rows {
        let baselines = row.baselines.iter().map(|baseline| (baseline.name.as_str(), &baseline.run));
        for (name, run) in std::iter::once(("regimen", &row.regimen)).chain(baselines) {
            if let Some(fault) = &run.fault {
                let _ = write!(list, "\n* {name}, {}, seed {}: {fault}", row.cell, row.seed);
            }
        }
    }
    if list.is_empty() { list } else { list + "\n" }
}

/// The first columns of every table.
fn label(cell: Cell) -> [String; 3] {
    [cell.recipes.to_string(), cell.days.to_string(), cell.level.to_string()]
}

fn solved<'r>(runs: impl Iterator<Item = &'r Run>) -> String {
    let (solved, all) =
        runs.fold((0, 0), |(solved, all), run| (solved + usize::from(run.is_solved), all + 1));
    format!("{solved} of {all}")
}

/// The median over the seeds.
fn median<'r>(runs: impl Iterator<Item = &'r Run>) -> f64 {
    let mut times: Vec<f64> = runs.map(|run| run.median_ms).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

fn most(figures: impl Iterator<Item = f64>) -> Option<f64> {
    figures.max_by(f64::total_cmp)
}

fn milliseconds(time: f64) -> String {
    format!("{time:.2}")
}

fn join(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meals::{goal::tests::row, instance::Level, measure::Compared};

    /// The cells of a line of a table.
    fn line(table: &str, number: usize) -> Vec<String> {
        let line = table.lines().nth(number).unwrap();
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    }

    /// A cell with the three seeds, solved in 1, 2 and 4 ms, and by the plain search in 20 ms but for the last.
    fn rows() -> Vec<Row> {
        let seeds = [(1, 1.0, "A"), (2, 4.0, "B"), (3, 2.0, "A")].map(|(seed, median_ms, stage)| {
            let mut row = row(200, 7, Level::T3);
            row.seed = seed;
            let run = Run { median_ms: 20.0, is_solved: seed < 3, ..row.regimen.clone() };
            row.baselines.push(Compared { name: "plain".to_owned(), run });
            row.regimen.median_ms = median_ms;
            row.regimen.stage = Some(stage.to_owned());
            row
        });
        seeds.into()
    }

    #[test]
    fn mb_4_a_cell_shows_solved_counts_stages_and_times_over_its_seeds() {
        let expected = ["200", "7", "T3", "3 of 3", "A, B", "28", "2.00", "4.00", "1.00"];
        assert_eq!(line(&cells(&rows()), 2), expected);
    }

    #[test]
    fn mb_4_a_baseline_is_shown_with_the_ratio_of_the_medians() {
        let table = compared(&rows());
        assert_eq!(line(&table, 0), ["n", "D", "level", "regimen", "ms", "plain", "ms", "ratio"]);
        assert_eq!(line(&table, 2), ["200", "7", "T3", "3 of 3", "2.00", "2 of 3", "20.00", "0.1000"]);
    }

    #[test]
    fn mb_3_every_figure_is_shown_with_whether_it_is_reached() {
        let mut rows = rows();
        let reached = |rows: &[Row]| line(&goals(rows), 4);
        assert_eq!(reached(&rows), ["T3, n ≤ 1000", "found", "3 of 3", "4.00", "2000", "yes"]);
        rows[0].regimen.median_ms = 2000.0;
        assert_eq!(reached(&rows)[5], "no: too slow");
        rows[1].regimen.is_solved = false;
        assert_eq!(reached(&rows)[2..], ["2 of 3", "2000.00", "2000", "no: unsolved"]);
        assert_eq!(line(&goals(&rows), 6)[5], "not run");
    }

    #[test]
    fn mb_3_reading_and_memory_are_shown_with_their_limits() {
        let mut largest = row(5000, 7, Level::T0);
        assert!(goals(&[largest.clone()]).contains("over 7 days: not measured (limit 200 MB)."));
        (largest.parse_ms, largest.peak_mb) = (150.0, Some(199.96));
        let goals = goals(&[largest]);
        assert!(goals.contains("5000 recipes: at most 150.0 ms (limit 150 ms: not kept)."), "{goals}");
        assert!(goals.contains("over 7 days: at most 200.0 MB (limit 200 MB: kept)."), "{goals}");
    }

    #[test]
    fn mb_4_the_page_names_machine_seeds_and_faults() {
        let mut rows = rows();
        rows[2].regimen.fault = Some("day 2: fat_g is outside its window (MV-3)".to_owned());
        let measured = Measured { machine: "Some Processor 7, commit abc".to_owned(), rows };
        let page = page(&measured, Some(&"/opt/solve.py".parse().unwrap()));
        for part in [
            "Some Processor 7, commit abc. Seeds 1, 2, 3.",
            "`command` is `solve.py`",
            "* regimen, n200 D7 T3, seed 3: day 2: fat_g is outside its window (MV-3)",
        ] {
            assert!(page.contains(part), "{page}");
        }
    }
}
