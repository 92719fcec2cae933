//! What is kept and proposed: records, bundles, offers, modifiers, and what consent makes of them.

use domain::{
    change::{Field, Value},
    law::Valid,
    plan::{ChangeCode, PlanItem, ProgressionMode, SlotTime, added_set_id},
    progress::LevelDecision,
    proposal::{Consent, ConsentChoice, ConsentSetting, ConsentSubject, EngineName, Proposal, ProposalKind},
    quantity::Rpe,
    reason::{Facts, ReasonCode},
    session::PerformanceStatus,
    voice::{Locale, Voice},
    wellbeing::{Flag, FlagKind},
};
use training::{
    catalog::Catalog,
    progression::{DecideInput, offer::OfferKind, vetoes},
};

use super::{
    reports::{decided, dip, only},
    story::{Story, at, on_ladder, without_level},
};

#[test]
fn p_20_the_record_of_the_first_example() {
    let mut story = Story::of(vec![on_ladder("pull_up", 3, 0)]);
    let decided = story.reported(0, "4x7 @6");
    let record = Valid::new(decided.records[0].clone()).unwrap();
    assert_eq!((record.exercise_key.as_str(), record.variation_key.as_str()), ("pull_up", "pull_up"));
    assert_eq!((record.level_target, record.level_result), (Some(3), Some(4)));
    assert_eq!((record.volume_target, record.volume_plan, record.volume_actual), (24, 24, 28));
    assert_eq!((record.rpe, record.streak_success, record.raw_success), (Rpe::new(60).ok(), 1, true));
    assert_eq!((record.slot_time, record.manual_override), (SlotTime::Evening, false));
    assert_eq!(decided.updates[0].change, Some(ChangeCode::Advance));
    assert_eq!(decided.events[0].decision, LevelDecision::Advance);
    assert_eq!(decided.events[0].context, decided.updates[0].reasons);
}

fn changes(proposal: &Proposal) -> Vec<(Field, Value, Value)> {
    proposal.changes.iter().map(|change| (change.field, change.old.clone(), change.new.clone())).collect()
}

#[test]
fn p_19_a_level_change_is_one_bundle_with_the_targets_of_its_sets() {
    // Level 4 of the dip is 4×12, level 5 tempo_dip 4×6: another variation, as many sets.
    let mut story = Story::of(vec![on_ladder("dip", 4, 0)]);
    story.items[0].item.difficulty = 105;
    let before = story.items[0].item.clone();
    let decided = story.reported(0, "54 @6");
    let [proposal] = &decided.proposals[..] else { panic!("{decided:?}") };
    assert!(Valid::new(proposal.clone()).is_ok());
    assert_eq!((proposal.kind, proposal.consent), (ProposalKind::LevelChange, Consent::Auto));
    assert_eq!(proposal.rule.to_string(), "P-9");
    let mut expected =
        vec![(Field::Level, 4.into(), 5.into()), (Field::Variation, "dip".into(), "tempo_dip".into())];
    expected.extend(vec![(Field::Reps, Value::from(12), Value::from(6)); 4]);
    expected.push((Field::Difficulty, 105.into(), 100.into()));
    assert_eq!(changes(proposal), expected);
    // What landed is what was told.
    let after = &story.items[0].item;
    assert_eq!(after.difficulty, 100);
    assert_eq!(after.prescription.volume(), decided.updates[0].new_volume);
    assert!(Valid::new(after.clone()).is_ok());
    assert_ne!(before, *after);
}

