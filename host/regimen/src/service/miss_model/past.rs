//! What athletes bring to the model: their records, with what was known before each session started (P-48, A-34).

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use domain::{
    exercise::Exercise,
    id::Id,
    law::Valid,
    person::Athlete,
    plan::ItemId,
    session::SessionId,
    time::{Instant, LocalDate},
    wellbeing::{CheckIn, Flag, FlagKind, Severity},
};
use store::{BegunItem, List, ProgressRow, Records, Shelf, Tx};
use training::{
    catalog::Catalog,
    flag::touches,
    miss::attempt::{Attempt, Setting},
    tuning::Tuning,
};

use crate::{
    problem::Problem,
    service::{app::App, ledger::with_own, profile::Profile},
};

/// How many athletes are looked at in one transaction.
const PAGE: i64 = 100;

/// What is known of an athlete's sessions beside the records.
#[derive(Debug, Default)]
pub(super) struct Known {
    begun: BTreeMap<(SessionId, ItemId), BegunItem>,
    flags: Vec<Flag>,
    /// Oldest first.
    check_ins: Vec<CheckIn>,
}

/// How an athlete was when a session started.
pub(super) struct Body {
    pub(super) fatigue: Severity,
    pub(super) pain: Severity,
    pub(super) readiness: Option<u8>,
    pub(super) sleep_score: Option<u8>,
}

/// everything of the athletes who agreed to it, and nothing of others; whoever leaves is not in the next reading.
pub(super) async fn of_everybody(app: &App) -> Result<Vec<Attempt>, Problem> {
    let mut all = Vec::new();
    let mut after = None;
    loop {
        let mut tx = app.store.read().await?;
        let page = tx.athletes_after::<Profile>(after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = Some(last.id);
        for athlete in page.iter().filter(|athlete| athlete.profile.fleet_analytics) {
            all.extend(of_athlete(&mut tx, athlete.id).await?);
        }
    }
}

/// Everything of one athlete.
async fn of_athlete(tx: &mut Tx, athlete: Id<Athlete>) -> Result<Vec<Attempt>, Problem> {
    let rows = records(tx, athlete).await?;
    let (known, catalog) = known(tx, athlete, Instant::EPOCH).await?;
    Ok(attempts(&rows, &known, &catalog))
}

/// Every record of an athlete that no later one corrects, those of the archive too.
pub(super) async fn records(tx: &mut Tx, athlete: Id<Athlete>) -> Result<Vec<ProgressRow>, Problem> {
    let ever = Records::Between(LocalDate::MIN, LocalDate::MAX, None);
    Ok(standing(tx.progress(athlete, ever).await?))
}

/// The records that no later one corrects (P-4).
pub(super) fn standing(mut rows: Vec<ProgressRow>) -> Vec<ProgressRow> {
    let corrected: BTreeSet<_> = rows.iter().filter_map(|row| row.record.corrects).collect();
    rows.retain(|row| !corrected.contains(&row.record.id));
    rows
}

/// What is known of the sessions since an instant, and the exercises that the athlete knows.
pub(super) async fn known(
    tx: &mut Tx,
    athlete: Id<Athlete>,
    since: Instant,
) -> Result<(Known, Cow<'static, Catalog>), Problem> {
    let hours = Tuning::default().readiness_valid_h;
    let asked = (
        List::shelf(Shelf::Exercises),
        List::shelf(Shelf::Ladders),
        List::flags(Some(since)),
        List::check_ins(since.minus_seconds(hours * 3600)),
    );
    let (exercises, ladders, flags, check_ins) = tx.lists(athlete, asked).await?;
    let begun = tx.begun_items(athlete, since).await?;
    let begun = begun.into_iter().map(|one| ((one.session_id, one.item_id), one)).collect();
    Ok((Known { begun, flags, check_ins }, with_own(&exercises, &ladders)))
}

/// What became of the items, and what was known before.
pub(super) fn attempts(rows: &[ProgressRow], known: &Known, catalog: &Catalog) -> Vec<Attempt> {
    rows.iter().map(|row| attempt(row, known, catalog)).collect()
}

fn attempt(row: &ProgressRow, known: &Known, catalog: &Catalog) -> Attempt {
    let ProgressRow { started_at, record } = row;
    let begun = known.begun.get(&(record.session_id, record.item_id));
    let exercise = catalog.get(&record.variation_key);
    let body = known.body(exercise, *started_at);
    Attempt {
        id: record.id,
        setting: Setting {
            item_id: record.item_id,
            started_at: *started_at,
            local_date: record.local_date,
            slot_time: record.slot_time,
            position: begun.map_or(0, |begun| begun.position),
            kind: exercise.map(|exercise| exercise.progression_type),
            level: record.level_target,
            volume_plan: record.volume_plan,
            volume_target: record.volume_target,
            volume_pct: begun.and_then(|begun| begun.volume_pct).unwrap_or(100),
            fatigue: body.fatigue,
            pain: body.pain,
            readiness: begun.and_then(|begun| begun.readiness).or(body.readiness),
            sleep_score: body.sleep_score,
        },
        finished_at: begun.and_then(|begun| begun.finished_at).unwrap_or(record.created_at),
        status: record.status,
        volume_actual: record.volume_actual,
        rpe: record.rpe,
        streak_success: record.streak_success,
    }
}

impl Known {
    /// How the athlete was at an instant, for an exercise: flags in force, and what check-ins said not too long before.
    pub(super) fn body(&self, exercise: Option<&Valid<Exercise>>, at: Instant) -> Body {
        let severity = |is_meant: &dyn Fn(&Flag) -> bool| {
            let flags = self.flags.iter().filter(|flag| flag.is_active(at) && is_meant(flag));
            flags.map(|flag| flag.severity).max().unwrap_or(0)
        };
        let hurts = |flag: &Flag| {
            let touched = exercise.zip(flag.area).is_some_and(|(exercise, area)| touches(exercise, area));
            flag.kind == FlagKind::Pain && touched
        };
        let said = &self.check_ins[..self.check_ins.partition_point(|one| one.at <= at)];
        let seconds = Tuning::default().readiness_valid_h * 3600;
        let lately = || said.iter().rev().take_while(|one| at.seconds_since(one.at) <= seconds);
        Body {
            fatigue: severity(&|flag| flag.kind == FlagKind::Fatigue),
            pain: severity(&hurts),
            readiness: lately().find_map(|one| one.readiness),
            sleep_score: lately().find_map(|one| one.sleep_score),
        }
    }
}
