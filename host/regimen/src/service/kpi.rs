//! KPIs: whether generated sessions are taken as they are, done, and worth it (A-4..A-7, A-9, A-10).

mod facts;
pub mod gate;

use std::collections::BTreeMap;

use domain::{
    anatomy::Muscle,
    session::{Intent, SelectionMode},
    time::{DateSpan, LocalDate, add_days},
};
use schemars::JsonSchema;
use serde::Serialize;
use training::kpi::{Dims, Figure, Rate, session, trend, volume};

pub(super) use self::facts::{Cohort, KpiFacts};
use super::{
    app::{App, Caller, Scope},
    figures::{self, Days},
};
use crate::problem::Problem;

/// What is looked at unless other days are asked for: four weeks.
const DAYS: i64 = 28;

/// A figure, with how many it is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Kpi {
    /// Its name.
    pub name: &'static str,
    /// How many.
    pub numerator: i64,
    /// Of how many.
    pub n: i64,
    /// The one divided by the other, with three decimals.
    pub value: String,
}

/// The figures of some days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Kpis {
    /// The first day.
    pub from: LocalDate,
    /// The last day.
    pub to: LocalDate,
    /// Only of sessions whose exercises were chosen so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<SelectionMode>,
    /// Only of sessions that are about this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
    /// The figures; one that has nothing to count is absent.
    pub kpis: Vec<Kpi>,
    /// Why exercises were swapped in the middle of sessions, and how often.
    pub substitution_reasons: BTreeMap<&'static str, u32>,
}

/// The figures of an athlete over some days, of all sessions or of those of a mode, of an intent, or of both.
pub async fn kpis(
    app: &App,
    caller: &Caller,
    (from, to): Days,
    (mode, intent): (Option<SelectionMode>, Option<Intent>),
) -> Result<Kpis, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let to = to.unwrap_or_else(|| work.today());
    let days = figures::span(from.unwrap_or_else(|| add_days(to, 1 - DAYS)), to)?;
    let facts = KpiFacts::load(&mut work, days, days.from).await?;
    let counted = facts.counted(days.to, work.now);
    let dims = Dims { mode, intent };
    let figures =
        counted.figures(days).into_iter().chain(counted.trend()).filter(|figure| figure.dims == dims);
    let kpi = |Figure { name, rate, .. }: Figure| {
        let (numerator, n) = (rate.numerator, rate.denominator);
        Kpi { name, numerator, n, value: rate.to_string() }
    };
    let substitution_reasons = facts.substitution_reasons(days, dims, work.now);
    Ok(Kpis {
        from: days.from,
        to: days.to,
        mode,
        intent,
        kpis: figures.map(kpi).collect(),
        substitution_reasons,
    })
}

/// What was known at an instant, ready to be counted.
pub(super) struct Counted {
    sessions: Vec<session::Generated>,
    weeks: Vec<volume::WeekFacts>,
    anchors: Vec<trend::Anchor>,
}

impl Counted {
    /// The figures of a window, of everything and by mode and intent.
    pub(super) fn figures(&self, window: DateSpan) -> Vec<Figure> {
        let mut all = session::figures(&self.sessions, window);
        all.extend(volume::figures(&self.weeks, window));
        all
    }

    /// how anchors went in the last six weeks, whatever the window.
    pub(super) fn trend(&self) -> Vec<Figure> {
        trend::figures(&self.anchors)
    }

    /// the weeks that are over, oldest first.
    pub(super) fn weeks(&self) -> &[volume::WeekFacts] {
        &self.weeks
    }

    /// planned and done of the target of each muscle.
    pub(super) fn by_muscle(&self, window: DateSpan) -> BTreeMap<Muscle, [Rate; 2]> {
        volume::by_muscle(&self.weeks, window)
    }
}
