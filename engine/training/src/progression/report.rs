//! P-4: a report as people send it, read whole or refused with everything that is wrong.

use domain::{
    anatomy::BodyArea,
    error::ErrorCode,
    exercise::ExerciseKey,
    id::Id,
    law::{Check, Invalid, Law},
    plan::ItemId,
    prescription::{SetId, SetType},
    quantity::{Grams, Rpe},
    session::{ExercisePerformance, FrozenTargets, PerformanceStatus, SessionId, SetPerformance},
    wellbeing::{Mark, MarkKind},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was done in a session, item by item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SessionReport")]
pub struct Report {
    /// One entry per item.
    pub items: Vec<ItemReport>,
}

/// What was done of one item, or that it was skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemReport {
    /// Which item.
    pub item_id: ItemId,
    /// Whether it was left out.
    #[serde(default)]
    pub skipped: bool,
    /// The sets, in order.
    #[serde(default)]
    pub sets: Vec<SetReport>,
    /// Effort of the whole item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<Effort>,
    /// 0 (unbearable) to 5 (easy), for mobility.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comfort: Option<i64>,
    /// What is said of it. Pain without a place is pain anywhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// At most 2000 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// What was done of one set: reps, seconds or meters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetReport {
    /// The set of the plan; absent: the one at this place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_id: Option<SetId>,
    /// What kind of set it was.
    #[serde(rename = "type", default = "working")]
    pub kind: SetType,
    /// 0..1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reps: Option<i64>,
    /// 0..86400.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<i64>,
    /// 0..1000000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meters: Option<i64>,
    /// Load used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_g: Option<Grams>,
    /// Effort of the set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<Effort>,
    /// Whether it was completed.
    #[serde(default = "completed")]
    pub completed: bool,
    /// Rest really taken after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_after_s: Option<u32>,
}

const fn working() -> SetType {
    SetType::Working
}

const fn completed() -> bool {
    true
}

/// RPE as people write it: 7, 7.5, "7,5".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Effort {
    /// A number.
    Number(serde_json::Number),
    /// A text that holds one.
    Text(String),
}

impl Effort {
    /// The effort in tenths; [`None`] outside 1.0..10.0 or finer than 0.1.
    pub fn rpe(&self) -> Option<Rpe> {
        let text = self.text().replace(',', ".");
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let (tenth, finer) = part.split_at_checked(1).unwrap_or((part, ""));
        if !finer.bytes().all(|digit| digit == b'0') {
            return None;
        }
        let tenth: u8 = if tenth.is_empty() { 0 } else { tenth.parse().ok()? };
        let whole: u8 = whole.parse().ok()?;
        Rpe::new(10 * i64::from(whole) + i64::from(tenth)).ok()
    }

    fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.trim().to_owned(),
        }
    }
}

/// An item of the session with the targets frozen at its start (PV-5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// Which item.
    pub item_id: ItemId,
    /// What was to be done.
    pub exercise_key: ExerciseKey,
    /// What it is judged against.
    pub frozen: FrozenTargets,
}

/// The performances that a report tells of; of a faulty report nothing is read.
pub fn read(
    report: &Report,
    session: SessionId,
    started: &[Started],
) -> Result<Vec<ExercisePerformance>, Invalid> {
    let mut check = Check::default();
    let mut performances = Vec::new();
    check.each("items", &report.items, |check, index, item| {
        let start = started.iter().find(|start| start.item_id == item.item_id);
        check.require(
            start.is_some(),
            ErrorCode::UnknownItem,
            "item_id",
            item.item_id,
            "an item of the session",
        );
        let twice = report.items[..index].iter().any(|earlier| earlier.item_id == item.item_id);
        check.require(!twice, ErrorCode::InvalidSession, "item_id", item.item_id, "each item once");
        let said = item.skipped || !item.sets.is_empty();
        check.require(said, ErrorCode::EmptyReport, "sets", "no set", "a set, or skipped");
        let performance = item.read(check, session, start);
        if let Some(performance) = performance {
            performance.check(check);
            performances.push(performance);
        }
    });
    check.finish()?;
    Ok(performances)
}

