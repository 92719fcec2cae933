//! Sets of muscles and volumes per muscle, and what VO-1 says of each muscle besides its landmarks.

use std::ops::{Index, IndexMut};

use domain::anatomy::Muscle;

/// A set of muscles as bits, in the order of the muscles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MuscleSet(u32);

impl MuscleSet {
    /// No muscle.
    pub const NONE: Self = Self(0);
    /// All 18.
    pub const ALL: Self = Self((1 << Muscle::COUNT) - 1);

    /// The same with one more.
    pub const fn with(self, muscle: Muscle) -> Self {
        Self(self.0 | 1 << muscle as u32)
    }

    /// Whether it holds the muscle.
    pub const fn has(self, muscle: Muscle) -> bool {
        self.0 & (1 << muscle as u32) != 0
    }

    /// Those in both.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those in this one only.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Those in either.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The muscles, in order.
    pub fn iter(self) -> impl Iterator<Item = Muscle> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let muscle = Muscle::ALL.get(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(*muscle)
        })
    }
}

impl FromIterator<Muscle> for MuscleSet {
    fn from_iter<I: IntoIterator<Item = Muscle>>(muscles: I) -> Self {
        muscles.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Tenths of a set that one set of an exercise gives each muscle (VO-4). Small, since every candidate is asked for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Contributions([u8; Muscle::COUNT]);

impl Contributions {
    /// What a muscle gets.
    pub const fn of(&self, muscle: Muscle) -> i64 {
        self.0[muscle as usize] as i64
    }
}

impl FromIterator<(Muscle, u8)> for Contributions {
    fn from_iter<I: IntoIterator<Item = (Muscle, u8)>>(given: I) -> Self {
        let mut contributions = Self::default();
        for (muscle, contribution) in given {
            contributions.0[muscle as usize] = contribution;
        }
        contributions
    }
}

/// A volume per muscle, in tenths of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Volumes([i64; Muscle::COUNT]);

impl Volumes {
    /// Adds `sets` sets of an exercise with these contributions.
    pub fn add(&mut self, contributions: &Contributions, sets: i64) {
        for (volume, &contribution) in self.0.iter_mut().zip(&contributions.0) {
            *volume += i64::from(contribution) * sets;
        }
    }
}

impl Index<Muscle> for Volumes {
    type Output = i64;

    fn index(&self, muscle: Muscle) -> &i64 {
        &self.0[muscle as usize]
    }
}

impl IndexMut<Muscle> for Volumes {
    fn index_mut(&mut self, muscle: Muscle) -> &mut i64 {
        &mut self.0[muscle as usize]
    }
}

/// The third of a split that a muscle belongs to (VO-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Split {
    Push,
    Pull,
    Legs,
}

impl Split {
    /// VO-1, column split.
    pub const fn of(muscle: Muscle) -> Self {
        use Muscle::{
            Abductors, Abs, Adductors, Biceps, Calves, Chest, Core, Forearms, FrontDelts, Glutes, Hamstrings,
            Lats, LowerBack, Quads, RearDelts, SideDelts, Triceps, UpperBack,
        };
        match muscle {
            Chest | FrontDelts | SideDelts | Triceps => Self::Push,
            Lats | UpperBack | RearDelts | Biceps | Forearms => Self::Pull,
            Quads | Hamstrings | Glutes | Calves | Core | LowerBack | Adductors | Abductors | Abs => {
                Self::Legs
            }
        }
    }

    /// Its muscles.
    pub fn muscles(self) -> MuscleSet {
        Muscle::ALL.iter().copied().filter(|&muscle| Self::of(muscle) == self).collect()
    }
}

/// VO-1, column size: chest, lats, upper back, quads, hamstrings and glutes are large.
pub const fn is_large(muscle: Muscle) -> bool {
    use Muscle::{Chest, Glutes, Hamstrings, Lats, Quads, UpperBack};
    matches!(muscle, Chest | Lats | UpperBack | Quads | Hamstrings | Glutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_muscles_iterate_in_order() {
        let set: MuscleSet = [Muscle::Abs, Muscle::Chest, Muscle::Quads].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Muscle::Chest, Muscle::Quads, Muscle::Abs]);
        assert_eq!(MuscleSet::ALL.len(), 18);
        assert_eq!(set.without(MuscleSet::ALL), MuscleSet::NONE);
    }

    #[test]
    fn vo_1_every_muscle_is_in_one_split() {
        let sizes = [Split::Push, Split::Pull, Split::Legs].map(|split| split.muscles().len());
        assert_eq!(sizes, [4, 5, 9]);
        assert_eq!(Muscle::ALL.iter().filter(|&&muscle| is_large(muscle)).count(), 6);
    }
}
