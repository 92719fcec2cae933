//! L-31: leaves an endpoint alone that failed too often. The clock is the caller's.

use std::collections::VecDeque;

use domain::{time::Instant, vocabulary::vocabulary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When it opens, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BreakerSettings {
    /// Failed requests that open it.
    pub failures: usize,
    /// The seconds within which they count.
    pub window_s: i64,
    /// The seconds for which it stays open.
    pub open_s: i64,
}

impl Default for BreakerSettings {
    fn default() -> Self {
        Self { failures: 5, window_s: 600, open_s: 120 }
    }
}

vocabulary! {
    /// How a breaker stands, in the order of its metric (L-35).
    pub enum BreakerState: "breaker state" {
        Closed = "closed",
        HalfOpen = "half_open",
        Open = "open",
    }
}

/// What a request may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// Go on.
    Go,
    /// Go on as the one that finds out whether it works again.
    Probe,
    /// Not now; try again after so many seconds.
    Refused(u32),
}

/// Seconds after which others try again while one request probes.
const PROBE_RETRY_S: u32 = 10;

/// The breaker of one endpoint and step; the state is that of the process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breaker {
    settings: BreakerSettings,
    /// When requests failed, oldest first.
    failures: VecDeque<Instant>,
    opened: Option<Instant>,
    is_probing: bool,
}

impl Breaker {
    /// A closed one.
    pub fn new(settings: BreakerSettings) -> Self {
        Self { settings, failures: VecDeque::new(), opened: None, is_probing: false }
    }

    /// Whether a request may go on. Who probes must report back.
    pub fn admit(&mut self, now: Instant) -> Admission {
        let Some(opened) = self.opened else { return Admission::Go };
        let left_ms = self.settings.open_s * 1000 - (now.millis() - opened.millis());
        if left_ms > 0 {
            let seconds = u32::try_from((left_ms + 999) / 1000).unwrap_or(u32::MAX);
            return Admission::Refused(seconds.max(1));
        }
        if self.is_probing {
            return Admission::Refused(PROBE_RETRY_S);
        }
        self.is_probing = true;
        Admission::Probe
    }

    /// A request whose step ended well.
    pub fn succeeded(&mut self) {
        if self.opened.is_some() && !self.is_probing {
            return;
        }
        if self.is_probing {
            self.failures.clear();
        }
        self.opened = None;
        self.is_probing = false;
    }

    /// A request whose step ended in a failure of the provider; the caller's own mistakes do not count.
    pub fn failed(&mut self, now: Instant) {
        if self.is_probing {
            self.opened = Some(now);
            self.is_probing = false;
            return;
        }
        self.failures.push_back(now);
        let window = self.settings.window_s * 1000;
        while self.failures.front().is_some_and(|first| now.millis() - first.millis() > window) {
            self.failures.pop_front();
        }
        if self.opened.is_none() && self.failures.len() >= self.settings.failures {
            self.opened = Some(now);
        }
    }

    /// A probe that ended without saying anything about the provider: another may try.
    pub fn gave_up(&mut self) {
        self.is_probing = false;
    }

    /// How it stands.
    pub fn state(&self, now: Instant) -> BreakerState {
        match self.opened {
            None => BreakerState::Closed,
            Some(opened) if now.seconds_since(opened) < self.settings.open_s => BreakerState::Open,
            Some(_) => BreakerState::HalfOpen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Instant {
        Instant::EPOCH.plus_seconds(seconds)
    }

    fn after(failures: &[i64]) -> Breaker {
        let mut breaker = Breaker::new(BreakerSettings::default());
        for &second in failures {
            breaker.failed(at(second));
        }
        breaker
    }

    #[test]
    fn l_31_the_fifth_failure_in_ten_minutes_opens_it() {
        let mut breaker = after(&[0, 100, 200, 300, 599]);
        assert_eq!(breaker.state(at(599)), BreakerState::Open);
        assert_eq!(breaker.admit(at(640)), Admission::Refused(79));
        assert_eq!(breaker.admit(at(718)), Admission::Refused(1));
        assert_eq!(breaker.state(at(719)), BreakerState::HalfOpen);
        assert_eq!(breaker.admit(at(719)), Admission::Probe);
        assert_eq!(breaker.admit(at(720)), Admission::Refused(10));
        assert_eq!(after(&[0, 100, 200, 300, 601]).state(at(601)), BreakerState::Closed);
    }

    #[test]
    fn l_31_a_probe_closes_it_or_opens_it_again() {
        let mut breaker = after(&[0, 1, 2, 3, 4]);
        assert_eq!(breaker.admit(at(124)), Admission::Probe);
        let mut healed = breaker.clone();
        healed.succeeded();
        assert_eq!(healed.admit(at(125)), Admission::Go);
        // Its past is forgotten: four more failures do not open it.
        (126..130).for_each(|second| healed.failed(at(second)));
        assert_eq!(healed.state(at(130)), BreakerState::Closed);
        breaker.failed(at(130));
        assert_eq!(breaker.admit(at(131)), Admission::Refused(119));
    }

    #[test]
    fn l_31_a_probe_that_says_nothing_lets_another_try() {
        let mut breaker = after(&[0, 1, 2, 3, 4]);
        assert_eq!(breaker.admit(at(124)), Admission::Probe);
        breaker.gave_up();
        assert_eq!(breaker.admit(at(125)), Admission::Probe);
        // A request that began before it opened does not close it.
        let mut open = after(&[0, 1, 2, 3, 4]);
        open.succeeded();
        assert_eq!(open.state(at(5)), BreakerState::Open);
    }
}
