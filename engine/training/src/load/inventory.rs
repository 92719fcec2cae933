//! Inventory: the iron of a place as its owner lists it (EP-1), what the keys of L-9 stand for, and the default.

use std::collections::BTreeMap;

use domain::{
    equipment::{Equipment, INVENTORY_KEYS},
    error::ErrorCode,
    law::{Check, Law},
    quantity::{Hundredths, MassUnit},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The iron of a place (EP-1). What is not listed follows from the equipment keys, else it is the default (LD-2).
///
/// Masses are hundredths of `unit`, as printed on the iron.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inventory {
    /// What is printed on the iron.
    pub unit: MassUnit,
    /// Mass of each bar by its equipment key: `barbell`, `ez_bar`, `trap_bar`, `smith` or a bar of L-9.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bars: BTreeMap<String, Hundredths>,
    /// Plates by pairs; a pair count of 0 says that there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plates: Vec<PlatePairs>,
    /// Dumbbells, each what one hand holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dumbbells: Vec<Hundredths>,
    /// Kettlebells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kettlebells: Vec<Hundredths>,
    /// Weight stacks by the equipment key of the machine or cable; `machine` is every machine that has no own one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stacks: BTreeMap<String, Stack>,
}

/// So many pairs of one plate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlatePairs {
    /// Mass of one plate.
    pub h: Hundredths,
    /// 0..20.
    pub pairs: u32,
}

/// Loads in equal steps, such as those of a weight stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// The lightest.
    pub min: Hundredths,
    /// From one to the next.
    pub step: Hundredths,
    /// None is heavier.
    pub max: Hundredths,
}

impl Stack {
    /// The loads, lightest first.
    pub fn loads(self) -> impl Iterator<Item = Hundredths> {
        let Self { min: Hundredths(min), step: Hundredths(step), max: Hundredths(max) } = self;
        (0..=(max - min) / step.max(1)).map(move |count| Hundredths(min + count * step))
    }
}

/// Which bar: the plates of a place fit all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BarKind {
    Barbell,
    EzBar,
    TrapBar,
    Smith,
}

impl BarKind {
    pub(super) const ALL: [Self; 4] = [Self::Barbell, Self::EzBar, Self::TrapBar, Self::Smith];

    /// The kind of bar that an equipment key names.
    pub(super) fn of_key(key: &str) -> Option<Self> {
        match class_of(key)? {
            Equipment::Barbell => Some(Self::Barbell),
            Equipment::EzBar => Some(Self::EzBar),
            Equipment::TrapBar => Some(Self::TrapBar),
            Equipment::Smith => Some(Self::Smith),
            _ => None,
        }
    }
}

/// The key under which a stack stands for every machine.
const ANY_MACHINE: &str = "machine";

/// The class that an equipment key names: a class, `eq_` and a class, or a key of L-9.
pub(super) fn class_of(key: &str) -> Option<Equipment> {
    let known = INVENTORY_KEYS.iter().find(|(known, _)| *known == key);
    known.map_or_else(|| key.strip_prefix("eq_").unwrap_or(key).parse().ok(), |(_, class)| *class)
}

/// The law of EP-1's inventory: keys that are known, masses that a person can lift.
impl Law for Inventory {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::BadValue;
        let mass = |check: &mut Check, field: &str, mass: Hundredths, most: i64| {
            check.range(CODE, field, mass.0, 1, most);
        };
        check.within("bars", |check| {
            for (key, &bar) in &self.bars {
                let known = BarKind::of_key(key).is_some();
                let expected = "barbell, ez_bar, trap_bar, smith or a bar of L-9";
                check.require(known, ErrorCode::UnknownEquipment, key, key, expected);
                mass(check, key, bar, 10_000);
            }
        });
        check.count(CODE, "plates", &self.plates, 0, 20);
        check.each("plates", &self.plates, |check, _, plate| {
            mass(check, "h", plate.h, 10_000);
            check.range(CODE, "pairs", plate.pairs, 0, 20);
        });
        for (field, list) in [("dumbbells", &self.dumbbells), ("kettlebells", &self.kettlebells)] {
            check.count(CODE, field, list, 0, 100);
            check.each(field, list, |check, _, &load| mass(check, "", load, 20_000));
        }
        check.within("stacks", |check| {
            for (key, &stack) in &self.stacks {
                let known = key == ANY_MACHINE || class_of(key).is_some_and(Equipment::is_machine);
                check.require(
                    known,
                    ErrorCode::UnknownEquipment,
                    key,
                    key,
                    "machine, or the key of a machine or cable",
                );
                check.within(key, |check| stack.check(check));
            }
        });
    }
}

