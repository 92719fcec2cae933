//! Set allocation: two sets each, then one more wherever it closes most, as long as time and limits allow
//! (SA-1..SA-3).

use domain::anatomy::Muscle;

use crate::{
    draft::ladder_sets,
    library::Place,
    muscles::{MuscleSet, Volumes, is_large},
    request::Request,
    timebox::{Clock, Planned, dissolve, estimate_s, unit_s},
};

/// A session whose sets are being counted out.
pub struct Allocation<'s, 'r, 'a> {
    request: &'r Request<'a>,
    session: &'s mut Vec<Planned>,
    clock: &'r Clock,
    volume: Volumes,
    seconds: i64,
    max_sets: i64,
    /// Whether more sets were wanted and only time was missing.
    pub is_time_bound: bool,
}

/// Why a unit gets no further set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Obstacle {
    /// Nothing to gain, or a limit other than time.
    Limit,
    /// There is no time.
    Time,
}

/// SA-1: most working sets of one exercise.
pub fn max_sets(request: &Request<'_>) -> i64 {
    let by_age = i64::from(request.tuning().max_sets[request.age as usize]);
    if request.stage.effective == 0 { by_age.min(3) } else { by_age }
}

/// The volume of a session.
pub fn volume_of(request: &Request<'_>, session: &[Planned]) -> Volumes {
    let mut volume = Volumes::default();
    for planned in session {
        volume.add(&request.library.traits(planned.place).contributions, planned.sets);
    }
    volume
}

/// SS-2, SO-11: how much of what the session owes is planned.
pub fn closed(request: &Request<'_>, session: &[Planned]) -> i64 {
    let volume = volume_of(request, session);
    request.volume.driving.iter().map(|muscle| volume[muscle].min(request.volume.share[muscle])).sum()
}

/// SA-2, SA-3: adds sets to a session that stands at its start sets; says whether time was the limit.
pub fn allocate(request: &Request<'_>, session: &mut Vec<Planned>, clock: &Clock, is_heavy: bool) -> bool {
    if request.block.deload {
        return false;
    }
    let mut allocation = Allocation {
        volume: volume_of(request, session),
        seconds: estimate_s(request, session, clock, is_heavy),
        max_sets: max_sets(request),
        is_time_bound: false,
        request,
        session,
        clock,
    };
    if request.tuning().allocation_passes > 1 {
        allocation.pass(&request.volume.first_pass);
    }
    allocation.pass(&request.volume.share);
    allocation.is_time_bound
}

