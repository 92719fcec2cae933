//! Everything of an athlete as one archive (AC-12): the rows as they are kept, every table for a spreadsheet, and every
//! table as documents, with a page that says what is what.

use std::{
    fmt::Write as _,
    io::{Cursor, Write as _},
};

use serde_json::{Map, Value};
use zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};

use super::export::table::text;

/// A table of the dump.
struct Table {
    name: String,
    columns: Vec<String>,
    rows: Vec<Map<String, Value>>,
}

/// Packs the lines of a dump, as [`store::Store::dump`] writes them.
pub(super) fn pack(dump: &str) -> Result<Vec<u8>, ZipError> {
    let tables = tables(dump);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // The same rows give the same bytes: no file tells when it was made.
    let options = SimpleFileOptions::default();
    let mut add = |name: &str, content: &[u8]| -> Result<(), ZipError> {
        archive.start_file(name, options)?;
        Ok(archive.write_all(content)?)
    };
    add("README.txt", readme(dump, &tables).as_bytes())?;
    add("regimen.jsonl", dump.as_bytes())?;
    for table in tables.iter().filter(|table| !table.rows.is_empty()) {
        add(&format!("tables/{}.csv", table.name), table.csv().as_bytes())?;
        let documents = serde_json::to_vec_pretty(&table.rows).map_err(std::io::Error::other)?;
        add(&format!("documents/{}.json", table.name), &documents)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// The tables of a dump: a line with the columns, then a line for each row.
fn tables(dump: &str) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let values = dump.lines().skip(1).filter_map(|line| serde_json::from_str::<Value>(line).ok());
    for value in values {
        let Value::Object(fields) = value else { continue };
        match (fields.get("table"), fields.get("columns"), tables.last_mut()) {
            (Some(Value::String(name)), Some(Value::Array(columns)), _) => {
                let column = |pair: &Value| pair.get(0).and_then(Value::as_str).map(str::to_owned);
                let columns = columns.iter().filter_map(column).collect();
                tables.push(Table { name: name.clone(), columns, rows: Vec::new() });
            }
            (_, _, Some(table)) if table.columns.iter().all(|column| fields.contains_key(column)) => {
                table.rows.push(fields);
            }
            // The sums of a table and of the file.
            _ => {}
        }
    }
    tables
}

impl Table {
    /// RFC 4180; documents stand as JSON in one cell.
    fn csv(&self) -> String {
        let mut out = String::new();
        let mut line = |cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<String> = cells.map(|cell| quoted(&cell)).collect();
            out.push_str(&cells.join(","));
            out.push_str("\r\n");
        };
        line(&mut self.columns.iter().cloned());
        for row in &self.rows {
            line(&mut self.columns.iter().map(|column| match &row[column] {
                Value::Null => String::new(),
                Value::String(cell) => text(cell),
                other => other.to_string(),
            }));
        }
        out
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// What is what, and by which names the documents are described.
fn readme(dump: &str, tables: &[Table]) -> String {
    let head: Value =
        dump.lines().next().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let word = |name: &str| head[name].to_string().trim_matches('"').to_owned();
    let mut text = format!(
        "Everything that regimen keeps of one athlete.\r\n\r\n\
         Made {} by version {}, format {} {}, schema {}.\r\n\r\n\
         regimen.jsonl     every row as it is kept, with sums: what `regimen restore` and other programs read\r\n\
         tables/*.csv      the same by table, for a spreadsheet\r\n\
         documents/*.json  the same by table, as JSON\r\n\r\n\
         `regimen schema` prints what the documents in the column `body` look like. Times are milliseconds\r\n\
         since 1970 in UTC, masses grams or milligrams, efforts tenths.\r\n\r\nRows:\r\n",
        word("made_at"),
        word("program"),
        word("format"),
        word("version"),
        word("schema"),
    );
    for table in tables.iter().filter(|table| !table.rows.is_empty()) {
        let _ = write!(text, "  {:<28} {}\r\n", table.name, table.rows.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use zip::ZipArchive;

    use super::*;

    const DUMP: &str = r#"{"format":"regimen-dump","version":1,"schema":9,"program":"0.1.0","made_at":"2026-03-01T00:00:00Z","tables":{"foods":2}}
{"table":"foods","columns":[["key","text"],["body","document"]]}
{"key":"=1+1","body":{"name":"Soup, \"hot\""}}
{"key":"rice","body":{"name":"Rice"}}
{"table":"foods","rows":2,"sha256":"00"}
{"table":"recipes","columns":[["key","text"]]}
{"rows":2,"sha256":"00"}
"#;

    #[test]
    fn ac_12_an_archive_has_every_row_as_it_is_kept_as_a_table_and_as_documents() {
        let packed = pack(DUMP).unwrap();
        assert_eq!(packed, pack(DUMP).unwrap(), "the same rows, the same bytes");
        let mut archive = ZipArchive::new(Cursor::new(packed)).unwrap();
        let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        assert_eq!(names, ["README.txt", "regimen.jsonl", "tables/foods.csv", "documents/foods.json"]);
        let mut text = |name: &str| {
            let mut text = String::new();
            archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
            text
        };
        assert_eq!(text("regimen.jsonl"), DUMP);
        let table = "key,body\r\n'=1+1,\"{\"\"name\"\":\"\"Soup, \\\"\"hot\\\"\"\"\"}\"\r\nrice,\"{\"\"name\"\":\"\"Rice\"\"}\"\r\n";
        assert_eq!(text("tables/foods.csv"), table);
        let documents: Value = serde_json::from_str(&text("documents/foods.json")).unwrap();
        assert_eq!(documents[1]["body"]["name"], "Rice");
        assert!(text("README.txt").contains("schema 9"), "{}", text("README.txt"));
    }
}
