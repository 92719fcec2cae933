//! D-26: what holds for every message.

use assistant::{
    dialog::{Message, Part, read, result::SpokenMark},
    input::name::normalize,
};
use proptest::prelude::*;

use super::{Around, vectors::parse};

/// Words and numbers that mean something, with some that do not.
const PIECES: &[&str] = &[
    "bench",
    "жим",
    "лежа",
    "pull-ups",
    "подтягивания",
    "зарядка",
    "3x8",
    "80kg",
    "@8",
    "@ 80 кг",
    "rpe 8",
    "рпе 11",
    "7,7,6",
    "8-10",
    "100x5x3",
    "60 сек",
    "5 km",
    "25:00",
    "-20kg",
    "80",
    "82,5",
    "болит",
    "knee",
    "не",
    "no",
    "тяжело",
    "warm-up",
    "пропустил",
    "вчера",
    "и",
    "and",
    ",",
    ".",
    ";",
    "?",
    "\n",
    "если",
    "устал",
    "Ёлка",
    "×",
    "👍",
    "x",
    "х",
];

fn messages() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..14).prop_map(|pieces| pieces.join(" "))
}

fn message(text: &str) -> Option<Message> {
    read(text, &Around::whole().setting()).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn d_26_reading_is_pure_and_normalizing_first_changes_nothing(text in messages()) {
        let (once, again) = (message(&text), message(&text));
        prop_assert_eq!(&once, &again);
        if let (Some(one), Some(other)) = (once, message(&normalize(&text))) {
            prop_assert_eq!(&one.act, &other.act);
            prop_assert_eq!(&one.runs, &other.runs);
            prop_assert_eq!(normalize(&parse(&one)), normalize(&parse(&other)));
        }
    }

    #[test]
    fn d_26_every_word_and_number_is_in_exactly_one_list(text in messages()) {
        if let Some(message) = message(&text) {
            let told: String = message.runs.iter().map(|run| run.text.as_str()).collect();
            let letters = |text: &str| text.chars().filter(|one| one.is_alphanumeric()).collect::<String>();
            // The sign between two numbers is a letter and no word.
            let plain = |text: &str| letters(text).replace(['x', 'х'], "");
            prop_assert_eq!(plain(&told), plain(&normalize(&text)));
            let is_unparsed = |run: &assistant::dialog::Run| run.part == Part::Unparsed;
            let has_quotes = !message.report.unparsed.is_empty();
            prop_assert!(!message.runs.iter().any(is_unparsed) || has_quotes);
        }
    }

    #[test]
    fn d_26_a_red_flag_wins_in_any_position(text in messages(), place in 0_usize..14, russian: bool) {
        let mut words: Vec<&str> = text.split(' ').filter(|word| !matches!(*word, "no" | "не")).collect();
        let phrase = if russian { "задыхаюсь" } else { "fainted" };
        words.insert(place.min(words.len()), phrase);
        if let Some(message) = message(&words.join(" ")) {
            prop_assert_eq!(message.red_flags.len(), 1);
            prop_assert_eq!(message.act, assistant::dialog::act::Act::RedFlag);
        }
    }

    #[test]
    fn d_26_no_text_breaks_the_reading(text in "\\PC{0,200}") {
        let _ = message(&text);
    }
}

#[test]
fn d_26_a_negator_before_a_lone_mark_turns_it_into_its_clear_form() {
    for word in [
        "pain",
        "hurts",
        "tired",
        "sick",
        "swollen",
        "sore",
        "боль",
        "болит",
        "устал",
        "заболел",
        "температура",
    ] {
        for negator in ["no", "not", "не", "без"] {
            let marks = message(&format!("{negator} {word}")).unwrap().report.marks;
            let lone = message(word).unwrap().report.marks;
            let is_clear = |mark: &SpokenMark| mark.negated && mark.severity.is_none();
            assert!(marks.len() == 1 && is_clear(&marks[0]), "{negator} {word}: {marks:?}");
            assert_eq!(marks[0].kind, lone[0].kind, "{negator} {word}");
        }
    }
}

#[test]
fn d_21_the_longest_messages_are_read_in_bounded_time() {
    // The time itself is measured by the benchmarks; here it is that nothing grows with the square of the text.
    for text in
        ["болит knee ".repeat(372), "подтягиванния ".repeat(292), "3x8 ".repeat(1024), "1,".repeat(2048)]
    {
        assert!(message(&text).is_some(), "{}", text.len());
    }
}
