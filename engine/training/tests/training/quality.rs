//! P-23, P-24, P-42, P-43, P-45, P-46, A-12: how decisions are watched, reviewed, judged and kept.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    change::Direction,
    error::ErrorCode,
    id::Id,
    law::Valid,
    person::{Actor, ActorKind},
    plan::ItemId,
    progress::{LevelDecision, ProgressRecord},
    proposal::{Consent, Decision, Evaluation, Outcome, Proposal, Verdict},
    quantity::Rpe,
    reason::{Facts, ReasonCode},
    session::PerformanceStatus,
    spec::SpecId,
    time::{Instant, LocalDate, Zone, add_days},
    voice::{Locale, Voice},
    wellbeing::{FlagKind, Mark, MarkKind},
};
use training::kpi::Rate;
use training::quality::{
    QualityTuning,
    alert::{Alert, AlertKind, Watch, alerts},
    answer::{Answered, Answers, answers},
    archive::{events_kept_from, months_before, rolling, to_archive},
    effort::drift,
    gate::{GateTable, GateVerdict, ManualEdit, Replayed, gate, judge},
    metric::{Evidence, Metric, MetricType, metrics},
    review::{Answer, ReviewRow, apply, read, rows, write},
};

use crate::flags::day;

fn tuning() -> QualityTuning {
    QualityTuning::default()
}

fn date(text: &str) -> LocalDate {
    text.parse().unwrap()
}

fn on(days: i64) -> LocalDate {
    day(days).local_date(&Zone::UTC)
}

fn item(name: &str) -> ItemId {
    Id::derive(&["item", name])
}

/// A done record of an item of this name.
fn record(name: &str, days: i64, decision: LevelDecision) -> ProgressRecord {
    ProgressRecord {
        id: Id::derive(&["record", name, &days.to_string()]),
        item_id: item(name),
        exercise_key: name.to_owned(),
        local_date: on(days),
        created_at: day(days),
        decision,
        ..serde_json::from_str(domain::progress::EXAMPLE).unwrap()
    }
}

fn skip(record: ProgressRecord) -> ProgressRecord {
    let decision = LevelDecision::Hold;
    ProgressRecord {
        status: PerformanceStatus::Skipped,
        volume_actual: 0,
        raw_success: false,
        decision,
        ..record
    }
}

/// An advance from level 3 to 4, and the next session there with this decision.
fn advance_then(name: &str, next: LevelDecision) -> [ProgressRecord; 2] {
    let next = ProgressRecord { level_target: Some(4), level_result: Some(4), ..record(name, 2, next) };
    [record(name, 0, LevelDecision::Advance), next]
}

fn measured(records: &[ProgressRecord], report_date: LocalDate) -> Vec<(MetricType, u32, u32)> {
    let evidence = Evidence { records, overridden: &BTreeSet::new(), fatigue: None };
    let rows = metrics(&evidence, report_date, &tuning());
    rows.iter().map(|row| (row.metric_type, row.numerator, row.denominator)).collect()
}

fn one(records: &[ProgressRecord], days: i64, wanted: MetricType) -> Option<(u32, u32)> {
    let rows = measured(records, on(days));
    rows.into_iter()
        .find(|(kind, ..)| *kind == wanted)
        .map(|(_, numerator, denominator)| (numerator, denominator))
}

#[test]
fn p_42_accuracy_is_the_share_of_advances_that_held() {
    let mut history = vec![];
    for index in 0..20 {
        let next = if index < 14 { LevelDecision::Hold } else { LevelDecision::Regress };
        history.extend(advance_then(&format!("item_{index}"), next));
    }
    history.sort_by_key(|record| (record.local_date, record.id));
    assert_eq!(one(&history, 3, MetricType::Accuracy), Some((14, 20)));
    // An advance is counted by its own date.
    assert_eq!(one(&history, 89, MetricType::Accuracy), Some((14, 20)));
    assert_eq!(one(&history, 90, MetricType::Accuracy), None);
}