#[test]
fn pr_3_an_added_set_may_get_its_own_target_in_the_same_bundle() {
    // A free ladder at 9+9+8 goes to 9+9+8+8: the new set is a copy of the last one.
    let mut item = without_level("lunge 3x9", ProgressionMode::Ladder, 0);
    item.prescription.sets[2].reps = Some(8);
    let mut story = Story::of(vec![item.clone()]);
    let decided = story.reported(0, "28 @6");
    assert_eq!(changes(&decided.proposals[0]), [(Field::SetCount, 3.into(), 4.into())]);
    // Dip level 2 at 10+10+11 goes to 4×10: the copy of the last set changes with it.
    let mut uneven = on_ladder("dip", 2, 0);
    uneven.prescription.sets[2].reps = Some(11);
    let decided = Story::of(vec![uneven.clone()]).reported(0, "33 @6");
    let proposal = &decided.proposals[0];
    let added = added_set_id(uneven.item_id, &proposal.trace_id, 3);
    let of_added: Vec<_> =
        proposal.changes.iter().filter(|change| change.target.set_id == Some(added)).collect();
    let [change] = of_added[..] else { panic!("{proposal:?}") };
    assert_eq!((change.field, &change.old, &change.new), (Field::Reps, &Value::from(11), &Value::from(10)));
    uneven.apply(&proposal.changes, &proposal.trace_id).unwrap();
    assert_eq!(uneven.prescription.volume(), 40);
    assert_eq!(uneven.prescription.sets[3].set_id, added);
}

#[test]
fn p_27_an_offer_starts_from_what_has_landed() {
    let mut story = Story::of(vec![on_ladder("plank", 5, 0)]);
    let decided = story.reported(0, "150 @8");
    let [landing, offer] = &decided.proposals[..] else { panic!("{decided:?}") };
    assert_eq!((landing.consent, offer.consent), (Consent::Auto, Consent::Ask));
    assert_eq!(offer.rule.to_string(), "P-27");
    let item = &story.items[0].item;
    for change in &offer.changes {
        assert_eq!(item.value(change.target.set_id, change.field), Some(change.old.clone()));
    }
    assert_eq!(decided.updates[0].offers[0].proposal_id, offer.id);
    // Where the landing waits, too, the offer starts from the plan as it is.
    let mut story = Story::of(vec![on_ladder("plank", 5, 0)]);
    let ask = ConsentChoice { increase: ConsentSetting::Ask, decrease: ConsentSetting::Ask };
    story.consent.0.insert(ConsentSubject::LevelChange, ask);
    let decided = story.reported(0, "150 @8");
    for proposal in &decided.proposals {
        assert_eq!(proposal.consent, Consent::Ask);
        for change in &proposal.changes {
            let current = story.items[0].item.value(change.target.set_id, change.field);
            assert_eq!(current, Some(change.old.clone()));
        }
    }
}

#[test]
fn pr_6_what_is_off_is_decided_but_not_proposed() {
    let off = ConsentChoice { increase: ConsentSetting::Off, decrease: ConsentSetting::Off };
    let ask = ConsentChoice { increase: ConsentSetting::Ask, decrease: ConsentSetting::Ask };
    let mut story = dip();
    story.consent.0.insert(ConsentSubject::LevelChange, off);
    let decided = story.reported(0, "32 @7");
    assert_eq!((only(&decided).0, decided.proposals.len()), (LevelDecision::Advance, 0));
    assert_eq!(decided.records[0].level_result, Some(3));
    // The change did not come into the plan, so it does not limit the rate.
    assert!(!story.items[0].history[0].landed);
    assert_eq!(only(&story.reported(1, "32 @7")).0, LevelDecision::Advance);
    story.consent.0.insert(ConsentSubject::SessionModifier, ask);
    let hurt = story.reported(2, "32 @7, pain elbow 1");
    assert_eq!((hurt.modifiers.len(), hurt.asked_modifiers.len()), (0, 1));
    story.consent.0.insert(ConsentSubject::SessionModifier, off);
    let hurt = story.reported(3, "32 @7, pain elbow 1");
    assert_eq!((hurt.modifiers.len(), hurt.asked_modifiers.len()), (0, 0));
}

