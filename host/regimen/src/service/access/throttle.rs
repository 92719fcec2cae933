//! AC-8: who guesses gets slower. Counted in this process; several processes count for themselves.

use std::{
    collections::{BTreeMap, VecDeque},
    net::IpAddr,
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
/// More than this are not remembered; those that failed longest ago are forgotten first.
const MOST: usize = 20_000;

/// Failed tries, by login and by address. A try counts as failed from its beginning, so that many at once are as many as
/// one after the other; one that did not fail is given back.
#[derive(Debug, Default)]
pub struct Throttle {
    failures: Mutex<BTreeMap<Key, VecDeque<Instant>>>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Login(String),
    /// An address, or the network of one of IPv6: whoever has one of its addresses has all.
    Address(IpAddr),
    /// The same for who is sent to an identity provider, which counts for itself.
    Sent(IpAddr),
}

/// A try that was let in.
#[derive(Debug)]
#[must_use = "a try that did not fail is given back"]
pub struct Attempt {
    keys: Vec<Key>,
    at: Instant,
}

impl Throttle {
    /// Lets a try in, or refuses one that comes too early.
    pub fn admit(&self, login: Option<&str>, address: IpAddr, now: Instant) -> Result<Attempt, Problem> {
        let login = login.map(|login| Key::Login(login.to_owned()));
        self.enter(login.into_iter().chain([Key::Address(network(address))]).collect(), now)
    }

    /// Lets somebody be sent to an identity provider; it is not given back.
    pub fn send(&self, address: IpAddr, now: Instant) -> Result<(), Problem> {
        self.enter(vec![Key::Sent(network(address))], now).map(drop)
    }

    fn enter(&self, keys: Vec<Key>, now: Instant) -> Result<Attempt, Problem> {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = keys.iter().map(|key| failures.get(key).map_or(0, |times| key.wait(times, now)));
        let wait = waits.max().unwrap_or(0);
        if wait > 0 {
            return Err(Problem::new(TOO_MANY_ATTEMPTS).fact("retry_after_s", wait));
        }
        if failures.len() + keys.len() > MOST {
            make_room(&mut failures, now);
        }
        for key in &keys {
            let times = failures.entry(key.clone()).or_default();
            times.push_back(now);
            if times.len() > PER_ADDRESS {
                times.pop_front();
            }
        }
        Ok(Attempt { keys, at: now })
    }

    /// Takes back a try that did not fail.
    pub fn give_back(&self, attempt: Attempt) {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        for key in attempt.keys {
            let Some(times) = failures.get_mut(&key) else { continue };
            if let Some(place) = times.iter().rposition(|at| *at == attempt.at) {
                times.remove(place);
            }
            if times.is_empty() {
                failures.remove(&key);
            }
        }
    }

    /// Forgets the failures of a login that was proved.
    pub fn succeeded(&self, login: &str) {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        failures.remove(&Key::Login(login.to_owned()));
    }
}

impl Key {
    /// How many seconds to wait after these failures.
    fn wait(&self, times: &VecDeque<Instant>, now: Instant) -> i64 {
        let recent: Vec<_> = times.iter().filter(|at| now.seconds_since(**at) < WINDOW).collect();
        match (self, recent.last()) {
            (Self::Login(_), Some(last)) if recent.len() >= PER_LOGIN => PAUSE - now.seconds_since(**last),
            (Self::Address(_) | Self::Sent(_), Some(_)) if recent.len() >= PER_ADDRESS => {
                WINDOW - now.seconds_since(*recent[recent.len() - PER_ADDRESS])
            }
            _ => 0,
        }
    }
}

/// Forgets what is over, and if that is not enough a tenth of the rest: those that failed longest ago.
fn make_room(failures: &mut BTreeMap<Key, VecDeque<Instant>>, now: Instant) {
    failures.retain(|_, times| times.back().is_some_and(|last| now.seconds_since(*last) < WINDOW));
    if failures.len() < MOST - MOST / 10 {
        return;
    }
    let mut oldest: Vec<_> =
        failures.iter().map(|(key, times)| (times.back().copied(), key.clone())).collect();
    oldest.sort_unstable();
    oldest.truncate(failures.len() - (MOST - MOST / 10));
    for (_, key) in oldest {
        failures.remove(&key);
    }
}

fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 7));
    const B: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 8));

    fn at(seconds: i64) -> Instant {
        Instant::EPOCH.plus_seconds(seconds)
    }

    /// How long somebody has to wait; who has not is not counted.
    fn wait(throttle: &Throttle, login: &str, address: IpAddr, now: i64) -> Option<i64> {
        match throttle.admit(Some(login), address, at(now)) {
            Ok(attempt) => {
                throttle.give_back(attempt);
                None
            }
            Err(problem) => {
                assert_eq!((problem.code.name, problem.code.status), ("too_many_attempts", 429));
                problem.retry_after_s()
            }
        }
    }

    fn fail(throttle: &Throttle, login: &str, address: IpAddr, now: i64) {
        assert!(throttle.admit(Some(login), address, at(now)).is_ok(), "{login} at {now}");
    }

    #[test]
    fn ac_8_after_five_failures_a_login_has_one_try_a_minute() {
        let throttle = Throttle::default();
        for second in 0..5 {
            assert_eq!(wait(&throttle, "anna", A, second), None);
            fail(&throttle, "anna", A, second);
        }
        assert_eq!(wait(&throttle, "anna", A, 5), Some(59));
        assert_eq!(wait(&throttle, "anna", B, 5), Some(59), "from elsewhere too");
        assert_eq!(wait(&throttle, "bob", A, 5), None);
        assert_eq!(wait(&throttle, "anna", A, 64), None);
        fail(&throttle, "anna", A, 64);
        assert_eq!(wait(&throttle, "anna", A, 65), Some(59));
        throttle.succeeded("anna");
        assert_eq!(wait(&throttle, "anna", A, 65), None);
    }

    #[test]
    fn ac_8_after_thirty_failures_an_address_waits_until_the_oldest_is_forgotten() {
        let throttle = Throttle::default();
        for second in 0..30 {
            assert_eq!(wait(&throttle, &format!("login{second}"), A, second), None);
            fail(&throttle, &format!("login{second}"), A, second);
        }
        assert_eq!(wait(&throttle, "anna", A, 30), Some(WINDOW - 30));
        assert_eq!(wait(&throttle, "anna", B, 30), None);
        assert_eq!(wait(&throttle, "anna", A, WINDOW), None);
    }

    #[test]
    fn ac_8_tries_at_once_count_like_tries_one_after_the_other() {
        let throttle = Throttle::default();
        let tries: Vec<_> = (0..40).map(|_| throttle.admit(Some("anna"), A, at(0))).collect();
        assert_eq!(tries.iter().filter(|tried| tried.is_ok()).count(), PER_LOGIN);
        // One of them was right, or failed for another reason than a guess.
        tries.into_iter().flatten().take(1).for_each(|attempt| throttle.give_back(attempt));
        fail(&throttle, "anna", A, 1);
        assert_eq!(wait(&throttle, "anna", A, 1), Some(60));
    }

    #[test]
    fn ac_8_a_network_of_ipv6_counts_as_one_address() {
        let throttle = Throttle::default();
        for host in 0..30_u16 {
            let address = IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, host]);
            fail(&throttle, &format!("login{host}"), address, 0);
        }
        assert_eq!(wait(&throttle, "anna", "2001:db8:0:1:ffff::1".parse().unwrap(), 0), Some(WINDOW));
        assert_eq!(wait(&throttle, "anna", "2001:db8:0:2::1".parse().unwrap(), 0), None);
    }

    #[test]
    fn ac_8_whoever_failed_longest_ago_is_forgotten_first() {
        let throttle = Throttle::default();
        let address = |number: u32| {
            let [_, b, c, d] = number.to_be_bytes();
            IpAddr::from([10, b, c, d])
        };
        for _ in 0..5 {
            fail(&throttle, "zoe", address(0), 0);
            fail(&throttle, "adam", address(1), 60);
        }
        for number in 2..19_999_u32 {
            let attempt = throttle.admit(None, address(number), at(30));
            assert!(attempt.is_ok());
        }
        assert!(throttle.failures.lock().unwrap().len() <= MOST);
        assert_eq!(wait(&throttle, "zoe", B, 59), None);
        assert_eq!(
            wait(&throttle, "adam", B, 60),
            Some(60),
            "who failed last is remembered, wherever in the alphabet"
        );
    }
}
