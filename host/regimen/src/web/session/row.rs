//! An exercise of a running session: its sets as rows, with the target and last time's numbers beside each.

use domain::{
    exercise::{Exercise, Implement},
    ladder::Per,
    prescription::{SetPrescription, SetType},
    quantity::{Grams, Hundredths},
    session::{ExercisePerformance, SetPerformance},
};
use training::load::iron::Iron;

use super::set_id;
use crate::{
    reader::Reader,
    web::{
        drawing::{Plate, PlateSize, plates},
        shape::Pair,
    },
};

/// Loads to either side of the target that the steppers know of.
const STEPS: usize = 20;
/// Loads to either side of the target for which plates are drawn.
const DRAWN: usize = 4;

pub(super) struct ExerciseCard {
    pub(super) number: u32,
    /// Its number; the two of a superset share one: `3a`, `3b` (L-16).
    pub(super) label: String,
    pub(super) pair: Pair,
    pub(super) id: String,
    /// The item of the plan, if it has one; marks and notes are about it.
    pub(super) item: Option<String>,
    pub(super) key: String,
    pub(super) name: String,
    pub(super) cues: Vec<String>,
    /// `reps`, `seconds` or `meters`.
    pub(super) counts: &'static str,
    pub(super) count_unit: String,
    pub(super) has_load: bool,
    pub(super) load_unit: String,
    /// What can be put together: the value as it is shown, and grams.
    pub(super) grid: String,
    /// Plates of one side by load in grams, drawn.
    pub(super) plates: Vec<(i64, String)>,
    pub(super) rows: Vec<SetRow>,
    pub(super) can_be_left_out: bool,
}

pub(super) struct SetRow {
    pub(super) id: String,
    /// The set of the plan, if it has one.
    pub(super) meant: Option<String>,
    pub(super) index: u32,
    pub(super) kind: &'static str,
    pub(super) goal: String,
    pub(super) last: String,
    pub(super) load: String,
    pub(super) amount: String,
    pub(super) rpe: String,
    pub(super) rest: u32,
    pub(super) is_done: bool,
}

/// Kinds of sets that can be chosen.
pub(super) fn kinds(reader: &Reader<'_>) -> Vec<(&'static str, String)> {
    SetType::ALL.iter().map(|kind| (kind.as_str(), reader.word("set_type", kind))).collect()
}

impl ExerciseCard {
    pub(super) fn of(
        number: u32,
        (label, pair): (String, Pair),
        one: &ExercisePerformance,
        before: Option<&Vec<SetPerformance>>,
        reader: &Reader<'_>,
        iron: &Iron,
    ) -> Self {
        let exercise = reader.exercise(&one.exercise_key);
        let plan = one.frozen.as_ref().map(|frozen| &frozen.prescription);
        let targets: Vec<&SetPrescription> = plan.map(|plan| plan.sets.iter().collect()).unwrap_or_default();
        let rest = |index: usize| plan.map_or(90, |plan| plan.effective_rest(index));
        let counts = counts(&targets, &one.sets, exercise);
        let last_target = targets.iter().rev().find(|set| set.kind == SetType::Working).copied();
        let more = one.sets.iter().map(|set| set.index + 1).max().unwrap_or(0);
        let length = u32::try_from(targets.len()).unwrap_or(0).max(more).max(1);
        let rows = (0..length).map(|index| {
            let place = usize::try_from(index).unwrap_or(0);
            let target = targets.get(place).copied();
            let done = one.sets.iter().find(|set| set.index == index);
            let last = before.and_then(|sets| sets.iter().find(|set| set.index == index));
            SetRow::of(one, index, target.or(last_target), done, last, rest(place), reader)
        });
        let rows: Vec<SetRow> = rows.collect();
        let load = last_target.and_then(|set| set.load_g);
        Self {
            number,
            label,
            pair,
            id: one.id.to_string(),
            item: one.item_id.map(|item| item.to_string()),
            key: one.exercise_key.to_string(),
            name: reader.name(&one.exercise_key).to_owned(),
            cues: plan.map(|plan| plan.cues.clone()).unwrap_or_default(),
            counts,
            count_unit: reader.word("web-count", counts),
            has_load: exercise.is_some_and(|exercise| iron.grid_for(exercise).is_some()),
            load_unit: reader.word("web-load-unit", reader.unit()),
            grid: exercise.map_or_else(|| "[]".to_owned(), |exercise| grid(exercise, load, reader, iron)),
            plates: exercise.map(|exercise| drawn(exercise, load, reader, iron)).unwrap_or_default(),
            can_be_left_out: one.sets.is_empty(),
            rows,
        }
    }
}

impl SetRow {
    fn of(
        one: &ExercisePerformance,
        index: u32,
        target: Option<&SetPrescription>,
        done: Option<&SetPerformance>,
        last: Option<&SetPerformance>,
        rest: u32,
        reader: &Reader<'_>,
    ) -> Self {
        let load = done.and_then(|set| set.load_g).or_else(|| target?.load_g).or_else(|| last?.load_g);
        let amount = done.and_then(SetPerformance::amount).or_else(|| target?.amount());
        let kind = done.map(|set| set.kind).or(target.map(|set| set.kind)).unwrap_or(SetType::Working);
        let rpe = done.and_then(|set| set.rpe);
        Self {
            id: done.map_or_else(|| set_id(one.id, index), |set| set.id.to_string()),
            meant: target.filter(|set| set.index == index).map(|set| set.set_id.to_string()),
            index,
            kind: kind.as_str(),
            goal: target.map(|target| goal(target, reader)).unwrap_or_default(),
            last: last.map(|last| was(last, reader)).unwrap_or_default(),
            load: load.map(|load| number(load.display(reader.unit()), reader)).unwrap_or_default(),
            amount: amount.map(|amount| amount.to_string()).unwrap_or_default(),
            rpe: rpe.map(|rpe| reader.number(rpe)).unwrap_or_default(),
            rest,
            is_done: done.is_some_and(|set| set.completed),
        }
    }
}

