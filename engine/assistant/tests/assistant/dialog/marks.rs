//! D-12, D-13, D-15: marks and red flags beside the vectors.

use assistant::dialog::{act::Act, red_flag::RedFlag, result::SpokenKind};
use domain::anatomy::Side;

use super::{Around, vectors::parse};

fn check(rows: &[(&str, &str)]) {
    let around = Around::whole();
    for (utterance, expected) in rows {
        assert_eq!(parse(&around.read(utterance)), *expected, "{utterance}");
    }
}

#[test]
fn d_12_each_kind_has_its_words() {
    check(&[
        ("no energy today", "fatigue"),
        ("не восстановился", "fatigue"),
        ("slept badly", "fatigue"),
        ("I caught a cold", "illness(1)"),
        ("грипп", "illness(2)"),
        ("doms again", "soreness"),
        ("болят мышцы груди", "soreness"),
        ("bench 3x8 80kg, sloppy technique", "bench_press: 3×8r@80000; technique→bench_press"),
        ("squat 5x5 100kg, проблемы с техникой", "back_squat: 5×5r@100000; technique→back_squat"),
        ("травма", "pain(other,1); ask pain_area"),
    ]);
}

#[test]
fn d_13_negation_severity_area_side_and_time() {
    check(&[
        ("no pain", "clear_pain"),
        ("боли в колене нет", "clear_pain(knee)"),
        ("колено больше не болит", "clear_pain(knee)"),
        ("can't move my neck, it hurts", "pain(neck,1)"),
        ("left knee hurts a bit", "pain(knee,left,1)"),
        ("невыносимо болит правое плечо", "pain(shoulder,right,3)"),
        ("back pain", "pain(upper_back,1); pain(low_back,1)"),
        ("elbow and knee hurt", "pain(elbow,1); pain(knee,1)"),
        ("раньше болела спина", "past_pain(upper_back); past_pain(low_back)"),
        ("не очень устал", "fatigue"),
        ("when I squat my knee hurts", "pain(knee,1)"),
        ("my knee hurts when I squat?", "ask pain_now"),
    ]);
}

#[test]
fn d_13_an_area_inside_a_name_does_not_count() {
    let message = Around::whole().read("hip thrust 3x10 pain");
    assert_eq!(parse(&message), "hip_thrust: 3×10r; pain(other,1)→hip_thrust; ask pain_area");
}

#[test]
fn d_13_the_side_is_kept() {
    let message = Around::whole().read("болит левый локоть");
    assert_eq!(
        (message.report.marks[0].kind, message.report.marks[0].side),
        (SpokenKind::Pain, Some(Side::Left))
    );
    assert_eq!(message.act, Act::Wellbeing);
}

#[test]
fn d_15_every_symptom_has_words_in_both_languages() {
    for (flag, texts) in [
        (RedFlag::ChestPain, ["pressure in my chest", "сжимает в груди"]),
        (RedFlag::Syncope, ["I passed out", "потеряла сознание"]),
        (RedFlag::Breath, ["can't breathe", "не могу вдохнуть"]),
        (RedFlag::Neuro, ["slurred speech", "перекосило лицо"]),
        (RedFlag::Cauda, ["lost control of my bladder", "недержание"]),
        (RedFlag::Headache, ["worst headache of my life", "внезапная сильная головная боль"]),
        (RedFlag::Rhabdo, ["dark urine", "тёмная моча"]),
        (RedFlag::Trauma, ["heard a pop in my knee", "не могу наступить на ногу"]),
        (RedFlag::SelfHarm, ["I don't want to live", "не хочу жить"]),
    ] {
        for text in texts {
            let message = Around::whole().read(text);
            assert_eq!((message.red_flags.as_slice(), &message.act), (&[flag][..], &Act::RedFlag), "{text}");
        }
    }
}

#[test]
fn d_15_what_is_denied_past_or_only_sore_is_none() {
    for text in [
        "no chest pain",
        "not a chest pain",
        "боли в груди нет",
        "last year I had chest pain",
        "sore chest",
        "sore pecs",
        "мышцы груди болят",
        "broke my record: bench 1x1 120kg",
    ] {
        assert_eq!(Around::whole().read(text).red_flags, [], "{text}");
    }
}

#[test]
fn d_15_a_report_beside_a_red_flag_is_read() {
    let message = Around::whole().read("chest pain after 3x8 bench");
    assert_eq!((message.act, message.report.items.len()), (Act::RedFlag, 1));
}

#[test]
fn d_5_marks_count_beside_another_wish() {
    let message = Around::whole().read("убери последний подход, болит колено");
    assert!(matches!(message.act, Act::Edit(_)), "{:?}", message.act);
    assert_eq!(parse(&message), "pain(knee,1)");
}
