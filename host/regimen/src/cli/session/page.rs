//! A session as a page: what is meant, what was done, and what came of it.

use domain::{
    prescription::SetPrescription,
    proposal::{Proposal, ProposalState},
    reason::Fact,
    session::{ExercisePerformance, PerformanceStatus, Session, SessionStatus, SetPerformance},
    time::LocalDate,
};
use training::{
    records::{Record, TOLD},
    suggestion::display::{Card, cards},
};

use super::done::Reported;
use crate::{
    cli::{
        page::{Reader, capital, numbers, once, section},
        table::{Column, Table, paragraph},
        today::{flags as flagged, modifiers as lightened},
        train::NAME,
    },
    service::session::{
        beside::Beside,
        finish::{Finished, Told},
        model::ModelRunStatus,
    },
    texts::Locale,
};

/// A session: head, then exercises with what is meant and what was done, then why each is in it (EP-8).
pub(in crate::cli) fn session(
    session: &Session,
    beside: &Beside,
    today: LocalDate,
    page: &Reader<'_>,
) -> String {
    let about =
        session.intent.map_or_else(|| page.text("store-session"), |intent| page.word("intent", intent));
    let facts = [
        ("about", capital(&about).into()),
        ("date", Fact::from(session.local_date)),
        ("state", page.word("session_status", session.status).into()),
    ];
    let head = page.text_with("store-session-title", facts);
    let why = section(&page.text("session-why"), &why(session, beside, page));
    format!(
        "{head}\n\n{}{}{why}{}",
        exercises(session, beside, page),
        pairs(session, page),
        next_step(session, today, page)
    )
}

/// The number of each exercise, as it is shown and typed: 1, 2, 3a, 3b (L-16).
pub(super) fn numbers_of(session: &Session) -> Vec<String> {
    let label = |one: &'_ ExercisePerformance| one.frozen.as_ref().and_then(|frozen| frozen.superset.clone());
    let labels: Vec<Option<String>> = session.exercises.iter().map(label).collect();
    numbers(&labels.iter().map(Option::as_deref).collect::<Vec<_>>())
}

/// What a shared number means, if there is one.
fn pairs(session: &Session, page: &Reader<'_>) -> String {
    let has_pairs = numbers_of(session).iter().any(|number| number.ends_with('a'));
    if has_pairs { format!("\n{}", paragraph(&page.text("session-superset"), 0)) } else { String::new() }
}

fn why(session: &Session, beside: &Beside, page: &Reader<'_>) -> String {
    let mut table = Table::new([Column::Left, Column::Most(NAME), Column::Rest]);
    for key in session.exercises.iter().map(|one| &one.exercise_key) {
        let Some(reasons) = beside.reasons.get(key).filter(|reasons| !reasons.is_empty()) else { continue };
        let told = once(reasons.iter().map(|why| page.reason(why.code, why.spec, &why.facts)));
        let muscles = page.exercise(key).map(|exercise| &exercise.muscles.primary);
        let muscles = page.words("muscle", muscles.into_iter().flatten());
        table.row([String::new(), page.name(key).to_owned(), format!("{muscles} – {}", told.join("; "))]);
    }
    table.to_string()
}

