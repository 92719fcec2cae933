//! Plans and events as a coach would jot them down, read into a replay document.
//!
//! An item is `pull_up 4x6, ladder pull_up 3, monday` or `bench_press 3x12 60 kg, load 8-12, friday`. An event is a day
//! and an hour, then what happened: `mon 18:00 report a: pull_up P-8 low_rpe: level 4, set_count 5`. Weeks later are
//! `mon+2`. Bundles of a report are separated by `;`, `as NAME` asks instead of applying, `named NAME` only names it, facts of a reason stand in
//! braces, `held ITEM` is a decision that
//! changes nothing.

use domain::{
    change::Direction, law::Valid, plan::PlanItem, progress::LevelDecision, proposal::EngineName,
    quantity::MassUnit, time::Instant,
};
use plan::{
    chain::ItemFacts,
    replay::{Replay, Replayed, replay},
    verify::{Breach, Context, ExerciseContext, verify},
};
use serde_json::{Map, Value, json};
use training::{catalog::Catalog, load::iron::Iron};

const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const LONG_DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// What the catalogue knows of an item.
pub(crate) fn facts_of(item: &PlanItem) -> ItemFacts {
    let catalog = Catalog::embedded();
    let exercise = catalog.get(&item.exercise_key);
    let level = item.prescription.level_ref.as_ref();
    ItemFacts {
        assistance: exercise
            .is_some_and(|exercise| exercise.load_semantics == domain::exercise::LoadSemantics::Assistance),
        veto: None,
        grid: exercise.and_then(|exercise| Iron::standard(MassUnit::Kg).grid_for(exercise)).cloned(),
        ladder: level.and_then(|level| catalog.ladder(&level.ladder_key)).cloned(),
    }
}

/// Reads items and events and replays them.
pub(crate) fn play(items: &str, events: &str) -> Replayed {
    let document = json!({
        "start": "2026-03-01T08:00:00Z",
        "zone": "Europe/Berlin",
        "sketches": items.lines().filter(|line| !line.trim().is_empty()).map(item).collect::<Vec<_>>(),
        "events": events.lines().filter(|line| !line.trim().is_empty()).map(event).collect::<Vec<_>>(),
    });
    let document: Valid<Replay> =
        serde_json::from_value(document.clone()).unwrap_or_else(|error| panic!("{error}: {document:#}"));
    replay(&document, facts_of).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn item(line: &str) -> Value {
    let mut parts = line.split(',').map(str::trim);
    let mut words = parts.next().unwrap().split_whitespace();
    let mut item = Map::new();
    item.insert("exercise".into(), words.next().unwrap().into());
    item.insert("sets".into(), words.next().unwrap().into());
    if let Some(kilos) = words.next() {
        let (whole, part) = kilos.split_once('.').unwrap_or((kilos, "0"));
        let grams = format!("{whole}{part:0<3}").parse::<i64>().unwrap();
        item.insert("load_g".into(), json!(grams));
    }
    for part in parts {
        let words: Vec<_> = part.split_whitespace().collect();
        if let Some(day) = LONG_DAYS.iter().position(|day| *day == words[0]) {
            item.insert("weekday".into(), json!(day + 1));
            continue;
        }
        item.insert("mode".into(), words[0].into());
        match (words[0], words.get(1)) {
            ("ladder", Some(ladder)) => {
                item.insert("ladder".into(), (*ladder).into());
                item.insert("level".into(), json!(words[2].parse::<u32>().unwrap()));
            }
            (_, Some(range)) => {
                let (low, high) = range.split_once('-').unwrap();
                item.insert("range".into(), json!([number(low), number(high)]));
            }
            _ => {}
        }
    }
    item.into()
}

fn number(text: &str) -> Value {
    text.trim().parse::<i64>().map_or_else(|_| Value::from(text.trim()), Value::from)
}

/// `mon+1 18:00` in Berlin, of the week that begins on 2 March 2026.
pub(crate) fn instant(day: &str, hour: &str) -> Instant {
    let (day, week) = day.split_once('+').unwrap_or((day, "0"));
    let place = DAYS.iter().position(|known| *known == day).unwrap_or_else(|| panic!("no day {day}"));
    let days = i64::try_from(place).unwrap() + 7 * week.parse::<i64>().unwrap();
    let mut clock = hour.split(':').map(|part| part.parse::<i64>().unwrap());
    let seconds = clock.next().unwrap() * 3600 + clock.next().unwrap() * 60 + clock.next().unwrap_or(0);
    "2026-03-01T23:00:00Z".parse::<Instant>().unwrap().plus_seconds(86_400 * days + seconds)
}

fn event(line: &str) -> Value {
    let mut words = line.trim().splitn(4, ' ');
    let (day, hour, verb) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap_or(""));
    let rest = words.next().unwrap_or("").trim();
    let mut event = Map::new();
    event.insert("at".into(), json!(instant(day, hour)));
    let (verb, by) =
        verb.trim_end_matches(':').split_once('@').unwrap_or((verb.trim_end_matches(':'), "athlete"));
    event.insert("by".into(), by.into());
    let (key, value) = match verb {
        "report" | "correct" => ("report", report(rest, verb == "correct")),
        "edit" | "edit_session" => ("edit", edit(rest, verb == "edit_session")),
        "accept" | "reject" | "defer" | "keep" => ("answer", answers(verb, rest)),
        "rollback" => ("rollback", slot(rest)),
        "undo" | "restore" => (verb, number(rest)),
        "confirm" => {
            let (version, how) = rest.split_once(' ').unwrap();
            ("confirm", json!({ "version": number(version), "how": how }))
        }
        "flag" => {
            let (item, kind) = rest.split_once(' ').unwrap();
            ("flag", json!({ "item": item, "kind": kind }))
        }
        "unflag" => ("flag", json!({ "item": rest })),
        "expire" => ("expire", json!(true)),
        other => panic!("no event {other}"),
    };
    event.insert(key.into(), value);
    event.into()
}

