//! Iron: every load that can be put together at a place, worked out once and looked up by implement (LD-2, L-9).

use std::sync::{Arc, LazyLock};

use domain::{
    equipment::Equipment,
    exercise::{Exercise, Implement, LoadSemantics},
    grid::Grid,
    law::Valid,
    quantity::{Grams, Hundredths, MassUnit},
};

use super::{
    inventory::{BarKind, Inventory, KeyIron, Stack, class_of, default_iron, iron_of_key},
    plates::{Loading, Plate, PlateSet},
};

/// The grids of one place: the one source of achievable loads for all chapters.
///
/// What is not special to the place is shared with the default iron, so that making one is cheap and asking it costs
/// next to nothing.
#[derive(Debug, Clone)]
pub struct Iron {
    /// In the order of [`BarKind::ALL`].
    bars: [Arc<Bars>; 4],
    plates: Arc<PlateSet>,
    dumbbells: Arc<Grid>,
    kettlebells: Arc<Grid>,
    /// Stacks that were listed, by class.
    stacks: Vec<(Equipment, Grid)>,
    cable: Arc<Grid>,
    machine: Arc<Grid>,
    /// Plates that are held and sleds.
    steps: Arc<Grid>,
    /// Load added to the body, where none is a choice, too.
    added: Arc<Grid>,
}

/// The bars of one kind, heaviest first, and what can be made with them.
#[derive(Debug)]
struct Bars {
    masses: Vec<Hundredths>,
    grid: Grid,
}

static STANDARD_KG: LazyLock<Iron> = LazyLock::new(|| Iron::of_defaults(MassUnit::Kg));
static STANDARD_LB: LazyLock<Iron> = LazyLock::new(|| Iron::of_defaults(MassUnit::Lb));

