//! Reports that are refused, late, corrected or repeated, two sessions of one day, and undone steps.

use std::collections::BTreeMap;

use domain::{
    law::Invalid,
    plan::{ProgressionMode, TriggerKind},
    prescription::RepPolicy,
    progress::LevelDecision,
    proposal::Consent,
    quantity::Rpe,
    reason::ReasonCode,
};
use training::{
    catalog::Catalog,
    progression::{
        DecideInput, Decided, decide,
        input::{EXAMPLE, check_efforts},
        report::{Effort, Report, Started, read},
    },
};

use super::story::{Story, at, on_ladder, trace, without_level};

pub(super) fn dip() -> Story {
    Story::of(vec![on_ladder("dip", 2, 0)])
}

pub(super) fn only(decided: &Decided) -> (LevelDecision, Vec<ReasonCode>) {
    let [record] = &decided.records[..] else { panic!("{decided:?}") };
    (record.decision, record.reasons.clone())
}

pub(super) fn decided(input: &DecideInput) -> Decided {
    decide(input, Catalog::embedded()).unwrap_or_else(|invalid| panic!("{invalid}"))
}

fn codes(invalid: &Invalid) -> Vec<(&str, &str)> {
    invalid.findings().iter().map(|finding| (finding.code.as_str(), finding.pointer.as_str())).collect()
}

/// Reads a report as JSON about a dip of three sets of ten.
fn reported(json: &str) -> Result<Vec<domain::session::ExercisePerformance>, Invalid> {
    let story = dip();
    let input = story.input(0, &[Some("30 @6".to_owned())]);
    let started: Vec<_> = input
        .performances
        .iter()
        .map(|performance| Started {
            item_id: performance.item_id.unwrap(),
            exercise_key: performance.exercise_key.clone(),
            frozen: performance.frozen.clone().unwrap(),
        })
        .collect();
    let report: Report =
        serde_json::from_str(&json.replace("ITEM", &started[0].item_id.to_string())).unwrap();
    read(&report, input.session.id, &started)
}

#[test]
fn p_4_an_effort_is_read_in_tenths_or_refused() {
    let rpe = |text: &str| Effort::Text(text.to_owned()).rpe().map(Rpe::tenths);
    assert_eq!(["7.5", "7,5", "7", "10", "1.0", "7.50"].map(rpe), [75, 75, 70, 100, 10, 75].map(Some));
    assert_eq!(["10.5", "0.9", "7.55", "-7", "hard", "", "7.x"].map(rpe), [None; 7]);
    let number = |json: &str| serde_json::from_str::<Effort>(json).unwrap().rpe().map(Rpe::tenths);
    assert_eq!(["7.5", "7", "10.5", "7.25"].map(number), [Some(75), Some(70), None, None]);
}

#[test]
fn p_4_a_report_becomes_a_performance_with_its_frozen_targets() {
    let read = reported(
        r#"{"items": [{"item_id": "ITEM", "rpe": 7.5, "sets": [{"reps": 8}, {"reps": 7, "rpe": "8"}, {"reps": 6}],
            "marks": [{"kind": "pain"}], "notes": "stiff"}]}"#,
    );
    let [performance] = &read.unwrap()[..] else { panic!() };
    assert_eq!((performance.volume(), performance.effort()), (21, Rpe::new(75).ok()));
    let planned = &performance.frozen.as_ref().unwrap().prescription.sets;
    assert_eq!(performance.sets[2].set_id, Some(planned[2].set_id));
    let mark = performance.marks[0];
    assert_eq!((mark.area, mark.severity), (Some(domain::anatomy::BodyArea::Other), Some(1)));
}

