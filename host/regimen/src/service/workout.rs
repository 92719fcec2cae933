//! Sessions before they are done: generated from an intent, a template or the plan, and saved (EP-4, EP-5, PV-3).

pub mod adapt;
mod item;
pub(super) mod state;
mod usual;

use ::training::{
    input::{Mode, SelectionInput},
    output::{Generated, SelectionMetadata, WorkoutExercise},
};
use domain::{
    error::ErrorCode,
    exercise::ExerciseKey,
    id::Id,
    law::Invalid,
    plan::{Plan, PlanDomain, PlanItem, PlanStatus, SlotTime, VersionSource},
    reason::Reason,
    session::{
        ExercisePerformance, FrozenTargets, Intent, PerformanceStatus, SelectionMode, Session,
        SessionEventKind, SessionId, SessionOrigin,
    },
    time::{Instant, LocalDate},
};
use plan::structure::{adopt, create};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{SelectionReason, SessionRow};

pub(super) use self::item::counted_as;
use super::{
    act::Act,
    app::{App, Caller, Scope, Work, not_found},
    ledger::{Span, world},
    session::event,
    template::{Template, shipped},
    training,
};
use crate::problem::{Code, Problem};

/// What a person asks of a generated session; the rest comes from what is known of the athlete (EP-4).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "WantedSession")]
pub struct Wanted {
    /// What it is about; absent: what is due (WK-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent: Option<String>,
    /// Muscles of a body-part session.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub target_muscles: Vec<String>,
    /// Exercises that shall be in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pinned_exercise_ids: Vec<String>,
    /// How long; absent: as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_minutes: Option<u32>,
    /// Where; absent: the default place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The template, for a session from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template_id: Option<String>,
    /// Whether positions of the template that are not pinned are filled anew.
    #[serde(default)]
    pub auto_fill_unpinned: bool,
    /// Whether everything that was not taken is listed.
    #[serde(default)]
    pub explain: bool,
}

/// A session that is not stored yet, with what it was made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposed {
    /// What the engine says.
    pub generated: Generated,
    /// What it was made of, without the library.
    pub input: SelectionInput,
}

/// What is kept of a selection (EP-3).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "KeptSelection")]
pub struct Kept {
    /// How the exercises were chosen.
    pub selection: SelectionMetadata,
    /// What from, without the library.
    pub input: SelectionInput,
}

/// How a session comes to be that is put down as planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Making {
    pub(super) id: SessionId,
    pub(super) origin: SessionOrigin,
    pub(super) selection_mode: SelectionMode,
    pub(super) planned_start: Option<Instant>,
    pub(super) date: LocalDate,
    pub(super) intent: Option<Intent>,
    pub(super) estimated_minutes: Option<u32>,
    pub(super) deload: bool,
    /// How many exercises were left out because they would load what hurts.
    pub(super) pain_exclusions: usize,
}

/// How a generated session is saved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Saving {
    /// The id that the device made; absent: a new one.
    pub id: Option<SessionId>,
    /// When it is meant to start.
    pub planned_start: Option<Instant>,
    /// Whether it is beside the schedule (EP-5).
    pub bonus: bool,
}

/// EP-4: a session for an intent or from a template. Nothing is stored.
pub async fn generate(app: &App, caller: &Caller, wanted: &Wanted) -> Result<Proposed, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    work.generate(wanted).await
}

/// EP-5: generates a session and saves it; its exercises enter the plan.
pub async fn plan_session(
    app: &App,
    caller: &Caller,
    wanted: &Wanted,
    saving: &Saving,
) -> Result<SessionRow, Problem> {
    let mut work = app.write(caller, Act::SessionPlanned).await?;
    let proposed = work.generate(wanted).await?;
    let row = work.save(&proposed, saving).await?;
    work.commit().await?;
    Ok(row)
}

/// EP-5: saves a session that was generated before.
pub async fn save(
    app: &App,
    caller: &Caller,
    proposed: &Proposed,
    saving: &Saving,
) -> Result<SessionRow, Problem> {
    let mut work = app.write(caller, Act::SessionPlanned).await?;
    let row = work.save(proposed, saving).await?;
    work.commit().await?;
    Ok(row)
}

