//! Made-up athletes whose misses are drawn by a known law, the same in every run.

use domain::{
    exercise::ProgressionType,
    plan::{ItemId, SlotTime},
    quantity::Rpe,
    session::PerformanceStatus,
    time::{Instant, Zone},
};
use training::miss::attempt::{Attempt, Setting};

/// Monday 2025-01-06T18:00Z.
pub(crate) const MONDAY_S: i64 = 1_736_186_400;

/// A day in seconds.
pub(crate) const DAY_S: i64 = 86_400;

/// A small generator of numbers that only look random.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((mixed ^ (mixed >> 31)) >> 32).unwrap()
    }

    /// The next number in [0, 1).
    pub(crate) fn roll(&mut self) -> f64 {
        f64::from(self.next()) / 4_294_967_296.0
    }

    /// A whole number in `low..=high`.
    pub(crate) fn number(&mut self, low: u8, high: u8) -> u8 {
        low + u8::try_from(self.next() % u32::from(high - low + 1)).unwrap()
    }
}

/// A uuid with this number at its end.
pub(crate) fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(number: usize) -> T {
    format!("0198c0de-0000-7000-8000-{number:012}").parse().unwrap()
}

/// A session of an item on an ordinary evening: 30 reps planned.
pub(crate) fn setting(item_id: ItemId, started_at: Instant) -> Setting {
    Setting {
        item_id,
        started_at,
        local_date: started_at.local_date(&Zone::UTC),
        slot_time: SlotTime::Evening,
        position: 0,
        kind: Some(ProgressionType::Strength),
        level: Some(2),
        volume_plan: 30,
        volume_target: 30,
        volume_pct: 100,
        fatigue: 0,
        pain: 0,
        readiness: None,
        sleep_score: None,
    }
}

/// The session done within an hour with so many reps.
pub(crate) fn done(number: usize, setting: Setting, volume_actual: u32) -> Attempt {
    Attempt {
        id: id(number),
        finished_at: setting.started_at.plus_seconds(3600),
        setting,
        status: PerformanceStatus::Done,
        volume_actual,
        rpe: Rpe::new(70).ok(),
        streak_success: 0,
    }
}

/// Athletes who train every other day, three exercises each, for so many sessions.
pub(crate) struct Population {
    pub(crate) athletes: usize,
    pub(crate) sessions: usize,
    pub(crate) seed: u64,
    /// How likely a session is missed, by what is known before it.
    pub(crate) law: fn(&Setting) -> f64,
}

/// A tired athlete misses: readiness of 2 or less and bad sleep raise the risk from 5 to 82 %.
pub(crate) fn planted(setting: &Setting) -> f64 {
    let tired = setting.readiness.is_some_and(|readiness| readiness <= 2);
    let sleepless = setting.sleep_score.is_some_and(|score| score < 50);
    let log_odds = -3.0 + if tired { 3.0 } else { 0.0 } + if sleepless { 1.5 } else { 0.0 };
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// Nothing that is known says anything: one session in four is missed.
pub(crate) fn noise(_: &Setting) -> f64 {
    0.25
}

impl Population {
    /// What they did, oldest first; one session in twenty is skipped.
    pub(crate) fn attempts(&self) -> Vec<Attempt> {
        let mut dice = Dice(self.seed);
        let mut attempts = vec![];
        for session in 0..self.sessions {
            for athlete in 0..self.athletes {
                let minutes = i64::try_from(athlete).unwrap() * 7;
                let days = 2 * i64::try_from(session).unwrap();
                let start = Instant::EPOCH.plus_seconds(MONDAY_S + days * DAY_S + minutes * 60);
                let readiness = (dice.roll() < 0.9).then(|| dice.number(1, 5));
                let sleep_score = (dice.roll() < 0.8).then(|| dice.number(20, 100));
                for position in 0..3 {
                    let mut setting = setting(id(3 * athlete + position), start);
                    (setting.readiness, setting.sleep_score) = (readiness, sleep_score);
                    setting.position = u32::try_from(position).unwrap();
                    let volume = if dice.roll() < (self.law)(&setting) { 20 } else { 30 };
                    let mut attempt = done(attempts.len(), setting, volume + u32::from(dice.number(0, 4)));
                    attempt.rpe = Rpe::new(i64::from(dice.number(60, 90))).ok();
                    attempt.streak_success = u32::from(dice.number(0, 3));
                    if dice.roll() < 0.05 {
                        (attempt.status, attempt.volume_actual, attempt.rpe) =
                            (PerformanceStatus::Skipped, 0, None);
                    }
                    attempts.push(attempt);
                }
            }
        }
        attempts
    }
}
