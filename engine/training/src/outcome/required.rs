//! What kind of change is judged, and by how many sessions (OU-3).

use domain::change::{Change, Direction, Field, FieldGroup};

use super::tuning::OutcomeTuning;

/// A change as the table of OU-5 sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// More load, or less assistance.
    LoadHarder,
    /// Less load, or more assistance.
    LoadEasier,
    /// More reps.
    RepsHarder,
    /// More rest, after one set or after all.
    RestLonger,
    /// Less rest.
    RestShorter,
    /// How reps are meant.
    RepPolicy,
    /// Another type of set.
    SetType,
    /// Anything else.
    Other,
}

impl Kind {
    /// The kind of a bundle by its primary change; `assistance` turns load around.
    pub fn of(primary: &Change, assistance: bool) -> Self {
        match (primary.field.group(), primary.direction(assistance)) {
            (FieldGroup::Load, Direction::Harder) => Self::LoadHarder,
            (FieldGroup::Load, Direction::Easier) => Self::LoadEasier,
            (FieldGroup::Volume, Direction::Harder) if primary.field == Field::Reps => Self::RepsHarder,
            (FieldGroup::Rest, Direction::Easier) => Self::RestLonger,
            (FieldGroup::Rest, Direction::Harder) => Self::RestShorter,
            (FieldGroup::RepPolicy, _) => Self::RepPolicy,
            (FieldGroup::SetType, _) => Self::SetType,
            _ => Self::Other,
        }
    }

    /// How many evaluations it takes to settle it (OU-3).
    pub fn required(self, tuning: &OutcomeTuning) -> u32 {
        match self {
            Self::LoadHarder | Self::RepsHarder | Self::RestLonger | Self::RestShorter | Self::RepPolicy => {
                tuning.required_long
            }
            Self::LoadEasier | Self::SetType | Self::Other => tuning.required_short,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        change::{Target, Value},
        id::Id,
    };

    #[test]
    fn ou_3_harder_changes_are_judged_twice_and_a_lighter_load_once() {
        let target = Target { item_id: Id::derive(&["item"]), set_id: None };
        let change = |field, old: Value, new: Value| Change { target, field, old, new };
        let number = |field, old: i64, new: i64| change(field, old.into(), new.into());
        let tuning = OutcomeTuning::default();
        for (change, assistance, kind, required) in [
            (number(Field::Load, 60_000, 62_500), false, Kind::LoadHarder, 2),
            (number(Field::Load, 20_000, 15_000), true, Kind::LoadHarder, 2),
            (number(Field::Load, 62_500, 60_000), false, Kind::LoadEasier, 1),
            (number(Field::Reps, 10, 11), false, Kind::RepsHarder, 2),
            (number(Field::Reps, 11, 10), false, Kind::Other, 1),
            (number(Field::RestAll, 90, 105), false, Kind::RestLonger, 2),
            (number(Field::Rest, 90, 75), false, Kind::RestShorter, 2),
            (change(Field::RepMode, "not_set".into(), "range".into()), false, Kind::RepPolicy, 2),
            (change(Field::SetType, "warmup".into(), "working".into()), false, Kind::SetType, 1),
            (change(Field::Load, Value::Nothing, 25_000.into()), false, Kind::Other, 1),
        ] {
            let found = Kind::of(&change, assistance);
            assert_eq!((found, found.required(&tuning)), (kind, required), "{change:?}");
        }
    }
}
