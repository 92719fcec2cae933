//! Household measures of a food as foreign sources describe them: `1 cup, sliced` weighs 70 g (MF-5, ND-5).

use domain::{
    error::ErrorCode,
    food::{Food, HouseholdMeasure, Milligrams, Portion, Unit},
    id::Keyed,
    law::Valid,
    quantity::Amount,
};

use super::{
    number,
    report::{Entry, RULE},
};
use crate::{
    duplicate::is_near,
    ingredient::read_unit,
    ratio::Ratio,
    text::Norm,
    warning::{Warning, WarningCode},
};

/// Measures of one food while they are read.
#[derive(Debug, Default)]
pub(super) struct Portions(Vec<Described>);

#[derive(Debug)]
struct Described {
    pointer: String,
    text: String,
    /// Of how many measures the mass is, in millionths.
    count: Amount,
    measure: Norm,
    /// What follows the comma: `sliced`.
    kind: Norm,
    /// Of all these measures, in millionths of a gram.
    grams: Amount,
}

impl Portions {
    /// Adds a measure with its count before it: `.5 cup, sliced`.
    pub(super) fn add(&mut self, pointer: &str, text: &str, grams: Amount) {
        let (count, measure) = text.split_once(' ').unwrap_or((text, ""));
        match number::amount(count, number::Scale::ONE) {
            Ok(count) => self.add_counted(pointer, count, measure, grams),
            Err(_) => self.add_counted(pointer, Amount(Amount::UNIT), text, grams),
        }
    }

    /// Adds so many of a measure.
    pub(super) fn add_counted(&mut self, pointer: &str, count: Amount, measure: &str, grams: Amount) {
        let (measure, kind) = measure.split_once([',', '(']).unwrap_or((measure, ""));
        self.0.push(Described {
            pointer: pointer.to_owned(),
            text: if kind.is_empty() { measure.trim().to_owned() } else { format!("{measure},{kind}") },
            count,
            measure: Norm::of(measure),
            kind: Norm::of(kind),
            grams,
        });
    }

    /// The portions, each unit once. Those without further words get the plain units first; of the others, the
    /// first gets the plain unit if it is free and each later one is named by all its words (`cup_sliced`).
    /// Measures of mass say nothing about a food. What cannot be a portion is left out with a notice. A measure
    /// that is weighed again must weigh about the same (ND-8).
    pub(super) fn finish(mut self, entry: &mut Entry<Valid<Food>>) -> Vec<Portion> {
        self.0.sort_by_key(|described| !described.kind.is_empty());
        let mut portions: Vec<Portion> = Vec::new();
        for described in &self.0 {
            let units: Vec<Unit> = described.units().collect();
            if matches!(units[..], [Unit::Mass(_), ..]) {
                continue;
            }
            let (Some(mg), false) = (described.mass(), units.is_empty()) else {
                let found = format!("{}: {} g", described.text, described.grams);
                entry.notice(&described.pointer, Warning::new(WarningCode::LeftOut).fact("found", found));
                continue;
            };
            let is_taken = |unit: &&Unit| portions.iter().any(|portion| portion.unit == **unit);
            if let Some(unit) = units.iter().find(|unit| !is_taken(unit)) {
                portions.push(Portion { unit: unit.clone(), mg });
            } else if !portions
                .iter()
                .any(|portion| units.contains(&portion.unit) && is_near(portion.mg.0, mg.0))
            {
                let found = format_args!("another mass of one {}", described.text);
                entry.error(ErrorCode::InvalidFood, RULE, &described.pointer, found, "each measure once");
            }
        }
        portions
    }
}

impl Described {
    /// A unit of ours if the measure is one, else the measure itself; then the measure with all its words.
    fn units(&self) -> impl Iterator<Item = Unit> {
        let ours = read_unit(self.measure.as_str()).filter(|(_, rest)| rest.is_empty());
        let plain =
            ours.map(|(unit, _)| unit).or_else(|| household(&self.measure.words().collect::<Vec<_>>()));
        let full = household(&self.measure.words().chain(self.kind.words()).collect::<Vec<_>>());
        plain.into_iter().chain(full)
    }

