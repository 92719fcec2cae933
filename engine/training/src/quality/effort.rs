//! Whether the same work feels harder than before.

use domain::{
    progress::ProgressRecord,
    time::{DateSpan, LocalDate, add_days},
};

use crate::{kpi::Rate, progress_summary::standing};

/// the name of the drift, and the days of effort now.
pub const RPE_DRIFT: (&str, u32) = ("rpe_drift", 7);

/// the days before those, which they are compared with.
const BEFORE_DAYS: u32 = 28;

/// the mean RPE of a week less that of the four weeks before, in tenths. Kept as one fraction, so nothing is lost;
/// nothing where either has no RPE.
pub fn drift(records: &[ProgressRecord], report_date: LocalDate) -> Option<Rate> {
    let trailing = |to: LocalDate, days: u32| DateSpan { from: add_days(to, 1 - i64::from(days)), to };
    let now = trailing(report_date, RPE_DRIFT.1);
    let before = trailing(add_days(now.from, -1), BEFORE_DAYS);
    let records = standing(records);
    let sum = |window: DateSpan| {
        let efforts = records.iter().filter(|record| window.contains(record.local_date));
        efforts.filter_map(|record| record.rpe).fold((0, 0), |(sum, n), rpe| (sum + rpe.tenths(), n + 1))
    };
    let ((sum, n), (sum_before, n_before)) = (sum(now), sum(before));
    let rate = Rate { numerator: sum * n_before - sum_before * n, denominator: n * n_before };
    (rate.denominator > 0).then_some(rate)
}
