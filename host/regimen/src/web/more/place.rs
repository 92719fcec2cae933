//! A place to train as a form: how well equipped, with what exactly, and which iron (EX-4, EX-5, LD-2).

use std::collections::BTreeMap;

use askama::Template;
use domain::{
    equipment::{Equipment, EquipmentSet, INVENTORY_KEYS, Tier, read_key},
    quantity::{Hundredths, MassUnit},
};
use training::{
    catalog::statistics::typical_equipment,
    load::inventory::{Inventory, Stack},
};

use super::control::{Chips, Opt};
use crate::{
    reader::capital,
    service::profile::Location,
    web::{drawing::place, visit::Visit},
};

/// A place to train.
#[derive(Template)]
#[template(path = "more/place.html")]
pub(in crate::web) struct PlaceForm<'a> {
    at: &'a Visit,
    tiers: Vec<TierPick>,
    groups: Vec<Chips>,
    irons: Vec<IronForm>,
    is_listed: bool,
}

/// A picture of a place, and what is usually there.
struct TierPick {
    word: &'static str,
    picture: String,
    is_on: bool,
    /// The keys, with spaces.
    keys: String,
}

/// The iron of a place, in one of the units.
struct IronForm {
    unit: &'static str,
    is_on: bool,
    bars: Vec<(&'static str, String, String)>,
    /// Hundredths, what is printed on it, pairs.
    plates: Vec<(i64, String, u32)>,
    dumbbells: String,
    kettlebells: String,
    stacks: Vec<StackForm>,
}

struct StackForm {
    key: &'static str,
    name: String,
    min: String,
    step: String,
    max: String,
}

/// Which classes stand together: the text above, the first and the last of EX-4.
const GROUPS: &[(&str, Equipment, Equipment)] = &[
    ("web-place-weights", Equipment::Barbell, Equipment::MedicineBall),
    ("web-place-frames", Equipment::Rack, Equipment::Sliders),
    ("web-place-machines", Equipment::Smith, Equipment::AssistedPullUp),
    ("web-place-other", Equipment::Band, Equipment::JumpRope),
];

const BARS: &[Equipment] = &[Equipment::Barbell, Equipment::EzBar, Equipment::TrapBar, Equipment::Smith];

/// The keys under which stacks are listed here.
const STACKS: &[&str] = &["cable", "machine"];

/// Plates that are sold in a unit, in hundredths, heaviest first.
const fn usual_plates(unit: MassUnit) -> &'static [i64] {
    match unit {
        MassUnit::Kg => &[2500, 2000, 1500, 1000, 500, 250, 125, 50],
        MassUnit::Lb => &[4500, 3500, 2500, 1000, 500, 250, 125],
    }
}

/// The key that means this class and no other: `bench` alone stands for an adjustable one.
fn key_of(class: Equipment) -> String {
    if class == Equipment::Bench { "eq_bench".to_owned() } else { class.to_string() }
}

impl<'a> PlaceForm<'a> {
    /// The form of a place that is known, or of a new one.
    pub(in crate::web) fn new(at: &'a Visit, known: Option<&Location>) -> Self {
        let keys = known.map_or(&[][..], |known| &known.equipment);
        let sets = keys.iter().filter_map(|key| read_key(key).ok());
        let here: EquipmentSet = match known {
            Some(known) if known.equipment.is_empty() => EquipmentSet::all(),
            _ => sets.flat_map(EquipmentSet::iter).collect(),
        };
        let tier = known.map(|_| here.tier());
        let tiers = Tier::ALL.iter().map(|&one| TierPick {
            word: one.as_str(),
            picture: place(one.as_str()),
            is_on: tier == Some(one),
            keys: typical_equipment(one).iter().map(key_of).collect::<Vec<_>>().join(" "),
        });
        let groups = GROUPS.iter().map(|&(legend, first, last)| {
            let classes = Equipment::ALL
                .iter()
                .filter(|&&one| first as usize <= one as usize && one as usize <= last as usize);
            let option =
                |&one: &Equipment| Opt::new(key_of(one), capital(&at.word("equipment", one)), here.has(one));
            Chips { legend: at.t(legend), name: "equipment", options: classes.map(option).collect() }
        });
        // Keys that tell more than a class stay as they are.
        let special = INVENTORY_KEYS.iter().filter(|(key, _)| keys.iter().any(|known| known == key));
        let special: Vec<Opt> = special.map(|(key, _)| Opt::new(key, (*key).to_owned(), true)).collect();
        let special = (!special.is_empty()).then(|| Chips {
            legend: at.t("web-place-special"),
            name: "equipment",
            options: special,
        });
        let inventory = known.and_then(|known| known.inventory.as_ref());
        let unit = inventory.map_or(at.profile.units, |inventory| inventory.unit);
        let irons = [MassUnit::Kg, MassUnit::Lb];
        Self {
            at,
            tiers: tiers.collect(),
            groups: groups.chain(special).collect(),
            irons: irons.map(|one| IronForm::new(at, one, inventory, one == unit)).into(),
            is_listed: inventory.is_some(),
        }
    }
}

impl IronForm {
    fn new(at: &Visit, unit: MassUnit, listed: Option<&Inventory>, is_on: bool) -> Self {
        let listed = listed.filter(|listed| listed.unit == unit);
        let reader = at.reader();
        let number = |mass: Hundredths| reader.number(mass);
        let mut plates: BTreeMap<i64, u32> = usual_plates(unit).iter().map(|mass| (*mass, 0)).collect();
        plates.extend(listed.iter().flat_map(|listed| &listed.plates).map(|one| (one.h.0, one.pairs)));
        let list = |all: Option<&Vec<Hundredths>>| {
            let all = all.map_or(&[][..], Vec::as_slice);
            all.iter().map(|mass| number(*mass)).collect::<Vec<_>>().join("; ")
        };
        let bars = BARS.iter().map(|bar| {
            let mass = listed.and_then(|listed| listed.bars.get(bar.as_str()));
            let mass = mass.map_or_else(String::new, |mass| number(*mass));
            (bar.as_str(), capital(&at.word("equipment", bar)), mass)
        });
        let stacks = STACKS.iter().map(|&key| {
            let stack = listed.and_then(|listed| listed.stacks.get(key));
            let part =
                |of: fn(&Stack) -> Hundredths| stack.map_or_else(String::new, |stack| number(of(stack)));
            StackForm {
                key,
                name: at.word("web-place-stack", key),
                min: part(|stack| stack.min),
                step: part(|stack| stack.step),
                max: part(|stack| stack.max),
            }
        });
        Self {
            unit: unit.as_str(),
            is_on,
            bars: bars.collect(),
            plates: plates
                .into_iter()
                .rev()
                .map(|(mass, pairs)| (mass, number(Hundredths(mass)), pairs))
                .collect(),
            dumbbells: list(listed.map(|listed| &listed.dumbbells)),
            kettlebells: list(listed.map(|listed| &listed.kettlebells)),
            stacks: stacks.collect(),
        }
    }
}