/// `a (frozen 1): pull_up P-8 low_rpe: level 4, set_count 5; held dip`
fn report(rest: &str, correction: bool) -> Value {
    let (head, bundles) = rest.split_once(':').unwrap_or((rest, ""));
    let (session, frozen) = head.split_once(" frozen ").map_or((head, None), |(name, n)| (name, Some(n)));
    let mut report = json!({ "session": session.trim(), "correction": correction });
    if let Some(frozen) = frozen {
        report["frozen"] = number(frozen);
    }
    let (mut made, mut held) = (vec![], vec![]);
    for bundle in bundles.split(';').map(str::trim).filter(|bundle| !bundle.is_empty()) {
        if let Some(item) = bundle.strip_prefix("held ") {
            held.push(json!(item));
            continue;
        }
        let (head, all) = bundle.split_once(':').unwrap();
        let (head, asked) = head.split_once(" as ").map_or((head, None), |(head, name)| (head, Some(name)));
        let (head, name) =
            head.split_once(" named ").map_or((head, asked), |(head, name)| (head, Some(name)));
        let mut words: Vec<_> = head.split_whitespace().collect();
        let facts = words[2].split_once('{').map(|(code, facts)| {
            words[2] = code;
            let pairs = facts.trim_end_matches('}').split(',').map(|pair| pair.split_once('=').unwrap());
            pairs.map(|(name, fact)| (name.to_owned(), number(fact))).collect::<Map<_, _>>()
        });
        let mut one =
            json!({ "item": words[0], "rule": words[1], "reason": words[2], "changes": changes(None, all) });
        one["facts"] = facts.unwrap_or_default().into();
        if let Some(name) = name {
            one["name"] = name.trim().into();
        }
        if asked.is_some() {
            one["consent"] = "ask".into();
        }
        made.push(one);
    }
    report["bundles"] = made.into();
    report["held"] = held.into();
    report
}

/// `set_count 5, 0.load 62500`, each with the item in front if it is given.
fn changes(item: Option<&str>, text: &str) -> Value {
    let one = |text: &str| {
        let (field, new) = text.trim().split_once(' ').unwrap();
        let (set, field) = field.split_once('.').map_or((None, field), |(set, field)| (Some(set), field));
        let mut change = json!({ "field": field, "new": number(new) });
        if new.trim() == "none" {
            change["new"] = Value::Null;
        }
        if let Some(set) = set {
            change["set"] = number(set);
        }
        if let Some(item) = item {
            change["item"] = item.into();
        }
        change
    };
    text.split(',').map(one).collect::<Vec<_>>().into()
}

/// `pull_up: set_count 3 (too much this week)`
fn edit(rest: &str, session: bool) -> Value {
    let (text, reason) =
        rest.split_once(" (").map_or((rest, ""), |(text, why)| (text, why.trim_end_matches(')')));
    let (item, all) = text.split_once(':').unwrap();
    let scope = if session { "session" } else { "plan" };
    json!({ "scope": scope, "reason": reason, "changes": changes(Some(item), all) })
}

/// `heavier bench, longer rest 1`
fn answers(verb: &str, rest: &str) -> Value {
    let one = |text: &str| {
        let (name, extra) = match text.trim().rsplit_once(' ') {
            Some((name, extra)) if extra.parse::<u32>().is_ok() => (name, Some(number(extra))),
            _ => (text.trim(), None),
        };
        let mut answer = json!({ "proposal": name, "reply": verb });
        match (verb, extra) {
            ("accept", Some(alternative)) => answer["alternative"] = alternative,
            ("keep", Some(days)) => answer["days"] = days,
            _ => {}
        }
        answer
    };
    rest.split(',').map(one).collect::<Vec<_>>().into()
}

fn slot(rest: &str) -> Value {
    match LONG_DAYS.iter().position(|day| *day == rest) {
        Some(day) => json!({ "weekday": day + 1 }),
        None => json!({ "exercise": rest }),
    }
}

/// What the independent checker says of a replayed plan. Records that moved an item say so; all
/// others held.
pub(crate) fn breaches(replayed: &Replayed) -> Vec<Breach> {
    let chain = &replayed.chain;
    let rows = chain.versions.iter().flat_map(|entry| &entry.rows);
    let decided = rows.filter_map(|row| {
        let id = row.progress_id?;
        let proposal = row.proposals.iter().filter_map(|id| chain.proposal(*id));
        let level = proposal.into_iter().find(|proposal| proposal.engine == EngineName::LevelProgression);
        let primary = level.and_then(|level| domain::change::primary(&level.changes));
        let decision = match primary.map(|change| change.direction(false)) {
            None => LevelDecision::Hold,
            Some(Direction::Harder) => LevelDecision::Advance,
            Some(_) => LevelDecision::Regress,
        };
        Some((id, decision))
    });
    let items = chain.versions.iter().flat_map(|entry| &entry.version.effective);
    let exercises = items.filter_map(|item| {
        let facts = replayed.facts.get(&item.item_id)?;
        let grids = vec![(Instant::EPOCH, facts.grid.clone())];
        Some((item.exercise_key.clone(), ExerciseContext { assistance: facts.assistance, grids }))
    });
    let context =
        Context { exercises: exercises.collect(), records: decided.collect(), ..Context::default() };
    verify(chain, &context)
}
