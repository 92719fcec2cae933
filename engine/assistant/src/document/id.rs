//! L-21: names of workouts and sets, derived from what they are about.

use std::collections::BTreeMap;

use domain::{plan::SessionTier, time::LocalDate};
use serde::Serialize;
use training::prescribe::goal::Goal;

use crate::input::name::transliterate;

/// What the id of a workout is derived from; the fields stand in the order of their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Seed<'a> {
    /// The athlete's date.
    pub date: LocalDate,
    /// The time there is.
    pub duration_minutes: u32,
    /// The keys of the inventory, sorted.
    pub equipment: &'a [String],
    /// What is trained for.
    pub goal: Goal,
    /// Where.
    pub location: &'a str,
    /// `<date>:<type>` of the strength sessions of the last 14 days, oldest first.
    pub pattern: &'a [String],
}

impl Seed<'_> {
    /// The text that is hashed.
    pub fn json(&self) -> String {
        // A struct of texts and numbers always becomes JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// `id_seed`: the hash as 16 hexadecimal digits.
    pub fn id_seed(&self) -> String {
        format!("{:016x}", hash(self.json().as_bytes()))
    }
}

/// XXH64 with seed 0.
pub fn hash(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh64::xxh64(bytes, 0)
}

/// All numbers of a day at one place are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("all hundred ids of this day and place are taken")]
pub struct IdExhausted;

/// The id of a workout: date, place and two digits of the hash, or the next that is not taken.
pub fn workout_id(
    date: LocalDate,
    location: &str,
    seed: u64,
    is_taken: impl Fn(&str) -> bool,
) -> Result<String, IdExhausted> {
    let place = kebab(location);
    let ids = (0..100).map(|step| format!("{date}-{place}-{:02}", (seed % 100 + step) % 100));
    ids.into_iter().find(|id| !is_taken(id)).ok_or(IdExhausted)
}

/// The number behind `id_seed`; zero for what is none.
pub fn seed_of(id_seed: &str) -> u64 {
    u64::from_str_radix(id_seed, 16).unwrap_or(0)
}

/// Longest place in an id.
const PLACE: usize = 40;

fn kebab(location: &str) -> String {
    let latin = transliterate(&location.to_lowercase()).to_ascii_lowercase();
    let dashed = dashed(&latin);
    let short = dashed.get(..PLACE).unwrap_or(&dashed).trim_matches('-');
    if short.is_empty() { "unknown".to_owned() } else { short.to_owned() }
}

