//! What the beam search gains over the greedy choice, by the objective of SO-11, and what it costs.

use domain::session::Intent;
use training::{
    beam::SearchReport,
    catalog::Catalog,
    library::Library,
    tuning::{Search, Tuning},
};

use super::{Case, mean, with_session};
use crate::{
    Failure,
    cost::{self, Work},
    table::Table,
};

/// How often each is called: the search takes milliseconds.
const ROUNDS: usize = 21;

/// Greedy choice and beam search for one request.
#[derive(Debug)]
pub(crate) struct Compared {
    /// Sessions of the history.
    sessions: usize,
    /// What is asked for.
    intent: Intent,
    /// Tenths of a set that the greedy choice reaches.
    greedy: i64,
    /// Tenths of a set that the search reaches; the better of both is taken.
    beam: i64,
    /// How many times as long as the greedy choice the search takes.
    time_ratio: f64,
}

impl Compared {
    /// Tenths of a set by which the session gets better: none if the search found nothing.
    fn gain(&self) -> i64 {
        (self.beam - self.greedy).max(0)
    }
}

/// Compares both over the whole catalogue, for every intent without and with a history.
pub(crate) fn compare() -> Result<Vec<Compared>, Failure> {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    let greedy: Vec<Case> = Case::fresh(&library)?.into_iter().chain(Case::seasoned(&library)?).collect();
    let beam: Vec<Case> = greedy.iter().map(searching).collect();
    let works = greedy.iter().chain(&beam).map(|case| -> Work<'_> { Box::new(|| case.plan(&library)) });
    let (_, costs) = cost::measure(ROUNDS, 1, &works.collect::<Vec<_>>());
    let (of_greedy, of_beam) = costs.split_at(greedy.len());
    let compared = beam.iter().zip(of_greedy.iter().zip(of_beam)).map(|(case, (greedy, beam))| {
        let report = reached(case, &library)?;
        Ok(Compared {
            sessions: case.input.history.len(),
            intent: case.intent,
            greedy: report.greedy.0,
            beam: report.beam.0,
            time_ratio: beam.median_us / greedy.median_us,
        })
    });
    compared.collect()
}

/// The same request with the search.
fn searching(case: &Case) -> Case {
    let mut input = case.input.clone();
    input.tuning.search = Search::Beam;
    Case { intent: case.intent, input }
}

/// What both reach, as the engine reports it.
fn reached(case: &Case, library: &Library<'_>) -> Result<SearchReport, Failure> {
    let intent = case.intent;
    let report = with_session(&case.input, library, |session| session.search);
    report
        .map_err(|refusal| Failure::Refused { intent, refusal: Box::new(refusal) })?
        .ok_or(Failure::NoSearch { intent })
}

/// A row for each request, and what they come to.
pub(crate) fn table(compared: &[Compared]) -> String {
    let mut table = Table::new(["sessions", "intent", "greedy", "beam", "gain", "time ratio"]);
    for row in compared {
        table.row([
            row.sessions.to_string(),
            row.intent.to_string(),
            sets(row.greedy),
            sets(row.beam),
            sets(row.gain()),
            format!("{:.0}", row.time_ratio),
        ]);
    }
    let most = compared.iter().map(Compared::gain).max().unwrap_or(0);
    #[expect(clippy::cast_precision_loss, reason = "tenths of sets are small")]
    let gain = mean(compared.iter().map(|row| row.gain() as f64 / 10.0));
    let time = mean(compared.iter().map(|row| row.time_ratio));
    format!(
        "{table}\nGain of the session in sets: {gain:.2} in the mean, {} at most. \
         The search takes {time:.0} times as long as the greedy choice.\n",
        sets(most)
    )
}

/// Tenths of a set as sets.
fn sets(tenths: i64) -> String {
    domain::quantity::Tenths(tenths).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_11_a_search_that_finds_nothing_better_gains_nothing() {
        let row =
            |greedy, beam| Compared { sessions: 12, intent: Intent::Push, greedy, beam, time_ratio: 20.0 };
        assert_eq!([row(250, 262).gain(), row(250, 241).gain()], [12, 0]);
        let table = table(&[row(250, 262), row(250, 241)]);
        assert!(
            table.ends_with(
                "\nGain of the session in sets: 0.60 in the mean, 1.2 at most. \
             The search takes 20 times as long as the greedy choice.\n"
            ),
            "{table}"
        );
    }
}
