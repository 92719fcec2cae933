//! The patterns that the schemas use, each with the function that decides it: no regular expressions run here.

/// A pattern of a schema and what it means.
pub(super) struct Pattern {
    /// As the schema writes it.
    pub(super) text: &'static str,
    /// Whether a text has this form.
    pub(super) holds: fn(&str) -> bool,
    /// What would be right, for people.
    pub(super) expected: &'static str,
}

/// REP of L-18.
pub(super) const REPS: &str = "^[1-9][0-9]{0,3}(-[1-9][0-9]{0,3})?(s|/side|/arm|/leg)?$";

/// All of them; a test holds them against a regular expression engine.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { text: REPS, holds: is_reps, expected: "a range like 8, 6-10, 20-45s or 10-15/leg" },
    Pattern { text: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", holds: is_date, expected: "a date like 2026-03-16" },
    Pattern { text: "^[ABC][1-9]$", holds: is_label, expected: "a label like B1" },
    Pattern { text: "^eq_[a-z0-9_-]+$", holds: is_key, expected: "an equipment key like eq_mat_area" },
    Pattern { text: "^[0-9a-f]{16}$", holds: is_seed, expected: "16 hexadecimal digits" },
    Pattern {
        text: "^[a-z0-9]+(_[a-z0-9]+)*$",
        holds: is_slug,
        expected: "an exercise key like romanian_deadlift",
    },
    Pattern {
        text: "^[0-9]{4}-[0-9]{2}-[0-9]{2}-[a-z0-9]+(-[a-z0-9]+)*-[0-9]{2}$",
        holds: is_workout_id,
        expected: "an id like 2026-03-16-home-32",
    },
    Pattern {
        text: "^[WABC]-[A-Z0-9]+(-[A-Z0-9]+)*-(WU[1-9]|[1-9][0-9]?)$",
        holds: is_set_id,
        expected: "an id like A-RDL-1 or A-RDL-WU1",
    },
];

fn is_reps(text: &str) -> bool {
    text.parse::<super::reps::Reps>().is_ok()
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 10
        && bytes.iter().enumerate().all(|(index, byte)| match index {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

fn is_label(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'C', b'1'..=b'9'])
}

fn is_key(text: &str) -> bool {
    let allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-');
    text.strip_prefix("eq_").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(allowed))
}

fn is_seed(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_slug(text: &str) -> bool {
    text.split('_').all(is_lower_word)
}

fn is_lower_word(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9'))
}

fn is_upper_word(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9'))
}

fn is_workout_id(text: &str) -> bool {
    let Some((date, rest)) = text.split_at_checked(10) else { return false };
    let Some((words, number)) = rest.strip_prefix('-').and_then(|rest| rest.rsplit_once('-')) else {
        return false;
    };
    is_date(date)
        && words.split('-').all(is_lower_word)
        && number.len() == 2
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_set_id(text: &str) -> bool {
    let Some((tier, rest)) = text.split_once('-') else { return false };
    let Some((words, number)) = rest.rsplit_once('-') else { return false };
    let is_number = match number.as_bytes() {
        [b'W', b'U', b'1'..=b'9'] | [b'1'..=b'9'] => true,
        [b'1'..=b'9', last] => last.is_ascii_digit(),
        _ => false,
    };
    matches!(tier, "W" | "A" | "B" | "C") && words.split('-').all(is_upper_word) && is_number
}