#[test]
fn p_42_accuracy_needs_a_next_record_at_the_new_target() {
    let accuracy = |next: ProgressRecord| {
        let [advance, _] = advance_then("dip", LevelDecision::Hold);
        one(&[advance, next], 3, MetricType::Accuracy)
    };
    let [_, tried] = advance_then("dip", LevelDecision::Advance);
    assert_eq!(accuracy(tried.clone()), Some((1, 1)));
    assert_eq!(accuracy(skip(tried.clone())), None);
    assert_eq!(accuracy(ProgressRecord { level_target: Some(3), ..tried.clone() }), None);
    assert_eq!(accuracy(ProgressRecord { manual_override: true, ..tried.clone() }), None);
    assert_eq!(accuracy(ProgressRecord { item_id: item("other"), ..tried }), None);
    // Without a change of level the volume has to have grown.
    let grown = |volume_plan| {
        let free =
            |record: ProgressRecord| ProgressRecord { level_target: None, level_result: None, ..record };
        let next = ProgressRecord { volume_plan, ..free(record("dip", 2, LevelDecision::Hold)) };
        one(&[free(record("dip", 0, LevelDecision::Advance)), next], 3, MetricType::Accuracy)
    };
    assert_eq!((grown(30), grown(24)), (Some((1, 1)), None));
}

#[test]
fn p_42_the_regression_rate_counts_seven_days_of_decisions_on_what_was_done() {
    let history = [
        record("dip", 0, LevelDecision::Regress),
        record("dip", 1, LevelDecision::RegressRange),
        skip(record("dip", 2, LevelDecision::Hold)),
        record("dip", 3, LevelDecision::None),
        record("dip", 4, LevelDecision::Hold),
        record("dip", 7, LevelDecision::Advance),
    ];
    assert_eq!(one(&history, 6, MetricType::RegressionRate), Some((2, 3)));
    assert_eq!(one(&history, 7, MetricType::RegressionRate), Some((1, 3)));
    assert_eq!(one(&history, 30, MetricType::RegressionRate), None);
}

#[test]
fn p_42_fatigue_counts_in_the_iso_week_and_overrides_in_28_days() {
    let history = [record("dip", 0, LevelDecision::Advance), record("dip", 27, LevelDecision::Hold)];
    let overridden = BTreeSet::from([history[0].id]);
    // Day 0 is a Monday.
    let fatigue = [on(-1), on(0), on(2), on(6), on(7)];
    let evidence = Evidence { records: &history, overridden: &overridden, fatigue: Some(&fatigue) };
    let row = |days: i64, wanted| {
        let rows = metrics(&evidence, on(days), &tuning());
        let row = rows.into_iter().find(|row| row.metric_type == wanted)?;
        Some((row.numerator, row.denominator))
    };
    assert_eq!(row(6, MetricType::FatigueAlerts), Some((3, 1)));
    assert_eq!(row(3, MetricType::FatigueAlerts), Some((2, 1)));
    assert_eq!(row(27, MetricType::ManualOverrideRate), Some((1, 2)));
    assert_eq!(row(28, MetricType::ManualOverrideRate), Some((0, 1)));
    assert_eq!(row(60, MetricType::ManualOverrideRate), None);
}

/// A proposal of a rule with what was said of it on which days.
struct Asked {
    proposal: Proposal,
    decisions: Vec<Decision>,
    evaluations: Vec<Evaluation>,
}

fn asked(rule: &str, answers: &[(i64, Verdict)], (outcome, judged): (Outcome, &[i64])) -> Asked {
    let rule = SpecId::new(rule);
    let example: Proposal = serde_json::from_str(domain::proposal::EXAMPLE).unwrap();
    let proposal = Proposal { rule, consent: Consent::Ask, outcome, ..example };
    let decision = |&(days, verdict): &(i64, Verdict)| Decision {
        id: Id::derive(&["decision", &days.to_string()]),
        proposal_id: proposal.id,
        verdict,
        alternative: None,
        actor: Actor { kind: ActorKind::Athlete, id: None },
        reason_code: None,
        note: None,
        at: day(days),
        version: None,
        trace_id: proposal.trace_id.clone(),
    };
    let evaluation = |&days: &i64| Evaluation {
        id: Id::derive(&["evaluation", &days.to_string()]),
        proposal_id: proposal.id,
        session_id: Id::derive(&["session", &days.to_string()]),
        verdict: outcome,
        confidence: 90,
        reason: proposal.reason.clone(),
        at: day(days),
    };
    let (decisions, evaluations) =
        (answers.iter().map(decision).collect(), judged.iter().map(evaluation).collect());
    Asked { proposal, decisions, evaluations }
}

