//! `/meals/targets`: what a day needs, how that was derived, and numbers of one's own (NT-1..NT-6).

use askama::Template;
use domain::{
    nutrient::{Decimal, Direction},
    reason::Fact,
    time::add_days,
};
use nutrition::target::{Targets, input::Brought, micronutrient::NutrientTarget, step::Step};

use super::plate::{short_day, whole};
use crate::{
    api::endpoint::Input,
    meal_reader::amount,
    problem::Problem,
    reader::{Reader, capital},
    service::eating::setting,
    texts::text,
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "meals/targets.html")]
struct Page<'a> {
    at: &'a Visit,
    targets: Option<Shown>,
}

struct Shown {
    macros: Vec<(String, String)>,
    ceiling: Option<String>,
    /// How it came about, with the rules.
    steps: Vec<(String, String)>,
    /// Days that differ: day, energy, carbs.
    days: Vec<(String, String, String)>,
    /// Nutrient, what is asked.
    micros: Vec<(String, String)>,
    warnings: Vec<String>,
    /// What the athlete brought: field, label, value.
    own: Vec<(&'static str, &'static str, String)>,
    is_own: bool,
}

/// What is needed; who has not said who they are is sent there first.
pub(super) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let targets = match &at.profile.nutrition {
        Some(told) => {
            let (_, targets) = setting::targets(at.app(), &at.caller).await?;
            Some(Shown::of(&targets, &told.brought, &at))
        }
        None => None,
    };
    html(&Page { targets, at: &at })
}

impl Shown {
    fn of(targets: &Targets, brought: &Brought, at: &Visit) -> Self {
        let reader = at.reader();
        let [fat_min, fat_max] = targets.daily_fat_g;
        let unit = |id: &str, text: String| reader.text_with(id, [("amount", text.into())]);
        let day = |(day, target): (&u8, &nutrition::target::DayTarget)| {
            (
                short_day(add_days(at.today, i64::from(*day) - 1), &reader),
                unit("unit-kcal", whole(target.daily_calories.0)),
                unit("unit-g", whole(target.daily_carbs_g.0)),
            )
        };
        Self {
            macros: [
                ("calories", unit("unit-kcal", whole(targets.daily_calories.0))),
                ("protein_g", unit("unit-g", whole(targets.daily_protein_g.0))),
                ("fat_g", unit("unit-g", format!("{}–{}", whole(fat_min.0), whole(fat_max.0)))),
                ("carbs_g", unit("unit-g", whole(targets.daily_carbs_g.0))),
            ]
            .map(|(name, amount)| (capital(&reader.word("nutrient", name)), amount))
            .into(),
            ceiling: targets
                .max_daily_calories
                .map(|kcal| reader.text_with("targets-ceiling", [("kcal", whole(kcal.0).into())])),
            steps: targets.steps.iter().map(|step| told(step, &reader)).collect(),
            days: targets.day_targets.iter().map(day).collect(),
            micros: targets.micronutrients.iter().map(|target| asked(target, &reader)).collect(),
            warnings: targets
                .warnings
                .iter()
                .map(|one| text(reader.locale(), &format!("warning-{}", one.code), &one.facts))
                .collect(),
            own: own(brought, &reader),
            is_own: *brought != Brought::default(),
        }
    }
}

/// A step with its numbers as the reader writes them, and its rule.
fn told(step: &Step, reader: &Reader<'_>) -> (String, String) {
    let facts = step.facts().into_iter().map(|(name, fact)| match fact {
        Fact::Text(number) => (name, Fact::from(reader.number(number))),
        other => (name, other),
    });
    (capital(&text(reader.locale(), &step.text_id(), &facts.collect())), step.spec.to_string())
}

/// What is asked of a nutrient.
fn asked(target: &NutrientTarget, reader: &Reader<'_>) -> (String, String) {
    let id = match target.direction {
        Direction::Floor => "targets-floor",
        Direction::Ceiling => "targets-ceiling-of",
        Direction::Range => "targets-range",
        Direction::Info => "targets-info",
    };
    let mut bound =
        reader.text_with(id, [("amount", amount(target.nutrient, target.target.0, reader).into())]);
    if target.fraction_milli < 1000 {
        let percent = Fact::from(target.fraction_milli / 10);
        bound = reader.text_with("targets-fraction", [("bound", bound.into()), ("percent", percent)]);
    }
    if target.advisory {
        bound = reader.text_with("targets-advisory", [("bound", bound.into())]);
    }
    (capital(&reader.word("nutrient", target.nutrient)), bound)
}

fn own(brought: &Brought, reader: &Reader<'_>) -> Vec<(&'static str, &'static str, String)> {
    let shown = |value: Option<Decimal>| value.map(|value| reader.number(value.0)).unwrap_or_default();
    let fat = |place: usize| shown(brought.daily_fat_g.map(|fat| fat[place]));
    vec![
        ("daily_calories", "web-meals-kcal", shown(brought.daily_calories)),
        ("daily_protein_g", "web-meals-protein-g", shown(brought.daily_protein_g)),
        ("daily_fat_g.0", "web-meals-fat-least", fat(0)),
        ("daily_fat_g.1", "web-meals-fat-most", fat(1)),
        ("daily_carbs_g", "web-meals-carbs-g", shown(brought.daily_carbs_g)),
        ("max_daily_calories", "web-meals-kcal-most", shown(brought.max_daily_calories)),
    ]
}
