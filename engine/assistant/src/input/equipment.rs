//! L-9: the keys of an inventory, and which of them carries the load of an exercise.

use domain::{
    equipment::{Equipment, EquipmentSet, read_key},
    exercise::{Exercise, Implement},
};

/// What needs nothing.
pub const BODYWEIGHT: &str = "eq_bodyweight";

/// The cardio machines on which one warms up, the first choice first (L-15).
const WARMUP: [Equipment; 6] = [
    Equipment::StationaryBike,
    Equipment::Rower,
    Equipment::Treadmill,
    Equipment::Elliptical,
    Equipment::AirBike,
    Equipment::StairClimber,
];

/// The keys of an inventory: sorted, each once, with the classes that they give.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inventory {
    keys: Vec<String>,
    classes: EquipmentSet,
}

impl Inventory {
    /// The inventory of these keys; what is no key gives nothing.
    pub fn new(keys: &[String]) -> Self {
        let mut sorted: Vec<String> = keys.iter().map(|key| key.trim().to_owned()).collect();
        sorted.sort_unstable();
        sorted.dedup();
        let classes =
            sorted.iter().filter_map(|key| read_key(key).ok()).flat_map(EquipmentSet::iter).collect();
        Self { keys: sorted, classes }
    }

    /// The keys, sorted.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// What is at hand.
    pub fn classes(&self) -> EquipmentSet {
        self.classes
    }

    /// The document's key of a class: the one that was listed, else `eq_` and the class.
    fn key_of(&self, class: Equipment) -> String {
        let gives = |key: &&String| {
            let is_own = key.starts_with("eq_") && read_key(key).is_ok_and(|set| set.iter().next().is_some());
            is_own && read_key(key).is_ok_and(|set| set.has(class))
        };
        self.keys.iter().find(gives).cloned().unwrap_or_else(|| format!("eq_{class}"))
    }

    /// Whether a key of a document is among what was listed.
    pub fn holds(&self, key: &str) -> bool {
        let Ok(set) = read_key(key) else { return false };
        let is_listed = self.keys.iter().any(|known| known == key);
        let is_class = key.strip_prefix("eq_").is_some_and(|class| class.parse::<Equipment>().is_ok());
        key == BODYWEIGHT || is_listed || (is_class && set.iter().all(|class| self.classes.has(class)))
    }

    /// The key that carries the load of an exercise.
    pub fn carrier(&self, exercise: &Exercise) -> String {
        let at_hand = |needed: &&Vec<Equipment>| needed.iter().all(|&class| self.classes.has(class));
        let needed = exercise.equipment.iter().find(at_hand).map_or(&[][..], Vec::as_slice);
        match needed.iter().find(|&&class| carries(exercise.implement, class)).or(needed.first()) {
            Some(&class) => self.key_of(class),
            None => self.floor(),
        }
    }

    /// Whether `key` is something that the exercise is done with.
    pub fn fits(&self, key: &str, exercise: &Exercise) -> bool {
        let Ok(set) = read_key(key) else { return false };
        let needs = |class: Equipment| exercise.equipment.iter().flatten().any(|&needed| needed == class);
        exercise.equipment.is_empty() || set.iter().any(needs)
    }

    /// Where one warms up: a cardio machine, else the mat, else anywhere.
    pub fn warmup(&self) -> String {
        let machine = WARMUP.into_iter().find(|&class| self.classes.has(class));
        machine.map_or_else(|| self.floor(), |class| self.key_of(class))
    }

    fn floor(&self) -> String {
        if self.classes.has(Equipment::Mat) { self.key_of(Equipment::Mat) } else { BODYWEIGHT.to_owned() }
    }
}

/// Whether a class is what an implement means.
fn carries(implement: Implement, class: Equipment) -> bool {
    match implement {
        Implement::Barbell => class == Equipment::Barbell,
        Implement::EzBar => class == Equipment::EzBar,
        Implement::TrapBar => class == Equipment::TrapBar,
        Implement::Smith => class == Equipment::Smith,
        Implement::Dumbbell => class == Equipment::Dumbbell,
        Implement::Kettlebell => class == Equipment::Kettlebell,
        Implement::Machine => class.is_machine() && !class.is_cable(),
        Implement::Cable => class.is_machine(),
        Implement::Band => class == Equipment::Band,
        Implement::Sled => class == Equipment::Sled,
        Implement::Plate => class == Equipment::Plates,
        Implement::Bodyweight | Implement::Other => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use training::catalog::Catalog;

    fn inventory(keys: &[&str]) -> Inventory {
        Inventory::new(&keys.iter().map(|&key| key.to_owned()).collect::<Vec<_>>())
    }

    fn carrier(inventory: &Inventory, exercise: &str) -> String {
        let all = Catalog::embedded().exercises();
        inventory.carrier(all.iter().find(|one| one.id.as_str() == exercise).unwrap())
    }

    #[test]
    fn l_9_the_key_that_carries_the_load_is_written() {
        let gym = inventory(&[
            "eq_weight_plates_standard",
            "eq_olympic_barbell_mens_20kg",
            "eq_dumbbells_set_5-50",
            "eq_cable_machine_dual_stack",
            "eq_mat_area",
            "leg_press",
            "machine",
        ]);
        assert_eq!(carrier(&gym, "romanian_deadlift"), "eq_olympic_barbell_mens_20kg");
        assert_eq!(carrier(&gym, "bulgarian_split_squat"), "eq_dumbbells_set_5-50");
        assert_eq!(carrier(&gym, "cable_crunch"), "eq_cable_machine_dual_stack");
        assert_eq!(carrier(&gym, "plank"), "eq_mat_area");
        assert_eq!(carrier(&gym, "leg_press"), "eq_leg_press");
        assert_eq!(carrier(&inventory(&[]), "plank"), BODYWEIGHT);
    }

    #[test]
    fn l_9_a_document_may_name_what_is_listed_and_nothing_else() {
        let gym = inventory(&["eq_cable_machine_dual_stack", "leg_press"]);
        for key in ["eq_cable_machine_dual_stack", "eq_leg_press", "eq_cable", "eq_bodyweight"] {
            assert!(gym.holds(key), "{key}");
        }
        for key in ["eq_lat_pulldown", "eq_mat_area", "eq_cable_machine_single_stack", "eq_nonsense"] {
            assert!(!gym.holds(key), "{key}");
        }
    }

    #[test]
    fn l_15_one_warms_up_on_the_first_machine_there_is() {
        assert_eq!(inventory(&["eq_rower", "eq_treadmill"]).warmup(), "eq_rower");
        assert_eq!(inventory(&["eq_mat_area"]).warmup(), "eq_mat_area");
        assert_eq!(inventory(&[]).warmup(), BODYWEIGHT);
    }
}