/// The figures of a day: accepted of decided, good of final.
fn answered(all: &[Asked], days: i64, rule: Option<&str>) -> [(i64, i64); 2] {
    let all: Vec<Answered<'_>> = all
        .iter()
        .map(|one| Answered {
            proposal: &one.proposal,
            decisions: &one.decisions,
            evaluations: &one.evaluations,
        })
        .collect();
    let rules = answers(&all, on(days), &Zone::UTC);
    let Answers { acceptance, good } = rules.get(&rule.map(SpecId::new)).copied().unwrap_or_default();
    [acceptance, good].map(|rate| (rate.numerator, rate.denominator))
}

#[test]
fn a_12_acceptance_counts_what_a_person_decided_in_28_days_by_rule() {
    use Verdict::{Accepted, Deferred, Expired, Overridden, Rejected, Superseded};
    let open = (Outcome::Pending, &[][..]);
    let mut by_itself = asked("SR-3", &[(1, Accepted)], open);
    by_itself.proposal.consent = Consent::Auto;
    let all = [
        asked("SR-3", &[(0, Accepted)], open),
        asked("SR-3", &[(0, Deferred), (2, Rejected)], open),
        asked("SR-5", &[(2, Accepted), (4, Overridden)], open),
        // Nobody decided on these.
        asked("SR-5", &[(2, Expired)], open),
        asked("SR-5", &[(2, Superseded)], open),
        asked("SR-5", &[(2, Deferred)], open),
        by_itself,
    ];
    let accepted = |days, rule| answered(&all, days, rule)[0];
    assert_eq!(accepted(4, None), (1, 3));
    assert_eq!((accepted(4, Some("SR-3")), accepted(4, Some("SR-5"))), ((1, 2), (0, 1)));
    // A day knows nothing of what came after it: then the one was still put off, and the other not taken back.
    assert_eq!((accepted(1, None), accepted(3, None)), ((1, 1), (2, 3)));
    assert_eq!((accepted(27, None), accepted(28, None)), ((1, 3), (0, 2)));
    assert_eq!((accepted(-1, None), accepted(60, None)), ((0, 0), (0, 0)), "nothing to count");
}

#[test]
fn a_12_outcomes_count_for_90_days_from_the_session_that_made_them_final() {
    use Outcome::{Good, Ignored, Pending, TooAggressive, UserModified};
    let yes = &[(0, Verdict::Accepted)];
    let all = [
        asked("SR-3", yes, (Good, &[2])),
        asked("SR-3", yes, (TooAggressive, &[2, 5])),
        asked("SR-5", yes, (Ignored, &[3, 4])),
        // Not judged to the end: still open, changed by hand, given up without a session that says anything.
        asked("SR-5", yes, (Pending, &[2])),
        asked("SR-5", yes, (UserModified, &[2])),
        asked("SR-5", yes, (Ignored, &[])),
    ];
    let good = |days, rule| answered(&all, days, rule)[1];
    assert_eq!((good(1, None), good(2, None), good(5, None)), ((0, 0), (1, 1), (1, 3)));
    assert_eq!((good(5, Some("SR-3")), good(5, Some("SR-5"))), ((1, 2), (0, 1)));
    assert_eq!((good(91, None), good(92, None)), ((1, 3), (0, 2)));
}

#[test]
fn a_12_the_drift_of_effort_is_a_week_against_the_four_before_it() {
    let felt = |days: i64, rpe: Option<i64>| ProgressRecord {
        rpe: rpe.map(|rpe| Rpe::new(rpe).unwrap()),
        ..record("dip", days, LevelDecision::Hold)
    };
    let history = [
        felt(0, Some(60)),
        felt(27, Some(70)),
        felt(28, Some(80)),
        felt(30, None),
        felt(34, Some(75)),
        felt(35, Some(100)),
    ];
    let tenths = |days| drift(&history, on(days)).map(|rate| rate.to_string());
    // 77.5 of days 28 to 34, less 65 of days 0 to 27.
    assert_eq!(drift(&history, on(34)), Some(Rate { numerator: 155 * 2 - 130 * 2, denominator: 4 }));
    assert_eq!(tenths(34).as_deref(), Some("12.500"));
    assert_eq!(tenths(6), None, "nothing before");
    assert_eq!(tenths(60), None, "nothing now");
    // A correction stands in the place of what it corrects.
    let corrected = ProgressRecord {
        corrects: Some(history[4].id),
        id: Id::derive(&["correction"]),
        ..felt(34, Some(55))
    };
    let corrected: Vec<_> = history.iter().cloned().chain([corrected]).collect();
    assert_eq!(drift(&corrected, on(34)).unwrap().to_string(), "2.500");
    let easier: Vec<_> = [felt(0, Some(80)), felt(30, Some(70))].into();
    assert_eq!(drift(&easier, on(34)).unwrap().to_string(), "-10.000");
}

