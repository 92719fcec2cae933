//! Points 4 to 7: records, a person's day, flags, owners and values.

use std::collections::BTreeSet;

use domain::{
    change::Field,
    dispute::OverrideStatus,
    exercise::ExerciseKey,
    grid::Grid,
    id::{Id, TraceId},
    plan::{ItemId, TriggerKind},
    progress::LevelDecision,
    proposal::{EngineName, ProposalKind},
    quantity::{Grams, Hundredths, MassUnit},
    spec::SpecId,
    time::Instant,
    wellbeing::{Flag, FlagKind, FlagSource},
};

use super::{
    super::{
        ExerciseContext,
        Point::{Flags, ManualDay, Records, Values},
        Touching,
    },
    caught, falsified, rewrite,
    story::{LOAD, Story, at, item_id, key, lived},
    version,
};

fn decide(story: &mut Story, number: usize, decision: LevelDecision) {
    let record = version(story, number).rows[0].progress_id.unwrap();
    story.context.records.insert(record, decision);
}

#[test]
fn pv_14_4_an_automatic_step_follows_from_its_decision() {
    caught(Records, "PV-6", 2, |s| version(s, 2).rows[0].progress_id = None);
    caught(Records, "PV-6", 2, |s| s.context.records.clear());
    caught(Records, "PV-6", 2, |s| decide(s, 2, LevelDecision::Hold));
    caught(Records, "PV-6", 2, |s| decide(s, 2, LevelDecision::None));
    caught(Records, "PV-6", 2, |s| decide(s, 2, LevelDecision::Regress));
    caught(Records, "PV-6", 5, |s| decide(s, 5, LevelDecision::Advance));
    // A step that a person accepted has no hold behind it either.
    caught(Records, "PV-6", 3, |s| {
        version(s, 3).rows[0].progress_id = version(s, 2).rows[0].progress_id;
        decide(s, 3, LevelDecision::Hold);
    });
}

#[test]
fn pv_14_4_rules_beside_the_decision_may_act_on_a_held_item() {
    // The rest of version 6 is a prescription rule: its item may be held, or have no record at all.
    assert_eq!(falsified(|s| decide(s, 6, LevelDecision::Hold)), []);
    assert_eq!(falsified(|s| version(s, 6).rows[0].progress_id = None), []);
    let raised = falsified(|s| {
        s.chain.proposals[0].kind = ProposalKind::DifficultyChange;
        decide(s, 2, LevelDecision::Hold);
    });
    assert!(raised.iter().all(|breach| breach.check != Records), "{raised:?}");
}

/// Two reports of one day: the first advances, the second holds the same target.
fn two_reports() -> Story {
    let mut story = Story::new();
    let advance = story.advance(at(1, 7));
    story.report(at(1, 7), vec![advance], &[("pull_up", LevelDecision::Advance, 1)]);
    story.report(at(1, 18), vec![], &[("pull_up", LevelDecision::Hold, 1)]);
    story
}

#[test]
fn pv_14_4_a_hold_has_a_row_only_when_it_merges_with_an_earlier_report_of_the_day() {
    let mut story = two_reports();
    assert_eq!(story.chain.versions.len(), 3);
    assert_eq!(story.breaches(), []);
    version(&mut story, 2).version.local_date =
        at(0, 7).local_date(&version(&mut story, 2).version.zone.clone());
    assert!(story.breaches().iter().any(|breach| (breach.check, breach.version) == (Records, Some(3))));
    let mut story = two_reports();
    rewrite(&mut story, 3, |item| item.prescription.sets[0].reps = Some(5));
    let rules: BTreeSet<_> = story.breaches().iter().map(|breach| breach.rule.to_string()).collect();
    assert!(rules.contains("CF-4"), "{rules:?}");
}

#[test]
fn pv_14_4_a_correction_takes_back_what_the_first_report_did() {
    let mut story = Story::new();
    let advance = story.advance(at(1, 7));
    let first = &[("pull_up", LevelDecision::Advance, 1)];
    let _landing =
        story.try_report(at(1, 7), TriggerKind::SessionReport, "monday", vec![advance], first).unwrap();
    let second = &[("pull_up", LevelDecision::Hold, 1)];
    let _landing =
        story.try_report(at(1, 9), TriggerKind::ReportCorrection, "monday", vec![], second).unwrap();
    assert_eq!(story.chain.versions.len(), 3);
    assert_eq!(story.breaches(), []);
    rewrite(&mut story, 3, |item| item.prescription.sets[0].reps = Some(5));
    assert!(story.breaches().iter().any(|breach| breach.rule == SpecId::new("P-4")));
}

