//! Features: what a session's past and its morning say about it before it starts (P-48).

use std::collections::BTreeMap;

use domain::{plan::ItemId, quantity::Rpe, vocabulary::vocabulary};

use super::{
    attempt::{Attempt, Setting},
    count,
};

vocabulary! {
    /// What a model looks at. The order is that of the columns and decides ties.
    pub enum Feature: "feature" {
        DaysSinceLast = "days_since_last",
        Completion1 = "completion_1",
        Completion2 = "completion_2",
        Completion3 = "completion_3",
        CompletionMean = "completion_mean",
        Rpe1 = "rpe_1",
        Rpe2 = "rpe_2",
        Rpe3 = "rpe_3",
        RpeTrend = "rpe_trend",
        StreakSuccess = "streak_success",
        Skips = "skips",
        SinceTargetChange = "since_target_change",
        TargetToBest = "target_to_best",
        VolumePct = "volume_pct",
        Fatigue = "fatigue",
        Pain = "pain",
        Readiness = "readiness",
        SleepScore = "sleep_score",
        RecentVolume = "recent_volume",
        Weekday = "weekday",
        SlotTime = "slot_time",
        Position = "position",
        Type = "type",
    }
}

/// How many features there are.
pub const COUNT: usize = Feature::ALL.len();

/// The features of one session of an item, in their order; what is missing has a bin of its own.
pub type Values = [Option<f64>; COUNT];

/// Names the features a model was trained on: another list, another hash.
pub fn feature_hash() -> String {
    format!("{:016x}", xxhash_rust::xxh64::xxh64(Feature::WORDS.join(",").as_bytes(), 0))
}

/// The attempts of each item, oldest first by (started_at, id).
pub struct History<'a>(BTreeMap<ItemId, Vec<&'a Attempt>>);

impl<'a> History<'a> {
    /// Sorts the attempts by item and time.
    pub fn new(attempts: &'a [Attempt]) -> Self {
        let mut items = BTreeMap::<_, Vec<_>>::new();
        for attempt in attempts {
            items.entry(attempt.setting.item_id).or_default().push(attempt);
        }
        for attempts in items.values_mut() {
            attempts.sort_by_key(|attempt| (attempt.setting.started_at, attempt.id));
        }
        Self(items)
    }

    /// The features of a session that starts in this setting, from attempts that had ended by then.
    pub fn values(&self, coming: &Setting) -> Values {
        let known = Known::new(coming, self.0.get(&coming.item_id).map_or(&[], Vec::as_slice));
        std::array::from_fn(|index| known.value(Feature::ALL[index]))
    }
}

const DAY_S: i64 = 86_400;

/// What may be read for one row: its setting, and the item's attempts that ended before it started.
struct Known<'a> {
    coming: &'a Setting,
    /// Oldest first, skips included.
    all: Vec<&'a Attempt>,
    /// Those that were done.
    done: Vec<&'a Attempt>,
}

