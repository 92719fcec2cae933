//! D-6, D-7, D-8, D-9: more of the grammar than the vectors show.

use std::collections::BTreeMap;

use assistant::{
    dialog::{
        Best, Refused,
        act::{Act, Action, EditScope, Named},
        command::{Command, LanguageSetting, MealsArgument, ProposalAnswer},
        question::QuestionKind,
        read,
        result::Match,
    },
    input::name::Names,
};
use domain::{
    anatomy::BodyArea,
    quantity::{Grams, MassUnit},
    session::Intent,
};

use super::{Around, key, vectors::parse};

fn check(rows: &[(&str, &str)]) {
    let around = Around::whole();
    for (utterance, expected) in rows {
        assert_eq!(parse(&around.read(utterance)), *expected, "{utterance}");
    }
}

#[test]
fn d_7_forms_beside_the_vectors() {
    check(&[
        ("plank 3x1:30", "plank: 3×90s"),
        ("планка 3 по 60 сек", "plank: 3×60s"),
        ("bench 80 kg x 8", "bench_press: 1×8r@80000"),
        ("pull-ups 5+5+4", "pull_up: 2×5r 1×4r"),
        ("bench 3 sets of 8 @ 80kg", "bench_press: 3×8r@80000"),
        ("side plank 30 sec each side", "side_plank: 1×30s/side"),
        ("push-ups 20", "push_up: 1×20r"),
        ("отжимания 20 раз", "push_up: 1×20r"),
        ("bench 3x8 80kg 8/10", "bench_press: 3×8r@80000 e80"),
        ("pull-ups 8/9/10", "pull_up: 1×8r 1×9r 1×10r"),
        ("bench 3x8-10 80kg", "bench_press: no sets; ask rep_range_given"),
        ("bench 80kg", "bench_press: no sets; ask load_without_reps"),
        ("squat 100", "back_squat: no sets; ask stray_number(100)"),
        ("run 5 km", "run: 1× 5000m"),
        ("bench press\n60x10\n70x8", "bench_press: 1×10r@60000 1×8r@70000"),
        ("didn't do plank", "plank: skipped"),
        ("не делал планку", "plank: skipped"),
        ("plank 60s; missed dips", "plank: 1×60s; dip: skipped"),
    ]);
}

#[test]
fn d_7_days_and_times_of_a_report() {
    check(&[
        ("2026-03-10 squat 5x5 100kg", "back_squat: 5×5r@100000; date 2026-03-10"),
        ("wednesday squat 5x5 100kg", "back_squat: 5×5r@100000; date 2026-03-11"),
        ("2026-03-01 squat 5x5 100kg", "back_squat: 5×5r@100000; date 2026-03-01; ask date_far"),
    ]);
    let around = Around::whole();
    assert_eq!(read("2026-03-19 squat 5x5 100kg", &around.setting()), Err(Refused::FutureDate));
    let morning = around.read("утром присед 5x5 100кг").report;
    assert_eq!(morning.slot_time.map(|slot| slot.to_string()).as_deref(), Some("morning"));
}

#[test]
fn d_8_loads_and_efforts_belong_to_their_neighbors() {
    check(&[
        ("bench 5,5,5 @100kg 3,2 @110kg", "bench_press: 3×5r@100000 1×3r@110000 1×2r@110000"),
        ("bench 3x8 80kg, easy", "bench_press: 3×8r@80000 e60w"),
        ("bench 3x8 80kg very hard", "bench_press: 3×8r@80000 e90w"),
        ("bench 3x8 80kg to failure", "bench_press: 3×8r@80000 e100w"),
        ("bench 3x8 80kg not hard", "bench_press: 3×8r@80000"),
        ("pull-ups +10kg 3x5", "pull_up: 3×5r@10000"),
        ("bench -20kg 3x5", "bench_press: 3×5r; ask stray_number({\"load_g\":-20000})"),
        ("bench warm-up 40x8\n3x8 80kg", "bench_press: 1×w8r@40000 3×8r@80000"),
        ("bench 3x8 80kg\ndips 3x10\nwhole workout rpe 8", "bench_press: 3×8r@80000 e80; dip: 3×10r e80"),
    ]);
    let focused = Around { focus: Some(key("dip")), ..Around::whole() };
    assert_eq!(parse(&focused.read("3x10 rpe 8")), "dip: 3×10r e80");
}

