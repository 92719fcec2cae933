//! Requests that differ a little from a given one: a day alone, no pins, no floors, and the changes that a person may
//! be offered (MX-7).

use domain::nutrient::Nutrient;

use super::{AtHome, Before, Leftovers, Request, Row, is_plain, kinds};
use crate::pool::{Amounts, MEASURES, add};

impl Request {
    /// One day by itself: no other day, no floor, no repetition.
    #[must_use]
    pub fn only_day(&self, day: usize) -> Self {
        let mut slots = self.days[day].clone();
        for slot in &mut slots {
            slot.day = 0;
        }
        Self {
            days: vec![slots],
            targets: vec![self.targets[day]],
            day_rows: vec![self.day_rows[day].clone()],
            horizon_rows: vec![],
            floors: vec![],
            advisory: vec![],
            day_zero: vec![],
            brought: vec![self.brought[day]],
            before: Before { days: 0, amounts: [0; MEASURES] },
            leftovers: match self.leftovers {
                Leftovers::Cooked if day > 0 => Leftovers::Stocked,
                leftovers => leftovers,
            },
            at_home: self.at_home_from(day),
            ..self.clone()
        }
    }

    /// What is still good on a day, with that day as the first.
    fn at_home_from(&self, day: usize) -> Vec<AtHome> {
        let good = self.at_home.iter().filter(|home| day <= home.until);
        good.map(|home| AtHome { until: home.until - day, ..*home }).collect()
    }

    /// Without batches of the solver's own choice (MO-2); what is at home stays (ML-6).
    #[must_use]
    pub fn without_own_batches(&self) -> Self {
        let leftovers = if self.at_home.is_empty() { Leftovers::None } else { Leftovers::Waiting };
        Self { leftovers, ..self.clone() }
    }

    /// Without pins; batches stay.
    #[must_use]
    pub fn without_pins(&self) -> Self {
        let mut free = self.clone();
        for slot in free.days.iter_mut().flatten().filter(|slot| slot.batch.is_none()) {
            slot.pinned = None;
        }
        free
    }

    /// Without one pin.
    #[must_use]
    pub fn without_pin(&self, day: usize, slot: usize) -> Self {
        let mut free = self.clone();
        free.days[day][slot].pinned = None;
        free
    }

    /// A slot in which nothing is planned any more: these amounts were eaten instead.
    pub fn close(&mut self, day: usize, slot: usize, amounts: &Amounts) {
        add(&mut self.brought[day], amounts);
        self.days[day][slot].is_closed = true;
        self.days[day][slot].pinned = None;
    }

    /// Without the constraints on the horizon.
    #[must_use]
    pub fn without_floors(&self) -> Self {
        Self { horizon_rows: vec![], ..self.clone() }
    }

    /// The same meal may come again on the next day (HC-8).
    #[must_use]
    pub fn with_repetition(&self) -> Self {
        Self { variety_days: 1, ..self.clone() }
    }

    /// The range of fat wider by so much at both ends; below 0 it ends.
    #[must_use]
    pub fn with_fat(&self, more: i64) -> Self {
        self.with_day_rows(|_, row| {
            if row.measure == Nutrient::Fat as usize && row.rule == "MV-3" {
                row.low = row.low.map(|low| (low - more).max(0));
                row.high = row.high.map(|high| high + more);
            }
        })
    }

    /// Windows of energy, protein and carbs of so many percent.
    #[must_use]
    pub fn with_tolerance(&self, percent: i64) -> Self {
        let targets = self.targets.clone();
        self.with_day_rows(|day, row| {
            let target = match Nutrient::ALL.get(row.measure) {
                Some(Nutrient::Calories) => targets[day].calories,
                Some(Nutrient::Protein) => targets[day].protein,
                Some(Nutrient::Carbs) => targets[day].carbs,
                _ => return,
            };
            if row.rule == "MV-3" {
                row.low = Some(((100 - percent) * target + 99).div_euclid(100));
                row.high = Some(((100 + percent) * target).div_euclid(100));
            }
        })
    }

    /// Floors of the horizon, one or all, reached to so many thousandths of what is asked.
    #[must_use]
    pub fn with_fraction(&self, nutrient: Option<Nutrient>, milli: i64) -> Self {
        let mut eased = self.clone();
        for row in &mut eased.horizon_rows {
            if nutrient.is_none_or(|nutrient| row.measure == nutrient as usize) {
                row.low = row.low.map(|low| (low * milli + 999).div_euclid(1000));
            }
        }
        eased
    }

    /// Another ceiling of energy (HC-5).
    #[must_use]
    pub fn with_ceiling(&self, ceiling: i64) -> Self {
        let mut raised = self.with_day_rows(|_, row| {
            if row.rule == "HC-5" {
                row.high = Some(ceiling);
            }
        });
        raised.ceiling = Some(ceiling);
        raised
    }

    /// All the time to cook in the slots that have so many minutes.
    #[must_use]
    pub fn with_time(&self, cap: u32) -> Self {
        let mut free = self.clone();
        for slot in free.days.iter_mut().flatten().filter(|slot| slot.cap == Some(cap)) {
            slot.cap = None;
        }
        let always = !self.has_later_portions;
        free.kinds = kinds(&mut free.days, &free.recipes, |recipe| is_plain(recipe, always)).into();
        free
    }

    fn with_day_rows(&self, change: impl Fn(usize, &mut Row)) -> Self {
        let mut changed = self.clone();
        for (day, rows) in changed.day_rows.iter_mut().enumerate() {
            for row in rows {
                change(day, row);
            }
        }
        changed
    }
}
