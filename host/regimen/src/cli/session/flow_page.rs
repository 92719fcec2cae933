//! What the commands of the session flow print: what was understood, what waits, what is wrong (L-4, L-5).

use assistant::input::{Understood, history::DoneSession, instructions::Ban};
use domain::{reason::Reason, voice::Voice};

use crate::{
    cli::{
        page::{Reader, section},
        table::{Column, Table, lines, paragraph},
    },
    service::flow::{draft::Draft, reading::Reading},
};

/// What was understood of a request: the figures, then what was read in words, then what was not.
pub(super) fn understood(understood: &Understood, page: &Reader<'_>) -> String {
    let meta = &understood.meta;
    let mut rows: Vec<[String; 2]> = vec![
        [page.text("flow-date"), page.fact(meta.date)],
        [page.text("flow-place"), meta.location.clone()],
        [page.text("flow-minutes"), page.fact(meta.duration_minutes)],
        [page.text("flow-goal"), page.text(&format!("web-goal-{}", meta.goal))],
        [page.text("flow-units"), meta.units.to_string()],
    ];
    let mut add = |id: &str, value: String| {
        if !value.is_empty() {
            rows.push([page.text(id), value]);
        }
    };
    let wishes = &understood.instructions;
    let names = |keys: &mut dyn Iterator<Item = String>| keys.collect::<Vec<_>>().join(", ");
    add("flow-intent", understood.intent.map_or_else(String::new, |intent| page.word("intent", intent)));
    add("flow-bans", names(&mut wishes.bans.iter().map(|ban| banned(ban, page))));
    add("flow-favorites", names(&mut wishes.favorites.iter().map(|key| page.name(key).to_owned())));
    let pains =
        wishes.injuries.iter().map(|pain| format!("{} {}", page.word("area", pain.area), pain.severity));
    add("flow-injuries", names(&mut pains.into_iter()));
    let counts = wishes.minimum_sets.iter().map(|one| format!("{} {}", page.name(&one.exercise), one.sets));
    add("flow-minimum-sets", names(&mut counts.into_iter()));
    if let Some(recovery) = &understood.recovery {
        let figure = |figure: Option<u8>| figure.map_or_else(String::new, |figure| figure.to_string());
        add("flow-sleep", figure(recovery.signals.sleep_score));
        add("flow-battery", figure(recovery.signals.body_battery));
    }
    let cardio = understood.cardio.iter().map(|clause| clause.text.clone());
    add("flow-cardio", names(&mut cardio.into_iter()));
    add("flow-activities", count(understood.activities.len()));
    add("flow-equipment", understood.equipment.join(", "));
    let mut table = Table::new([Column::Left, Column::Rest]);
    for row in rows {
        table.row(row);
    }
    [
        table.to_string(),
        section(&page.text("flow-history"), &history(&understood.history.sessions)),
        section(&page.text("flow-warnings"), &lines(understood.warnings.iter().map(|one| told(one, page)))),
    ]
    .concat()
}

fn banned(ban: &Ban, page: &Reader<'_>) -> String {
    match ban {
        Ban::Exercise(key) => page.name(key).to_owned(),
        Ban::Pattern(pattern) => page.word("pattern", pattern),
        Ban::Equipment(equipment) => page.word("equipment", equipment),
    }
}

fn count(count: usize) -> String {
    if count == 0 { String::new() } else { count.to_string() }
}

fn history(sessions: &[DoneSession]) -> String {
    let session = |session: &DoneSession| {
        let exercises = session.exercises.iter().map(|one| {
            let sets: Vec<String> = one.sets.iter().map(ToString::to_string).collect();
            format!("{} {}", one.exercise, sets.join(" "))
        });
        [session.date.to_string(), exercises.collect::<Vec<_>>().join("; ")]
    };
    let mut table = Table::new([Column::Left, Column::Rest]);
    for row in sessions.iter().map(session) {
        table.row(row);
    }
    table.to_string()
}

/// What the athlete should know, a line each.
pub(super) fn warnings(warnings: &[Reason], page: &Reader<'_>) -> String {
    lines(warnings.iter().map(|warning| told(warning, page))).trim_end().to_owned()
}

fn told(reason: &Reason, page: &Reader<'_>) -> String {
    Voice::new(page.locale()).reason(reason)
}

/// Drafts as a table: which, until when, where they stand.
pub(super) fn drafts(drafts: &[Draft], page: &Reader<'_>) -> String {
    if drafts.is_empty() {
        return format!("{}\n", page.text("flow-no-drafts"));
    }
    let mut table = Table::new([Column::Left, Column::Left, Column::Rest]);
    for draft in drafts {
        let names: Vec<&str> = draft.analyzer.exercise_plan.iter().map(|one| one.exercise.as_str()).collect();
        let state = page.word("proposal", draft.state);
        table.row([draft.workout_id.clone(), state, names.join(", ")]);
    }
    table.to_string()
}

/// What lines would mean, and how that is confirmed.
pub(super) fn to_confirm(readings: &[Reading], page: &Reader<'_>) -> String {
    if readings.is_empty() {
        return page.text("flow-nothing-read");
    }
    format!(
        "{}\n{}\n{}",
        page.text("flow-read-head"),
        self::readings(readings, page),
        page.text("flow-read-help")
    )
}

/// Readings as a table: by which they are answered, where they stand, what they say.
pub(super) fn readings(readings: &[Reading], page: &Reader<'_>) -> String {
    if readings.is_empty() {
        return format!("{}\n", page.text("flow-no-readings"));
    }
    let mut table = Table::new([Column::Left, Column::Left, Column::Rest]);
    for one in readings {
        let state = page.word("reading_state", one.state);
        table.row([one.key.clone(), state, format!("{} ← {}", page.meant(&one.meant), one.text)]);
    }
    table.to_string()
}

/// What is wrong with a document, or the good news.
pub(super) fn faults(faults: impl Iterator<Item = String>, page: &Reader<'_>) -> String {
    let faults: Vec<String> = faults.collect();
    let head = page.text_with("flow-checked", [("count", faults.len().into())]);
    let lines = faults.iter().map(|fault| paragraph(fault, 2));
    format!("{head}\n{}", lines.collect::<String>())
}
