//! What an athlete can train with (EX-4): classes, the keys that people list, and tiers (EX-5).

use std::sync::LazyLock;

use crate::vocabulary::{UnknownWord, vocabulary};

vocabulary! {
    /// A class of equipment that the catalogue asks for (EX-4).
    pub enum Equipment: "equipment" {
        Barbell = "barbell",
        EzBar = "ez_bar",
        TrapBar = "trap_bar",
        Plates = "plates",
        Dumbbell = "dumbbell",
        Kettlebell = "kettlebell",
        WeightBelt = "weight_belt",
        MedicineBall = "medicine_ball",
        Rack = "rack",
        Bench = "bench",
        InclineBench = "incline_bench",
        BenchLow = "bench_low",
        Step = "step",
        Box = "box",
        DipBars = "dip_bars",
        PullUpBar = "pull_up_bar",
        Rings = "rings",
        Mat = "mat",
        AbWheel = "ab_wheel",
        Landmine = "landmine",
        PreacherBench = "preacher_bench",
        BackExtensionBench = "back_extension_bench",
        Sliders = "sliders",
        Smith = "smith",
        Cable = "cable",
        CableDual = "cable_dual",
        LatPulldown = "lat_pulldown",
        SeatedRow = "seated_row",
        ChestPressMachine = "chest_press_machine",
        ShoulderPressMachine = "shoulder_press_machine",
        PecDeck = "pec_deck",
        RowMachine = "row_machine",
        LateralRaiseMachine = "lateral_raise_machine",
        LegPress = "leg_press",
        HackSquatMachine = "hack_squat_machine",
        BeltSquat = "belt_squat",
        LegExtension = "leg_extension",
        LegCurl = "leg_curl",
        CalfMachine = "calf_machine",
        HipMachine = "hip_machine",
        AssistedPullUp = "assisted_pull_up",
        Band = "band",
        Sled = "sled",
        Treadmill = "treadmill",
        StationaryBike = "stationary_bike",
        AirBike = "air_bike",
        Elliptical = "elliptical",
        Rower = "rower",
        StairClimber = "stair_climber",
        JumpRope = "jump_rope",
    }
}

impl Equipment {
    /// Whether it is one of the machines of EX-4, the cables among them.
    pub const fn is_machine(self) -> bool {
        matches!(self as usize, lo if Self::Smith as usize <= lo && lo <= Self::AssistedPullUp as usize)
    }

    /// Whether it is a cable station.
    pub const fn is_cable(self) -> bool {
        matches!(self, Self::Cable | Self::CableDual)
    }

    /// Whether it is a conditioning machine or rope.
    pub const fn is_conditioning(self) -> bool {
        Self::Treadmill as usize <= self as usize
    }
}

/// The equipment classes at hand, with what they imply: an incline bench is a bench, a dual cable a cable.
///
/// A bit set: asking it is one operation, which the filters do for every candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EquipmentSet(u64);

impl EquipmentSet {
    /// Nothing at all.
    pub const NONE: Self = Self(0);

    /// Every class there is.
    pub fn all() -> Self {
        Equipment::ALL.iter().copied().collect()
    }

    /// The same with one class more.
    pub const fn with(self, class: Equipment) -> Self {
        let implied = match class {
            Equipment::InclineBench => 1 << Equipment::Bench as u32,
            Equipment::CableDual => 1 << Equipment::Cable as u32,
            _ => 0,
        };
        Self(self.0 | implied | 1 << class as u32)
    }

    /// Whether the class is at hand.
    pub const fn has(self, class: Equipment) -> bool {
        self.0 & (1 << class as u32) != 0
    }

    /// The classes at hand, in order.
    pub fn iter(self) -> impl Iterator<Item = Equipment> {
        Equipment::ALL.iter().copied().filter(move |&class| self.has(class))
    }

    /// Whether at least one alternative is wholly at hand; no alternatives means nothing is needed (EX-4).
    pub fn allows(self, alternatives: &[Vec<Equipment>]) -> bool {
        alternatives.is_empty()
            || alternatives.iter().any(|needed| needed.iter().all(|&class| self.has(class)))
    }

    /// The tier of this equipment (EX-5).
    pub fn tier(self) -> Tier {
        let other_machines = self.iter().filter(|class| class.is_machine() && !class.is_cable()).count();
        let home = [Equipment::Barbell, Equipment::Plates, Equipment::Rack, Equipment::Bench];
        if self.has(Equipment::Cable) && other_machines >= 3 {
            Tier::Gym
        } else if home.into_iter().all(|class| self.has(class)) {
            Tier::Home
        } else if self.has(Equipment::Dumbbell) {
            Tier::Dumbbells
        } else {
            Tier::Bodyweight
        }
    }
}

impl FromIterator<Equipment> for EquipmentSet {
    fn from_iter<I: IntoIterator<Item = Equipment>>(classes: I) -> Self {
        classes.into_iter().fold(Self::NONE, Self::with)
    }
}

vocabulary! {
    /// How well equipped a place is (EX-5).
    pub enum Tier: "equipment tier" {
        Bodyweight = "bodyweight",
        Dumbbells = "dumbbells",
        Home = "home",
        Gym = "gym",
    }
}