impl Iron {
    /// The default iron of LD-2.
    pub fn standard(unit: MassUnit) -> &'static Self {
        match unit {
            MassUnit::Kg => &STANDARD_KG,
            MassUnit::Lb => &STANDARD_LB,
        }
    }

    fn of_defaults(unit: MassUnit) -> Self {
        let defaults = default_iron(unit);
        let plates = PlateSet::new(pairs(defaults.plates));
        let bar = |kind: BarKind| Arc::new(Bars::new(unit, vec![defaults.bars[kind as usize]], &plates));
        let bars = BarKind::ALL.map(bar);
        let grid = |stacks: &[Stack]| Arc::new(grid(unit, loads(stacks)));
        Self {
            bars,
            plates: Arc::new(plates),
            dumbbells: grid(defaults.dumbbells),
            kettlebells: grid(defaults.kettlebells),
            stacks: Vec::new(),
            cable: grid(&[defaults.cable]),
            machine: grid(&[defaults.machine]),
            steps: grid(&[defaults.step]),
            added: grid(&[NOTHING, defaults.step]),
        }
    }

    /// The iron of a place, for each implement the first that is known: listed in the inventory, behind one of the
    /// equipment `keys` (L-9), the default of LD-2.
    ///
    /// `unit` is the athlete's and counts where the inventory does not say its own. Keys without iron, known or not,
    /// add nothing; but when there are keys and none of them means plates, the bars have their own weight alone.
    pub fn new(unit: MassUnit, inventory: Option<&Valid<Inventory>>, keys: &[impl AsRef<str>]) -> Self {
        let unit = inventory.map_or(unit, |inventory| inventory.unit);
        let keys = Keys::read(unit, keys);
        let mut iron = Self::standard(unit).clone();
        iron.load_bars(unit, inventory, &keys);
        if let Some(dumbbells) = Grid::new(MassUnit::Lb, loads(&keys.dumbbells)) {
            iron.dumbbells = Arc::new(dumbbells);
        }
        if let Some(kettlebells) = Grid::new(MassUnit::Lb, loads(&keys.kettlebells)) {
            iron.kettlebells = Arc::new(kettlebells);
        }
        let Some(inventory) = inventory else { return iron };
        if let Some(dumbbells) = Grid::new(unit, inventory.dumbbells.iter().copied()) {
            iron.dumbbells = Arc::new(dumbbells);
        }
        if let Some(kettlebells) = Grid::new(unit, inventory.kettlebells.iter().copied()) {
            iron.kettlebells = Arc::new(kettlebells);
        }
        for (key, stack) in &inventory.stacks {
            let grid = grid(unit, stack.loads());
            match class_of(key) {
                Some(class) => iron.stacks.push((class, grid)),
                None => iron.machine = Arc::new(grid),
            }
        }
        iron
    }

    /// Bars and plates that are not the default ones.
    fn load_bars(&mut self, unit: MassUnit, inventory: Option<&Valid<Inventory>>, keys: &Keys) {
        let plates = plates(inventory, keys);
        if let Some(plates) = &plates {
            self.plates = Arc::new(PlateSet::new(plates.iter().copied()));
        }
        for (bars, kind) in self.bars.iter_mut().zip(BarKind::ALL) {
            let masses = bar_masses(kind, inventory, keys);
            if plates.is_some() || masses.is_some() {
                let masses = masses.unwrap_or_else(|| bars.masses.clone());
                *bars = Arc::new(Bars::new(unit, masses, &self.plates));
            }
        }
    }

    /// The loads of `exercise`; none for bands, holds and a body without added load.
    ///
    /// The load of one hand or side where the exercise counts by it.
    pub fn grid_for(&self, exercise: &Exercise) -> Option<&Grid> {
        match exercise.load_semantics {
            LoadSemantics::Timed | LoadSemantics::None => return None,
            LoadSemantics::Bodyweight => return exercise.loadable.then_some(&self.added),
            LoadSemantics::External | LoadSemantics::PerSide | LoadSemantics::Assistance => (),
        }
        Some(match exercise.implement {
            Implement::Band => return None,
            Implement::Barbell => &self.bars(BarKind::Barbell).grid,
            Implement::EzBar => &self.bars(BarKind::EzBar).grid,
            Implement::TrapBar => &self.bars(BarKind::TrapBar).grid,
            Implement::Smith => &self.bars(BarKind::Smith).grid,
            Implement::Dumbbell => &self.dumbbells,
            Implement::Kettlebell => &self.kettlebells,
            Implement::Cable => self.stack_of(exercise).unwrap_or(&self.cable),
            Implement::Machine => self.stack_of(exercise).unwrap_or(&self.machine),
            Implement::Bodyweight => &self.added,
            Implement::Sled | Implement::Plate | Implement::Other => &self.steps,
        })
    }

    /// How to load the bar: the fewest plates, then the heavier bar, then heavier plates first (LD-2).
    ///
    /// None for what is no bar, and for a load that these plates cannot make.
    pub fn plates_per_side(&self, exercise: &Exercise, load: Grams) -> Option<Loading> {
        let kind = match exercise.implement {
            Implement::Barbell => BarKind::Barbell,
            Implement::EzBar => BarKind::EzBar,
            Implement::TrapBar => BarKind::TrapBar,
            Implement::Smith => BarKind::Smith,
            _ => return None,
        };
        let Bars { masses, grid } = self.bars(kind);
        let load = load.display(grid.unit());
        let choices = masses.iter().filter_map(|&bar| Some((self.plates.count(side(load, bar))?, bar)));
        let (_, bar) = choices.min_by_key(|&(count, _)| count)?;
        Some(Loading { bar, plates: self.plates.take(side(load, bar))? })
    }

    fn bars(&self, kind: BarKind) -> &Bars {
        &self.bars[kind as usize]
    }

    /// The listed stack of a machine or cable; of two cables one stands in for the other.
    fn stack_of(&self, exercise: &Exercise) -> Option<&Grid> {
        let listed =
            |class: Equipment| self.stacks.iter().find(|(known, _)| *known == class).map(|(_, grid)| grid);
        let needed = || exercise.equipment.iter().flatten().copied();
        needed().find_map(listed).or_else(|| {
            needed().find_map(|class| match class {
                Equipment::Cable => listed(Equipment::CableDual),
                Equipment::CableDual => listed(Equipment::Cable),
                _ => None,
            })
        })
    }
}

/// What is left of `load` for one side of `bar`, in thousandths of the unit.
fn side(load: Hundredths, bar: Hundredths) -> i64 {
    (load.0 - bar.0) * 10 / 2
}

impl Bars {
    /// Each bar with any sub-multiset of the pairs.
    fn new(unit: MassUnit, mut masses: Vec<Hundredths>, plates: &PlateSet) -> Self {
        masses.sort_unstable_by(|one, other| other.cmp(one));
        let steps = masses.iter().flat_map(|bar| plates.sums().map(|side| Hundredths(bar.0 + side * 2 / 10)));
        let grid = grid(unit, steps);
        Self { masses, grid }
    }
}

/// The grid of lists that are never empty.
fn grid(unit: MassUnit, steps: impl IntoIterator<Item = Hundredths>) -> Grid {
    Grid::new(unit, steps).unwrap_or_else(|| unreachable!("lists of iron have at least one load"))
}

