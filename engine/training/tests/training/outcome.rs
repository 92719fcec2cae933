//! The outcome loop: what later sessions say about a suggestion, told as short stories.

mod story;

use std::fmt::Write;

use domain::{
    change::Direction,
    id::Id,
    proposal::{EngineName, Evaluation, Outcome, ProposalState, RejectionReason},
    reason::Fact,
    session::Session,
    spec::SpecId,
    voice::{Locale, Voice},
};
use proptest::prelude::*;
use training::{
    outcome::{
        eligible::Bar,
        evaluate,
        feedback::family,
        input::{Answered, EXAMPLE, Evaluated, Judged, OutcomeInput},
        opinion::Opinion,
    },
    suggestion::{
        feedback::{Family, FinalOutcome},
        tuning::FeedbackTuning,
    },
};

use story::{Story, day};

#[test]
fn outcomes() {
    testkit::check("tests/scenarios/outcomes", |given| {
        let story = Story::new(given);
        show(&story, &evaluate(&story.input()).unwrap())
    });
}

#[test]
fn ou_1_the_example_of_outcomes_answers_its_input() {
    let input: OutcomeInput = serde_json::from_str(EXAMPLE).unwrap();
    let answer = evaluate(&input).unwrap();
    testkit::expect_file("examples/outcome-output.json", &serde_json::to_string_pretty(&answer).unwrap());
}

fn show(story: &Story, evaluated: &Evaluated) -> String {
    let voice = Voice { unit: story.unit(), ..Voice::new(Locale::En) };
    let [judged] = &evaluated.proposals[..] else { panic!("one proposal, one answer") };
    let mut text = String::new();
    for (at, session) in story.after.iter().enumerate() {
        let id = Id::<Session>::derive(&["session", &at.to_string()]);
        let said = judged.evaluations.iter().find(|evaluation| evaluation.session_id == id);
        let passed = judged.passed.iter().find(|passed| passed.session_id == id);
        let _ = match (said, passed) {
            (Some(said), _) => {
                let (verdict, confidence) = (said.verdict, said.confidence);
                writeln!(text, "{session}: {verdict} {confidence}, {}", voice.reason(&said.reason))
            }
            (None, Some(passed)) => writeln!(text, "{session}: nothing, {}", passed.code),
            (None, None) => writeln!(text, "{session}: not asked"),
        };
    }
    match (&judged.settled, judged.needed, judged.barred) {
        (Some(settled), ..) => {
            let _ = writeln!(text, "outcome {}: {}", judged.outcome, voice.reason(&settled.reason));
        }
        (None, _, Some(bar)) => drop(writeln!(text, "not judged: {bar}")),
        (None, needed, None) => {
            let _ = writeln!(text, "outcome pending: {} sessions needed", needed.unwrap_or(0));
        }
    }
    for (exercise, feedback) in &evaluated.feedback {
        for (family, outcomes) in &feedback.0 {
            let words: Vec<_> = outcomes.iter().map(|outcome| outcome.outcome.as_str()).collect();
            let _ = writeln!(text, "next time {exercise}, {family}: {}", words.join(", "));
        }
    }
    text
}

fn judged(story: &str) -> Judged {
    evaluate(&Story::new(story).input()).unwrap().proposals.remove(0)
}

/// Verdict and confidence of the only session after a change.
fn verdict(change: &str, before: &str, after: &str) -> Option<(Outcome, u8)> {
    let story =
        format!("reps = '8-12'\nstep = '2.5'\nchange = '{change}'\nbefore = '{before}'\nafter = ['{after}']");
    let judged = judged(&story);
    judged.evaluations.first().map(|evaluation| (evaluation.verdict, evaluation.confidence))
}

use Outcome::{Good, Ignored, Insufficient, TooAggressive, TooEasy};

#[test]
fn ou_5_a_harder_load_is_judged_by_use_and_zone() {
    for (after, expected) in [
        ("62.5 x 7", (TooAggressive, 85)),
        ("62.5 x 9", (Good, 90)),
        ("62.5 x 14", (Good, 90)),
        ("62.5 x 15", (TooEasy, 85)),
        ("60 x 12", (Ignored, 90)),
        ("57.5 x 12", (Ignored, 70)),
        ("61.25 x 7", (TooAggressive, 65)),
        ("67.5 x 4", (TooEasy, 80)),
    ] {
        assert_eq!(verdict("load 60 -> 62.5", "60 x 12", after), Some(expected), "{after}");
    }
}