#[test]
fn p_4_everything_wrong_with_a_report_is_said_at_once() {
    let refused = reported(
        r#"{"items": [
            {"item_id": "ITEM", "rpe": 10.5, "comfort": 6,
             "sets": [{"reps": -1}, {"seconds": 86401}, {"reps": 1001, "rpe": 7.55}, {}]},
            {"item_id": "ITEM"},
            {"item_id": "0198c0de-0000-7000-8000-000000000001", "skipped": true}
        ]}"#,
    );
    assert_eq!(
        codes(&refused.unwrap_err()),
        [
            ("rpe_out_of_range", "/items/0/rpe"),
            ("comfort_out_of_range", "/items/0/comfort"),
            ("volume_out_of_range", "/items/0/sets/0/reps"),
            ("volume_out_of_range", "/items/0/sets/1/seconds"),
            ("volume_out_of_range", "/items/0/sets/2/reps"),
            ("rpe_out_of_range", "/items/0/sets/2/rpe"),
            ("volume_out_of_range", "/items/0/sets/3"),
            ("invalid_session", "/items/1/item_id"),
            ("empty_report", "/items/1/sets"),
            ("unknown_item", "/items/2/item_id"),
        ]
    );
}

#[test]
fn p_4_an_effort_that_keeps_a_document_from_being_read_is_named() {
    let faults = |efforts: [&str; 2]| {
        let mut document: serde_json::Value = serde_json::from_str(EXAMPLE).unwrap();
        let [whole, of_set] = efforts.map(|effort| serde_json::from_str(effort).unwrap());
        document["performances"][0]["rpe"] = whole;
        document["performances"][1]["sets"][2]["rpe"] = of_set;
        let document = document.to_string();
        let read = serde_json::from_str::<DecideInput>(&document).is_ok();
        let faults = check_efforts(&document).map_or_else(|invalid| invalid.to_string(), |()| String::new());
        (read, faults)
    };
    let expected = "expected 10..100 tenths: 1.0 to 10.0 in steps of 0.1";
    assert_eq!(faults(["10", "100"]), (true, String::new()));
    assert_eq!(faults(["110", "null"]), (false, format!("performances.0.rpe: 110 tenths, {expected}")));
    assert_eq!(
        faults(["72.5", "9"]),
        (
            false,
            format!(
                "performances.0.rpe: 72.5 tenths, {expected}; performances.1.sets.2.rpe: 9 tenths, {expected}"
            )
        )
    );
    // What is no number is another matter.
    assert_eq!(faults(["\"high\"", "9"]), (false, String::new()));
}

#[test]
fn p_4_what_cannot_be_decided_is_refused_by_its_code() {
    let story =
        Story::of(vec![on_ladder("dip", 2, 0), without_level("push_up 3x8 8-12", ProgressionMode::Range, 1)]);
    let usual = story.input(0, &[Some("30 @6".to_owned()), Some("3x8".to_owned())]);
    assert!(decide(&usual, Catalog::embedded()).is_ok());
    let refused = |change: &dyn Fn(&mut DecideInput)| {
        let mut input = usual.clone();
        change(&mut input);
        let invalid = decide(&input, Catalog::embedded()).unwrap_err();
        codes(&invalid).into_iter().map(|(code, at)| format!("{code} {at}")).collect::<Vec<_>>()
    };
    assert_eq!(
        refused(&|input| input.items[0].exercise_key = "no_such".parse().unwrap()),
        ["unknown_exercise /items/0/exercise_key"]
    );
    assert_eq!(
        refused(&|input| input.items[0].prescription.sets[1].reps = Some(0)),
        ["invalid_set_target /items/0/prescription/sets/1/reps"]
    );
    assert_eq!(
        refused(&|input| input.items[1].prescription.rep_policy = RepPolicy::range(12, 8)),
        ["invalid_rep_range /items/1/prescription/rep_policy/low"]
    );
    assert_eq!(
        refused(&|input| input.items[0].prescription.level_ref.as_mut().unwrap().ordinal = 8),
        ["invalid_ladder /items/0/prescription/level_ref"]
    );
    assert_eq!(
        refused(&|input| input.performances[0].frozen.as_mut().unwrap().plan_volume = 0),
        ["invalid_set_target /performances/0/frozen"]
    );
    assert_eq!(refused(&|input| input.performances[0].sets.clear()), ["empty_report /performances/0/sets"]);
    assert_eq!(
        refused(&|input| {
            input.items.remove(0);
        }),
        ["unknown_item /performances/0/item_id"]
    );
    assert_eq!(
        refused(&|input| {
            input.performances[0].comfort = Some(6);
            input.performances[0].sets[0].reps = Some(1001);
        }),
        ["comfort_out_of_range /performances/0/comfort", "volume_out_of_range /performances/0/sets/0/reps"]
    );
    assert_eq!(refused(&|input| input.tuning.hold_pct = 70), ["invalid_tuning /tuning/hold_pct"]);
}

