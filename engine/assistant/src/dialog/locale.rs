//! D-22: the language of a message.

use domain::voice::Locale;

/// Percent of Cyrillic letters from which a message is Russian.
const CYRILLIC_PCT: usize = 30;

/// The language that a text is written in; [`None`] when it has no letters.
pub fn detect(text: &str) -> Option<Locale> {
    let letters = text.chars().filter(|symbol| symbol.is_alphabetic());
    let (mut all, mut cyrillic) = (0, 0);
    for letter in letters {
        all += 1;
        cyrillic += usize::from(matches!(letter, '\u{0400}'..='\u{052F}'));
    }
    let is_russian = 100 * cyrillic >= CYRILLIC_PCT * all;
    (all > 0).then_some(if is_russian { Locale::Ru } else { Locale::En })
}

/// The language to answer in, kept until two messages in a row say otherwise: `before` is what the message before this one
/// was written in.
pub fn settle(current: Option<Locale>, before: Option<Locale>, now: Option<Locale>) -> Option<Locale> {
    match (current, now) {
        (None, said) => said,
        (Some(kept), Some(said)) if said != kept && before == Some(said) => Some(said),
        (Some(kept), _) => Some(kept),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d_22_a_third_of_cyrillic_letters_is_russian() {
        assert_eq!(detect("подтягивания 4x7 rpe 6"), Some(Locale::Ru));
        assert_eq!(detect("bench 3x8 80 кг"), Some(Locale::En));
        assert_eq!(detect("abcdefg абв"), Some(Locale::Ru));
        assert_eq!(detect("38 👍"), None);
    }

    #[test]
    fn d_22_the_language_changes_after_two_messages_in_a_row() {
        let (en, ru) = (Some(Locale::En), Some(Locale::Ru));
        assert_eq!(settle(None, None, ru), ru);
        assert_eq!(settle(ru, ru, en), ru);
        assert_eq!(settle(ru, en, en), en);
        assert_eq!(settle(ru, en, None), ru);
    }
}