fn exercises(session: &Session, beside: &Beside, page: &Reader<'_>) -> String {
    let mut table =
        Table::new([Column::Left, Column::Rest, Column::Left, Column::Left, Column::Right, Column::Left]);
    table.row(page.texts([
        "",
        "session-column-exercise",
        "session-column-sets",
        "session-column-load",
        "session-column-rest",
        "store-column-done",
    ]));
    for (number, one) in numbers_of(session).into_iter().zip(&session.exercises) {
        let frozen = one.frozen.as_ref().map(|frozen| &frozen.prescription);
        let working: Vec<&SetPrescription> =
            frozen.map(|plan| plan.working_sets().collect()).unwrap_or_default();
        let amounts: Vec<u32> = working.iter().filter_map(|set| set.amount()).collect();
        let load = page.loads(&one.exercise_key, &working);
        let rest = frozen.map_or_else(String::new, |plan| page.rest(plan.rest_policy.seconds));
        table.row([
            number,
            page.name(&one.exercise_key).to_owned(),
            if amounts.is_empty() { "–".to_owned() } else { page.amounts(&amounts, &working) },
            load,
            rest,
            done(one, session, page),
        ]);
        if let Some(ramp) = beside.warm_up.get(&one.exercise_key) {
            let sets = ramp.iter().map(|set| format!("{} × {}", page.load(set.load), set.reps));
            let sets = sets.collect::<Vec<_>>().join(", ");
            table.note(1, page.text_with("session-ramp", [("sets", sets.into())]));
        }
        let lighter = one.frozen.as_ref().filter(|frozen| frozen.volume_pct < 100 || frozen.load_pct < 100);
        if let Some(frozen) = lighter {
            let percent = frozen.volume_pct.min(frozen.load_pct);
            table.note(1, page.text_with("store-lighter", [("percent", u32::from(percent).into())]));
        }
    }
    table.to_string()
}

/// `60 kg x 10, 10, 8`, or that it was left out.
fn done(one: &ExercisePerformance, session: &Session, page: &Reader<'_>) -> String {
    let reported = !matches!(session.status, SessionStatus::Planned | SessionStatus::Active);
    if one.status == PerformanceStatus::Skipped && reported {
        return page.text("session_status-skipped");
    }
    let mut parts: Vec<String> = Vec::new();
    for run in one.sets.chunk_by(|a, b| a.load_g == b.load_g) {
        let amounts: Vec<String> = run.iter().map(|set| amount(set, page)).collect();
        let load = run[0].load_g.filter(|load| load.0 != 0);
        let load = load.map_or_else(String::new, |load| format!("{} x ", page.load(load)));
        parts.push(format!("{load}{}", amounts.join(", ")));
    }
    parts.join("; ")
}

fn amount(set: &SetPerformance, page: &Reader<'_>) -> String {
    let count = [("count", Fact::from(set.amount().unwrap_or(0)))];
    let amount = match (set.seconds, set.meters) {
        (Some(_), _) => page.text_with("amount-seconds", count),
        (_, Some(_)) => page.text_with("amount-meters", count),
        _ => set.amount().unwrap_or(0).to_string(),
    };
    let missed = if set.completed { "" } else { "!" };
    format!("{amount}{missed}")
}

/// What a person does next.
fn next_step(session: &Session, today: LocalDate, page: &Reader<'_>) -> String {
    let step = match session.status {
        SessionStatus::Planned => how_to_start(session.local_date, today, page),
        SessionStatus::Active => page.text("store-next-log"),
        SessionStatus::Summary => page.text("store-next-summary"),
        SessionStatus::Done | SessionStatus::Skipped => return String::new(),
    };
    format!("\n{step}\n")
}

/// How what is planned for a day is started: another day than today has to be named.
pub(in crate::cli) fn how_to_start(day: LocalDate, today: LocalDate, page: &Reader<'_>) -> String {
    if day == today {
        page.text("store-next-start")
    } else {
        page.text_with("store-next-start-on", [("date", day.to_string().into())])
    }
}

/// What came of a report: decisions, records, suggestions, advice.
pub(super) fn finished(finished: &Reported, today: LocalDate, page: &Reader<'_>) -> String {
    let Reported { finished: Finished { row, told, proposals }, records, open, flags, modifiers } = finished;
    let own = |proposal: &Proposal| proposals.iter().any(|own| own.id == proposal.id);
    let landed: Vec<Proposal> =
        proposals.iter().filter(|one| one.state == ProposalState::Accepted).cloned().collect();
    let cards = cards(open);
    let own = cards.iter().filter(|card| card.proposals.iter().any(|one| own(one)));
    let asked: String =
        own.map(|card| suggestion(Some(card.mark(&cards)), card, &row.session, page)).collect();
    let answer = if asked.is_empty() { String::new() } else { paragraph(&page.text("store-answer"), 2) };
    let suggested = asked + &answer;
    [
        session(&row.session, &Beside::default(), today, page),
        section(&page.text("store-decided"), &decisions(told, page)),
        section(&page.text("store-applied"), &applied(told, &landed, &row.session, page)),
        section(&page.text("store-records"), &self::records(records, page)),
        section(&page.text("store-suggested"), &suggested),
        section(&page.text("store-flags"), &flagged(flags, page)),
        section(&page.text("store-lighter-sessions"), &lightened(modifiers, page)),
        section(&page.text("store-advice"), &advice(told, page)),
    ]
    .concat()
}

