//! Each check of the verify finds the row that was falsified, and nothing else.

use domain::{
    anatomy::BodyArea,
    id::Id,
    person::Actor,
    plan::{
        ItemKind, PlanItem, PlanVersion, ProgressionMode, Trigger, TriggerKind, VersionSource, VersionStatus,
    },
    prescription::SetPrescription,
    progress::LevelDecision,
    quantity::Rpe,
    reason::{Reason, ReasonCode},
    session::PerformanceStatus,
    spec::SpecId,
    time::Zone,
    wellbeing::{Flag, FlagKind, FlagSource, Mark, MarkKind, ModifierScope, SessionModifier},
};
use training::{
    catalog::Catalog,
    verify_progress::{ArchiveRun, Entry, NewTarget, Rows, Subject, Touching, verify},
};

use super::{
    log::Log,
    story::{Story, at, on_ladder, trace, without_level},
};

/// A log of one item after these days.
fn log(item: PlanItem, days: &[&str]) -> Log {
    let mut log = Log::of(Story::of(vec![item]));
    for (day, said) in days.iter().enumerate() {
        log.reported(day, said);
    }
    assert_eq!(log.breaches(), [""; 0]);
    log
}

/// Dip level 2 (3×10): an advance, one that comes too soon, and the next.
fn dip() -> Log {
    log(on_ladder("dip", 2, 0), &["32 @7", "42 @7", "42 @7"])
}

/// A range item at the top for three sessions, one of them above it.
fn range() -> Log {
    let item = without_level("push_up 3x12 8-12", ProgressionMode::Range, 0);
    log(item, &["3x12", "3x12", "3x13"])
}

/// The rules that the rows break, and that the breaches name a row.
fn broken(rows: &Rows<'_>) -> Vec<String> {
    verify(rows, Catalog::embedded()).iter().map(|breach| breach.spec.to_string()).collect()
}

/// The rules that a log breaks after its last entry was falsified.
fn last(mut log: Log, falsify: impl FnOnce(&mut Entry)) -> Vec<String> {
    falsify(log.live.last_mut().unwrap());
    broken(&log.rows())
}

/// A record that claims an advance to the next level.
fn claim_advance(log: &mut Log) {
    let entry = log.live.last_mut().unwrap();
    entry.record.decision = LevelDecision::Advance;
    entry.record.reasons = vec![ReasonCode::LowRpe];
    log.events.last_mut().unwrap().decision = LevelDecision::Advance;
}

#[test]
fn p_56_volumes_and_effort_are_counted_again() {
    assert_eq!(last(dip(), |entry| entry.record.volume_plan += 1), ["P-51"]);
    assert_eq!(last(dip(), |entry| entry.record.volume_target += 1), ["P-51"]);
    assert_eq!(last(dip(), |entry| entry.record.volume_actual += 1), ["P-51"]);
    assert_eq!(last(dip(), |entry| entry.record.rpe = Rpe::new(60).ok()), ["P-51"]);
    let raised = |entry: &mut Entry| {
        let frozen = entry.performance.as_mut().unwrap().frozen.as_mut().unwrap();
        frozen.prescription.sets[0].reps = Some(11);
        entry.record.volume_target += 1;
    };
    assert_eq!(last(dip(), raised), ["AR-6"]);
}

#[test]
fn pv_3_a_rolling_item_may_have_as_many_sets_as_its_session_gives_it_but_no_more_in_each() {
    let more = |reps: u32, kind: ItemKind| {
        move |entry: &mut Entry| {
            entry.item.kind = kind;
            (entry.item.slot_weekday, entry.item.slot_date) = (None, None);
            let frozen = entry.performance.as_mut().unwrap().frozen.as_mut().unwrap();
            let last = frozen.prescription.sets.last().unwrap().clone();
            frozen.prescription.sets.push(SetPrescription { index: 3, reps: Some(reps), ..last });
            entry.record.volume_target += reps;
        }
    };
    let steady = || log(without_level("push_up 3x10 8-12", ProgressionMode::Range, 0), &["3x10"]);
    assert_eq!(last(steady(), more(10, ItemKind::Rolling)), [""; 0]);
    assert_eq!(last(steady(), more(11, ItemKind::Rolling)), ["AR-6"]);
    assert_eq!(last(steady(), more(10, ItemKind::Template)), ["AR-6"]);
}

