//! Whether intent mode may become the default for new athletes (KP-8, A-8, A-11), from the figures of the installation.

use std::collections::BTreeMap;

use domain::{session::SelectionMode, time::LocalDate, vocabulary::vocabulary};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Figures, MetricRow, MetricSum, Tx};
use training::kpi::{
    Rate,
    gate::{Gate, GateWeek, ITEMS, ModeFigures, RETENTION, auto_default, default_gate, pain_warning},
};

use crate::{
    config::Config,
    problem::Problem,
    service::{app::App, figures::kpi_type, jobs::metrics_all::FEWEST_ATHLETES, outside::text},
};

vocabulary! {
    /// Whether sessions of new athletes are made from an intent: `intentDefaultForNewUsers` (KP-8, A-11).
    pub enum IntentDefault: "intent default" {
        /// From a template.
        Off = "off",
        /// From an intent.
        On = "on",
        /// As the gate of the last weeks says.
        Auto = "auto",
    }
}

impl IntentDefault {
    /// What is configured.
    pub fn read(config: &Config) -> Self {
        let word = text(config, "intent_default_for_new_users");
        word.and_then(|word| word.parse().ok()).unwrap_or(Self::Off)
    }
}

/// the window of sessions.
const DAYS: i64 = 28;

/// cohorts whose day 28 fell in so many days.
pub(in crate::service) const COHORT_DAYS: u32 = 84;

/// The name under which the answer of a week is kept.
pub(in crate::service) const GATE: &str = "kpi_default_gate";

/// What was counted for one mode; of fewer than five athletes nothing is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Side {
    /// Which.
    pub mode: SelectionMode,
    /// Generated sessions.
    pub sessions: i64,
    /// Athletes with at least one.
    pub athletes: i64,
    /// The figures by name, with three decimals.
    pub figures: BTreeMap<&'static str, String>,
}

/// What the gate says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GateReport {
    /// The last day that was counted; absent where nothing was.
    pub date: Option<LocalDate>,
    /// `ready`, `not_ready` or `insufficient_data`.
    pub result: &'static str,
    /// What fails, by name.
    pub items: Vec<&'static str>,
    /// Whether sessions of intent mode hurt more often, by more than two percentage points.
    pub pain_warning: bool,
    /// What the operator has set for new athletes.
    pub setting: IntentDefault,
    /// Whether sessions of new athletes are made from an intent by that.
    pub intent_is_default: bool,
    /// Intent mode, and templates.
    pub sides: Vec<Side>,
}

/// how intent mode stands against templates on the newest day that was counted. It only reports.
pub async fn gate(app: &App) -> Result<GateReport, Problem> {
    let mut tx = app.store.read().await?;
    let newest = tx.newest_metric(None).await?;
    let sums = match newest {
        Some(date) => tx.metric_sums(date).await?,
        None => Vec::new(),
    };
    let default = (app.intent_default, is_intent_default(app, &mut tx).await?);
    Ok(report(newest, &sums, default))
}

/// whether sessions of who comes now are made from an intent, as the operator has set it.
pub(in crate::service) async fn is_intent_default(app: &App, tx: &mut Tx) -> Result<bool, Problem> {
    match app.intent_default {
        IntentDefault::Off => Ok(false),
        IntentDefault::On => Ok(true),
        IntentDefault::Auto => {
            let ever = Figures { metric_type: Some(GATE), from: LocalDate::MIN, to: LocalDate::MAX };
            Ok(auto_default(&weeks(&tx.metrics(None, ever).await?)))
        }
    }
}

/// What the gate said week by week, as it is kept: a row of the week, and one of each item.
fn weeks(rows: &[MetricRow]) -> Vec<GateWeek> {
    let week = |row: &MetricRow| {
        let failed = |item: &&str| {
            let dims = item_dims(item);
            rows.iter().any(|one| {
                one.report_date == row.report_date && one.dims == dims && one.numerator < one.denominator
            })
        };
        let gate = match row.status.as_str() {
            "ok" if row.numerator == row.denominator => Gate::Ready,
            "ok" => Gate::NotReady { items: ITEMS.into_iter().filter(failed).collect() },
            _ => Gate::InsufficientData,
        };
        GateWeek { last: row.report_date, gate }
    };
    rows.iter().filter(|row| row.dims == "{}").map(week).collect()
}

fn item_dims(item: &str) -> String {
    format!("{{\"item\":\"{item}\"}}")
}

/// what the figures of a day say, to be kept by what each is narrowed to: how many of the four items pass, and
/// whether each does; without enough data nothing but that.
pub(in crate::service) fn verdict(sums: &[MetricSum]) -> Vec<(String, Option<Rate>)> {
    let [intent, template] = [SelectionMode::Intent, SelectionMode::Auto].map(|mode| figures(sums, mode));
    let failing = match default_gate(&intent, &template) {
        Gate::Ready => Vec::new(),
        Gate::NotReady { items } => items,
        Gate::InsufficientData => return vec![("{}".to_owned(), None)],
    };
    let passes = ITEMS.map(|item| i64::from(!failing.contains(&item)));
    let all = Rate { numerator: passes.iter().sum(), denominator: 4 };
    let one = |(item, numerator)| (item_dims(item), Some(Rate { numerator, denominator: 1 }));
    [("{}".to_owned(), Some(all))].into_iter().chain(ITEMS.into_iter().zip(passes).map(one)).collect()
}

