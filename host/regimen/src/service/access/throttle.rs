//! AC-8: who guesses gets slower. Counted in this process; several processes count for themselves.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, PoisonError},
};

use domain::time::Instant;

use crate::problem::{Problem, TOO_MANY_ATTEMPTS};

/// AC-8: failures are remembered for 15 minutes.
const WINDOW: i64 = 15 * 60;
/// AC-8: with so many failures for one login there is one try a minute.
const PER_LOGIN: usize = 5;
/// AC-8: with so many failures from one address there is none until the oldest is forgotten.
const PER_ADDRESS: usize = 30;
/// AC-8: between tries of a login that is throttled.
const PAUSE: i64 = 60;
/// More than this are not remembered; the oldest are forgotten first.
const MOST: usize = 20_000;

/// Failed tries, by login and by address.
#[derive(Debug, Default)]
pub struct Throttle {
    failures: Mutex<BTreeMap<Key, VecDeque<Instant>>>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Login(String),
    Address(String),
}

impl Throttle {
    /// Refuses a try that comes too early.
    pub fn admit(&self, login: Option<&str>, address: &str, now: Instant) -> Result<(), Problem> {
        let failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |key: Key| {
            let times = failures.get(&key).into_iter().flatten();
            times.filter(|at| now.seconds_since(**at) < WINDOW).copied().collect::<Vec<_>>()
        };
        let by_login = login.map(|login| of(Key::Login(login.to_owned()))).unwrap_or_default();
        let by_address = of(Key::Address(address.to_owned()));
        let mut wait = 0;
        if let (true, Some(last)) = (by_login.len() >= PER_LOGIN, by_login.last()) {
            wait = PAUSE - now.seconds_since(*last);
        }
        if by_address.len() >= PER_ADDRESS {
            let freed = by_address[by_address.len() - PER_ADDRESS];
            wait = wait.max(WINDOW - now.seconds_since(freed));
        }
        if wait > 0 {
            return Err(Problem::new(TOO_MANY_ATTEMPTS).fact("retry_after_s", wait));
        }
        Ok(())
    }

    /// Remembers a try that failed.
    pub fn failed(&self, login: Option<&str>, address: &str, now: Instant) {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        if failures.len() >= MOST {
            failures.retain(|_, times| times.back().is_some_and(|last| now.seconds_since(*last) < WINDOW));
        }
        let keys = [login.map(|login| Key::Login(login.to_owned())), Some(Key::Address(address.to_owned()))];
        for key in keys.into_iter().flatten() {
            let times = failures.entry(key).or_default();
            times.push_back(now);
            if times.len() > PER_ADDRESS {
                times.pop_front();
            }
        }
        while failures.len() > MOST {
            failures.pop_first();
        }
    }

    /// Forgets the failures of a login that was proved.
    pub fn succeeded(&self, login: &str) {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        failures.remove(&Key::Login(login.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Instant {
        Instant::EPOCH.plus_seconds(seconds)
    }

    fn wait(throttle: &Throttle, login: &str, address: &str, now: i64) -> Option<i64> {
        let problem = throttle.admit(Some(login), address, at(now)).err()?;
        assert_eq!((problem.code.name, problem.code.status), ("too_many_attempts", 429));
        problem.retry_after_s()
    }

    #[test]
    fn ac_8_after_five_failures_a_login_has_one_try_a_minute() {
        let throttle = Throttle::default();
        for second in 0..5 {
            assert_eq!(wait(&throttle, "anna", "a", second), None);
            throttle.failed(Some("anna"), "a", at(second));
        }
        assert_eq!(wait(&throttle, "anna", "a", 5), Some(59));
        assert_eq!(wait(&throttle, "anna", "b", 5), Some(59), "from elsewhere too");
        assert_eq!(wait(&throttle, "bob", "a", 5), None);
        assert_eq!(wait(&throttle, "anna", "a", 64), None);
        throttle.failed(Some("anna"), "a", at(64));
        assert_eq!(wait(&throttle, "anna", "a", 65), Some(59));
        throttle.succeeded("anna");
        assert_eq!(wait(&throttle, "anna", "a", 65), None);
    }

    #[test]
    fn ac_8_after_thirty_failures_an_address_waits_until_the_oldest_is_forgotten() {
        let throttle = Throttle::default();
        for second in 0..30 {
            assert_eq!(wait(&throttle, &format!("login{second}"), "a", second), None);
            throttle.failed(Some(&format!("login{second}")), "a", at(second));
        }
        assert_eq!(wait(&throttle, "anna", "a", 30), Some(WINDOW - 30));
        assert_eq!(wait(&throttle, "anna", "b", 30), None);
        assert_eq!(wait(&throttle, "anna", "a", WINDOW), None);
    }
}