#[test]
fn p_4_a_report_older_than_a_decided_session_changes_nothing() {
    let mut story = dip();
    story.reported(3, "32 @7");
    let late = decided(&story.input(1, &[Some("20 @6".to_owned())]));
    assert_eq!(only(&late), (LevelDecision::None, vec![ReasonCode::LateReport]));
    assert_eq!((late.proposals.len(), late.events.len()), (0, 1));
    assert_eq!(late.records[0].volume_actual, 20);
}

#[test]
fn p_4_a_correction_decides_again_for_two_days() {
    let mut story = dip();
    let before = story.items[0].item.clone();
    story.reported(0, "32 @7");
    let first = story.items[0].history[0].record.clone();
    // What the first decision changed is taken back before the second is made.
    story.items[0].item = before;
    let mut input = story.input(0, &[Some("26 @7".to_owned())]);
    input.trace_id = trace(1);
    input.now = first.created_at.plus_seconds(48 * 3600);
    let corrected = decided(&input);
    assert_eq!(only(&corrected), (LevelDecision::Regress, vec![ReasonCode::UnderVolume]));
    assert_eq!(corrected.records[0].corrects, Some(first.id));
    assert_ne!(corrected.records[0].id, first.id);
    assert_eq!(corrected.proposals[0].trigger.kind, TriggerKind::ReportCorrection);
    input.now = input.now.plus_seconds(1);
    let late = decided(&input);
    assert_eq!(only(&late), (LevelDecision::None, vec![ReasonCode::LateReport]));
    assert_eq!((late.proposals, late.records[0].corrects), (vec![], Some(first.id)));
    input.session.first_reported_at = Some(input.now);
    assert_eq!(only(&decided(&input)).0, LevelDecision::Regress);
}

#[test]
fn p_4_a_correction_of_long_ago_names_what_it_corrects_and_changes_history_alone() {
    let mut story = dip();
    for day in 0..30 {
        story.reported(day, "30 @8");
    }
    let corrected = decided(&story.input(2, &[Some("31 @8".to_owned())]));
    assert_eq!(only(&corrected), (LevelDecision::None, vec![ReasonCode::LateReport]));
    assert_eq!(corrected.records[0].corrects, Some(story.items[0].history[2].record.id));
    assert!(corrected.proposals.is_empty());
}

#[test]
fn p_4_a_report_replaces_the_skip_of_its_session() {
    let mut story = dip();
    story.reported(0, "skip");
    story.reported(1, "skip");
    let mut input = story.input(1, &[Some("32 @7".to_owned())]);
    input.now = input.now.plus_seconds(72 * 3600);
    let replaced = decided(&input);
    assert_eq!(only(&replaced), (LevelDecision::Advance, vec![ReasonCode::LowRpe]));
    assert_eq!(replaced.records[0].corrects, Some(story.items[0].history[1].record.id));
    assert_eq!(replaced.proposals[0].trigger.kind, TriggerKind::SessionReport);
}

#[test]
fn p_57_two_reports_of_the_same_data_give_one_record() {
    let mut story = dip();
    let mut input = story.input(0, &[Some("32 @7".to_owned())]);
    story.reported(0, "32 @7");
    input.items = vec![story.items[0].item.clone()];
    input.history = BTreeMap::from([(input.items[0].item_id, story.items[0].history.clone())]);
    let again = decided(&input);
    assert_eq!(again.repeated, [story.items[0].item.item_id]);
    assert_eq!((again.records.len(), again.updates.len(), again.proposals.len()), (0, 0, 0));
}

