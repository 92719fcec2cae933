//! A report in words: its sections with their lines, as the page, the texts and the command line show them.

use domain::{
    person::ActorKind,
    progress::LevelDecision,
    quantity::Grams,
    reason::{Fact, Reason},
};
use training::{
    output::OneDecimal,
    records::{Record, RecordKind},
    report::change::ChangeKind,
};

use crate::{
    chart::{Chart, Gauge, GaugeRow, Landmark, Scale},
    gallery::{self, Wanted},
    markup::Markup,
    reader::capital,
    service::{
        act::{ActCount, CoachActs},
        charts::{ChartFacts, Span},
        report::{
            AnchorReview, Change, Flagged, LevelReview, MonthReview, Moved, MuscleDone, NextWeek, Report,
            Summary, WaitingProposal,
        },
    },
    viewer::Viewer,
};

/// A section of a report; which one, its heading and its lines.
pub(crate) struct Section {
    /// Its name in the texts: `report-<name>`.
    pub(crate) name: &'static str,
    pub(crate) heading: String,
    pub(crate) lines: Vec<String>,
}

/// The title of a report.
pub(crate) fn title(report: &Report, at: &Viewer<'_>) -> String {
    let (from, to) = (at.day(report.from), at.day(report.to));
    let days = [("period", report.period.as_str().into()), ("from", from.into()), ("to", to.into())];
    at.text_with(if is_week(report) { "report-title" } else { "report-title-month" }, days)
}

fn is_week(report: &Report) -> bool {
    report.period.contains('W')
}

/// The charts of a report: of a week those of a quarter, of a month those of a year.
pub(crate) fn draw(report: &Report, facts: &[ChartFacts], at: &Viewer<'_>) -> Vec<Box<dyn Chart>> {
    let span = if is_week(report) { Span::Quarter } else { Span::Year };
    let wanted = Wanted { span: Some(span), ..Wanted::default() };
    facts.iter().map(|facts| gallery::draw(facts, &wanted, at)).collect()
}

/// What each hard muscle got of its target, as a picture.
pub(crate) fn muscles(report: &Report, at: &Viewer<'_>) -> Option<Gauge> {
    let muscles = &report.summary.as_ref()?.muscles;
    let row = |one: &MuscleDone| GaugeRow {
        at: one.muscle.to_string(),
        name: capital(&at.word("muscle", one.muscle)),
        value: one.done,
        landmarks: vec![(Landmark::Target, one.target)],
        format: at.tenths(),
        note: String::new(),
    };
    let title = at.word("report", "muscles");
    Some(Gauge {
        caption: at.caption("report-muscles", title, at.text("report-muscles-says"), "web-plan-volume-none"),
        scale: Scale::Shared,
        row_name: at.text("web-plan-muscle"),
        value_name: at.text("web-plan-done-sets"),
        landmarks: vec![(Landmark::Target, at.text("web-plan-target"))],
        rows: muscles.iter().map(row).collect(),
    })
}