/// Runs of what is neither letter nor digit become one dash, none at the ends.
fn dashed(text: &str) -> String {
    let words = text.split(|symbol: char| !symbol.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Longest slug made from a name.
const SLUG: usize = 12;

/// The slug of an exercise that has no short code.
pub fn slug(name: &str) -> String {
    let dashed = dashed(&transliterate(name).to_uppercase());
    if dashed.len() <= SLUG {
        return dashed;
    }
    let cut = &dashed[..SLUG];
    match cut.rsplit_once('-') {
        None => cut.to_owned(),
        Some((head, "")) => head.to_owned(),
        Some((head, last)) => format!("{head}-{}", last.get(..2).unwrap_or(last)),
    }
}

/// Gives each exercise of a workout a slug of its own, and numbers its sets.
#[derive(Debug, Default)]
pub struct SetIds {
    /// How often a slug was wanted.
    slugs: BTreeMap<String, u32>,
}

impl SetIds {
    /// The slug of the next exercise; the second with the same code gets a 2, and so on.
    pub fn slug(&mut self, code: &str) -> String {
        let count = self.slugs.entry(code.to_owned()).or_default();
        *count += 1;
        if *count == 1 { code.to_owned() } else { format!("{code}{count}") }
    }
}

/// The id of a working set, counted from 1.
pub fn working(tier: SessionTier, slug: &str, number: u32) -> String {
    format!("{tier}-{slug}-{number}")
}

/// The id of a ramp set, counted from 1.
pub fn ramp(tier: SessionTier, slug: &str, number: u32) -> String {
    format!("{tier}-{slug}-WU{number}")
}

/// Which set of its exercise a set is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetNumber {
    /// A ramp set, from 1.
    Ramp(u32),
    /// A working set, from 1.
    Working(u32),
}

/// Which set of the exercise with this tier and slug an id names; [`None`] if it is another's.
pub fn number(id: &str, tier: SessionTier, slug: &str) -> Option<SetNumber> {
    let rest = id.strip_prefix(tier.as_str())?.strip_prefix('-')?.strip_prefix(slug)?.strip_prefix('-')?;
    match rest.strip_prefix("WU") {
        Some(number) => number.parse().ok().map(SetNumber::Ramp),
        None => rest.parse().ok().map(SetNumber::Working),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(date: &str, location: &str, seed: &str) -> String {
        workout_id(date.parse().unwrap(), location, hash(seed.as_bytes()), |_| false).unwrap()
    }

    #[test]
    fn l_21_the_number_is_the_hash_of_the_seed() {
        assert_eq!(["", "abc", "seed", "xyz"].map(|text| hash(text.as_bytes()) % 100), [21, 49, 32, 45]);
    }

    #[test]
    fn l_21_workout_ids_of_the_examples() {
        assert_eq!(id("2025-08-09", "home", "seed"), "2025-08-09-home-32");
        assert_eq!(id("2025-01-02", "Home Gym (Basement)", "abc"), "2025-01-02-home-gym-basement-49");
        assert_eq!(id("2025-01-02", "@@@", "xyz"), "2025-01-02-unknown-45");
        assert_eq!(id("2025-01-02", "Зал на Щукинской", "xyz"), "2025-01-02-zal-na-shchukinskoy-45");
        let long = id("2025-01-02", &"abc ".repeat(40), "xyz");
        assert_eq!(long.len(), "2025-01-02-".len() + 39 + "-45".len());
    }

    #[test]
    fn l_21_a_taken_number_gives_way_to_the_next() {
        let date = "2025-01-02".parse().unwrap();
        let next = workout_id(date, "home", 99, |id| id.ends_with("-99"));
        assert_eq!(next.unwrap(), "2025-01-02-home-00");
        assert_eq!(workout_id(date, "home", 99, |_| true), Err(IdExhausted));
    }

    #[test]
    fn l_21_slugs_of_the_examples() {
        for (name, expected) in [
            ("Romanian Deadlift (Barbell)", "ROMANIAN-DE"),
            ("db incline press", "DB-INCLINE-P"),
            ("  -- pull-up ** ", "PULL-UP"),
            ("abc def ghi jkl", "ABC-DEF-GHI"),
            ("A---B", "A-B"),
            ("Hyperextension", "HYPEREXTENSI"),
        ] {
            assert_eq!(slug(name), expected);
        }
    }

    #[test]
    fn l_21_a_second_exercise_of_one_slug_is_numbered() {
        let mut ids = SetIds::default();
        let slugs = ["ROMANIAN-DE", "RDL", "ROMANIAN-DE", "ROMANIAN-DE"].map(|code| ids.slug(code));
        assert_eq!(slugs, ["ROMANIAN-DE", "RDL", "ROMANIAN-DE2", "ROMANIAN-DE3"]);
        assert_eq!(working(SessionTier::B, "BSS", 2), "B-BSS-2");
        assert_eq!(ramp(SessionTier::A, "RDL", 1), "A-RDL-WU1");
        assert_eq!(number("A-RDL-WU1", SessionTier::A, "RDL"), Some(SetNumber::Ramp(1)));
        assert_eq!(number("B-PULL-UP-2", SessionTier::B, "PULL-UP"), Some(SetNumber::Working(2)));
        assert_eq!(number("B-PULL-UP-2", SessionTier::B, "PULL"), None);
    }
}
