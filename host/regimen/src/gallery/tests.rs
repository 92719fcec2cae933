//! What the charts of records show (P-50), from made-up records.

use domain::{
    id::Id,
    progress::{EXAMPLE, LevelDecision, ProgressRecord},
    quantity::Rpe,
    session::PerformanceStatus,
    time::{LocalDate, add_days},
    voice::{Locale, Voice},
};
use training::catalog::Catalog;

use super::*;
use crate::reader::Reader;

/// A Wednesday.
const TODAY: LocalDate = LocalDate::constant(2026, 3, 11);

fn viewer() -> Viewer<'static> {
    Viewer::new(Reader::with(Voice::new(Locale::En), Catalog::embedded()), TODAY)
}

fn record(ago: i64, change: impl FnOnce(&mut ProgressRecord)) -> ProgressRecord {
    let mut record: ProgressRecord = serde_json::from_str(EXAMPLE).unwrap();
    record.id = Id::derive(&[&ago.to_string()]);
    record.local_date = add_days(TODAY, -ago);
    change(&mut record);
    record
}

fn points(chart: &dyn Chart) -> Vec<Vec<(String, f64, Option<&'static str>)>> {
    let runs = chart.runs().into_iter();
    runs.map(|run| run.points.into_iter().map(|one| (one.at, one.value.unwrap(), one.mark)).collect())
        .collect()
}

fn drawn(facts: &ChartFacts, exercise: Option<&str>) -> Box<dyn Chart> {
    draw(facts, &Wanted { exercise: exercise.map(str::to_owned), span: None }, &viewer())
}

#[test]
fn p_50_volume_is_summed_by_week_and_a_week_without_records_is_a_gap() {
    let of = |ago, actual| record(ago, |record| (record.volume_actual, record.volume_target) = (actual, 30));
    let other = record(3, |record| record.exercise_key = "squat".to_owned());
    let skipped = record(2, |record| record.status = PerformanceStatus::Skipped);
    let facts = ChartFacts::Volume(vec![of(16, 24), other, skipped, of(1, 28), of(0, 30)]);
    let [done, target] = &points(&*drawn(&facts, None))[..] else { panic!() };
    assert_eq!(*done, [("2026-W09".to_owned(), 24.0, None), ("2026-W11".to_owned(), 58.0, None)]);
    assert_eq!(target[1], ("2026-W11".to_owned(), 60.0, None));
    assert_eq!(points(&*drawn(&facts, Some("squat")))[0].len(), 1);
}

#[test]
fn p_50_levels_mark_what_changed_them() {
    let of = |ago, (was, is), decision| {
        record(ago, |record| {
            (record.level_target, record.level_result, record.decision) = (Some(was), Some(is), decision);
        })
    };
    let records = vec![
        of(120, (1, 2), LevelDecision::Advance),
        of(20, (2, 3), LevelDecision::Advance),
        of(15, (3, 2), LevelDecision::Regress),
        of(10, (4, 4), LevelDecision::Hold),
        of(5, (2, 2), LevelDecision::Hold),
        of(1, (2, 2), LevelDecision::Hold),
    ];
    let facts = ChartFacts::Levels(records, vec![add_days(TODAY, -6)]);
    let [levels] = &points(&*drawn(&facts, None))[..] else { panic!() };
    let shown: Vec<_> = levels.iter().map(|(_, value, mark)| (*value, mark.unwrap_or(""))).collect();
    let expected = [(3.0, "advance"), (2.0, "regress"), (4.0, "manual"), (2.0, "rollback"), (2.0, "")];
    assert_eq!(shown, expected);
}

#[test]
fn p_50_effort_has_the_mean_of_three() {
    let of = |ago, rpe| record(ago, |record| record.rpe = rpe);
    let rpe = |tenths| Rpe::new(tenths).ok();
    let records =
        vec![of(91, rpe(90)), of(9, rpe(60)), of(9, None), of(5, rpe(75)), of(1, rpe(80)), of(1, rpe(70))];
    let [means, ones] = &points(&*drawn(&ChartFacts::Effort(records), None))[..] else { panic!() };
    assert_eq!(means.iter().map(|one| one.1).collect::<Vec<_>>(), [7.5, 7.5, 7.5]);
    assert_eq!(ones.iter().map(|one| one.1).collect::<Vec<_>>(), [6.0, 7.5, 8.0, 7.0]);
}

#[test]
fn p_50_decisions_are_stacked_by_week() {
    let of = |ago, decision| record(ago, |record| record.decision = decision);
    let skipped = record(1, |record| record.status = PerformanceStatus::Skipped);
    let records = vec![
        of(8, LevelDecision::Advance),
        of(2, LevelDecision::HoldRange),
        of(1, LevelDecision::Hold),
        of(1, LevelDecision::None),
        skipped,
    ];
    let chart = drawn(&ChartFacts::Decisions(records), None);
    let rows = chart.table().rows;
    assert_eq!(rows[0][1..], ["1", "0", "0", "0"]);
    assert_eq!(rows[1][1..], ["0", "2", "0", "1"]);
    assert_eq!(points(&*chart)[1][1], ("2026-W11".to_owned(), 2.0, None));
}
