//! P-54 records, P-21 summary.

use domain::{
    anatomy::BodyArea,
    exercise::{Exercise, Measure},
    id::Id,
    plan::PlanItem,
    prescription::{LevelRef, SetType},
    progress::{LevelDecision, ProgressRecord},
    quantity::{Grams, Rpe},
    session::{PerformanceStatus, SessionId, SetPerformance},
    time::{Instant, LocalDate, Zone},
    wellbeing::{Flag, FlagKind},
};
use training::{
    catalog::Catalog,
    flag::{Event, SessionFacts},
    progress_summary::{Item, ProgressSummary, RpeTrend, standing, summarize},
    records::{Performance, Record, RecordKind, TOLD, announced, bests, lost, records},
    strength::{curve, trend_of},
    suggestion::history::Trend,
};

use crate::flags::{Diary, day, pain, session};

fn exercise(key: &str) -> &'static Exercise {
    Catalog::embedded().get(&key.parse().unwrap()).unwrap()
}

fn session_of(days: i64) -> SessionId {
    Id::derive(&["session", &days.to_string()])
}

fn date(days: i64) -> LocalDate {
    day(days).local_date(&Zone::UTC)
}

/// A completed working set.
fn set(amount: u32, load: Option<i64>, measure: Measure) -> SetPerformance {
    let counted = |wanted| (measure == wanted).then_some(amount);
    SetPerformance {
        id: Id::derive(&["set"]),
        set_id: None,
        index: 0,
        kind: SetType::Working,
        reps: counted(Measure::Reps),
        seconds: counted(Measure::Seconds),
        meters: counted(Measure::Meters),
        load_g: load.map(Grams),
        completed: true,
        rest_after_s: None,
        rpe: None,
    }
}

/// What was done: the day, the exercise, its sets.
type Done<'a> = (i64, &'a str, Vec<SetPerformance>);