    /// What one measure weighs; [`None`] if that cannot be.
    fn mass(&self) -> Option<Milligrams> {
        /// Nothing that people measure by the piece weighs more.
        const MOST: Milligrams = Milligrams(25_000_000);
        let count = Some(self.count).filter(|count| *count > Amount(0))?;
        let mg = Ratio::from(self.grams) / Ratio::from(count) * Ratio::from(1000_u32);
        Some(Milligrams(mg.round())).filter(|mg| (Milligrams(1)..=MOST).contains(mg))
    }
}

/// The measure of these words, as many as a key holds.
fn household(words: &[&str]) -> Option<Unit> {
    let mut key = String::new();
    for word in words {
        let longer = if key.is_empty() { (*word).to_owned() } else { format!("{key}_{word}") };
        if longer.len() > HouseholdMeasure::LONGEST {
            break;
        }
        key = longer;
    }
    key.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The portions of these descriptions and grams as `unit mg`, and what was left out.
    fn read(described: &[(&str, i64)]) -> (String, Vec<String>) {
        let mut portions = Portions::default();
        for (text, grams) in described {
            portions.add("/GmWt_1", text, Amount(grams * Amount::UNIT));
        }
        let mut entry = Entry::new(1, "");
        let finished = portions.finish(&mut entry);
        let lines: Vec<String> =
            finished.iter().map(|portion| format!("{} {}", portion.unit, portion.mg.0)).collect();
        let left_out = entry.notices.iter().map(|notice| match &notice.warning.facts["found"] {
            domain::reason::Fact::Text(found) => found.clone(),
            other => format!("{other:?}"),
        });
        (lines.join("; "), left_out.collect())
    }

    fn portions(described: &[(&str, i64)]) -> String {
        let (portions, left_out) = read(described);
        assert_eq!(left_out, [""; 0]);
        portions
    }

    #[test]
    fn mf_5_a_description_becomes_the_mass_of_one_measure() {
        assert_eq!(portions(&[("1 cup", 242), ("1 fl oz", 30)]), "cup 242000; fl_oz 30000");
        assert_eq!(portions(&[(".5 cup", 114)]), "cup 228000");
        assert_eq!(portions(&[("1 tablespoon", 14), ("10 grapes", 49)]), "tbsp 14000; grape 4900");
        assert_eq!(portions(&[("1 fruit, without refuse", 96)]), "fruit 96000");
        assert_eq!(portions(&[("1 cup(not packed),  not packed", 150)]), "cup 150000");
        assert_eq!(portions(&[("1 cubic inch", 17), ("large", 50)]), "cubic_inch 17000; large 50000");
        assert_eq!(portions(&[(".75 cup,  (1 NLEA serving)", 29)]), "cup 38667");
    }

    #[test]
    fn mf_5_measures_of_mass_are_no_portions() {
        assert_eq!(portions(&[("3 oz", 85), ("1 lb", 454)]), "");
    }

    #[test]
    fn nd_8_two_measures_never_share_a_unit() {
        assert_eq!(portions(&[("1 cup, sliced", 70), ("1 cup, whole", 96)]), "cup 70000; cup_whole 96000");
        assert_eq!(portions(&[("1 cup, sliced", 70), ("1 cup", 96)]), "cup 96000; cup_sliced 70000");
        assert_eq!(portions(&[("1 cup", 70), ("2 cups", 142)]), "cup 70000");
        let mut twice = Portions::default();
        twice.add("/GmWt_1", "1 cup", Amount(70_000_000));
        twice.add("/GmWt_2", "1 cup", Amount(96_000_000));
        let mut entry = Entry::new(1, "");
        assert_eq!(twice.finish(&mut entry).len(), 1);
        let message = entry.errors[0].to_string();
        assert_eq!(message, "GmWt_2: another mass of one cup, expected each measure once");
        let long = "1 piece, cooked, excluding refuse (yield from 1 lb raw meat with refuse)";
        assert_eq!(
            portions(&[("1 piece", 70), (long, 96)]),
            "piece 70000; piece_cooked_excluding_refuse 96000"
        );
    }

    #[test]
    fn nd_8_what_cannot_be_a_portion_is_left_out_with_a_notice() {
        assert_eq!(read(&[("0 cup", 70)]).1, ["cup: 70 g"]);
        assert_eq!(read(&[("1 cup", 0)]).1, ["cup: 0 g"]);
        assert_eq!(read(&[("1 serving", 30_000)]).1, ["serving: 30000 g"]);
        assert_eq!(read(&[("1 \"", 5)]).1, ["\": 5 g"]);
    }
}
