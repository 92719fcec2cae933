//! D-11: what answers make of drafts, and how they are written.

use assistant::dialog::{
    Message,
    act::Act,
    answer, learned,
    question::{Given, Question, QuestionKind},
    result::{Match, Report},
};

use super::{Around, key, vectors::parse};

/// Reads a report, then answers to its questions, each as a message of its own; what is left in the end.
fn talk(text: &str, answers: &[&str]) -> (Report, Message) {
    let mut message = Around::whole().read(text);
    for said in answers {
        // What survives a restart is the draft alone.
        let kept = serde_json::to_string(&message.report).unwrap();
        let draft: Report = serde_json::from_str(&kept).unwrap();
        let question = draft.questions[0].clone();
        let around = Around { question: Some(question.clone()), ..Around::whole() };
        let Act::Answer(given) = around.read(said).act else { panic!("{said}: {:?}", around.read(said).act) };
        message.report = answer(draft, &question, &given);
    }
    (message.report.clone(), message)
}

fn after(text: &str, answers: &[&str]) -> String {
    parse(&talk(text, answers).1)
}

#[test]
fn d_11_answers_complete_the_draft() {
    for (text, answers, expected) in [
        ("подтягиванния 4x7", &["да"][..], "pull_up: 4×7r"),
        ("жим 3x8 60кг", &["жим лежа"], "bench_press: 3×8r@60000"),
        ("зарядка 3x10", &["plank"], "plank: 3×10r"),
        ("bench 3x8 80", &["1"], "bench_press: 3×8r@80000"),
        ("bench 3x8 80", &["load"], "bench_press: 3×8r@80000"),
        ("bench 3x8 @8", &["effort"], "bench_press: 3×8r e80"),
        ("bench 3x8 @8", &["load"], "bench_press: 3×8r@8000"),
        ("bench 8-10 80kg", &["10, 9, 8"], "bench_press: 1×10r@80000 1×9r@80000 1×8r@80000"),
        ("bench 3x8,8 80kg", &["1"], "bench_press: 2×8r@80000"),
        ("bench 3x8,8 80kg", &["2"], "bench_press: 3×8r@80000"),
        ("bench 100 5 5 5", &["1"], "bench_press: 3×5r@100000"),
        ("squat 5x5 100kg rpe 8 rir 3", &["7"], "back_squat: 5×5r@100000 e70"),
        ("squat 5x5 100kg rpe 8 rir 3", &["да"], "back_squat: 5×5r@100000 e80"),
        ("bench 3x8 80kg rpe 11", &["9.5"], "bench_press: 3×8r@80000 e95"),
        ("bench 3x8 80kg rpe 11", &["нет"], "bench_press: 3×8r@80000"),
        ("bench 80kg", &["8 8 8"], "bench_press: 3×8r@80000"),
        ("squat 1x1 600kg", &["no"], ""),
        ("squat 1x1 600kg", &["yes"], "back_squat: 1×1r@600000"),
        ("больно", &["левое колено"], "pain(knee,1)"),
        ("что делать если болит плечо?", &["да"], "pain(shoulder,1)"),
        ("что делать если болит плечо?", &["нет"], ""),
        ("2026-03-01 squat 5x5 100kg", &["today"], "back_squat: 5×5r@100000"),
        ("bench 3x8 80", &["отмена"], ""),
    ] {
        assert_eq!(after(text, answers), expected, "{text} {answers:?}");
    }
}

#[test]
fn d_9_a_confirmed_name_is_learned() {
    let report = Around::whole().read("подтягиванния 4x7, болит локоть").report;
    let question = &report.questions[0];
    assert_eq!(learned(question, &Given::Yes), Some(("подтягиванния".into(), key("pull_up"))));
    assert_eq!(learned(question, &Given::No), None);
    let done = answer(report.clone(), question, &Given::Yes);
    assert_eq!((done.items[0].matched, done.questions.len()), (Match::Alias, 0));
    assert_eq!(done.marks[0].exercise_key, Some(key("pull_up")));
}

#[test]
fn d_11_a_wrong_guess_is_asked_again_with_the_others() {
    let report = Around::whole().read("подтягиванния 4x7").report;
    let question = report.questions[0].clone();
    let again = answer(report, &question, &Given::No);
    assert_eq!(again.questions[0].kind, QuestionKind::UnknownExercise);
    assert_eq!(again.items[0].exercise_key, None);
}

#[test]
fn d_11_every_question_has_two_to_four_options_and_survives_a_restart() {
    let around = Around::whole();
    for text in [
        "подтягиванния 4x7",
        "жим 3x8 60кг",
        "зарядка 3x10",
        "bench 3x8 80",
        "bench 3x8 @8",
        "bench 8-10",
        "bench 100x100x100",
        "bench 3x8,8 80kg",
        "bench 100 5 5 5",
        "squat 5x5 100kg rpe 8 rir 3",
        "bench 3x8 80kg rpe 11",
        "bench 80kg",
        "squat 1x1 600kg",
        "больно",
        "что делать если болит плечо?",
        "2026-03-01 squat 5x5 100kg",
        "техника поплыла",
    ] {
        let questions = around.read(text).report.questions;
        assert_eq!(questions.len(), 1, "{text}");
        let kept = serde_json::to_string(&questions[0]).unwrap();
        assert_eq!(serde_json::from_str::<Question>(&kept).unwrap(), questions[0]);
        assert!((2..=4).contains(&questions[0].options.len()), "{text}: {:?}", questions[0].options);
    }
}

#[test]
fn d_5_other_words_than_an_answer_are_read_afresh() {
    let question = Around::whole().read("bench 3x8 80").report.questions[0].clone();
    let around = Around { question: Some(question), ..Around::whole() };
    assert_eq!(around.read("dips 3x10").act, Act::Report);
    assert_eq!(around.read("позже").act, Act::Answer(Given::Later));
    assert_eq!(around.read("👍").act, Act::Answer(Given::Yes));
    assert_eq!(around.read("/cancel").act, Act::Command(assistant::dialog::command::Command::Cancel));
    // Without a question only bare words are answers; the host says that there is none.
    assert_eq!(Around::whole().read("не надо").act, Act::Answer(Given::No));
    assert!(matches!(Around::whole().read("1").act, Act::Unknown { .. }));
}
