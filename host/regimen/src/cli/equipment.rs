//! `regimen equipment`: where an athlete trains, and what is there (EP-6, EX-4, LD-2).

use std::path::Path;

use domain::{equipment::read_key, error::ErrorCode, law::Check, quantity::Hundredths, voice::Locale};
use training::load::inventory::Inventory;

use super::{Ctx, document::Source, on_store::Who, table::paragraph, words::Words};
use crate::{
    document::Equipment,
    problem::Problem,
    service::{
        profile::{Location, Profile},
        settings,
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen equipment                               show where and with what
  regimen equipment set dumbbell bench            what is at the usual place
  regimen equipment set barbell rack --place gym
  regimen equipment set garage.json               list the iron, too";

const SHOW_EXAMPLES: &str = "\
Examples:
  regimen equipment show
  regimen equipment show --json";

const SET_EXAMPLES: &str = "\
Examples:
  regimen equipment set dumbbell bench pull_up_bar
  regimen equipment set barbell rack --place gym --default
  regimen equipment set garage.json --place garage

  A file holds equipment keys, and the iron as it is printed on it:
  {\"equipment\": [\"barbell\", \"rack\"],
   \"inventory\": {\"unit\": \"kg\", \"bars\": {\"barbell\": 2000},
                 \"plates\": [{\"h\": 1000, \"pairs\": 2}]}}";

const REMOVE_EXAMPLES: &str = "\
Examples:
  regimen equipment remove gym";

/// The name of a place that was given none.
const PLACE: &str = "home";

/// Show or change where an athlete trains and what is there
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Show the places and what is there
    #[command(after_help = SHOW_EXAMPLES)]
    Show,
    /// Say what is at a place: equipment keys, or a file
    #[command(after_help = SET_EXAMPLES)]
    Set {
        /// Equipment keys, or one JSON or YAML file
        #[arg(required = true, value_name = "KEY|FILE")]
        what: Vec<String>,
        /// Name of the place [default: the usual one]
        #[arg(long, value_name = "NAME")]
        place: Option<String>,
        /// Make it the usual place
        #[arg(long)]
        default: bool,
    },
    /// Forget a place
    #[command(after_help = REMOVE_EXAMPLES)]
    Remove {
        /// Name of the place
        place: String,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let document = match &args.verb {
        None | Some(Verb::Show) => {
            ctx.for_athlete(&args.who, async |app, caller| settings::show(app, caller).await)?
        }
        Some(Verb::Set { what, place, default }) => {
            let file = match &what[..] {
                [only] => is_file(only).then(|| Source::of(Path::new(only))),
                _ => None,
            };
            let described = file.map(|file| file.read_yaml::<Equipment>("equipment")).transpose()?;
            if described.is_none() {
                check_keys(what)?;
            }
            ctx.for_athlete(&args.who, async |app, caller| {
                let profile = settings::show(app, caller).await?.profile;
                let location = location(&profile, described, what, place.as_deref());
                settings::put_location(app, caller, location, *default, None).await
            })?
        }
        Some(Verb::Remove { place }) => ctx.for_athlete(&args.who, async |app, caller| {
            settings::remove_location(app, caller, place, None).await
        })?,
    };
    let profile = document.profile;
    ctx.output.show(&profile.locations, |lang| page(&profile, lang))
}

/// A word is a key, unless it looks like a file.
fn is_file(word: &str) -> bool {
    word == "-" || word.contains(['.', '/'])
}

fn check_keys(keys: &[String]) -> Result<(), Problem> {
    let mut check = Check::default();
    for key in keys {
        if let Err(unknown) = read_key(key) {
            let near = unknown.nearest().map(|near| format!("; maybe {near}")).unwrap_or_default();
            let expected = format!("an equipment key{near}");
            check.require(false, ErrorCode::UnknownEquipment, "equipment", key, expected);
        }
    }
    Ok(check.finish()?)
}

/// The place as it will be: keys alone leave the iron that was listed.
fn location(
    profile: &Profile,
    described: Option<Equipment>,
    keys: &[String],
    place: Option<&str>,
) -> Location {
    let known = profile.location(place);
    let name = place.or(known.map(|known| known.name.as_str())).unwrap_or(PLACE).to_owned();
    if let Some(Equipment { equipment, inventory }) = described {
        return Location { name, equipment, inventory };
    }
    let inventory = known.and_then(|known| known.inventory.clone());
    Location { name, equipment: keys.to_vec(), inventory }
}

fn page(profile: &Profile, lang: Locale) -> String {
    let words = Words::new(lang);
    if profile.locations.is_empty() {
        return paragraph(&words.text("equipment-none"), 0);
    }
    let place = |(index, location): (usize, &Location)| {
        let name = match index {
            0 => words.text_with("equipment-default", [("place", location.name.as_str().into())]),
            _ => location.name.clone(),
        };
        let known = location.equipment.iter().filter_map(|key| read_key(key).ok());
        let known = known.flat_map(domain::equipment::EquipmentSet::iter);
        let what = match location.equipment[..] {
            [] => words.text("equipment-everything"),
            _ => words.words("equipment", known),
        };
        let iron =
            location.inventory.as_ref().map_or_else(String::new, |iron| paragraph(&listed(iron, &words), 2));
        format!("{name}\n{}{iron}", paragraph(&what, 2))
    };
    let places: Vec<String> = profile.locations.iter().enumerate().map(place).collect();
    places.join("\n")
}

/// The iron in one line: `20 kg barbell; 2 x 20, 2 x 10; dumbbells 5, 10, 15`.
fn listed(iron: &Inventory, words: &Words) -> String {
    let number = |Hundredths(h): Hundredths| words.number(Hundredths(h));
    let list = |all: &[Hundredths]| all.iter().map(|one| number(*one)).collect::<Vec<_>>().join(", ");
    let bars = iron.bars.iter().map(|(key, mass)| {
        words.text_with("iron-bar", [("bar", key.as_str().into()), ("mass", number(*mass).into())])
    });
    let plates = iron.plates.iter().map(|plate| format!("{} x {}", 2 * plate.pairs, number(plate.h)));
    let plates = plates.collect::<Vec<_>>().join(", ");
    let of =
        |id: &str, list: String| (!list.is_empty()).then(|| words.text_with(id, [("list", list.into())]));
    let parts = bars
        .chain(of("iron-plates", plates))
        .chain(of("iron-dumbbells", list(&iron.dumbbells)))
        .chain(of("iron-kettlebells", list(&iron.kettlebells)));
    let unit = words.word("mass_unit", iron.unit);
    format!("{} ({unit})", parts.collect::<Vec<_>>().join("; "))
}