fn decisions(told: &Told, page: &Reader<'_>) -> String {
    let mut out = String::new();
    for update in &told.updates {
        let name = update
            .exercise
            .parse()
            .map_or_else(|_| update.exercise.clone(), |key| page.name(&key).to_owned());
        let comment = match page.locale() {
            Locale::En => &update.comments.en,
            Locale::Ru => &update.comments.ru,
        };
        if update.decision == domain::progress::LevelDecision::None {
            continue;
        }
        out.push_str(&paragraph(&format!("{name}: {}", page.word("decision", update.decision)), 2));
        if !comment.is_empty() {
            out.push_str(&paragraph(comment, 4));
        }
    }
    out
}

/// PR-11: what came into the plan without a question: old, new, why, and how it is taken back.
fn applied(told: &Told, landed: &[Proposal], session: &Session, page: &Reader<'_>) -> String {
    let Some(version) = told.version else { return String::new() };
    let changes = cards(landed).iter().map(|card| suggestion(None, card, session, page)).collect::<String>();
    changes + &paragraph(&page.text_with("store-new-version", [("number", version.into())]), 2)
}

fn records(records: &[Record], page: &Reader<'_>) -> String {
    let line = |record: &Record| {
        let name = record
            .exercise
            .parse()
            .map_or_else(|_| record.exercise.clone(), |key| page.name(&key).to_owned());
        let value = page.record(record.kind, record.value);
        paragraph(&format!("{name}: {} {value}", page.record_kind(record)), 2)
    };
    let more = records.len().saturating_sub(TOLD);
    let more = if more == 0 {
        String::new()
    } else {
        paragraph(&page.text_with("store-more-records", [("count", more.into())]), 2)
    };
    records.iter().take(TOLD).map(line).collect::<String>() + &more
}

/// A card of suggestions, with its mark for `proposals accept` if it waits.
fn suggestion(mark: Option<String>, card: &Card<'_>, session: &Session, page: &Reader<'_>) -> String {
    let own = session.exercises.iter().find(|one| one.item_id == Some(card.item_id));
    let name = own.map_or_else(|| card.item_id.to_string(), |one| page.name(&one.exercise_key).to_owned());
    let mark = mark.map_or_else(String::new, |mark| format!("{mark}  "));
    let changes = card.proposals.iter().flat_map(|proposal| &proposal.changes);
    let changes = once(changes.map(|change| page.change(change)));
    let why = card.reasons.iter().map(|why| paragraph(&page.reason(why.code, why.spec, &why.facts), 4));
    paragraph(&format!("{mark}{name}: {}", changes.join(", ")), 2) + &why.collect::<String>()
}

fn advice(told: &Told, page: &Reader<'_>) -> String {
    let line = |one: &crate::service::session::finish::ToldAdvice| {
        let text = crate::texts::find(page.locale(), &one.text, &one.facts);
        paragraph(&text.unwrap_or_else(|| one.code.to_string()), 2)
    };
    let archiving = told.archiving.then(|| paragraph(&page.text("archive-queued"), 2));
    let is_asked = told.model.as_ref().is_some_and(|run| run.status == ModelRunStatus::Waiting);
    let asked = is_asked.then(|| paragraph(&page.text("store-model-asked"), 2));
    told.advice.iter().map(line).chain(archiving).chain(asked).collect()
}
