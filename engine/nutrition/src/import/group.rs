//! Food groups of the USDA, and what a food of each is like: where its fat comes from, where a shop has it, and how
//! its polyunsaturated fat divides (MF-5, ND-4).

use domain::food::{FatSource, ShopSection};

use super::fatty_acid::Kind;
use crate::text::Norm;

/// What follows from the group of a food.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Nature {
    pub(super) fat_source: FatSource,
    pub(super) shop_section: ShopSection,
    /// How its polyunsaturated fat divides; [`None`] where nobody can tell.
    pub(super) kind: Option<Kind>,
}

impl Nature {
    /// Of a food whose group is not known.
    pub(super) const UNKNOWN: Self =
        Self { fat_source: FatSource::Other, shop_section: ShopSection::Other, kind: None };
}

/// What a food of this group and name is like.
pub(super) fn nature(group: Option<u32>, name: &str) -> Nature {
    let Some(group) = group.and_then(|number| GROUPS.iter().find(|group| group.number == number)) else {
        return Nature::UNKNOWN;
    };
    let name = format!(" {} ", Norm::of(name).as_str());
    let is_called = |words: &[&str]| words.iter().any(|word| name.contains(&format!(" {word} ")));
    let exceptions = EXCEPTIONS.iter().filter(|row| row.groups.contains(&group.number));
    match exceptions.into_iter().find(|row| is_called(row.words)) {
        Some(row) => Nature { fat_source: row.fat_source, kind: row.kind, ..group.nature },
        None => group.nature,
    }
}

/// The group of an NDB number, which begins with it. Some groups went on under another number when theirs was full.
pub(super) const fn of_ndb(ndb: u32) -> u32 {
    match ndb / 1000 {
        23 => 13,
        27 => 6,
        28 => 18,
        31 => 11,
        32 => 22,
        33 => 3,
        number => number,
    }
}

/// The group with this name or code (`0100`).
pub(super) fn of_text(text: &str) -> Option<u32> {
    let by_code = || text.parse::<u32>().ok().map(|code| code / 100);
    let by_name = GROUPS.iter().find(|group| group.name.eq_ignore_ascii_case(text));
    by_name.map(|group| group.number).or_else(by_code)
}

struct Group {
    number: u32,
    name: &'static str,
    nature: Nature,
}

const fn group(
    number: u32,
    name: &'static str,
    fat_source: FatSource,
    shop_section: ShopSection,
    kind: Option<Kind>,
) -> Group {
    Group { number, name, nature: Nature { fat_source, shop_section, kind } }
}

#[rustfmt::skip]
const GROUPS: &[Group] = &[
    group(1, "Dairy and Egg Products", FatSource::Dairy, ShopSection::DairyEggs, Some(Kind::Dairy)),
    group(2, "Spices and Herbs", FatSource::Other, ShopSection::SpicesOils, Some(Kind::OtherProduce)),
    group(3, "Baby Foods", FatSource::Other, ShopSection::Other, None),
    group(4, "Fats and Oils", FatSource::Other, ShopSection::SpicesOils, None),
    group(5, "Poultry Products", FatSource::Poultry, ShopSection::MeatFish, Some(Kind::Poultry)),
    group(6, "Soups, Sauces, and Gravies", FatSource::Other, ShopSection::Canned, None),
    group(7, "Sausages and Luncheon Meats", FatSource::Other, ShopSection::MeatFish, None),
    group(8, "Breakfast Cereals", FatSource::Other, ShopSection::GrainsPasta, Some(Kind::GrainsLegumes)),
    group(9, "Fruits and Fruit Juices", FatSource::None, ShopSection::Produce, Some(Kind::OtherProduce)),
    group(10, "Pork Products", FatSource::Pork, ShopSection::MeatFish, Some(Kind::Pork)),
    group(11, "Vegetables and Vegetable Products", FatSource::None, ShopSection::Produce, Some(Kind::OtherProduce)),
    group(12, "Nut and Seed Products", FatSource::NutsSeeds, ShopSection::NutsDried, Some(Kind::NutsSeedsOils)),
    group(13, "Beef Products", FatSource::BeefLamb, ShopSection::MeatFish, Some(Kind::BeefLamb)),
    group(14, "Beverages", FatSource::Other, ShopSection::Drinks, None),
    group(15, "Finfish and Shellfish Products", FatSource::Fish, ShopSection::MeatFish, Some(Kind::Fish)),
    group(16, "Legumes and Legume Products", FatSource::Other, ShopSection::GrainsPasta, Some(Kind::GrainsLegumes)),
    group(17, "Lamb, Veal, and Game Products", FatSource::BeefLamb, ShopSection::MeatFish, Some(Kind::BeefLamb)),
    group(18, "Baked Products", FatSource::Other, ShopSection::Bakery, Some(Kind::GrainsLegumes)),
    group(19, "Sweets", FatSource::Other, ShopSection::Other, None),
    group(20, "Cereal Grains and Pasta", FatSource::Other, ShopSection::GrainsPasta, Some(Kind::GrainsLegumes)),
    group(21, "Fast Foods", FatSource::Other, ShopSection::Other, None),
    group(22, "Meals, Entrees, and Side Dishes", FatSource::Other, ShopSection::Other, None),
    group(25, "Snacks", FatSource::Other, ShopSection::Other, None),
    group(35, "American Indian/Alaska Native Foods", FatSource::Other, ShopSection::Other, None),
    group(36, "Restaurant Foods", FatSource::Other, ShopSection::Other, None),
];

