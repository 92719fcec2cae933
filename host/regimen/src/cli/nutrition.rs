//! `regimen nutrition`: who eats, and what not (NT-8).

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use domain::{
    nutrient::Decimal,
    quantity::{Amount, Grams},
    time::LocalDate,
};
use nutrition::{
    diet::Diet,
    profile::NutritionProfile,
    target::input::{LifeActivity, Sex, WeightGoal},
};
use serde_json::{Value, json};

use super::{Ctx, document::Source, meals::settled, on_store::Who, words::Words};
use crate::{
    problem::{INVALID_DOCUMENT, Problem},
    service::eating::setting::{self, Taste},
};

const EXAMPLES: &str = "\
Examples:
  regimen nutrition setup --sex female --born 1994-05-17 --height 168 \\
      --weight 62 --goal maintain
  regimen nutrition setup --profile me.yaml     everything, from a file
  regimen nutrition allergy peanut              also takes meals out of the plan
  regimen nutrition dislike mushrooms
  regimen nutrition                             what is known";

/// Say who eats, what for, and what not
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
    /// Answer five questions, or give a file with everything
    #[command(
        after_help = "Examples:\n  regimen nutrition setup --profile me.yaml\n  regimen nutrition setup --sex male --born 1990-01-31 --height 180 \\\n      --weight 80,5 --goal lose --exclude peanut --diet vegetarian"
    )]
    Setup(Box<Setup>),
    /// Exclude an allergen or a food that is not tolerated, with everything of its class
    #[command(after_help = "Examples:\n  regimen nutrition allergy peanut")]
    Allergy {
        /// Allergen or food
        term: String,
    },
    /// Exclude what is not wanted
    #[command(after_help = "Examples:\n  regimen nutrition dislike mushrooms")]
    Dislike {
        /// Food, or a word of its name
        term: String,
    },
    /// Prefer a food between equals
    #[command(after_help = "Examples:\n  regimen nutrition like salmon")]
    Like {
        /// Food
        term: String,
    },
    /// Take back what was said about a food
    #[command(after_help = "Examples:\n  regimen nutrition forget mushrooms")]
    Forget {
        /// Food
        term: String,
    },
}

#[derive(Debug, clap::Args)]
struct Setup {
    /// Profile, a YAML or JSON file; `regimen schema nutrition-profile` describes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sex", "born", "height", "weight", "goal"])]
    profile: Option<PathBuf>,
    /// For the formulas
    #[arg(long, required_unless_present = "profile", value_parser = PossibleValuesParser::new(Sex::WORDS))]
    sex: Option<String>,
    /// Date of birth
    #[arg(long, value_name = "DATE", required_unless_present = "profile")]
    born: Option<LocalDate>,
    /// In centimeters
    #[arg(long, value_name = "CM", required_unless_present = "profile")]
    height: Option<String>,
    /// In kilograms
    #[arg(long, value_name = "KG", required_unless_present = "profile")]
    weight: Option<String>,
    /// What the weight shall do
    #[arg(long, required_unless_present = "profile", value_parser = PossibleValuesParser::new(WeightGoal::WORDS))]
    goal: Option<String>,
    /// How the day is spent apart from training
    #[arg(long, value_parser = PossibleValuesParser::new(LifeActivity::WORDS))]
    activity: Option<String>,
    /// Allergen or food that is not tolerated; may be given several times
    #[arg(long, value_name = "TERM")]
    exclude: Vec<String>,
    /// Way of eating that every meal must suit; may be given several times
    #[arg(long, value_parser = PossibleValuesParser::new(Diet::WORDS))]
    diet: Vec<String>,
    /// Meals of a day as TIME or TIME/MEAL: `08:00/breakfast,13:00/lunch,19:00/dinner`
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    meals: Vec<String>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let taste = match &args.verb {
        None => {
            let (_, known) =
                ctx.for_athlete(&args.who, async |app, caller| setting::show(app, caller).await)?;
            return ctx.output.show(&known, |_| yaml(&known));
        }
        Some(Verb::Setup(setup)) => {
            let profile = setup.profile()?;
            let done = ctx.for_athlete(&args.who, async |app, caller| {
                setting::setup(app, caller, profile, None).await
            })?;
            return ctx.output.show(&done, |lang| settled(&done, &Words::new(lang)));
        }
        Some(Verb::Allergy { term }) => Taste::Allergy(term.clone()),
        Some(Verb::Dislike { term }) => Taste::Dislike(term.clone()),
        Some(Verb::Like { term }) => Taste::Like(term.clone()),
        Some(Verb::Forget { term }) => Taste::Forget(term.clone()),
    };
    let done = ctx.for_athlete(&args.who, async |app, caller| setting::taste(app, caller, &taste).await)?;
    ctx.output.show(&done, |lang| settled(&done, &Words::new(lang)))
}

