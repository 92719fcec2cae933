//! Tuning of the targets: the numbers of NT-1..NT-7 that a back-test may vary (MF-8).

use domain::{
    error::ErrorCode,
    law::{Check, Law},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The tunable numbers of the targets, with the defaults of the chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TargetTuning {
    /// NT-1: what a day costs without training, in percent of the BMR.
    pub life_factor_pct: LifeFactors,
    /// NT-1: the metabolic equivalent of a session, in tenths.
    pub met_tenths: Mets,
    /// NT-2: loss and gain.
    pub goal: GoalTuning,
    /// NT-3: protein, in tenths of a gram per kg.
    pub protein_tenths_per_kg: ProteinTuning,
    /// NT-7: adaptive expenditure.
    pub adaptive: AdaptiveTuning,
}

/// Life factors in percent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the activities of NT-1 by their names")]
pub struct LifeFactors {
    pub desk: u32,
    pub mixed: u32,
    pub on_feet: u32,
    pub physical: u32,
}

impl Default for LifeFactors {
    fn default() -> Self {
        Self { desk: 120, mixed: 135, on_feet: 150, physical: 170 }
    }
}

/// Metabolic equivalents in tenths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the kinds of training of NT-1 by their names")]
pub struct Mets {
    pub strength: u32,
    pub calisthenics: u32,
    pub endurance: u32,
    pub mobility: u32,
}

impl Default for Mets {
    fn default() -> Self {
        Self { strength: 35, calisthenics: 38, endurance: 70, mobility: 25 }
    }
}

/// Rates in hundredths of a percent of body weight per week, and bounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GoalTuning {
    /// The rate of losing if none is chosen.
    pub lose_rate: u32,
    /// The slowest and the fastest loss.
    pub lose_rates: [u32; 2],
    /// The rate of gaining if none is chosen.
    pub gain_rate: u32,
    /// The slowest and the fastest gain.
    pub gain_rates: [u32; 2],
    /// The largest deficit, in percent of the expenditure.
    pub max_deficit_pct: u32,
    /// The largest surplus, in percent of the expenditure.
    pub max_surplus_pct: u32,
    /// The fewest kcal for a man.
    pub least_kcal_male: u32,
    /// The fewest kcal for a woman.
    pub least_kcal_female: u32,
}

impl Default for GoalTuning {
    fn default() -> Self {
        Self {
            lose_rate: 50,
            lose_rates: [25, 100],
            gain_rate: 25,
            gain_rates: [10, 50],
            max_deficit_pct: 25,
            max_surplus_pct: 15,
            least_kcal_male: 1500,
            least_kcal_female: 1200,
        }
    }
}

/// Protein in tenths of a gram per kg.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ProteinTuning {
    /// Who gains weight with strength work.
    pub gain: u32,
    /// Who keeps it with strength work.
    pub maintain: u32,
    /// Who loses it with strength work.
    pub lose: u32,
    /// Who does no strength work.
    pub without_strength: u32,
    /// At least so much in pregnancy and lactation.
    pub pregnancy: u32,
}

impl Default for ProteinTuning {
    fn default() -> Self {
        Self { gain: 18, maintain: 16, lose: 20, without_strength: 12, pregnancy: 11 }
    }
}

/// When and how far the expenditure follows what was observed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AdaptiveTuning {
    /// Days that count.
    pub window_days: u32,
    /// Days between the first and the last datum, at least.
    pub least_days: u32,
    /// Days with a weigh-in, at least.
    pub least_weigh_ins: u32,
    /// Days whose intake is complete, at least.
    pub least_intakes: u32,
    /// Days between two evaluations, at least.
    pub every_days: u32,
    /// Days of data after which the whole difference would be taken over.
    pub trust_days: u32,
    /// The largest share of the difference that is taken over, in percent.
    pub most_trust_pct: u32,
    /// The largest step in kcal.
    pub most_step_kcal: u32,
    /// The smallest step in kcal that is worth a proposal.
    pub least_step_kcal: u32,
    /// How far from NT-1 it may go, in percent.
    pub bound_pct: u32,
}

impl Default for AdaptiveTuning {
    fn default() -> Self {
        Self {
            window_days: 28,
            least_days: 14,
            least_weigh_ins: 10,
            least_intakes: 10,
            every_days: 7,
            trust_days: 56,
            most_trust_pct: 50,
            most_step_kcal: 100,
            least_step_kcal: 30,
            bound_pct: 30,
        }
    }
}

/// Numbers outside of these ranges describe no person.
impl Law for TargetTuning {
    fn check(&self, check: &mut Check) {
        let mut range = |field: &str, value: u32, low: u32, high: u32| {
            check.range(ErrorCode::InvalidTuning, field, value, low, high);
        };
        let Self { life_factor_pct: life, met_tenths: met, goal, protein_tenths_per_kg: protein, adaptive } =
            self;
        for (field, value) in [
            ("life_factor_pct/desk", life.desk),
            ("life_factor_pct/mixed", life.mixed),
            ("life_factor_pct/on_feet", life.on_feet),
            ("life_factor_pct/physical", life.physical),
        ] {
            range(field, value, 100, 250);
        }
        for (field, value) in [
            ("met_tenths/strength", met.strength),
            ("met_tenths/calisthenics", met.calisthenics),
            ("met_tenths/endurance", met.endurance),
            ("met_tenths/mobility", met.mobility),
        ] {
            range(field, value, 10, 200);
        }
        let [slowest, fastest] = goal.lose_rates;
        range("goal/lose_rates/0", slowest, 1, fastest);
        range("goal/lose_rates/1", fastest, 1, 200);
        range("goal/lose_rate", goal.lose_rate, slowest, fastest);
        let [slowest, fastest] = goal.gain_rates;
        range("goal/gain_rates/0", slowest, 1, fastest);
        range("goal/gain_rates/1", fastest, 1, 200);
        range("goal/gain_rate", goal.gain_rate, slowest, fastest);
        range("goal/max_deficit_pct", goal.max_deficit_pct, 0, 50);
        range("goal/max_surplus_pct", goal.max_surplus_pct, 0, 50);
        range("goal/least_kcal_male", goal.least_kcal_male, 800, 3000);
        range("goal/least_kcal_female", goal.least_kcal_female, 800, 3000);
        // NT-3: allowed are 0.8 to 3.1 g per kg.
        for (field, value) in [
            ("protein_tenths_per_kg/gain", protein.gain),
            ("protein_tenths_per_kg/maintain", protein.maintain),
            ("protein_tenths_per_kg/lose", protein.lose),
            ("protein_tenths_per_kg/without_strength", protein.without_strength),
            ("protein_tenths_per_kg/pregnancy", protein.pregnancy),
        ] {
            range(field, value, 8, 31);
        }
        range("adaptive/window_days", adaptive.window_days, 7, 120);
        range("adaptive/least_days", adaptive.least_days, 7, adaptive.window_days);
        range("adaptive/least_weigh_ins", adaptive.least_weigh_ins, 2, adaptive.window_days);
        range("adaptive/least_intakes", adaptive.least_intakes, 1, adaptive.window_days);
        range("adaptive/every_days", adaptive.every_days, 1, 120);
        range("adaptive/trust_days", adaptive.trust_days, 1, 1000);
        range("adaptive/most_trust_pct", adaptive.most_trust_pct, 1, 100);
        range("adaptive/most_step_kcal", adaptive.most_step_kcal, 1, 1000);
        range("adaptive/least_step_kcal", adaptive.least_step_kcal, 0, adaptive.most_step_kcal);
        range("adaptive/bound_pct", adaptive.bound_pct, 1, 100);
    }
}