#[test]
fn p_9_a_level_that_is_restored_has_its_own_number_of_sets() {
    let mut cut = on_ladder("dip", 2, 0);
    cut.prescription.sets.truncate(2);
    cut.prescription.sets.iter_mut().for_each(|set| set.reps = Some(14));
    let log = log(cut, &["32 @7"]);
    let target = log.live[0].target.as_ref().unwrap();
    assert_eq!((target.level, &target.sets[..]), (Some(2), &[10, 10, 10][..]));
    let spread = |entry: &mut Entry| entry.target.as_mut().unwrap().sets = vec![15, 15];
    assert_eq!(last(log, spread), ["P-9"]);
}

#[test]
fn p_56_success_streak_and_place_are_found_again() {
    assert_eq!(last(dip(), |entry| entry.record.raw_success = false), ["P-5", "P-9"]);
    assert_eq!(last(dip(), |entry| entry.record.streak_success = 2), ["P-8"]);
    assert_eq!(last(dip(), |entry| entry.record.level_target = Some(2)), ["P-20"]);
    assert_eq!(
        last(dip(), |entry| "pull_up".clone_into(&mut entry.record.exercise_key)),
        ["P-20", "P-44", "P-44"]
    );
    assert_eq!(last(dip(), |entry| entry.record.unit = domain::exercise::Measure::Seconds), ["P-20"]);
}

#[test]
fn p_56_a_skip_keeps_the_streak_and_the_second_ends_it() {
    let skips = log(on_ladder("dip", 2, 0), &["32 @7", "skip", "skip"]);
    let streaks: Vec<_> = skips.live.iter().map(|entry| entry.record.streak_success).collect();
    assert_eq!(streaks, [1, 1, 0]);
    assert_eq!(last(skips, |entry| entry.record.streak_success = 1), ["P-8"]);
}

#[test]
fn p_56_decision_and_reasons_are_those_of_the_table() {
    let held = || log(on_ladder("dip", 2, 0), &["30 @8"]);
    assert_eq!(last(held(), |entry| entry.record.reasons = vec![ReasonCode::Consolidate]), ["P-8"]);
    let mut advanced = held();
    claim_advance(&mut advanced);
    assert_eq!(broken(&advanced.rows()), ["P-8"]);
    let mut pain = dip();
    let mark = Mark { kind: MarkKind::Pain, area: Some(BodyArea::Elbow), severity: Some(1) };
    pain.live[2].record.marks.push(mark);
    assert_eq!(broken(&pain.rows()), ["P-8", "AR-3"]);
    assert_eq!(last(held(), |entry| entry.deload = true), ["P-8"]);
}

#[test]
fn p_56_new_targets_are_those_of_the_rules() {
    let to = |level: Option<u32>, sets: &[u32]| {
        Some(NewTarget { level, volume: sets.iter().sum(), sets: sets.to_vec() })
    };
    assert_eq!(last(dip(), |entry| entry.target = to(Some(4), &[12, 12, 12, 13])), ["P-9"]);
    assert_eq!(last(dip(), |entry| entry.target.as_mut().unwrap().volume += 1), ["P-9"]);
    assert_eq!(last(dip(), |entry| entry.record.level_result = Some(5)), ["P-9"]);
    let plank = log(on_ladder("plank", 5, 0), &["185 @6", "185 @6"]);
    assert_eq!(last(plank, |entry| entry.target = to(Some(6), &[66, 66, 67])), ["P-10"]);
    let bridge = log(on_ladder("bridge", 2, 0), &["60, comfort 4", "60, comfort 4"]);
    assert_eq!(last(bridge, |entry| entry.target = to(Some(3), &[20, 21])), ["P-11"]);
    let held = log(on_ladder("dip", 2, 0), &["30 @8"]);
    assert_eq!(last(held, |entry| entry.target = to(Some(2), &[10, 10, 9])), ["P-6"]);
    let short = || log(on_ladder("dip", 2, 0), &["26 @6"]);
    assert_eq!(last(short(), |entry| entry.target = to(Some(2), &[9, 8, 8])), ["P-7"]);
    assert_eq!(last(short(), |entry| entry.target = to(Some(2), &[11, 10, 10])), ["P-7", "P-7"]);
    assert_eq!(last(short(), |entry| entry.target = None), [""; 0]);
}

