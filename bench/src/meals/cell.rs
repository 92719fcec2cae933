//! The cells of MB-2: pools of one size, over one horizon, at one level; each is run for every seed.

use std::{fmt, str::FromStr};

use clap::ValueEnum;
use serde::Serialize;
use thiserror::Error;

use super::instance::{HORIZONS, Level, SEEDS, SIZES};

/// A cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Cell {
    /// n: recipes in the pool.
    pub(crate) recipes: u32,
    /// D: days of the plan.
    pub(crate) days: u32,
    /// What is asked for.
    pub(crate) level: Level,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{} D{} {}", self.recipes, self.days, self.level)
    }
}

/// Which cells and seeds are run: on each axis those that are named, or all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    recipes: Vec<u32>,
    days: Vec<u32>,
    levels: Vec<Level>,
    seeds: Vec<u64>,
}

/// A word of a filter that names nothing.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{0:?} names no cell; maybe n50, n200, n1000, n5000, D1, D3, D7, T0..T4 or a seed s1..s3")]
pub(crate) struct UnknownWord(String);

impl FromStr for Filter {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut filter = Self::default();
        for word in text.split(',') {
            filter.add(word).ok_or_else(|| UnknownWord(word.to_owned()))?;
        }
        Ok(filter)
    }
}

impl Filter {
    fn add(&mut self, word: &str) -> Option<()> {
        if let Ok(level) = Level::from_str(word, false) {
            self.levels.push(level);
        } else if let Some(size) = word.strip_prefix('n') {
            self.recipes.push(known(size, &SIZES)?);
        } else if let Some(days) = word.strip_prefix('D') {
            self.days.push(known(days, &HORIZONS)?);
        } else {
            self.seeds.push(known(word.strip_prefix('s')?, &SEEDS)?);
        }
        Some(())
    }

    /// The cells that are run; a single day has no floors and so only T0.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![];
        for recipes in named(&self.recipes, &SIZES) {
            for days in named(&self.days, &HORIZONS) {
                let levels = named(&self.levels, &Level::ALL);
                let levels = levels.filter(|&level| days > 1 || level == Level::T0);
                cells.extend(levels.map(|level| Cell { recipes, days, level }));
            }
        }
        cells
    }

    /// The seeds that are run.
    pub(crate) fn seeds(&self) -> impl Iterator<Item = u64> {
        named(&self.seeds, &SEEDS)
    }
}

fn known<T: FromStr + PartialEq>(text: &str, all: &[T]) -> Option<T> {
    text.parse().ok().filter(|value| all.contains(value))
}

/// Those of all that are named, in the order of all.
fn named<'a, T: Copy + PartialEq>(named: &'a [T], all: &'a [T]) -> impl Iterator<Item = T> + 'a {
    all.iter().copied().filter(|value| named.is_empty() || named.contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(filter: &str) -> Vec<String> {
        filter.parse::<Filter>().unwrap().cells().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn mb_2_every_size_has_eleven_cells() {
        let all = Filter::default();
        assert_eq!((all.cells().len(), all.seeds().count()), (44, 3));
        let single: Vec<_> = all.cells().into_iter().filter(|cell| cell.days == 1).collect();
        assert!(single.len() == 4 && single.iter().all(|cell| cell.level == Level::T0));
    }

    #[test]
    fn a_filter_names_values_on_each_axis() {
        assert_eq!(cells("T3,n200,n50,D7"), ["n50 D7 T3", "n200 D7 T3"]);
        assert!(cells("D1,T1").is_empty());
        let seeds = "s3,n50".parse::<Filter>().unwrap();
        assert_eq!(seeds.seeds().collect::<Vec<_>>(), [3]);
        for word in ["n60", "D2", "T5", "s4", "", "50"] {
            assert_eq!(word.parse::<Filter>(), Err(UnknownWord(word.to_owned())));
        }
    }
}