fn report(
    date: Option<LocalDate>,
    sums: &[MetricSum],
    (setting, intent_is_default): (IntentDefault, bool),
) -> GateReport {
    let modes = [SelectionMode::Intent, SelectionMode::Auto];
    let [intent, template] = modes.map(|mode| figures(sums, mode));
    let (result, items) = match default_gate(&intent, &template) {
        Gate::Ready => ("ready", Vec::new()),
        Gate::NotReady { items } => ("not_ready", items),
        Gate::InsufficientData => ("insufficient_data", Vec::new()),
    };
    let pain = modes.map(|mode| sum(sums, "painIncidence", DAYS, mode).0);
    let is_shown = [&intent, &template].iter().all(|side| side.athletes >= FEWEST_ATHLETES);
    let side = |(mode, side): (SelectionMode, ModeFigures)| {
        let mut figures = BTreeMap::new();
        if side.athletes >= FEWEST_ATHLETES {
            let named = [
                ("completionRate", side.completion),
                ("preStartEditRate", side.pre_start_edits),
                ("volumeAdherenceAccuracy", side.adherence),
                ("painIncidence", sum(sums, "painIncidence", DAYS, mode).0),
            ];
            figures.extend(named.map(|(name, rate)| (name, rate.to_string())));
        }
        if side.retention.denominator >= FEWEST_ATHLETES {
            figures.insert(RETENTION, side.retention.to_string());
        }
        Side { mode, sessions: side.sessions, athletes: side.athletes, figures }
    };
    GateReport {
        date,
        result,
        items,
        pain_warning: is_shown && pain_warning(pain[0], pain[1]),
        setting,
        intent_is_default,
        sides: modes.into_iter().zip([intent, template]).map(side).collect(),
    }
}

/// The figures of a mode over all athletes.
fn figures(sums: &[MetricSum], mode: SelectionMode) -> ModeFigures {
    // Every generated session counts in this one.
    let (generated, athletes) = sum(sums, "painExclusionsPerSession", DAYS, mode);
    let rate = |name: &str| sum(sums, name, DAYS, mode).0;
    ModeFigures {
        completion: rate("completionRate"),
        retention: sum(sums, RETENTION, COHORT_DAYS.into(), mode).0,
        adherence: rate("volumeAdherenceAccuracy"),
        pre_start_edits: rate("preStartEditRate"),
        sessions: generated.denominator,
        athletes,
    }
}

fn sum(sums: &[MetricSum], name: &str, days: i64, mode: SelectionMode) -> (Rate, i64) {
    let (metric_type, dims) = (kpi_type(name), format!("{{\"mode\":\"{mode}\"}}"));
    let meant =
        |sum: &&MetricSum| sum.metric_type == metric_type && sum.window_days == days && sum.dims == dims;
    sums.iter().find(meant).map_or_else(Default::default, |sum| {
        (Rate { numerator: sum.numerator, denominator: sum.denominator }, sum.athletes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::jobs::metrics_all::gate_rows;

    fn sum(name: &str, days: i64, mode: &str, (numerator, denominator): (i64, i64)) -> MetricSum {
        let dims = format!("{{\"mode\":\"{mode}\"}}");
        MetricSum {
            metric_type: kpi_type(name),
            window_days: days,
            dims,
            numerator,
            denominator,
            athletes: 12,
        }
    }

    fn sums(mode: &str, completion: (i64, i64), adherence: (i64, i64), edits: (i64, i64)) -> Vec<MetricSum> {
        vec![
            sum("painExclusionsPerSession", DAYS, mode, (0, 60)),
            sum("completionRate", DAYS, mode, completion),
            sum("volumeAdherenceAccuracy", DAYS, mode, adherence),
            sum("preStartEditRate", DAYS, mode, edits),
            sum("painIncidence", DAYS, mode, (3, 50)),
            sum(RETENTION, COHORT_DAYS.into(), mode, (8, 12)),
        ]
    }

    const OFF: (IntentDefault, bool) = (IntentDefault::Off, false);

    /// What is read again of what is kept of a week.
    fn kept(sums: &[MetricSum]) -> Gate {
        let date: LocalDate = "2026-03-08".parse().unwrap();
        let rows: Vec<MetricRow> = gate_rows(sums, date, domain::time::Instant::EPOCH);
        weeks(&rows).remove(0).gate
    }

    #[test]
    fn a_11_the_gate_reads_the_sums_of_both_modes() {
        let template = sums("AUTO", (82, 100), (75, 100), (20, 100));
        let with = |completion, adherence| {
            let both = [template.clone(), sums("INTENT", completion, adherence, (15, 100))].concat();
            let report = report(None, &both, OFF);
            (report.result, report.items, kept(&both))
        };
        assert_eq!(with((80, 100), (76, 100)), ("ready", vec![], Gate::Ready), "-0.02 passes");
        let items = vec!["completionRate", "volumeAdherenceAccuracy"];
        assert_eq!(
            with((799, 1000), (75, 100)),
            ("not_ready", items.clone(), Gate::NotReady { items }),
            "-0.021 fails, equal fails"
        );
        let alone = report(None, &template, OFF);
        assert_eq!((alone.result, kept(&template)), ("insufficient_data", Gate::InsufficientData));
    }

    #[test]
    fn a_34_figures_of_fewer_than_five_athletes_are_not_told() {
        let mut few = sums("INTENT", (80, 100), (76, 100), (15, 100));
        for sum in &mut few {
            sum.athletes = 4;
        }
        few.last_mut().unwrap().denominator = 4;
        let report = report(None, &few, OFF);
        assert_eq!(report.result, "insufficient_data");
        assert!(report.sides.iter().all(|side| side.figures.is_empty()), "{report:?}");
    }
}
