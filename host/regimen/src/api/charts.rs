//! Charts as pictures and as points (P-50, A-21, A-35).

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::{
    answer::{Answer, Answers, File},
    call::Call,
    endpoint::{Endpoint, Input, Needs, get},
};
use crate::{
    gallery::{self, ChartView, Wanted},
    problem::Problem,
    service::{
        app::Scope,
        charts::{self, ChartName},
        overview,
    },
    viewer::Viewer,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let read = Needs::Athlete(Scope::Read);
    vec![get("/charts/{file}", "A-21", read, "A chart: as a picture, or as points", show)]
}

/// Which chart, in which form.
#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The name of a chart and `.svg` or `.json`, like `strength.svg`.
    file: String,
}

/// A chart in the form that was asked for.
enum Drawn {
    Picture(File),
    Points(ChartView),
}

impl Answers for Drawn {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some("application/json");

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<ChartView>()
    }

    fn answer(self) -> Result<Answer, Problem> {
        match self {
            Self::Picture(file) => file.answer(),
            Self::Points(view) => Answer::json(Self::STATUS, &view),
        }
    }
}

async fn show(call: Call, input: Input<Which, Wanted>) -> Result<Drawn, Problem> {
    let file = input.path.file;
    let (name, form) = file.rsplit_once('.').unwrap_or((&file, ""));
    let is_picture = form == "svg";
    let name = ChartName::named(if is_picture || form == "json" { name } else { &file })?;
    let (app, caller) = (call.app(), call.caller()?);
    let ground = overview::ground(app, &caller).await?;
    let facts = charts::facts(app, &caller, name).await?;
    let chart = gallery::draw(&facts, &input.query, &Viewer::of(&ground, call.lang));
    Ok(if is_picture {
        Drawn::Picture(File { media: "image/svg+xml", name: file, content: chart.document().into_bytes() })
    } else {
        Drawn::Points(ChartView::of(name, &*chart))
    })
}
