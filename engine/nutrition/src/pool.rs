//! The pool: recipes in the compact form that the stages read, sorted by id, with what a kind of slot may hold and what
//! open slots can still add.

use std::sync::Arc;

use domain::{food::FatSource, nutrient::Nutrient};

/// The place of a serving in the pool; the order is that of the recipe ids by bytes, then of the portions (MO-1).
pub type Place = usize;

/// The number of a recipe, whatever the portion: what HC-2 and HC-8 compare.
pub type Dish = usize;

/// How many nutrients there are.
pub const NUTRIENTS: usize = Nutrient::ALL.len();
/// What is summed beside nutrients: money, in millionths of the smallest coin (MO-7).
pub const COST: usize = NUTRIENTS;
/// Everything that is summed.
pub const MEASURES: usize = NUTRIENTS + 1;

/// Amounts of everything that is summed, in millionths.
pub type Amounts = [i64; MEASURES];

/// Adds one list of amounts to another.
pub fn add(total: &mut Amounts, amounts: &Amounts) {
    for (total, amount) in total.iter_mut().zip(amounts) {
        *total += amount;
    }
}

/// Takes one list of amounts from another.
pub fn subtract(total: &mut Amounts, amounts: &Amounts) {
    for (total, amount) in total.iter_mut().zip(amounts) {
        *total -= amount;
    }
}

/// Millionths as a number of units, for scores only.
pub fn units(millionths: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "amounts of food are far below 2^53 millionths")]
    let units = millionths as f64 / 1e6;
    units
}

/// A serving of a recipe as the stages see it.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolRecipe {
    /// The id of the recipe.
    pub id: String,
    /// Its number.
    pub dish: Dish,
    /// How much of a serving, in percent.
    pub percent: u32,
    /// Minutes of cooking.
    pub minutes: u32,
    /// Nutrition and cost; what is unknown counts 0 here and is listed in `unknown`.
    pub amounts: Amounts,
    /// The same as numbers, for scores.
    pub units: [f64; MEASURES],
    /// Nutrients of which the amount is not known.
    pub unknown: Vec<Nutrient>,
    /// Grams, if known.
    pub grams: Option<f64>,
    /// Grams of fat by source, if known.
    pub fat_sources: Option<[f64; FatSource::ALL.len()]>,
    /// Tags, sorted; all servings of a recipe share them.
    pub tags: Arc<[String]>,
    /// When it is usually eaten.
    pub meal_types: Arc<[String]>,
    /// Ingredients that the athlete likes.
    pub liked: usize,
    /// Why it may not be eaten at all.
    pub refused: Option<Refused>,
    /// What warming it up later takes, and how long it keeps.
    pub reheats: Option<(u32, u32)>,
    /// MO-2: whether it was cooked at an earlier meal and is only warmed up; `minutes` are those of reheating then.
    pub is_leftover: bool,
    /// ML-6: whether it is a leftover that is at home since before the first day.
    pub is_at_home: bool,
}

/// Why a recipe may not be eaten at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// HC-1: the ingredient, and the entry that it matches.
    Excluded {
        /// As written in the recipe.
        ingredient: String,
        /// As written by the athlete.
        term: String,
    },
    /// MO-7: its price is not known.
    NoPrice,
}

impl Refused {
    /// The rule.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Excluded { .. } => "HC-1",
            Self::NoPrice => "MO-7",
        }
    }
}

/// A kind of slot: those that the same recipes may fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Most minutes of cooking.
    pub cap: Option<u32>,
    /// Tags that a recipe must have, sorted.
    pub tags: Vec<String>,
    /// Servings cooked there, by place.
    pub eligible: Vec<Place>,
    /// Leftovers that may stand there if they were cooked before, by place (MO-2, ML-6).
    pub reheated: Vec<Place>,
    /// Those that the plain search may use.
    pub plain: Vec<Place>,
    /// How many recipes that is.
    pub dishes: usize,
    /// Why the other recipes of the plain search may not, in the order of the rules.
    pub barred: Vec<(Place, &'static str)>,
}

impl Kind {
    /// The kind of slots with this cap and these tags; `is_plain` tells the servings of the plain search.
    pub fn new(
        cap: Option<u32>,
        tags: Vec<String>,
        recipes: &[PoolRecipe],
        is_plain: impl Fn(&PoolRecipe) -> bool,
    ) -> Self {
        let (mut eligible, mut reheated, mut plain, mut barred) = (vec![], vec![], vec![], vec![]);
        for (place, recipe) in recipes.iter().enumerate() {
            match static_refusal(cap, &tags, recipe) {
                None if recipe.is_leftover => reheated.push(place),
                None => {
                    eligible.push(place);
                    if is_plain(recipe) {
                        plain.push(place);
                    }
                }
                Some(rule) if is_plain(recipe) => barred.push((place, rule)),
                Some(_) => {}
            }
        }
        let mut dishes: Vec<Dish> = plain.iter().map(|&place| recipes[place].dish).collect();
        dishes.dedup();
        Self { cap, tags, eligible, reheated, plain, dishes: dishes.len(), barred }
    }