fn rates(rows: &[(i64, u32, u32)]) -> Vec<Metric> {
    let rate = |&(days, numerator, denominator): &(i64, u32, u32)| Metric {
        metric_type: MetricType::RegressionRate,
        report_date: on(days),
        window_days: 7,
        numerator,
        denominator,
    };
    rows.iter().map(rate).collect()
}

fn raised(metrics: &[Metric], (before, week): (u32, u32), given: &[(AlertKind, Instant)]) -> Vec<Alert> {
    let watch = Watch {
        now: day(2),
        report_date: on(2),
        metrics,
        fatigue_week: week,
        fatigue_week_before: before,
        given,
    };
    alerts(&watch, &tuning())
}

#[test]
fn p_43_three_dates_in_a_row_above_a_quarter_are_an_alert() {
    let alert = |rows: &[(i64, u32, u32)]| !raised(&rates(rows), (0, 0), &[]).is_empty();
    assert!(alert(&[(0, 26, 100), (1, 30, 100), (2, 26, 100)]));
    assert!(!alert(&[(0, 25, 100), (1, 30, 100), (2, 30, 100)]));
    assert!(!alert(&[(0, 2, 4), (1, 30, 100), (2, 30, 100)]), "too few decisions");
    assert!(!alert(&[(-1, 26, 100), (1, 30, 100), (2, 26, 100)]), "a date is missing");
    assert!(alert(&[(0, 2, 5), (1, 2, 5), (2, 2, 5)]));
}

#[test]
fn p_43_fatigue_that_grows_by_more_than_fifteen_percent_is_an_alert() {
    let alert = |before, week| !raised(&[], (before, week), &[]).is_empty();
    assert!(alert(3, 4));
    assert!(!alert(20, 23));
    assert!(alert(20, 24));
    assert!(!alert(2, 5));
}

#[test]
fn p_43_an_alert_is_a_note_and_comes_once_in_seven_days() {
    let [alert] = raised(&[], (3, 4), &[]).try_into().unwrap();
    assert_eq!(alert.kind, AlertKind::Fatigue);
    let said = |locale| Voice::new(locale).reason(&alert.reason);
    assert_eq!(said(Locale::En), "The load seems to have become excessive, check your recovery.");
    assert_eq!(said(Locale::Ru), "Похоже, нагрузка стала излишней, проверь восстановление.");
    assert!(raised(&[], (3, 4), &[(AlertKind::Fatigue, day(-5).plus_seconds(1))]).is_empty());
    assert_eq!(raised(&[], (3, 4), &[(AlertKind::Fatigue, day(-5))]).len(), 1);
    assert_eq!(raised(&[], (3, 4), &[(AlertKind::Regression, day(1))]).len(), 1);
}

/// Records of one exercise, a letter a session: r regress, h hold, s skipped.
fn story(name: &str, decisions: &str) -> Vec<ProgressRecord> {
    let records = (0..).zip(decisions.chars()).map(|(days, letter)| match letter {
        'r' => ProgressRecord {
            reasons: vec![ReasonCode::UnderVolume],
            ..record(name, days, LevelDecision::Regress)
        },
        's' => skip(record(name, days, LevelDecision::Hold)),
        _ => record(name, days, LevelDecision::Hold),
    });
    records.collect()
}

fn listed(decisions: &str) -> usize {
    rows(&story("dip", decisions), &BTreeMap::new(), &tuning()).len()
}