#[test]
fn ou_5_an_easier_load_has_to_solve_the_problem() {
    for (before, after, expected) in [
        ("100 x 7", "95 x 9", (Good, 90)),
        ("100 x 7", "95 x 7", (Insufficient, 85)),
        ("100 x 8", "95 x 8", (Insufficient, 70)),
        ("100 x 8", "95 x 9", (Good, 90)),
        ("100 x 9", "95 x 9", (Good, 90)),
        ("100 x 7", "90 x 9", (Insufficient, 80)),
        ("100 x 7", "100 x 9", (Ignored, 90)),
        ("100 x 7", "102.5 x 9", (Ignored, 70)),
        ("100 x 7", "97.5 x 9", (Good, 65)),
    ] {
        assert_eq!(verdict("load 100 -> 95", before, after), Some(expected), "{before} then {after}");
    }
}

#[test]
fn ou_5_one_rep_more_is_made_or_not() {
    for (after, expected) in [
        ("60 x 7", (TooAggressive, 85)),
        ("60 x 13", (TooEasy, 80)),
        ("60 x 11", (Good, 90)),
        ("60 x 10", (Ignored, 80)),
    ] {
        assert_eq!(verdict("reps 10 -> 11", "60 x 10", after), Some(expected), "{after}");
    }
}

#[test]
fn ou_5_more_rest_is_judged_by_the_set_after_it() {
    let before = "60 x 10 rest 90 / 60 x 7";
    for change in ["rest 90 -> 105", "rest_all 90 -> 105"] {
        for (after, expected) in [
            ("60 x 10 rest 90 / 60 x 9", (Ignored, 90)),
            ("60 x 10 rest 105 / 60 x 8", (Good, 90)),
            ("60 x 10 rest 105 / 62.5 x 7", (Good, 90)),
            ("60 x 10 rest 105 / 62.5 x 6", (Insufficient, 70)),
            ("60 x 10 rest 105 / 60 x 7", (Insufficient, 70)),
            ("60 x 10 rest 135 / 60 x 7", (Insufficient, 80)),
            ("60 x 10 rest 98 / 60 x 8", (Good, 65)),
        ] {
            assert_eq!(verdict(change, before, after), Some(expected), "{change}: {after}");
        }
    }
}

#[test]
fn ou_5_a_rest_for_all_sets_is_judged_by_all_of_them() {
    let before = "60 x 10 rest 90 / 60 x 8 rest 90 / 60 x 6";
    let after = "60 x 10 rest 120 / 60 x 7 rest 90 / 60 x 8";
    assert_eq!(verdict("rest_all 90 -> 105", before, after), Some((Good, 90)));
    let worse = "60 x 10 rest 120 / 60 x 7 rest 90 / 60 x 7";
    assert_eq!(verdict("rest_all 90 -> 105", before, worse), Some((Insufficient, 70)));
}

#[test]
fn ou_5_a_rep_policy_is_judged_by_half_of_the_progression_sets() {
    for (after, expected) in [
        ("60 x 7 / 60 x 12", (TooAggressive, 80)),
        ("60 x 15 / 60 x 10", (TooEasy, 80)),
        ("60 x 12 / 60 x 14", (Good, 85)),
    ] {
        let found = verdict("rep_mode not_set -> range", "60 x 9", after);
        assert_eq!(found, Some(expected), "{after}");
    }
    assert_eq!(verdict("rep_mode not_set -> until_failure", "60 x 9", "60 x 9"), None);
}

#[test]
fn ou_5_a_set_type_is_taken_over_or_not() {
    let change = "set_type warmup -> working";
    assert_eq!(verdict(change, "60 x 9 warmup", "60 x 9"), Some((Good, 95)));
    assert_eq!(verdict(change, "60 x 9 warmup", "60 x 9 warmup"), Some((Ignored, 90)));
}

