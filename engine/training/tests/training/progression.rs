//! The progression: weeks that a coach can read, and the rules that they do not show.
//!
//! A story names where an item stands and what is reported on which day; each day is decided by the engine, what it
//! applies lands, and the next day starts from there. See [`story`] for the words.

mod properties;
mod proposals;
mod reports;
mod shown;
mod story;

use story::Story;

#[test]
fn scenarios() {
    testkit::check("tests/progression", |given| Story::read(given).tell());
}
