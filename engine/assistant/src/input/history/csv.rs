//! A history as CSV, as other programs export it.

use ::csv::{ReaderBuilder, StringRecord};
use domain::quantity::MassUnit;

use super::{Book, Failure, Figures, LineCode, malformed};

/// Where each column stands.
#[derive(Default)]
struct Columns {
    date: Option<usize>,
    exercise: Option<usize>,
    weight: Option<(usize, Option<MassUnit>)>,
    unit: Option<usize>,
    reps: Option<usize>,
    seconds: Option<usize>,
    rpe: Option<usize>,
    rir: Option<usize>,
    kind: Option<usize>,
}

impl Columns {
    fn read(header: &StringRecord) -> Self {
        let mut columns = Self::default();
        for (index, name) in header.iter().enumerate() {
            let at = Some(index);
            match name.trim_start_matches('\u{FEFF}').trim().to_lowercase().as_str() {
                "date" | "start_time" | "дата" => columns.date = columns.date.or(at),
                "exercise" | "exercise name" | "exercise_title" | "упражнение" => {
                    columns.exercise = at;
                }
                "weight" | "вес" => columns.weight = Some((index, None)),
                "weight_kg" => columns.weight = Some((index, Some(MassUnit::Kg))),
                "weight_lbs" => columns.weight = Some((index, Some(MassUnit::Lb))),
                "unit" => columns.unit = at,
                "reps" | "повторы" => columns.reps = at,
                "seconds" | "duration_seconds" | "секунды" => columns.seconds = at,
                "rpe" => columns.rpe = at,
                "rir" => columns.rir = at,
                "set_type" | "set type" | "тип" => columns.kind = at,
                _ => (),
            }
        }
        columns
    }
}

/// Reads it; the header counts as the first line.
pub(super) fn read(text: &str, book: &mut Book<'_>) -> Result<(), Failure> {
    let header = text.lines().next().unwrap_or_default();
    let delimiter = if header.matches(';').count() > header.matches(',').count() { b';' } else { b',' };
    let mut reader = ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
    let columns = Columns::read(reader.headers().map_err(|error| malformed(1, error))?);
    let (Some(date), Some(exercise), true) =
        (columns.date, columns.exercise, columns.reps.is_some() || columns.seconds.is_some())
    else {
        return Err(malformed(
            1,
            "the header lacks a column: date, exercise, and reps or seconds are needed",
        ));
    };
    for (index, row) in reader.records().enumerate() {
        let line = index + 2;
        let row = row.map_err(|error| malformed(line, error))?;
        if row.iter().any(|cell| cell.trim().eq_ignore_ascii_case("rest timer")) {
            book.history.rest_rows += 1;
            continue;
        }
        book.history.lines += 1;
        let shown = row.iter().collect::<Vec<_>>().join(",");
        let read = book
            .date(row.get(date).unwrap_or_default())
            .and_then(|date| Ok((date, figures(&row, &columns)?.read(book.reading.unit)?)));
        match read {
            Ok((date, set)) => {
                let name = book.exercise(line, row.get(exercise).unwrap_or_default());
                book.add(date, None, name, &[set]);
            }
            Err(code) => book.reject(line, code, &shown),
        }
    }
    Ok(())
}

fn figures(row: &StringRecord, columns: &Columns) -> Result<Figures, LineCode> {
    let cell = |at: Option<usize>| at.and_then(|at| row.get(at)).map_or("", str::trim);
    let number = |at: Option<usize>| match cell(at) {
        "" => Ok(None),
        text => text.replace(',', ".").parse::<f64>().map(Some).map_err(|_| LineCode::BadNumber),
    };
    let told = match cell(columns.unit).to_lowercase().as_str() {
        "kg" | "kgs" | "кг" => Some(MassUnit::Kg),
        "lb" | "lbs" => Some(MassUnit::Lb),
        _ => None,
    };
    let (weight, named) = columns.weight.unzip();
    Ok(Figures {
        weight: number(weight)?,
        unit: named.flatten().or(told),
        reps: number(columns.reps)?,
        seconds: number(columns.seconds)?,
        rpe: number(columns.rpe)?,
        rir: number(columns.rir)?,
        kind: cell(columns.kind).to_owned(),
    })
}
