//! The slots of a day and what is planned for them (MD-1, ML-1); then what became of it, and what is at home.

mod home;
mod log;

use std::{collections::BTreeSet, fmt, ops::RangeInclusive, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::ErrorCode,
    law::{Check, Law},
    plan::{ItemId, Planned},
    recipe::{RecipeKey, TagKey},
    time::LocalDate,
};

pub use home::{
    Leftover, PantryEntry, PortionCount, SHOPPING_LIST_EXAMPLE, ShoppingAmount, ShoppingLine, ShoppingList,
};
pub use log::{DiaryEntry, Eaten, FoodMass, Intake, InvalidSlotState, MealLog, SlotState, Supplement};

/// ND-3: how much of a serving a meal may be, in percent: up to the 50 servings that a recipe makes.
pub const SERVINGS_PCT: RangeInclusive<u32> = 1..=5000;

/// A time of day to the minute, written `HH:MM`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^([01][0-9]|2[0-3]):[0-5][0-9]$"))]
pub struct ClockTime(u16);

impl ClockTime {
    /// The time so many minutes after midnight; [`None`] from 24:00 on.
    pub const fn from_minutes(minutes: u16) -> Option<Self> {
        if minutes < 24 * 60 { Some(Self(minutes)) } else { None }
    }

    /// Minutes since midnight, 0..1439.
    pub const fn minutes(self) -> u16 {
        self.0
    }
}

/// A text that is no time of day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a time of day, expected HH:MM like 07:30")]
pub struct NotAClockTime(String);

impl FromStr for ClockTime {
    type Err = NotAClockTime;

    fn from_str(text: &str) -> Result<Self, NotAClockTime> {
        let number = |tens: u8, ones: u8| u16::from(tens - b'0') * 10 + u16::from(ones - b'0');
        match *text.as_bytes() {
            [a @ b'0'..=b'2', b @ b'0'..=b'9', b':', c @ b'0'..=b'5', d @ b'0'..=b'9'] => {
                Self::from_minutes(number(a, b) * 60 + number(c, d))
            }
            _ => None,
        }
        .ok_or_else(|| NotAClockTime(text.to_owned()))
    }
}

impl TryFrom<String> for ClockTime {
    type Error = NotAClockTime;

    fn try_from(text: String) -> Result<Self, NotAClockTime> {
        text.parse()
    }
}

impl From<ClockTime> for String {
    fn from(time: ClockTime) -> Self {
        time.to_string()
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// An occasion to eat (MD-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// When.
    pub time: ClockTime,
    /// How much time there is to cook: 1, hardly any, to 4, no limit (MD-4).
    pub busyness_level: u8,
    /// What meal it is; compared with the meal types of recipes (MO-5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meal_type: Option<String>,
    /// Tags that its recipe must have.
    #[serde(default)]
    pub required_tags: BTreeSet<TagKey>,
    /// Tags that speak for a recipe.
    #[serde(default)]
    pub preferred_tags: BTreeSet<TagKey>,
}

impl Law for Slot {
    fn check(&self, check: &mut Check) {
        check.range(ErrorCode::BadBusyness, "busyness_level", self.busyness_level, 1, 4);
        if let Some(meal_type) = &self.meal_type {
            check.length(ErrorCode::BadValue, "meal_type", meal_type.trim(), 1, 40);
        }
    }
}

/// The most slots that a day has; they are numbered from 0.
pub const MAX_SLOTS: usize = 8;

/// The slots of one day, 1..8 in strictly increasing time (MD-1).
///
/// They are not sorted on reading: that would move the pins that name them by number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct DaySlots(pub Vec<Slot>);

impl Law for DaySlots {
    fn check(&self, check: &mut Check) {
        check.count(ErrorCode::BadValue, "", &self.0, 1, MAX_SLOTS);
        let mut earlier: Option<ClockTime> = None;
        for (index, slot) in self.0.iter().enumerate() {
            check.within(index, |check| {
                slot.check(check);
                if let Some(earlier) = earlier {
                    let expected = format_args!("later than {earlier}, the slot before");
                    check.require(
                        earlier < slot.time,
                        ErrorCode::SlotsNotSorted,
                        "time",
                        slot.time,
                        expected,
                    );
                }
            });
            earlier = Some(slot.time);
        }
    }
}

/// The cooking from which a serving comes (MO-2). Items with the same batch and recipe share one pot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The date of cooking.
    pub cooked_on: LocalDate,
    /// The slot of cooking.
    pub cooked_slot: u8,
    /// How many servings are cooked at once, 1..12.
    pub servings: u8,
}

