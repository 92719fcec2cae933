//! A judged week as a page: the score in its parts, each muscle, and what would help most.

use domain::reason::Reason;
use training::document::week::{EstimatedSession, WeekAnalysis};

use crate::cli::{
    page::{Reader, remarks, section},
    table::{Column, Table},
};

/// The page of a week.
pub(in crate::cli) fn page(week: &WeekAnalysis, page: &Reader<'_>) -> String {
    let label = page.word("week", week.label).into();
    let reasons = |reasons: &[Reason]| {
        remarks(reasons.iter().map(|reason| (None, page.reason(reason.code, reason.spec, &reason.facts))))
    };
    [
        format!("{}\n\n", page.text_with("week-title", [("overall", week.overall.into()), ("label", label)])),
        parts(week, page),
        section(&page.text("week-suggestions"), &reasons(&week.suggestions)),
        section(&page.text("week-muscles"), &muscles(week, page)),
        section(&page.text("week-sessions"), &sessions(week, page)),
        section(&page.text("session-warnings"), &reasons(&week.warnings)),
    ]
    .concat()
}

fn parts(week: &WeekAnalysis, page: &Reader<'_>) -> String {
    let split = [("push", week.push_pull.push_sets.into()), ("pull", week.push_pull.pull_sets.into())];
    let missing = page.words("pattern", &week.patterns.missing);
    let missing = match week.patterns.missing[..] {
        [] => page.text("week-patterns-all"),
        _ => page.text_with("week-patterns-missing", [("patterns", missing.into())]),
    };
    let mut table = Table::new([Column::Left, Column::Left, Column::Right, Column::Rest]);
    for (name, score, remark) in [
        ("week-coverage", week.coverage.score, String::new()),
        ("week-push-pull", week.push_pull.score, page.text_with("week-splits", split)),
        ("week-patterns", week.patterns.score, missing),
        ("week-volume", week.volume.score, String::new()),
    ] {
        table.row([String::new(), page.text(name), page.sets(score), remark]);
    }
    table.to_string()
}

fn muscles(week: &WeekAnalysis, page: &Reader<'_>) -> String {
    let mut table =
        Table::new([Column::Left, Column::Left, Column::Right, Column::Right, Column::Right, Column::Right]);
    table.row(page.texts([
        "",
        "volume-column-muscle",
        "week-column-sessions",
        "week-column-wanted",
        "session-column-sets",
        "week-column-useful",
    ]));
    for (muscle, volume) in &week.volume.muscles {
        let Some(coverage) = week.coverage.muscles.get(muscle) else { continue };
        table.row([
            String::new(),
            page.word("muscle", muscle),
            coverage.sessions.to_string(),
            coverage.wanted.to_string(),
            page.sets(volume.effective),
            format!("{}–{}", volume.landmarks.mev, volume.landmarks.mav),
        ]);
    }
    table.to_string()
}

fn sessions(week: &WeekAnalysis, page: &Reader<'_>) -> String {
    let source = |session: &EstimatedSession| match (&session.template_id, &session.session_id) {
        (Some(id), _) => page.text_with("week-from-template", [("id", id.as_str().into())]),
        (None, Some(id)) => page.text_with("week-from-session", [("id", id.as_str().into())]),
        (None, None) => String::new(),
    };
    let mut table = Table::new([Column::Left, Column::Left, Column::Rest]);
    for session in &week.sessions {
        table.row([String::new(), page.scheduled(&session.entry), source(session)]);
    }
    for unknown in &week.unestimated {
        table.row([String::new(), page.scheduled(unknown), page.text("week-unestimated")]);
    }
    table.to_string()
}