impl<'a> Known<'a> {
    fn new(coming: &'a Setting, attempts: &[&'a Attempt]) -> Self {
        let ended = attempts.iter().filter(|attempt| attempt.finished_at < coming.started_at);
        let all: Vec<_> = ended.copied().collect();
        let done = all.iter().filter(|attempt| attempt.is_done()).copied().collect();
        Self { coming, all, done }
    }

    fn value(&self, feature: Feature) -> Option<f64> {
        let coming = self.coming;
        match feature {
            Feature::DaysSinceLast => self.days_since_last(),
            Feature::Completion1 => self.completion(1),
            Feature::Completion2 => self.completion(2),
            Feature::Completion3 => self.completion(3),
            Feature::CompletionMean => self.completion_mean(),
            Feature::Rpe1 => self.rpe(1),
            Feature::Rpe2 => self.rpe(2),
            Feature::Rpe3 => self.rpe(3),
            Feature::RpeTrend => self.rpe_trend(),
            Feature::StreakSuccess => self.all.last().map(|last| f64::from(last.streak_success)),
            Feature::Skips => self.skips(),
            Feature::SinceTargetChange => Some(count(self.under_this_target().len())),
            Feature::TargetToBest => self.target_to_best(),
            Feature::VolumePct => Some(f64::from(coming.volume_pct)),
            Feature::Fatigue => Some(f64::from(coming.fatigue)),
            Feature::Pain => Some(f64::from(coming.pain)),
            Feature::Readiness => coming.readiness.map(f64::from),
            Feature::SleepScore => coming.sleep_score.map(f64::from),
            Feature::RecentVolume => self.recent_volume(),
            Feature::Weekday => Some(f64::from(coming.local_date.weekday().to_monday_one_offset())),
            Feature::SlotTime => Some(f64::from(coming.slot_time as u8)),
            Feature::Position => Some(f64::from(coming.position)),
            Feature::Type => coming.kind.map(|kind| f64::from(kind as u8)),
        }
    }

    /// Days since the item was last done.
    fn days_since_last(&self) -> Option<f64> {
        let seconds = self.coming.started_at.seconds_since(self.done.last()?.finished_at);
        Some(f64::from(u32::try_from(seconds).unwrap_or(u32::MAX)) / 86_400.0)
    }

    /// The `back`-th last time the item was done, from 1.
    fn done_before(&self, back: usize) -> Option<&'a Attempt> {
        self.done.iter().rev().nth(back - 1).copied()
    }

    /// A / T_f of the `back`-th last time.
    fn completion(&self, back: usize) -> Option<f64> {
        self.done_before(back)?.completion()
    }

    /// Mean A / T_f of the last ten times (P-3).
    fn completion_mean(&self) -> Option<f64> {
        let last: Vec<_> =
            self.done.iter().rev().take(10).filter_map(|attempt| attempt.completion()).collect();
        (!last.is_empty()).then(|| last.iter().sum::<f64>() / count(last.len()))
    }

    fn rpe(&self, back: usize) -> Option<f64> {
        self.done_before(back)?.rpe.map(|rpe| f64::from(tenths(rpe)))
    }

    /// D of P-47 over the last four times under this target; missing unless all four have an RPE.
    fn rpe_trend(&self) -> Option<f64> {
        let same = self.under_this_target();
        let last = same.len().checked_sub(4).map(|from| &same[from..])?;
        let rpe = |index: usize| last[index].rpe.map(tenths);
        let (r0, r1, r2, r3) = (rpe(0)?, rpe(1)?, rpe(2)?, rpe(3)?);
        Some(f64::from(3 * (r3 - r0) + (r2 - r1)))
    }

    /// Skips among the last five attempts.
    fn skips(&self) -> Option<f64> {
        let last = self.all.iter().rev().take(5);
        (!self.all.is_empty()).then(|| count(last.filter(|attempt| !attempt.is_done()).count()))
    }

    /// The last times the item was done in a row under the target of the coming session.
    fn under_this_target(&self) -> &[&'a Attempt] {
        let same = self.done.iter().rev().take_while(|attempt| self.coming.has_target_of(&attempt.setting));
        &self.done[self.done.len() - same.count()..]
    }

    /// T_f / best A of 90 days.
    fn target_to_best(&self) -> Option<f64> {
        let best = self.done_within(90).map(|attempt| attempt.volume_actual).max()?;
        (best > 0).then(|| f64::from(self.coming.volume_target) / f64::from(best))
    }

    /// Volume of seven days / mean weekly volume of 28 days.
    fn recent_volume(&self) -> Option<f64> {
        let volume =
            |days| self.done_within(days).map(|attempt| f64::from(attempt.volume_actual)).sum::<f64>();
        let month = volume(28);
        (month > 0.0).then(|| volume(7) / (month / 4.0))
    }

    fn done_within(&self, days: i64) -> impl Iterator<Item = &'a Attempt> {
        let from = self.coming.started_at.minus_seconds(days * DAY_S);
        self.done.iter().copied().filter(move |attempt| from <= attempt.finished_at)
    }
}

fn tenths(rpe: Rpe) -> i32 {
    i32::try_from(rpe.tenths()).unwrap_or(i32::MAX)
}