/// The session that the plan has for a day: its slotted items, as one session (PV-3, PV-5).
///
/// Asking again gives the same session. Without items on that day there is none.
pub async fn open_slot(
    app: &App,
    caller: &Caller,
    date: LocalDate,
    time: Option<SlotTime>,
) -> Result<Option<SessionRow>, Problem> {
    let mut work = app.write(caller, Act::SessionStarted).await?;
    let row = work.open_slot(date, time).await?;
    work.commit().await?;
    Ok(row)
}

impl Work<'_> {
    pub(super) async fn generate(&mut self, wanted: &Wanted) -> Result<Proposed, Problem> {
        let catalog = self.catalog().await?;
        let input = self.selection_input(wanted).await?;
        let app = self.app;
        let make = |input: SelectionInput| -> Result<Proposed, Problem> {
            let generated = app.counted.timed("selection", || training::session(&input, &catalog))?;
            Ok(Proposed { generated, input })
        };
        // Who named nothing gets the session that is due, by a template only where that suits (KP-8).
        if let Some(template) = usual::template(wanted, self.profile(), &input)
            && let Ok(proposed) = make(usual::from_template(&template, wanted, input.clone()))
            && usual::is_fit(&proposed.generated)
        {
            return Ok(proposed);
        }
        let Some(id) = &wanted.template_id else { return make(input) };
        let template = self.template(id).await?;
        make(usual::from_template(&template, wanted, input))
    }

    async fn template(&mut self, id: &str) -> Result<Template, Problem> {
        let own = self.tx.entry::<Template>(store::Shelf::Templates, self.id(), id).await?;
        let template = own.map(|entry| entry.value).or_else(|| shipped(id));
        template.ok_or_else(|| Problem::new(Code::of(ErrorCode::UnknownTemplate)).fact("found", id))
    }

    pub(super) async fn save(&mut self, proposed: &Proposed, saving: &Saving) -> Result<SessionRow, Problem> {
        let workout = &proposed.generated.workout;
        let from_template = proposed.input.mode == Mode::Template;
        let id = saving.id.unwrap_or_else(|| self.app.id());
        if let Some(known) = self.tx.session(self.id(), id).await? {
            return Ok(known);
        }
        let selection_mode = match (saving.bonus, from_template) {
            (true, _) => SelectionMode::Bonus,
            (false, true) => SelectionMode::Auto,
            (false, false) => SelectionMode::Intent,
        };
        let catalog = self.catalog().await?;
        let making = Making {
            id,
            origin: if from_template { SessionOrigin::Template } else { SessionOrigin::Intent },
            selection_mode,
            planned_start: saving.planned_start,
            date: workout.date,
            intent: Some(workout.session_intent),
            estimated_minutes: u32::try_from(workout.estimated_minutes).ok(),
            deload: workout.deload,
            pain_exclusions: training::pain_exclusions(&proposed.input, &catalog)?,
        };
        let row = self.put_down(&workout.exercises, &making).await?;
        let selection = proposed.generated.selection.clone();
        let input = SelectionInput { exercise_library: None, ..proposed.input.clone() };
        self.keep_selection(id, &Kept { selection, input }).await?;
        self.offer_lighter(&row).await?;
        Ok(row)
    }

    /// Puts a session down as planned: its exercises enter the plan as rolling items, in one version (PV-3).
    pub(super) async fn put_down(
        &mut self,
        exercises: &[WorkoutExercise],
        making: &Making,
    ) -> Result<SessionRow, Problem> {
        let catalog = self.catalog().await?;
        let mut items = Vec::new();
        for (order, exercise) in (0..).zip(exercises) {
            items.push(item::rolling(self, exercise, order, &catalog)?);
        }
        let (plan, items) = self.enter(items, making.id).await?;
        let is_draft = making.origin == SessionOrigin::Draft;
        let exercises = exercises.iter().zip(&items).map(|(exercise, known)| {
            let meant =
                if is_draft { item::as_drafted(known, exercise) } else { item::for_session(known, exercise) };
            meant_performance(making.id, &meant)
        });
        let zone = self.zone().clone();
        let session = Session {
            plan_id: Some(plan.id),
            plan_version: Some(plan.active_version),
            intent: making.intent,
            planned_start: making.planned_start,
            estimated_minutes: making.estimated_minutes,
            deload: making.deload,
            selection_mode: making.selection_mode,
            advances_split: making.selection_mode != SelectionMode::Bonus,
            exercises: exercises.collect(),
            ..Session::planned(making.id, self.id(), making.date, zone, making.origin)
        };
        let row = SessionRow { revision: 1, session };
        self.tx.put_session(&row).await?;
        self.tx.put_performances(&row.session).await?;
        self.app.counted.session(&row.session);
        let facts = [("pain_exclusions", making.pain_exclusions.into())];
        let generated = event(self, making.id, SessionEventKind::Generated, facts);
        self.tx.add_session_events(&[generated]).await?;
        Ok(row)
    }

    /// PV-3: exercises that the plan does not hold yet become rolling items, in one version. Gives the items as the
    /// plan has them, in the given order. An athlete without a plan gets one.
    pub(super) async fn enter(
        &mut self,
        items: Vec<PlanItem>,
        session: SessionId,
    ) -> Result<(Plan, Vec<PlanItem>), Problem> {
        let keys: Vec<ExerciseKey> = items.iter().map(|item| item.exercise_key.clone()).collect();
        let flags = self.flags().await?;
        let catalog = self.catalog().await?;
        let moment = self.moment();
        let (plan, effective) = match self.active_plan(PlanDomain::Training).await? {
            None => {
                let plan = Plan {
                    id: self.app.id(),
                    athlete_id: self.id(),
                    domain: PlanDomain::Training,
                    title: "Training".to_owned(),
                    status: PlanStatus::Active,
                    active_version: 1,
                    created_at: self.now,
                };
                let facts = self.facts(&items, &flags, &catalog);
                let landing = create(plan, items, VersionSource::Initial, &moment, world(&facts))?;
                self.land(&landing).await?;
                let effective = landing.versions[0].version.effective.clone();
                (landing.plan, effective)
            }
            Some(plan) => {
                let mut chain = self.chain::<PlanItem>(plan, Span::Recent("")).await?;
                let facts = self.facts(&items, &flags, &catalog);
                let landing = adopt(&chain, items, &session.to_string(), &moment, world(&facts))?;
                self.land(&landing).await?;
                chain.record(&landing);
                let effective = chain.effective().to_vec();
                (chain.plan, effective)
            }
        };
        let find = |key: &ExerciseKey| {
            let rolling =
                |item: &&PlanItem| item.exercise_key == *key && item.kind == domain::plan::ItemKind::Rolling;
            effective.iter().find(rolling).or_else(|| effective.iter().find(|item| item.exercise_key == *key))
        };
        let known: Option<Vec<PlanItem>> = keys.iter().map(|key| find(key).cloned()).collect();
        let known = known.ok_or_else(|| not_found("item", session))?;
        Ok((plan, known))
    }

    /// EP-3: keeps how the exercises of a session were chosen.
    pub(super) async fn keep_selection(&mut self, id: SessionId, kept: &Kept) -> Result<(), Problem> {
        let why = kept.selection.output.rationale.iter().flat_map(|(exercise, rationale)| {
            let row = |reason: &Reason| SelectionReason {
                exercise_key: exercise.to_string(),
                code: reason.code.as_str().to_owned(),
                spec: reason.spec.to_string(),
                reason: reason.clone(),
            };
            rationale.reasons.iter().map(row).collect::<Vec<_>>()
        });
        let reasons: Vec<_> = why.collect();
        let athlete = self.id();
        Ok(self.tx.add_selection(athlete, id, kept, &reasons).await?)
    }

    pub(super) async fn open_slot(
        &mut self,
        date: LocalDate,
        time: Option<SlotTime>,
    ) -> Result<Option<SessionRow>, Problem> {
        let Some(plan) = self.active_plan(PlanDomain::Training).await? else { return Ok(None) };
        let chain = self.chain::<PlanItem>(plan, Span::Recent("")).await?;
        let items = slot_items(chain.effective(), date, time);
        let Some(first) = items.first() else { return Ok(None) };
        let time = time.unwrap_or(first.slot_time);
        let plan_id = chain.plan.id.to_string();
        let id = Id::derive(&["slot", &plan_id, &date.to_string(), time.as_str()]);
        if let Some(known) = self.tx.session(self.id(), id).await? {
            return Ok(Some(known));
        }
        let zone = self.zone().clone();
        let session = Session {
            plan_id: Some(chain.plan.id),
            plan_version: Some(chain.plan.active_version),
            slot_time: time,
            advances_split: true,
            exercises: items.iter().map(|item| meant_performance(id, item)).collect(),
            ..Session::planned(id, self.id(), date, zone, SessionOrigin::Template)
        };
        let row = SessionRow { revision: 1, session };
        self.tx.put_session(&row).await?;
        self.tx.put_performances(&row.session).await?;
        self.app.counted.session(&row.session);
        let generated = event(self, id, SessionEventKind::Generated, []);
        self.tx.add_session_events(&[generated]).await?;
        self.offer_lighter(&row).await?;
        Ok(Some(row))
    }
}

