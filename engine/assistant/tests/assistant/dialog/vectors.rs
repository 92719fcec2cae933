//! D-25: every utterance of the chapter reads as the chapter says.

use assistant::dialog::{
    Message,
    act::{Act, Day, Edit, EditChange, Named, Rollback},
    question::{Given, Question, QuestionKind},
    result::{Item, Match, Per, ReadSet, Report, RpeSource, SpokenKind, SpokenMark},
};
use domain::prescription::SetType;

use super::{Around, LISTED, WHOLE, key};

const VECTORS: &str = include_str!("vectors.md");

/// Number, utterance, expectation, and whether the table is that of intents.
fn rows() -> Vec<(&'static str, &'static str, &'static str, bool)> {
    let mut is_intent = false;
    let mut rows = vec![];
    for line in VECTORS.lines() {
        is_intent |= line.starts_with("## Intents");
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        if let [number, utterance, expected] = cells[..]
            && (number == "+" || number.parse::<u32>().is_ok())
        {
            rows.push((number, utterance, expected, is_intent));
        }
    }
    rows
}

#[test]
fn d_25_every_utterance_reads_as_the_chapter_says() {
    assert_eq!(rows().len(), 92 + 5);
    let mut wrong = vec![];
    for (catalogue, names) in [("whole", &*WHOLE), ("listed", &*LISTED)] {
        let around = Around::new(names);
        for (number, utterance, expected, is_intent) in rows() {
            let message = around.read(utterance);
            let found = if is_intent { intent(&message) } else { parse(&message) };
            if found != expected {
                wrong.push(format!(
                    "{catalogue} {number}: {utterance}\n  expected {expected}\n  found    {found}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn d_10_the_full_form_of_number_two_is_that_of_the_chapter() {
    const FULL: &str = r#"{"date":"2026-03-18","items":[{"exercise_key":"bench_press","raw_name":"bench","match":"alias","candidates":[],"sets":[{"type":"working","reps":8,"load_g":80000,"per":"both"},{"type":"working","reps":8,"load_g":80000,"per":"both"},{"type":"working","reps":8,"load_g":80000,"per":"both"}],"rpe10":80,"rpe_source":"said","skipped":false,"note":null}],"marks":[],"questions":[],"unparsed":[]}"#;
    let report = Around::whole().read("bench 3x8 @ 80kg rir 2").report;
    assert_eq!(serde_json::to_string(&report).unwrap(), FULL);
    assert_eq!(serde_json::from_str::<Report>(FULL).unwrap(), report);
}

#[test]
fn d_25_a_family_is_the_only_one_of_today() {
    let around = Around { session: vec![key("bench_press"), key("plank")], ..Around::whole() };
    let report = around.read("жим 3x8 60кг").report;
    assert_eq!((report.items[0].matched, report.questions.len()), (Match::Family, 0));
    assert_eq!(report.items[0].exercise_key, Some(key("bench_press")));
    let planned = Around { plan: vec![key("overhead_press")], ..Around::whole() };
    assert_eq!(planned.read("жим 3x8 60кг").report.items[0].exercise_key, Some(key("overhead_press")));
}

/// A report in the notation of the chapter.
pub(super) fn parse(message: &Message) -> String {
    let report = &message.report;
    let mut parts: Vec<String> = report.items.iter().map(item).collect();
    if report.skipped {
        parts.push("session: skipped".into());
    }
    if report.date.to_string() != "2026-03-18" {
        parts.push(format!("date {}", report.date));
    }
    parts.extend(report.marks.iter().map(mark));
    if !report.questions.is_empty() {
        parts.push(format!("ask {}", report.questions.iter().map(asked).collect::<Vec<_>>().join(", ")));
    }
    if !message.red_flags.is_empty() {
        let flags: Vec<&str> = message.red_flags.iter().map(|flag| flag.as_str()).collect();
        parts.push(format!("RED {}", flags.join(", ")));
    }
    if parts.is_empty() && !report.unparsed.is_empty() {
        parts.push("unparsed".into());
    }
    parts.join("; ")
}

fn item(item: &Item) -> String {
    let stage = match item.matched {
        Match::Fuzzy | Match::Translit => format!("~{}", item.matched),
        _ => String::new(),
    };
    let name = match &item.exercise_key {
        Some(key) => format!("{key}{stage}"),
        None => format!("?({})", item.raw_name),
    };
    let mut said =
        if item.sets.is_empty() && !item.skipped { "no sets".to_owned() } else { sets(&item.sets) };
    if item.skipped {
        said = "skipped".into();
    }
    let source = if item.rpe_source == Some(RpeSource::Word) { "w" } else { "" };
    let effort = item.rpe10.map(|rpe10| format!(" e{rpe10}{source}")).unwrap_or_default();
    let comfort = item.comfort.map(|comfort| format!(" c{comfort}")).unwrap_or_default();
    format!("{name}: {said}{effort}{comfort}")
}

fn sets(sets: &[ReadSet]) -> String {
    let groups = sets.chunk_by(|one, other| one == other);
    groups.map(|group| format!("{}×{}", group.len(), set(&group[0]))).collect::<Vec<_>>().join(" ")
}

fn set(set: &ReadSet) -> String {
    let warmup = if set.kind == SetType::Warmup { "w" } else { "" };
    let reps = set.reps.map(|reps| format!("{reps}r")).unwrap_or_default();
    let seconds = set.seconds.map(|seconds| format!("{seconds}s")).unwrap_or_default();
    let meters = set.meters.map(|meters| format!(" {meters}m")).unwrap_or_default();
    let per = if set.per == Per::Both { String::new() } else { format!("/{}", set.per) };
    let load = set.load_g.map(|load| format!("@{}", load.0)).unwrap_or_default();
    format!("{warmup}{reps}{seconds}{per}{load}{meters}")
}

fn mark(mark: &SpokenMark) -> String {
    let prefix = match (mark.negated, mark.past) {
        (_, true) => "past_",
        (true, _) => "clear_",
        _ => "",
    };
    let facts = [
        mark.area.map(|area| area.to_string()),
        mark.side.map(|side| side.to_string()),
        mark.severity.map(|severity| severity.to_string()),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    let facts = if facts.is_empty() { String::new() } else { format!("({})", facts.join(",")) };
    let at = mark.exercise_key.as_ref().map(|key| format!("→{key}")).unwrap_or_default();
    assert!(mark.kind == SpokenKind::Pain || mark.area.is_none());
    format!("{prefix}{}{facts}{at}", mark.kind)
}

fn asked(question: &Question) -> String {
    match (question.kind, question.facts.get("number")) {
        (QuestionKind::StrayNumber, Some(number)) => {
            format!("{}({})", question.kind, serde_json::to_string(number).unwrap())
        }
        _ => question.kind.to_string(),
    }
}

/// What a message wants in the words of the chapter.
pub(super) fn intent(message: &Message) -> String {
    match &message.act {
        Act::RedFlag => {
            let flags: Vec<&str> = message.red_flags.iter().map(|flag| flag.as_str()).collect();
            format!("RED {}; nothing else is answered", flags.join(", "))
        }
        Act::Answer(Given::Yes) => "yes".into(),
        Act::Undo => "undo".into(),
        Act::Why { .. } => "why".into(),
        Act::BodyWeight(grams) => format!("body_weight {} g", grams.0),
        Act::View(view) => view.to_string(),
        Act::Rollback(Rollback::Slot(at)) => format!("rollback slot {}", day(*at)),
        Act::Rollback(Rollback::Exercise(named)) => format!("rollback exercise {}", name(named)),
        Act::Edit(Edit { change, .. }) => match change {
            EditChange::RemoveSets { count, exercise } => {
                let object = exercise.as_ref().map_or_else(|| "focus or session".to_owned(), name);
                format!("remove_sets n={count}, {object}")
            }
            EditChange::SetTarget { exercise, sets: target } => {
                format!("set_target {}: {}", name(exercise), sets(target))
            }
            EditChange::Swap { from, to } => format!("swap {} → {}", name(from), name(to)),
            EditChange::Move { from, to } => {
                let from = from.map_or_else(|| "next session".to_owned(), day);
                format!("move {from} → {}", day(*to))
            }
            EditChange::Easier { exercise: None } => "easier".into(),
            EditChange::Easier { exercise: Some(exercise) } => format!("easier {}", name(exercise)),
            EditChange::Keep { exercise: None } => "keep".into(),
            EditChange::Keep { exercise: Some(exercise) } => format!("keep {}", name(exercise)),
        },
        other => format!("{other:?}"),
    }
}

fn name(named: &Named) -> String {
    named.certain().map_or_else(|| format!("?({})", named.raw_name), ToString::to_string)
}

fn day(day: Day) -> String {
    const NAMES: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    match day {
        Day::Weekday(number) => NAMES[usize::from(number) - 1].to_owned(),
        Day::Date(date) => date.to_string(),
    }
}