fn loads(stacks: &[Stack]) -> impl Iterator<Item = Hundredths> {
    stacks.iter().flat_map(|stack| stack.loads())
}

/// A body with nothing added.
const NOTHING: Stack = Stack { min: Hundredths(0), step: Hundredths(1), max: Hundredths(0) };

fn pairs(pairs: &[(i64, u32)]) -> impl Iterator<Item = (Plate, u32)> {
    pairs.iter().map(|&(plate, pairs)| (Plate(plate), pairs))
}

/// What the equipment keys say about iron.
#[derive(Default)]
struct Keys {
    /// In pounds.
    dumbbells: Vec<Stack>,
    /// In pounds.
    kettlebells: Vec<Stack>,
    barbells: Vec<Hundredths>,
    /// `None` when the keys do not say, so that the default counts.
    plates: Option<Vec<(Plate, u32)>>,
}

impl Keys {
    /// The union of what the keys give.
    fn read(unit: MassUnit, keys: &[impl AsRef<str>]) -> Self {
        let defaults = default_iron(unit);
        let mut read = Self::default();
        let (mut standard, mut bumper, mut micro, mut any) = (false, false, false, false);
        for key in keys.iter().map(AsRef::as_ref) {
            match iron_of_key(key) {
                Some(KeyIron::Dumbbells(set)) => read.dumbbells.extend(set),
                Some(KeyIron::Kettlebells(set)) => read.kettlebells.extend(set),
                Some(KeyIron::MensBar) => read.barbells.push(defaults.bars[BarKind::Barbell as usize]),
                Some(KeyIron::WomensBar) => read.barbells.push(defaults.womens_bar),
                Some(KeyIron::StandardPlates) => standard = true,
                Some(KeyIron::BumperPlates) => bumper = true,
                Some(KeyIron::MicroPlates) => micro = true,
                None => any |= class_of(key) == Some(Equipment::Plates),
            }
        }
        // Plates of no particular kind are the standard ones; micro plates only refine others.
        standard |= any && !bumper;
        micro &= standard || bumper;
        let is_default = keys.is_empty() || (standard && !bumper && !micro);
        let sets = [(standard, defaults.plates), (bumper, defaults.bumpers), (micro, defaults.micro)];
        let given = sets.into_iter().filter(|(is_given, _)| *is_given);
        read.plates = (!is_default).then(|| given.flat_map(|(_, set)| pairs(set)).collect());
        read
    }
}

/// The plates of a place, unless they are the default ones.
fn plates(inventory: Option<&Valid<Inventory>>, keys: &Keys) -> Option<Vec<(Plate, u32)>> {
    match inventory.filter(|inventory| !inventory.plates.is_empty()) {
        Some(inventory) => Some(inventory.plates.iter().map(|plate| (plate.h.into(), plate.pairs)).collect()),
        None => keys.plates.clone(),
    }
}