#[test]
fn p_45_three_steps_back_in_a_row_are_listed_and_skips_between_ignored() {
    assert_eq!([listed("rrr"), listed("hrsrsr"), listed("rrrs")], [1, 1, 1]);
    assert_eq!([listed("rr"), listed("rrhr"), listed("rrrh"), listed("")], [0, 0, 0, 0]);
}

#[test]
fn p_45_after_a_review_the_count_restarts() {
    let history = story("dip", "rrrrr");
    let since = |days| BTreeMap::from([("dip".to_owned(), day(days))]);
    assert!(rows(&history, &since(2), &tuning()).is_empty());
    assert_eq!(rows(&history, &since(1), &tuning()).len(), 1);
}

fn review() -> Vec<ReviewRow> {
    let mut history = story("dip", "rrr");
    history[1].rpe = None;
    (history[2].rpe, history[2].level_result) = (Rpe::new(95).ok(), Some(2));
    history[2].reasons = vec![ReasonCode::UnderVolume, ReasonCode::Pain];
    rows(&history, &BTreeMap::new(), &tuning())
}

const REVIEW: &str = "\
athlete_id,exercise_key,level,last_dates,volumes,rpe,reasons,verified
0198c0de-0000-7000-8000-0000000000a1,dip,2,2026-03-02;2026-03-03;2026-03-04,24/28;24/28;24/28,6;;9.5,\
under_volume;under_volume;under_volume+pain,
";

#[test]
fn p_45_the_file_has_a_header_and_a_line_per_exercise() {
    assert_eq!(write(&review()), REVIEW);
    assert_eq!(read(REVIEW).unwrap()[0].verified, None);
}

#[test]
fn p_45_answers_are_true_false_or_empty_and_lead_to_what_they_say() {
    let rows = review();
    let answered = |word: &str| {
        let filled = REVIEW.replace("pain,\n", &format!("pain,{word}\r\n"));
        apply(&read(&format!("\u{feff}{filled}")).unwrap(), &rows)
    };
    let key = (rows[0].athlete_id, "dip".to_owned());
    assert_eq!(answered("true").restarted, std::slice::from_ref(&key));
    assert_eq!(answered(""), training::quality::review::Applied::default());
    for word in ["false", "FALSE", " false "] {
        let applied = answered(word);
        let [(athlete, sign)] = applied.suspended.as_slice() else { panic!("{applied:?}") };
        assert_eq!((*athlete, sign.kind), (key.0, FlagKind::Suspension));
        // The record is of the ladder; what is suspended is the exercise.
        assert_eq!(sign.exercise.as_ref().unwrap().as_str(), "pull_up");
    }
    let stale =
        Answer { verified: Some(false), exercise_key: "squat".to_owned(), ..read(REVIEW).unwrap().remove(0) };
    let applied = apply(&[stale], &rows);
    assert_eq!((applied.unlisted.len(), applied.suspended.len()), (1, 0));
}

#[test]
fn p_45_a_faulty_file_is_refused_whole_with_the_line() {
    let line = REVIEW.lines().nth(1).unwrap();
    let file = format!("{REVIEW}{line}true\n{line}maybe\n");
    let faulty = read(&file).unwrap_err();
    assert_eq!(faulty.code(), ErrorCode::InvalidVerified);
    assert_eq!(faulty.to_string(), "line 4: verified is `maybe`, expected true, false or nothing");
    let moved =
        "verified,note,exercise_key,athlete_id\ntrue,\"a, b\",dip,0198c0de-0000-7000-8000-0000000000a1\n";
    assert_eq!(read(moved).unwrap()[0].verified, Some(true));
    assert_eq!(
        read("athlete_id,exercise_key\n").unwrap_err().to_string(),
        "line 1: there is no column `verified`"
    );
    let nobody = read("athlete_id,exercise_key,verified\nx,dip,true\n").unwrap_err();
    assert_eq!(nobody.code(), ErrorCode::BadValue);
    assert!(nobody.to_string().starts_with("line 2: `x` is not an id"), "{nobody}");
    assert!(read("athlete_id,exercise_key,verified\na,b\n").unwrap_err().to_string().starts_with("line 2: "));
}

fn table(known: u32, successful: u32, overrides: u32) -> GateTable {
    GateTable { known, successful, overrides, ..GateTable::default() }
}

