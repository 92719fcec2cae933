//! MB-1: the recipes of an instance, made from integers alone so that anyone can rebuild them.
//!
//! Amounts are counted in 1/64 of their unit, which binary floats and six decimals both hold exactly.

use domain::nutrient::Nutrient;

/// How many of an amount make one unit.
pub(crate) const UNIT: i64 = 64;

/// A recipe, its amounts in 1/64 of their units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Recipe {
    pub(crate) kcal: i64,
    pub(crate) protein: i64,
    pub(crate) fat: i64,
    pub(crate) carbs: i64,
    /// In the order of [`nutrients`].
    pub(crate) micronutrients: [i64; MICRONUTRIENTS.len()],
    pub(crate) minutes: u32,
    /// Numbers of six different ingredients.
    pub(crate) ingredients: [i64; 6],
}

/// How much of a nutrient recipes hold.
struct Supply {
    nutrient: Nutrient,
    /// R: a reference intake, in thousandths.
    reference: i64,
    /// m: thousandths of it in a mean day.
    mean: i64,
    /// sd: how widely recipes differ.
    deviation: i64,
}

const fn supply(nutrient: Nutrient, reference: i64, mean: i64, deviation: i64) -> Supply {
    Supply { nutrient, reference, mean, deviation }
}

/// MB-1: R, m and sd of the tracked nutrients.
const MICRONUTRIENTS: [Supply; 25] = [
    supply(Nutrient::VitaminA, 900_000, 667, 1477),
    supply(Nutrient::VitaminC, 90_000, 970, 1477),
    supply(Nutrient::VitaminD, 600_000, 188, 2068),
    supply(Nutrient::VitaminE, 15_000, 704, 1034),
    supply(Nutrient::VitaminK, 120_000, 876, 1773),
    supply(Nutrient::Thiamine, 1_200, 1235, 739),
    supply(Nutrient::Riboflavin, 1_300, 1412, 739),
    supply(Nutrient::Niacin, 16_000, 1420, 886),
    supply(Nutrient::PantothenicAcid, 5_000, 1147, 739),
    supply(Nutrient::Pyridoxine, 1_300, 1503, 886),
    supply(Nutrient::Cobalamin, 2_400, 1092, 1625),
    supply(Nutrient::Folate, 400_000, 861, 1034),
    supply(Nutrient::Calcium, 1_000_000, 783, 1034),
    supply(Nutrient::Copper, 900, 1324, 739),
    supply(Nutrient::Iron, 8_000, 1677, 739),
    supply(Nutrient::Magnesium, 420_000, 882, 739),
    supply(Nutrient::Manganese, 2_300, 1409, 1034),
    supply(Nutrient::Phosphorus, 700_000, 2031, 591),
    supply(Nutrient::Potassium, 3_400_000, 1015, 591),
    supply(Nutrient::Selenium, 55_000, 1838, 886),
    supply(Nutrient::Sodium, 1_500_000, 1331, 1034),
    supply(Nutrient::Zinc, 11_000, 1059, 739),
    supply(Nutrient::Fiber, 38_000, 752, 886),
    supply(Nutrient::Omega3, 1_600, 728, 1477),
    supply(Nutrient::Omega6, 17_000, 704, 1034),
];

/// MB-1: minutes that a recipe may take, as often as they stand here.
const MINUTES: [u32; 14] = [3, 5, 5, 8, 10, 10, 12, 15, 15, 20, 25, 30, 40, 60];

/// MB-1: different ingredients that there are.
const INGREDIENTS: i64 = 120;

/// The nutrients of a recipe, in order.
pub(crate) fn nutrients() -> impl Iterator<Item = Nutrient> {
    MICRONUTRIENTS.iter().map(|supply| supply.nutrient)
}

/// The recipes of a pool of `size` for a seed.
pub(crate) fn pool(size: u32, seed: u64) -> Vec<Recipe> {
    let mut random = SplitMix64 { state: (1_000_003 * u64::from(size)).wrapping_add(seed) };
    (0..size).map(|_| recipe(&mut random)).collect()
}

/// One recipe; the order of the draws is part of MB-1.
fn recipe(random: &mut SplitMix64) -> Recipe {
    let kcal = scale(560 * UNIT, 1, random.normal(), 561).clamp(120 * UNIT, 1100 * UNIT);
    let mut protein = (260 + ((90 * random.normal()) >> 16)).clamp(60, 550);
    let mut fat = (290 + ((100 * random.normal()) >> 16)).clamp(50, 600);
    if protein + fat > 950 {
        protein = 950 * protein / (protein + fat);
        fat = 950 - protein;
    }
    let carbs = 1000 - protein - fat;
    let micronutrients = MICRONUTRIENTS.map(|supply| {
        let mean = supply.reference * supply.mean * kcal;
        scale(mean, 1_000_000 * 2400, random.normal(), supply.deviation)
    });
    Recipe {
        kcal,
        protein: kcal * protein / 4000,
        fat: kcal * fat / 9000,
        carbs: kcal * carbs / 4000,
        micronutrients,
        minutes: random.one_of(&MINUTES),
        ingredients: random.distinct(INGREDIENTS),
    }
}

