//! What the rules that raise and lower loads share: reps that were reached, and the bundles that move the sets
//! (SR-1..SR-3, SR-5).

use domain::{
    change::Field,
    prescription::RepPolicy,
    proposal::Outcome,
    quantity::{Grams, Hundredths, div_half_up},
    reason::{Fact, Reason},
};

use super::{
    context::ItemContext,
    evidence::Sample,
    feedback::{Effect, Family},
    follow::targets,
    guard::{Guard, Miss},
    load::{Amount, Loads, Toward},
    rules::{Bundle, Firing, change, evidence},
};

/// Asks that in every session all counted sets reached `bound` with the load of the plan (SG-15); one session may be
/// one rep short if the profile says so (TS-3). Answers the fewest reps of today.
pub(super) fn require_reps(
    ctx: &ItemContext<'_>,
    sessions: &[Sample<'_>],
    may_be_near: bool,
    bound: impl Fn(&RepPolicy) -> Option<u32>,
) -> Result<u32, Miss> {
    let mut near_left = usize::from(may_be_near);
    for (ago, sample) in sessions.iter().enumerate() {
        let fewest = fewest_reps(sample)?;
        let bound = sample.past.policy().and_then(&bound).ok_or(Miss::new(Guard::RepMode))?;
        if fewest + 1 == bound && near_left > 0 {
            near_left -= 1;
        } else if fewest < bound {
            let miss = Miss::new(Guard::Reps).fact("reps", fewest).fact("need", bound);
            return Err(if ago == 0 { miss } else { miss.fact("ago", ago) });
        }
    }
    for sample in sessions {
        for done in &sample.counted {
            ctx.require_full_load(sample.past, done)?;
        }
    }
    fewest_reps(&sessions[0])
}

fn fewest_reps(sample: &Sample<'_>) -> Result<u32, Miss> {
    let reps = sample.counted.iter().filter_map(|done| done.reps);
    reps.min().ok_or(Miss::new(Guard::NoSets))
}

/// Moves the load of today's counted sets and of those that follow them (SG-16).
pub(super) struct Shift {
    /// Which way.
    pub(super) toward: Toward,
    /// By this percent of an increment.
    pub(super) percent: i64,
    /// The reps with which the new load starts, if the rule says.
    pub(super) reps: Option<u32>,
    /// Why.
    pub(super) reason: Reason,
}

impl Shift {
    /// One bundle for each set.
    pub(super) fn firing(self, ctx: &ItemContext<'_>, sessions: &[Sample<'_>]) -> Result<Firing, Miss> {
        let loads = ctx.require_loads()?;
        let sets = targets(ctx, &sessions[0].counted);
        if sets.is_empty() {
            return Err(Miss::new(Guard::NoLoad));
        }
        let mut firing = Firing::default();
        for set in sets {
            let old = set.load_g.unwrap_or_default();
            let step = self.step(ctx, loads, old);
            let Some(new) = loads.shifted(old, step.amount, self.toward) else {
                firing.stuck.push(set.set_id);
                continue;
            };
            let mut changes = vec![change(ctx, Some(set.set_id), Field::Load, old.0, new.0)];
            if let Some((from, to)) = set.reps.zip(self.reps).filter(|(from, to)| from != to) {
                changes.push(change(ctx, Some(set.set_id), Field::Reps, i64::from(from), i64::from(to)));
            }
            let reason = match step.effect {
                Some(effect) => self.reason.clone().fact("effect", Fact::word("effect", effect)),
                None => self.reason.clone(),
            };
            firing.bundles.push(Bundle {
                step_g: Some(Grams::from_display(loads.in_own_steps(step.increment), loads.unit())),
                ..Bundle::new(self.family(), Some(set.set_id), changes, reason, evidence(sessions))
            });
        }
        Ok(firing)
    }

    fn family(&self) -> Family {
        match self.toward {
            Toward::Harder => Family::LoadUp,
            Toward::Easier => Family::LoadDown,
        }
    }

    /// The increment at `old`, scaled by what came of earlier steps (OU-10).
    fn step(&self, ctx: &ItemContext<'_>, loads: &Loads<'_>, old: Grams) -> Step {
        let increment = loads.increment(old);
        let tuning = &ctx.tuning.feedback;
        let scaled = |percent: i64| Hundredths(div_half_up(increment.0 * percent, 100));
        let most = loads.share(old, tuning.most_pct);
        let insufficient = || ctx.recent.were(Family::LoadDown, Outcome::Insufficient, 1);
        match (self.toward, ctx.pace.rise) {
            (Toward::Harder, Some(effect @ Effect::SmallerStep)) => {
                self.of_increment(scaled(tuning.smaller_pct), None, Some(effect))
            }
            (Toward::Harder, Some(effect @ Effect::LargerStep)) => {
                self.of_increment(scaled(tuning.larger_pct), Some(most), Some(effect))
            }
            (Toward::Easier, _) if insufficient() => {
                let increment = scaled(tuning.decrease_pct);
                self.of_increment(increment.min(most), None, Some(Effect::LargerDecrease))
            }
            _ => self.of_increment(increment, None, None),
        }
    }

    fn of_increment(&self, increment: Hundredths, most: Option<Hundredths>, effect: Option<Effect>) -> Step {
        let by = Hundredths(div_half_up(increment.0 * self.percent, 100));
        let cut = |by: Hundredths| most.map_or(by, |most| by.min(most));
        Step { increment: cut(increment), amount: Amount { by: cut(by), most }, effect }
    }
}

/// How a load moves.
struct Step {
    increment: Hundredths,
    amount: Amount,
    effect: Option<Effect>,
}