#[test]
fn ou_5_pounds_targets_and_assistance_have_the_same_table() {
    let first = |story: &str| judged(story).evaluations.first().map(|one| (one.verdict, one.confidence));
    let pounds = "unit = 'lb'\nreps = '8-12'\nstep = '5'\nchange = 'load 135 -> 140'\nbefore = '135 x 12'\n";
    assert_eq!(first(&format!("{pounds}after = ['140 x 7']")), Some((TooAggressive, 85)));
    let target = "reps = '5'\nstep = '5'\nchange = 'load 100 -> 105'\nbefore = '100 x 6'\n";
    for (after, expected) in [
        ("105 x 3", (TooAggressive, 85)),
        ("105 x 4", (Good, 90)),
        ("105 x 6", (Good, 90)),
        ("105 x 7", (TooEasy, 85)),
    ] {
        assert_eq!(first(&format!("{target}after = ['{after}']")), Some(expected), "{after}");
    }
    let help = "assistance = true\nreps = '8-12'\nstep = '5'\nchange = 'load 20 -> 15'\nbefore = '20 x 12'\n";
    for (after, expected) in [
        ("15 x 7", (TooAggressive, 85)),
        ("5 x 7", (TooEasy, 80)),
        ("20 x 12", (Ignored, 90)),
        ("25 x 12", (Ignored, 70)),
    ] {
        assert_eq!(first(&format!("{help}after = ['{after}']")), Some(expected), "{after}");
    }
    let none = "step = '5'\nchange = 'load 100 -> 105'\nbefore = '100 x 6'\nafter = ['105 x 6']";
    assert_eq!(judged(none).passed[0].code, Bar::NoVerdict);
}

#[test]
fn ou_2_a_session_that_cannot_tell_says_why() {
    for (change, after, expected) in [
        ("load 60 -> 62.5", "62.5 x 8 | deload", Bar::NotRepresentative),
        ("load 60 -> 62.5", "62.5 x 8 | lighter", Bar::NotRepresentative),
        ("load 60 -> 62.5", "62.5 x 8 | skipped", Bar::NotPerformed),
        ("load 60 -> 62.5", "62.5 x 8 | active", Bar::Unfinished),
        ("load 60 -> 62.5", "62.5 x 8 | set replaced", Bar::NotInPlan),
        ("load 60 -> 62.5", "62.5 x 8 not done", Bar::SetNotCompleted),
        ("rest 90 -> 105", "60 x 8 rest 105", Bar::NoLaterSet),
        ("rest 90 -> 105", "60 x 8 / 60 x 8", Bar::NoInterval),
        ("rest 105 -> 90", "60 x 8 rest 90 / 60 x 8", Bar::NoVerdict),
    ] {
        let story = format!(
            "reps = '8-12'\nchange = '{change}'\nbefore = '60 x 8 rest 90 / 60 x 8'\nafter = ['{after}']"
        );
        let judged = judged(&story);
        assert_eq!((judged.evaluations.len(), judged.passed[0].code), (0, expected), "{after}");
        assert_eq!(judged.outcome, Outcome::Pending, "{after}");
    }
}

const RAISED: &str = "reps = '8-12'\nstep = '2.5'\nchange = 'load 60 -> 62.5'\nbefore = '60 x 12'\n";

#[test]
fn ou_2_only_answered_proposals_of_the_prescription_rules_and_the_model_are_judged() {
    let barred = |change: fn(&mut Answered)| {
        let mut input = Story::new(&format!("{RAISED}after = ['62.5 x 8']")).input();
        change(&mut input.proposals[0]);
        let judged = evaluate(&input).unwrap().proposals.remove(0);
        (judged.barred, judged.evaluations.len())
    };
    assert_eq!(barred(|_| ()), (None, 1));
    assert_eq!(barred(|answered| answered.proposal.engine = EngineName::Llm), (None, 1));
    assert_eq!(barred(|answered| answered.proposal.state = ProposalState::Rejected), (None, 1));
    let other = |answered: &mut Answered| answered.proposal.engine = EngineName::LevelProgression;
    assert_eq!(barred(other), (Some(Bar::OtherEngine), 0));
    let open = |answered: &mut Answered| answered.proposal.state = ProposalState::Deferred;
    assert_eq!(barred(open), (Some(Bar::Undecided), 0));
    let edited = |answered: &mut Answered| answered.proposal.outcome = Outcome::UserModified;
    assert_eq!(barred(edited), (Some(Bar::Settled), 0));
    let late = |answered: &mut Answered| answered.proposal.decided_at = Some(day(2));
    assert_eq!(barred(late), (None, 0));
}

#[test]
fn ou_2_after_five_sessions_or_sixty_days_nothing_more_is_expected() {
    let four = format!(
        "{RAISED}after = ['60 x 8 not done', '60 x 8 not done', '60 x 8 not done', '60 x 8 not done']"
    );
    assert_eq!(judged(&four).outcome, Outcome::Pending);
    let five = four.replacen('[', "['60 x 8 | deload', ", 1);
    let settled = judged(&five);
    assert_eq!((settled.outcome, settled.settled.unwrap().reason.spec), (Ignored, SpecId::new("OU-2")));
    let waiting = |days: i64| judged(&format!("{RAISED}days = {days}"));
    assert_eq!(waiting(59).outcome, Outcome::Pending);
    let over = waiting(60);
    let settled = over.settled.unwrap();
    assert_eq!((over.outcome, settled.at), (Ignored, day(60)));
    assert_eq!(settled.reason.facts["not_evaluable"], Fact::from("days"));
}

