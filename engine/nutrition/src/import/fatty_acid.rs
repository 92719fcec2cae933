//! Fatty acids: omega-3 and omega-6 of foods of which only the total polyunsaturated fat is known (ND-4).

use domain::{
    nutrient::Nutrient,
    quantity::{Amount, div_half_up},
};

use super::{draft::Draft, group::Nature};

/// How polyunsaturated fat divides in foods of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Soy,
    Poultry,
    Pork,
    BeefLamb,
    Dairy,
    Egg,
    Fish,
    GrainsLegumes,
    /// Leafy and cruciferous vegetables.
    Leafy,
    OtherProduce,
    NutsSeedsOils,
}

impl Kind {
    /// ND-4: thousandths of the total that are omega-3 and omega-6.
    const fn ratios(self) -> (i64, i64) {
        match self {
            Self::Soy => (115, 884),
            Self::Poultry => (60, 780),
            Self::Pork => (40, 870),
            Self::BeefLamb => (60, 700),
            Self::Dairy => (120, 650),
            Self::Egg => (60, 800),
            Self::Fish => (700, 100),
            Self::GrainsLegumes => (80, 900),
            Self::Leafy => (550, 350),
            Self::OtherProduce => (150, 800),
            Self::NutsSeedsOils => (0, 980),
        }
    }
}

/// ND-4: known foods by NDB number, with thousandths of a gram of omega-3 and omega-6 in 100 g.
#[rustfmt::skip]
const ANCHORS: [(u32, i64, i64); 28] = [
    (1123, 110, 1560),     // egg
    (4044, 6790, 50_950),  // soybean oil
    (4047, 20, 1680),      // coconut oil
    (4053, 760, 9760),     // olive oil
    (4518, 1160, 53_500),  // corn oil
    (4582, 9140, 19_000),  // canola oil
    (9037, 110, 1670),     // avocado
    (12_006, 17_800, 5840),  // chia
    (12_012, 8700, 27_400),  // hemp, hulled
    (12_014, 120, 20_700),   // pumpkin seed
    (12_023, 380, 21_380),   // sesame
    (12_036, 60, 23_050),    // sunflower kernel
    (12_061, 0, 12_320),     // almond
    (12_142, 980, 20_630),   // pecan
    (12_155, 9080, 38_100),  // walnut
    (12_220, 22_800, 5900),  // flaxseed
    (15_015, 190, 10),       // cod
    (15_039, 1730, 130),     // herring
    (15_046, 2670, 220),     // mackerel
    (15_076, 2020, 170),     // salmon, Atlantic, wild
    (15_085, 730, 80),       // salmon, sockeye
    (15_088, 1480, 3540),    // sardine in oil
    (15_121, 230, 10),       // tuna, light, in water
    (15_236, 2510, 900),     // salmon, Atlantic, farmed
    (15_261, 160, 150),      // tilapia
    (16_087, 0, 15_550),     // peanut
    (20_038, 110, 2420),     // oats
    (42_231, 53_400, 14_300), // flax oil
];

/// Omega-3 and omega-6 of a food.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) omega_3: Amount,
    pub(super) omega_6: Amount,
    /// Whether it follows from the kind of food alone.
    pub(super) is_estimated: bool,
}

/// Divides the total polyunsaturated fat of a food: by its anchor, else by the ratio of its kind, rounded half up to
/// a thousandth of a gram. The parts never exceed the total.
pub(super) fn split(ndb: u32, kind: Option<Kind>, total: Amount) -> Option<Split> {
    const THOUSANDTH: i64 = Amount::UNIT / 1000;
    /// 100 g hold no more.
    const MOST: Amount = Amount(100 * Amount::UNIT);
    let total = total.min(MOST);
    let anchor = ANCHORS.iter().find(|(number, ..)| *number == ndb);
    let parts = match (anchor, kind) {
        (Some(&(_, omega_3, omega_6)), _) => (omega_3, omega_6),
        (None, Some(kind)) => {
            let part = |thousandths| div_half_up(total.0 * thousandths, Amount::UNIT);
            let (omega_3, omega_6) = kind.ratios();
            (part(omega_3), part(omega_6))
        }
        (None, None) => return None,
    };
    let omega_3 = Amount(parts.0 * THOUSANDTH).min(total);
    let omega_6 = Amount(parts.1 * THOUSANDTH).min(Amount(total.0 - omega_3.0));
    Some(Split { omega_3, omega_6, is_estimated: anchor.is_none() })
}