#[test]
fn d_8_numbers_that_are_hardly_right_are_asked_about() {
    let best = Best { load: Some(Grams(100_000)), reps: BTreeMap::from([(Grams(80_000), 8)]) };
    let around = Around { bests: BTreeMap::from([(key("bench_press"), best)]), ..Around::whole() };
    let asked = |text: &str| {
        let report = around.read(text).report;
        report.questions.iter().map(|question| question.kind).collect::<Vec<_>>()
    };
    assert_eq!(asked("bench 3x8 130kg"), []);
    assert_eq!(asked("bench 3x8 130.5kg"), [QuestionKind::Outlier]);
    assert_eq!(asked("bench 1x16 80kg"), []);
    assert_eq!(asked("bench 1x17 80kg"), [QuestionKind::Outlier]);
    assert_eq!(asked("bench 11x3 80kg"), [QuestionKind::Outlier]);
    assert_eq!(asked("squat 1x1 501kg"), [QuestionKind::Outlier]);
    assert_eq!(asked("push-ups 101 reps"), [QuestionKind::Outlier]);
    assert_eq!(asked("plank 61 min"), [QuestionKind::Outlier]);
    assert_eq!(asked("run 61 min"), []);
}

#[test]
fn d_9_an_own_alias_counts_after_the_catalogue() {
    let bench = key("bench_press");
    let around = Around { own: Names::own([("зарядка", &bench)]), ..Around::whole() };
    let item = around.read("зарядка 3x10").report.items.remove(0);
    assert_eq!((item.exercise_key, item.matched), (Some(bench), Match::Alias));
}

#[test]
fn d_9_words_left_over_go_to_the_note() {
    let report = Around::whole().read("bench 3x8 80kg narrow grip").report;
    assert_eq!(report.items[0].note.as_deref(), Some("narrow grip"));
    let unparsed = Around::whole().read("bench 3x8 80kg. Погода отличная").report.unparsed;
    assert_eq!(unparsed, ["Погода отличная"]);
}

fn command(text: &str) -> Command {
    match Around::whole().read(text).act {
        Act::Command(command) => command,
        other => panic!("{text}: {other:?}"),
    }
}

fn sure(named: Option<Named>) -> String {
    named.and_then(|named| named.certain().map(ToString::to_string)).unwrap_or_default()
}

#[test]
fn d_6_commands_have_typed_arguments() {
    assert_eq!(command("/START@regimen_bot AB23CD45"), Command::Start(Some("AB23CD45".into())));
    assert_eq!(command("/plan пятница"), Command::Plan(Some(5)));
    assert_eq!(command("/today 2026-03-20"), Command::Today("2026-03-20".parse().ok()));
    assert_eq!(
        command("/session 45 push gym"),
        Command::Session { minutes: Some(45), intent: Some(Intent::Push), place: Some("gym".into()) }
    );
    let Command::Pain { areas, severity, exercise } = command("/pain left knee 2 squat") else { panic!() };
    assert_eq!((areas, severity, sure(exercise).as_str()), (vec![BodyArea::Knee], Some(2), "back_squat"));
    assert_eq!(command("/pain clear knee"), Command::PainClear(vec![BodyArea::Knee]));
    assert_eq!(command("/tired clear"), Command::TiredClear);
    assert_eq!(
        command("/checkin 4 80"),
        Command::Checkin { readiness: Some(4), sleep: Some(80), battery: None }
    );
    assert_eq!(command("/weight 82,4"), Command::Weight(Some(Grams(82_400))));
    assert_eq!(command("/meals done lunch"), Command::Meals(MealsArgument::Done("lunch".into())));
    assert_eq!(command("/proposals accept 2"), Command::Proposals(Some(ProposalAnswer::Accept(2))));
    assert_eq!(command("/undo"), Command::Undo(1));
    assert_eq!(command("/lang ru"), Command::Lang(Some(LanguageSetting::Ru)));
    assert_eq!(command("/units lb"), Command::Units(Some(MassUnit::Lb)));
    assert_eq!(command("/quiet 22-08"), Command::Quiet(Some([22, 8])));
    let Command::Skip { exercise, reason } = command("/skip планка болит локоть") else {
        panic!()
    };
    assert_eq!((sure(exercise).as_str(), reason.as_deref()), ("plank", Some("болит локоть")));
    let message = Around::whole().read("/report bench 3x8 80kg");
    assert_eq!((message.act, message.report.items.len()), (Act::Command(Command::Report), 1));
}

