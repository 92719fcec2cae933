//! What a model may answer: a list of wishes, read without trust (AI-4).

use domain::{
    error::ErrorCode,
    law::{Check, Invalid},
    quantity::Hundredths,
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

vocabulary! {
    /// What a model may wish for.
    pub enum ChangeType: "change type" {
        LoadUp = "load_up",
        LoadDown = "load_down",
        RepsUp = "reps_up",
        RepsDown = "reps_down",
        RestUp = "rest_up",
        RestDown = "rest_down",
        RepMode = "rep_mode",
        RestAllUp = "rest_all_up",
        RestAllDown = "rest_all_down",
    }
}

/// One change that a model wishes for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The set by its index, or -1 for the item.
    #[schemars(range(min = -1))]
    pub target_set_index: i64,
    /// What to change, and which way.
    pub change_type: ChangeType,
    /// The value it shall get, loads in the athlete's unit.
    pub new_value: serde_json::Number,
    /// Why, in 1..200 characters.
    #[schemars(length(min = 1, max = 200))]
    pub reasoning: String,
}

/// Reads what a model wrote; anything but a list of wishes is refused with what is wrong with it.
///
/// A list that is too long is read: its surplus is dropped by name (AI-5).
pub fn read(answer: &[u8]) -> Result<Vec<Wish>, Invalid> {
    const CODE: ErrorCode = ErrorCode::InvalidAnswer;
    let mut check = Check::default();
    let read: Result<Vec<Wish>, _> = serde_json::from_slice(answer);
    if let Err(error) = &read {
        let expected = "a list of {target_set_index, change_type, new_value, reasoning}";
        check.require(false, CODE, "", error, expected);
    }
    let wishes = read.unwrap_or_default();
    for (at, wish) in wishes.iter().enumerate() {
        check.within(at, |check| {
            let index = wish.target_set_index;
            check.require(index >= -1, CODE, "target_set_index", index, "-1 or more");
            check.length(CODE, "reasoning", &wish.reasoning, 1, 200);
        });
    }
    check.finish()?;
    Ok(wishes)
}

/// A number in hundredths, rounded half up; [`None`] for what no value of a plan can be.
pub(super) fn hundredths(number: &serde_json::Number) -> Option<Hundredths> {
    const LARGEST: i64 = 1_000_000_000;
    let text = number.to_string();
    let (negative, digits) = text.strip_prefix('-').map_or((false, text.as_str()), |digits| (true, digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digit = |place: usize| i64::from(fraction.as_bytes().get(place).map_or(0, |byte| byte - b'0'));
    let whole: i64 = whole.parse().ok().filter(|&whole| whole <= LARGEST)?;
    let hundredths = whole * 100 + digit(0) * 10 + digit(1) + i64::from(digit(2) >= 5);
    Some(Hundredths(if negative { -hundredths } else { hundredths }))
}

/// Whether a text may be shown as it is: no address, no markup, no control characters.
pub fn is_plain(text: &str) -> bool {
    const MARKUP: [&str; 7] = ["<", ">", "`", "](", "**", "__", "&#"];
    let lower = text.to_lowercase();
    let has_address =
        lower.contains("://") || lower.contains("www.") || lower.split_whitespace().any(is_host);
    let has_control = text.chars().any(|char| char.is_control() || is_invisible(char));
    !has_address && !has_control && !MARKUP.iter().any(|mark| text.contains(mark))
}

/// Whether a word holds something like `example.com`.
fn is_host(word: &str) -> bool {
    let is_label = |label: &str| label.chars().next_back().is_some_and(char::is_alphanumeric);
    let is_top = |label: &str| {
        let letters = label.chars().take_while(|char| char.is_alphabetic()).count();
        letters >= 2
    };
    word.match_indices('.').any(|(at, _)| is_label(&word[..at]) && is_top(&word[at + 1..]))
}

/// Characters that change how a text reads without being seen.
fn is_invisible(char: char) -> bool {
    matches!(char, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breach(answer: &str) -> String {
        read(answer.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn ai_4_an_answer_is_a_list_of_closed_objects() {
        let wish = r#"{"target_set_index":0,"change_type":"load_up","new_value":62.5,"reasoning":"steady"}"#;
        assert_eq!(read(b"[]"), Ok(vec![]));
        assert_eq!(read(format!("[{wish},{wish}]").as_bytes()).unwrap().len(), 2);
        assert!(breach(wish).contains("expected a list of"), "{}", breach(wish));
        let open = wish.replace('{', r#"{"consent":"auto","#);
        assert!(breach(&format!("[{open}]")).contains("unknown field `consent`"));
        let typo = wish.replace("load_up", "load_upp");
        assert!(breach(&format!("[{typo}]")).contains("maybe `load_up`"), "{}", breach(&format!("[{typo}]")));
    }

    #[test]
    fn ai_4_each_value_has_its_range() {
        let far = r#"[{"target_set_index":-2,"change_type":"rep_mode","new_value":1,"reasoning":""}]"#;
        assert_eq!(
            breach(far),
            "0.target_set_index: -2, expected -1 or more; 0.reasoning: 0 characters, expected 1..200 characters"
        );
        for garbage in [&b""[..], b"\xff\xfe", b"no", b"[[[[", b"[{\"new_value\":1e999}]"] {
            assert!(read(garbage).is_err());
        }
    }

    #[test]
    fn ai_5_numbers_are_read_in_hundredths() {
        let of = |text: &str| hundredths(&serde_json::from_str(text).unwrap());
        assert_eq!(of("62.5"), Some(Hundredths(6250)));
        assert_eq!(of("61.005"), Some(Hundredths(6101)));
        assert_eq!(of("-3"), Some(Hundredths(-300)));
        assert_eq!(of("1e2"), Some(Hundredths(10_000)));
        assert_eq!(of("1e300"), None);
        assert_eq!(of("1e-9"), None);
        assert_eq!(of("18446744073709551615"), None);
    }

    #[test]
    fn ai_5_addresses_markup_and_control_characters_are_not_shown() {
        for plain in
            ["Two sessions at 12 reps, e.g. 12 and 12 at 62.5 kg.", "Верх диапазона дважды.", "8-12: add 2.5"]
        {
            assert!(is_plain(plain), "{plain}");
        }
        for unsafe_text in [
            "see https://example.org",
            "see www.example",
            "go to example.com now",
            "<b>more</b>",
            "`rm`",
            "[more](x)",
            "line\nbreak",
            "bell\u{7}",
            "turned \u{202e}around",
        ] {
            assert!(!is_plain(unsafe_text), "{unsafe_text:?}");
        }
    }
}
