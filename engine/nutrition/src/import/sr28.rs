//! USDA SR28 in its abbreviated form: one table, a food per row, amounts of 100 g (MF-5).

use std::{io::Read, iter};

use domain::{
    food::{Food, FoodSourceKind, Name},
    law::Valid,
    nutrient::Nutrient,
    quantity::Amount,
};

use super::{
    draft::{Draft, Label},
    group::{self, nature},
    number::Scale,
    report::Entry,
    table::{Broken, Column, Row, Table},
};
use crate::warning::{Warning, WarningCode};

/// The columns that every food needs.
const REQUIRED: [&str; 6] = ["NDB_No", "Shrt_Desc", "Energ_Kcal", "Protein", "Lipid_Tot", "Carbohydrt"];

/// The column of each nutrient; all of them hold our units. Fatty acids follow from `FA_Poly` (ND-4).
#[rustfmt::skip]
const NUTRIENTS: [(Nutrient, &str); 32] = [
    (Nutrient::Calories, "Energ_Kcal"), (Nutrient::Protein, "Protein"), (Nutrient::Fat, "Lipid_Tot"),
    (Nutrient::Carbs, "Carbohydrt"), (Nutrient::VitaminA, "Vit_A_RAE"), (Nutrient::VitaminC, "Vit_C"),
    (Nutrient::VitaminD, "Vit_D_IU"), (Nutrient::VitaminE, "Vit_E"), (Nutrient::VitaminK, "Vit_K"),
    (Nutrient::Thiamine, "Thiamin"), (Nutrient::Riboflavin, "Riboflavin"), (Nutrient::Niacin, "Niacin"),
    (Nutrient::PantothenicAcid, "Panto_Acid"), (Nutrient::Pyridoxine, "Vit_B6"), (Nutrient::Cobalamin, "Vit_B12"),
    (Nutrient::Folate, "Folate_DFE"), (Nutrient::Calcium, "Calcium"), (Nutrient::Copper, "Copper"),
    (Nutrient::Iron, "Iron"), (Nutrient::Magnesium, "Magnesium"), (Nutrient::Manganese, "Manganese"),
    (Nutrient::Phosphorus, "Phosphorus"), (Nutrient::Potassium, "Potassium"), (Nutrient::Selenium, "Selenium"),
    (Nutrient::Sodium, "Sodium"), (Nutrient::Zinc, "Zinc"), (Nutrient::Fiber, "Fiber_TD"),
    (Nutrient::Retinol, "Retinol"), (Nutrient::FolicAcid, "Folic_Acid"), (Nutrient::SaturatedFat, "FA_Sat"),
    (Nutrient::Sugar, "Sugar_Tot"), (Nutrient::Cholesterol, "Cholestrl"),
];

const POLYUNSATURATED: &str = "FA_Poly";
const PORTIONS: [(&str, &str); 2] = [("GmWt_1", "GmWt_Desc1"), ("GmWt_2", "GmWt_Desc2")];

/// The foods of the table, row by row. An empty cell is unknown.
pub fn read(source: impl Read) -> impl Iterator<Item = Entry<Valid<Food>>> {
    let (mut sr28, mut remark) = match Sr28::open(source) {
        Ok(sr28) => {
            let remark = sr28.missing_columns();
            (Some(sr28), remark)
        }
        Err(found) => (None, Some(Entry::unreadable(0, found, "the table of SR28 abbreviated in CSV"))),
    };
    iter::from_fn(move || remark.take().or_else(|| next(&mut sr28)))
}

fn next<R: Read>(sr28: &mut Option<Sr28<R>>) -> Option<Entry<Valid<Food>>> {
    match sr28.as_mut()?.table.next_row()? {
        Ok(row) => sr28.as_ref().map(|sr28| sr28.food(&row)),
        Err(Broken { line, is_last, error }) => {
            if is_last {
                *sr28 = None;
            }
            Some(Entry::unreadable(line, error, "a row of the table"))
        }
    }
}