/// The masses of all bars of a kind, unless they are the default ones; never empty.
fn bar_masses(kind: BarKind, inventory: Option<&Valid<Inventory>>, keys: &Keys) -> Option<Vec<Hundredths>> {
    let listed = inventory.iter().flat_map(|inventory| &inventory.bars);
    let of_kind = listed.filter(|(key, _)| BarKind::of_key(key) == Some(kind));
    let mut masses: Vec<_> = of_kind.map(|(_, &mass)| mass).collect();
    if masses.is_empty() && kind == BarKind::Barbell {
        masses.clone_from(&keys.barbells);
    }
    (!masses.is_empty()).then_some(masses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::tests::{bench, exercise, kg};
    use domain::grid::Tie;

    const NO_KEYS: &[&str] = &[];

    fn with(implement: Implement) -> Exercise {
        exercise(|exercise| exercise.implement = implement)
    }

    fn inventory(json: &str) -> Valid<Inventory> {
        serde_json::from_str(json).unwrap()
    }

    fn steps(iron: &Iron, exercise: &Exercise) -> Vec<i64> {
        iron.grid_for(exercise).unwrap().steps().iter().map(|step| step.0).collect()
    }

    fn side_of(iron: &Iron, load: Grams) -> Vec<String> {
        iron.plates_per_side(&bench(), load).unwrap().plates.iter().map(ToString::to_string).collect()
    }

    fn pounds(pounds: i64) -> Grams {
        Grams::from_display(Hundredths::whole(pounds), MassUnit::Lb)
    }

    #[test]
    fn ld_2_standard_plates_make_steps_of_a_pair_of_the_smallest() {
        let kg = steps(Iron::standard(MassUnit::Kg), &bench());
        assert_eq!((kg[0], kg[1], *kg.last().unwrap()), (2000, 2250, 32_750));
        assert!(kg.windows(2).all(|pair| pair[1] - pair[0] == 250), "{kg:?}");
        let lb = steps(Iron::standard(MassUnit::Lb), &bench());
        assert_eq!((lb[0], *lb.last().unwrap()), (4500, 58_000));
        assert!(lb.windows(2).all(|pair| pair[1] - pair[0] == 500), "{lb:?}");
    }

    #[test]
    fn ld_2_listed_plates_make_exact_sums() {
        let iron = Iron::new(MassUnit::Lb, Some(&inventory(crate::load::inventory::EXAMPLE)), NO_KEYS);
        assert_eq!(steps(&iron, &bench()), [2000, 4000, 6000]);
        assert_eq!(steps(&iron, &with(Implement::Dumbbell)), [500, 1000, 1500]);
        assert_eq!(side_of(&iron, kg(60)), ["10", "10"]);
        // What is not listed is the default in the unit of the inventory.
        assert_eq!(steps(&iron, &with(Implement::Machine))[..2], [500, 1000]);
        assert_eq!(iron.grid_for(&with(Implement::Kettlebell)).unwrap().unit(), MassUnit::Kg);
        // The only cable that is listed serves both.
        let cable = exercise(|exercise| {
            exercise.implement = Implement::Cable;
            exercise.equipment = vec![vec![Equipment::CableDual]];
        });
        assert_eq!(steps(&iron, &cable)[..3], [250, 750, 1250]);
    }

    #[test]
    fn ld_2_plates_per_side_are_the_fewest() {
        let kilograms = Iron::standard(MassUnit::Kg);
        assert_eq!(side_of(kilograms, Grams(62_500)), ["20", "1.25"]);
        assert_eq!(side_of(kilograms, kg(20)), [""; 0]);
        assert_eq!(side_of(kilograms, kg(220)), ["25", "25", "25", "25"]);
        assert_eq!(side_of(Iron::standard(MassUnit::Lb), pounds(135)), ["45"]);
        assert_eq!(kilograms.plates_per_side(&bench(), Grams(61_300)), None);
        assert_eq!(kilograms.plates_per_side(&with(Implement::Dumbbell), kg(20)), None);
    }

    #[test]
    fn ld_2_each_implement_has_its_iron() {
        let (kilograms, pounds) = (Iron::standard(MassUnit::Kg), Iron::standard(MassUnit::Lb));
        for (implement, kg_ends, lb_ends) in [
            (Implement::EzBar, (1000, 31_750), (2000, 55_500)),
            (Implement::TrapBar, (2500, 33_250), (5500, 59_000)),
            (Implement::Smith, (1500, 32_250), (2500, 56_000)),
            (Implement::Dumbbell, (100, 5000), (500, 10_000)),
            (Implement::Kettlebell, (400, 4800), (500, 7000)),
            (Implement::Cable, (250, 10_000), (500, 20_000)),
            (Implement::Machine, (500, 15_000), (1000, 30_000)),
            (Implement::Plate, (125, 100_000), (250, 220_000)),
            (Implement::Sled, (125, 100_000), (250, 220_000)),
        ] {
            let ends = |iron| {
                let steps = steps(iron, &with(implement));
                (steps[0], steps[steps.len() - 1])
            };
            assert_eq!((ends(kilograms), ends(pounds)), (kg_ends, lb_ends), "{implement}");
        }
        assert_eq!(steps(kilograms, &with(Implement::Dumbbell))[8..12], [900, 1000, 1200, 1400]);
    }

    #[test]
    fn ld_2_what_has_no_iron_has_no_grid() {
        let iron = Iron::standard(MassUnit::Kg);
        let semantics = |semantics, loadable| {
            exercise(|exercise| {
                exercise.implement = Implement::Bodyweight;
                exercise.load_semantics = semantics;
                exercise.loadable = loadable;
            })
        };
        assert_eq!(iron.grid_for(&semantics(LoadSemantics::Timed, false)), None);
        assert_eq!(iron.grid_for(&semantics(LoadSemantics::None, false)), None);
        assert_eq!(iron.grid_for(&semantics(LoadSemantics::Bodyweight, false)), None);
        assert_eq!(iron.grid_for(&with(Implement::Band)), None);
        let added = iron.grid_for(&semantics(LoadSemantics::Bodyweight, true)).unwrap();
        assert_eq!(added.steps()[..2], [Hundredths(0), Hundredths(125)]);
    }

    #[test]
    fn l_9_keys_bring_their_iron_and_several_are_united() {
        let iron = |keys: &[&str]| Iron::new(MassUnit::Kg, None, keys);
        let dumbbells = iron(&["eq_dumbbells_set_5-50", "eq_dumbbells_set_55-100"]);
        let grid = dumbbells.grid_for(&with(Implement::Dumbbell)).unwrap();
        assert_eq!((grid.unit(), grid.steps().len(), grid.heaviest()), (MassUnit::Lb, 20, pounds(100)));
        let kettlebells = iron(&["eq_kettlebells_set_40-70"]);
        assert_eq!(steps(&kettlebells, &with(Implement::Kettlebell)), [4500, 5300, 6200, 7000]);

        let alone = iron(&["eq_olympic_barbell_mens_20kg", "eq_olympic_barbell_womens_15kg"]);
        assert_eq!(steps(&alone, &bench()), [1500, 2000]);
        let keys = ["eq_olympic_barbell_womens_15kg", "eq_weight_plates_standard", "eq_weight_plates_micro"];
        assert_eq!(steps(&iron(&keys), &bench())[..3], [1500, 1625, 1750]);
        assert_eq!(side_of(&iron(&keys), Grams(16_250)), ["0.625"]);
        // Micro plates refine others and are none by themselves; a smith machine needs plates, too.
        let micro = iron(&["eq_smith_machine", "eq_weight_plates_micro"]);
        assert_eq!(steps(&micro, &with(Implement::Smith)), [1500]);
        let bumpers = iron(&["barbell", "eq_weight_plates_bumper"]);
        assert_eq!(steps(&bumpers, &bench())[..3], [2000, 3000, 4000]);
    }

    #[test]
    fn l_9_lists_replace_the_iron_of_keys() {
        let listed = inventory(r#"{"unit":"kg","dumbbells":[1000],"plates":[{"h":1000,"pairs":0}]}"#);
        let iron =
            Iron::new(MassUnit::Kg, Some(&listed), &["eq_dumbbells_set_5-50", "eq_weight_plates_standard"]);
        assert_eq!(steps(&iron, &with(Implement::Dumbbell)), [1000]);
        assert_eq!(steps(&iron, &bench()), [2000]);
    }

    #[test]
    fn of_two_bars_the_one_with_fewer_plates_is_loaded() {
        let listed = inventory(
            r#"{"unit":"kg","bars":{"barbell":2000,"eq_olympic_barbell_womens_15kg":1500},
                "plates":[{"h":2000,"pairs":1},{"h":250,"pairs":1}]}"#,
        );
        let iron = Iron::new(MassUnit::Kg, Some(&listed), NO_KEYS);
        let bar = |load| iron.plates_per_side(&bench(), load).unwrap().bar;
        assert_eq!(steps(&iron, &bench()), [1500, 2000, 2500, 5500, 6000, 6500]);
        assert_eq!([kg(20), kg(25), kg(55), kg(60)].map(bar), [2000, 2000, 1500, 2000].map(Hundredths));
    }

    #[test]
    fn sg_8_the_default_iron_rounds_as_its_examples_say() {
        let nearest = |unit, implement, load| {
            Iron::standard(unit).grid_for(&with(implement)).unwrap().nearest(load, Tie::Up).display(unit)
        };
        assert_eq!(nearest(MassUnit::Kg, Implement::Dumbbell, Grams(22_500)), Hundredths::whole(22));
        assert_eq!(nearest(MassUnit::Lb, Implement::Machine, pounds(95)), Hundredths::whole(100));
        assert_eq!(nearest(MassUnit::Kg, Implement::Barbell, Grams(63_750)), Hundredths::whole(65));
        let fine = ["eq_olympic_barbell_mens_20kg", "eq_weight_plates_standard", "eq_weight_plates_micro"];
        let fine = Iron::new(MassUnit::Kg, None, &fine);
        assert!(fine.grid_for(&bench()).unwrap().holds(Grams(63_750)));
    }

    #[test]
    fn l_10_pounds_do_not_lose_a_plate_to_rounding() {
        let bar = Iron::standard(MassUnit::Lb).grid_for(&bench()).unwrap();
        assert_eq!(bar.floor(Grams(45_359)), pounds(100));
        assert_eq!(bar.floor(Grams(77_774)), pounds(170));
        assert_eq!(bar.floor(Grams(79_719)), pounds(175));
        assert_eq!(pounds(185), Grams(83_915));
    }
}