impl Law for Stack {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::BadValue;
        check.range(CODE, "min", self.min.0, 0, 100_000);
        check.range(CODE, "step", self.step.0, 1, 10_000);
        check.range(CODE, "max", self.max.0, self.min.0, 100_000);
        let steps = (self.max.0 - self.min.0) / self.step.0.max(1);
        check.require(steps <= 1000, CODE, "step", format_args!("{steps} steps"), "at most 1000 steps");
    }
}

/// Iron that comes with a unit rather than a list.
#[derive(Debug)]
pub(super) struct DefaultIron {
    /// In the order of [`BarKind::ALL`].
    pub(super) bars: [Hundredths; 4],
    pub(super) plates: Pairs,
    pub(super) bumpers: Pairs,
    pub(super) micro: Pairs,
    pub(super) womens_bar: Hundredths,
    pub(super) dumbbells: &'static [Stack],
    pub(super) kettlebells: &'static [Stack],
    pub(super) cable: Stack,
    pub(super) machine: Stack,
    /// Added load, plates and sleds go in these steps.
    pub(super) step: Stack,
}

/// Thousandths of the unit, and pairs.
type Pairs = &'static [(i64, u32)];

const fn stack(min: i64, step: i64, max: i64) -> Stack {
    Stack { min: Hundredths(min), step: Hundredths(step), max: Hundredths(max) }
}

/// Loads in whole units, since all lists of iron are.
const fn whole(min: i64, step: i64, max: i64) -> Stack {
    stack(min * 100, step * 100, max * 100)
}

const fn one(load: i64) -> Stack {
    whole(load, 1, load)
}

/// The default iron of LD-2, and what the keys of L-9 say in this unit.
pub(super) const fn default_iron(unit: MassUnit) -> &'static DefaultIron {
    match unit {
        MassUnit::Kg => &KG,
        MassUnit::Lb => &LB,
    }
}

const KG: DefaultIron = DefaultIron {
    bars: [Hundredths(2000), Hundredths(1000), Hundredths(2500), Hundredths(1500)],
    plates: &[(25_000, 4), (20_000, 1), (15_000, 1), (10_000, 1), (5000, 1), (2500, 1), (1250, 1)],
    bumpers: &[(25_000, 2), (20_000, 2), (15_000, 1), (10_000, 2), (5000, 1)],
    micro: &[(625, 1)],
    womens_bar: Hundredths(1500),
    dumbbells: &[whole(1, 1, 10), whole(12, 2, 50)],
    kettlebells: &[whole(4, 2, 16), whole(20, 4, 48)],
    cable: stack(250, 250, 10_000),
    machine: whole(5, 5, 150),
    // No load of a plan is above 1000 kg (PV-4).
    step: stack(125, 125, 100_000),
};

const LB: DefaultIron = DefaultIron {
    bars: [Hundredths(4500), Hundredths(2000), Hundredths(5500), Hundredths(2500)],
    plates: &[(45_000, 4), (35_000, 1), (25_000, 1), (10_000, 2), (5000, 1), (2500, 1)],
    bumpers: &[(45_000, 4), (35_000, 1), (25_000, 2), (10_000, 2)],
    micro: &[(1250, 1)],
    womens_bar: Hundredths(3500),
    dumbbells: &[whole(5, 5, 100)],
    kettlebells: &[LIGHT_KETTLEBELLS[0], LIGHT_KETTLEBELLS[1], one(45), one(53), one(62), one(70)],
    cable: whole(5, 5, 200),
    machine: whole(10, 10, 300),
    step: stack(250, 250, 220_000),
};

const LIGHT_KETTLEBELLS: [Stack; 2] = [whole(5, 5, 25), one(35)];

