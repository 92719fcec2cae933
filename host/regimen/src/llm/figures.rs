//! L-35: what is counted of the flow and of its model, without a word of what was said.

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};

/// Who planned at which stage, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    planner: &'static str,
    stage: &'static str,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct At {
    stage: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Tokens {
    stage: &'static str,
    kind: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Wrong {
    stage: &'static str,
    code: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Because {
    reason: &'static str,
}

/// What is counted.
#[derive(Debug)]
pub struct Figures {
    requests: Family<Asked, Counter>,
    seconds: Family<At, Histogram, fn() -> Histogram>,
    tokens: Family<Tokens, Counter>,
    faults: Family<Wrong, Counter>,
    breaker: Family<At, Gauge>,
    fallbacks: Family<Because, Counter>,
}

fn buckets() -> Histogram {
    Histogram::new([0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0, 60.0, 90.0])
}

impl Default for Figures {
    fn default() -> Self {
        Self {
            requests: Family::default(),
            seconds: Family::new_with_constructor(buckets),
            tokens: Family::default(),
            faults: Family::default(),
            breaker: Family::default(),
            fallbacks: Family::default(),
        }
    }
}

impl Figures {
    /// A step that ended: well, or with a code.
    pub fn asked(&self, planner: &'static str, stage: &'static str, outcome: &'static str) {
        self.requests.get_or_create(&Asked { planner, stage, outcome }).inc();
    }

    /// A call that took so long and so much.
    pub(super) fn called(&self, stage: &'static str, seconds: f64, prompt: u64, completion: u64) {
        self.seconds.get_or_create(&At { stage }).observe(seconds);
        self.tokens.get_or_create(&Tokens { stage, kind: "prompt" }).inc_by(prompt);
        self.tokens.get_or_create(&Tokens { stage, kind: "completion" }).inc_by(completion);
    }

    /// A validator that refused something.
    pub(super) fn wrong(&self, stage: &'static str, code: &'static str) {
        self.faults.get_or_create(&Wrong { stage, code }).inc();
    }

    /// How a breaker stands: 0 closed, 1 half-open, 2 open.
    pub(super) fn breaker(&self, stage: &'static str, state: i64) {
        self.breaker.get_or_create(&At { stage }).set(state);
    }

    /// The rules stood in.
    pub fn fell_back(&self, reason: &'static str) {
        self.fallbacks.get_or_create(&Because { reason }).inc();
    }

    /// Puts everything where Prometheus finds it.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("flow_requests", "Steps of the session flow", self.requests.clone());
        registry.register("flow_model_seconds", "Time of a call of the model", self.seconds.clone());
        registry.register("flow_tokens", "Tokens of calls of the model", self.tokens.clone());
        registry.register("flow_validation_errors", "What validators found in answers", self.faults.clone());
        registry.register("flow_breaker_state", "0 closed, 1 half-open, 2 open", self.breaker.clone());
        registry.register("flow_fallback", "Plans for which the rules stood in", self.fallbacks.clone());
    }
}
