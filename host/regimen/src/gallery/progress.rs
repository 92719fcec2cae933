//! What records of progress show: volume, levels, effort, decisions (P-50).

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use domain::{
    exercise::Measure,
    progress::{LevelDecision, ProgressRecord},
    quantity::{Rpe, div_half_up},
    session::PerformanceStatus,
    time::LocalDate,
};

use crate::{
    chart::{Band, Bars, Format, Mark, Point, Series, Shape, Timeline},
    service::charts::Span,
    viewer::Viewer,
};

/// P-50: levels and effort look back so many days.
const LINE_DAYS: i64 = 90;
/// Ladders that are told apart in one picture.
const LADDERS: usize = 4;
/// P-50: the effort up to which a session leaves something to spare, in tenths.
const EASY: i64 = 70;
/// P-50: efforts that a mean is made of.
const MEAN_OF: usize = 3;

/// P-50: what was done of an exercise against its target: of the named one, else of the one with most records.
pub(crate) fn volume(
    records: &[ProgressRecord],
    exercise: Option<&str>,
    span: Span,
    at: &Viewer<'_>,
) -> Bars {
    let key = exercise.map(str::to_owned).or_else(|| most_recorded(records)).unwrap_or_default();
    let done =
        |record: &&ProgressRecord| record.exercise_key == key && record.status == PerformanceStatus::Done;
    let own: Vec<&ProgressRecord> = records.iter().filter(done).collect();
    let columns = span.periods(at).into_iter().map(|period| {
        let within: Vec<_> = own.iter().filter(|record| period.holds(record.local_date)).collect();
        let sum = |of: fn(&ProgressRecord) -> u32| within.iter().map(|record| i64::from(of(record))).sum();
        let values = (!within.is_empty()).then(|| vec![sum(|record| record.volume_actual)]);
        let target = values.is_some().then(|| sum(|record| record.volume_target));
        period.column(values, target)
    });
    let unit = match own.first().map_or(Measure::Reps, |record| record.unit) {
        Measure::Reps => at.text("chart-unit-reps"),
        Measure::Seconds => at.text("web-unit-s"),
        Measure::Meters => at.text("web-unit-m"),
    };
    let title = if key.is_empty() {
        at.text("chart-volume")
    } else {
        at.text_with("chart-volume-of", [("exercise", at.keyed(&key).into())])
    };
    Bars {
        caption: at.caption("volume", title, at.text("chart-volume-says"), "chart-volume-none"),
        format: Format { unit, ..at.plain() },
        column_name: span.column_name(at),
        parts: vec![at.text("web-progress-sets-done")],
        target_name: at.text("chart-target"),
        columns: columns.collect(),
    }
}

/// The exercise or ladder with most records; of equals the first by key.
fn most_recorded(records: &[ProgressRecord]) -> Option<String> {
    let mut counts = BTreeMap::<&str, usize>::new();
    for record in records.iter().filter(|record| record.status == PerformanceStatus::Done) {
        *counts.entry(&record.exercise_key).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(key, count)| (*count, Reverse(*key))).map(|(key, _)| key.to_owned())
}

/// P-50: the level of each ladder over time; `rollbacks` are the days on which a person went back to an older plan.
pub(crate) fn levels(
    records: &[ProgressRecord],
    rollbacks: &[LocalDate],
    exercise: Option<&str>,
    span: Span,
    at: &Viewer<'_>,
) -> Timeline {
    let since = span.since(LINE_DAYS, at.today);
    let mut ladders = BTreeMap::<&str, BTreeMap<LocalDate, Point>>::new();
    let mut last = BTreeMap::<&str, (LocalDate, u32)>::new();
    for record in records {
        let key = record.exercise_key.as_str();
        let Some((was, is)) = record.level_target.zip(record.level_result) else { continue };
        let former = last.insert(key, (record.local_date, is));
        if record.local_date < since || exercise.is_some_and(|wanted| wanted != key) {
            continue;
        }
        let mark = match record.decision {
            LevelDecision::Advance => Mark::Up,
            LevelDecision::Regress => Mark::Down,
            _ => match former {
                Some((date, level)) if level != was => {
                    let between = date..=record.local_date;
                    if rollbacks.iter().any(|day| between.contains(day)) { Mark::Back } else { Mark::Hand }
                }
                _ => Mark::Plain,
            },
        };
        let point = Point { value: i64::from(is), mark };
        ladders.entry(key).or_default().insert(record.local_date, point);
    }
    let mut drawn: Vec<(&str, BTreeMap<LocalDate, Point>)> = ladders.into_iter().collect();
    drawn.sort_by_key(|(key, points)| (Reverse(points.len()), *key));
    drawn.truncate(LADDERS);
    let dates: BTreeSet<LocalDate> = drawn.iter().flat_map(|(_, points)| points.keys().copied()).collect();
    let series = drawn.iter().map(|(key, points)| Series {
        name: at.keyed(key),
        shape: Shape::Step,
        points: dates.iter().map(|date| points.get(date).copied()).collect(),
    });
    let marks = [
        (Mark::Up, "chart-mark-up"),
        (Mark::Down, "chart-mark-down"),
        (Mark::Hand, "chart-mark-hand"),
        (Mark::Back, "chart-mark-back"),
    ];
    let (title, says) = (at.text("web-progress-ladders"), at.text("chart-levels-says"));
    Timeline {
        caption: at.caption("levels", title, says, "chart-levels-none"),
        format: at.plain(),
        moment_name: at.text("web-progress-day-head"),
        moments: dates.iter().map(|date| at.moment(*date)).collect(),
        series: series.collect(),
        marks: marks.map(|(mark, id)| (mark, at.text(id))).to_vec(),
        ..Timeline::default()
    }
}

