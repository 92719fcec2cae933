//! Identity: keys, names and codes are unique over the catalogue, and references lead somewhere (EX-1, P-55, CS-3).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    catalog::{CatalogFinding, Rule},
    equipment::Tier,
    exercise::{Exercise, ExerciseKey},
    ladder::{Ladder, LadderKey},
    law::Valid,
    session::Intent,
    vocabulary::nearest,
};

use super::{
    read::{Draft, Placed},
    report::P_55,
    starter::StarterSession,
};

const EXERCISE: Rule = Rule::catalog("EX-1");
const STARTER: Rule = Rule::catalog("CS-3");

/// Exercises and ladders that share a key with another of their kind.
pub(super) fn repeated_keys(exercises: &[Valid<Exercise>], ladders: &[Valid<Ladder>]) -> Vec<CatalogFinding> {
    let mut findings = Vec::new();
    let mut seen = BTreeSet::new();
    let ids = exercises.iter().map(|exercise| (exercise.id.to_string(), EXERCISE, "id"));
    let keys = ladders.iter().map(|ladder| (format!("ladder {}", ladder.key), P_55, "key"));
    for (entry, rule, field) in ids.chain(keys) {
        if !seen.insert(entry.clone()) {
            findings.push(CatalogFinding::new(None, rule, (&entry, field), REPEATED, OWN_KEY));
        }
    }
    findings
}

const REPEATED: &str = "another entry has this key";
const OWN_KEY: &str = "a key of its own";

/// Everything about the whole draft that its single entries cannot know.
pub(super) fn findings(draft: &Draft) -> Vec<CatalogFinding> {
    let mut findings = Vec::new();
    unique(&draft.exercises, &mut findings);
    unique_entries(&draft.exercises, EXERCISE, "id", &mut findings);
    unique_entries(&draft.ladders, P_55, "key", &mut findings);
    unique_starters(&draft.starters, &mut findings);
    if !draft.has_unread_file {
        References::new(draft, &mut findings).check(draft);
    }
    findings
}

/// Text as it is compared: lower case, ё as е, a hyphen as a blank, single blanks (D-9).
pub(super) fn phrase(text: &str) -> String {
    let plain: String = text.to_lowercase().replace('ё', "е").replace('-', " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unique_entries<T>(entries: &[Placed<T>], rule: Rule, field: &str, findings: &mut Vec<CatalogFinding>) {
    let mut first: BTreeMap<&str, &Placed<T>> = BTreeMap::new();
    for entry in entries {
        match first.get(entry.entry.as_str()) {
            Some(other) => {
                let found = format!("the entry at {} has this key too", other.place);
                findings.push(entry.finding(rule, field, found, OWN_KEY));
            }
            None => {
                first.insert(&entry.entry, entry);
            }
        }
    }
}

/// Codes are unique, and what a person may say means one exercise: names and aliases share one name space.
fn unique(exercises: &[Placed<Exercise>], findings: &mut Vec<CatalogFinding>) {
    let mut codes: BTreeMap<&str, &str> = BTreeMap::new();
    let mut phrases: BTreeMap<String, &str> = BTreeMap::new();
    for exercise in exercises {
        let value = &exercise.value;
        if let Some(other) = codes.insert(&value.short_code, &exercise.entry) {
            let found = format!("`{}` is the code of {other} too", value.short_code);
            findings.push(exercise.finding(EXERCISE, "short_code", found, "a code of its own"));
        }
        let names = [("name_en", &value.name_en), ("name_ru", &value.name_ru)];
        let names = names.map(|(field, name)| (field.to_owned(), name));
        let lists = [("aliases_en", &value.aliases_en), ("aliases_ru", &value.aliases_ru)];
        let aliases = lists.into_iter().flat_map(|(field, aliases)| {
            aliases.iter().enumerate().map(move |(index, alias)| (format!("{field}/{index}"), alias))
        });
        let mut own_aliases = BTreeSet::new();
        for (field, text) in names.into_iter().chain(aliases) {
            let phrase = phrase(text);
            let other = *phrases.entry(phrase.clone()).or_insert(&exercise.entry);
            if other != exercise.entry {
                let found = format!("`{text}` means {other} too");
                findings.push(exercise.finding(EXERCISE, &field, found, "a name of its own"));
            } else if field.starts_with("aliases") && !own_aliases.insert(phrase) {
                let found = format!("`{text}` stands there already");
                findings.push(exercise.finding(EXERCISE, &field, found, "each alias once"));
            }
        }
    }
}

fn unique_starters(starters: &[Placed<StarterSession>], findings: &mut Vec<CatalogFinding>) {
    let mut first: BTreeMap<(Intent, Tier), &str> = BTreeMap::new();
    for starter in starters {
        for &intent in &starter.value.intents {
            let tier = starter.value.tier;
            if first.insert((intent, tier), &starter.entry).is_some() {
                let found = format!("a second session for {intent} with {tier}");
                findings.push(starter.finding(
                    STARTER,
                    "intents",
                    found,
                    "one session for an intent and a tier",
                ));
            }
        }
    }
}

/// The keys that may be referred to, those of entries that could not be read among them.
struct References<'a> {
    exercises: BTreeSet<&'a str>,
    ladders: BTreeSet<&'a str>,
    findings: &'a mut Vec<CatalogFinding>,
}