fn found(done: &[Done<'_>], bodyweight: Option<i64>) -> Vec<Record> {
    let performances: Vec<_> = done
        .iter()
        .map(|(days, key, sets)| Performance {
            session_id: session_of(*days),
            started_at: day(*days),
            date: date(*days),
            exercise: exercise(key),
            sets,
            bodyweight: bodyweight.map(Grams),
            deload: false,
        })
        .collect();
    records(&performances, &[])
}

fn values(records: &[Record], kind: RecordKind) -> Vec<(i64, Option<i64>)> {
    records.iter().filter(|record| record.kind == kind).map(|record| (record.value, record.former)).collect()
}

#[test]
fn p_54_the_first_value_is_a_baseline_and_only_a_strictly_better_one_is_a_record() {
    let reps = |amounts: &[u32]| amounts.iter().map(|&reps| set(reps, None, Measure::Reps)).collect();
    let done = [(0, "pull_up", reps(&[6, 8])), (2, "pull_up", reps(&[8, 7])), (4, "pull_up", reps(&[9]))];
    let all = found(&done, None);
    assert_eq!(values(&all, RecordKind::MaxReps), [(8, None), (9, Some(8))]);
    assert_eq!(values(&all, RecordKind::MaxVolume), [(14, None), (15, Some(14))]);
    let news = announced(&all, session_of(4));
    let news: Vec<_> = news.iter().map(|record| (record.kind, record.value)).collect();
    assert_eq!(news, [(RecordKind::MaxReps, 9)]);
    assert_eq!(announced(&all, session_of(0)).len(), 0);
    let best: Vec<_> = bests(&all).iter().map(|record| (record.kind, record.value, record.date)).collect();
    assert_eq!(best, [(RecordKind::MaxReps, 9, date(4)), (RecordKind::MaxVolume, 15, date(2))]);
}

#[test]
fn p_54_load_and_estimated_maximum_come_from_the_reps_done() {
    let lift = |load: i64, reps: u32| vec![set(reps, Some(load), Measure::Reps)];
    let done = [(0, "bench_press", lift(100_000, 4)), (3, "bench_press", lift(100_000, 5))];
    let all = found(&done, None);
    assert_eq!(values(&all, RecordKind::MaxLoad), [(100_000, None)]);
    assert_eq!(values(&all, RecordKind::BestE1rm), [(113_333, None), (116_667, Some(113_333))]);
    // Load added to a body needs its weight.
    let weighted = [(0, "pull_up", lift(10_000, 6))];
    assert_eq!(values(&found(&weighted, None), RecordKind::BestE1rm), []);
    assert_eq!(values(&found(&weighted, Some(80_000)), RecordKind::BestE1rm), [(108_000, None)]);
}

#[test]
fn p_54_holds_count_in_seconds_and_help_is_no_record() {
    let hold = [(0, "plank", vec![set(60, None, Measure::Seconds), set(50, None, Measure::Seconds)])];
    let all = found(&hold, None);
    assert_eq!(values(&all, RecordKind::MaxSeconds), [(60, None)]);
    assert_eq!(values(&all, RecordKind::MaxVolume), [(110, None)]);
    assert_eq!(values(&all, RecordKind::MaxReps), []);
    let assisted = Catalog::embedded()
        .exercises()
        .iter()
        .find(|exercise| exercise.load_semantics == domain::exercise::LoadSemantics::Assistance)
        .unwrap();
    let help = |grams| vec![set(8, Some(grams), Measure::Reps)];
    let key = assisted.id.as_str();
    let helped = [(0, key, help(20_000)), (2, key, help(25_000)), (4, key, help(15_000))];
    let all = found(&helped, Some(80_000));
    assert_eq!(values(&all, RecordKind::MaxLoad), []);
    assert_eq!(values(&all, RecordKind::RepMax), []);
    assert_eq!(values(&all, RecordKind::LeastAssistance), [(20_000, None), (15_000, Some(20_000))]);
}

/// The loads that were the heaviest for a number of reps.
fn rep_maxes(records: &[Record], reps: u32) -> Vec<(i64, Option<i64>)> {
    let own: Vec<Record> = records.iter().filter(|record| record.reps == Some(reps)).cloned().collect();
    values(&own, RecordKind::RepMax)
}

#[test]
fn a_22_a_set_of_five_counts_for_one_to_five_reps() {
    let lift = |load: i64, reps: u32| vec![set(reps, Some(load), Measure::Reps)];
    let mut done = vec![(0, "bench_press", lift(100_000, 4)), (3, "bench_press", lift(100_000, 5))];
    let all = found(&done, None);
    assert_eq!(rep_maxes(&all, 4), [(100_000, None)], "an equal value is none");
    assert_eq!(rep_maxes(&all, 5), [(100_000, None)]);
    assert_eq!(rep_maxes(&all, 6), []);
    assert_eq!(values(&all, RecordKind::MaxReps), [(4, None), (5, Some(4))]);
    assert_eq!(values(&all, RecordKind::BestE1rm)[1], (116_667, Some(113_333)));
    done.push((5, "bench_press", lift(102_500, 3)));
    let all = found(&done, None);
    assert_eq!(rep_maxes(&all, 3), [(100_000, None), (102_500, Some(100_000))]);
    assert_eq!(rep_maxes(&all, 4), [(100_000, None)]);
    assert_eq!(bests(&all).iter().filter(|best| best.kind == RecordKind::RepMax).count(), 5);
    let many = found(&[(0, "bench_press", lift(60_000, 20))], None);
    assert_eq!(rep_maxes(&many, 12), [(60_000, None)]);
    assert_eq!(rep_maxes(&many, 13), []);
    assert_eq!(values(&many, RecordKind::BestE1rm), [], "A-23: more than 12 reps say little");
}

#[test]
fn a_22_records_of_a_session_are_told_the_largest_first() {
    let lift = |key, days, load: i64, reps: u32| (days, key, vec![set(reps, Some(load), Measure::Reps)]);
    let done = [
        lift("bench_press", 0, 100_000, 5),
        lift("back_squat", 0, 100_000, 5),
        lift("bench_press", 3, 105_000, 5),
        lift("back_squat", 3, 120_000, 6),
    ];
    let all = found(&done, None);
    let news = announced(&all, session_of(3));
    let told: Vec<_> =
        news.iter().take(TOLD).map(|one| (one.exercise.as_str(), one.kind, one.reps)).collect();
    // Squat: +23.4 % estimated, +20 % reps, volume, load and rep maximum; bench: +5 %. Maxima of one load are one.
    let expected = [RecordKind::BestE1rm, RecordKind::MaxReps, RecordKind::MaxVolume]
        .map(|kind| ("back_squat", kind, None));
    assert_eq!(told, expected);
    let maxes = news.iter().filter(|record| record.kind == RecordKind::RepMax);
    let maxes: Vec<_> = maxes.map(|record| (record.exercise.as_str(), record.reps)).collect();
    assert_eq!(maxes, [("back_squat", Some(5)), ("bench_press", Some(5))]);
    assert_eq!(announced(&all, session_of(0)).len(), 0);
}

/// The trend of estimated maxima in kilograms, one session each; each a single so that the load tells it.
fn e1rm_trend(kilograms: &[i64]) -> Trend {
    let sets: Vec<_> = kilograms.iter().map(|kg| vec![set(30, Some(kg * 500), Measure::Reps)]).collect();
    let singles: Vec<_> =
        kilograms.iter().map(|kg| vec![set(1, Some(kg * 30_000 / 31), Measure::Reps)]).collect();
    let all: Vec<_> = (0..)
        .zip(&singles)
        .map(|(days, sets)| performance(days, sets, false))
        .chain((100..).zip(&sets).map(|(days, sets)| performance(days, sets, false)))
        .chain([performance(50, &sets[0], true)])
        .collect();
    curve(&all).trend
}

fn performance(days: i64, sets: &[SetPerformance], deload: bool) -> Performance<'_> {
    let exercise = exercise("bench_press");
    let (session_id, started_at, date) = (session_of(days), day(days), date(days));
    Performance { session_id, started_at, date, exercise, sets, bodyweight: None, deload }
}

