//! Consent: what is done without asking, what is asked, and what is not even proposed (PR-6).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Consent;
use crate::{
    change::Direction,
    error::ErrorCode,
    law::{Check, Law},
    vocabulary::vocabulary,
};

vocabulary! {
    /// How a kind of proposal is treated.
    pub enum ConsentSetting: "consent setting" {
        /// Applied, announced, undone in one step.
        Auto = "auto",
        /// Waits for an answer.
        Ask = "ask",
        /// The verdict is recorded, nothing is proposed.
        Off = "off",
    }
}

vocabulary! {
    /// What a person may set consent for: a row of the table of PR-6 each.
    pub enum ConsentSubject: "consent subject" {
        LevelChange = "level_change",
        SessionModifier = "session_modifier",
        DifficultyChange = "difficulty_change",
        FirstLoad = "first_load",
        Offer = "offer",
        RangeChange = "range_change",
        PrescriptionChange = "prescription_change",
        StructureChange = "structure_change",
        SelectionChange = "selection_change",
        MealPlan = "meal_plan",
        MealChange = "meal_change",
        MissPrediction = "miss_prediction",
        SessionDraft = "session_draft",
        NutritionTarget = "nutrition_target",
        Llm = "llm",
        Conflict = "conflict",
    }
}

impl ConsentSubject {
    /// The settings it may have, the default first.
    pub const fn settings(self) -> &'static [ConsentSetting] {
        use ConsentSetting::{Ask, Auto, Off};
        match self {
            Self::LevelChange | Self::SessionModifier | Self::DifficultyChange | Self::FirstLoad => {
                &[Auto, Ask, Off]
            }
            Self::RangeChange
            | Self::PrescriptionChange
            | Self::StructureChange
            | Self::SelectionChange
            | Self::MealPlan
            | Self::MealChange => &[Ask, Auto, Off],
            Self::Offer | Self::MissPrediction | Self::SessionDraft | Self::NutritionTarget | Self::Llm => {
                &[Ask, Off]
            }
            Self::Conflict => &[Ask],
        }
    }
}

/// How a subject is treated when it asks more of the athlete, and when it asks less or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConsentChoice {
    /// For what makes training harder.
    pub increase: ConsentSetting,
    /// For the rest.
    pub decrease: ConsentSetting,
}

/// What a person has set; the rest is as PR-6 has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ConsentSettings(pub BTreeMap<ConsentSubject, ConsentChoice>);

impl ConsentSettings {
    /// Whether a proposal of this subject and direction is applied or asked; [`None`] when it is not made.
    pub fn consent(&self, subject: ConsentSubject, direction: Direction) -> Option<Consent> {
        let setting = match (self.0.get(&subject), direction) {
            (None, _) => subject.settings()[0],
            (Some(choice), Direction::Harder) => choice.increase,
            (Some(choice), Direction::Easier | Direction::Neutral) => choice.decrease,
        };
        match setting {
            ConsentSetting::Auto => Some(Consent::Auto),
            ConsentSetting::Ask => Some(Consent::Ask),
            ConsentSetting::Off => None,
        }
    }
}

/// The law of PR-6: only what its table allows.
impl Law for ConsentSettings {
    fn check(&self, check: &mut Check) {
        for (subject, choice) in &self.0 {
            let allowed = subject.settings();
            let expected = allowed.iter().map(|setting| setting.as_str()).collect::<Vec<_>>().join(" or ");
            check.within(subject, |check| {
                for (field, setting) in [("increase", choice.increase), ("decrease", choice.decrease)] {
                    let holds = allowed.contains(&setting);
                    check.require(holds, ErrorCode::ConsentNotAllowed, field, setting, &expected);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    #[test]
    fn pr_6_levels_are_applied_and_prescriptions_asked_unless_set_otherwise() {
        use ConsentSubject::{LevelChange, PrescriptionChange};
        let mut settings = ConsentSettings::default();
        let consent = |settings: &ConsentSettings, subject, direction| settings.consent(subject, direction);
        assert_eq!(consent(&settings, LevelChange, Direction::Harder), Some(Consent::Auto));
        assert_eq!(consent(&settings, PrescriptionChange, Direction::Easier), Some(Consent::Ask));
        let apart = ConsentChoice { increase: ConsentSetting::Ask, decrease: ConsentSetting::Auto };
        settings.0.insert(PrescriptionChange, apart);
        assert_eq!(consent(&settings, PrescriptionChange, Direction::Harder), Some(Consent::Ask));
        assert_eq!(consent(&settings, PrescriptionChange, Direction::Easier), Some(Consent::Auto));
        settings.0.insert(LevelChange, ConsentChoice { increase: ConsentSetting::Off, ..apart });
        assert_eq!(consent(&settings, LevelChange, Direction::Harder), None);
        assert!(Valid::new(settings).is_ok());
    }

    #[test]
    fn pr_6_a_setting_outside_the_table_is_refused() {
        let auto = ConsentChoice { increase: ConsentSetting::Auto, decrease: ConsentSetting::Ask };
        let settings = ConsentSettings(BTreeMap::from([(ConsentSubject::Llm, auto)]));
        let refused = Valid::new(settings).unwrap_err();
        assert_eq!(refused.to_string(), "llm.increase: auto, expected ask or off");
        assert_eq!(refused.findings()[0].code, ErrorCode::ConsentNotAllowed);
    }
}
