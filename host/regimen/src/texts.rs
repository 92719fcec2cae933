//! The words people read: the texts of the catalogue in one language, without quantities of an athlete.

use domain::voice::Voice;
pub use domain::{
    reason::{Fact, Facts},
    voice::Locale,
};

/// Renders the message `id`; lists among the facts are joined by commas.
///
/// An id without a text is shown as it is; the tests see to it that there is none.
pub fn text(lang: Locale, id: &str, facts: &Facts) -> String {
    find(lang, id, facts).unwrap_or_else(|| id.to_owned())
}

/// Like [`text`], for a message that need not exist.
pub fn find(lang: Locale, id: &str, facts: &Facts) -> Option<String> {
    Voice::new(lang).text(id, facts)
}

/// Facts from names and values, for a text that is not about a problem.
pub fn facts<const N: usize>(facts: [(&'static str, Fact); N]) -> Facts {
    facts.into_iter().map(|(name, fact)| (name.into(), fact)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn russian_counts_by_its_own_plural_forms() {
        let written = |count: i64| {
            text(Locale::Ru, "man-written", &facts([("count", count.into()), ("dir", "man".into())]))
        };
        assert!(written(1).contains("1 страница"), "{}", written(1));
        assert!(written(3).contains("3 страницы"), "{}", written(3));
        assert!(written(7).contains("7 страниц "), "{}", written(7));
    }
}