#[test]
fn ar_6_modifiers_act_on_the_next_session_of_the_item() {
    let mut story = dip();
    story.reported(0, "skip");
    let decided = story.reported(1, "skip");
    let modifier = Valid::new(decided.modifiers[0].clone()).unwrap();
    assert_eq!((modifier.volume_pct, modifier.load_pct, modifier.sessions_left), (70, 100, 1));
    assert_eq!(modifier.target, story.items[0].item.item_id.to_string());
    assert_eq!(modifier.expires_at, modifier.created_at.plus_seconds(28 * 86_400));
}

#[test]
fn p_15_reps_moved_by_a_rule_count_as_a_change() {
    let items =
        vec![without_level("push_up 3x8 8-12", ProgressionMode::Range, 0), on_ladder("pull_up", 3, 1)];
    let mut input = Story::of(items).input(0, &[Some("3x9".to_owned()), Some("4x7 @6".to_owned())]);
    let pull_up = input.items[1].item_id;
    assert_eq!(decided(&input).update(pull_up).unwrap().decision, LevelDecision::Advance);
    input.moved = [input.items[0].item_id].into();
    let held = decided(&input);
    assert_eq!(held.update(pull_up).unwrap().reasons[0].code, ReasonCode::FlexibleFirst);
}

#[test]
fn p_12_reps_that_a_modifier_took_away_are_no_shortfall() {
    let item = without_level("push_up 3x8 8-12", ProgressionMode::Range, 0);
    let mut story = Story::of(vec![item]);
    for day in 0..2 {
        // 24 at 70 % are 16: 6, 5 and 5.
        story.items[0].lightened = Some(70);
        assert_eq!(only(&story.reported(day, "6+5+5")).0, LevelDecision::HoldRange);
    }
    story.items[0].lightened = Some(70);
    assert_eq!(only(&story.reported(2, "5+5+4")).0, LevelDecision::HoldRange);
    story.items[0].lightened = Some(70);
    assert_eq!(only(&story.reported(3, "5+5+4")).0, LevelDecision::RegressRange);
}

#[test]
fn ov_1_records_say_when_a_person_set_the_targets() {
    let mut input = dip().input(0, &[Some("32 @7".to_owned())]);
    input.overridden = [input.items[0].item_id].into();
    let decided = decided(&input);
    assert!(decided.records[0].manual_override);
    assert_eq!(only(&decided).0, LevelDecision::Advance);
}

#[test]
fn p_51_without_frozen_targets_the_plan_is_taken_as_it_stands() {
    let mut input = dip().input(0, &[Some("32 @7".to_owned())]);
    input.items[0].difficulty = 105;
    input.performances[0].frozen = None;
    let decided = decided(&input);
    let record = &decided.records[0];
    assert_eq!((record.volume_plan, record.volume_target, record.decision), (30, 32, LevelDecision::Advance));
}

fn flag(kind: FlagKind, about: Option<&str>) -> Flag {
    let words = about.map_or(kind.to_string(), |about| format!("{kind} {about}"));
    dip().input(0, &[Some(format!("30, flag {words}"))]).flags.remove(0)
}

#[test]
fn ar_3_a_flag_forbids_more_of_the_items_it_touches() {
    let items: Vec<PlanItem> = vec![
        on_ladder("dip", 2, 0),
        on_ladder("squat", 5, 1),
        without_level("bench_press 3x8", ProgressionMode::Load, 2),
        without_level("dead_bug 2x10", ProgressionMode::Fixed, 3),
    ];
    let touched = |flags: &[Flag]| -> Vec<String> {
        let vetoes = vetoes(&items, flags, Catalog::embedded(), at(0));
        items
            .iter()
            .filter_map(|item| Some(format!("{} {}", item.exercise_key, vetoes.get(&item.item_id)?)))
            .collect()
    };
    assert_eq!(touched(&[flag(FlagKind::Pain, Some("elbow"))]), ["dip pain", "bench_press pain"]);
    assert_eq!(touched(&[flag(FlagKind::Pain, Some("knee"))]), ["split_squat pain"]);
    assert_eq!(touched(&[flag(FlagKind::Technique, Some("dip"))]), ["dip technique"]);
    assert_eq!(touched(&[flag(FlagKind::Suspension, Some("squat"))]), ["split_squat suspension"]);
    assert_eq!(touched(&[flag(FlagKind::Illness, None)]).len(), 4);
    let both = [flag(FlagKind::Fatigue, None), flag(FlagKind::Technique, Some("dip"))];
    assert_eq!(touched(&both)[0], "dip technique");
    let mut over = flag(FlagKind::Fatigue, None);
    over.until = Some(at(0));
    assert!(touched(&[over]).is_empty());
}

