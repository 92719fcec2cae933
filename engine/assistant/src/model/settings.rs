//! L-28: what a model is called with.

use domain::{
    error::ErrorCode,
    law::{Check, Law},
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::Stage;

vocabulary! {
    /// How the form of an answer is asked for.
    pub enum ResponseFormat: "response format" {
        JsonSchema = "json_schema",
        JsonObject = "json_object",
        None = "none",
    }
}

impl ResponseFormat {
    /// What is tried when the endpoint does not know this one.
    pub const fn step_down(self) -> Option<Self> {
        match self {
            Self::JsonSchema => Some(Self::JsonObject),
            Self::JsonObject => Some(Self::None),
            Self::None => None,
        }
    }
}

vocabulary! {
    /// What the generator writes.
    pub enum WorkoutFormat: "workout format" {
        Yaml = "yaml",
        Json = "json",
    }
}

/// The settings of one step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepSettings {
    /// The name of the model.
    pub model: String,
    /// In hundredths, 0..200.
    pub temperature: u32,
    /// Seconds that one call may take.
    pub timeout_s: u32,
    /// Longest answer, 256..32000.
    pub max_tokens: u32,
}

/// The settings of all calls that matter to the talk; addresses and keys are the host's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ModelSettings {
    /// The first step.
    pub analyzer: StepSettings,
    /// The second step.
    pub generator: StepSettings,
    /// The form that is asked for; absent: the strictest that the endpoint knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_format: Option<ResponseFormat>,
    /// What the generator writes.
    pub workout_format: WorkoutFormat,
    /// Longest prompt, in characters.
    pub max_prompt_chars: usize,
    /// Sent if the endpoint takes it.
    pub seed: u64,
    /// Answers that are sent back per step.
    pub repairs: u32,
    /// Calls that are tried again by the network, per call.
    pub transport_retries: u32,
    /// Seconds of both steps together.
    pub total_deadline_s: u32,
}

impl Default for ModelSettings {
    fn default() -> Self {
        let step = |temperature, timeout_s, max_tokens| StepSettings {
            model: "gpt-4o-mini".to_owned(),
            temperature,
            timeout_s,
            max_tokens,
        };
        Self {
            analyzer: step(10, 90, 3000),
            generator: step(40, 60, 6000),
            response_format: None,
            workout_format: WorkoutFormat::Yaml,
            max_prompt_chars: 120_000,
            seed: 1,
            repairs: 3,
            transport_retries: 2,
            total_deadline_s: 240,
        }
    }
}

impl ModelSettings {
    /// The longest answer that is ever asked for.
    pub const MOST_TOKENS: u32 = 32_000;

    /// The settings of a step.
    pub fn step(&self, stage: Stage) -> &StepSettings {
        if stage == Stage::Generator { &self.generator } else { &self.analyzer }
    }

    /// L-33: the same for suggestions after a session, which nobody waits for: short answers, one repair.
    #[must_use]
    pub fn for_suggestions(&self) -> Self {
        let model = self.analyzer.model.clone();
        let analyzer = StepSettings { model, temperature: 10, timeout_s: 30, max_tokens: 1000 };
        Self { analyzer, repairs: self.repairs.min(1), ..self.clone() }
    }

    /// The form that a step asks for first: a schema for JSON, nothing for YAML.
    pub fn format(&self, stage: Stage) -> ResponseFormat {
        if stage == Stage::Generator && self.workout_format == WorkoutFormat::Yaml {
            return ResponseFormat::None;
        }
        self.response_format.unwrap_or(ResponseFormat::JsonSchema)
    }
}

impl Law for ModelSettings {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::BadValue;
        for (name, step) in [("analyzer", &self.analyzer), ("generator", &self.generator)] {
            check.within(name, |check| {
                check.length(CODE, "model", &step.model, 1, 200);
                check.range(CODE, "temperature", step.temperature, 0, 200);
                check.range(CODE, "timeout_s", step.timeout_s, 1, 600);
                check.range(CODE, "max_tokens", step.max_tokens, 256, Self::MOST_TOKENS);
            });
        }
        check.range(CODE, "max_prompt_chars", self.max_prompt_chars, 1000, 10_000_000);
        check.range(CODE, "repairs", self.repairs, 0, 10);
        check.range(CODE, "transport_retries", self.transport_retries, 0, 10);
        check.range(CODE, "total_deadline_s", self.total_deadline_s, 1, 3600);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::law::Valid;

    #[test]
    fn l_28_the_defaults_are_valid_and_forms_step_down() {
        let settings = ModelSettings::default();
        assert!(Valid::new(settings.clone()).is_ok());
        assert_eq!(settings.format(Stage::Analyzer), ResponseFormat::JsonSchema);
        assert_eq!(settings.format(Stage::Generator), ResponseFormat::None);
        let json = ModelSettings { workout_format: WorkoutFormat::Json, ..settings };
        assert_eq!(json.format(Stage::Generator), ResponseFormat::JsonSchema);
        assert_eq!(ResponseFormat::JsonSchema.step_down(), Some(ResponseFormat::JsonObject));
        assert_eq!(ResponseFormat::None.step_down(), None);
        assert!(Valid::new(ModelSettings { repairs: 11, ..json }).is_err());
    }
}
