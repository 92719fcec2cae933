//! `regimen foods`: foods of the catalogue and own ones (ND-2, MF-5).

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use domain::{
    food::{Food, Name},
    nutrient::Nutrient,
    quantity::Amount,
};
use serde::Deserialize;
use serde_json::json;

use super::{
    Ctx,
    document::Source,
    on_store::Who,
    sharing,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    meal_reader,
    problem::Problem,
    service::eating::{
        FoodFormat, ImportWay, Imported, alias, import_foods,
        larder::{self, Offered},
    },
    texts::text,
};

const EXAMPLES: &str = "\
Examples:
  regimen foods list oat                       those whose name holds a word
  regimen foods show rolled_oats
  regimen foods add my-bread.yaml              own foods, as ND-2 writes them
  regimen foods alias 'my oats' rolled_oats    say which food a name means
  regimen foods offer my_bread                 let everybody have an own food
  regimen foods import --format off foods.jsonl            look what would come
  regimen foods import --format off foods.jsonl --apply    take it";

/// List, add, import and share foods
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
    /// List foods
    #[command(after_help = "Examples:\n  regimen foods list oat\n  regimen foods list --own")]
    List {
        /// Word that the name or key holds
        word: Option<String>,
        /// Only your own
        #[arg(long)]
        own: bool,
    },
    /// Show what is known about a food
    #[command(after_help = "Examples:\n  regimen foods show egg")]
    Show {
        /// Food: name, key or barcode
        food: String,
    },
    /// Add own foods from a file, or edit them
    #[command(after_help = "Examples:\n  regimen foods add my-bread.yaml")]
    Add {
        /// Food or list of foods, a YAML or JSON file
        file: PathBuf,
    },
    /// Take an own food out of what is offered; plans that use it keep it
    #[command(after_help = "Examples:\n  regimen foods remove my_bread")]
    Remove {
        /// Key of the food
        key: String,
    },
    /// Say which food a name means, in recipes and diaries; without a name, list what was said
    #[command(
        after_help = "Examples:\n  regimen foods alias\n  regimen foods alias 'my oats' rolled_oats\n  regimen foods alias 'my oats' --forget"
    )]
    Alias {
        /// Name as you write it
        name: Option<String>,
        /// Food that it means: name, key or barcode
        food: Option<String>,
        /// Forget the name
        #[arg(long, requires = "name", conflicts_with = "food")]
        forget: bool,
    },
    /// Read foods from a file of others; without --apply nothing is stored
    #[command(
        after_help = "Examples:\n  regimen foods import --format off foods.jsonl\n  regimen foods import --format sr28 ABBREV.csv --apply --skip-bad"
    )]
    Import {
        /// File to read, or - for standard input
        file: PathBuf,
        /// Form of the file
        #[arg(long, value_parser = PossibleValuesParser::new(FoodFormat::WORDS))]
        format: String,
        #[command(flatten)]
        way: Way,
    },
    #[command(flatten)]
    Sharing(sharing::Verb),
}

/// How far an import goes.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Way {
    /// Store what was read
    #[arg(long)]
    apply: bool,
    /// Store what is good although other entries are bad
    #[arg(long, requires = "apply")]
    skip_bad: bool,
}

impl Way {
    pub(super) const fn of(&self, default_minutes: Option<u32>) -> ImportWay {
        ImportWay { apply: self.apply, skip_bad: self.skip_bad, default_minutes }
    }
}

/// One of something, or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMany<T> {
    Many(Vec<T>),
    One(Box<T>),
}

impl<T> OneOrMany<T> {
    pub(super) fn into_vec(self) -> Vec<T> {
        match self {
            Self::Many(many) => many,
            Self::One(one) => vec![*one],
        }
    }
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let (word, own) = match &args.verb {
        None => (None, false),
        Some(Verb::List { word, own }) => (word.as_deref(), *own),
        Some(Verb::Show { food }) => {
            let food =
                ctx.for_athlete(&args.who, async |app, caller| larder::food(app, caller, food).await)?;
            return ctx.output.show(&food, |lang| page(&food, &Words::new(lang)));
        }
        Some(Verb::Add { file }) => {
            let foods: OneOrMany<Food> = Source::of(file).read_yaml("food")?;
            let foods = foods.into_vec();
            let changed =
                ctx.for_athlete(&args.who, async |app, caller| larder::put_foods(app, caller, foods).await)?;
            return stored(changed, ctx);
        }
        Some(Verb::Remove { key }) => {
            ctx.for_athlete(&args.who, async |app, caller| {
                let found = larder::food(app, caller, key).await?;
                larder::archive_food(app, caller, &found.entry.id, None).await
            })?;
            return stored(1, ctx);
        }
        Some(Verb::Alias { name: Some(name), food: Some(food), .. }) => {
            let chosen =
                ctx.for_athlete(&args.who, async |app, caller| alias::choose(app, caller, name, food).await)?;
            return ctx.output.show(&chosen, |lang| {
                let facts = [
                    ("name", chosen.alias.name.as_str().into()),
                    ("food", chosen.alias.food_id.as_str().into()),
                    ("count", chosen.recipes.into()),
                ];
                paragraph(&Words::new(lang).text_with("larder-alias", facts), 0)
            });
        }
        Some(Verb::Alias { name: Some(name), forget: true, .. }) => {
            ctx.for_athlete(&args.who, async |app, caller| alias::forget(app, caller, name).await)?;
            return stored(1, ctx);
        }
        Some(Verb::Alias { name, .. }) => return aliases(name.as_deref(), args, ctx),
        Some(Verb::Sharing(verb)) => return sharing::run(verb, sharing::Kind::Food, &args.who, ctx),
        Some(Verb::Import { file, format, way }) => {
            let text = Source::of(file).text()?;
            let format = format.parse().unwrap_or(FoodFormat::Off);
            let imported = ctx.for_athlete(&args.who, async |app, caller| {
                import_foods(app, caller, format, &text, way.of(None)).await
            })?;
            return ctx.output.show(&imported, |lang| report(&imported, &Words::new(lang)));
        }
    };
    let mut foods = ctx.for_athlete(&args.who, async |app, caller| larder::foods(app, caller).await)?;
    foods.retain(|one| {
        !one.archived && (one.own || !own) && holds(&one.entry.name, one.entry.id.as_str(), word)
    });
    ctx.output.show(&foods, |lang| {
        let words = Words::new(lang);
        let mut table = Table::new([Column::Left, Column::Rest, Column::Left]);
        for one in &foods {
            table.row([one.entry.id.to_string(), called(&one.entry.name, &words), mark(one, &words)]);
        }
        table.to_string()
    })
}