#[test]
fn p_52_pain_on_one_item_holds_the_others_that_touch_the_area() {
    let items = vec![on_ladder("dip", 2, 0), on_ladder("pull_up", 3, 1), on_ladder("squat", 3, 2)];
    let said = ["32 @6, pain elbow 1", "4x7 @6", "40 @6"].map(|said| Some(said.to_owned()));
    let decided = decided(&Story::of(items).input(0, &said));
    let outcome: Vec<_> = decided.records.iter().map(|record| (record.decision, record.reasons[0])).collect();
    assert_eq!(
        outcome,
        [
            (LevelDecision::Regress, ReasonCode::Pain),
            (LevelDecision::Hold, ReasonCode::PainFlag),
            (LevelDecision::Advance, ReasonCode::LowRpe),
        ]
    );
    assert_eq!(decided.modifiers.len(), 1);
}

#[test]
fn p_13_every_way_has_a_text_in_both_languages() {
    let labels = [
        "set_added",
        "load_added",
        "harder_variation",
        "range_raised",
        "easier_variation",
        "set_removed",
        "technique_cue",
        "repeat",
        "next_level",
    ];
    for locale in [Locale::En, Locale::Ru] {
        for label in labels {
            assert!(Voice::new(locale).text(&format!("way-{label}"), &Facts::new()).is_some(), "{label}");
        }
    }
}

#[test]
fn p_17_a_technique_mark_brings_an_auxiliary_exercise() {
    let mut story = Story::of(vec![on_ladder("dip", 2, 0), on_ladder("push_up", 3, 1)]);
    story.equipment = Some(vec![domain::equipment::Equipment::DipBars]);
    let said = [Some("32 @6, technique".to_owned()), None];
    let held = story.report(0, &said);
    // The push-up is in the plan already, and there is nothing at hand for the assisted dip.
    assert!(held.updates[0].offers.is_empty());
    story.equipment = None;
    let held = decided(&story.input(1, &said));
    let [offer] = &held.proposals[..] else { panic!("{held:?}") };
    assert_eq!((offer.kind, offer.consent), (ProposalKind::StructureChange, Consent::Ask));
    let Value::Item(item) = &offer.changes[0].new else { panic!("{offer:?}") };
    let item = Valid::new((**item).clone()).unwrap();
    assert_eq!((item.exercise_key.as_str(), item.prescription.sets.len()), ("assisted_dip", 2));
    assert_eq!((item.slot_weekday, item.order), (Some(1), 2));
    assert_eq!(item.progression_mode, ProgressionMode::Fixed);
    assert!(Valid::new(offer.clone()).is_ok());
    assert!(held.updates[0].comments.en.contains("Helps technique: "));
}

/// A dip with its help in the plan, and a report of it whose flags are changed so.
fn lifted(flags: impl Fn(&mut Flag, &DecideInput)) -> (PlanItem, DecideInput) {
    let mut story = dip();
    let offered = story.reported(0, "32 @6, technique");
    let Value::Item(help) = &offered.proposals[0].changes[0].new else { panic!("{offered:?}") };
    story.items.extend(Story::of(vec![(**help).clone()]).items);
    let mut input = story.input(1, &[Some("30 @8, flag technique dip".to_owned()), None]);
    let now = input.clone();
    input.flags.iter_mut().for_each(|flag| flags(flag, &now));
    ((**help).clone(), input)
}