#[test]
fn p_3_only_the_last_ten_records_are_read() {
    let mut story = dip();
    story.reported(0, "26 @6");
    story.items[0].item = on_ladder("dip", 2, 0);
    for day in 1..=10 {
        assert_eq!(only(&story.reported(day, "30 @8")), (LevelDecision::Hold, vec![ReasonCode::HighRpe]));
    }
    // The regress is the eleventh before and does not limit the rate any more.
    assert_eq!(only(&decided(&story.input(11, &[Some("32 @6".to_owned())]))).0, LevelDecision::Advance);
    story.items[0].history.remove(1);
    let limited = decided(&story.input(11, &[Some("32 @6".to_owned())]));
    assert_eq!(only(&limited), (LevelDecision::Hold, vec![ReasonCode::RateLimited]));
}

#[test]
fn p_8_an_undone_step_waits_a_week() {
    let mut story = dip();
    let before = story.items[0].item.clone();
    story.reported(0, "32 @7");
    story.items[0].item = before;
    let undone = at(1);
    story.items[0].history[0].undone_at = Some(undone);
    let mut input = story.input(2, &[Some("32 @7".to_owned())]);
    input.now = undone.plus_seconds(7 * 86_400 - 1);
    let held = decided(&input);
    assert_eq!(only(&held), (LevelDecision::Hold, vec![ReasonCode::Undone]));
    assert_eq!(held.updates[0].comments.en, "you undid this step on 2026-03-03");
    input.now = undone.plus_seconds(7 * 86_400);
    assert_eq!(only(&decided(&input)).0, LevelDecision::Advance);
}

/// Two sessions of one day: the first advances 4×6 to 5×6 and lands, both froze 4×6 (level 3).
fn second_session_of_the_day(said: &str) -> (Story, Decided) {
    let mut story = Story::of(vec![on_ladder("pull_up", 3, 0)]);
    let mut evening = story.input(0, &[Some(said.to_owned())]);
    story.reported(0, "4x7 @6");
    evening.items = vec![story.items[0].item.clone()];
    evening.history = BTreeMap::from([(story.items[0].item.item_id, story.items[0].history.clone())]);
    evening.session.id = domain::id::Id::derive(&["evening"]);
    evening.session.started_at = evening.session.started_at.plus_seconds(7200);
    evening.now = evening.now.plus_seconds(7200);
    evening.trace_id = trace(1);
    let decided = decided(&evening);
    (story, decided)
}

#[test]
fn cf_4_the_later_session_of_a_day_sets_its_result_from_the_common_target() {
    let (story, hold) = second_session_of_the_day("4x6 @8");
    assert_eq!(only(&hold), (LevelDecision::Hold, vec![ReasonCode::HighRpe, ReasonCode::SameDayMerge]));
    let [proposal] = &hold.proposals[..] else { panic!("{hold:?}") };
    assert_eq!((proposal.reason.code, proposal.consent), (ReasonCode::SameDayMerge, Consent::Auto));
    let mut item = story.items[0].item.clone();
    item.apply(&proposal.changes, &proposal.trace_id).unwrap();
    assert_eq!(item.prescription.level_ref.as_ref().unwrap().ordinal, 3);
    assert_eq!((item.prescription.volume(), item.prescription.sets.len()), (24, 4));
}

#[test]
fn cf_4_two_successes_of_a_day_are_one_advance() {
    let (story, again) = second_session_of_the_day("4x7 @6");
    assert_eq!(only(&again).0, LevelDecision::Advance);
    assert_eq!((again.records[0].level_result, again.proposals.len()), (Some(4), 0));
    assert_eq!(story.items[0].item.prescription.volume(), 30);
    let (_, skipped) = second_session_of_the_day("skip");
    assert_eq!((only(&skipped).0, skipped.proposals.len()), (LevelDecision::Hold, 0));
}

#[test]
fn cf_4_a_session_on_the_new_target_is_an_ordinary_next_one() {
    let mut story = Story::of(vec![on_ladder("pull_up", 3, 0)]);
    story.reported(0, "4x7 @6");
    let mut evening = story.input(0, &[Some("30 @8".to_owned())]);
    evening.session.id = domain::id::Id::derive(&["evening"]);
    evening.session.started_at = evening.session.started_at.plus_seconds(7200);
    let decided = decided(&evening);
    assert_eq!(only(&decided), (LevelDecision::Hold, vec![ReasonCode::HighRpe]));
    assert!(decided.proposals.is_empty());
}
