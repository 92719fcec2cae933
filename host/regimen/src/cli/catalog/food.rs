//! Foods of the catalogue: lists and cards.

use domain::{food::Food, nutrient::Nutrient, voice::Locale};

use super::{
    super::{
        Ctx,
        page::{Reader, section},
        table::{Column, Table},
    },
    facts, nutrients, shipped, title,
};
use crate::{meal_reader::called, problem::Problem, service::catalog as service};

pub(super) fn list(ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let foods = service::foods();
    ctx.output.show(&foods, |lang| {
        let page = shipped(lang);
        let mut columns = [Column::Right; 6];
        columns[..2].copy_from_slice(&[Column::Left, Column::Rest]);
        let mut table = Table::new(columns);
        table.row(page.texts([
            "catalog-column-key",
            "catalog-column-name",
            "catalog-column-kcal",
            "catalog-column-protein",
            "catalog-column-fat",
            "catalog-column-carbs",
        ]));
        for food in &foods {
            let [kcal, protein, fat, carbs] =
                [Nutrient::Calories, Nutrient::Protein, Nutrient::Fat, Nutrient::Carbs]
                    .map(|nutrient| nutrients::whole(&food.per_100g, nutrient));
            table.row([food.id.to_string(), name(food, &page).to_owned(), kcal, protein, fat, carbs]);
        }
        let count = page.text_with("catalog-foods", [("count", foods.len().into())]);
        format!("{table}\n{count}\n")
    })
}

fn name<'f>(food: &'f Food, page: &Reader<'_>) -> &'f str {
    called(&food.name, page.locale())
}

/// Everything that is known about a food.
pub(super) fn card(food: &Food, page: &Reader<'_>) -> String {
    let is_cyrillic = |text: &&String| text.chars().any(|letter| ('а'..='я').contains(&letter));
    let others = food.aliases.iter().filter(|alias| is_cyrillic(alias) == (page.locale() == Locale::Ru));
    let others = others.map(String::as_str).collect::<Vec<_>>().join(", ");
    let allergens = food.allergens.as_ref().map(|classes| nutrients::allergens(classes, page));
    let number = food.source.reference.as_deref();
    let source = number.map(|number| page.text_with("catalog-source-sr28", [("number", number.into())]));
    let rows = [
        ("catalog-also", others),
        ("catalog-allergens", allergens.unwrap_or_default()),
        ("catalog-estimated", page.words("nutrient", &food.estimated)),
        ("catalog-source", source.unwrap_or_default()),
    ];
    [
        title(name(food, page), food.id.as_str()),
        facts(rows, page),
        section(&page.text("catalog-nutrition-100g"), &nutrients::table(&food.per_100g, page)),
    ]
    .concat()
}