#[test]
fn a_23_the_trend_of_the_estimated_maximum_leaves_out_easy_weeks_and_many_reps() {
    assert_eq!(e1rm_trend(&[100, 101, 102, 103, 104, 106]), Trend::Improving);
    assert_eq!(e1rm_trend(&[106, 104, 103, 102, 101, 100]), Trend::Declining);
    assert_eq!(e1rm_trend(&[100, 100, 100, 101, 101, 101]), Trend::Stable);
    assert_eq!(e1rm_trend(&[100, 101, 102, 103, 104]), Trend::Insufficient);
}

#[test]
fn a_23_exactly_two_and_a_half_percent_is_stable() {
    let of = |old: i64, new: i64| trend_of(&[old, old, old, new, new, new].map(Grams));
    assert_eq!(of(100_000, 102_500), (Trend::Stable, Some(25)));
    assert_eq!(of(100_000, 102_501).0, Trend::Improving);
    assert_eq!(of(100_000, 97_500), (Trend::Stable, Some(-25)));
    assert_eq!(of(100_000, 97_499).0, Trend::Declining);
    let vector = [100_000, 101_000, 102_000, 103_000, 104_000, 106_000].map(Grams);
    assert_eq!(trend_of(&vector), (Trend::Improving, Some(33)), "313 against 303 is +3.3 %");
    assert_eq!(trend_of(&vector[1..]), (Trend::Insufficient, None));
}

#[test]
fn a_23_a_curve_shows_every_performance_and_says_which_count() {
    let (five, many) = ([set(5, Some(100_000), Measure::Reps)], [set(20, Some(90_000), Measure::Reps)]);
    let all = [performance(4, &many, false), performance(0, &five, false), performance(2, &five, true)];
    let drawn = curve(&all);
    let points: Vec<_> =
        drawn.points.iter().map(|point| (point.date, point.e1rm_g.0, point.loose, point.deload)).collect();
    let expected =
        [(date(0), 116_667, false, false), (date(2), 116_667, false, true), (date(4), 150_000, true, false)];
    assert_eq!(points, expected);
    assert_eq!(drawn.best.map(|best| (best.date, best.e1rm_g.0)), Some((date(0), 116_667)));
}