/// Reads one key of an equipment list (EX-4, L-9): a class, `eq_` and a class, a key of L-9, or a word of the seed.
pub fn read_key(typed: &str) -> Result<EquipmentSet, UnknownWord> {
    let key = typed.trim();
    if let Some(set) = named_group(key) {
        return Ok(set);
    }
    if let Ok(class) = key.strip_prefix("eq_").unwrap_or(key).parse::<Equipment>() {
        return Ok(EquipmentSet::NONE.with(class));
    }
    if let Some((_, class)) = INVENTORY_KEYS.iter().find(|(known, _)| *known == key) {
        return Ok(class.map_or(EquipmentSet::NONE, |class| EquipmentSet::NONE.with(class)));
    }
    Err(UnknownWord { kind: "equipment key", found: typed.to_owned(), allowed: &KEYS })
}

/// All keys that [`read_key`] understands, but for `eq_` before a class.
static KEYS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    Equipment::WORDS.iter().copied().chain(INVENTORY_KEYS.iter().map(|(key, _)| *key)).collect()
});

/// The words by which the seed means several classes, or none.
fn named_group(key: &str) -> Option<EquipmentSet> {
    let all = || Equipment::ALL.iter().copied();
    Some(match key {
        "bodyweight" | "eq_bodyweight" | "attachments" | "other" | "eq_other" => EquipmentSet::NONE,
        "machine" => all().filter(|class| class.is_machine() && !class.is_cable()).collect(),
        "bench" => EquipmentSet::NONE.with(Equipment::InclineBench),
        "cardio" => all().filter(|class| class.is_conditioning()).collect(),
        _ => return None,
    })
}

/// The inventory keys of L-9 that are not `eq_` and a class, with the class that each gives.
pub const INVENTORY_KEYS: &[(&str, Option<Equipment>)] = &[
    ("eq_dumbbells_set_5-50", Some(Equipment::Dumbbell)),
    ("eq_dumbbells_set_55-100", Some(Equipment::Dumbbell)),
    ("eq_kettlebells_set_5-35", Some(Equipment::Kettlebell)),
    ("eq_kettlebells_set_40-70", Some(Equipment::Kettlebell)),
    ("eq_olympic_barbell_mens_20kg", Some(Equipment::Barbell)),
    ("eq_olympic_barbell_womens_15kg", Some(Equipment::Barbell)),
    ("eq_weight_plates_standard", Some(Equipment::Plates)),
    ("eq_weight_plates_bumper", Some(Equipment::Plates)),
    ("eq_weight_plates_micro", None),
    ("eq_flat_bench", Some(Equipment::Bench)),
    ("eq_adjustable_bench", Some(Equipment::InclineBench)),
    ("eq_hip_thrust_bench_or_pad", Some(Equipment::Bench)),
    ("eq_step_platform", Some(Equipment::Step)),
    ("eq_plyo_box", Some(Equipment::Box)),
    ("eq_power_rack", Some(Equipment::Rack)),
    ("eq_squat_stand", Some(Equipment::Rack)),
    ("eq_smith_machine", Some(Equipment::Smith)),
    ("eq_cable_machine_single_stack", Some(Equipment::Cable)),
    ("eq_cable_machine_dual_stack", Some(Equipment::CableDual)),
    ("eq_cable_attachments_basic", None),
    ("eq_cable_attachments_full", None),
    ("eq_bands_light_medium", Some(Equipment::Band)),
    ("eq_bands_full", Some(Equipment::Band)),
    ("eq_pullup_bar", Some(Equipment::PullUpBar)),
    ("eq_mat_area", Some(Equipment::Mat)),
    ("eq_assisted_pullup", Some(Equipment::AssistedPullUp)),
    ("eq_sled_and_turf", Some(Equipment::Sled)),
];

#[cfg(test)]
mod tests {
    use super::*;
    use Equipment::{
        Barbell, Bench, Cable, CableDual, Dumbbell, InclineBench, LegPress, Plates, PullUpBar, Rings,
    };

    fn set(classes: &[Equipment]) -> EquipmentSet {
        classes.iter().copied().collect()
    }

    #[test]
    fn ex_4_all_classes_of_one_alternative_are_needed() {
        let press = [vec![Dumbbell, Bench]];
        assert!(!set(&[Bench]).allows(&press));
        assert!(set(&[Dumbbell, InclineBench]).allows(&press));
        let pull_up = [vec![PullUpBar], vec![Rings]];
        assert!(set(&[Rings]).allows(&pull_up));
        assert!(EquipmentSet::NONE.allows(&[]));
    }

    #[test]
    fn ex_4_keys_are_classes_seed_words_or_inventory_keys() {
        assert_eq!(read_key("eq_lat_pulldown"), Ok(set(&[Equipment::LatPulldown])));
        assert_eq!(read_key("bodyweight"), Ok(EquipmentSet::NONE));
        assert_eq!(read_key("bench"), Ok(set(&[Bench, InclineBench])));
        assert_eq!(read_key("eq_adjustable_bench"), Ok(set(&[Bench, InclineBench])));
        assert!(!read_key("machine").unwrap().has(Cable));
        assert!(read_key("cardio").unwrap().has(Equipment::JumpRope));
        assert_eq!(
            read_key("dumbell").unwrap_err().to_string(),
            "unknown equipment key `dumbell`; maybe `dumbbell`"
        );
    }

    #[test]
    fn ex_5_tiers_follow_from_the_classes() {
        assert_eq!(EquipmentSet::NONE.tier(), Tier::Bodyweight);
        assert_eq!(set(&[Dumbbell]).tier(), Tier::Dumbbells);
        assert_eq!(set(&[Barbell, Plates, Equipment::Rack, InclineBench]).tier(), Tier::Home);
        assert_eq!(EquipmentSet::all().tier(), Tier::Gym);
        assert_eq!(set(&[CableDual, LegPress, Dumbbell]).tier(), Tier::Dumbbells);
    }
}
