//! FC-4: what the days that remain can still bring, whatever is chosen.

use crate::{
    pool::{Amounts, looser},
    request::Request,
};

/// The most and the least of each row of the horizon from each day on.
pub struct Reach {
    /// By day, then by row of the horizon.
    most: Vec<Vec<i64>>,
    least: Vec<Vec<i64>>,
}

impl Reach {
    /// The reach of a request.
    pub fn new(request: &Request) -> Self {
        let rows = &request.horizon_rows;
        let days = request.days.len();
        let mut reach =
            Self { most: vec![vec![0; rows.len()]; days + 1], least: vec![vec![0; rows.len()]; days + 1] };
        for day in (0..days).rev() {
            let open = request.days[day].iter().filter(|slot| slot.is_open());
            let cap = open.clone().map(|slot| slot.cap).reduce(looser).flatten();
            let (count, fixed) = (open.count(), request.fixed(day));
            for (index, row) in rows.iter().enumerate() {
                let fixed = fixed[row.measure];
                let most = request.bounds().most(cap, row.measure, count);
                let least = request.bounds().least(cap, row.measure, count);
                reach.most[day][index] = reach.most[day + 1][index] + fixed + most;
                reach.least[day][index] = reach.least[day + 1][index] + fixed + least;
            }
        }
        reach
    }

    /// The most of a row over all days.
    pub fn most(&self, row: usize) -> i64 {
        self.most[0][row]
    }

    /// Whether the days from `day` on can keep every row, given what the days before hold.
    pub fn allows(&self, request: &Request, day: usize, completed: &Amounts) -> bool {
        request.horizon_rows.iter().enumerate().all(|(index, row)| {
            let done = completed[row.measure];
            row.low.is_none_or(|low| low <= done + self.most[day][index])
                && row.high.is_none_or(|high| done + self.least[day][index] <= high)
        })
    }
}
