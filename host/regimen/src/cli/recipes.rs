//! `regimen recipes`: recipes of the catalogue and own ones (ND-3, MF-4).

use std::path::PathBuf;

use domain::{recipe::Recipe, voice::Voice};
use nutrition::{catalog::CatalogRecipe, foods::Foods, scale::scaled};

use super::{
    Ctx,
    document::Source,
    foods::{OneOrMany, SHOWN, Way, called, holds, mark, report, rounded, stored},
    number::whole,
    on_store::Who,
    page::section,
    sharing,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::Problem,
    service::eating::{
        import_page, import_recipes,
        larder::{self, Offered},
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen recipes list soup
  regimen recipes show lentil_soup --servings 2
  regimen recipes add my-soup.yaml                own recipes, as ND-3 writes them
  regimen recipes offer my_soup                   let everybody have an own recipe
  regimen recipes import page.html                look what would come
  regimen recipes import page.html --apply --minutes 30
  regimen recipes import https://example.org/soup";

/// List, read, add, import and share recipes
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
    /// List recipes
    #[command(after_help = "Examples:\n  regimen recipes list soup\n  regimen recipes list --own")]
    List {
        /// Word that the name or key holds
        word: Option<String>,
        /// Only your own
        #[arg(long)]
        own: bool,
    },
    /// Show a recipe with its amounts
    #[command(after_help = "Examples:\n  regimen recipes show lentil_soup --servings 2")]
    Show {
        /// Key of the recipe
        key: String,
        /// For how many servings; as written if it is not given
        #[arg(long, value_name = "N", value_parser = whole(Recipe::SERVINGS))]
        servings: Option<u32>,
        /// An earlier revision
        #[arg(long, value_name = "N", value_parser = whole::<u32>(1..))]
        revision: Option<u32>,
    },
    /// Add own recipes from a file, or edit them: each edit is another revision
    #[command(after_help = "Examples:\n  regimen recipes add my-soup.yaml")]
    Add {
        /// Recipe or list of recipes, a YAML or JSON file
        file: PathBuf,
    },
    /// Take an own recipe out of what is planned; plans that have it keep it
    #[command(after_help = "Examples:\n  regimen recipes remove my_soup")]
    Remove {
        /// Key of the recipe
        key: String,
    },
    /// Read recipes from a page or a document; without --apply nothing is stored
    #[command(
        after_help = "Examples:\n  regimen recipes import page.html\n  regimen recipes import page.html --apply --minutes 30"
    )]
    Import {
        /// File to read, - for standard input, or the address of a page
        #[arg(value_name = "FILE|URL")]
        from: PathBuf,
        /// Minutes of recipes that do not say how long they take
        #[arg(long, value_name = "N", value_parser = whole(Recipe::MINUTES))]
        minutes: Option<u32>,
        #[command(flatten)]
        way: Way,
    },
    #[command(flatten)]
    Sharing(sharing::Verb),
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let (word, own) = match &args.verb {
        None => (None, false),
        Some(Verb::List { word, own }) => (word.as_deref(), *own),
        Some(Verb::Show { key, servings, revision }) => {
            let key = super::meals::recipe_key(key)?;
            let (shown, entry) = ctx.for_athlete(&args.who, async |app, caller| {
                larder::recipe(app, caller, &key, *revision).await
            })?;
            return ctx.output.show(&shown, |lang| page(&shown, &entry, *servings, &Words::new(lang)));
        }
        Some(Verb::Add { file }) => {
            let recipes: OneOrMany<Recipe> = Source::of(file).read_yaml("recipe")?;
            let recipes = recipes.into_vec();
            let changed = ctx.for_athlete(&args.who, async |app, caller| {
                larder::put_recipes(app, caller, recipes).await
            })?;
            return stored(changed, ctx);
        }
        Some(Verb::Remove { key }) => {
            let key = super::meals::recipe_key(key)?;
            ctx.for_athlete(&args.who, async |app, caller| {
                larder::archive_recipe(app, caller, &key, None).await
            })?;
            return stored(1, ctx);
        }
        Some(Verb::Sharing(verb)) => return sharing::run(verb, sharing::Kind::Recipe, &args.who, ctx),
        Some(Verb::Import { from, minutes, way }) => {
            let (way, address) = (way.of(*minutes), from.to_str().filter(|text| is_address(text)));
            let imported = if let Some(address) = address {
                ctx.for_athlete(&args.who, async |app, caller| import_page(app, caller, address, way).await)?
            } else {
                let text = Source::of(from).text()?;
                ctx.for_athlete(&args.who, async |app, caller| import_recipes(app, caller, &text, way).await)?
            };
            return ctx.output.show(&imported, |lang| report(&imported, &Words::new(lang)));
        }
    };
    let mut recipes = ctx.for_athlete(&args.who, async |app, caller| larder::recipes(app, caller).await)?;
    recipes.retain(|one| {
        !one.archived && (one.own || !own) && holds(&one.entry.name, one.entry.id.as_str(), word)
    });
    ctx.output.show(&recipes, |lang| {
        let words = Words::new(lang);
        let mut table = Table::new([Column::Left, Column::Rest, Column::Right, Column::Left]);
        for one in &recipes {
            let minutes =
                words.text_with("recipe-minutes", [("minutes", one.entry.cooking_time_minutes.into())]);
            table.row([
                one.entry.id.to_string(),
                called(&one.entry.name, &words),
                minutes,
                mark(one, &words),
            ]);
        }
        table.to_string()
    })
}

/// Whether a page is meant, and not a file.
fn is_address(text: &str) -> bool {
    ["http://", "https://"].iter().any(|start| text.starts_with(start))
}

/// A recipe with scaled amounts (ML-9).
fn page(shown: &Offered<Recipe>, entry: &CatalogRecipe, servings: Option<u32>, words: &Words) -> String {
    let recipe = &shown.entry;
    let servings = servings.unwrap_or(recipe.servings);
    let facts = [("servings", servings.into()), ("minutes", recipe.cooking_time_minutes.into())];
    let foods = Foods::embedded();
    let voice = Voice::new(words.locale());
    let lines = scaled(recipe, 100 * servings, &foods);
    let lines: String = lines.iter().map(|line| paragraph(&line.show(&voice), 2)).collect();
    let steps = match words.locale() {
        domain::voice::Locale::Ru if !recipe.steps.ru.is_empty() => &recipe.steps.ru,
        _ => &recipe.steps.en,
    };
    let steps: String =
        steps.iter().enumerate().map(|(at, step)| paragraph(&format!("{}. {step}", at + 1), 2)).collect();
    let mut table = Table::new([Column::Left, Column::Left, Column::Right]);
    for nutrient in SHOWN {
        let amount = entry.derived.nutrition.get(nutrient).unwrap_or_default();
        let unit = format!("unit-{}", nutrient.unit());
        let amount = words.text_with(&unit, [("amount", words.number(rounded(amount)).into())]);
        table.row([String::new(), words.word("nutrient", nutrient), amount]);
    }
    [
        paragraph(&format!("{} ({})", called(&recipe.name, words), recipe.id), 0),
        paragraph(&words.text_with("recipe-for", facts), 0),
        section(&words.text("recipe-ingredients"), &lines),
        section(&words.text("recipe-steps"), &steps),
        section(&words.text("recipe-serving"), &table.to_string()),
    ]
    .concat()
}