/// What the athlete calls foods.
fn aliases(word: Option<&str>, args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let mut aliases = ctx.for_athlete(&args.who, async |app, caller| alias::list(app, caller).await)?;
    let word = word.unwrap_or_default().to_lowercase();
    aliases.retain(|one| one.name.to_lowercase().contains(&word));
    ctx.output.show(&aliases, |lang| {
        if aliases.is_empty() {
            return paragraph(&Words::new(lang).text("larder-alias-none"), 0);
        }
        let mut table = Table::new([Column::Left, Column::Rest]);
        for one in &aliases {
            table.row([one.name.clone(), one.food_id.to_string()]);
        }
        table.to_string()
    })
}

/// How many entries were stored.
pub(super) fn stored(changed: u32, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    ctx.output.show(&json!({ "changed": changed }), |lang| {
        paragraph(&Words::new(lang).text_with("larder-stored", [("count", changed.into())]), 0)
    })
}

/// Whether a name or key holds a word.
pub(super) fn holds(name: &Name, key: &str, word: Option<&str>) -> bool {
    let Some(word) = word.map(str::to_lowercase) else { return true };
    let names = [Some(&name.en), name.ru.as_ref()].into_iter().flatten();
    key.contains(&word) || names.into_iter().any(|name| name.to_lowercase().contains(&word))
}

/// What something is called in the reader's language.
pub(super) fn called(name: &Name, words: &Words) -> String {
    meal_reader::called(name, words.locale()).to_owned()
}

/// What the product does not have is marked.
pub(super) fn mark<T>(one: &Offered<T>, words: &Words) -> String {
    match one {
        Offered { own: true, revision, .. } => {
            words.text_with("larder-own", [("revision", (*revision).into())])
        }
        Offered { shared: true, .. } => words.text("larder-mark-shared"),
        _ => String::new(),
    }
}

fn page(food: &Offered<Food>, words: &Words) -> String {
    let mut table = Table::new([Column::Left, Column::Left, Column::Right]);
    for (nutrient, amount) in food.entry.per_100g.known() {
        let unit = format!("unit-{}", nutrient.unit());
        let amount = words.text_with(&unit, [("amount", words.number(rounded(amount)).into())]);
        table.row([String::new(), words.word("nutrient", nutrient), amount]);
    }
    let title = format!("{} ({})", called(&food.entry.name, words), food.entry.id);
    let own = mark(food, words);
    let own = if own.is_empty() { own } else { paragraph(&own, 0) };
    format!("{}{own}\n{}\n{table}", paragraph(&title, 0), words.text("larder-per-100g"))
}

/// To hundredths.
pub(super) fn rounded(amount: Amount) -> Amount {
    let step = Amount::UNIT / 100;
    Amount(domain::quantity::div_half_up(amount.0, step) * step)
}

/// What an import says, entry by entry.
pub(super) fn report(imported: &Imported, words: &Words) -> String {
    let facts = [
        ("read", i64::try_from(imported.report.read).unwrap_or(i64::MAX).into()),
        ("good", i64::try_from(imported.report.good).unwrap_or(i64::MAX).into()),
        ("bad", imported.report.errors.len().into()),
        ("changed", imported.changed.into()),
    ];
    let id = if imported.applied { "larder-imported" } else { "larder-dry-run" };
    let mut told = paragraph(&words.text_with(id, facts), 0);
    for error in &imported.report.errors {
        told.push_str(&paragraph(&error.to_string(), 2));
    }
    for warning in &imported.report.warnings {
        let what = text(
            words.locale(),
            &format!("warning-{}", warning.what.warning.code),
            &warning.what.warning.facts,
        );
        told.push_str(&paragraph(&format!("{}: {what}", warning.name), 2));
    }
    told
}

/// Nutrients that are shown of a serving.
pub(super) const SHOWN: [Nutrient; 4] =
    [Nutrient::Calories, Nutrient::Protein, Nutrient::Fat, Nutrient::Carbs];
