//! A row as a line of JSON: keys in order, documents within, the same bytes whichever database it comes from.

use std::fmt::Write;

use serde_json::{Number, Value, value::RawValue};
use uuid::Uuid;

use super::catalogue::{Found, Kind};
use crate::row::Cell;

/// The line of a row, without its end.
pub(crate) fn line(table: &Found, row: &[Cell]) -> Result<String, serde_json::Error> {
    let mut text = String::from("{");
    for (place, (column, cell)) in table.columns.iter().zip(row).enumerate() {
        if place > 0 {
            text.push(',');
        }
        quote(&mut text, &column.name);
        text.push(':');
        match cell {
            Cell::Id(None) | Cell::Number(None) | Cell::Text(None) => text.push_str("null"),
            Cell::Id(Some(id)) => quote(&mut text, &id.to_string()),
            Cell::Number(Some(number)) => text.push_str(&number.to_string()),
            Cell::Text(Some(words)) => quote(&mut text, words),
            Cell::Document(document) => write(&mut text, &serde_json::from_str(document.get())?),
        }
    }
    text.push('}');
    Ok(text)
}

/// The row of a line; what is wrong with it otherwise.
pub(crate) fn read(table: &Found, line: &str) -> Result<Vec<Cell>, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let Value::Object(mut fields) = value else { return Err("a row is no object".to_owned()) };
    let mut row = Vec::with_capacity(table.columns.len());
    for column in &table.columns {
        let value = fields.remove(&column.name).ok_or_else(|| format!("{} is missing", column.name))?;
        row.push(cell(column.kind, value).map_err(|found| format!("{} is {found}", column.name))?);
    }
    match fields.keys().next() {
        Some(unknown) => Err(format!("{} has no column {unknown}", table.name)),
        None => Ok(row),
    }
}

fn cell(kind: Kind, value: Value) -> Result<Cell, String> {
    Ok(match (kind, value) {
        (Kind::Id, Value::Null) => Cell::Id(None),
        (Kind::Id, Value::String(id)) => Cell::Id(Some(Uuid::try_parse(&id).map_err(|_| id)?)),
        (Kind::Number, Value::Null) => Cell::Number(None),
        (Kind::Number, Value::Number(number)) => {
            Cell::Number(Some(number.as_i64().ok_or_else(|| number.to_string())?))
        }
        (Kind::Text, Value::Null) => Cell::Text(None),
        (Kind::Text, Value::String(text)) => Cell::Text(Some(text)),
        (Kind::Document, value) => {
            let mut text = String::new();
            write(&mut text, &value);
            Cell::Document(RawValue::from_string(text).map_err(|error| error.to_string())?)
        }
        (_, value) => return Err(value.to_string()),
    })
}

/// Writes a value with the keys of objects in order, whatever order they came in.
fn write(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(yes) => text.push_str(if *yes { "true" } else { "false" }),
        Value::Number(number) => write_number(text, number),
        Value::String(words) => quote(text, words),
        Value::Array(values) => {
            text.push('[');
            for (place, value) in values.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                write(text, value);
            }
            text.push(']');
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            text.push('{');
            for (place, (name, value)) in fields.into_iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                quote(text, name);
                text.push(':');
                write(text, value);
            }
            text.push('}');
        }
    }
}

/// PostgreSQL keeps numbers as decimals: it knows no exponent and no negative zero, so nothing is written that way.
fn write_number(text: &mut String, number: &Number) {
    let Some(float) = number.as_f64().filter(|_| number.is_f64()) else {
        return text.push_str(&number.to_string());
    };
    // Beyond 64 bits both databases give the number back as a float, in the same words.
    let is_whole = float.fract() == 0.0 && float.abs() < 18_446_744_073_709_551_616.0;
    if float == 0.0 {
        text.push_str("0.0");
    } else if is_whole && float.abs() >= 1e16 {
        // Writing to a string does not fail.
        let _ = write!(text, "{float:.0}");
    } else {
        text.push_str(&number.to_string());
    }
}

fn quote(text: &mut String, words: &str) {
    text.push_str(&Value::from(words).to_string());
}

#[cfg(test)]
mod tests {
    use super::{super::catalogue::Column, *};

    fn table() -> Found {
        let column = |name: &str, kind| Column { name: name.to_owned(), kind };
        let columns = vec![column("body", Kind::Document), column("id", Kind::Id), column("n", Kind::Number)];
        Found { name: "things".to_owned(), columns, key: vec![1] }
    }

    fn row(body: &str) -> Vec<Cell> {
        let body = RawValue::from_string(body.to_owned()).unwrap();
        vec![Cell::Document(body), Cell::Id(Some(Uuid::nil())), Cell::Number(None)]
    }

    #[test]
    fn gl_8_a_line_does_not_depend_on_how_a_database_writes_documents() {
        let as_text = row(r#"{"b":1.0,"a":"\u00e9","x":-0.0,"big":1e16,"small":1e-7}"#);
        // The same as PostgreSQL gives it back.
        let decimal = row(r#"{"a": "é", "b": 1.0, "x": 0.0, "big": 10000000000000000, "small": 0.0000001}"#);
        let line = |row: &[Cell]| super::line(&table(), row).unwrap();
        assert_eq!(line(&as_text), line(&decimal));
        assert_eq!(line(&as_text).find("\"a\""), Some(9), "{}", line(&as_text));
    }

    #[test]
    fn a_line_is_read_as_it_was_written_and_anything_else_is_refused() {
        let line = line(&table(), &row(r#"{"a":[1,null,true]}"#)).unwrap();
        let again = read(&table(), &line).unwrap();
        assert_eq!(super::line(&table(), &again).unwrap(), line);
        for (from, to, says) in [
            ("\"n\"", "\"m\"", "n is missing"),
            ("null}", "\"x\"}", "n is \"x\""),
            ("null}", "null,\"o\":1}", "no column o"),
            ("00000000-", "0000zz00-", "id is 0000zz00"),
        ] {
            let at = line.rfind(from).unwrap();
            let broken = format!("{}{to}{}", &line[..at], &line[at + from.len()..]);
            let refused = read(&table(), &broken).unwrap_err();
            assert!(refused.contains(says), "{refused}");
        }
    }
}
