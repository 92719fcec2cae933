//! `/more/data`: everything of the athlete, to take along, to bring and to delete (A-25, AC-12).

use askama::Template;

use crate::{
    api::endpoint::Input,
    problem::Problem,
    service::export::ExportFile,
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/data.html")]
struct Page<'a> {
    at: &'a Visit,
    files: &'static [ExportFile],
}

/// What is kept.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    html(&Page { at: &at, files: ExportFile::ALL })
}