#[test]
fn p_17_the_help_is_to_go_when_the_flag_lifts() {
    let (help, input) = lifted(|flag, input| flag.until = Some(input.now));
    let decided = decided(&input);
    let [removal] = &decided.proposals[..] else { panic!("{decided:?}") };
    assert_eq!((removal.kind, removal.consent), (ProposalKind::StructureChange, Consent::Ask));
    assert_eq!((removal.engine, removal.rule.to_string()), (EngineName::System, "P-17".to_owned()));
    assert_eq!((removal.target.item_id, removal.reason.code), (help.item_id, ReasonCode::TechniqueLifted));
    assert_eq!(changes(removal), [(Field::Exercise, Value::Item(Box::new(help)), Value::Nothing)]);
    assert!(Valid::new(removal.clone()).is_ok());
    // The athlete may want no such proposals.
    let off = ConsentChoice { increase: ConsentSetting::Off, decrease: ConsentSetting::Off };
    let mut silent = input;
    silent.consent.0.insert(ConsentSubject::StructureChange, off);
    assert_eq!(self::decided(&silent).proposals, []);
}

#[test]
fn p_17_the_help_stays_while_it_is_wanted_and_is_offered_to_go_once() {
    let kept = |input: &DecideInput| decided(input).proposals.is_empty();
    assert!(kept(&lifted(|_, _| ()).1), "the flag is in force");
    let (_, told) = lifted(|flag, input| {
        flag.until = Some(input.history.values().next().unwrap()[0].record.created_at);
    });
    assert!(kept(&told), "the report before told of it");
    let (_, cleared) = lifted(|flag, input| flag.until = Some(input.now.minus_seconds(3600)));
    assert!(!kept(&cleared), "the athlete lifted it between two reports");
    let (_, mut other) = lifted(|flag, input| flag.until = Some(input.now));
    other.flags[0].exercise_key = "push_up".parse().ok();
    assert!(kept(&other), "another exercise is in order again");
    // The pseudo planche push-up asks for the same help.
    let (_, mut shared) = lifted(|flag, input| flag.until = Some(input.now));
    let again =
        Flag { exercise_key: "pseudo_planche_push_up".parse().ok(), until: None, ..shared.flags[0].clone() };
    shared.flags.push(again);
    assert!(kept(&shared), "another exercise needs it");
}

#[test]
fn p_26_a_choice_is_repeated_unless_the_person_says_otherwise() {
    let mut story = dip();
    let decided = story.reported(0, "30 @6");
    let [choice] = &decided.proposals[..] else { panic!("{decided:?}") };
    assert_eq!((choice.consent, choice.alternatives.len()), (Consent::Ask, 2));
    assert!(choice.alternatives[0].preselected && choice.alternatives[0].changes.is_empty());
    assert_eq!(choice.alternatives[1].changes, choice.changes);
    assert_eq!(decided.updates[0].offers[0].kind, OfferKind::NextLevel);
    assert!(Valid::new(choice.clone()).is_ok());
}

#[test]
fn ar_7_the_input_is_a_document() {
    let mut story = dip();
    story.reported(0, "32 @7");
    let input = story.input(1, &[Some("32 @7, pain elbow 1".to_owned())]);
    let json = serde_json::to_string(&input).unwrap();
    let back: DecideInput = serde_json::from_str(&json).unwrap();
    assert_eq!(back, input);
    let bytes = |input: &DecideInput| serde_json::to_vec(&decided(input)).unwrap();
    assert_eq!(bytes(&input), bytes(&back));
    assert_eq!(input.performances[0].status, PerformanceStatus::Done);
}
