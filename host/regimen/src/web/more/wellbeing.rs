//! `/more/wellbeing`: check-ins, and what is taken care of until it is over (P-53, P-58).

use askama::Template;
use domain::wellbeing::{CheckIn, Flag, FlagKind};
use serde_json::json;

use super::control::{Opt, PainMap, Seg};
use crate::{
    api::endpoint::Input,
    problem::Problem,
    reader::{Reader, capital},
    service::wellbeing,
    web::{Reply, html, visit::Visit},
};

/// So far back check-ins are shown.
const SECONDS_BACK: i64 = 28 * 24 * 3600;

#[derive(Template)]
#[template(path = "more/wellbeing.html")]
struct Page<'a> {
    at: &'a Visit,
    flags: Vec<FlagRow>,
    check_ins: Vec<CheckInRow>,
    readiness: Seg,
    illness: Seg,
    pain: PainMap,
    /// Whose check-in it is, where they live, where it was made.
    rest: String,
}

struct FlagRow {
    id: String,
    name: String,
    severity: String,
    since: String,
    source: String,
    what: String,
}

struct CheckInRow {
    day: String,
    readiness: String,
    sleep: String,
    pulse: String,
    rest: String,
}

/// How the athlete is.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let flags = wellbeing::flags(at.app(), &at.caller).await?;
    let since = at.app().now().minus_seconds(SECONDS_BACK);
    let check_ins = wellbeing::check_ins(at.app(), &at.caller, since).await?;
    let reader = at.reader();
    let hurts = |area| {
        let pain = flags.iter().filter(|flag| flag.kind == FlagKind::Pain);
        pain.filter(|flag| flag.area == Some(area)).map(|flag| flag.severity).max()
    };
    html(&Page {
        readiness: Seg::new(
            at.t("web-wellbeing-readiness"),
            "readiness",
            Opt::words(&at, "web-wellbeing-readiness", &[1, 2, 3, 4, 5], |_| false),
        )
        .of_numbers(),
        illness: Seg::new(
            at.t("web-wellbeing-illness"),
            "illness",
            Opt::words(&at, "web-wellbeing-illness", &[0, 1, 2, 3], |one| one == 0),
        )
        .of_numbers(),
        pain: PainMap::new(&at, hurts),
        rest: json!({ "athlete_id": at.caller.athlete, "zone": at.profile.zone, "source": "app" })
            .to_string(),
        flags: flags.iter().map(|flag| flag_row(&at, &reader, flag)).collect(),
        check_ins: check_ins.iter().rev().map(|one| check_in_row(&at, &reader, one)).collect(),
        at: &at,
    })
}

fn flag_row(at: &Visit, reader: &Reader<'_>, flag: &Flag) -> FlagRow {
    let area = flag.area.map(|area| reader.word("area", area));
    let exercise = flag.exercise_key.as_ref().map(|key| reader.name(key).to_owned());
    let about = area.or(exercise).map(|about| format!(": {about}")).unwrap_or_default();
    let since = flag.from.local_date(&at.profile.zone);
    FlagRow {
        id: flag.id.to_string(),
        name: capital(&format!("{}{about}", reader.word("flag", flag.kind))),
        severity: reader.word("web-hurt-severity", flag.severity.clamp(1, 3)),
        since: at.t1("store-since", "date", since),
        source: reader.word("web-wellbeing-source", flag.source),
        what: reader.word("web-wellbeing-does", flag.kind),
    }
}

fn check_in_row(at: &Visit, reader: &Reader<'_>, one: &CheckIn) -> CheckInRow {
    let number = |value: Option<u8>| value.map_or_else(|| "–".to_owned(), |value| value.to_string());
    let pain = one.pain.iter().map(|pain| format!("{} {}", reader.word("area", pain.area), pain.severity));
    let fatigue = one.fatigue.then(|| reader.word("flag", FlagKind::Fatigue));
    let illness = one.illness.filter(|illness| *illness > 0).map(|_| reader.word("flag", FlagKind::Illness));
    let note = Some(one.note.clone()).filter(|note| !note.is_empty());
    let rest: Vec<String> = pain.chain(fatigue).chain(illness).chain(note).collect();
    CheckInRow {
        day: at.viewer().short_day(one.at.local_date(&at.profile.zone)),
        readiness: number(one.readiness),
        sleep: one
            .sleep_minutes
            .map_or_else(|| "–".to_owned(), |all| format!("{}:{:02}", all / 60, all % 60)),
        pulse: number(one.morning_pulse),
        rest: capital(&rest.join(", ")),
    }
}
