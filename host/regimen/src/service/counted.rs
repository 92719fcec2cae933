//! What the program counts of its own work since it started: no athlete, no exercise, no word of anybody.

use std::time::{Duration, Instant};

use domain::{progress::LevelDecision, proposal::Proposal, session::Session};
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, histogram::Histogram},
    registry::Registry,
};

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Decided {
    decision: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct InState {
    status: &'static str,
    mode: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Offered {
    kind: &'static str,
    state: &'static str,
}

/// The label of what is counted by job.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct OfJob {
    pub(crate) job: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfEngine {
    engine: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Spoken {
    channel: String,
    intent: String,
}

/// The counts of this process.
#[derive(Debug)]
pub struct Counted {
    decisions: Family<Decided, Counter>,
    sessions: Family<InState, Counter>,
    proposals: Family<Offered, Counter>,
    failures: Family<OfJob, Counter>,
    engines: Family<OfEngine, Histogram, fn() -> Histogram>,
    messages: Family<Spoken, Counter>,
    red_flags: Counter,
}

fn buckets() -> Histogram {
    Histogram::new([0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 20.0])
}

impl Default for Counted {
    fn default() -> Self {
        Self {
            decisions: Family::default(),
            sessions: Family::default(),
            proposals: Family::default(),
            failures: Family::default(),
            engines: Family::new_with_constructor(buckets),
            messages: Family::default(),
            red_flags: Counter::default(),
        }
    }
}

impl Counted {
    pub(super) fn decision(&self, decision: LevelDecision) {
        self.decisions.get_or_create(&Decided { decision: decision.as_str() }).inc();
    }

    /// A session that has come to another status.
    pub(super) fn session(&self, session: &Session) {
        let (status, mode) = (session.status.as_str(), session.selection_mode.as_str());
        self.sessions.get_or_create(&InState { status, mode }).inc();
    }

    /// Proposals that are new, or have come to another state.
    pub(super) fn proposals(&self, proposals: &[Proposal]) {
        for Proposal { kind, state, .. } in proposals {
            self.proposals.get_or_create(&Offered { kind: kind.as_str(), state: state.as_str() }).inc();
        }
    }

    /// A message that was handled (D-24): never what it said.
    pub(super) fn message(&self, channel: &str, intent: &str) {
        let spoken = Spoken { channel: channel.to_owned(), intent: intent.to_owned() };
        self.messages.get_or_create(&spoken).inc();
    }

    /// Training was stopped by a symptom (D-15).
    pub(super) fn red_flag(&self) {
        self.red_flags.inc();
    }

    pub(super) fn failed(&self, job: &str) {
        self.failures.get_or_create(&OfJob { job: job.to_owned() }).inc();
    }

    /// Lets an engine work and keeps how long it took.
    pub(super) fn timed<T>(&self, engine: &'static str, work: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let done = work();
        self.took(engine, begin.elapsed());
        done
    }

    /// An engine has worked so long.
    pub(super) fn took(&self, engine: &'static str, time: Duration) {
        self.engines.get_or_create(&OfEngine { engine }).observe(time.as_secs_f64());
    }

    /// Shows the counts.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("progression_decisions", "Decisions on levels", self.decisions.clone());
        registry.register("sessions", "Sessions that came to a status", self.sessions.clone());
        registry.register("proposals", "Proposals that came to a state", self.proposals.clone());
        registry.register("job_failures", "Jobs that failed and are tried again", self.failures.clone());
        registry.register("dialog_messages", "Messages that were handled", self.messages.clone());
        registry.register("dialog_red_flags", "Symptoms that stopped training", self.red_flags.clone());
        registry.register("engine_seconds", "Time that an engine takes", self.engines.clone());
    }
}