/// What is planned for one slot: the payload of a nutrition plan's item (ML-1, PV-13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MealItem {
    /// The day.
    pub date: LocalDate,
    /// The slot of the day, from 0.
    pub slot: u8,
    /// What is eaten.
    pub recipe_id: RecipeKey,
    /// Which revision of it; plans keep theirs until re-planned (ND-14).
    pub recipe_revision: u32,
    /// How much of it: 100 is one serving.
    pub servings_pct: u32,
    /// When.
    pub meal_time: ClockTime,
    /// Whether search must leave it alone.
    pub pinned: bool,
    /// The batch it comes from, if it is not cooked for this slot alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<Batch>,
}

/// One slot of a nutrition plan, which keeps its id over versions (PV-13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedMeal {
    /// Its id.
    pub item_id: ItemId,
    /// What is planned.
    pub meal: MealItem,
}

impl Law for PlannedMeal {
    fn check(&self, check: &mut Check) {
        check.within("meal", |check| self.meal.check(check));
    }
}

impl Planned for PlannedMeal {
    fn item_id(&self) -> ItemId {
        self.item_id
    }
}

const INVALID: ErrorCode = ErrorCode::InvalidMeal;

/// The law of ML-1, with the batches of MO-2.
impl Law for MealItem {
    fn check(&self, check: &mut Check) {
        check_slot(check, "slot", self.slot);
        check_serving(check, self.recipe_revision, self.servings_pct);
        if let Some(batch) = self.batch {
            check.within("batch", |check| {
                check.range(INVALID, "servings", batch.servings, 1, 12);
                check_slot(check, "cooked_slot", batch.cooked_slot);
                let Batch { cooked_on, cooked_slot, .. } = batch;
                let cooked = (cooked_on, cooked_slot) <= (self.date, self.slot);
                let expected = format_args!("{} slot {} or earlier", self.date, self.slot);
                check.require(cooked, INVALID, "", format_args!("{cooked_on} slot {cooked_slot}"), expected);
            });
        }
    }
}

fn check_slot(check: &mut Check, field: &str, slot: u8) {
    let holds = usize::from(slot) < MAX_SLOTS;
    check.require(holds, INVALID, field, slot, "0..7");
}

