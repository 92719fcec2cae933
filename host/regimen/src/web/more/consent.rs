//! `/more/consent`: what is done without asking, what is asked, what is not even proposed (PR-6).

use askama::Template;
use domain::{
    change::Direction,
    proposal::{Consent, ConsentSetting, ConsentSubject},
};

use super::{
    control::{Opt, Seg},
    without,
};
use crate::{
    api::endpoint::Input,
    problem::Problem,
    reader::capital,
    service::settings,
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/consent.html")]
struct Page<'a> {
    at: &'a Visit,
    rest: String,
    subjects: Vec<Subject>,
    /// Whether it is the athlete who looks: nobody else may change it.
    is_own: bool,
}

struct Subject {
    word: &'static str,
    name: String,
    /// What the table of PR-6 has.
    usual: &'static str,
    harder: Seg,
    easier: Seg,
    is_fixed: bool,
}

/// What is set.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let document = settings::show(at.app(), &at.caller).await?;
    let consent = &document.profile.consent;
    let subject = |subject: &ConsentSubject| {
        let choice = |direction, field: &str| {
            let known = match consent.consent(*subject, direction) {
                Some(Consent::Auto) => ConsentSetting::Auto,
                Some(Consent::Ask) => ConsentSetting::Ask,
                None => ConsentSetting::Off,
            };
            // In one order everywhere, whichever is the default.
            let allowed = ConsentSetting::ALL.iter().filter(|one| subject.settings().contains(one));
            let options = allowed.map(|one| Opt::new(one, at.word("web-consent", one), *one == known));
            let name = format!("profile.consent.{subject}.{field}");
            Seg::new(at.word("web-consent", field), name, options.collect())
        };
        Subject {
            word: subject.as_str(),
            name: capital(&at.word("consent_subject", subject)),
            usual: subject.settings()[0].as_str(),
            harder: choice(Direction::Harder, "increase"),
            easier: choice(Direction::Easier, "decrease"),
            is_fixed: subject.settings().len() == 1,
        }
    };
    html(&Page {
        rest: without(&document, &["consent"])?,
        subjects: ConsentSubject::ALL.iter().map(subject).collect(),
        is_own: at.athlete().is_none(),
        at: &at,
    })
}