#[test]
fn ou_1_a_final_outcome_never_changes_and_given_evaluations_are_kept() {
    let story = Story::new(&format!("{RAISED}after = ['62.5 x 9', '62.5 x 4', '62.5 x 4']"));
    let judged = evaluate(&story.input()).unwrap().proposals.remove(0);
    assert_eq!((judged.outcome, judged.evaluations.len()), (Good, 1));
    let codes: Vec<Bar> = judged.passed.iter().map(|passed| passed.code).collect();
    assert_eq!(codes, [Bar::Settled, Bar::Settled]);
    let mut known = story.input();
    known.proposals[0].evaluations = vec![Evaluation { confidence: 70, ..judged.evaluations[0].clone() }];
    let again = evaluate(&known).unwrap().proposals.remove(0);
    assert_eq!((again.evaluations[0].confidence, again.evaluations.len()), (70, 3));
    assert_eq!(again.outcome, TooAggressive);
}

#[test]
fn ou_1_a_second_evaluation_of_a_session_is_refused() {
    let mut input = Story::new(&format!("{RAISED}after = ['62.5 x 7']")).input();
    let made = evaluate(&input).unwrap().proposals.remove(0).evaluations.remove(0);
    input.proposals[0].evaluations = vec![made.clone(), made];
    let refused = evaluate(&input).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "proposals.0.evaluations.1.session_id: a second time, expected one evaluation per session"
    );
}

#[test]
fn ou_3_more_evaluations_than_allowed_cannot_be_required() {
    let mut input = Story::new(RAISED).input();
    input.tuning.required_long = 9;
    let refused = evaluate(&input).unwrap_err();
    assert_eq!(refused.to_string(), "tuning.required_long: 9, expected 1..3");
}

#[test]
fn ou_9_a_second_opinion_is_marked_and_must_outweigh_the_rules() {
    let opinion = |outcome, confidence| {
        let mut input = Story::new(&format!("{RAISED}after = ['61.25 x 9']")).input();
        let session_id = input.sessions[0].id;
        let sentence = "The last set was easy.".to_owned();
        input.proposals[0].opinions = vec![Opinion { session_id, outcome, confidence, sentence }];
        let evaluation = evaluate(&input).unwrap().proposals.remove(0).evaluations.remove(0);
        (evaluation.verdict, evaluation.confidence, evaluation.reason.facts.contains_key("model"))
    };
    assert_eq!(opinion(TooEasy, 74), (Good, 65, false));
    assert_eq!(opinion(TooEasy, 75), (TooEasy, 75, true));
    assert_eq!(opinion(Good, 99), (Good, 65, false));
}

/// Proposals of one exercise with these rules and outcomes, settled a day apart, newest first.
fn past(outcomes: &[(&str, Outcome)]) -> OutcomeInput {
    let mut input = Story::new(&format!("{RAISED}days = 20")).input();
    let template = input.proposals.remove(0);
    for (&(rule, outcome), days) in outcomes.iter().zip((0..20).rev()) {
        let mut answered = template.clone();
        let name = days.to_string();
        answered.proposal.id = Id::derive(&["proposal", &name]);
        answered.proposal.group_id = Id::derive(&["group", &name]);
        answered.proposal.rule = SpecId::new(rule);
        answered.proposal.outcome = outcome;
        answered.settled_at = Some(day(days));
        input.proposals.push(answered);
    }
    input
}

fn feedback(input: &OutcomeInput, family: Family) -> Vec<FinalOutcome> {
    let evaluated = evaluate(input).unwrap();
    let feedback = evaluated.feedback.values().next();
    feedback.and_then(|feedback| feedback.0.get(&family)).cloned().unwrap_or_default()
}

fn words(outcomes: &[FinalOutcome]) -> Vec<Outcome> {
    outcomes.iter().map(|outcome| outcome.outcome).collect()
}

