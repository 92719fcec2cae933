//! `/progress/report/{period}`: the report of a week or a month, its one change to be answered where it
//! waits.

use askama::Template;
use schemars::JsonSchema;
use serde::Deserialize;
use training::report::change::ChangeKind;

use crate::{
    api::endpoint::Input,
    briefing::{self, Section},
    chart::{Chart as _, Size},
    problem::Problem,
    service::{
        charts, proposals,
        report::{self, Report, ReportKind, ReportPeriod},
    },
    web::{Reply, html, shape::Card, visit::Visit},
};

#[derive(Template)]
#[template(path = "progress/report.html")]
struct Page<'a> {
    at: &'a Visit,
    title: String,
    is_month: bool,
    sections: Vec<Section>,
    /// The pictures of a section, which tell what its lines would.
    muscles: Vec<String>,
    charts: Vec<String>,
    /// The proposal of the change, with its answers.
    cards: Vec<Card>,
    /// Whether the change is answered on the page of the plan.
    asks_plan: bool,
    before: Option<ReportPeriod>,
    after: Option<ReportPeriod>,
    /// The newest report of the other length.
    other: Option<ReportPeriod>,
}

impl Page<'_> {
    /// What tells a section in pictures; nothing where its lines do.
    fn figures(&self, section: &Section) -> &[String] {
        match section.name {
            "muscles" => &self.muscles,
            "charts" => &self.charts,
            _ => &[],
        }
    }
}

/// Which week or month.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::web) struct Which {
    period: String,
}

/// The report of a week or month.
pub(in crate::web) async fn show(at: Visit, input: Input<Which>) -> Result<Reply, Problem> {
    let period: ReportPeriod = input.path.period.parse()?;
    let (app, caller, kind) = (at.app(), &at.caller, period.kind());
    let report = report::read(app, caller, period, None).await?.report;
    let facts = charts::facts_until(app, caller, &report.charts, report.to).await?;
    let cards = cards(&at, &report).await?;
    let (first, newest) = report::periods(app, caller, kind).await?.unwrap_or((period, period));
    let is_month = kind == ReportKind::Monthly;
    let other = if is_month { ReportKind::Weekly } else { ReportKind::Monthly };
    let other = report::periods(app, caller, other).await?.map(|(_, newest)| newest);
    let viewer = at.viewer().on(report.to);
    let drawn = briefing::draw(&report, &facts, &viewer);
    html(&Page {
        title: briefing::title(&report, &viewer),
        is_month,
        sections: briefing::sections(&report, &drawn, &viewer),
        muscles: briefing::muscles(&report, &viewer).iter().map(|chart| chart.figure(Size::Narrow)).collect(),
        charts: drawn.iter().map(|chart| chart.figure(Size::Narrow)).collect(),
        cards,
        asks_plan: report.change.is_some_and(|change| change.kind == ChangeKind::ResolveConflict),
        before: (first < period).then(|| period.plus(-1)),
        after: (period < newest).then(|| period.plus(1)),
        other,
        at: &at,
    })
}

/// The proposal that the report is about, as it stands now.
async fn cards(at: &Visit, report: &Report) -> Result<Vec<Card>, Problem> {
    let Some(waiting) = report.change.as_ref().and_then(|change| change.proposal.as_ref()) else {
        return Ok(Vec::new());
    };
    let (proposal, _) = proposals::show(at.app(), &at.caller, waiting.id).await?;
    let reader = at.reader();
    let plan = || reader.text("report-plan");
    let name = waiting.exercise.as_ref().map_or_else(plan, |key| reader.name(key).to_owned());
    Ok(Card::all(&[proposal], &reader, |_| name.clone()))
}