fn counts(
    targets: &[&SetPrescription],
    done: &[SetPerformance],
    exercise: Option<&Exercise>,
) -> &'static str {
    let seconds =
        targets.iter().any(|set| set.seconds.is_some()) || done.iter().any(|set| set.seconds.is_some());
    let meters =
        targets.iter().any(|set| set.meters.is_some()) || done.iter().any(|set| set.meters.is_some());
    let is_timed =
        exercise.is_some_and(|exercise| exercise.load_semantics == domain::exercise::LoadSemantics::Timed);
    match (seconds, meters, targets.is_empty() && is_timed) {
        (true, ..) | (_, _, true) => "seconds",
        (_, true, _) => "meters",
        _ => "reps",
    }
}

/// `100 kg × 5 @8`.
fn goal(target: &SetPrescription, reader: &Reader<'_>) -> String {
    let load = target.load_g.filter(|load| load.0 != 0).map(|load| reader.load(load));
    let unit = match (target.seconds, target.meters) {
        (Some(_), _) => format!(" {}", reader.text("web-unit-s")),
        (_, Some(_)) => format!(" {}", reader.text("web-unit-m")),
        _ => String::new(),
    };
    let amount =
        target.amount().map_or_else(|| reader.text("web-to-failure"), |amount| format!("{amount}{unit}"));
    let side = if target.per == Per::Side { reader.text("web-per-side") } else { String::new() };
    let kind = if target.kind == SetType::Working {
        String::new()
    } else {
        format!("{} ", reader.word("set_type", target.kind))
    };
    let rpe = target.rpe.map(|rpe| format!(" @{}", reader.number(rpe))).unwrap_or_default();
    match load {
        Some(load) => format!("{kind}{load} × {amount}{side}{rpe}"),
        None => format!("{kind}{amount}{side}{rpe}"),
    }
}

/// `97.5 × 5 @8`, as it was done last time.
fn was(last: &SetPerformance, reader: &Reader<'_>) -> String {
    let load = last.load_g.filter(|load| load.0 != 0);
    let load =
        load.map(|load| format!("{} × ", number(load.display(reader.unit()), reader))).unwrap_or_default();
    let rpe = last.rpe.map(|rpe| format!(" @{}", reader.number(rpe))).unwrap_or_default();
    reader.text_with("web-last", [("done", format!("{load}{}{rpe}", last.amount().unwrap_or(0)).into())])
}

fn number(value: Hundredths, reader: &Reader<'_>) -> String {
    reader.number(value)
}

/// Achievable loads around the target: `[["60", 60000], …]`.
fn grid(exercise: &Exercise, load: Option<Grams>, reader: &Reader<'_>, iron: &Iron) -> String {
    let Some(grid) = iron.grid_for(exercise) else { return "[]".to_owned() };
    let steps: Vec<_> = around(grid.steps(), load.map(|load| load.display(grid.unit())), STEPS)
        .iter()
        .map(|step| serde_json::json!([number(*step, reader), Grams::from_display(*step, grid.unit()).0]))
        .collect();
    serde_json::Value::from(steps).to_string()
}

/// The plates of one side for the target and the loads next to it.
fn drawn(exercise: &Exercise, load: Option<Grams>, reader: &Reader<'_>, iron: &Iron) -> Vec<(i64, String)> {
    let is_bar = matches!(
        exercise.implement,
        Implement::Barbell | Implement::EzBar | Implement::TrapBar | Implement::Smith
    );
    let Some(grid) = iron.grid_for(exercise).filter(|_| is_bar) else { return vec![] };
    let wanted = load.map(|load| load.display(grid.unit()));
    let picture = |step: &Hundredths| {
        let load = Grams::from_display(*step, grid.unit());
        let loading = iron.plates_per_side(exercise, load)?;
        let labels: Vec<String> = loading.plates.iter().map(|plate| reader.number(plate)).collect();
        let label = if labels.is_empty() {
            reader.text("web-bar-alone")
        } else {
            reader.text_with("web-each-side", [("plates", labels.join(" + ").into())])
        };
        let shown = loading.plates.iter().zip(&labels).map(|(plate, label)| Plate {
            label: label.clone(),
            // The size on paper is about the looks; a pound counts as half a kilogram.
            size: PlateSize::of_grams(match grid.unit() {
                domain::quantity::MassUnit::Kg => plate.0,
                domain::quantity::MassUnit::Lb => plate.0 / 2,
            }),
        });
        Some((load.0, plates(&label, &shown.collect::<Vec<_>>())))
    };
    around(grid.steps(), wanted, DRAWN).iter().filter_map(picture).collect()
}

/// The steps next to a value; without one, the lightest.
fn around(steps: &[Hundredths], wanted: Option<Hundredths>, reach: usize) -> &[Hundredths] {
    let place = wanted.map_or(0, |wanted| steps.partition_point(|step| *step < wanted));
    &steps[place.saturating_sub(reach)..(place + reach + 1).min(steps.len())]
}