impl ItemReport {
    fn read(
        &self,
        check: &mut Check,
        session: SessionId,
        start: Option<&Started>,
    ) -> Option<ExercisePerformance> {
        let rpe = effort(check, self.rpe.as_ref());
        check.optional_range(ErrorCode::ComfortOutOfRange, "comfort", self.comfort, 0, 5);
        let comfort =
            self.comfort.and_then(|comfort| u8::try_from(comfort).ok().filter(|comfort| *comfort <= 5));
        let marks = self.marks.iter().enumerate().map(|(index, mark)| {
            let severity = mark.severity.unwrap_or(1);
            let field = format!("marks/{index}/severity");
            check.range(ErrorCode::BadValue, &field, severity, 1, 3);
            // P-52: an area that cannot be told counts as every area.
            let pain = mark.kind == MarkKind::Pain;
            let area = if pain { mark.area.or(Some(BodyArea::Other)) } else { None };
            Mark { area, severity: pain.then_some(severity).or(mark.severity), ..*mark }
        });
        let marks = marks.collect();
        let part = |index: usize| [session.to_string(), self.item_id.to_string(), index.to_string()];
        let mut sets = Vec::new();
        check.each("sets", &self.sets, |check, index, set| {
            let [session, item, place] = part(index);
            let id = Id::derive(&["set", &session, &item, &place]);
            let same = self.sets[..index].iter().filter(|earlier| earlier.kind == set.kind).count();
            let planned = start.and_then(|start| {
                let sets = &start.frozen.prescription.sets;
                sets.iter().filter(|planned| planned.kind == set.kind).nth(same)
            });
            let set_id = set.set_id.or(planned.map(|planned| planned.set_id));
            sets.push(set.read(check, id, set_id, index));
        });
        let [session, item, _] = part(0);
        Some(ExercisePerformance {
            id: Id::derive(&["performance", &session, &item]),
            item_id: Some(self.item_id),
            exercise_key: start?.exercise_key.clone(),
            frozen: Some(start?.frozen.clone()),
            status: if self.skipped { PerformanceStatus::Skipped } else { PerformanceStatus::Done },
            rpe,
            comfort,
            marks,
            notes: self.notes.clone(),
            sets,
        })
    }
}

impl SetReport {
    fn read(
        &self,
        check: &mut Check,
        id: Id<SetPerformance>,
        set_id: Option<SetId>,
        index: usize,
    ) -> SetPerformance {
        const CODE: ErrorCode = ErrorCode::VolumeOutOfRange;
        let given = [self.reps, self.seconds, self.meters].into_iter().flatten().count();
        let found = format_args!("{given} amounts");
        check.require(given == 1, CODE, "", found, "exactly one of reps, seconds and meters");
        let mut count = |field: &str, amount: Option<i64>, most: u32| {
            check.optional_range(CODE, field, amount, 0, i64::from(most));
            amount.and_then(|amount| u32::try_from(amount).ok().filter(|amount| *amount <= most))
        };
        let (reps, seconds) = (count("reps", self.reps, 1000), count("seconds", self.seconds, 86_400));
        let meters = count("meters", self.meters, 1_000_000);
        SetPerformance {
            id,
            set_id,
            index: u32::try_from(index).unwrap_or(u32::MAX),
            kind: self.kind,
            reps,
            seconds,
            meters,
            load_g: self.load_g,
            completed: self.completed,
            rest_after_s: self.rest_after_s,
            rpe: effort(check, self.rpe.as_ref()),
        }
    }
}

fn effort(check: &mut Check, effort: Option<&Effort>) -> Option<Rpe> {
    let effort = effort?;
    let rpe = effort.rpe();
    let expected = "1.0 to 10.0 in steps of 0.1";
    check.require(rpe.is_some(), ErrorCode::RpeOutOfRange, "rpe", effort.text(), expected);
    rpe
}