/// The manual edit of version 4 moves to another instant; version 6 changes the same rest at day 8, 18:00.
fn edited_at(instant: Instant) -> Vec<super::Breach> {
    let mut breaches = falsified(|s| version(s, 4).version.created_at = instant);
    breaches.retain(|breach| breach.check == ManualDay);
    breaches
}

#[test]
fn pv_14_5_a_manual_edit_has_a_day_of_peace_to_the_millisecond() {
    caught(ManualDay, "OV-3", 6, |s| version(s, 4).version.created_at = at(8, 0));
    assert_eq!(edited_at(at(7, 18)).len(), 1);
    let earlier = Instant::from_millis(at(7, 18).millis() - 1).unwrap();
    assert_eq!(edited_at(earlier), []);
    let mut shorter = lived();
    version(&mut shorter, 4).version.created_at = at(7, 18);
    shorter.context.manual_hours = 23;
    assert!(shorter.breaches().iter().all(|breach| breach.check != ManualDay));
}

#[test]
fn pv_14_5_what_a_person_asked_to_keep_is_kept() {
    let keep = |s: &mut Story, until: Instant, status: OverrideStatus| {
        let guard = s.chain.overrides.iter_mut().find(|guard| guard.version == Some(4)).unwrap();
        (guard.until, guard.status) = (Some(until), status);
    };
    caught(ManualDay, "OV-7", 6, |s| keep(s, at(9, 0), OverrideStatus::Expired));
    assert_eq!(falsified(|s| keep(s, at(8, 18), OverrideStatus::Expired)), []);
    assert_eq!(falsified(|s| keep(s, at(9, 0), OverrideStatus::Withdrawn)), []);
}

fn flag(from: Instant, until: Option<Instant>, items: &[(ItemId, ExerciseKey)]) -> Touching {
    let flag = Flag {
        id: Id::derive(&["flag"]),
        athlete_id: Id::derive(&["athlete"]),
        kind: FlagKind::Fatigue,
        area: None,
        exercise_key: None,
        severity: 1,
        source: FlagSource::Report,
        from,
        until,
        raised_at: None,
        cleared_by: None,
        clear_reason: None,
        trace_id: TraceId::try_from("01J0000000000000000000TEST".to_owned()).unwrap(),
    };
    Touching { flag, items: items.iter().cloned().collect() }
}

#[test]
fn pv_14_6_nothing_gets_harder_while_a_flag_is_active() {
    let of = |name: &str, exercise: &str| [(item_id(name), key(exercise))];
    let pull_up = of("pull_up", "pull_up");
    caught(Flags, "AR-3", 2, |s| s.context.flags.push(flag(at(1, 18), None, &pull_up)));
    // Before it, after it, elsewhere, of another exercise, and for what gets easier it says nothing.
    let harmless = [
        flag(at(1, 19), None, &pull_up),
        flag(at(0, 0), Some(at(1, 18)), &pull_up),
        flag(at(0, 0), None, &of("push_up", "push_up")),
        flag(at(0, 0), None, &of("pull_up", "negative_pull_up")),
    ];
    for touching in harmless {
        assert_eq!(falsified(|s| s.context.flags.push(touching)), []);
    }
    // What a person accepted is not automatic, and longer rest is easier.
    let bench = of("bench_press", "bench_press");
    assert_eq!(falsified(|s| s.context.flags.push(flag(at(0, 0), None, &bench))), []);
}