fn verdict(successful: u32, known: u32, current: u32, candidate: u32) -> GateVerdict {
    judge(&table(0, 0, current), &table(known, successful, candidate), &tuning())
}

#[test]
fn p_46_the_examples_of_the_gate() {
    assert_eq!(verdict(21, 30, 0, 0), GateVerdict::Pass);
    assert_eq!(verdict(20, 30, 0, 0), GateVerdict::Fail);
    assert_eq!(verdict(12, 15, 0, 0), GateVerdict::Insufficient);
    assert_eq!(verdict(30, 30, 20, 21), GateVerdict::Pass);
    assert_eq!(verdict(30, 30, 20, 22), GateVerdict::Fail);
    assert_eq!(verdict(30, 30, 0, 1), GateVerdict::Fail);
    let codes = [GateVerdict::Pass, GateVerdict::Fail, GateVerdict::Insufficient].map(GateVerdict::exit_code);
    assert_eq!(codes, [0, 1, 3]);
}

fn replayed(record: &ProgressRecord, decision: LevelDecision) -> Replayed {
    let new_variation = record.variation_key.clone();
    Replayed { record: record.id, decision, new_volume: 30, new_variation }
}

/// The table of a candidate that advances on day 0 and holds on day 2.
fn judged(next: ProgressRecord, edits: &[ManualEdit]) -> GateTable {
    let history = [record("dip", 0, LevelDecision::Hold), next];
    let candidate =
        [replayed(&history[0], LevelDecision::Advance), replayed(&history[1], LevelDecision::Hold)];
    gate(&history, edits, (&[], &candidate), &tuning()).candidate
}

#[test]
fn p_46_an_advance_succeeds_if_nine_tenths_are_done_bearably_and_without_pain() {
    let next =
        |actual: u32| ProgressRecord { volume_actual: actual, ..record("dip", 2, LevelDecision::Hold) };
    let outcome = |next: ProgressRecord| {
        let table = judged(next, &[]);
        (table.known, table.successful, table.unknown)
    };
    assert_eq!(outcome(next(27)), (1, 1, 0));
    assert_eq!(outcome(next(26)), (1, 0, 0));
    assert_eq!(outcome(ProgressRecord { rpe: Rpe::new(91).ok(), ..next(30) }), (1, 0, 0));
    assert_eq!(outcome(ProgressRecord { rpe: None, ..next(30) }), (1, 1, 0));
    let pain = Mark { kind: MarkKind::Pain, area: None, severity: None };
    assert_eq!(outcome(ProgressRecord { marks: vec![pain], ..next(30) }), (1, 0, 0));
    assert_eq!(
        outcome(ProgressRecord { variation_key: "archer_pull_up".parse().unwrap(), ..next(30) }),
        (0, 0, 1)
    );
    assert_eq!(outcome(skip(next(30))), (0, 0, 1));
}

#[test]
fn p_46_edits_against_the_decision_within_a_day_are_predicted_overrides() {
    let overrides = |at: Instant, direction, name: &str| {
        let edit = ManualEdit { item_id: item(name), at, direction };
        judged(record("dip", 2, LevelDecision::Hold), &[edit]).overrides
    };
    assert_eq!(overrides(day(1), Direction::Easier, "dip"), 1);
    assert_eq!(overrides(day(1).plus_seconds(1), Direction::Easier, "dip"), 0);
    assert_eq!(overrides(day(1), Direction::Harder, "dip"), 0);
    assert_eq!(overrides(day(1), Direction::Easier, "row"), 0);
    assert_eq!(overrides(day(2), Direction::Easier, "dip"), 0, "a hold is not overridden");
}

#[test]
fn p_46_both_tables_are_reported() {
    let history = [record("dip", 0, LevelDecision::Hold), skip(record("dip", 1, LevelDecision::Hold))];
    let current: Vec<_> = history.iter().map(|record| replayed(record, LevelDecision::Hold)).collect();
    let candidate: Vec<_> = history.iter().map(|record| replayed(record, LevelDecision::Regress)).collect();
    let report = gate(&history, &[], (&current, &candidate), &tuning());
    assert_eq!(report.verdict, GateVerdict::Insufficient);
    assert_eq!(report.current, GateTable { records: 2, skipped: 1, hold: 1, ..GateTable::default() });
    assert_eq!(report.candidate, GateTable { records: 2, skipped: 1, regress: 1, ..GateTable::default() });
}

