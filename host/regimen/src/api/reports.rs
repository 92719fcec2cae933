//! The report of a week, as JSON, Markdown or HTML.

use domain::vocabulary::vocabulary;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::{
    answer::{Answer, Answers, File},
    call::Call,
    endpoint::{Endpoint, Input, Needs, get},
};
use crate::{
    briefing, gallery,
    problem::Problem,
    service::{
        app::Scope,
        charts, overview,
        report::{self, Told},
    },
    viewer::Viewer,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let read = Needs::Athlete(Scope::Read);
    vec![get("/reports/weekly/{week}", "A-17", read, "The report of a week", weekly)]
}

/// Which week.
#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// An ISO week, like `2026-W11`.
    week: String,
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

async fn weekly(call: Call, input: Input<Which, Wanted>) -> Result<Shape, Problem> {
    let (app, caller) = (call.app(), call.caller()?);
    let told = report::weekly(app, &caller, input.path.week.parse()?, input.query.revision).await?;
    let (media, end, write): (_, _, fn(&str, &[briefing::Section]) -> String) = match input.query.format {
        None | Some(Form::Json) => return Ok(Shape::Told(Box::new(told))),
        Some(Form::Markdown) => ("text/markdown", "md", briefing::markdown),
        Some(Form::Html) => ("text/html", "html", briefing::html),
    };
    let ground = overview::ground(app, &caller).await?;
    let facts = charts::facts_until(app, &caller, &told.report.charts, told.report.to).await?;
    let viewer = Viewer::of(&ground, call.lang).on(told.report.to);
    let drawn: Vec<_> =
        facts.iter().map(|facts| gallery::draw(facts, &gallery::Wanted::default(), &viewer)).collect();
    let text =
        write(&briefing::title(&told.report, &viewer), &briefing::sections(&told.report, &drawn, &viewer));
    let name = format!("{}.{end}", told.report.week);
    Ok(Shape::Text(File { media, name, content: text.into_bytes() }))
}