/// The sections of a report in their order; an empty one is left out.
pub(crate) fn sections(report: &Report, charts: &[Box<dyn Chart>], at: &Viewer<'_>) -> Vec<Section> {
    let flags = report.flags.iter().map(|flag| flagged(flag, at));
    let advice =
        report.advice.iter().filter_map(|one| crate::texts::find(at.locale(), &one.text, &one.facts));
    let records = last_records(&report.records).map(|record| {
        let name = at.keyed(&record.exercise);
        let value = at.record(record.kind, record.value);
        let former = record.former.map(|former| at.record(record.kind, former)).unwrap_or_default();
        let kind = at.record_kind(record);
        at.text_with(
            "report-record",
            [
                ("exercise", name.into()),
                ("kind", kind.into()),
                ("value", value.into()),
                ("former", former.into()),
            ],
        )
    });
    let conflicts = report.conflicts.iter().map(|conflict| {
        let names: Vec<&str> = conflict.exercises.iter().map(|key| at.name(key)).collect();
        let ways: Vec<String> = conflict.alternatives.iter().map(|one| at.word("way", one)).collect();
        let facts = [
            ("exercises", names.join(", ").into()),
            ("days", conflict.days.into()),
            ("ways", ways.join("; ").into()),
        ];
        at.text_with(if ways.is_empty() { "report-conflict" } else { "report-conflict-ways" }, facts)
    });
    let proposals = report.proposals.iter().map(|proposal| proposed(proposal, at));
    let drawn = charts.iter().map(|chart| {
        let caption = chart.caption();
        let said = if chart.is_drawable() { &caption.description } else { &caption.empty };
        format!("{}: {said}", caption.title)
    });
    let is_week = is_week(report);
    let summary = report.summary.as_ref();
    let month = report.month.as_ref();
    let all: [(&'static str, Vec<String>); 14] = [
        ("finding", vec![finding(&report.finding, at)]),
        ("change", report.change.iter().map(|change| changed(change, at)).collect()),
        ("summary", summary.map(|summary| summed(summary, is_week, at)).unwrap_or_default()),
        ("muscles", summary.map(|summary| trained(summary, at)).unwrap_or_default()),
        ("block", month.map(|month| block(month, at)).unwrap_or_default()),
        ("anchors", month.iter().flat_map(|month| &month.anchors).map(|one| anchor(one, at)).collect()),
        ("map", month.iter().flat_map(|month| &month.levels).map(|one| stands(one, at)).collect()),
        ("levels", report.exercises.iter().map(|one| moved(one, at)).collect()),
        ("records", records.collect()),
        ("flags", flags.chain(advice).collect()),
        ("coaches", report.coaches.iter().map(|one| coached(one, at)).collect()),
        ("open", conflicts.chain(proposals).collect()),
        ("charts", drawn.collect()),
        ("next", next(&report.next, at)),
    ];
    let kept = all.into_iter().filter(|(_, lines)| !lines.is_empty());
    kept.map(|(name, lines)| Section { name, heading: at.word("report", name), lines }).collect()
}

/// What is told of records: the last of each kind, and no loads for so many reps, which follow from the others.
fn last_records(records: &[Record]) -> impl Iterator<Item = &Record> {
    let is_last = |(place, record): &(usize, &Record)| {
        let mut later = records.iter().skip(place + 1);
        record.kind != RecordKind::RepMax
            && !later.any(|one| (&one.exercise, one.kind) == (&record.exercise, record.kind))
    };
    records.iter().enumerate().filter(is_last).map(|(_, record)| record)
}

/// AC-9: what a coach did, and how often.
fn coached(one: &CoachActs, at: &Viewer<'_>) -> String {
    let coach = one.coach.clone().unwrap_or_else(|| at.word("actor", ActorKind::Coach));
    let act = |one: &ActCount| match one.count {
        1 => at.word("act", one.act),
        count => format!("{} ({count})", at.word("act", one.act)),
    };
    let acts: Vec<String> = one.acts.iter().map(act).collect();
    at.text_with("report-coach", [("coach", coach.into()), ("acts", acts.join(", ").into())])
}

/// The report as Markdown.
pub(crate) fn markdown(title: &str, sections: &[Section]) -> String {
    let section = |one: &Section| {
        let lines: String = one.lines.iter().flat_map(|line| ["- ", line, "\n"]).collect();
        format!("\n## {}\n\n{lines}", one.heading)
    };
    let told: String = sections.iter().map(section).collect();
    format!("# {title}\n{told}")
}

/// The report as HTML, without anything around it.
pub(crate) fn html(title: &str, sections: &[Section]) -> String {
    let mut page = Markup::default();
    page.leaf("h1", &[], title);
    for Section { heading, lines, .. } in sections {
        page.leaf("h2", &[], heading);
        page.open("ul", &[]);
        for line in lines {
            page.leaf("li", &[], line);
        }
        page.close("ul");
    }
    page.finish()
}

/// what matters most; ladders and exercises by their names.
fn finding(reason: &Reason, at: &Viewer<'_>) -> String {
    let mut facts = reason.facts.clone();
    if let Some(Fact::Text(key)) = facts.get("exercise") {
        let name = at.keyed(key);
        facts.insert("exercise".into(), name.into());
    }
    capital(&at.reason(reason.code, reason.spec, &facts))
}

/// what to do about it.
fn changed(change: &Change, at: &Viewer<'_>) -> String {
    let is_known = matches!(change.kind, ChangeKind::Safety | ChangeKind::Pending);
    if let Some(proposal) = change.proposal.as_ref().filter(|_| is_known) {
        return proposed(proposal, at);
    }
    let named = |key: &Option<String>| key.as_ref().map(|key| at.keyed(key)).unwrap_or_default();
    let (exercise, to) = (named(&change.exercise), named(&change.to));
    let id = match change.kind {
        ChangeKind::LighterSession if exercise.is_empty() => "report-change-lighter_next".to_owned(),
        kind => format!("report-change-{kind}"),
    };
    let amount = change.amount.unwrap_or(0);
    at.text_with(&id, [("exercise", exercise.into()), ("to", to.into()), ("amount", amount.into())])
}

/// A proposal that waits.
fn proposed(proposal: &WaitingProposal, at: &Viewer<'_>) -> String {
    let name =
        proposal.exercise.as_ref().map_or_else(|| at.text("report-plan"), |key| at.name(key).to_owned());
    let Reason { code, spec, facts } = &proposal.reason;
    let reason = at.reason(*code, *spec, facts);
    let facts = [("exercise", name.into()), ("reason", reason.into()), ("days", proposal.days.into())];
    at.text_with("report-proposal", facts)
}

fn summed(summary: &Summary, is_week: bool, at: &Viewer<'_>) -> Vec<String> {
    let counts = [
        ("done", summary.done.into()),
        ("planned", summary.planned.into()),
        ("sets", summary.sets.into()),
        ("minutes", summary.minutes.into()),
    ];
    let mut lines = vec![at.text_with("report-sessions", counts)];
    let against = at.text(if is_week { "report-against-week" } else { "report-against-month" });
    let effort_against = if is_week { at.text("report-against-weeks") } else { against.clone() };
    if let Some(rpe) = summary.rpe {
        let rpe = Fact::tenths(rpe);
        lines.push(match summary.rpe_change {
            None => at.text_with("report-effort", [("rpe", rpe)]),
            Some(change) => {
                let change = signed(change, at.fact(Fact::tenths(change)));
                let facts = [("rpe", rpe), ("change", change.into()), ("against", effort_against.into())];
                at.text_with("report-effort-change", facts)
            }
        });
    }
    if let Some(weight) = summary.weight_g {
        let weight = Fact::load(weight);
        lines.push(match summary.weight_change_g {
            None => at.text_with("report-weight", [("weight", weight)]),
            Some(change) => {
                let change = signed(change, at.load(Grams(change)));
                let facts = [("weight", weight), ("change", change.into()), ("against", against.into())];
                at.text_with("report-weight-change", facts)
            }
        });
    }
    if let Some(meals) = summary.meals {
        let counts = [("eaten", meals.eaten.into()), ("planned", meals.planned.into())];
        lines.push(at.text_with("report-meals", counts));
    }
    lines
}

/// What each hard muscle got of its target.
fn trained(summary: &Summary, at: &Viewer<'_>) -> Vec<String> {
    let line = |one: &MuscleDone| {
        let (done, target) = (at.sets(OneDecimal(one.done)), at.sets(OneDecimal(one.target)));
        format!("{}: {done} / {target}", capital(&at.word("muscle", one.muscle)))
    };
    summary.muscles.iter().map(line).collect()
}

/// planned against done sets by week, and sessions by weekday.
fn block(month: &MonthReview, at: &Viewer<'_>) -> Vec<String> {
    let weeks = month.weeks.iter().map(|week| {
        let facts = [
            ("week", Fact::from(week.week.as_str())),
            ("place", (week.place + 1).into()),
            ("deload", i64::from(week.deload).into()),
            ("done", week.done.into()),
            ("planned", week.planned.into()),
        ];
        at.text_with("report-block-week", facts)
    });
    let best = month
        .best_week
        .as_ref()
        .map(|week| at.text_with("report-best-week", [("week", week.as_str().into())]));
    let days = month.weekdays.iter().map(|one| {
        let facts = [("done", Fact::from(one.done)), ("planned", one.planned.into())];
        format!("{}: {}", at.word("weekday", one.weekday), at.text_with("report-of", facts))
    });
    let days: Vec<String> = days.collect();
    let days = at.text_with("report-weekdays", [("days", days.join(", ").into())]);
    weeks.chain(best).chain([days]).collect()
}

/// where an estimated maximum stands and goes.
fn anchor(one: &AnchorReview, at: &Viewer<'_>) -> String {
    let change = signed(one.change, at.fact(Fact::tenths(one.change)));
    let facts = [
        ("exercise", Fact::from(at.name(&one.exercise))),
        ("e1rm", Fact::load(one.e1rm_g)),
        ("trend", at.word("trend", one.trend).into()),
        ("change", change.into()),
    ];
    at.text_with("report-anchor", facts)
}

/// where a ladder stands.
fn stands(one: &LevelReview, at: &Viewer<'_>) -> String {
    let facts = [
        ("ladder", Fact::from(at.keyed(&one.ladder))),
        ("old", one.old.into()),
        ("new", one.new.into()),
        ("of", one.of.unwrap_or(0).into()),
        ("moved", i64::from(one.old != one.new).into()),
    ];
    at.text_with("report-stands", facts)
}

fn signed(value: i64, shown: String) -> String {
    if value > 0 { format!("+{shown}") } else { shown }
}

fn moved(one: &Moved, at: &Viewer<'_>) -> String {
    let steps = |id: &str, old: Fact, new: Fact| at.text_with(id, [("old", old), ("new", new)]);
    let mut parts = vec![at.word("report-way", one.way)];
    parts.extend(one.level.map(|(old, new)| steps("report-level", old.into(), new.into())));
    parts.extend(
        one.load_g.map(|(old, new)| steps("report-load", Fact::load(Grams(old)), Fact::load(Grams(new)))),
    );
    parts.push(steps("report-amount", one.volume.0.into(), one.volume.1.into()));
    let decided = one.decision.filter(|decision| *decision != LevelDecision::None);
    parts.extend(decided.map(|decision| at.word("decision", decision)));
    format!("{}: {}", at.name(&one.exercise), parts.join(", "))
}

fn flagged(flag: &Flagged, at: &Viewer<'_>) -> String {
    let mut about = vec![capital(&at.word("flag", flag.kind))];
    about.extend(flag.area.map(|area| at.word("area", area)));
    about.extend(flag.exercise.as_ref().map(|key| at.name(key).to_owned()));
    let facts = [
        ("flag", Fact::from(about.join(", "))),
        ("days", flag.days.into()),
        ("active", i64::from(flag.is_active).into()),
    ];
    at.text_with("report-flag", facts)
}

fn next(week: &NextWeek, at: &Viewer<'_>) -> Vec<String> {
    let place = [
        ("date", Fact::from(at.day(week.start))),
        ("week", (week.week + 1).into()),
        ("length", week.length.into()),
        ("deload", i64::from(week.deload).into()),
    ];
    let schedule: Vec<String> = week.schedule.iter().map(|entry| at.scheduled(entry)).collect();
    let target =
        |one: &MuscleDone| format!("{} {}", at.word("muscle", one.muscle), at.sets(OneDecimal(one.target)));
    let targets: Vec<String> = week.targets.iter().map(target).collect();
    let mut lines = vec![
        at.text_with("report-next-week", place),
        at.text_with("report-next-schedule", [("sessions", schedule.join(", ").into())]),
        at.text_with("report-next-targets", [("muscles", targets.join(", ").into())]),
    ];
    lines.extend(week.risks.iter().map(|one| {
        let facts = [
            ("exercise", Fact::from(at.name(&one.exercise))),
            ("pct", one.pct.into()),
            ("misses", one.misses.into()),
            ("done", one.done.into()),
        ];
        at.text_with("report-next-risk", facts)
    }));
    lines
}