/// The items of a plan that stand on a day, in their order.
pub(super) fn slot_items(items: &[PlanItem], date: LocalDate, time: Option<SlotTime>) -> Vec<PlanItem> {
    let weekday = u8::try_from(date.weekday().to_monday_one_offset()).ok();
    let mut found: Vec<PlanItem> = items
        .iter()
        .filter(|item| {
            item.slot_date == Some(date) || (item.slot_date.is_none() && item.slot_weekday == weekday)
        })
        .filter(|item| item.slot_weekday.is_some() || item.slot_date.is_some())
        .filter(|item| time.is_none_or(|time| item.slot_time == time))
        .cloned()
        .collect();
    found.sort_by_key(|item| (item.slot_time, item.order, item.item_id));
    found
}

/// An exercise of a session that has not started: what is meant, until the start freezes it (PV-5).
pub(super) fn meant_performance(session: SessionId, item: &PlanItem) -> ExercisePerformance {
    ExercisePerformance {
        id: Id::derive(&["performance", &session.to_string(), &item.item_id.to_string()]),
        item_id: Some(item.item_id),
        exercise_key: item.exercise_key.clone(),
        frozen: Some(FrozenTargets {
            prescription: item.prescription.clone(),
            plan_volume: item.prescription.volume(),
            volume_pct: 100,
            load_pct: 100,
            superset: item.superset.clone(),
        }),
        status: PerformanceStatus::Done,
        rpe: None,
        comfort: None,
        marks: vec![],
        notes: String::new(),
        sets: vec![],
    }
}

/// A word that is no intent.
pub(super) fn intent(word: &str) -> Result<Intent, Problem> {
    word.parse().map_err(|unknown: domain::vocabulary::UnknownWord| {
        let near = unknown.nearest().map(|near| format!("; maybe `{near}`")).unwrap_or_default();
        let expected = format!("one of {}{near}", unknown.allowed.join(", "));
        Invalid::of(ErrorCode::InvalidIntent, "intent", word, expected).into()
    })
}

/// An exercise that was done beside the plan, as an item of it: what was done is what is meant.
pub(super) fn unplanned(
    work: &Work<'_>,
    performance: &ExercisePerformance,
    catalog: &::training::catalog::Catalog,
) -> Option<PlanItem> {
    item::unplanned(work, performance, catalog)
}

/// The item that an exercise becomes which stands in for another: its sets and rests, without a load.
pub(super) fn in_place_of(
    work: &Work<'_>,
    old: &ExercisePerformance,
    new: &ExerciseKey,
    catalog: &::training::catalog::Catalog,
) -> Option<PlanItem> {
    item::in_place_of(work, old, new, catalog)
}
