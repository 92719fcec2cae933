//! FDC as the CSV tables of a download: foods, their nutrients and their portions (MF-5).

use std::{collections::BTreeMap, io::Read};

use domain::{food::Food, law::Valid};

use super::{Stated, StatedPortion, Statement, is_read};
use crate::{
    import::{
        report::Entry,
        table::{Row, Table},
    },
    warning::{Warning, WarningCode},
};

/// The tables of a download by the names of their files.
pub struct Tables<R> {
    /// `food.csv`.
    pub food: R,
    /// `food_nutrient.csv`.
    pub food_nutrient: R,
    /// `food_portion.csv`; without it foods have no portions.
    pub food_portion: Option<R>,
    /// `measure_unit.csv`; without it portions are known by their descriptions alone.
    pub measure_unit: Option<R>,
}

/// Rows of `food.csv` that are foods; the others are samples from which foods were measured.
const FOODS: [&str; 5] =
    ["foundation_food", "sr_legacy_food", "survey_fndds_food", "branded_food", "experimental_food"];

/// The foods of a download in the order of `food.csv`; the row is the line there.
pub fn read_tables<R: Read>(tables: Tables<R>) -> impl Iterator<Item = Entry<Valid<Food>>> {
    let mut reader = Reader::default();
    reader.read_foods(tables.food);
    reader.read_nutrients(tables.food_nutrient);
    if let Some(units) = tables.measure_unit {
        reader.read_units(units);
    }
    if let Some(portions) = tables.food_portion {
        reader.read_portions(portions);
    }
    let Reader { mut foods, mut order, remarks, .. } = reader;
    order.sort_unstable();
    let food = move |(line, id): (u64, String)| match foods.remove(&id) {
        Some(statement) => statement.food(line),
        None => Entry::unreadable(line, format_args!("{id} again"), "each food once"),
    };
    remarks.into_iter().chain(order.into_iter().map(food))
}

#[derive(Default)]
struct Reader {
    foods: BTreeMap<String, Statement>,
    /// The line of each food.
    order: Vec<(u64, String)>,
    /// Names of measures by their ids.
    units: BTreeMap<String, String>,
    /// What is said about the tables as a whole.
    remarks: Vec<Entry<Valid<Food>>>,
}

impl Reader {
    fn read_foods<R: Read>(&mut self, source: R) {
        let mut samples: BTreeMap<String, u64> = BTreeMap::new();
        let columns = ["fdc_id", "data_type", "description", "food_category_id"];
        self.each("food.csv", source, columns, |reader, row, [id, kind, description, category]| {
            let (id, kind) = (row.text(id).into_owned(), row.text(kind));
            if !FOODS.contains(&kind.as_ref()) {
                *samples.entry(kind.into_owned()).or_default() += 1;
                return;
            }
            let description = row.text(description).into_owned();
            let group = row.text(category).parse().ok().and_then(group_of_category);
            reader.order.push((row.line, id.clone()));
            let statement = Statement { id: id.clone(), description, group, ..Statement::default() };
            reader.foods.entry(id).or_insert(statement);
        });
        for (kind, count) in samples {
            let mut remark = Entry::new(0, "");
            let warning = Warning::new(WarningCode::LeftOut).fact("found", format!("{kind}: {count}"));
            remark.notice("/food.csv/data_type", warning);
            self.remarks.push(remark);
        }
    }

    fn read_nutrients<R: Read>(&mut self, source: R) {
        const FILE: &str = "food_nutrient.csv";
        self.each(
            FILE,
            source,
            ["fdc_id", "nutrient_id", "amount"],
            |reader, row, [id, nutrient, amount]| {
                let Some(food) = reader.foods.get_mut(row.text(id).as_ref()) else { return };
                let nutrient = row.text(nutrient).parse().ok().filter(|nutrient| is_read(*nutrient));
                let text = row.text(amount);
                if let (Some(nutrient), false) = (nutrient, text.is_empty()) {
                    let pointer = format!("/{FILE}/{}/amount", row.line);
                    food.nutrients.insert(nutrient, Stated { pointer, text: text.into_owned() });
                }
            },
        );
    }

    fn read_units<R: Read>(&mut self, source: R) {
        self.each("measure_unit.csv", source, ["id", "name"], |reader, row, [id, name]| {
            reader.units.insert(row.text(id).into_owned(), row.text(name).into_owned());
        });
    }

    fn read_portions<R: Read>(&mut self, source: R) {
        const FILE: &str = "food_portion.csv";
        let columns =
            ["fdc_id", "amount", "measure_unit_id", "portion_description", "modifier", "gram_weight"];
        self.each(FILE, source, columns, |reader, row, [id, amount, unit, description, modifier, grams]| {
            let Some(food) = reader.foods.get_mut(row.text(id).as_ref()) else { return };
            let unit = reader.units.get(row.text(unit).as_ref()).map_or("", String::as_str);
            food.portions.push(StatedPortion {
                pointer: format!("/{FILE}/{}/gram_weight", row.line),
                amount: row.text(amount).into_owned(),
                text: StatedPortion::text(unit, &row.text(modifier), &row.text(description)),
                grams: row.text(grams).into_owned(),
            });
        });
    }

    /// Reads each row of a table that has these columns; what cannot be read is remarked.
    fn each<R: Read, const N: usize>(
        &mut self,
        file: &str,
        source: R,
        names: [&str; N],
        mut read: impl FnMut(&mut Self, &Row, [Option<usize>; N]),
    ) {
        let mut table = match Table::open(source) {
            Ok(table) => table,
            Err(error) => {
                let found = format_args!("{file}: {error}");
                return self.remarks.push(Entry::unreadable(0, found, "a table in CSV"));
            }
        };
        let columns = names.map(|name| table.column(name));
        let missing: Vec<&str> =
            names.iter().zip(columns).filter(|(_, at)| at.is_none()).map(|(name, _)| *name).collect();
        if !missing.is_empty() {
            let found = format_args!("{file}: no column {}", missing.join(", "));
            return self.remarks.push(Entry::unreadable(0, found, "the columns of FoodData Central"));
        }
        while let Some(row) = table.next_row() {
            match row {
                Ok(row) => read(self, &row, columns),
                Err(broken) => {
                    let found = format_args!("{file}, line {}: {}", broken.line, broken.error);
                    self.remarks.push(Entry::unreadable(0, found, "a row of the table"));
                    if broken.is_last {
                        break;
                    }
                }
            }
        }
    }
}

/// The food group of a category: the first are numbered alike.
const fn group_of_category(category: u32) -> Option<u32> {
    match category {
        1..=22 => Some(category),
        23 => Some(25),
        24 => Some(35),
        25 => Some(36),
        _ => None,
    }
}
