//! The figures as a table, and the page that is kept of a run.

use super::{
    life::EXERCISES,
    measure::{Measured, PLANS, QueryPlan, WORKS},
};
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
    let plans: String = measured.plans.iter().map(shown).collect();
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
         Every session has {6} exercises. `empty` is an athlete who has just begun on a new\n\
         database; `filled` the same athlete with a history of {0} sets, on PostgreSQL among {1} others with {2}\n\
         sessions each. `growth` is the median against that of the empty database: on PostgreSQL it may be 2.\n\
         `process` and `server` are processor\n\
         time of one call, as the kernel counts it, of this process and of the processes of PostgreSQL; `limit` holds for\n\
         both together. `in memory` is SQLite on a file system without a disk, where a sync\n\
         costs nothing. Statements are counted without `begin` and `commit`. The server runs on the same machine.\n\n{3}\n\
         {machine}. One run of the calibration loop takes {4:.0} µs.{busy}\n\n\
         Biggest tables of the filled PostgreSQL: {5}.\n\n\
         ## How PostgreSQL goes about it\n\n\
         All statements of `{7}` and of `{9}`, and of `{8}` the {10} queries that take longest,\n\
         with the plans that hold for any value. What comes several times alike, but for the values, is shown\n\
         once.\n{plans}",
        measured.history,
        measured.others.0,
        measured.others.1,
        table(measured),
        measured.calibration_us,
        filled.join(", "),
        EXERCISES,
        WORKS[0],
        WORKS[1],
        WORKS[2],
        PLANS,
    )
}

/// A plan with whose it is; its statement opens below.
fn shown(plan: &QueryPlan) -> String {
    let works: Vec<_> = plan.works.iter().map(|work| WORKS[*work]).collect();
    format!(
        "\n### {}\n\n```text\n{}\n```\n\n<details><summary>statement</summary>\n\n```sql\n{}\n```\n\n</details>\n",
        works.join(", "),
        pruned(&plan.plan).join("\n"),
        folded(&arms(&plan.statement)),
    )
}

/// A plan in which branches that stand one after the other and differ in values alone are shown once.
fn pruned(plan: &[String]) -> Vec<String> {
    let depth = |line: &String| line.len() - line.trim_start().len();
    let branch = |from: usize| -> &[String] {
        match plan.get(from) {
            Some(first) if first.trim_start().starts_with("->") => {
                let below = plan[from + 1..].iter().take_while(|line| depth(line) > depth(first)).count();
                &plan[from..=from + below]
            }
            _ => &[],
        }
    };
    let (mut shown, mut place) = (Vec::new(), 0);
    while place < plan.len() {
        let first = branch(place);
        let is_alike =
            |more: &usize| branch(place + more * first.len()).iter().map(bare).eq(first.iter().map(bare));
        let more = (1..plan.len()).take_while(|more| !first.is_empty() && is_alike(more)).count();
        shown.push(plan[place].clone());
        if more > 0 {
            shown.extend(pruned(&first[1..]));
            shown.push(format!("{}(and {more} more like it)", " ".repeat(depth(&first[0]))));
        }
        place += if more > 0 { (more + 1) * first.len() } else { 1 };
    }
    shown
}

/// A statement in which arms of a union that differ in values alone are shown once.
fn arms(statement: &str) -> String {
    let arms: Vec<_> = statement.split(" union all ").collect();
    let shown: Vec<_> = arms
        .chunk_by(|one, next| bare(one) == bare(next))
        .map(|alike| match alike.len() {
            1 => alike[0].to_owned(),
            times => format!("{} /* and {} more like it */", alike[0], times - 1),
        })
        .collect();
    shown.join(" union all ")
}

/// A text without the numbers of values and of the names that a planner makes up.
fn bare(text: impl AsRef<str>) -> String {
    let (mut bare, mut is_number) = (String::new(), false);
    for letter in text.as_ref().chars() {
        is_number = letter.is_ascii_digit() && (is_number || bare.ends_with(['$', '_']));
        if !is_number {
            bare.push(letter);
        } else if bare.ends_with('_') {
            bare.pop();
        }
    }
    // Where a table is met again, its name is followed by another with a number.
    let mut words: Vec<_> = bare.split(' ').collect();
    words.dedup();
    words.join(" ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_values_alone_is_shown_once() {
        let statement =
            "select a from t where x = $1 union all select a from t where x = $12 union all select b from u";
        let once = "select a from t where x = $1 /* and 1 more like it */ union all select b from u";
        assert_eq!(arms(statement), once);
        let plan = "Append\n  ->  Limit\n        ->  Index Scan on t\n  ->  Limit\n        ->  Index Scan on t t_1\n  ->  Sort";
        let plan: Vec<_> = plan.lines().map(str::to_owned).collect();
        let once =
            ["Append", "  ->  Limit", "        ->  Index Scan on t", "  (and 1 more like it)", "  ->  Sort"];
        assert_eq!(pruned(&plan), once);
    }
}