impl Allocation<'_, '_, '_> {
    /// One pass of SA-3 toward `target`.
    fn pass(&mut self, target: &Volumes) {
        while self.request.volume.driving.iter().any(|muscle| self.gap(target, muscle) >= self.min_gap()) {
            match self.best(target) {
                Some(index) => self.add_set(index),
                None if self.dissolve_a_pair(target) => {}
                None => break,
            }
        }
        let blocked = self.units().any(|index| self.obstacle(target, index, None) == Some(Obstacle::Time));
        self.is_time_bound |= blocked;
    }

    fn min_gap(&self) -> i64 {
        self.request.tuning().min_gap
    }

    fn gap(&self, target: &Volumes, muscle: Muscle) -> i64 {
        target[muscle] - self.volume[muscle]
    }

    /// Indexes of single exercises and of the first partners of pairs.
    fn units(&self) -> impl Iterator<Item = usize> {
        (0..self.session.len()).filter(|&index| self.partner(index).is_none_or(|partner| index < partner))
    }

    fn partner(&self, index: usize) -> Option<usize> {
        let place = self.session[index].partner?;
        self.session.iter().position(|planned| planned.place == place)
    }

    fn members(&self, index: usize) -> impl Iterator<Item = usize> {
        [Some(index), self.partner(index)].into_iter().flatten()
    }

    /// The unit that closes most; ties by what its secondaries close, then order, then name.
    fn best(&self, target: &Volumes) -> Option<usize> {
        let candidates = self.units().filter(|&index| self.obstacle(target, index, None).is_none());
        let ranked = candidates.map(|index| {
            let (primary, secondary) = self.gain(target, self.members(index));
            (index, primary, secondary)
        });
        // Units stand in session order, and the first of equals is kept.
        let mut best: Option<(usize, i64, i64)> = None;
        for (index, primary, secondary) in ranked {
            if best.is_none_or(|(_, p, s)| (primary, secondary) > (p, s)) {
                best = Some((index, primary, secondary));
            }
        }
        best.map(|(index, ..)| index)
    }

    /// Twice the gain per member, from primaries and from secondaries.
    fn gain(&self, target: &Volumes, members: impl Iterator<Item = usize>) -> (i64, i64) {
        let (mut primary, mut secondary, mut count) = (0, 0, 0);
        for index in members {
            let traits = self.request.library.traits(self.session[index].place);
            for muscle in traits.hits.and(self.request.volume.driving).iter() {
                let gap = self.gap(target, muscle);
                if !traits.primaries.has(muscle) {
                    secondary += gap.clamp(0, traits.contributions[muscle as usize]);
                } else if gap >= self.min_gap() {
                    primary += gap.min(10);
                }
            }
            count += 1;
        }
        (2 * primary / count.max(1), 2 * secondary / count.max(1))
    }

    /// What keeps a unit from one more set. `alone` looks at one member of a pair as if the pair were dissolved.
    fn obstacle(&self, target: &Volumes, index: usize, alone: Option<i64>) -> Option<Obstacle> {
        let members: Vec<usize> = if alone.is_some() { vec![index] } else { self.members(index).collect() };
        let fixed = |&index: &usize| {
            let planned = &self.session[index];
            planned.sets >= self.max_sets || ladder_sets(self.request, planned.place).is_some()
        };
        if members.iter().any(fixed)
            || self.gain(target, members.iter().copied()).0 == 0
            || self.is_limited(&members)
        {
            return Some(Obstacle::Limit);
        }
        let seconds = alone.unwrap_or_else(|| self.seconds + unit_s(self.request, &self.session[index]));
        (seconds > self.clock.budget_s).then_some(Obstacle::Time)
    }

    /// SA-3 (b), (c), (d): share, direct sets of the session, ceilings of the week.
    fn is_limited(&self, members: &[usize]) -> bool {
        let (library, plan) = (self.request.library, &self.request.volume);
        let mut after = self.volume;
        let (mut touched, mut primaries) = (MuscleSet::NONE, MuscleSet::NONE);
        for &index in members {
            let traits = library.traits(self.session[index].place);
            after.add(&traits.contributions, 1);
            touched = touched.or(traits.hits);
            primaries = primaries.or(traits.primaries);
        }
        let over_share = primaries
            .and(plan.driving)
            .iter()
            .any(|muscle| after[muscle] > plan.share[muscle] + self.request.tuning().over_share);
        let over_direct = primaries.iter().any(|muscle| {
            let adding =
                members.iter().filter(|&&i| library.traits(self.session[i].place).primaries.has(muscle));
            let cap = self.request.tuning().session_direct_cap;
            let cap = if is_large(muscle) { cap.large } else { cap.small };
            self.direct_sets(muscle) + i64::try_from(adding.count()).unwrap_or(0) > i64::from(cap)
        });
        over_share || over_direct || plan.over_ceiling(&after, touched).is_some()
    }

    /// VO-9: sets of exercises with the muscle as a primary.
    fn direct_sets(&self, muscle: Muscle) -> i64 {
        let direct =
            self.session.iter().filter(|p| self.request.library.traits(p.place).primaries.has(muscle));
        direct.map(|planned| planned.sets).sum()
    }

    fn add_set(&mut self, index: usize) {
        self.seconds += unit_s(self.request, &self.session[index]);
        let members: Vec<usize> = self.members(index).collect();
        for index in members {
            self.session[index].sets += 1;
            let place: Place = self.session[index].place;
            self.volume.add(&self.request.library.traits(place).contributions, 1);
        }
    }

    /// SA-3: breaks the first pair of which one member alone could still grow.
    fn dissolve_a_pair(&mut self, target: &Volumes) -> bool {
        for index in 0..self.session.len() {
            let Some(partner) = self.partner(index) else { continue };
            let (own, other) = (self.session[index], self.session[partner]);
            let single = |planned: &Planned| self.request.set_s(planned.place, planned.role);
            let apart = self.seconds - own.sets * unit_s(self.request, &own)
                + own.sets * single(&own)
                + other.sets * single(&other);
            if self.obstacle(target, index, Some(apart + single(&own))).is_none() {
                dissolve(self.session, own.place);
                dissolve(self.session, other.place);
                self.seconds = apart;
                return true;
            }
        }
        false
    }
}