#[test]
fn p_54_only_performed_sets_count_and_a_session_counts_as_a_whole() {
    let mut warm_up = set(20, None, Measure::Reps);
    warm_up.kind = SetType::Warmup;
    let mut stopped = set(30, None, Measure::Reps);
    stopped.completed = false;
    let done = [
        (0, "pull_up", vec![warm_up, stopped, set(5, None, Measure::Reps)]),
        (0, "pull_up", vec![set(6, None, Measure::Reps)]),
    ];
    let all = found(&done, None);
    assert_eq!(values(&all, RecordKind::MaxReps), [(6, None)]);
    assert_eq!(values(&all, RecordKind::MaxVolume), [(11, None)]);
}

#[test]
fn p_54_a_correction_recomputes_what_came_after() {
    let reps = |reps: u32| vec![set(reps, None, Measure::Reps)];
    let mut done = [(4, "pull_up", reps(9)), (0, "pull_up", reps(6)), (2, "pull_up", reps(10))];
    assert_eq!(values(&found(&done, None), RecordKind::MaxReps), [(6, None), (10, Some(6))]);
    done[2].2 = reps(8);
    let corrected = found(&done, None);
    assert_eq!(values(&corrected, RecordKind::MaxReps), [(6, None), (8, Some(6)), (9, Some(8))]);
    assert_eq!(lost(&found(&[], None), &corrected), Vec::<&Record>::new());
    done[2].2 = reps(5);
    let lower = found(&done, None);
    let gone: Vec<_> = lost(&corrected, &lower).iter().map(|one| (one.kind, one.value)).collect();
    assert_eq!(
        gone,
        [(RecordKind::MaxReps, 8), (RecordKind::MaxVolume, 8)],
        "A-22: what a correction took away"
    );
}

/// A done record of the pull-up ladder.
fn record(days: i64, change: impl FnOnce(&mut ProgressRecord)) -> ProgressRecord {
    let mut record: ProgressRecord = serde_json::from_str(domain::progress::EXAMPLE).unwrap();
    record.id = Id::derive(&["record", &days.to_string()]);
    (record.session_id, record.local_date, record.created_at) = (session_of(days), date(days), day(days));
    change(&mut record);
    record
}

#[test]
fn p_54_the_highest_level_is_read_from_standing_done_records() {
    let level = |days, level| record(days, |record| record.level_result = Some(level));
    let mut progress = vec![level(0, 3), level(2, 4), level(4, 3), level(6, 5)];
    let levels = |progress: &[ProgressRecord]| values(&records(&[], progress), RecordKind::HighestLevel);
    assert_eq!(levels(&progress), [(3, None), (4, Some(3)), (5, Some(4))]);
    let mut correction = level(7, 4);
    correction.corrects = Some(progress[3].id);
    progress.push(correction);
    assert_eq!(levels(&progress), [(3, None), (4, Some(3))]);
    progress[1].status = PerformanceStatus::Skipped;
    assert_eq!(levels(&progress), [(3, None), (4, Some(3))], "the correction reached it later");
    assert_eq!(records(&[], &progress)[1].date, date(7));
}

fn pull_up_item() -> PlanItem {
    let mut item: PlanItem = serde_json::from_str(domain::plan::ITEM_EXAMPLE).unwrap();
    item.exercise_key = "pull_up".parse().unwrap();
    item.progression_mode = domain::plan::ProgressionMode::Ladder;
    item.prescription.level_ref = Some(LevelRef { ladder_key: "pull_up".parse().unwrap(), ordinal: 3 });
    item.prescription.sets.iter_mut().for_each(|set| set.load_g = None);
    item
}

fn summary_with(records: &[ProgressRecord], flags: &[Flag], now: Instant) -> ProgressSummary {
    let item = pull_up_item();
    summarize(&Item {
        item: &item,
        exercise: exercise("pull_up"),
        ladder: Catalog::embedded().ladder(&"pull_up".parse().unwrap()).map(|ladder| &**ladder),
        records,
        flags,
        now,
    })
}

