//! Targets as a page: what a day needs, how that was derived, and the vitamins and minerals.

use domain::{
    nutrient::{Decimal, Direction},
    quantity::{Amount, div_half_up},
    reason::Fact,
};
use nutrition::target::{Targets, micronutrient::NutrientTarget, step::Step};

use crate::{
    cli::{
        page::section,
        table::{Column, Table, paragraph},
        words::Words,
    },
    texts::text,
};

/// The page of targets.
pub(super) fn page(targets: &Targets, words: &Words) -> String {
    let ceiling =
        targets.max_daily_calories.map(|kcal| words.text_with("targets-ceiling", [("kcal", whole(kcal))]));
    let warnings = targets.warnings.iter().map(|warning| {
        let words = text(words.locale(), &format!("warning-{}", warning.code), &warning.facts);
        paragraph(&words, 2)
    });
    [
        paragraph(&title(targets, words), 0),
        ceiling.map_or_else(String::new, |ceiling| paragraph(&ceiling, 0)),
        section(
            &words.text("targets-steps"),
            &targets.steps.iter().map(|step| step_line(step, words)).collect::<String>(),
        ),
        section(&words.text("targets-days"), &days(targets, words)),
        section(&words.text("targets-nutrients"), &nutrients(&targets.micronutrients, words)),
        section(&words.text("session-warnings"), &warnings.collect::<String>()),
    ]
    .concat()
}

fn title(targets: &Targets, words: &Words) -> String {
    let [fat_min, fat_max] = targets.daily_fat_g;
    let facts = [
        ("kcal", whole(targets.daily_calories)),
        ("protein", whole(targets.daily_protein_g)),
        ("fat_min", whole(fat_min)),
        ("fat_max", whole(fat_max)),
        ("carbs", whole(targets.daily_carbs_g)),
    ];
    words.text_with("targets-title", facts)
}

fn whole(Decimal(Amount(amount)): Decimal) -> Fact {
    Fact::from(div_half_up(amount, Amount::UNIT))
}

/// A step with its numbers as the reader writes them.
fn step_line(step: &Step, words: &Words) -> String {
    let facts = step.facts().into_iter().map(|(name, fact)| {
        let shown = match fact {
            Fact::Text(number) => Fact::from(words.number(number)),
            other => other,
        };
        (name, shown)
    });
    paragraph(&text(words.locale(), &step.text_id(), &facts.collect()), 2)
}

/// NT-5: what single days need instead.
fn days(targets: &Targets, words: &Words) -> String {
    let mut table = Table::new([Column::Left, Column::Left, Column::Right, Column::Right]);
    if !targets.day_targets.is_empty() {
        table.row(words.texts(["", "", "meals-column-kcal", "meals-column-carbs-g"]));
    }
    for (day, target) in &targets.day_targets {
        let number = |decimal| words.fact(whole(decimal));
        table.row([
            String::new(),
            words.text_with("meals-day", [("day", u32::from(*day).into())]),
            number(target.daily_calories),
            number(target.daily_carbs_g),
        ]);
    }
    table.to_string()
}

fn nutrients(targets: &[NutrientTarget], words: &Words) -> String {
    let mut table = Table::new([Column::Left, Column::Left, Column::Rest]);
    for target in targets {
        table.row([String::new(), words.word("nutrient", target.nutrient), bound(target, words)]);
    }
    table.to_string()
}

/// What is asked of a nutrient, with its unit.
fn bound(target: &NutrientTarget, words: &Words) -> String {
    let Decimal(amount) = target.target;
    let unit = format!("unit-{}", target.nutrient.unit());
    let amount = words.text_with(&unit, [("amount", words.number(amount).into())]);
    let id = match target.direction {
        Direction::Floor => "targets-floor",
        Direction::Ceiling => "targets-ceiling-of",
        Direction::Range => "targets-range",
        Direction::Info => "targets-info",
    };
    let mut bound = words.text_with(id, [("amount", amount.into())]);
    if target.fraction_milli < 1000 {
        let percent = Fact::from(target.fraction_milli / 10);
        bound = words.text_with("targets-fraction", [("bound", bound.into()), ("percent", percent)]);
    }
    if target.advisory {
        bound = words.text_with("targets-advisory", [("bound", bound.into())]);
    }
    bound
}
