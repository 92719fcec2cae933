//! The report of a week or a month, as JSON, Markdown or HTML.

use domain::vocabulary::vocabulary;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::{
    answer::{Answer, Answers, File},
    call::Call,
    endpoint::{Endpoint, Input, Needs, get},
};
use crate::{
    briefing,
    problem::Problem,
    service::{
        app::Scope,
        charts, overview,
        report::{self, ReportKind, ReportPeriod, Told},
    },
    viewer::Viewer,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let read = Needs::Athlete(Scope::Read);
    vec![
        get("/reports/weekly/{week}", "A-17", read, "The report of a week", weekly),
        get("/reports/monthly/{month}", "A-18", read, "The report of a month", monthly),
    ]
}

/// Which week.
#[derive(Debug, Deserialize, JsonSchema)]
struct WhichWeek {
    /// An ISO week, like `2026-W11`.
    week: String,
}

/// Which month.
#[derive(Debug, Deserialize, JsonSchema)]
struct WhichMonth {
    /// A calendar month, like `2026-03`.
    month: String,
}

vocabulary! {
    /// The form of a report.
    pub enum Form: "form" {
        Json = "json",
        Markdown = "md",
        Html = "html",
    }
}

/// Which of its revisions, in which form.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    /// The revision, 1 for the first; else the newest.
    revision: Option<i64>,
    /// `json` (default), `md` or `html`.
    format: Option<Form>,
}

/// A report in the form that was asked for.
enum Shape {
    Text(File),
    Told(Box<Told>),
}

impl Answers for Shape {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some("application/json");

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Told>()
    }

    fn answer(self) -> Result<Answer, Problem> {
        match self {
            Self::Text(file) => file.answer(),
            Self::Told(told) => Answer::json(Self::STATUS, &*told),
        }
    }
}

async fn weekly(call: Call, input: Input<WhichWeek, Wanted>) -> Result<Shape, Problem> {
    let week = ReportPeriod::named(ReportKind::Weekly, &input.path.week)?;
    told(&call, week, &input.query).await
}

async fn monthly(call: Call, input: Input<WhichMonth, Wanted>) -> Result<Shape, Problem> {
    let month = ReportPeriod::named(ReportKind::Monthly, &input.path.month)?;
    told(&call, month, &input.query).await
}

async fn told(call: &Call, period: ReportPeriod, wanted: &Wanted) -> Result<Shape, Problem> {
    let (app, caller) = (call.app(), call.caller()?);
    let told = report::read(app, &caller, period, wanted.revision).await?;
    let (media, end, write): (_, _, fn(&str, &[briefing::Section]) -> String) = match wanted.format {
        None | Some(Form::Json) => return Ok(Shape::Told(Box::new(told))),
        Some(Form::Markdown) => ("text/markdown", "md", briefing::markdown),
        Some(Form::Html) => ("text/html", "html", briefing::html),
    };
    let report = told.report;
    let ground = overview::ground(app, &caller).await?;
    let facts = charts::facts_until(app, &caller, &report.charts, report.to).await?;
    let viewer = Viewer::of(&ground, call.lang).on(report.to);
    let drawn = briefing::draw(&report, &facts, &viewer);
    let text = write(&briefing::title(&report, &viewer), &briefing::sections(&report, &drawn, &viewer));
    let name = format!("{}.{end}", report.period);
    Ok(Shape::Text(File { media, name, content: text.into_bytes() }))
}