#[test]
fn p_56_nothing_advances_while_a_flag_is_active() {
    let mut log = dip();
    let last = log.live[2].record.clone();
    let flag = |kind| Flag {
        id: Id::derive(&["flag"]),
        athlete_id: last.athlete_id,
        kind,
        area: None,
        exercise_key: None,
        severity: 1,
        source: FlagSource::Report,
        from: last.created_at,
        until: None,
        raised_at: None,
        cleared_by: None,
        clear_reason: None,
        trace_id: trace(0),
    };
    let touched = (last.item_id, log.live[2].item.exercise_key.clone());
    for &kind in FlagKind::ALL {
        log.flags = vec![Touching { flag: flag(kind), items: [touched.clone()].into() }];
        assert_eq!(broken(&log.rows()), ["P-8", "AR-3"], "{kind}");
    }
    log.flags[0].items.clear();
    assert_eq!(broken(&log.rows()), [""; 0]);
    // It touched the item while that was of another exercise.
    log.flags[0].items = [(last.item_id, "push_up".parse().unwrap())].into();
    assert_eq!(broken(&log.rows()), [""; 0]);
    log.flags[0] = Touching { flag: flag(FlagKind::Fatigue), items: [touched].into() };
    log.flags[0].flag.from = last.created_at.plus_seconds(1);
    assert_eq!(broken(&log.rows()), [""; 0]);
    log.flags[0].flag = Flag { from: at(2), until: Some(last.created_at), ..flag(FlagKind::Fatigue) };
    assert_eq!(broken(&log.rows()), [""; 0]);
}

#[test]
fn p_56_nothing_advances_too_soon() {
    let mut skipped = log(on_ladder("dip", 2, 0), &["skip", "skip", "32 @7"]);
    claim_advance(&mut skipped);
    skipped.live[2].record.level_result = Some(3);
    skipped.live[2].target = None;
    assert_eq!(broken(&skipped.rows()), ["P-8", "P-16"]);
    let mut limited = log(on_ladder("dip", 2, 0), &["32 @7", "42 @7"]);
    claim_advance(&mut limited);
    assert_eq!(broken(&limited.rows()), ["P-8", "P-9"]);
    // What did not land, or was undone in time, limits nothing.
    limited.live[0].landed_at = None;
    limited.live[1].record.level_result = Some(4);
    limited.live[1].target = None;
    assert_eq!(broken(&limited.rows()), [""; 0]);
    limited.live[0].landed_at = Some(at(0));
    limited.live[0].undone_at = Some(at(1));
    assert_eq!(broken(&limited.rows()), [""; 0]);
    limited.live[0].undone_at = Some(at(2));
    assert_eq!(broken(&limited.rows()), ["P-8", "P-9"]);
}

#[test]
fn p_56_other_versions_of_the_rules_are_held_to_the_bounds_alone() {
    let mut limited = log(on_ladder("dip", 2, 0), &["32 @7", "42 @7"]);
    claim_advance(&mut limited);
    limited.live[1].record.rule_version = "progression-0".to_owned();
    assert_eq!(broken(&limited.rows()), ["P-9"]);
    assert_eq!(last(limited, |entry| entry.record.decision = LevelDecision::Hold), ["P-44", "P-44"]);
}

#[test]
fn p_56_flexible_items_come_first_and_equipment_is_asked() {
    let items = vec![on_ladder("dip", 2, 0), without_level("push_up 3x12 8-12", ProgressionMode::Range, 1)];
    let mut log = Log::of(Story::of(items));
    for (day, said) in ["3x12", "3x12", "3x13"].iter().enumerate() {
        let first = if day == 2 { "32 @7" } else { "30 @8" };
        log.report(day, &[Some(first.to_owned()), Some((*said).to_owned())]);
    }
    assert_eq!(log.live[4].record.reasons, [ReasonCode::FlexibleFirst]);
    log.live[5].record.decision = LevelDecision::HoldRange;
    log.events.iter_mut().filter(|event| event.decision == LevelDecision::AdvanceRange).for_each(|event| {
        event.decision = LevelDecision::HoldRange;
    });
    assert_eq!(broken(&log.rows()), ["P-8"]);
    // SR-4: a moved target of a range item counts like a change.
    log.live[5].moved = true;
    assert_eq!(broken(&log.rows()), [""; 0]);

    let nothing = domain::equipment::EquipmentSet::NONE;
    assert_eq!(last(dip(), |entry| entry.equipment = Some(nothing)), ["P-8"]);
    assert_eq!(last(dip(), |entry| entry.equipment = None), [""; 0]);
}

