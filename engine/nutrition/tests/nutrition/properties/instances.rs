//! How random problems are made: 3 to 12 recipes near the share that a slot of the usual day needs, 1 to 3 days of 2 to
//! 4 slots.

use proptest::{array, bool::weighted, collection::vec, option, prelude::*, sample::Index, sample::select};

use super::instance::{
    AMOUNTS, Batch, DAILY, Day, FIRST, Fixed, Instance, NUTRIENTS, Options, PARTS, Recipe, Slot, Target,
};

/// Problems without options.
pub(crate) fn instances() -> impl Strategy<Value = Instance> {
    (2usize..=4, 1usize..=3).prop_flat_map(|(slots, days)| of_size(slots, days, 3..=12))
}

/// Problems of so many days without options, with so many slots on the usual day.
pub(crate) fn of_size(
    slots: usize,
    days: usize,
    recipes: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Instance> {
    let fixed = (
        prop_oneof![3 => Just(vec![]), 1 => vec(any::<[Index; 3]>(), 1..=2)],
        prop_oneof![4 => Just(vec![]), 1 => vec(any::<Index>(), 1..=2)],
    );
    let wanted = (
        array::uniform4(option::weighted(0.5, 60i64..=150)),
        array::uniform4(option::weighted(0.15, 120i64..=260)),
        option::weighted(0.1, 1950i64..=2250),
    );
    (vec(days_of(slots), days), vec(recipes_of(slots), recipes), fixed, wanted).prop_map(
        |(days, mut recipes, (pins, day_zero), (floors, limits, ceiling))| {
            for (number, recipe) in recipes.iter_mut().enumerate() {
                recipe.id = format!("r{number:02}");
            }
            let share = |nutrient: usize, percent: i64| NUTRIENTS[nutrient].1 * PARTS * percent / 100;
            let floor = |(nutrient, percent): (usize, Option<i64>)| {
                Some(Target::floor(nutrient, share(nutrient, percent?)))
            };
            let limit =
                |(nutrient, percent): (usize, Option<i64>)| Some((nutrient, share(nutrient, percent?)));
            let mut instance = Instance {
                pins: vec![],
                batches: vec![],
                day_zero: day_zero.iter().map(|recipe| recipe.index(recipes.len())).collect(),
                targets: floors.into_iter().enumerate().filter_map(floor).collect(),
                limits: limits.into_iter().enumerate().filter_map(limit).collect(),
                ceiling,
                fat: DAILY.2,
                tolerance: 10,
                options: Options::default(),
                is_compat: false,
                days,
                recipes,
            };
            instance.day_zero.dedup();
            for [day, slot, recipe] in pins {
                instance.pin(day, slot, recipe);
            }
            instance
        },
    )
}

impl Instance {
    /// Fixes a recipe, unless something is fixed there.
    fn pin(&mut self, day: Index, slot: Index, recipe: Index) {
        let day = day.index(self.days.len());
        let slot = slot.index(self.days[day].slots.len());
        let is_free = !self.is_fixed(day, slot);
        if is_free {
            self.pins.push(Fixed { day, slot, recipe: recipe.index(self.recipes.len()) });
        }
    }

    /// Whether a slot holds a pin or a serving of a batch.
    pub(crate) fn is_fixed(&self, day: usize, slot: usize) -> bool {
        self.pins.iter().any(|pin| (pin.day, pin.slot) == (day, slot))
            || self.batches.iter().any(|batch| batch.eaten.contains(&(day, slot)))
    }
}

fn days_of(slots: usize) -> impl Strategy<Value = Day> {
    let count = prop_oneof![5 => Just(slots), 1 => 2usize..=4];
    let times = count.prop_flat_map(|count| {
        select(match count {
            2 => vec![vec![480, 1080], vec![750, 1170]],
            3 => vec![vec![450, 750, 1170], vec![480, 960, 1140]],
            _ => vec![vec![450, 750, 960, 1170], vec![420, 660, 900, 1140]],
        })
    });
    let slot = (prop_oneof![6 => Just(4u32), 3 => Just(3), 2 => Just(2), 1 => Just(1)], weighted(0.06));
    (times, vec(slot, 4), weighted(0.3)).prop_map(|(times, slots, has_workout)| {
        let slot = |(time, (level, needs_tag))| Slot { time, level, needs_tag };
        Day { slots: times.into_iter().zip(slots).map(slot).collect(), has_workout }
    })
}

/// A recipe that is a part of the day, more or less.
fn recipes_of(slots: usize) -> impl Strategy<Value = Recipe> {
    let size = prop_oneof![6 => Just(slots), 1 => 2usize..=4];
    let percents = (array::uniform4(86i64..=114), array::uniform4(0i64..=250));
    let minutes = select(vec![3u32, 5, 5, 10, 15, 15, 20, 30, 45]);
    let flags = (weighted(0.6), weighted(0.08), option::weighted(0.9, 100u32..=600));
    (size, percents, minutes, flags).prop_map(|(size, (macros, nutrients), minutes, flags)| {
        let (calories, protein, [fat_min, fat_max], carbs) = DAILY;
        let part = PARTS / i64::try_from(size).unwrap();
        let mut amounts = [0; AMOUNTS];
        let shares = [calories, protein, i64::midpoint(fat_min, fat_max), carbs];
        for (measure, (share, percent)) in shares.into_iter().zip(macros).enumerate() {
            amounts[measure] = share * part * percent / 100;
        }
        for (nutrient, percent) in nutrients.into_iter().enumerate() {
            amounts[FIRST + nutrient] = NUTRIENTS[nutrient].1 * part * percent / 100;
        }
        let (has_tag, is_excluded, coins) = flags;
        Recipe { id: String::new(), minutes, amounts, has_tag, is_excluded, coins }
    })
}

/// Problems with any options.
pub(crate) fn optional_instances() -> impl Strategy<Value = Instance> {
    let directions = array::uniform4((
        select(vec!["floor", "floor", "ceiling", "range", "info"]),
        weighted(0.3),
        prop_oneof![2 => Just(1000i64), 1 => 0i64..=1000],
        100i64..=250,
        weighted(0.15),
    ));
    let batch = option::weighted(0.25, (any::<[Index; 3]>(), any::<[Index; 2]>()));
    (instances(), options(), option::weighted(0.5, directions), batch).prop_map(
        |(mut instance, options, directions, batch)| {
            instance.options = options;
            for (target, own) in instance.targets.iter_mut().zip(directions.into_iter().flatten()) {
                (target.direction, target.is_daily, target.fraction_milli) = (own.0, own.1, own.2);
                (target.max, target.is_advisory) = (target.amount * own.3 / 100, own.4);
            }
            if let Some(([recipe, day, slot], later)) = batch {
                instance.cook(recipe, day, slot, later);
            }
            instance
        },
    )
}

impl Instance {
    /// Adds a batch of two servings where nothing is fixed; the second is eaten later, within the days that it keeps.
    fn cook(&mut self, recipe: Index, day: Index, slot: Index, [later, second]: [Index; 2]) {
        let day = day.index(self.days.len());
        let slot = slot.index(self.days[day].slots.len());
        let later = day + later.index((self.days.len() - day).min(3));
        let second = second.index(self.days[later].slots.len());
        let mut eaten = vec![(day, slot), (later, second)];
        eaten.sort_unstable();
        eaten.dedup();
        if eaten.iter().all(|&(day, slot)| !self.is_fixed(day, slot)) {
            self.batches.push(Batch { recipe: recipe.index(self.recipes.len()), eaten });
        }
    }
}

fn options() -> impl Strategy<Value = Options> {
    let portions = select(vec![vec![75, 100, 125], vec![50, 100, 150], vec![100, 200], vec![100]]);
    let parts = (
        option::weighted(0.3, (portions, any::<bool>())),
        weighted(0.2),
        option::weighted(0.3, 2usize..=4),
        weighted(0.2),
        option::weighted(0.2, 500u32..=1800),
        option::weighted(0.3, select(vec!["cost", "deviation", "variety"])),
        prop_oneof![3 => Just(0u32), 1 => 1u32..=3],
        any::<bool>(),
    );
    parts.prop_map(
        |(portions, has_slack_carbs, variety_days, penalty, max_coins, polish, alternatives, is_strict)| {
            Options {
                portions,
                has_slack_carbs,
                variety_days,
                has_variety_penalty: penalty,
                max_coins,
                polish,
                alternatives,
                is_strict,
                has_auto_batches: false,
            }
        },
    )
}