impl<'a> References<'a> {
    fn new(draft: &'a Draft, findings: &'a mut Vec<CatalogFinding>) -> Self {
        let unread = || draft.unread.iter().map(String::as_str);
        let exercises = draft.exercises.iter().map(|exercise| exercise.value.id.as_str()).chain(unread());
        let ladders = draft.ladders.iter().map(|ladder| ladder.value.key.as_str());
        let ladders = ladders.chain(unread().filter_map(|entry| entry.strip_prefix("ladder ")));
        Self { exercises: exercises.collect(), ladders: ladders.collect(), findings }
    }

    fn check(mut self, draft: &Draft) {
        for entry in &draft.exercises {
            let exercise = &entry.value;
            self.exercise(entry, EXERCISE, "easier", exercise.easier.as_ref());
            self.exercise(entry, EXERCISE, "harder", exercise.harder.as_ref());
            for (index, key) in exercise.auxiliaries.iter().enumerate() {
                self.exercise(entry, EXERCISE, &format!("auxiliaries/{index}"), Some(key));
            }
            self.ladder(entry, EXERCISE, "ladder_id", exercise.ladder_id.as_ref());
        }
        for entry in &draft.ladders {
            let ladder = &entry.value;
            self.ladder(entry, P_55, "easier_ladder", ladder.easier_ladder.as_ref());
            self.ladder(entry, P_55, "harder_ladder", ladder.harder_ladder.as_ref());
            for (index, level) in ladder.levels.iter().enumerate() {
                self.exercise(entry, P_55, &format!("levels/{index}/variation"), Some(&level.variation));
                let easier = level.easier_variation.as_ref();
                self.exercise(entry, P_55, &format!("levels/{index}/easier_variation"), easier);
            }
        }
        for entry in &draft.starters {
            for (index, exercise) in entry.value.exercises.iter().enumerate() {
                self.exercise(entry, STARTER, &format!("exercises/{index}"), Some(&exercise.key));
            }
        }
    }

    fn exercise<T>(&mut self, entry: &Placed<T>, rule: Rule, field: &str, key: Option<&ExerciseKey>) {
        if let Some(key) = key.filter(|key| !self.exercises.contains(key.as_str())) {
            self.findings.push(dangling(
                entry,
                rule,
                field,
                ("exercise", "an exercise", key.as_str()),
                &self.exercises,
            ));
        }
    }

    fn ladder<T>(&mut self, entry: &Placed<T>, rule: Rule, field: &str, key: Option<&LadderKey>) {
        if let Some(key) = key.filter(|key| !self.ladders.contains(key.as_str())) {
            self.findings.push(dangling(
                entry,
                rule,
                field,
                ("ladder", "a ladder", key.as_str()),
                &self.ladders,
            ));
        }
    }
}

fn dangling<T>(
    entry: &Placed<T>,
    rule: Rule,
    field: &str,
    (kind, one, key): (&str, &str, &str),
    known: &BTreeSet<&str>,
) -> CatalogFinding {
    let near = nearest(key, known.iter().copied()).map(|near| format!("; maybe `{near}`"));
    let expected = format!("{one} of the catalogue{}", near.unwrap_or_default());
    entry.finding(rule, field, format!("unknown {kind} `{key}`"), &expected)
}
