//! SC-0 from scratch: the score of a candidate counted anew from the list of picks, without running totals.

use domain::{
    anatomy::{MovementPattern, Muscle},
    exercise::{Exercise, JointStress},
    session::Intent,
};
use training::{
    draft::{Draft, Role, Slots},
    filter,
    library::Place,
    load::estimate::e1rm,
    pain,
    request::{Request, SecondaryGoal},
    timebox::Clock,
    tuning::SlidingWeight,
};

/// A selection at some moment: what was picked so far, in order.
pub(crate) struct Moment<'s, 'a> {
    pub(crate) request: &'s Request<'a>,
    pub(crate) clock: Clock,
    pub(crate) slots: Slots,
    pub(crate) picked: Vec<(Place, Role)>,
}

impl<'a> Moment<'_, 'a> {
    fn exercise(&self, place: Place) -> &'a Exercise {
        self.request.library.exercise(place)
    }

    fn provisional_sets(&self, role: Role) -> i64 {
        let sets = self.request.tuning().provisional_sets;
        i64::from(if role == Role::Main { sets.main } else { sets.accessory })
    }

    /// VO-6: what the session still owes a muscle.
    fn remaining(&self, muscle: Muscle) -> i64 {
        let given = self.picked.iter().map(|&(place, role)| {
            self.exercise(place).muscles.contribution(muscle) * self.provisional_sets(role)
        });
        (self.request.volume.share[muscle] - given.sum::<i64>()).max(0)
    }

    /// The components in the order of the formula, with signed weights.
    pub(crate) fn score(&self, place: Place, role: Role) -> Vec<(f64, f64)> {
        let weights = &self.request.tuning().weights;
        let accessories = self.picked.iter().filter(|(_, role)| *role == Role::Accessory).count();
        let progress = (number(accessories) / number(self.slots.accessories.max(1))).clamp(0.0, 1.0);
        let sliding = |weight: SlidingWeight| match role {
            Role::Main => weight.main,
            Role::Accessory => weight.first + (weight.last - weight.first) * progress,
        };
        let exercise = self.exercise(place);
        vec![
            (self.deficit(exercise, role), sliding(weights.deficit)),
            (self.targetedness(exercise), weights.targetedness),
            ((f64::from(exercise.sfr_score) - 3.0) / 2.0, sliding(weights.sfr)),
            ((f64::from(exercise.length_position_score) - 3.0) / 2.0, weights.lengthened),
            (self.preference(exercise), weights.preference),
            (self.diversity(exercise), weights.diversity),
            (self.continuity(place), weights.continuity),
            (self.time_fit(place, role), weights.time),
            (self.recency(place), -weights.recency),
            (self.redundancy(exercise), -sliding(weights.redundancy)),
            (self.fatigue(exercise), -sliding(weights.fatigue)),
            (self.secondary_goal(exercise), weights.secondary_goal),
            (self.pain_caution(exercise), -weights.pain_caution),
        ]
    }

    /// SO-5, SO-7, SO-8: the best candidate that passes every filter; of accessories one that closes something.
    pub(crate) fn best(&self, role: Role) -> Option<Place> {
        let mut draft = Draft::new(self.request, self.clock, self.slots);
        for &(place, role) in &self.picked {
            draft.add(place, role);
        }
        let library = self.request.library;
        let passing = (0..library.len()).filter(|&place| filter::refusal(&draft, place, role).is_none());
        let ranked = passing.map(|place| {
            let score = self.score(place, role);
            let closes_nothing = role == Role::Accessory && score[0].0 <= 0.0;
            let exercise = self.exercise(place);
            let name = (exercise.name_en.to_lowercase(), exercise.id.clone());
            (closes_nothing, -micro(&score), exercise.fatigue_cost, name, place)
        });
        ranked.min().map(|(.., place)| place)
    }

    /// SC-1.
    fn deficit(&self, exercise: &Exercise, role: Role) -> f64 {
        let driving = Muscle::ALL.iter().filter(|&&muscle| self.request.volume.driving.has(muscle));
        let rows = driving.map(|&muscle| {
            let need = ratio(self.remaining(muscle), self.request.volume.full[muscle]);
            let dose = exercise.muscles.contribution(muscle) * self.provisional_sets(role);
            need.clamp(0.0, 1.0) * ratio(dose, 10)
        });
        (rows.fold(0.0, |sum, row| sum + row) / 4.0).clamp(-1.0, 1.0)
    }

    /// SC-2.
    fn targetedness(&self, exercise: &Exercise) -> f64 {
        let driving = Muscle::ALL.iter().filter(|&&muscle| self.request.volume.driving.has(muscle));
        let most = driving.clone().map(|&muscle| self.remaining(muscle)).max().unwrap_or(0);
        let neediest = driving.copied().find(|&muscle| most > 0 && self.remaining(muscle) == most);
        let hit = neediest.is_some_and(|muscle| exercise.muscles.primary.contains(&muscle));
        if hit { self.request.tuning().targeted_bonus } else { 0.0 }
    }

    /// SC-3.
    fn recency(&self, place: Place) -> f64 {
        let with_it = self.request.history.sessions.iter().filter(|past| holds(past, place));
        let Some(last) = with_it.map(|past| past.entry.ended_at).max() else { return 0.0 };
        match self.request.input.now.millis() - last.millis() {
            millis if millis <= 172_800_000 => 1.0,
            millis if millis <= 345_600_000 => 0.7,
            millis if millis <= 604_800_000 => 0.4,
            _ => 0.0,
        }
    }

    /// SC-4.
    fn preference(&self, exercise: &Exercise) -> f64 {
        let favorites = &self.request.input.preferences.favorite_exercise_ids;
        f64::from(favorites.iter().any(|key| key == exercise.id.as_str()))
    }

    /// SC-5.
    fn diversity(&self, exercise: &Exercise) -> f64 {
        use MovementPattern::{
            Hinge, HorizontalPull, HorizontalPush, Lunge, Squat, VerticalPull, VerticalPush,
        };
        let picked = || self.picked.iter().map(|&(place, _)| self.exercise(place));
        let is_new = |pattern: &&MovementPattern| !picked().any(|other| other.patterns.contains(pattern));
        let expected: &[MovementPattern] = match self.request.intent {
            Intent::Push => &[HorizontalPush, VerticalPush],
            Intent::Pull => &[HorizontalPull, VerticalPull],
            Intent::Upper => &[HorizontalPush, VerticalPush, HorizontalPull, VerticalPull],
            Intent::Legs | Intent::Lower => &[Squat, Hinge, Lunge],
            Intent::FullBody | Intent::BodyPart => &MovementPattern::ALL[..MovementPattern::CORE],
        };
        let uncovered: Vec<MovementPattern> = exercise.patterns.iter().filter(is_new).copied().collect();
        let mut primaries = exercise.muscles.primary.iter();
        let new_primary =
            primaries.any(|muscle| !picked().any(|other| other.muscles.primary.contains(muscle)));
        if uncovered.iter().any(|pattern| expected.contains(pattern)) {
            1.0
        } else if uncovered.iter().any(|pattern| !pattern.is_core()) {
            0.5
        } else if uncovered.is_empty() && !new_primary {
            -0.5
        } else {
            0.0
        }
    }

    /// SC-6.
    fn continuity(&self, place: Place) -> f64 {
        let request = self.request;
        let same = request.history.sessions.iter().rev();
        let same = same.filter(|past| past.intent == request.intent && !past.entry.deload).take(3);
        match same.filter(|past| holds(past, place)).count() {
            _ if request.is_evicting => 0.0,
            2.. => 1.0,
            1 if self.is_rising(place) => request.tuning().continuity_trend,
            _ => 0.0,
        }
    }

    fn is_rising(&self, place: Place) -> bool {
        let (request, exercise) = (self.request, self.exercise(place));
        let sessions = request.history.sessions.iter().rev().filter(|past| !past.entry.deload);
        let mut bests = sessions.filter(|past| holds(past, place)).map(|past| {
            let own = past.done.iter().filter(|(done, _)| *done == place);
            let sets = own.flat_map(|(_, done)| done.sets.iter().filter(|set| set.is_performed()));
            let figure = |set: &training::input::HistorySet| {
                let loaded = set.load_g.zip(set.reps);
                let e1rm =
                    loaded.and_then(|(load, reps)| e1rm(exercise, load, reps, request.input.bodyweight));
                (e1rm, set.reps.or(set.seconds).or(set.meters))
            };
            sets.map(figure).max()
        });
        matches!((bests.next(), bests.next()), (Some(newest), Some(before)) if newest >= before)
    }

    /// SC-7.
    fn time_fit(&self, place: Place, role: Role) -> f64 {
        let all = self.picked.iter().copied().chain([(place, role)]);
        let seconds = all.map(|(place, role)| self.provisional_sets(role) * self.request.set_s(place, role));
        match self.clock.loop_budget_s - seconds.sum::<i64>() {
            300.. => 1.0,
            0.. => 0.0,
            _ => -1.0,
        }
    }

    /// SC-8.
    fn fatigue(&self, exercise: &Exercise) -> f64 {
        let by_readiness = [1.0, 1.0, 0.5, 0.2, 0.2][usize::from(self.request.layers.readiness) - 1];
        (f64::from(exercise.fatigue_cost) - 1.0) / 4.0 * by_readiness
    }

    /// SC-9.
    fn redundancy(&self, exercise: &Exercise) -> f64 {
        let same = exercise.muscles.primary.iter().map(|muscle| {
            let picked = self.picked.iter().map(|&(place, _)| self.exercise(place));
            let alike = picked.filter(|other| other.patterns[0] == exercise.patterns[0]);
            alike.filter(|other| other.muscles.primary.contains(muscle)).count()
        });
        [0.0, 0.5, 1.0][same.max().unwrap_or(0).min(2)]
    }

    /// SC-12.
    fn secondary_goal(&self, exercise: &Exercise) -> f64 {
        f64::from(match self.request.secondary {
            SecondaryGoal::None => false,
            SecondaryGoal::Posture => {
                matches!(exercise.muscles.primary[0], Muscle::RearDelts | Muscle::UpperBack)
            }
            SecondaryGoal::Strength => exercise.is_main_lift_eligible,
            SecondaryGoal::InjuryPrevention => exercise.joint_stress == JointStress::Low,
            SecondaryGoal::Conditioning => exercise.is_compound && exercise.fatigue_cost <= 2,
        })
    }

    /// SC-13.
    fn pain_caution(&self, exercise: &Exercise) -> f64 {
        let exclude_from = self.request.tuning().pain_exclude_from;
        f64::from(pain::cautions(exercise, &self.request.pain, exclude_from).is_some())
    }
}

/// What is compared: the sum in the order of the formula, in millionths.
#[expect(clippy::cast_possible_truncation, reason = "scores are small")]
pub(crate) fn micro(score: &[(f64, f64)]) -> i64 {
    let total = score.iter().fold(0.0, |total, (value, weight)| total + weight * value);
    (total * 1_000_000.0 + 0.5).floor() as i64
}

fn holds(past: &training::history::Past<'_>, place: Place) -> bool {
    past.done.iter().any(|(done, _)| *done == place)
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap())
}

fn ratio(part: i64, whole: i64) -> f64 {
    let number = |tenths: i64| f64::from(i32::try_from(tenths).unwrap());
    number(part) / number(whole)
}