#[test]
fn ou_10_outcomes_are_gathered_by_family_newest_first() {
    let input = past(&[("SR-2", TooAggressive), ("SR-4", Good), ("SR-1", TooEasy), ("SR-7", Ignored)]);
    assert_eq!(words(&feedback(&input, Family::LoadUp)), [TooAggressive, TooEasy, Ignored]);
    assert_eq!(words(&feedback(&input, Family::RepsUp)), [Good]);
    let evaluated = evaluate(&input).unwrap();
    let recent = evaluated.feedback.values().next().unwrap().at(day(20), &FeedbackTuning::default());
    assert!(recent.were(Family::LoadUp, TooAggressive, 1));
    assert!(!recent.were(Family::LoadUp, TooAggressive, 2));
}

#[test]
fn ou_10_each_rule_has_its_family_and_sr_7_goes_by_direction() {
    let of = |rule: &str, direction| family(SpecId::new(rule), direction);
    assert_eq!(of("SR-7", Direction::Harder), Some(Family::LoadUp));
    assert_eq!(of("SR-7", Direction::Easier), Some(Family::LoadDown));
    assert_eq!(of("SR-6", Direction::Easier), Some(Family::LoadDown));
    assert_eq!(of("SR-9", Direction::Easier), Some(Family::RestUp));
    assert_eq!(of("AI-5", Direction::Harder), Some(Family::Model));
    assert_eq!(of("P-8", Direction::Harder), None);
}

#[test]
fn ou_10_a_group_counts_once_and_only_what_is_final_counts() {
    let mut input = past(&[("SR-2", Good), ("SR-2", TooAggressive), ("SR-2", Outcome::Pending)]);
    let group = input.proposals[0].proposal.group_id;
    input.proposals[1].proposal.group_id = group;
    let counted = feedback(&input, Family::LoadUp);
    assert_eq!(words(&counted), [TooAggressive]);
    assert_eq!(counted[0].at, day(19));
    input.proposals[0].proposal.state = ProposalState::Overridden;
    input.proposals[1].proposal.outcome = Outcome::UserModified;
    assert_eq!(feedback(&input, Family::LoadUp), []);
}

#[test]
fn ou_10_a_rejection_counts_by_its_reason() {
    let mut input = past(&[("SR-2", Ignored), ("SR-2", Ignored), ("SR-2", Ignored)]);
    let reasons = [Some(RejectionReason::TooAggressive), Some(RejectionReason::TooConservative), None];
    for ((answered, reason), days) in input.proposals.iter_mut().zip(reasons).zip([3, 2, 1]) {
        answered.proposal.state = ProposalState::Rejected;
        answered.rejected_for = reason;
        answered.proposal.decided_at = Some(day(days));
    }
    assert_eq!(words(&feedback(&input, Family::LoadUp)), [TooAggressive, TooEasy]);
}

fn any_session() -> impl Strategy<Value = String> {
    let set = (50u32..80, 1u32..20, any::<bool>()).prop_map(|(load, reps, done)| {
        let not = if done { "" } else { " not done" };
        format!("{load} x {reps}{not}")
    });
    let circumstances =
        prop::sample::select(vec!["", " | deload", " | skipped", " | rpe 9, readiness 2", " | rpe 3"]);
    (set, circumstances).prop_map(|(set, circumstances)| format!("{set}{circumstances}"))
}

proptest! {
    /// Sessions in any order, heard all at once or one after the other, give the same outcome.
    #[test]
    fn ou_8_evaluating_after_each_session_is_evaluating_at_the_end(
        after in prop::collection::vec(any_session(), 0..8),
        turn in 0usize..8,
    ) {
        let mut story = Story::new(RAISED);
        story.after = after;
        let mut whole = story.input();
        let at_once = evaluate(&whole).unwrap();
        let length = whole.sessions.len();
        whole.sessions.rotate_left(turn % length.max(1));
        prop_assert_eq!(&evaluate(&whole).unwrap(), &at_once);
        let mut known = story.input();
        let sessions = known.sessions.clone();
        for count in 1..=sessions.len() {
            known.sessions = sessions[..count].to_vec();
            known.now = day(2 * i64::try_from(count).unwrap());
            let judged = evaluate(&known).unwrap().proposals.remove(0);
            known.proposals[0].evaluations = judged.evaluations;
        }
        let last = evaluate(&known).unwrap();
        prop_assert_eq!(&last.proposals[0].evaluations, &at_once.proposals[0].evaluations);
        prop_assert_eq!(last.proposals[0].outcome, at_once.proposals[0].outcome);
        prop_assert!(last.proposals[0].evaluations.len() <= 3);
    }
}
