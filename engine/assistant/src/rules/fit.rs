//! L-13, L-16, L-17: tiers, pairs and time of a plan in the making.

use domain::{plan::SessionTier, reason::ReasonCode};
use training::timebox::shared_rest_s;

use super::Cut;
use crate::{
    document::plan::PlannedExercise,
    facts::{
        Context,
        item::{items, ramps},
        time::Spent,
    },
};

/// A plan in the making.
pub(super) struct Draft<'c, 'a> {
    /// The request.
    pub(super) context: &'c Context<'a>,
    /// The exercises in session order.
    pub(super) exercises: Vec<PlannedExercise>,
    /// Pairs by key, in session order.
    pub(super) partners: Vec<(String, String)>,
}

impl Draft<'_, '_> {
    fn spent(&self, count: usize) -> i64 {
        let items = items(self.context.library(), &self.exercises[..count]);
        Spent::of(&items, self.context.prepared.meta()).total_s()
    }

    fn budget_s(&self) -> i64 {
        60 * i64::from(self.context.prepared.meta().duration_minutes)
    }

    /// L-13: mains are A; without one the first exercise; the others B while the time lasts, then C.
    pub(super) fn assign_tiers(&mut self) {
        let first = usize::from(self.exercises.first().is_some_and(|one| one.tier == SessionTier::W));
        let has_main = self.exercises.iter().any(|one| one.tier == SessionTier::A);
        if !has_main && let Some(opener) = self.exercises.get_mut(first) {
            opener.tier = SessionTier::A;
            self.open_alone(first);
        }
        self.pair_up();
        let share = self.context.prepared.tuning.tier_b_share;
        for index in first..self.exercises.len() {
            if self.exercises[index].tier == SessionTier::A {
                continue;
            }
            // A pair stands where its second half does.
            let until = if self.partner(index) == Some(index + 1) { index + 2 } else { index + 1 };
            let fits = 100 * self.spent(until) <= share * self.budget_s();
            self.exercises[index].tier = if fits { SessionTier::B } else { SessionTier::C };
        }
        // The second half of a pair is where the first is.
        for index in 1..self.exercises.len() {
            if self.partner(index) == Some(index - 1) {
                self.exercises[index].tier = self.exercises[index - 1].tier;
            }
        }
    }

    /// What is warmed up to like a main is no part of a pair (SS-1); both halves of one would be in tier A.
    fn open_alone(&mut self, opener: usize) {
        let mut pair: Vec<PlannedExercise> = vec![self.exercises[opener].clone()];
        pair.extend(self.partner(opener).map(|other| self.exercises[other].clone()));
        for exercise in &mut pair {
            exercise.tier = SessionTier::A;
        }
        let meta = self.context.prepared.meta();
        if items(self.context.library(), &pair).iter().any(|item| item.is_main(meta)) {
            let slug = &self.exercises[opener].slug;
            self.partners.retain(|(one, other)| one != slug && other != slug);
        }
    }

    fn partner(&self, index: usize) -> Option<usize> {
        let slug = &self.exercises[index].slug;
        let other = self.partners.iter().find_map(|(one, other)| match slug {
            slug if slug == one => Some(other),
            slug if slug == other => Some(one),
            _ => None,
        })?;
        self.exercises.iter().position(|exercise| exercise.slug == *other)
    }

    /// L-16: labels and rests of the pairs; the numbers are those of the tier.
    fn pair_up(&mut self) {
        let meta = self.context.prepared.meta();
        let tuning = self.context.request.tuning();
        self.partners.retain(|(one, other)| {
            [one, other].iter().all(|slug| self.exercises.iter().any(|exercise| exercise.slug == **slug))
        });
        let mut numbers = [0_u32; 4];
        for index in 0..self.exercises.len() {
            self.exercises[index].superset = None;
        }
        for index in 1..self.exercises.len() {
            if self.partner(index) != Some(index - 1) {
                continue;
            }
            let tier = self.exercises[index - 1].tier;
            numbers[tier as usize] += 1;
            let label = format!("{tier}{}", numbers[tier as usize]);
            let rests: Vec<i64> = items(self.context.library(), &self.exercises[index - 1..=index])
                .iter()
                .map(|item| i64::from(item.own_rest_s(meta)))
                .collect();
            let [one, other] = rests[..] else { continue };
            let shared = shared_rest_s(tuning, one, other);
            self.exercises[index - 1].rest_s = tuning.superset.inner_s;
            self.exercises[index].rest_s = u32::try_from(shared).unwrap_or(0);
            self.exercises[index - 1].superset = Some(label.clone());
            self.exercises[index].superset = Some(label);
        }
    }

