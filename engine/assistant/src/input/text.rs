//! L-3: texts that come from outside: never cut, and without invisible characters.

use domain::{
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

use crate::failure::{Failure, FailureCode, Stage};

/// Bytes of an instructions text (L-2).
pub const INSTRUCTIONS: usize = 16_384;
/// Characters of an upcoming-cardio text (L-2).
pub const CARDIO: usize = 1_000;
/// Bytes of a history as JSON or CSV (L-3).
pub const HISTORY_TABLE: usize = 1_048_576;
/// Bytes of a history as Markdown (L-3).
pub const HISTORY_MARKDOWN: usize = 65_536;
/// Sets of a history (L-3).
pub const HISTORY_SETS: usize = 20_000;

/// Bytes as text; anything but UTF-8 is refused.
pub fn decode(bytes: &[u8], field: &'static str) -> Result<String, Failure> {
    let text = std::str::from_utf8(bytes).map(str::to_owned);
    text.map_err(|error| {
        Failure::new(FailureCode::BadEncoding, Stage::Ingest)
            .fact("field", field)
            .fact("offset", error.valid_up_to())
    })
}

/// Refuses what is longer than its limit.
pub fn bound(field: &'static str, size: usize, limit: usize) -> Result<(), Failure> {
    if size <= limit {
        return Ok(());
    }
    Err(Failure::new(FailureCode::InputTooLarge, Stage::Ingest)
        .fact("field", field)
        .fact("limit", limit)
        .fact("size", size))
}

/// The text without controls, and a warning that counts them.
pub fn clean(field: &'static str, text: &str) -> (String, Option<Reason>) {
    let kept: String = text.chars().filter(|&symbol| !is_control(symbol)).collect();
    let removed = text.chars().count() - kept.chars().count();
    let warning = (removed > 0).then(|| {
        Reason::new(ReasonCode::ControlsRemoved, SpecId::new("L-3"))
            .fact("field", field)
            .fact("count", removed)
    });
    (kept, warning)
}

/// Control characters but LF and TAB, zero-width characters and bidirectional controls.
pub fn is_control(symbol: char) -> bool {
    let invisible = matches!(symbol, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}'
        | '\u{061C}' | '\u{FEFF}' | '\u{00AD}' | '\u{180E}');
    invisible || (symbol.is_control() && symbol != '\n' && symbol != '\t')
}

/// At most `most` characters of a text, for a message.
pub fn excerpt(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l_3_controls_are_removed_and_counted() {
        let (kept, warning) = clean("instructions_text", "avoid:\tdeadlift\r\n\u{200B}now\u{202E}\u{7}");
        assert_eq!(kept, "avoid:\tdeadlift\nnow");
        let warning = warning.unwrap();
        assert_eq!((warning.code, &warning.facts["count"]), (ReasonCode::ControlsRemoved, &4_u32.into()));
        assert_eq!(clean("x", "plain\n").1, None);
    }

    #[test]
    fn l_3_a_long_text_is_refused_and_never_cut() {
        assert!(bound("instructions_text", 16_384, INSTRUCTIONS).is_ok());
        let failure = bound("instructions_text", 16_385, INSTRUCTIONS).unwrap_err();
        assert_eq!(failure.code, FailureCode::InputTooLarge);
        assert_eq!(failure.facts["size"], 16_385_u32.into());
    }

    #[test]
    fn l_3_only_utf_8_is_a_text() {
        assert_eq!(decode("ещё".as_bytes(), "history").unwrap(), "ещё");
        let failure = decode(&[b'a', 0xff], "history").unwrap_err();
        assert_eq!((failure.code, &failure.facts["offset"]), (FailureCode::BadEncoding, &1_u32.into()));
    }
}
