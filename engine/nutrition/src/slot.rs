//! Slots with what follows from the schedule: activity, gaps, satiety, cooking time (MD-1..MD-4).

use crate::{pool::Place, problem::Where};

/// A meal to be chosen, with its derived attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// From 0.
    pub day: usize,
    /// From 0.
    pub index: usize,
    /// Minutes of the day.
    pub time: i64,
    /// Most minutes of cooking; none for level 4.
    pub cap: Option<u32>,
    /// The label.
    pub meal_type: String,
    /// Tags a recipe must have.
    pub required_tags: Vec<String>,
    /// Tags that make a recipe better.
    pub preferred_tags: Vec<String>,
    /// Which recipes may fill it: the number of its kind.
    pub kind: usize,
    /// The fixed recipe.
    pub pinned: Option<Place>,
    /// Whether nothing is planned here any more, because it is past (ML-4).
    pub is_closed: bool,
    /// Where the batch was cooked of which it is a serving (MO-2).
    pub batch: Option<Where>,
    /// A workout begins within two hours.
    pub pre_workout: bool,
    /// A workout ended within three hours.
    pub post_workout: bool,
    /// A long gap follows.
    pub overnight_fast_ahead: bool,
    /// The next meal is more than four hours away.
    pub is_high_satiety: bool,
}

impl Slot {
    /// HC-8: whether repetition is free here.
    pub const fn is_workout(&self) -> bool {
        self.pre_workout || self.post_workout
    }

    /// Whether it is to be filled.
    pub const fn is_open(&self) -> bool {
        self.pinned.is_none() && !self.is_closed
    }

    /// Whether HC-2 and HC-8 count what stands here: a serving of a batch is exempt (MO-2).
    pub const fn is_counted(&self) -> bool {
        self.batch.is_none()
    }

    /// Neither before nor after a workout.
    pub const fn is_sedentary(&self) -> bool {
        !self.is_workout()
    }
}

/// A workout in minutes over the whole horizon, so that one after midnight reaches the evening before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// Start.
    pub start: i64,
    /// End.
    pub end: i64,
}

/// Minutes of a day.
pub const DAY: i64 = 24 * 60;

/// MD-3, MD-4: fills the derived attributes of all slots of the horizon, given in order.
pub fn derive(days: &mut [Vec<Slot>], workouts: &[Interval]) {
    let starts: Vec<Option<i64>> = days.iter().map(|slots| slots.first().map(|slot| slot.time)).collect();
    for (day, slots) in days.iter_mut().enumerate() {
        let offset = i64::try_from(day).unwrap_or(0) * DAY;
        let next_day = starts.get(day + 1).copied().flatten();
        for index in 0..slots.len() {
            let next = slots.get(index + 1).map(|slot| slot.time);
            let slot = &mut slots[index];
            let at = offset + slot.time;
            slot.pre_workout = workouts.iter().any(|workout| (1..=120).contains(&(workout.start - at)));
            slot.post_workout = workouts.iter().any(|workout| (0..180).contains(&(at - workout.end)));
            let overnight = next_day.map(|first| DAY - slot.time + first);
            slot.overnight_fast_ahead = match next {
                Some(next) => next - slot.time > 240,
                None => DAY - slot.time > 240 || overnight.is_none_or(|gap| gap >= 720),
            };
            // The last meal of the horizon is followed by nothing that is known: more than twelve hours.
            let gap = next.map(|next| next - slot.time).or(overnight);
            slot.is_high_satiety = gap.is_none_or(|gap| gap > 240);
        }
    }
}

/// MD-4: minutes of cooking that a level of busyness allows, of which the fourth has no limit; nothing for a level
/// that is none.
pub const fn cooking_time_max(busyness: u32) -> Option<Option<u32>> {
    match busyness {
        1 => Some(Some(5)),
        2 => Some(Some(15)),
        3 => Some(Some(30)),
        4 => Some(None),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn slot(day: usize, index: usize, time: i64) -> Slot {
        Slot {
            day,
            index,
            time,
            cap: Some(15),
            meal_type: String::new(),
            required_tags: vec![],
            preferred_tags: vec![],
            kind: 0,
            pinned: None,
            is_closed: false,
            batch: None,
            pre_workout: false,
            post_workout: false,
            overnight_fast_ahead: false,
            is_high_satiety: false,
        }
    }

    fn contexts(times: &[i64], workout: Interval) -> Vec<(bool, bool)> {
        let mut days = vec![times.iter().enumerate().map(|(index, &time)| slot(0, index, time)).collect()];
        derive(&mut days, &[workout]);
        days[0].iter().map(|slot: &Slot| (slot.pre_workout, slot.post_workout)).collect()
    }

    #[test]
    fn md_3_meals_around_a_workout_are_told_by_minutes() {
        let workout = Interval { start: 17 * 60, end: 18 * 60 };
        let times = [14 * 60 + 59, 15 * 60, 16 * 60, 17 * 60, 18 * 60, 19 * 60 + 30, 20 * 60 + 59, 21 * 60];
        let expected = [
            (false, false),
            (true, false),
            (true, false),
            (false, false),
            (false, true),
            (false, true),
            (false, true),
            (false, false),
        ];
        assert_eq!(contexts(&times, workout), expected);
    }

    #[test]
    fn md_3_a_workout_after_midnight_reaches_the_evening_before() {
        let workout = Interval { start: DAY + 30, end: DAY + 90 };
        assert_eq!(contexts(&[23 * 60], workout), [(true, false)]);
    }

    #[test]
    fn md_4_satiety_follows_from_the_gap() {
        let day = |day| -> Vec<Slot> {
            [450, 750, 960, 1170].iter().enumerate().map(|(index, &time)| slot(day, index, time)).collect()
        };
        let mut days = vec![day(0), day(1)];
        derive(&mut days, &[]);
        let high: Vec<_> = days[0].iter().map(|slot| slot.is_high_satiety).collect();
        // 300, 210, 210 and 720 minutes to the next meal.
        assert_eq!(high, [true, false, false, true]);
        assert!(days[0][3].overnight_fast_ahead && days[0][0].overnight_fast_ahead);
        let mut exact = vec![vec![slot(0, 0, 960), slot(0, 1, 1200)]];
        derive(&mut exact, &[]);
        assert!(!exact[0][0].is_high_satiety, "240 minutes are moderate");
    }

    #[test]
    fn md_4_busyness_caps_the_cooking() {
        assert_eq!(
            [1, 2, 3, 4].map(|level| cooking_time_max(level).unwrap()),
            [Some(5), Some(15), Some(30), None]
        );
        assert!(cooking_time_max(5).is_none());
    }
}