#[test]
fn p_56_late_reports_are_kept_and_not_decided() {
    assert_eq!(last(dip(), |entry| entry.started_at = at(0).minus_seconds(1)), ["P-4"]);
    let undecided = |entry: &mut Entry| {
        entry.record.decision = LevelDecision::None;
        entry.record.reasons = vec![ReasonCode::LateReport];
    };
    // The event still tells of the advance.
    assert_eq!(last(dip(), undecided), ["P-4", "P-44"]);
    let mut corrected = dip();
    corrected.correct(2, 48, &[Some("20 @6".to_owned())]);
    assert_eq!(corrected.breaches(), [""; 0]);
    assert_eq!(
        last(corrected, |entry| entry.record.created_at = entry.record.created_at.plus_seconds(1)),
        ["P-4"]
    );
}

#[test]
fn p_56_a_level_that_the_catalogue_does_not_know_is_told_and_not_decided() {
    let unknown = |entry: &mut Entry| {
        entry.item.prescription.level_ref.as_mut().unwrap().ordinal = 99;
        entry.record.level_target = Some(99);
        entry.record.decision = LevelDecision::Hold;
    };
    assert_eq!(last(dip(), unknown), ["P-55", "P-44", "P-44"]);
}

#[test]
fn p_56_a_breach_says_what_was_found_and_expected() {
    let mut log = log(on_ladder("dip", 2, 0), &["26 @6"]);
    log.live[0].target.as_mut().unwrap().sets = vec![9, 9, 7];
    let said = log.breaches().concat();
    let expected =
        "P-7: dip on 2026-03-02: the new target is level 2, 9+9+7 = 26, expected 9+9+8 on the same level";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn p_56_each_mode_has_its_decisions() {
    let item = without_level("bench_press 3x5", ProgressionMode::Load, 0);
    let mut load = log(item, &["3x5"]);
    load.live[0].record.decision = LevelDecision::Hold;
    load.events[0].decision = LevelDecision::Hold;
    assert_eq!(broken(&load.rows()), ["P-18"]);
}

#[test]
fn p_56_ranges_change_only_with_the_sessions_that_they_need() {
    let lower = |entry: &mut Entry| entry.performance.as_mut().unwrap().sets[0].reps = Some(11);
    let mut early = range();
    lower(&mut early.live[1]);
    early.live[1].record.volume_actual -= 1;
    assert_eq!(broken(&early.rows()), ["P-13"]);
    let fell = || log(without_level("push_up 3x8 8-12", ProgressionMode::Range, 0), &["3x7", "3x9", "3x7"]);
    assert_eq!(fell().live[2].record.decision, LevelDecision::RegressRange);
    let mut once = fell();
    once.live[0].performance.as_mut().unwrap().sets.iter_mut().for_each(|set| set.reps = Some(8));
    once.live[0].record.volume_actual = 24;
    assert_eq!(broken(&once.rows()), ["P-14"]);
    let pain = Mark { kind: MarkKind::Pain, area: Some(BodyArea::Foot), severity: Some(1) };
    assert_eq!(last(range(), |entry| entry.record.marks.push(pain)), ["P-12", "AR-3"]);
    let skip = |entry: &mut Entry| {
        entry.record.status = PerformanceStatus::Skipped;
        entry.record.volume_actual = 0;
    };
    assert_eq!(last(range(), skip), ["P-12"]);
}

#[test]
fn p_56_one_record_and_one_event_for_each_decided_item() {
    let mut twice = dip();
    let mut copy = twice.live[2].clone();
    copy.record.id = Id::derive(&["copy"]);
    copy.record.trace_id = trace(9);
    twice.live.push(copy);
    let found = broken(&twice.rows());
    assert!(found.contains(&"P-20".to_owned()) && found.contains(&"P-44".to_owned()), "{found:?}");
    let mut stray = dip();
    stray.live[2].record.corrects = Some(stray.live[0].record.id);
    assert!(broken(&stray.rows()).contains(&"P-20".to_owned()));

    let mut silent = dip();
    silent.events.remove(1);
    assert_eq!(broken(&silent.rows()), ["P-44"]);
    let mut doubled = dip();
    doubled.events.push(doubled.events[1].clone());
    assert_eq!(broken(&doubled.rows()), ["P-44"]);
    let mut lone = dip();
    lone.events[1].trace_id = trace(9);
    let breaches = verify(&lone.rows(), Catalog::embedded());
    let subjects: Vec<_> = breaches.iter().map(|breach| breach.subject).collect();
    assert_eq!(subjects, [Subject::Record(lone.live[1].record.id), Subject::Event(lone.events[1].id)]);
}

#[test]
fn p_56_the_tables_are_apart_and_old_events_are_gone() {
    let log = dip();
    let archived = Rows { live: &log.live[2..], archive: &log.live[..2], ..log.rows() };
    assert_eq!(broken(&archived), [""; 0]);
    assert_eq!(broken(&Rows { live: &log.live[1..], ..archived.clone() }), ["P-23"]);
    let run = |date: &str| Some(ArchiveRun { date: date.parse().unwrap(), event_months: 6 });
    assert_eq!(broken(&Rows { last_run: run("2026-09-02"), ..log.rows() }), [""; 0]);
    assert_eq!(broken(&Rows { last_run: run("2026-09-03"), ..log.rows() }), ["P-44"]);
    let kept = Rows { last_run: run("2026-09-03"), events: &log.events[1..], ..log.rows() };
    assert_eq!(broken(&kept), [""; 0]);
}

/// A version of a plan with these items.
fn version(number: u32, items: Vec<PlanItem>, day: usize) -> PlanVersion {
    PlanVersion {
        id: Id::derive(&["version", &number.to_string()]),
        plan_id: Id::derive(&["plan"]),
        number,
        parent: number.checked_sub(1).filter(|&parent| parent > 0),
        status: VersionStatus::Superseded,
        source: if number == 1 { VersionSource::Initial } else { VersionSource::Auto },
        actor: Actor::SYSTEM,
        trigger: Trigger { kind: TriggerKind::SessionReport, reference: String::new() },
        reasons: vec![],
        summary: vec![],
        effective: items,
        effective_hash: String::new(),
        trace_id: trace(day),
        created_at: at(day).plus_seconds(3600),
        zone: Zone::UTC,
        local_date: at(day).local_date(&Zone::UTC),
        activated_at: None,
        superseded_by: None,
    }
}

#[test]
fn p_56_difficulties_are_steps_of_five() {
    let mut log = log(on_ladder("dip", 2, 0), &["30 @8"]);
    let mut item = on_ladder("dip", 2, 0);
    item.difficulty = 103;
    let versions = [version(1, vec![item], 0)];
    assert_eq!(broken(&Rows { versions: &versions, ..log.rows() }), ["P-47"]);
    log.live[0].item.difficulty = 107;
    assert_eq!(broken(&log.rows()), ["P-47"]);
}

#[test]
fn p_56_a_modifier_never_appears_in_a_version() {
    let item = on_ladder("dip", 2, 0);
    let log = log(item.clone(), &["skip", "skip"]);
    let modifier = SessionModifier {
        id: Id::derive(&["modifier"]),
        athlete_id: Id::derive(&["athlete"]),
        scope: ModifierScope::Item,
        target: item.item_id.to_string(),
        volume_pct: 70,
        load_pct: 100,
        sets_delta: 0,
        rpe_delta: 0,
        reason: Reason::new(ReasonCode::Skip, SpecId::new("P-16")),
        sessions_left: 1,
        created_at: at(1).plus_seconds(3600),
        expires_at: at(29),
        trace_id: trace(1),
    };
    let with = |amount: u32, day| {
        let mut lighter = item.clone();
        let amounts = |set: &mut SetPrescription| set.reps = Some(amount);
        lighter.prescription.sets.iter_mut().for_each(amounts);
        [version(1, vec![item.clone()], 0), version(2, vec![lighter], day)]
    };
    let found = |versions: &[PlanVersion], modifiers: &[SessionModifier]| {
        broken(&Rows { versions, modifiers, ..log.rows() })
    };
    assert_eq!(found(&with(7, 1), std::slice::from_ref(&modifier)), ["AR-6"]);
    assert_eq!(found(&with(7, 3), std::slice::from_ref(&modifier)), ["AR-6"]);
    assert_eq!(found(&with(7, 1), &[]), [""; 0]);
    assert_eq!(found(&with(8, 1), std::slice::from_ref(&modifier)), [""; 0]);
    assert_eq!(found(&with(7, 0), &[modifier]), [""; 0]);
}