impl Setup {
    fn profile(&self) -> Result<NutritionProfile, Problem> {
        let mut document: Value = match &self.profile {
            Some(file) => {
                let profile: NutritionProfile = Source::of(file).read_yaml("nutrition-profile")?;
                return Ok(self.with_lists(profile));
            }
            None => json!({
                "sex": self.sex,
                "birth_date": self.born,
                "height_mm": millis("height", self.height.as_deref(), 10)?,
                "weight_g": Grams(millis("weight", self.weight.as_deref(), 1000)?),
                "goal": self.goal,
            }),
        };
        if let Some(activity) = &self.activity {
            document["life_activity"] = activity.as_str().into();
        }
        if !self.meals.is_empty() {
            let slots: Vec<Value> = self.meals.iter().map(|meal| slot(meal)).collect();
            let week = (1..=7).map(|day: u8| (day.to_string(), Value::from(slots.clone())));
            document["week"] = week.collect::<serde_json::Map<_, _>>().into();
        }
        let profile: NutritionProfile = serde_json::from_value(document).map_err(|error| {
            let problem = Problem::new(INVALID_DOCUMENT).fact("reason", "other");
            problem
                .fact("message", error.to_string())
                .fact("document", "nutrition-profile")
                .fact("file", "options")
                .fact("line", 0_i64)
                .fact("column", 0_i64)
        })?;
        Ok(self.with_lists(profile))
    }

    fn with_lists(&self, mut profile: NutritionProfile) -> NutritionProfile {
        profile.allergies.extend(self.exclude.iter().cloned());
        profile.diet.0.extend(self.diet.iter().filter_map(|word| word.parse::<Diet>().ok()));
        profile
    }
}

/// A number with decimals in thousandths or tenths of its unit.
fn millis(field: &str, text: Option<&str>, times: i64) -> Result<i64, Problem> {
    let text = text.unwrap_or_default();
    let number = Amount::parse(&text.replace(',', ".")).ok();
    let number = number.filter(|number| *number >= Amount(0)).map(|number| Decimal(number).0.0);
    number.map(|number| number * times / Amount::UNIT).ok_or_else(|| {
        let code = domain::error::ErrorCode::BadValue;
        domain::law::Invalid::of(code, field, text, "a number like 168").into()
    })
}

/// A meal of a day: long ones in the evening, quick ones before.
fn slot(text: &str) -> Value {
    let (time, meal) = text.split_once('/').map_or((text, None), |(time, meal)| (time, Some(meal)));
    let busyness = match meal {
        Some("dinner") => 4,
        Some("lunch") => 3,
        _ => 2,
    };
    let mut slot = json!({ "time": time, "busyness_level": busyness });
    if let Some(meal) = meal {
        slot["meal_type"] = meal.into();
    }
    slot
}

/// What is known, as a file that `setup --profile` reads.
fn yaml(profile: &NutritionProfile) -> String {
    let value = serde_json::to_value(profile).unwrap_or_default();
    let lines = value.as_object().into_iter().flatten().map(|(key, value)| format!("{key}: {value}\n"));
    lines.collect()
}