    /// Whether a serving may stand there, a leftover if it was cooked before.
    pub fn allows(&self, place: Place) -> bool {
        self.eligible.binary_search(&place).is_ok() || self.reheated.binary_search(&place).is_ok()
    }
}

/// The first rule that keeps a recipe from every slot of a kind (MX-1: tags, HC-1, HC-3).
fn static_refusal(cap: Option<u32>, tags: &[String], recipe: &PoolRecipe) -> Option<&'static str> {
    if !tags.iter().all(|tag| recipe.tags.contains(tag)) {
        return Some("MO-5");
    }
    let refused = recipe.refused.as_ref().map(Refused::rule);
    refused.or_else(|| cap.is_some_and(|cap| cap < recipe.minutes).then_some("HC-3"))
}

/// Cooking caps, tightest first, then none.
const CAPS: [Option<u32>; 4] = [Some(5), Some(15), Some(30), None];
/// Open slots of a day at most.
const MOST_SLOTS: usize = domain::meal_plan::MAX_SLOTS;

type Sums = [[i64; MOST_SLOTS + 1]; MEASURES];

/// Sums of the k smallest and largest amounts over distinct recipes that HC-1 and a cap allow (section 6).
#[derive(Debug, Clone)]
pub struct Bounds {
    /// By cap, measure and k.
    least: Vec<Sums>,
    most: Vec<Sums>,
}

impl Bounds {
    /// The bounds of the servings that the plain search may use.
    pub fn new(recipes: &[PoolRecipe], is_plain: impl Fn(&PoolRecipe) -> bool) -> Self {
        let mut bounds = Self { least: vec![], most: vec![] };
        let usable: Vec<&PoolRecipe> =
            recipes.iter().filter(|recipe| recipe.refused.is_none() && is_plain(recipe)).collect();
        for cap in CAPS {
            let quick = |recipe: &&&PoolRecipe| cap.is_none_or(|cap| recipe.minutes <= cap);
            let allowed: Vec<&PoolRecipe> = usable.iter().filter(quick).copied().collect();
            let (mut least, mut most) = ([[0; MOST_SLOTS + 1]; MEASURES], [[0; MOST_SLOTS + 1]; MEASURES]);
            for measure in 0..MEASURES {
                least[measure] = prefix_sums(by_dish(&allowed, measure, i64::min), std::cmp::Ord::cmp);
                most[measure] = prefix_sums(by_dish(&allowed, measure, i64::max), |a, b| b.cmp(a));
            }
            bounds.least.push(least);
            bounds.most.push(most);
        }
        bounds
    }

    /// The least that `k` slots with this largest cap can add.
    pub fn least(&self, cap: Option<u32>, measure: usize, k: usize) -> i64 {
        self.least[class(cap)][measure][k]
    }

    /// The most that `k` slots with this largest cap can add.
    pub fn most(&self, cap: Option<u32>, measure: usize, k: usize) -> i64 {
        self.most[class(cap)][measure][k]
    }
}

/// One amount for each recipe: the best of its portions.
fn by_dish(recipes: &[&PoolRecipe], measure: usize, best: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    let mut amounts: Vec<i64> = vec![];
    let mut last = None;
    for recipe in recipes {
        let amount = recipe.amounts[measure];
        match amounts.last_mut() {
            Some(known) if last == Some(recipe.dish) => *known = best(*known, amount),
            _ => amounts.push(amount),
        }
        last = Some(recipe.dish);
    }
    amounts
}

fn prefix_sums(
    mut amounts: Vec<i64>,
    order: impl Fn(&i64, &i64) -> std::cmp::Ordering,
) -> [i64; MOST_SLOTS + 1] {
    if amounts.len() > MOST_SLOTS {
        amounts.select_nth_unstable_by(MOST_SLOTS - 1, &order);
        amounts.truncate(MOST_SLOTS);
    }
    amounts.sort_unstable_by(&order);
    let mut sums = [0; MOST_SLOTS + 1];
    for k in 1..=MOST_SLOTS {
        sums[k] = sums[k - 1] + amounts.get(k - 1).copied().unwrap_or(0);
    }
    sums
}

fn class(cap: Option<u32>) -> usize {
    CAPS.iter().position(|known| *known == cap).unwrap_or(CAPS.len() - 1)
}

/// The looser of two caps.
pub fn looser(one: Option<u32>, other: Option<u32>) -> Option<u32> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.max(other)),
        _ => None,
    }
}
