//! The profile: what an athlete has told about themselves and set (EP-6).

use std::collections::BTreeMap;

use domain::{
    equipment::{Equipment, read_key},
    error::ErrorCode,
    exercise::{ExerciseKey, TrainingAge},
    law::{Check, Law},
    meal_plan::ClockTime,
    proposal::ConsentSettings,
    quantity::{Grams, MassUnit},
    time::{LocalDate, Zone},
};
use nutrition::profile::NutritionProfile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use training::{
    input::SESSION_MINUTES,
    load::{hint::Sex, inventory::Inventory, iron::Iron},
    prescribe::goal::Goal,
    suggestion::tuning::SuggestionTuning,
    superset::SupersetPolicy,
};

use super::app::{App, Caller, Scope};
use crate::problem::Problem;

domain::vocabulary::vocabulary! {
    /// In which language an athlete is spoken to.
    pub enum Language: "language" {
        En = "en",
        Ru = "ru",
        /// That of the device.
        Auto = "auto",
    }
}

domain::vocabulary::vocabulary! {
    /// What sessions are made from when nothing is named (KP-8).
    pub enum SessionsFrom: "source of sessions" {
        /// What is due, chosen anew each time.
        Intent = "intent",
        /// The template for what is due, where it suits.
        Template = "template",
    }
}

/// What an athlete has told and set. Four answers are enough: experience, goal, unit and zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Experience.
    pub training_age: TrainingAge,
    /// What to train for.
    pub goals: Goals,
    /// The unit of loads.
    pub units: MassUnit,
    /// Where the athlete lives.
    pub zone: Zone,
    /// For start hints and energy.
    #[serde(default)]
    pub sex: Sex,
    /// Gives the age.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub birth_date: Option<LocalDate>,
    /// 1000..2500.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height_mm: Option<u32>,
    /// The language of texts.
    #[serde(default = "auto")]
    pub locale: Language,
    /// The first day of a week, 1 (Monday) to 7.
    #[serde(default = "one")]
    pub first_weekday: u8,
    /// Sessions a week, 1..7.
    #[serde(default = "three")]
    pub days_per_week: u8,
    /// Minutes of a session, 10..180.
    #[serde(default = "hour")]
    pub session_minutes: u32,
    /// When a session usually starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual_start: Option<ClockTime>,
    /// Intents of the week in their order (WK-1); empty: chosen by the number of days.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weekly_schedule: Vec<String>,
    /// Where the athlete trains; the first is the default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
    /// Preferred where it makes sense.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub favorite_exercises: Vec<ExerciseKey>,
    /// Never chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub avoided_exercises: Vec<ExerciseKey>,
    /// What is applied, asked or left (PR-6).
    #[serde(default)]
    pub consent: ConsentSettings,
    /// Whether accessories may be paired.
    #[serde(default)]
    pub superset_policy: SupersetPolicy,
    /// What sessions are made from when nothing is named; absent: from an intent. New athletes get what the installation
    /// has as its default (KP-8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sessions_from: Option<SessionsFrom>,
    /// Whether the first sessions are chosen with more care (CS-1).
    #[serde(default = "yes")]
    pub cold_start_protocol: bool,
    /// How changes are suggested (SL-9).
    #[serde(default)]
    pub suggestions: SuggestionSettings,
    /// Settings of single exercises (SL-9).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub exercises: BTreeMap<ExerciseKey, ExerciseSettings>,
    /// From and to when nothing is sent (D-20).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet_hours: Option<[ClockTime; 2]>,
    /// Whether the athlete's figures may count in those of the installation.
    #[serde(default)]
    pub fleet_analytics: bool,
    /// Who eats, and what not (NT-8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nutrition: Option<NutritionProfile>,
}

/// What to train for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Goals {
    /// First of all.
    pub primary: Goal,
    /// A leaning, such as posture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secondary: Option<String>,
}

/// A place to train, and what is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Location {
    /// 1..80 characters.
    pub name: String,
    /// Classes of EX-4 or keys of L-9; empty: everything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equipment: Vec<String>,
    /// The iron, if it was listed (LD-2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inventory: Option<Inventory>,
}

/// How changes are suggested to an athlete (SL-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SuggestionSettings {
    /// Whether a change of one set counts for the sets that are like it.
    pub apply_to_equal_sets: bool,
    /// Whether sessions of another style are left out of what is looked at.
    pub style_aware: bool,
    /// Whether each exercise is judged by the profile of its kind.
    pub progression_profiles: bool,
}

impl Default for SuggestionSettings {
    fn default() -> Self {
        let SuggestionTuning { apply_to_equal_sets, style_aware, progression_profiles, .. } =
            SuggestionTuning::default();
        Self { apply_to_equal_sets, style_aware, progression_profiles }
    }
}

impl SuggestionSettings {
    /// The numbers of the chapter with these settings.
    pub fn tuning(self) -> SuggestionTuning {
        let Self { apply_to_equal_sets, style_aware, progression_profiles } = self;
        SuggestionTuning {
            apply_to_equal_sets,
            style_aware,
            progression_profiles,
            ..SuggestionTuning::default()
        }
    }
}

