//! FDC as JSON: a food as the API answers, a list of them, or a whole download (MF-5).

use domain::{food::Food, law::Valid};
use serde::Deserialize;

use super::{Stated, StatedPortion, Statement, is_read};
use crate::import::{group, number::Cell, report::Entry};

/// The foods of a document in its order; the row is the place among them.
pub fn read_json(text: &str) -> impl Iterator<Item = Entry<Valid<Food>>> {
    let (foods, unreadable) = match parse(text.trim_start_matches('\u{feff}')) {
        Ok(foods) => (foods, None),
        Err(error) => (Vec::new(), Some(Entry::unreadable(0, error, "foods of FoodData Central as JSON"))),
    };
    unreadable.into_iter().chain((1..).zip(foods).map(|(row, food)| food.statement().food(row)))
}

fn parse(text: &str) -> serde_json::Result<Vec<JsonFood<'_>>> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text);
    }
    match serde_json::from_str::<Download<'_>>(text)?.foods {
        Some(foods) => Ok(foods),
        None => Ok(vec![serde_json::from_str(text)?]),
    }
}

/// A download, or the answer to a search.
#[derive(Deserialize)]
struct Download<'a> {
    #[serde(
        borrow,
        alias = "FoundationFoods",
        alias = "SRLegacyFoods",
        alias = "SurveyFoods",
        alias = "BrandedFoods"
    )]
    foods: Option<Vec<JsonFood<'a>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct JsonFood<'a> {
    #[serde(borrow)]
    fdc_id: Cell<'a>,
    description: Cell<'a>,
    food_category: Option<Category<'a>>,
    gtin_upc: Cell<'a>,
    food_nutrients: Vec<JsonNutrient<'a>>,
    food_portions: Vec<JsonPortion<'a>>,
    serving_size: Cell<'a>,
    serving_size_unit: Cell<'a>,
}

/// The food group, or in a search its name alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum Category<'a> {
    Group {
        #[serde(borrow, default)]
        code: Cell<'a>,
        #[serde(default)]
        description: Cell<'a>,
    },
    Name(Cell<'a>),
}

/// `{nutrient: {id}, amount}`, or in a search `{nutrientId, value}`.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct JsonNutrient<'a> {
    #[serde(borrow)]
    nutrient: NutrientId<'a>,
    nutrient_id: Cell<'a>,
    amount: Cell<'a>,
    value: Cell<'a>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct NutrientId<'a> {
    #[serde(borrow)]
    id: Cell<'a>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct JsonPortion<'a> {
    #[serde(borrow)]
    amount: Cell<'a>,
    measure_unit: MeasureUnit<'a>,
    modifier: Cell<'a>,
    portion_description: Cell<'a>,
    gram_weight: Cell<'a>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct MeasureUnit<'a> {
    #[serde(borrow)]
    name: Cell<'a>,
}

impl JsonFood<'_> {
    fn statement(&self) -> Statement {
        let owned = |cell: &Cell<'_>| cell.text().unwrap_or_default().to_owned();
        let group = self.food_category.as_ref().and_then(|category| match category {
            Category::Group { code, description } => {
                code.text().and_then(group::of_text).or_else(|| description.text().and_then(group::of_text))
            }
            Category::Name(name) => name.text().and_then(group::of_text),
        });
        let nutrients = self.food_nutrients.iter().enumerate();
        let portions = self.food_portions.iter().enumerate();
        Statement {
            id: owned(&self.fdc_id),
            description: owned(&self.description),
            group,
            gtin: self.gtin_upc.text().map(str::to_owned),
            nutrients: nutrients.filter_map(|(index, nutrient)| nutrient.stated(index)).collect(),
            portions: portions.map(|(index, portion)| portion.stated(index)).chain(self.serving()).collect(),
        }
    }

    /// The serving of a branded food, if it is weighed.
    fn serving(&self) -> Option<StatedPortion> {
        let is_weighed = self.serving_size_unit.text().is_some_and(|unit| ["g", "G", "GRM"].contains(&unit));
        let grams = self.serving_size.text().filter(|_| is_weighed)?.to_owned();
        let (pointer, text) = ("/servingSize".to_owned(), "serving".to_owned());
        Some(StatedPortion { pointer, amount: "1".to_owned(), text, grams })
    }
}

impl JsonNutrient<'_> {
    fn stated(&self, index: usize) -> Option<(u32, Stated)> {
        let id = self.nutrient.id.text().or_else(|| self.nutrient_id.text())?;
        let id = id.parse().ok().filter(|id| is_read(*id))?;
        let (field, text) = match (self.amount.text(), self.value.text()) {
            (Some(amount), _) => ("amount", amount),
            (None, value) => ("value", value?),
        };
        Some((id, Stated { pointer: format!("/foodNutrients/{index}/{field}"), text: text.to_owned() }))
    }
}

impl JsonPortion<'_> {
    fn stated(&self, index: usize) -> StatedPortion {
        let text = |cell: &Cell<'_>| cell.text().unwrap_or_default().to_owned();
        let (unit, modifier) = (text(&self.measure_unit.name), text(&self.modifier));
        StatedPortion {
            pointer: format!("/foodPortions/{index}/gramWeight"),
            amount: text(&self.amount),
            text: StatedPortion::text(&unit, &modifier, &text(&self.portion_description)),
            grams: text(&self.gram_weight),
        }
    }
}