/// Foods that are unlike their group, known by words of their name.
struct Exception {
    groups: &'static [u32],
    words: &'static [&'static str],
    fat_source: FatSource,
    kind: Option<Kind>,
}

const fn except(
    groups: &'static [u32],
    words: &'static [&'static str],
    fat_source: FatSource,
    kind: Option<Kind>,
) -> Exception {
    Exception { groups, words, fat_source, kind }
}

/// The first row that fits counts.
#[rustfmt::skip]
const EXCEPTIONS: &[Exception] = &[
    except(&[1], &["egg"], FatSource::Egg, Some(Kind::Egg)),
    except(&[2], &["poppy seed"], FatSource::NutsSeeds, Some(Kind::NutsSeedsOils)),
    except(&[2], HERBS, FatSource::Other, Some(Kind::Leafy)),
    except(&[4], &["margarine", "spread", "shortening", "mayonnaise", "mayo", "drsng", "dressing"], FatSource::Other, None),
    except(&[4], &["fish"], FatSource::Fish, Some(Kind::Fish)),
    except(&[4], &["lard"], FatSource::Pork, Some(Kind::Pork)),
    except(&[4], &["beef", "mutton", "tallow"], FatSource::BeefLamb, Some(Kind::BeefLamb)),
    except(&[4], &["chicken", "duck", "goose", "turkey"], FatSource::Poultry, Some(Kind::Poultry)),
    except(&[4], &["butter"], FatSource::Dairy, Some(Kind::Dairy)),
    except(&[4], &["olive"], FatSource::Olive, None),
    except(&[4], &["soy", "soybean", "soybn"], FatSource::SeedOil, Some(Kind::Soy)),
    except(&[4], &["oil"], FatSource::SeedOil, Some(Kind::NutsSeedsOils)),
    except(&[9], &["olive"], FatSource::Olive, Some(Kind::OtherProduce)),
    except(&[11], HERBS, FatSource::None, Some(Kind::Leafy)),
    except(&[11], LEAFY, FatSource::None, Some(Kind::Leafy)),
    except(&[11], &["corn", "pea"], FatSource::None, Some(Kind::GrainsLegumes)),
    except(&[11, 16], &["soybean", "soy", "soymilk", "tofu", "tempeh", "miso", "natto", "edamame"], FatSource::Other, Some(Kind::Soy)),
    except(&[16], &["peanut", "pnut"], FatSource::NutsSeeds, Some(Kind::NutsSeedsOils)),
];

/// Herbs, and spices of cruciferous plants.
#[rustfmt::skip]
const HERBS: &[&str] = &[
    "basil", "bay leaf", "chervil", "chive", "cilantro", "coriander leaf", "dill weed", "horseradish", "marjoram",
    "mustard", "oregano", "parsley", "peppermint", "rosemary", "sage", "savory", "spearmint", "tarragon", "thyme",
];

/// Leafy and cruciferous vegetables.
#[rustfmt::skip]
const LEAFY: &[&str] = &[
    "alfalfa", "amaranth leave", "arugula", "beet green", "broccoli", "brussel", "cabbage", "cauliflower", "celery",
    "celtuce", "chard", "chicory green", "collard", "cress", "dandelion green", "endive", "kale", "kohlrabi",
    "lettuce", "pak choi", "purslane", "radicchio", "radish", "rutabaga", "sauerkraut", "scallion", "seaweed",
    "sorrel", "spinach", "turnip", "watercress",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mf_5_a_group_is_known_by_number_code_or_name() {
        assert_eq!(of_ndb(9037), 9);
        assert_eq!(of_ndb(23_567), 13);
        assert_eq!(of_text("0100"), Some(1));
        assert_eq!(of_text("Dairy and egg products"), Some(1));
        assert_eq!(of_text("Popcorn"), None);
    }

    #[test]
    fn nd_4_words_of_the_name_make_exceptions() {
        let kind = |group, name| nature(Some(group), name).kind;
        assert_eq!(kind(1, "EGG,WHL,RAW,FRSH"), Some(Kind::Egg));
        assert_eq!(kind(1, "MILK,WHL,3.25%"), Some(Kind::Dairy));
        assert_eq!(kind(4, "OIL,SOYBN,SALAD OR COOKING"), Some(Kind::Soy));
        assert_eq!(kind(4, "MARGARINE,SOYBEAN OIL"), None);
        assert_eq!(kind(11, "KALE,RAW"), Some(Kind::Leafy));
        assert_eq!(kind(11, "TURNIP GREENS,RAW"), Some(Kind::Leafy));
        assert_eq!(kind(11, "PEPPERS,SWT,GREEN,RAW"), Some(Kind::OtherProduce));
        assert_eq!(kind(11, "CORN,SWT,YEL,RAW"), Some(Kind::GrainsLegumes));
        assert_eq!(kind(2, "BASIL,FRESH"), Some(Kind::Leafy));
        assert_eq!(kind(2, "CUMIN SEED"), Some(Kind::OtherProduce));
        assert_eq!(kind(11, "CARROTS,RAW"), Some(Kind::OtherProduce));
        assert_eq!(kind(16, "TOFU,RAW,REG,PREP W/ CA SULFATE"), Some(Kind::Soy));
        assert_eq!(kind(21, "FAST FOODS,TACO"), None);
        assert_eq!(nature(None, "KALE"), Nature::UNKNOWN);
        assert_eq!(nature(Some(99), "KALE"), Nature::UNKNOWN);
    }
}