struct Sr28<R> {
    table: Table<R>,
    columns: Columns,
}

struct Columns {
    number: Column,
    name: Column,
    nutrients: Vec<(Nutrient, usize)>,
    polyunsaturated: Column,
    portions: [(Column, Column); 2],
}

impl Columns {
    fn of<R: Read>(table: &Table<R>) -> Self {
        let nutrients =
            NUTRIENTS.iter().filter_map(|(nutrient, name)| Some((*nutrient, table.column(name)?)));
        Self {
            number: table.column("NDB_No"),
            name: table.column("Shrt_Desc"),
            nutrients: nutrients.collect(),
            polyunsaturated: table.column(POLYUNSATURATED),
            portions: PORTIONS.map(|(mass, text)| (table.column(mass), table.column(text))),
        }
    }
}

impl<R: Read> Sr28<R> {
    fn open(source: R) -> Result<Self, String> {
        let table = Table::open(source).map_err(|error| error.to_string())?;
        let is_missing = |name: &&str| table.column(name).is_none();
        let missing: Vec<&str> = REQUIRED.into_iter().filter(is_missing).collect();
        if !missing.is_empty() {
            return Err(format!("no column {}", missing.join(", ")));
        }
        let columns = Columns::of(&table);
        Ok(Self { table, columns })
    }

    /// A remark about nutrients that the table does not tell of any food.
    fn missing_columns(&self) -> Option<Entry<Valid<Food>>> {
        let mut remark = Entry::new(0, "");
        let names = NUTRIENTS.into_iter().map(|(_, name)| name).chain([POLYUNSATURATED]);
        for name in names.filter(|name| self.table.column(name).is_none()) {
            remark.notice("", Warning::new(WarningCode::ColumnMissing).fact("column", name));
        }
        Some(remark).filter(|remark| !remark.notices.is_empty())
    }

    fn food(&self, row: &Row) -> Entry<Valid<Food>> {
        let number = row.text(self.columns.number);
        let mut draft = Draft::new(row.line, number.as_ref());
        for &(nutrient, column) in &self.columns.nutrients {
            let text = row.text(Some(column));
            if !text.is_empty() {
                draft.set(nutrient, &self.pointer(column), &text, Scale::ONE);
            }
        }
        let name = row.text(self.columns.name);
        let ndb = number.parse().unwrap_or(0);
        let nature = nature(Some(group::of_ndb(ndb)), &name);
        if let Some((_, total)) = self.number(row, self.columns.polyunsaturated, &mut draft) {
            draft.split_fat(ndb, nature, total);
        }
        for (mass, text) in self.columns.portions {
            if let Some((pointer, grams)) = self.number(row, mass, &mut draft) {
                draft.portions.add(&pointer, &row.text(text), grams);
            }
        }
        let label = Label {
            kind: FoodSourceKind::UsdaSr28,
            key: format!("sr28_{number:0>5}"),
            number: number.trim_start_matches('0').to_owned(),
            name: Name { en: readable(&name), ru: None },
            fat_source: nature.fat_source,
            shop_section: nature.shop_section,
            allergens: None,
            barcode: None,
        };
        draft.finish(label)
    }

    /// The number in a cell that is not empty, and where it stands.
    fn number(&self, row: &Row, column: Column, draft: &mut Draft) -> Option<(String, Amount)> {
        let text = row.text(column);
        let pointer = self.pointer(column.filter(|_| !text.is_empty())?);
        let number = draft.read(&pointer, &text, Scale::ONE)?;
        Some((pointer, number))
    }

    fn pointer(&self, column: usize) -> String {
        format!("/{}", self.table.title(column))
    }
}

/// `KALE,RAW` as people write it: `Kale, raw`. A name with small letters is one already.
fn readable(name: &str) -> String {
    if name.contains(char::is_lowercase) {
        return name.to_owned();
    }
    let mut small = name.to_lowercase().replace(',', ", ");
    if let Some(first) = small.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}
