//! GL-8: where everything is kept, as people write it. The setting and every command that takes a place read it here.

use std::{borrow::Cow, path::Path};

use domain::vocabulary;
use store::Place;

use super::setting::MASK;

/// How the address of a database begins, in letters of either case.
pub const STARTS: &[&str] = &["postgres://", "postgresql://", "sqlite:"];

/// The file with everything in a folder.
pub const FILE: &str = "regimen.db";

/// A database by its address, or a folder with the file in it. What has a scheme is no folder: a mistyped address would
/// be kept in a folder of that name, and nobody would look for it there.
pub fn place(text: &str) -> Option<Place> {
    match scheme(text) {
        Some(_) => database(text),
        None => (!text.is_empty()).then(|| Place::Sqlite(Path::new(text).join(FILE))),
    }
}

/// A database by its address: `postgres://…`, `sqlite:PATH` or `sqlite://PATH`.
pub fn database(text: &str) -> Option<Place> {
    let (scheme, rest) = (scheme(text)?, text.split_once(':')?.1);
    let (is_url, rest) = rest.strip_prefix("//").map_or((false, rest), |rest| (true, rest));
    match scheme.as_str() {
        _ if rest.is_empty() => None,
        "postgres" | "postgresql" if is_url => Some(Place::Postgres(format!("{scheme}://{rest}"))),
        // SQLite takes this name for no file at all: nothing would be kept.
        "sqlite" if rest != ":memory:" => Some(Place::Sqlite(rest.into())),
        _ => None,
    }
}

/// How an address begins that was probably meant.
pub fn nearest(text: &str) -> Option<&'static str> {
    let start = format!("{}://", scheme(text)?);
    vocabulary::nearest(&start, STARTS.iter().copied())
}

/// What was written as a place, as it may be shown: the address of a server may hold a password.
pub fn shown(text: &str) -> Cow<'_, str> {
    if matches!(database(text), Some(Place::Sqlite(_))) {
        return text.into();
    }
    // Only what is an address without doubt can be looked through for a password.
    let Some((scheme, rest)) = text.split_once("://") else { return MASK.into() };
    let user = rest.rsplit_once('@').map_or("", |(user, _)| user);
    if user.contains(':') || rest.contains('?') {
        return format!("{scheme}://{MASK}").into();
    }
    text.into()
}

/// The scheme of a URL in small letters; one letter is a drive of Windows.
pub fn scheme(text: &str) -> Option<String> {
    let (scheme, _) = text.split_once(':')?;
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
    is_scheme.then(|| scheme.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gl_8_a_place_is_a_folder_or_the_address_of_a_database() {
        let file = |path: &str| Some(Place::Sqlite(path.into()));
        let server = |url: &str| Some(Place::Postgres(url.to_owned()));
        for (text, expected) in [
            ("kept", file("kept/regimen.db")),
            ("./a:b", file("./a:b/regimen.db")),
            ("/srv/2026:03", file("/srv/2026:03/regimen.db")),
            ("sqlite:mine.db", file("mine.db")),
            ("sqlite:/srv/mine.db", file("/srv/mine.db")),
            ("sqlite:///srv/mine.db", file("/srv/mine.db")),
            ("SQLite://mine.db", file("mine.db")),
            ("postgres://db/x", server("postgres://db/x")),
            ("PostgreSQL://anna@db/X", server("postgresql://anna@db/X")),
        ] {
            assert_eq!(place(text), expected, "{text}");
        }
    }

    #[test]
    fn gl_8_an_address_with_another_scheme_is_no_folder() {
        for text in [
            "postgresqll://root@db/x",
            "PostgreS:root@db/x",
            "mysql://db/x",
            "file:///srv/mine.db",
            "postgres:/db/x",
            "postgres://",
            "sqlite:",
            "sqlite::memory:",
            "",
        ] {
            assert_eq!(place(text), None, "{text}");
            assert_eq!(database(text), None, "{text}");
        }
        assert_eq!(database("kept"), None, "a folder is no address");
        assert_eq!(nearest("postgresqll://root@db/x"), Some("postgresql://"));
        assert_eq!(nearest("http://db/x"), None);
    }

    #[test]
    fn gl_4_an_address_of_a_database_is_shown_unless_it_may_hold_a_password() {
        for text in ["mysql://db/regimen", "sqlite:/var/lib/a:b@c.db", "postgres://regimen@db/regimen"] {
            assert_eq!(shown(text), text);
        }
        assert_eq!(shown("mysql://regimen:pass@word@db/x"), "mysql://********");
        assert_eq!(shown("postgres://db/x?password=secret"), "postgres://********");
        for text in ["hunter2", "postgres:regimen:hunter2@db/x"] {
            assert_eq!(shown(text), MASK, "what is no address may be anything");
        }
    }
}
