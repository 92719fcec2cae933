//! What a plan brings of what its days need (MV-4), as bars side by side.

use domain::nutrient::Decimal;
use nutrition::outcome::{FloorState, MealResult};

use crate::{
    cli::{
        page,
        table::{Column, Table, paragraph},
    },
    meal_reader::MealReader,
};

/// Length of the bar of a floor that is reached.
const BAR: i64 = 10;

/// The floors with their shares; nothing if there is none.
pub(super) fn section(result: &MealResult, page: &MealReader<'_>) -> String {
    let days = page.problem.days;
    let heading = page.text_with("meals-floors", [("days", days.into())]);
    let is_met = result.floors.iter().all(|floor| floor.met);
    let note = match days {
        _ if is_met => String::new(),
        1 => paragraph(&page.text("meals-floors-single"), 2),
        _ => paragraph(&page.text("meals-floors-note"), 2),
    };
    page::section(&heading, &(table(&result.floors, page) + &note))
}

/// Two columns, to be read downwards.
fn table(floors: &[FloorState], page: &MealReader<'_>) -> String {
    let half = floors.len().div_ceil(2);
    let (left, right) = floors.split_at(half);
    let [indent, text, number] = [Column::Left, Column::Left, Column::Right];
    let mut table = Table::new([indent, text, text, number, text, indent, text, text, number, text]);
    for (index, floor) in left.iter().enumerate() {
        let mut cells = cells(Some(floor), page).into_iter().chain(cells(right.get(index), page));
        table.row(std::array::from_fn(|_| cells.next().unwrap_or_default()));
    }
    table.to_string()
}

/// Indent, name, bar, share, mark.
fn cells(floor: Option<&FloorState>, page: &MealReader<'_>) -> [String; 5] {
    let Some(floor) = floor else { return [const { String::new() }; 5] };
    let (Decimal(achieved), Decimal(required)) = (floor.achieved, floor.required);
    let share = |of: i64| i128::from(achieved.0) * i128::from(of) / i128::from(required.0.max(1));
    let filled = if required.0 == 0 { BAR.into() } else { share(BAR).min(BAR.into()) };
    let bar = (0..i128::from(BAR)).map(|at| if at < filled { '█' } else { '░' }).collect();
    let percent = if required.0 == 0 { "–".to_owned() } else { format!("{} %", share(100)) };
    let mark = if floor.met { "" } else { "!" };
    [String::new(), page.nutrient(floor.nutrient), bar, percent, mark.to_owned()]
}