/// P-50: the effort of each record, and the mean of the last three.
pub(crate) fn effort(
    records: &[ProgressRecord],
    exercise: Option<&str>,
    span: Span,
    at: &Viewer<'_>,
) -> Timeline {
    let own = records.iter().filter(|record| exercise.is_none_or(|key| record.exercise_key == key));
    let told: Vec<(LocalDate, i64)> =
        own.filter_map(|record| Some((record.local_date, record.rpe.map(Rpe::tenths)?))).collect();
    let since = span.since(LINE_DAYS, at.today);
    let shown = told.iter().position(|(date, _)| since <= *date).unwrap_or(told.len());
    let point = |value: i64| Some(Point { value, mark: Mark::Plain });
    let mean = |index: usize| {
        let last = &told[(index + 1).saturating_sub(MEAN_OF)..=index];
        let count = i64::try_from(last.len()).unwrap_or(1);
        div_half_up(last.iter().map(|(_, rpe)| rpe).sum(), count)
    };
    // Of the exercises of one day the last one says where the mean has come to.
    let day_mean = |index: usize| {
        let is_last = told.get(index + 1).is_none_or(|(date, _)| *date != told[index].0);
        is_last.then(|| mean(index))
    };
    Timeline {
        caption: at.caption(
            "effort",
            at.text("chart-effort"),
            at.text("chart-effort-says"),
            "chart-effort-none",
        ),
        format: Format { unit: at.text("web-progress-effort-head"), ..at.tenths() },
        moment_name: at.text("web-progress-day-head"),
        moments: told[shown..].iter().map(|(date, _)| at.moment(*date)).collect(),
        series: vec![
            Series {
                name: at.text("chart-effort-mean"),
                shape: Shape::Linked,
                points: (shown..told.len()).map(|index| day_mean(index).and_then(point)).collect(),
            },
            Series {
                name: at.text("chart-effort-one"),
                shape: Shape::Dots,
                points: told[shown..].iter().map(|(_, rpe)| point(*rpe)).collect(),
            },
        ],
        band: Some(Band { name: at.text("chart-effort-easy"), low: 10, high: EASY }),
        ..Timeline::default()
    }
}

/// P-50: how many decisions of each kind were made.
pub(crate) fn decisions(records: &[ProgressRecord], span: Span, at: &Viewer<'_>) -> Bars {
    let kind = |record: &ProgressRecord| match record.decision {
        _ if record.status == PerformanceStatus::Skipped => Some(3),
        LevelDecision::Advance | LevelDecision::AdvanceRange => Some(0),
        LevelDecision::Hold | LevelDecision::HoldRange => Some(1),
        LevelDecision::Regress | LevelDecision::RegressRange => Some(2),
        LevelDecision::None => None,
    };
    let columns = span.periods(at).into_iter().map(|period| {
        let mut counts = vec![0; 4];
        for record in records.iter().filter(|record| period.holds(record.local_date)) {
            if let Some(kind) = kind(record) {
                counts[kind] += 1;
            }
        }
        let any = counts.iter().any(|count| *count > 0);
        period.column(any.then_some(counts), None)
    });
    let parts = ["advance", "hold", "regress"].map(|word| at.word("decision", word));
    Bars {
        caption: at.caption(
            "decisions",
            at.text("web-progress-decisions"),
            at.text("chart-decisions-says"),
            "web-progress-sets-none",
        ),
        format: at.plain(),
        column_name: span.column_name(at),
        parts: parts.into_iter().chain([at.text("web-progress-skipped")]).collect(),
        target_name: String::new(),
        columns: columns.collect(),
    }
}