#[test]
fn p_23_the_limit_is_eighteen_calendar_months_with_the_day_clamped() {
    assert_eq!(months_before(date("2026-03-31"), 18), date("2024-09-30"));
    assert_eq!(months_before(date("2026-03-30"), 18), date("2024-09-30"));
    assert_eq!(months_before(date("2026-08-31"), 18), date("2025-02-28"));
    assert_eq!(months_before(date("2025-08-29"), 18), date("2024-02-29"));
    assert_eq!(months_before(date("2026-01-15"), 1), date("2025-12-15"));
    assert_eq!(events_kept_from(date("2026-08-31"), &tuning()), date("2026-02-28"));
}

/// Records of one item on these dates.
fn dated(name: &str, dates: impl IntoIterator<Item = LocalDate>) -> Vec<ProgressRecord> {
    let record = |(index, local_date): (i64, LocalDate)| ProgressRecord {
        local_date,
        ..record(name, index, LevelDecision::Hold)
    };
    (0..).zip(dates).map(record).collect()
}

#[test]
fn p_23_older_rows_move_but_never_the_newest_ten_of_an_item() {
    let today = date("2026-03-31");
    let newer = || (0..10).map(|days| add_days(today, -days));
    let mut rows = dated("dip", [date("2024-09-29"), date("2024-09-30")].into_iter().chain(newer()));
    rows.extend(dated("row", (0..10).map(|days| add_days(date("2020-01-01"), days))));
    let moved = to_archive(&rows, today, &tuning());
    assert_eq!(moved, [rows[0].id]);
    // What is left moves no further.
    rows.remove(0);
    assert!(to_archive(&rows, today, &tuning()).is_empty());
}

#[test]
fn p_24_above_the_limit_the_oldest_rows_move_as_well() {
    let today = date("2026-03-31");
    let rows = |count: i64| dated("dip", (0..count).map(|back| add_days(today, -back)));
    let small = QualityTuning { archive_rows: 100, ..tuning() };
    assert!(to_archive(&rows(100), today, &small).is_empty());
    let over = rows(103);
    let moved = to_archive(&over, today, &small);
    assert_eq!(moved, [over[102].id, over[101].id, over[100].id]);
    assert_eq!(tuning().archive_rows, 10_000);
    for locale in [Locale::En, Locale::Ru] {
        assert!(Voice::new(locale).text("progress-archiving", &Facts::new()).is_some());
    }
}

#[test]
fn p_24_at_ten_thousand_rows_nothing_moves_and_at_one_more_one_does() {
    let today = date("2026-03-31");
    let rows: Vec<_> = (0..1000).flat_map(|item| dated(&format!("item_{item}"), [today; 11])).collect();
    assert!(to_archive(&rows[..10_000], today, &tuning()).is_empty());
    assert_eq!(to_archive(&rows[..10_001], today, &tuning()).len(), 1);
}

#[test]
fn p_23_rolling_sums_are_of_done_records_of_28_days() {
    let mut history = vec![
        record("dip", -28, LevelDecision::Hold),
        record("dip", -27, LevelDecision::Hold),
        skip(record("dip", -2, LevelDecision::Hold)),
        ProgressRecord { rpe: None, volume_actual: 20, ..record("dip", 0, LevelDecision::Hold) },
        record("row", 0, LevelDecision::Hold),
    ];
    history[1].volume_actual = 30;
    let sums = rolling(&history, on(0), &tuning());
    let shown: Vec<_> = sums
        .iter()
        .map(|sum| (&*sum.exercise_key, sum.volume, sum.records, sum.rpe, sum.rpe_records))
        .collect();
    assert_eq!(shown, [("dip", 50, 2, 60, 1), ("row", 28, 1, 60, 1)]);
}

#[test]
fn gl_9_the_numbers_of_quality_have_bounds() {
    assert!(Valid::new(tuning()).is_ok());
    let broken = QualityTuning { archive_keep: 9, ..tuning() };
    assert_eq!(Valid::new(broken).unwrap_err().to_string(), "archive_keep: 9, expected 10..1000");
}