#[test]
fn pv_14_7_a_rule_changes_only_what_it_owns() {
    caught(Values, "AR-2", 3, |s| s.chain.proposals[1].rule = SpecId::new("SR-8"));
    caught(Values, "AR-2", 2, |s| s.chain.proposals[0].rule = SpecId::new("SR-2"));
    caught(Values, "AR-2", 3, |s| s.chain.proposals[1].engine = EngineName::MissModel);
    caught(Values, "AR-2", 3, |s| s.chain.proposals[1].engine = EngineName::System);
    caught(Values, "PR-6", 2, |s| s.chain.proposals[0].engine = EngineName::Llm);
    // A model may propose a load of a load item, a person anything.
    for engine in [EngineName::Llm, EngineName::Coach] {
        assert_eq!(falsified(|s| s.chain.proposals[1].engine = engine), []);
    }
}

#[test]
fn pv_14_7_values_are_in_their_ranges() {
    caught(Values, "PV-3", 4, |s| rewrite(s, 4, |item| item.difficulty = 120));
    caught(Values, "PV-4", 4, |s| rewrite(s, 4, |item| item.prescription.rest_policy.seconds = 901));
    caught(Values, "PV-4", 4, |s| {
        rewrite(s, 4, |item| item.prescription.sets[1].set_id = item.prescription.sets[0].set_id);
    });
    caught(Values, "PV-3", 4, |s| rewrite(s, 4, |item| item.order = 0));
    caught(Values, "PV-3", 9, |s| {
        let mut twin = version(s, 9).rows[0].after.clone().unwrap();
        twin.item_id = item_id("twin");
        version(s, 9).version.effective.push(twin);
    });
}

#[test]
fn pv_14_7_loads_can_be_put_together_unless_a_person_typed_them() {
    let odd = |s: &mut Story, number: usize| {
        rewrite(s, number, |item| item.prescription.sets[0].load_g = Some(Grams(61_300)));
    };
    caught(Values, "SG-8", 3, |s| odd(s, 3));
    let typed = falsified(|s| odd(s, 4));
    assert!(typed.iter().all(|breach| breach.check != Values), "{typed:?}");
    // Without a grid any load can be.
    let free = falsified(|s| {
        odd(s, 3);
        s.context.exercises.clear();
    });
    assert!(free.iter().all(|breach| breach.check != Values), "{free:?}");
}

#[test]
fn pv_14_7_a_load_is_that_of_the_exercise_for_which_it_was_proposed() {
    let mut story = Story::new();
    let pairs = Grid::new(MassUnit::Kg, (2..10).map(|step| Hundredths(400 * step))).unwrap();
    let known = ExerciseContext { assistance: false, grids: vec![(Instant::EPOCH, Some(pairs))] };
    story.context.exercises.insert(key("dumbbell_press"), known);
    let offered = |story: &mut Story, day: i64, set: usize, load: i64| {
        let change = story.change("bench_press", Some(set), Field::Load, load);
        let offer = story.proposal(LOAD, at(day, 18), vec![change]);
        let id = offer.id;
        story.report(at(day, 18), vec![offer], &[("bench_press", LevelDecision::None, 1)]);
        id
    };
    // There are 62.5 and 65 kg for the bar alone; one is accepted before the item becomes one of dumbbells, one after.
    let first = offered(&mut story, 1, 0, 62_500);
    story.accept(at(2, 9), &[first]);
    let late = offered(&mut story, 2, 1, 65_000);
    story.edit(at(3, 9), "bench_press", None, Field::Variation, "dumbbell_press");
    assert_eq!(story.breaches(), []);
    story.accept(at(4, 9), &[late]);
    assert_eq!(story.breaches(), []);
    // From then on loads are those of the dumbbells.
    let pair = offered(&mut story, 5, 2, 32_000);
    story.accept(at(6, 9), &[pair]);
    assert_eq!(story.breaches(), []);
    rewrite(&mut story, 5, |item| item.prescription.sets[2].load_g = Some(Grams(32_500)));
    assert!(story.breaches().iter().any(|breach| breach.rule == SpecId::new("SG-8")));
}

#[test]
fn pv_14_7_whether_more_is_easier_depends_on_the_exercise_of_that_time() {
    let mut story = lived();
    let assisted = ExerciseContext { assistance: true, ..ExerciseContext::default() };
    story.context.exercises.insert(key("assisted_press"), assisted);
    story.edit(at(14, 9), "bench_press", None, Field::Variation, "assisted_press");
    assert_eq!(story.breaches(), []);
}