/// A recipe has revisions from 1 on and makes at most 50 servings (ND-3).
fn check_serving(check: &mut Check, revision: u32, servings_pct: u32) {
    check.require(revision >= 1, INVALID, "recipe_revision", revision, "1 or more");
    check.inside(INVALID, "servings_pct", servings_pct, SERVINGS_PCT);
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::law::Valid;

    fn slot(time: &str, busyness_level: u8) -> Slot {
        let (required_tags, preferred_tags) = Default::default();
        Slot { time: time.parse().unwrap(), busyness_level, meal_type: None, required_tags, preferred_tags }
    }

    fn item() -> MealItem {
        MealItem {
            date: date(2026, 3, 9),
            slot: 1,
            recipe_id: "shakshuka".parse().unwrap(),
            recipe_revision: 1,
            servings_pct: 125,
            meal_time: "12:30".parse().unwrap(),
            pinned: false,
            batch: Some(Batch { cooked_on: date(2026, 3, 8), cooked_slot: 3, servings: 2 }),
        }
    }

    fn breach(change: impl FnOnce(&mut MealItem)) -> String {
        let mut item = item();
        change(&mut item);
        Valid::new(item).unwrap_err().to_string()
    }

    #[test]
    fn md_1_a_time_is_exactly_hh_mm() {
        for (text, minutes) in [("00:00", 0), ("07:30", 450), ("23:59", 1439)] {
            let time: ClockTime = text.parse().unwrap();
            assert_eq!((time.minutes(), time.to_string().as_str()), (minutes, text));
            assert_eq!(ClockTime::from_minutes(minutes), Some(time));
        }
        assert_eq!(ClockTime::from_minutes(1440), None);
        for bad in ["", "7:30", "24:00", "12:60", "12:5", "12.30", "12:30:00", "1２:30", " 7:30", "+7:30"] {
            let error = bad.parse::<ClockTime>().unwrap_err().to_string();
            assert_eq!(error, format!("`{bad}` is not a time of day, expected HH:MM like 07:30"));
        }
    }

    #[test]
    fn md_1_slots_are_in_strictly_increasing_time() {
        let day = |times: &[&str]| Valid::new(DaySlots(times.iter().map(|time| slot(time, 2)).collect()));
        assert!(day(&["07:30", "12:30", "16:00", "19:30"]).is_ok());
        let invalid = day(&["07:30", "16:00", "12:30", "12:30"]).unwrap_err();
        assert_eq!(invalid.findings()[0].code, ErrorCode::SlotsNotSorted);
        assert_eq!(
            invalid.to_string(),
            "2.time: 12:30, expected later than 16:00, the slot before; \
             3.time: 12:30, expected later than 12:30, the slot before"
        );
    }

    #[test]
    fn md_1_a_day_has_one_to_eight_slots() {
        let day = |count: u16| {
            let time = |index| ClockTime::from_minutes(index * 60).unwrap();
            Valid::new(DaySlots(
                (0..count).map(|index| Slot { time: time(index), ..slot("00:00", 1) }).collect(),
            ))
        };
        assert!(day(8).is_ok());
        for count in [0, 9] {
            let message = day(count).unwrap_err().to_string();
            assert_eq!(message, format!("{count} entries, expected 1..8 entries"));
        }
    }

    #[test]
    fn md_4_busyness_is_one_to_four() {
        assert!((1..=4).all(|level| Valid::new(slot("12:30", level)).is_ok()));
        for level in [0, 5] {
            let invalid = Valid::new(slot("12:30", level)).unwrap_err();
            assert_eq!(invalid.findings()[0].code, ErrorCode::BadBusyness);
            assert_eq!(invalid.to_string(), format!("busyness_level: {level}, expected 1..4"));
        }
    }

    #[test]
    fn md_1_a_slot_is_read_with_its_tags_and_any_meal_type() {
        let json = concat!(
            r#"{"time":"19:30","busyness_level":4,"meal_type":"brunch","#,
            r#""required_tags":["vegan"],"preferred_tags":[]}"#
        );
        let slot: Valid<Slot> = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&slot).unwrap(), json);
        let blank = slot.with(|slot| slot.meal_type = Some(String::new())).unwrap_err();
        assert_eq!(blank.to_string(), "meal_type: 0 characters, expected 1..40 characters");
    }

    #[test]
    fn ml_1_an_item_names_slot_revision_and_servings() {
        let json = serde_json::to_string(&Valid::new(item()).unwrap()).unwrap();
        assert_eq!(serde_json::from_str::<MealItem>(&json).unwrap(), item());
        assert_eq!(breach(|item| item.slot = 8), "slot: 8, expected 0..7");
        assert_eq!(breach(|item| item.recipe_revision = 0), "recipe_revision: 0, expected 1 or more");
        assert_eq!(breach(|item| item.servings_pct = 0), "servings_pct: 0, expected 1..5000");
    }

    #[test]
    fn mo_2_a_batch_is_cooked_no_later_than_it_is_eaten() {
        let batch = |cooked_on, cooked_slot, servings| Some(Batch { cooked_on, cooked_slot, servings });
        assert!(Valid::new(MealItem { batch: batch(date(2026, 3, 9), 1, 12), ..item() }).is_ok());
        assert_eq!(
            breach(|item| item.batch = batch(date(2026, 3, 9), 2, 4)),
            "batch: 2026-03-09 slot 2, expected 2026-03-09 slot 1 or earlier"
        );
        assert_eq!(
            breach(|item| item.batch = batch(date(2026, 3, 8), 0, 13)),
            "batch.servings: 13, expected 1..12"
        );
        assert_eq!(
            breach(|item| item.batch = batch(date(2026, 3, 8), 9, 2)),
            "batch.cooked_slot: 9, expected 0..7"
        );
    }
}
