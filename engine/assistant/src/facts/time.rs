//! L-17: what a plan takes, told from the document.

use std::collections::BTreeMap;

use domain::{plan::SessionTier, quantity::div_half_up};
use training::timebox::{HEAVY_G, HEAVY_RAMP_S, ramps_s};

use super::item::{Item, partners};
use crate::document::plan::{Meta, TimeBudget};

/// What a plan takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spent {
    /// Seconds of each tier; W is the general warm-up.
    pub tiers: BTreeMap<SessionTier, i64>,
    /// Sets of each tier, ramps included.
    pub sets: BTreeMap<SessionTier, i64>,
}

impl Spent {
    /// What these items take.
    pub fn of(items: &[Item<'_>], meta: &Meta) -> Self {
        let mut spent = Self { tiers: BTreeMap::new(), sets: BTreeMap::new() };
        for (item, partner) in items.iter().zip(partners(items)) {
            let rounds = partner.map_or(item.planned.working_sets, |other| {
                item.planned.working_sets.min(items[other].planned.working_sets)
            });
            let extra = item.planned.working_sets - rounds;
            let work = i64::from(item.work_s());
            let seconds = i64::from(rounds) * (work + i64::from(item.planned.rest_s))
                + i64::from(extra) * (work + i64::from(item.own_rest_s(meta)));
            *spent.tiers.entry(item.planned.tier).or_default() += seconds;
            *spent.sets.entry(item.planned.tier).or_default() +=
                i64::from(item.planned.working_sets + item.planned.warmups);
        }
        // Steps of a ramp that are left out stay reserved (TM-1), so the reserve is what counts.
        let mains: Vec<_> = items.iter().filter(|item| item.is_main(meta)).collect();
        let load = mains.first().and_then(|main| main.final_loads(meta.units.into()).0);
        let heavy = if load.is_some_and(|load| load.0 >= HEAVY_G) { HEAVY_RAMP_S } else { 0 };
        if !mains.is_empty() {
            *spent.tiers.entry(SessionTier::A).or_default() += ramps_s(mains.len()) + heavy;
        }
        spent
    }

    /// Seconds of the general warm-up.
    pub fn warmup_s(&self) -> i64 {
        self.tiers.get(&SessionTier::W).copied().unwrap_or(0)
    }

    /// Seconds of everything.
    pub fn total_s(&self) -> i64 {
        self.tiers.values().sum()
    }

    /// Seconds without tier C.
    pub fn without_c_s(&self) -> i64 {
        self.total_s() - self.tiers.get(&SessionTier::C).copied().unwrap_or(0)
    }

    /// Sets but for the general warm-up.
    pub fn counted_sets(&self) -> i64 {
        self.sets.iter().filter(|(tier, _)| **tier != SessionTier::W).map(|(_, sets)| sets).sum()
    }

    /// Sets of the tiers A and B.
    pub fn sets_without_c(&self) -> i64 {
        self.counted_sets() - self.sets.get(&SessionTier::C).copied().unwrap_or(0)
    }

    /// The figures of the document for a session of so many minutes.
    pub fn budget(&self, minutes: u32) -> TimeBudget {
        let worked = self.total_s() - self.warmup_s();
        let mean = div_half_up(worked, self.counted_sets().max(1)).clamp(20, 900);
        let room = 60 * i64::from(minutes) - self.warmup_s();
        let number = |value: i64| u32::try_from(value).unwrap_or(0);
        TimeBudget {
            set_seconds_estimate: number(mean),
            target_set_count: number((room / mean).clamp(6, 60)),
            estimated_minutes_total: number((self.total_s() + 59).div_euclid(60).clamp(1, 207)),
        }
    }
}
