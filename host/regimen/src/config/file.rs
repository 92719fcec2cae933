//! The settings file: where it is, and what it says on which line.

use std::{fs, path::PathBuf};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{Environment, Flags, Given, Origin, SETTINGS, setting::Raw, unknown_setting};
use crate::problem::{MALFORMED_FILE, Problem};

/// The environment variable that names the settings file.
pub const VARIABLE: &str = "REGIMEN_CONFIG";

/// A settings file, and who named it.
pub(super) struct Place {
    pub(super) path: PathBuf,
    from: &'static str,
}

/// The file to read. One that is named must exist; the one at the usual place need not.
pub(super) fn locate(flags: &Flags, environment: &Environment) -> Option<Place> {
    if let Some(path) = &flags.file {
        return Some(Place { path: path.clone(), from: "--config" });
    }
    if let Some(path) = environment.get(VARIABLE) {
        return Some(Place { path: path.into(), from: VARIABLE });
    }
    let path = environment.config_file().filter(|path| path.exists())?;
    Some(Place { path, from: "default" })
}

/// All settings in the file; each one that does not exist is a problem of its own.
pub(super) fn read(place: &Place) -> Result<Vec<Result<Given, Problem>>, Problem> {
    let source = fs::read_to_string(&place.path)
        .map_err(|error| Problem::unreadable(&place.path, place.from, &error))?;
    let table = DeTable::parse(&source).map_err(|error| malformed(place, &source, &error))?;
    let mut reader = Reader { place, source: &source, given: Vec::new() };
    reader.table("", table.get_ref());
    Ok(reader.given)
}

struct Reader<'a> {
    place: &'a Place,
    source: &'a str,
    given: Vec<Result<Given, Problem>>,
}

impl Reader<'_> {
    fn table(&mut self, prefix: &str, table: &DeTable<'_>) {
        for (name, value) in table {
            let key = format!("{prefix}{}", name.get_ref());
            let inside = format!("{key}.");
            match value.get_ref() {
                DeValue::Table(table) if SETTINGS.iter().any(|setting| setting.key.starts_with(&inside)) => {
                    self.table(&inside, table);
                }
                _ => {
                    let (line, _) = position(self.source, name.span().start);
                    let given = self.setting(&key, line, value);
                    self.given.push(given);
                }
            }
        }
    }

    fn setting(&self, key: &str, line: usize, value: &Spanned<DeValue<'_>>) -> Result<Given, Problem> {
        let origin = Origin::File { path: self.place.path.clone(), line };
        let Some(&setting) = SETTINGS.iter().find(|setting| setting.key == key) else {
            let keys: Vec<String> = SETTINGS.iter().map(|setting| setting.key.to_owned()).collect();
            let pointer = format!("/{}", key.replace('.', "/"));
            return Err(unknown_setting(key, &origin.to_string(), &keys).at(pointer));
        };
        let raw = match value.get_ref() {
            DeValue::String(text) => Raw::Text(text.to_string()),
            DeValue::Boolean(on) => Raw::Switch(*on),
            DeValue::Integer(_) | DeValue::Float(_) => {
                Raw::Number(self.source.get(value.span()).unwrap_or_default().to_owned())
            }
            _ => Raw::Other,
        };
        let shown = match &raw {
            Raw::Text(text) => text.clone(),
            _ => self.source.get(value.span()).unwrap_or_default().to_owned(),
        };
        Ok(Given { setting, raw, shown, origin })
    }
}

/// Says where and what, but not the line itself, which may hold a secret.
fn malformed(place: &Place, source: &str, error: &toml::de::Error) -> Problem {
    let (line, column) = position(source, error.span().map_or(0, |span| span.start));
    Problem::new(MALFORMED_FILE)
        .fact("file", place.path.display().to_string())
        .fact("line", line)
        .fact("column", column)
        .fact("message", error.message())
}

/// Line and column, from 1, of a place in the text.
fn position(source: &str, offset: usize) -> (usize, usize) {
    let before = source.get(..offset).unwrap_or(source);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (line, column)
}