/// MB-1: `a / b`, spread log-normally by `g`: ⌊a·P·2ᵏ / (b·65 536)⌋ with one rounding.
///
/// Nothing overflows: |g| ≤ 393 210 and sd ≤ 2068 give −13 ≤ k ≤ 12, a is below 2⁴⁸, P below 2¹⁷ and b below 2³², so
/// that the numerator stays below 2⁷⁷, the denominator below 2⁶¹ and the result below 2³⁰.
fn scale(a: i64, b: i64, g: i64, deviation: i64) -> i64 {
    let exponent = (g * deviation) >> 10;
    let (k, fraction) = (exponent >> 16, exponent & 0xffff);
    let power = 65_536 + ((fraction * (43_024 + ((22_512 * fraction) >> 16))) >> 16);
    let (numerator, denominator) = (i128::from(a) * i128::from(power), i128::from(b) << 16);
    let scaled = if k < 0 { numerator / (denominator << -k) } else { (numerator << k) / denominator };
    #[expect(clippy::cast_possible_truncation, reason = "below 2³⁰")]
    let scaled = scaled as i64;
    scaled
}

/// The random numbers of MB-1.
struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The next 64 bits.
    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = self.state;
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// u(): a number of 16 bits.
    fn uniform(&mut self) -> u16 {
        (self.draw() >> 48) as u16
    }

    /// g(): about normal around 0, with a deviation of 65 536.
    fn normal(&mut self) -> i64 {
        (0..12).map(|_| i64::from(self.uniform())).sum::<i64>() - 393_210
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[usize::from(self.uniform()) % list.len()]
    }

    /// Different numbers below a limit; one that is there already is drawn again.
    fn distinct<const N: usize>(&mut self, limit: i64) -> [i64; N] {
        let mut numbers = [-1; N];
        for place in 0..N {
            while numbers[place] < 0 {
                let number = i64::from(self.uniform()) % limit;
                if !numbers.contains(&number) {
                    numbers[place] = number;
                }
            }
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_1_the_random_numbers_are_those_of_split_mix_64() {
        let mut random = SplitMix64 { state: 0 };
        assert_eq!([random.draw(), random.draw()], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
    }

    #[test]
    fn mb_1_scaling_spreads_a_value_by_powers_of_two() {
        let deviation_of_one = |x: i64| scale(1000, 1, x, 1024);
        assert_eq!(
            [-131_072, -65_536, 0, 65_536, 131_072].map(deviation_of_one),
            [250, 500, 1000, 2000, 4000]
        );
        // Half a power: P = 65 536 + ⌊32 768·(43 024 + 11 256) / 65 536⌋ = 92 676, 1.41412 times as much.
        assert_eq!(deviation_of_one(32_768), 1414);
        assert_eq!(deviation_of_one(-32_768), 707);
    }

    #[test]
    fn mb_1_the_widest_draws_do_not_overflow() {
        for supply in &MICRONUTRIENTS {
            let most = supply.reference * supply.mean * 1100 * UNIT;
            assert!(most < 1 << 48);
            let ends = [-393_210, 393_210].map(|g| scale(most, 1_000_000 * 2400, g, supply.deviation));
            assert!(ends[0] < ends[1] && ends[1] < 1 << 30, "{}: {ends:?}", supply.nutrient);
        }
    }

    #[test]
    fn mb_1_nutrients_stand_in_the_order_of_every_list() {
        assert!(nutrients().eq(Nutrient::TRACKED.iter().copied()));
    }

    #[test]
    fn mb_1_the_first_recipe_of_fifty_with_seed_one() {
        let pool = pool(50, 1);
        let first = &pool[0];
        assert_eq!([first.kcal, first.protein, first.fat, first.carbs], [41_997, 4304, 1488, 2845]);
        let [a, c, d, .., omega_6] = first.micronutrients;
        assert_eq!([a, c, d, omega_6], [27_682, 1692, 4834, 127]);
        assert_eq!((first.minutes, first.ingredients), (5, [94, 11, 96, 53, 112, 25]));
    }

    #[test]
    fn mb_1_sums_of_whole_pools() {
        let sums = |size, seed| {
            let pool = pool(size, seed);
            let micronutrients = pool.iter().flat_map(|recipe| recipe.micronutrients).sum::<i64>();
            (pool.iter().map(|recipe| recipe.kcal).sum::<i64>(), micronutrients)
        };
        assert_eq!(sums(50, 1), (2_084_705, 10_473_601));
        assert_eq!(sums(1000, 1), (38_234_745, 188_051_416));
        assert_eq!(sums(5000, 3), (189_888_612, 920_207_627));
    }
}