/// What an equipment key of L-9 puts into the inventory besides its class.
pub(super) enum KeyIron {
    /// In pounds, whatever the athlete's unit.
    Dumbbells(&'static [Stack]),
    /// In pounds, too.
    Kettlebells(&'static [Stack]),
    MensBar,
    WomensBar,
    StandardPlates,
    BumperPlates,
    MicroPlates,
}

/// The iron behind a key, if it has its own (L-9).
pub(super) fn iron_of_key(key: &str) -> Option<KeyIron> {
    const LIGHT_DUMBBELLS: &[Stack] = &[whole(5, 5, 50)];
    const HEAVY_DUMBBELLS: &[Stack] = &[whole(55, 5, 100)];
    const HEAVY_KETTLEBELLS: &[Stack] = &[one(45), one(53), one(62), one(70)];
    Some(match key {
        "eq_dumbbells_set_5-50" => KeyIron::Dumbbells(LIGHT_DUMBBELLS),
        "eq_dumbbells_set_55-100" => KeyIron::Dumbbells(HEAVY_DUMBBELLS),
        "eq_kettlebells_set_5-35" => KeyIron::Kettlebells(&LIGHT_KETTLEBELLS),
        "eq_kettlebells_set_40-70" => KeyIron::Kettlebells(HEAVY_KETTLEBELLS),
        "eq_olympic_barbell_mens_20kg" => KeyIron::MensBar,
        "eq_olympic_barbell_womens_15kg" => KeyIron::WomensBar,
        "eq_weight_plates_standard" => KeyIron::StandardPlates,
        "eq_weight_plates_bumper" => KeyIron::BumperPlates,
        "eq_weight_plates_micro" => KeyIron::MicroPlates,
        _ => return None,
    })
}

/// An inventory as people write it: a garage with one bar, two pairs of tens and a cable.
pub const EXAMPLE: &str = r#"{
    "unit": "kg",
    "bars": {"barbell": 2000},
    "plates": [{"h": 1000, "pairs": 2}],
    "dumbbells": [500, 1000, 1500],
    "stacks": {"cable": {"min": 250, "step": 500, "max": 6250}}
}"#;

#[cfg(test)]
mod tests {
    use super::*;
    use domain::law::Valid;

    fn breach(change: impl FnOnce(&mut Inventory)) -> String {
        let mut inventory = serde_json::from_str(EXAMPLE).unwrap();
        change(&mut inventory);
        Valid::new(inventory).map_or_else(|invalid| invalid.to_string(), |_| "valid".to_owned())
    }

    #[test]
    fn ep_1_the_inventory_names_what_is_wrong_and_what_would_be_right() {
        assert_eq!(breach(|_| ()), "valid");
        assert_eq!(breach(|inventory| inventory.plates[0].pairs = 21), "plates.0.pairs: 21, expected 0..20");
        assert_eq!(
            breach(|inventory| inventory.dumbbells[1] = Hundredths(0)),
            "dumbbells.1: 0, expected 1..20000"
        );
        assert_eq!(
            breach(|inventory| {
                inventory.bars.insert("bench".into(), Hundredths(2000));
            }),
            "bars.bench: bench, expected barbell, ez_bar, trap_bar, smith or a bar of L-9"
        );
        assert_eq!(
            breach(|inventory| {
                inventory.stacks.insert("leg_press".into(), stack(5000, 500, 1000));
            }),
            "stacks.leg_press.max: 1000, expected 5000..100000"
        );
        assert_eq!(
            breach(|inventory| {
                inventory.stacks.insert("barbell".into(), stack(500, 500, 1000));
            }),
            "stacks.barbell: barbell, expected machine, or the key of a machine or cable"
        );
    }

    #[test]
    fn ep_1_unknown_fields_of_an_inventory_are_refused() {
        let error = serde_json::from_str::<Inventory>(r#"{"unit":"kg","barbells":{}}"#).unwrap_err();
        assert!(error.to_string().starts_with("unknown field `barbells`"), "{error}");
        assert!(serde_json::from_str::<Inventory>(r#"{"unit":"st"}"#).is_err());
    }

    #[test]
    fn a_stack_ends_at_its_last_whole_step() {
        assert_eq!(stack(250, 500, 1400).loads().collect::<Vec<_>>(), [250, 750, 1250].map(Hundredths));
        assert_eq!(one(35).loads().count(), 1);
    }
}
