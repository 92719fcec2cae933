//! The pool: recipes in the compact form that the search reads, sorted by id, with the bounds of what is left to add.

use domain::nutrient::Nutrient;

/// The place of a recipe in the pool; the order is that of the ids by bytes.
pub type Place = usize;

/// How many nutrients there are.
pub const NUTRIENTS: usize = Nutrient::ALL.len();

/// Amounts of all nutrients, in millionths.
pub type Amounts = [i64; NUTRIENTS];

/// Adds one list of amounts to another.
pub fn add(total: &mut Amounts, amounts: &Amounts) {
    for (total, amount) in total.iter_mut().zip(amounts) {
        *total += amount;
    }
}

/// A recipe as the search sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolRecipe {
    /// Its id.
    pub id: String,
    /// Minutes of cooking.
    pub minutes: u32,
    /// Nutrition of a serving; what is unknown counts 0 here and is listed in `unknown`.
    pub amounts: Amounts,
    /// Nutrients of which the amount is not known.
    pub unknown: Vec<Nutrient>,
    /// Milligrams of a serving, if known.
    pub milligrams: Option<i64>,
    /// Grams of fat by source in millionths, if known.
    pub fat_sources: Option<Vec<(String, i64)>>,
    /// Tags, sorted.
    pub tags: Vec<String>,
    /// When it is usually eaten.
    pub meal_types: Vec<String>,
    /// Ingredients that the athlete likes.
    pub liked: usize,
    /// Why it may not be eaten at all (HC-1): the ingredient and the entry that matched.
    pub excluded: Option<(String, String)>,
}

/// Cooking caps, tightest first, then none.
const CAPS: [Option<u32>; 4] = [Some(5), Some(15), Some(30), None];
/// Open slots of a day at most.
const MOST_SLOTS: usize = 8;

/// Sums of the k smallest and largest amounts over distinct recipes that HC-1 and a cap allow (section 6).
#[derive(Debug, Clone)]
pub struct Bounds {
    /// By cap, nutrient and k.
    least: Vec<[[i64; MOST_SLOTS + 1]; NUTRIENTS]>,
    most: Vec<[[i64; MOST_SLOTS + 1]; NUTRIENTS]>,
}

impl Bounds {
    /// The bounds of a pool.
    pub fn new(recipes: &[PoolRecipe]) -> Self {
        let mut bounds = Self { least: vec![], most: vec![] };
        for cap in CAPS {
            let allowed = |recipe: &&PoolRecipe| {
                recipe.excluded.is_none() && cap.is_none_or(|cap| recipe.minutes <= cap)
            };
            let allowed: Vec<&PoolRecipe> = recipes.iter().filter(allowed).collect();
            let mut least = [[0; MOST_SLOTS + 1]; NUTRIENTS];
            let mut most = [[0; MOST_SLOTS + 1]; NUTRIENTS];
            for nutrient in 0..NUTRIENTS {
                let mut amounts: Vec<i64> = allowed.iter().map(|recipe| recipe.amounts[nutrient]).collect();
                amounts.sort_unstable();
                for k in 1..=MOST_SLOTS {
                    least[nutrient][k] = least[nutrient][k - 1] + amounts.get(k - 1).copied().unwrap_or(0);
                    let from_end = amounts.len().checked_sub(k).map_or(0, |index| amounts[index]);
                    most[nutrient][k] = most[nutrient][k - 1] + from_end;
                }
            }
            bounds.least.push(least);
            bounds.most.push(most);
        }
        bounds
    }

    /// The least that `k` slots with this largest cap can add.
    pub fn least(&self, cap: Option<u32>, nutrient: usize, k: usize) -> i64 {
        self.least[class(cap)][nutrient][k.min(MOST_SLOTS)]
    }

    /// The most that `k` slots with this largest cap can add.
    pub fn most(&self, cap: Option<u32>, nutrient: usize, k: usize) -> i64 {
        self.most[class(cap)][nutrient][k.min(MOST_SLOTS)]
    }
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