impl Draft {
    /// Sets the fatty acids that follow from the total polyunsaturated fat.
    pub(super) fn split_fat(&mut self, ndb: u32, nature: Nature, total: Amount) {
        let Some(split) = split(ndb, nature.kind, total) else { return };
        self.per_100g.set(Nutrient::Omega3, Some(split.omega_3));
        self.per_100g.set(Nutrient::Omega6, Some(split.omega_6));
        if split.is_estimated {
            self.estimated.extend([Nutrient::Omega3, Nutrient::Omega6]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn parts(ndb: u32, kind: Option<Kind>, total: &str) -> Option<(String, String, bool)> {
        let split = split(ndb, kind, Amount::parse(total).unwrap())?;
        Some((split.omega_3.to_string(), split.omega_6.to_string(), split.is_estimated))
    }

    #[test]
    fn nd_4_tofu_divides_by_the_ratio_of_soy() {
        assert_eq!(parts(1, Some(Kind::Soy), "4.92"), Some(("0.566".into(), "4.349".into(), true)));
        assert_eq!(parts(1, None, "4.92"), None, "of a mixed dish nobody knows");
        assert_eq!(parts(1, Some(Kind::Fish), "0"), Some(("0".into(), "0".into(), true)));
    }

    #[test]
    fn nd_4_an_anchor_comes_before_a_ratio_and_never_exceeds_the_total() {
        let flax = parts(12_220, Some(Kind::NutsSeedsOils), "28.73");
        assert_eq!(flax, Some(("22.8".into(), "5.9".into(), false)));
        assert_eq!(parts(12_155, None, "47.174"), Some(("9.08".into(), "38.094".into(), false)));
        assert_eq!(parts(12_220, None, "20"), Some(("20".into(), "0".into(), false)));
    }

    #[test]
    fn nd_4_the_parts_of_every_kind_stay_within_the_total() {
        let all = [
            Kind::Soy,
            Kind::Poultry,
            Kind::Pork,
            Kind::BeefLamb,
            Kind::Dairy,
            Kind::Egg,
            Kind::Fish,
            Kind::GrainsLegumes,
            Kind::Leafy,
            Kind::OtherProduce,
            Kind::NutsSeedsOils,
        ];
        for kind in all {
            for total in [0, 1, 499, 500, 1000, 3333, 57_740_000] {
                let split = split(0, Some(kind), Amount(total)).unwrap();
                assert!(split.omega_3.0 + split.omega_6.0 <= total, "{kind:?} of {total}");
            }
        }
    }

    #[test]
    fn nd_4_the_foods_of_the_catalogue_agree_with_their_anchors() {
        let mut found = 0;
        for food in Catalog::embedded().foods() {
            let ndb: u32 = food.source.reference.as_ref().unwrap().parse().unwrap();
            let Some((_, omega_3, omega_6)) = ANCHORS.iter().find(|(number, ..)| *number == ndb) else {
                continue;
            };
            found += 1;
            let amount = |nutrient| food.per_100g.get(nutrient).unwrap().0 / 1000;
            assert_eq!(amount(Nutrient::Omega3), *omega_3, "{}", food.id);
            // The parts of walnuts are rounded to more than their total, which takes the difference away.
            let difference = if ndb == 12_155 { 6 } else { 0 };
            assert_eq!(amount(Nutrient::Omega6), *omega_6 - difference, "{}", food.id);
        }
        assert_eq!(found, 27, "all anchors but oats, which the catalogue has as rolled oats");
    }
}