#[test]
fn d_6_an_unknown_command_names_the_nearest() {
    let unknown = |text: &str| match Around::whole().read(text).act {
        Act::UnknownCommand { nearest, .. } => nearest,
        other => panic!("{other:?}"),
    };
    assert_eq!(unknown("/tody").as_deref(), Some("today"));
    assert_eq!(unknown("/wieght").as_deref(), Some("weight"));
    assert_eq!(unknown("/abracadabra"), None);
}

#[test]
fn d_16_what_is_unknown_offers_three_actions() {
    let message = Around::whole().read("погода отличная");
    assert_eq!(message.act, Act::Unknown { nearest: vec![Action::Report, Action::Today, Action::Help] });
    assert_eq!(message.report.unparsed, ["погода отличная"]);
    let Act::Unknown { nearest } = Around::whole().read("покажи рекорды друзей").act
    else {
        panic!()
    };
    assert_eq!((nearest.len(), nearest[0]), (3, Action::Plan));
}

#[test]
fn d_17_scopes_and_objects_of_a_change() {
    let edit = |text: &str| match Around::whole().read(text).act {
        Act::Edit(edit) => edit,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(edit("убери последний подход сегодня").scope, Some(EditScope::NextSession));
    assert_eq!(edit("from now on drop one set of dips").scope, Some(EditScope::Plan));
    assert_eq!(edit("удали подход в подтягиваниях всегда").scope, Some(EditScope::Plan));
    assert_eq!(super::vectors::intent(&Around::whole().read("полегче")), "easier");
    assert_eq!(super::vectors::intent(&Around::whole().read("make it easier")), "easier");
    assert_eq!(super::vectors::intent(&Around::whole().read("облегчи присед")), "easier back_squat");
    assert_eq!(super::vectors::intent(&Around::whole().read("не меняй")), "keep");
    assert_eq!(
        super::vectors::intent(&Around::whole().read("замени отжимания на брусьях на отжимания")),
        "swap dip → push_up"
    );
    assert_eq!(
        super::vectors::intent(&Around::whole().read("перенеси тренировку на завтра")),
        "move next session → 2026-03-19"
    );
}

#[test]
fn d_18_undo_and_rollback_have_their_words() {
    for (text, expected) in [
        ("undo", "undo"),
        ("Отмени последнее изменение", "undo"),
        ("откати присед", "rollback exercise back_squat"),
        ("roll back 2026-03-20", "rollback slot 2026-03-20"),
    ] {
        assert_eq!(super::vectors::intent(&Around::whole().read(text)), expected, "{text}");
    }
}

#[test]
fn d_21_long_messages_are_refused() {
    let around = Around::whole();
    assert_eq!(read(&"a".repeat(4097), &around.setting()), Err(Refused::MessageTooLong));
    assert!(read(&"a".repeat(4096), &around.setting()).is_ok());
    assert_eq!(read(&"plank 60s\n".repeat(41), &around.setting()), Err(Refused::MessageTooLong));
}
