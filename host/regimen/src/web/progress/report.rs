//! `/progress/report/{week}`: the report of a week, its one change to be answered where it waits.

use askama::Template;
use schemars::JsonSchema;
use serde::Deserialize;
use training::report::change::ChangeKind;

use crate::{
    api::endpoint::Input,
    briefing::{self, Section},
    chart::Size,
    gallery::{self, Wanted},
    problem::Problem,
    service::{
        charts, proposals,
        report::{self, IsoWeek, Report},
    },
    web::{Reply, html, shape::Card, visit::Visit},
};

#[derive(Template)]
#[template(path = "progress/report.html")]
struct Page<'a> {
    at: &'a Visit,
    title: String,
    sections: Vec<Section>,
    figures: Vec<String>,
    /// The proposal of the change, with its answers.
    cards: Vec<Card>,
    /// Whether the change is answered on the page of the plan.
    asks_plan: bool,
    before: Option<IsoWeek>,
    after: Option<IsoWeek>,
}

/// Which week.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::web) struct Which {
    week: String,
}

/// The report of a week.
pub(in crate::web) async fn show(at: Visit, input: Input<Which>) -> Result<Reply, Problem> {
    let week: IsoWeek = input.path.week.parse()?;
    let report = report::weekly(at.app(), &at.caller, week, None).await?.report;
    let facts = charts::facts_until(at.app(), &at.caller, &report.charts, report.to).await?;
    let cards = cards(&at, &report).await?;
    let (first, newest) = report::weeks(at.app(), &at.caller).await?.unwrap_or((week, week));
    let viewer = at.viewer().on(report.to);
    let drawn: Vec<_> = facts.iter().map(|facts| gallery::draw(facts, &Wanted::default(), &viewer)).collect();
    html(&Page {
        title: briefing::title(&report, &viewer),
        sections: briefing::sections(&report, &drawn, &viewer),
        figures: drawn.iter().map(|chart| chart.figure(Size::Narrow)).collect(),
        cards,
        asks_plan: report.change.is_some_and(|change| change.kind == ChangeKind::ResolveConflict),
        before: (first < week).then(|| week.plus(-1)),
        after: (week < newest).then(|| week.plus(1)),
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
    let name = waiting.exercise.as_ref().map(|key| reader.name(key).to_owned()).unwrap_or_default();
    Ok(Card::all(&[proposal], &reader, |_| name.clone()))
}
