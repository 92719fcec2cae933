//! Set allocation: two sets each, then one more wherever it closes most, as long as time and limits allow
//! (SA-1..SA-3).

use domain::anatomy::Muscle;

use crate::{
    draft::ladder_sets,
    library::{Place, Traits},
    muscles::{Volumes, is_large},
    request::Request,
    timebox::{Clock, Planned, dissolve, estimate_s, unit_s},
};

/// A session whose sets are being counted out.
struct Allocation<'s, 'r, 'a> {
    request: &'r Request<'a>,
    session: &'s mut Vec<Planned>,
    clock: &'r Clock,
    volume: Volumes,
    /// VO-9: by muscle, sets of exercises with it as a primary.
    direct: Volumes,
    seconds: i64,
    max_sets: i64,
    /// In session order.
    units: Vec<Unit>,
    is_time_bound: bool,
}

/// What gets one more set as a whole: an exercise, or both partners of a superset.
#[derive(Clone, Copy)]
struct Unit {
    /// Indexes into the session.
    first: usize,
    second: Option<usize>,
    /// What the set takes.
    seconds: i64,
}

impl Unit {
    fn members(self) -> impl Iterator<Item = usize> + Clone {
        std::iter::once(self.first).chain(self.second)
    }
}

/// What one more set of a unit closes, twice per member: by its primaries, then by its secondaries.
type Gain = (i64, i64);

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
        direct: direct_of(request, session),
        seconds: estimate_s(request, session, clock, is_heavy),
        max_sets: max_sets(request),
        units: units(request, session),
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

/// Single exercises, and pairs at the place of their first partner.
fn units(request: &Request<'_>, session: &[Planned]) -> Vec<Unit> {
    let units = session.iter().enumerate().map(|(first, planned)| Unit {
        first,
        second: position_of(session, planned.partner),
        seconds: unit_s(request, planned),
    });
    units.filter(|unit| unit.second.is_none_or(|second| unit.first < second)).collect()
}

fn position_of(session: &[Planned], place: Option<Place>) -> Option<usize> {
    session.iter().position(|planned| Some(planned.place) == place)
}

/// VO-9: direct sets by muscle.
fn direct_of(request: &Request<'_>, session: &[Planned]) -> Volumes {
    let mut direct = Volumes::default();
    for planned in session {
        for muscle in request.library.traits(planned.place).primaries.iter() {
            direct[muscle] += planned.sets;
        }
    }
    direct
}

impl<'a> Allocation<'_, '_, 'a> {
    /// One pass of SA-3 toward `target`.
    fn pass(&mut self, target: &Volumes) {
        while self.request.volume.driving.iter().any(|muscle| self.gap(target, muscle) >= self.min_gap()) {
            match self.best(target) {
                Some(unit) => self.add_set(unit),
                None if self.dissolve_a_pair(target) => {}
                None => break,
            }
        }
        let blocked = self.units.iter().any(|&unit| self.gain_of(target, unit) == Err(Obstacle::Time));
        self.is_time_bound |= blocked;
    }

    fn min_gap(&self) -> i64 {
        self.request.tuning().min_gap
    }

    fn gap(&self, target: &Volumes, muscle: Muscle) -> i64 {
        target[muscle] - self.volume[muscle]
    }

    fn traits(&self, index: usize) -> &'a Traits {
        self.request.library.traits(self.session[index].place)
    }

    /// The unit that closes most; ties by what its secondaries close, then order, then name.
    fn best(&self, target: &Volumes) -> Option<Unit> {
        // The first of equals is kept.
        let mut best: Option<(Gain, Unit)> = None;
        for &unit in &self.units {
            if let Ok(gain) = self.gain_of(target, unit)
                && best.is_none_or(|(most, _)| gain > most)
            {
                best = Some((gain, unit));
            }
        }
        best.map(|(_, unit)| unit)
    }

    /// What one more set of a unit closes, or what keeps it from one.
    fn gain_of(&self, target: &Volumes, unit: Unit) -> Result<Gain, Obstacle> {
        let is_fixed = |index: usize| {
            let planned = &self.session[index];
            planned.sets >= self.max_sets || ladder_sets(self.request, planned.place).is_some()
        };
        if unit.members().any(is_fixed) {
            return Err(Obstacle::Limit);
        }
        let gain = self.gain(target, unit);
        if gain.0 == 0 || self.is_limited(unit) {
            Err(Obstacle::Limit)
        } else if self.seconds + unit.seconds > self.clock.budget_s {
            Err(Obstacle::Time)
        } else {
            Ok(gain)
        }
    }

    fn gain(&self, target: &Volumes, unit: Unit) -> Gain {
        let (mut primary, mut secondary, mut count) = (0, 0, 0);
        for index in unit.members() {
            let traits = self.traits(index);
            for muscle in traits.hits.and(self.request.volume.driving).iter() {
                let gap = self.gap(target, muscle);
                if !traits.primaries.has(muscle) {
                    secondary += gap.clamp(0, traits.contributions.of(muscle));
                } else if gap >= self.min_gap() {
                    primary += gap.min(10);
                }
            }
            count += 1;
        }
        (2 * primary / count, 2 * secondary / count)
    }

    /// SA-3 (b), (c), (d): share, direct sets of the session, ceilings of the week.
    fn is_limited(&self, unit: Unit) -> bool {
        let (plan, tuning) = (&self.request.volume, self.request.tuning());
        let members = || unit.members().map(|index| self.traits(index));
        let after = |muscle: Muscle| {
            let added = members().map(|traits| traits.contributions.of(muscle));
            self.volume[muscle] + added.sum::<i64>()
        };
        let over_share = |muscle: Muscle| {
            plan.driving.has(muscle) && after(muscle) > plan.share[muscle] + tuning.over_share
        };
        let over_direct = |muscle: Muscle| {
            let cap = tuning.session_direct_cap;
            let cap = if is_large(muscle) { cap.large } else { cap.small };
            let added = members().map(|traits| i64::from(traits.primaries.has(muscle)));
            self.direct[muscle] + added.sum::<i64>() > i64::from(cap)
        };
        let over_ceiling = |muscle: Muscle| plan.exceeds_ceiling(muscle, after(muscle));
        members().any(|traits| {
            traits.primaries.iter().any(|muscle| over_share(muscle) || over_direct(muscle))
                || traits.hits.iter().any(over_ceiling)
        })
    }

    fn add_set(&mut self, unit: Unit) {
        self.seconds += unit.seconds;
        for index in unit.members() {
            let traits = self.traits(index);
            self.volume.add(&traits.contributions, 1);
            for muscle in traits.primaries.iter() {
                self.direct[muscle] += 1;
            }
            self.session[index].sets += 1;
        }
    }

    /// SA-3: breaks the first pair of which one member alone could still grow.
    fn dissolve_a_pair(&mut self, target: &Volumes) -> bool {
        for first in 0..self.session.len() {
            let Some(partner) = position_of(self.session, self.session[first].partner) else { continue };
            let (own, other) = (self.session[first], self.session[partner]);
            let single = |planned: &Planned| self.request.set_s(planned.place, planned.role);
            let longer = own.sets * (single(&own) + single(&other) - unit_s(self.request, &own));
            let alone = Unit { first, second: None, seconds: longer + single(&own) };
            if self.gain_of(target, alone).is_ok() {
                dissolve(self.session, own.place);
                dissolve(self.session, other.place);
                self.seconds += longer;
                self.units = units(self.request, self.session);
                return true;
            }
        }
        false
    }
}
