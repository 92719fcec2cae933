//! `regimen diary`: what was eaten beside the plan (ML-2).

use domain::{
    meal_plan::Intake,
    nutrient::{Nutrient, Nutrients},
    quantity::{Amount, div_half_up},
    time::{DateSpan, add_days},
};
use serde_json::json;
use uuid::Uuid;

use super::{
    Ctx,
    on_store::Who,
    pantry::milligrams,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::Problem,
    service::eating::{
        log::{self, Entered, Noted},
        view,
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen diary                                        the last seven days
  regimen diary add banana 120                         grams
  regimen diary add egg 2 --unit large                 portions
  regimen diary add 4006381333931 30                   by barcode
  regimen diary add --kcal 250 --protein 12 --date yesterday
  regimen diary strike 0198c0de-0000-7000-8000-000000000001";

/// Write down what was eaten beside the plan
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    who: Who,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// List the last seven days
    #[command(after_help = "Examples:\n  regimen diary list")]
    List,
    /// Add a food, or numbers alone
    #[command(
        after_help = "Examples:\n  regimen diary add banana 120\n  regimen diary add --kcal 250 --protein 12"
    )]
    Add(Box<Add>),
    /// Strike out what was written down by mistake
    #[command(after_help = "Examples:\n  regimen diary strike 0198c0de-0000-7000-8000-000000000001")]
    Strike {
        /// The entry: its id in the list
        id: Uuid,
    },
}

#[derive(Debug, clap::Args)]
struct Add {
    /// Food: name, key or barcode
    #[arg(required_unless_present = "kcal", requires = "amount")]
    food: Option<String>,
    /// Grams, or portions with --unit
    amount: Option<String>,
    /// Portion of the food, such as piece, cup or slice
    #[arg(long, requires = "food")]
    unit: Option<String>,
    /// Energy, where the food is not known
    #[arg(long, value_name = "KCAL", conflicts_with = "food")]
    kcal: Option<String>,
    /// Grams of protein
    #[arg(long, value_name = "G", requires = "kcal")]
    protein: Option<String>,
    /// Grams of fat
    #[arg(long, value_name = "G", requires = "kcal")]
    fat: Option<String>,
    /// Grams of carbs
    #[arg(long, value_name = "G", requires = "kcal")]
    carbs: Option<String>,
    /// Day; today if it is not given
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    match &args.verb {
        None | Some(Verb::List) => {
            let entries = ctx.for_athlete(&args.who, async |app, caller| {
                let to = view::find_day(app, caller, None).await?;
                log::diary(app, caller, DateSpan { from: add_days(to, -6), to }).await
            })?;
            ctx.output.show(&entries, |lang| page(&entries, &Words::new(lang)))
        }
        Some(Verb::Add(add)) => {
            let what = add.entered()?;
            let entry = ctx.for_athlete(&args.who, async |app, caller| {
                let date = view::find_day(app, caller, add.date.as_deref()).await?;
                log::enter_diary(app, caller, date, what).await
            })?;
            ctx.output.show(&entry, |lang| page(std::slice::from_ref(&entry), &Words::new(lang)))
        }
        Some(Verb::Strike { id }) => {
            ctx.for_athlete(&args.who, async |app, caller| log::strike(app, caller, *id).await)?;
            ctx.output.show(&json!({ "struck": id }), |lang| Words::new(lang).text("diary-struck") + "\n")
        }
    }
}

impl Add {
    fn entered(&self) -> Result<Entered, Problem> {
        let (Some(food), Some(amount)) = (&self.food, &self.amount) else {
            let numbers = [
                (Nutrient::Calories, &self.kcal),
                (Nutrient::Protein, &self.protein),
                (Nutrient::Fat, &self.fat),
                (Nutrient::Carbs, &self.carbs),
            ];
            let mut facts = Nutrients::UNKNOWN;
            for (nutrient, text) in numbers {
                if let Some(text) = text {
                    facts.set(nutrient, Some(number(text)?));
                }
            }
            return Ok(Entered::Facts(Box::new(facts)));
        };
        let Some(unit) = &self.unit else { return Ok(Entered::Mass(food.clone(), milligrams(amount)?)) };
        let quantity = domain::recipe::Quantity::try_from(domain::nutrient::Decimal(number(amount)?));
        let unit = unit.parse().map_err(|_| bad("unit", unit, "a unit like piece, cup or slice"))?;
        let quantity = quantity.map_err(|_| bad("amount", amount, "a number like 2 or 0.5"))?;
        Ok(Entered::Portion(food.clone(), quantity, unit))
    }
}

fn number(text: &str) -> Result<Amount, Problem> {
    let read = Amount::parse(&text.replace(',', ".")).ok().filter(|amount| *amount >= Amount(0));
    read.ok_or_else(|| bad("amount", text, "a number like 250"))
}

fn bad(field: &str, found: &str, expected: &str) -> Problem {
    domain::law::Invalid::of(domain::error::ErrorCode::BadValue, field, found, expected).into()
}

fn page(entries: &[Noted], words: &Words) -> String {
    if entries.is_empty() {
        return paragraph(&words.text("diary-empty"), 0);
    }
    let mut table = Table::new([Column::Left, Column::Rest, Column::Right]);
    for Noted { id, entry } in entries {
        let (what, amount) = match &entry.intake {
            Intake::Mass(food) => {
                let grams = div_half_up(food.mg.0, 1000).to_string();
                (food.food_id.to_string(), words.text_with("amount-g", [("quantity", grams.into())]))
            }
            Intake::Portion { food_id, unit, quantity } => {
                (food_id.to_string(), format!("{} {unit}", words.number(quantity)))
            }
            Intake::Facts(facts) => {
                let kcal = facts.get(Nutrient::Calories).unwrap_or_default();
                let shown = div_half_up(kcal.0, Amount::UNIT).to_string();
                ("–".to_owned(), words.text_with("unit-kcal", [("amount", shown.into())]))
            }
        };
        table.row([entry.date.to_string(), what, amount]);
        table.note(1, id.to_string());
    }
    table.to_string()
}