fn trend(rpes: &[Option<i64>]) -> RpeTrend {
    let records: Vec<_> = (0..)
        .zip(rpes)
        .map(|(days, rpe)| record(days, |record| record.rpe = rpe.and_then(|rpe| Rpe::new(rpe).ok())))
        .collect();
    summary_with(&records, &[], day(30)).rpe_trend
}

#[test]
fn p_21_the_trend_compares_the_newest_with_the_third_last_effort() {
    assert_eq!(trend(&[Some(70), Some(65), Some(60)]), RpeTrend::Falling);
    assert_eq!(trend(&[Some(70), Some(75), Some(75)]), RpeTrend::Flat);
    assert_eq!(trend(&[Some(70), Some(90), Some(80)]), RpeTrend::Rising);
    assert_eq!(trend(&[Some(70), Some(80)]), RpeTrend::Unknown);
    assert_eq!(trend(&[Some(50), Some(70), None, Some(70), Some(71)]), RpeTrend::Flat);
}

#[test]
fn p_21_the_summary_shows_the_last_three_and_counts_skips_in_ten() {
    let skip = |days| {
        record(days, |record| {
            (record.status, record.volume_actual, record.raw_success) =
                (PerformanceStatus::Skipped, 0, false);
            record.rpe = None;
            record.decision = LevelDecision::Hold;
        })
    };
    let mut history = vec![skip(0), skip(1)];
    history.extend((2..11).map(|days| record(days, |record| record.streak_success = 2)));
    let summary = summary_with(&history, &[], day(30));
    assert_eq!(summary.skips_in_10, 1, "the first of eleven is out of sight");
    let dates: Vec<_> = summary.last3.iter().map(|shown| shown.date).collect();
    assert_eq!(dates, [date(10), date(9), date(8)]);
    assert_eq!((summary.streak_success, summary.target.sets.as_slice()), (2, &[6, 6, 6][..]));
    let level = summary.level.as_ref().unwrap();
    assert_eq!((level.ordinal, level.of), (3, 8));
}

#[test]
fn p_21_a_corrected_record_is_replaced() {
    let mut history = vec![record(0, |_| ()), record(1, |record| record.volume_actual = 20)];
    history.push(record(2, |record| record.corrects = Some(Id::derive(&["record", "1"]))));
    assert_eq!(standing(&history).len(), 2);
    let shown: Vec<_> = summary_with(&history, &[], day(9)).last3.iter().map(|shown| shown.actual).collect();
    assert_eq!(shown, [28, 28]);
}

#[test]
fn p_21_the_document_names_its_fields_and_the_flags_that_concern_the_item() {
    let mut diary = Diary::new();
    let sore: SessionFacts =
        session(day(0), "pull_up", 60, &[pain(BodyArea::Elbow, 1), pain(BodyArea::Ankle, 1)]);
    let flags = diary.enter(day(0), &Event::Report(&sore)).unwrap().flags;
    assert_eq!(flags.len(), 2);
    let summary = summary_with(&[record(0, |_| ())], &flags, day(1));
    assert_eq!(summary.flags.len(), 1);
    assert_eq!((summary.flags[0].kind, summary.flags[0].area), (FlagKind::Pain, Some(BodyArea::Elbow)));
    let json = serde_json::to_value(&summary).unwrap();
    assert_eq!(json["level"]["label_en"], summary.level.as_ref().unwrap().label_en);
    assert_eq!(
        json["last3"][0],
        serde_json::json!({"date": "2026-03-02", "target": 24, "actual": 28, "rpe": 60, "decision": "advance"})
    );
    assert_eq!((&json["rpe_trend"], &json["exercise"]), (&"unknown".into(), &"pull_up".into()));
    assert_eq!(serde_json::from_value::<ProgressSummary>(json).unwrap(), summary);
    assert!(summary_with(&[], &[], day(1)).last3.is_empty());
}
