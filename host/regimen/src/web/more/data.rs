//! `/more/data`: everything of the athlete, to take along, to bring and to delete (A-25, AC-12).

use askama::Template;

use crate::{
    api::endpoint::Input,
    problem::Problem,
    service::{account::own, export::ExportFile},
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/data.html")]
struct Page<'a> {
    at: &'a Visit,
    files: &'static [ExportFile],
    /// Whether a password is asked for; else a fresh sign-in is.
    has_password: bool,
    has_provider: bool,
}

/// What is kept.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let has_password = own::has_password(at.app(), at.visitor.account).await?;
    let has_provider = at.server.has_provider();
    html(&Page { at: &at, files: ExportFile::ALL, has_password, has_provider })
}