/// What an athlete has set for one exercise (SL-9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExerciseSettings {
    /// Whether changes are suggested.
    #[serde(default = "yes")]
    pub suggestions: bool,
    /// The athlete's own step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_g: Option<Grams>,
}

const fn auto() -> Language {
    Language::Auto
}
const fn one() -> u8 {
    1
}
const fn three() -> u8 {
    3
}
const fn hour() -> u32 {
    60
}
const fn yes() -> bool {
    true
}

impl Profile {
    /// A profile of the four answers that are needed.
    pub fn new(training_age: TrainingAge, goal: Goal, units: MassUnit, zone: Zone) -> Self {
        Self {
            training_age,
            goals: Goals { primary: goal, secondary: None },
            units,
            zone,
            sex: Sex::default(),
            birth_date: None,
            height_mm: None,
            locale: auto(),
            first_weekday: one(),
            days_per_week: three(),
            session_minutes: hour(),
            usual_start: None,
            weekly_schedule: vec![],
            locations: vec![],
            favorite_exercises: vec![],
            avoided_exercises: vec![],
            consent: ConsentSettings::default(),
            superset_policy: SupersetPolicy::default(),
            sessions_from: None,
            cold_start_protocol: yes(),
            suggestions: SuggestionSettings::default(),
            exercises: BTreeMap::new(),
            quiet_hours: None,
            fleet_analytics: false,
            nutrition: None,
        }
    }

    /// The place with this name; without a name the default one.
    pub fn location(&self, name: Option<&str>) -> Option<&Location> {
        match name {
            Some(name) => self.locations.iter().find(|location| location.name == name),
            None => self.locations.first(),
        }
    }

    /// The loads that can be put together at the default place.
    pub fn iron(&self) -> Iron {
        let location = self.location(None);
        let inventory = location.and_then(|location| location.inventory.clone());
        iron(self.units, inventory, location.map_or(&[], |location| &location.equipment))
    }

    /// What is at hand at the default place; nothing is known of a place that was not described.
    pub fn equipment(&self) -> Option<Vec<Equipment>> {
        let location = self.location(None).filter(|location| !location.equipment.is_empty())?;
        let known = location.equipment.iter().filter_map(|key| read_key(key).ok());
        let known = known.flat_map(domain::equipment::EquipmentSet::iter);
        Some(known.collect())
    }

    /// The settings of an exercise.
    pub fn exercise(&self, key: &ExerciseKey) -> ExerciseSettings {
        self.exercises.get(key).cloned().unwrap_or(ExerciseSettings { suggestions: true, step_g: None })
    }
}

/// The loads that can be put together from what somebody listed; a list that breaks its law counts for nothing.
pub(super) fn iron(unit: MassUnit, inventory: Option<Inventory>, equipment: &[String]) -> Iron {
    let inventory = inventory.and_then(|inventory| domain::law::Valid::new(inventory).ok());
    Iron::new(unit, inventory.as_ref(), equipment)
}

/// The law of EP-6.
impl Law for Profile {
    fn check(&self, check: &mut Check) {
        check.range(ErrorCode::BadValue, "first_weekday", self.first_weekday, 1, 7);
        check.range(ErrorCode::InvalidDaysPerWeek, "days_per_week", self.days_per_week, 1, 7);
        check.inside(
            ErrorCode::InvalidSessionMinutes,
            "session_minutes",
            self.session_minutes,
            SESSION_MINUTES,
        );
        check.optional_range(ErrorCode::OutOfRange, "height_mm", self.height_mm, 1000, 2500);
        check.within("consent", |check| self.consent.check(check));
        check.each("locations", &self.locations, |check, index, location| {
            check.length(ErrorCode::BadValue, "name", &location.name, 1, 80);
            let twice = self.locations[..index].iter().any(|earlier| earlier.name == location.name);
            check.require(!twice, ErrorCode::BadValue, "name", &location.name, "each name once");
            check.each("equipment", &location.equipment, |check, _, key| {
                let known = read_key(key).is_ok();
                check.require(known, ErrorCode::UnknownEquipment, "", key, "an equipment key");
            });
            if let Some(inventory) = &location.inventory {
                check.within("inventory", |check| inventory.check(check));
            }
        });
        for (key, settings) in &self.exercises {
            if let Some(Grams(step)) = settings.step_g {
                check.within(format_args!("exercises/{key}"), |check| {
                    check.range(ErrorCode::InvalidStep, "step_g", step, 1, 50_000);
                });
            }
        }
        if let Some(nutrition) = &self.nutrition {
            check.within("nutrition", |check| nutrition.check(check));
        }
    }
}

/// What the athlete has told and set.
pub async fn profile_of(app: &App, caller: &Caller) -> Result<Profile, Problem> {
    let work = app.read(caller, Scope::Read).await?;
    Ok(work.athlete.profile)
}