    /// L-13: tiers that fatigue leaves out.
    pub(super) fn drop_tiers(&mut self, cuts: &mut Vec<Cut>) {
        let dropped = &self.context.prepared.policy.drop_tiers;
        let (gone, kept) =
            std::mem::take(&mut self.exercises).into_iter().partition(|one| dropped.contains(&one.tier));
        self.exercises = kept;
        let gone: Vec<PlannedExercise> = gone;
        cuts.extend(gone.iter().map(|one| cut(one, one.working_sets, ReasonCode::Fatigue)));
    }

    /// L-17: takes out from the end what does not fit; what is left of tier A gets fewer sets.
    pub(super) fn fit(&mut self, cuts: &mut Vec<Cut>) {
        while self.spent(self.exercises.len()) > self.budget_s() {
            let last =
                self.exercises.iter().rposition(|one| matches!(one.tier, SessionTier::B | SessionTier::C));
            if let Some(last) = last {
                let first = self.partner(last).filter(|partner| partner + 1 == last).unwrap_or(last);
                let gone: Vec<PlannedExercise> = self.exercises.drain(first..=last).collect();
                cuts.extend(gone.iter().map(|one| cut(one, one.working_sets, ReasonCode::TimeBudget)));
            } else if !self.shorten(cuts) {
                break;
            }
        }
    }

    /// Takes a set from the exercise of tier A that has most, the last of equals; else the last one of several.
    fn shorten(&mut self, cuts: &mut Vec<Cut>) -> bool {
        let of_a = || (0..self.exercises.len()).filter(|&index| self.exercises[index].tier == SessionTier::A);
        let most = of_a().max_by_key(|&index| (self.exercises[index].working_sets, index));
        let Some(index) = most else { return false };
        if self.exercises[index].working_sets > 1 {
            self.exercises[index].working_sets -= 1;
            cuts.push(cut(&self.exercises[index], 1, ReasonCode::TimeBudget));
            return true;
        }
        let can_go = of_a().count() > 1;
        if can_go {
            let gone = self.exercises.remove(index);
            cuts.push(cut(&gone, gone.working_sets, ReasonCode::TimeBudget));
            self.alone_again(&gone.slug);
        }
        can_go
    }

    /// The partner of what is gone has its own rest again.
    fn alone_again(&mut self, gone: &str) {
        let left = self.partners.iter().find_map(|(one, other)| match gone {
            gone if gone == one => Some(other.clone()),
            gone if gone == other => Some(one.clone()),
            _ => None,
        });
        self.partners.retain(|(one, other)| one != gone && other != gone);
        let Some(index) = left.and_then(|left| self.exercises.iter().position(|one| one.slug == left)) else {
            return;
        };
        let meta = self.context.prepared.meta();
        let rest = items(self.context.library(), &self.exercises[index..=index])
            .first()
            .map(|item| item.own_rest_s(meta));
        self.exercises[index].rest_s = rest.unwrap_or(self.exercises[index].rest_s);
        self.exercises[index].superset = None;
    }

    /// Numbers the pairs and counts the ramps of what is left.
    pub(super) fn finish(&mut self) {
        self.pair_up();
        let counts: Vec<usize> = {
            let items = items(self.context.library(), &self.exercises);
            ramps(&items, self.context.prepared.meta(), &self.context.iron).iter().map(Vec::len).collect()
        };
        for (exercise, count) in self.exercises.iter_mut().zip(counts) {
            exercise.warmups = u32::try_from(count).unwrap_or(0);
        }
    }
}

fn cut(exercise: &PlannedExercise, sets: u32, reason: ReasonCode) -> Cut {
    Cut { slug: exercise.slug.clone(), tier: exercise.tier, sets, reason }
}
