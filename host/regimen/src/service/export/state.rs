//! How the athlete is: flags, check-ins, the body, and meals.

use domain::{
    nutrient::Decimal,
    quantity::Hundredths,
    time::DateSpan,
    wellbeing::{CheckIn, Flag},
};
use nutrition::export::{Macros, PlanRow};

use super::table::{Row, cell, list, load, maybe, text};
use crate::{
    problem::Problem,
    service::{app::Work, body::MeasurementKind},
};

pub(super) const FLAGS: &[&str] = &[
    "athlete_id",
    "id",
    "from",
    "raised_at",
    "until",
    "zone",
    "kind",
    "area",
    "exercise_key",
    "severity",
    "source",
    "cleared_by",
    "clear_reason",
    "trace_id",
];

pub(super) const CHECK_INS: &[&str] = &[
    "athlete_id",
    "id",
    "at",
    "zone",
    "readiness",
    "sleep_score",
    "sleep_minutes",
    "body_battery",
    "morning_pulse",
    "pain",
    "fatigue",
    "illness",
    "note",
    "source",
];

pub(super) const BODY: &[&str] = &[
    "athlete_id",
    "id",
    "date",
    "at",
    "zone",
    "kind",
    "amount",
    "unit",
    "weight_g",
    "weight_kg",
    "weight_lbs",
];

pub(super) const MEALS: &[&str] = &[
    "athlete_id",
    "date",
    "slot",
    "recipe",
    "servings",
    "status",
    "calories",
    "protein_g",
    "fat_g",
    "carbs_g",
];

impl Work<'_> {
    pub(super) async fn flag_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let flags = self.tx.flags(self.athlete.id, Some(self.instants(days).0)).await?;
        let zone = self.zone();
        let row = |flag: &Flag| {
            let cells = [
                cell(flag.id),
                cell(flag.from),
                maybe(flag.raised_at),
                maybe(flag.until),
                cell(zone.name()),
                cell(flag.kind),
                maybe(flag.area),
                maybe(flag.exercise_key.as_ref()),
                cell(flag.severity),
                cell(flag.source),
                maybe(flag.cleared_by),
                text(flag.clear_reason.as_deref().unwrap_or_default()),
                cell(flag.trace_id.as_str()),
            ];
            Row::new(flag.from.local_date(zone), flag.id, cells)
        };
        Ok(flags.iter().map(row).filter(|row| days.contains(row.date)).collect())
    }

    pub(super) async fn check_in_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let check_ins = self.tx.check_ins(self.athlete.id, self.instants(days).0).await?;
        let zone = self.zone();
        let row = |one: &CheckIn| {
            let pain = one.pain.iter().map(|pain| format!("{}:{}", pain.area, pain.severity));
            let cells = [
                cell(one.id),
                cell(one.at),
                cell(one.zone.name()),
                maybe(one.readiness),
                maybe(one.sleep_score),
                maybe(one.sleep_minutes),
                maybe(one.body_battery),
                maybe(one.morning_pulse),
                list(pain),
                cell(one.fatigue),
                maybe(one.illness),
                text(&one.note),
                cell(one.source),
            ];
            Row::new(one.at.local_date(zone), one.id, cells)
        };
        Ok(check_ins.iter().map(row).filter(|row| days.contains(row.date)).collect())
    }

    pub(super) async fn body_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let weights = self.tx.body_weights(self.athlete.id, days.from, days.to).await?;
        let girths = self.tx.measurements(self.athlete.id, days.from, days.to).await?;
        let zone = self.zone().name();
        let weights = weights.iter().map(|one| {
            let head = [cell(one.id), cell(one.date), cell(one.at), cell(zone)];
            let [grams, kg, lbs] = load(Some(one.grams));
            let tail = [cell("weight"), grams.clone(), cell("g"), grams, kg, lbs];
            Row::new(one.date, one.id, [&head[..], &tail].concat())
        });
        let girths = girths.iter().map(|one| {
            let head = [cell(one.id), cell(one.date), cell(one.at), cell(zone)];
            let is_share = one.kind.parse().is_ok_and(MeasurementKind::is_share);
            let unit = if is_share { "permille" } else { "mm" };
            let [grams, kg, lbs] = load(None);
            let tail = [text(&one.kind), cell(one.amount), cell(unit), grams, kg, lbs];
            Row::new(one.date, one.id, [&head[..], &tail].concat())
        });
        Ok(weights.chain(girths).collect())
    }
}

/// Planned meals have a day and a slot for an id.
pub(super) fn meals(plan: &[PlanRow]) -> Vec<Row> {
    let row = |row: &PlanRow| {
        let item = &row.item;
        let amount = |part: fn(&Macros) -> Decimal| maybe(row.macros.as_ref().map(|macros| part(macros).0));
        let cells = [
            cell(item.date),
            cell(item.slot),
            cell(&item.recipe_id),
            cell(Hundredths(i64::from(item.servings_pct))),
            cell(row.state),
            amount(|macros| macros.calories),
            amount(|macros| macros.protein_g),
            amount(|macros| macros.fat_g),
            amount(|macros| macros.carbs_g),
        ];
        Row::new(item.date, format_args!("{:03}", item.slot), cells)
    };
    plan.iter().map(row).collect()
}
