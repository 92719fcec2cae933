//! What an independent check says about a session, as lines.

use training::verify::Breach;

use crate::cli::{page::Reader, table::paragraph};

/// One line for each rule that is broken, or the good news.
pub(super) fn page(breaches: &[Breach], page: &Reader<'_>) -> String {
    let count = page.text_with("verify-result", [("count", breaches.len().into())]);
    let lines = breaches.iter().map(|breach| paragraph(&breach.to_string(), 2));
    format!("{count}\n{}", lines.collect::<String>())
}
