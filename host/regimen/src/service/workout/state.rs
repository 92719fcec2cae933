//! What is known of an athlete, as the input of a selection (EP-1, EP-4).

use domain::{
    plan::{PlanDomain, PlanItem},
    session::{ExercisePerformance, Intent, Session, SessionStatus},
    time::LocalDate,
    wellbeing::MarkKind,
};
use store::{Shelf, Which};
use training::{
    history::week_start,
    input::{
        ActiveFlag, CheckInEntry, ColdStartState, Goals, HistoryEntry, HistoryExercise, HistorySet,
        PlanItemState, Program, SelectionInput,
    },
    load::baseline::Baseline,
    schedule::parts,
};

use super::{Wanted, intent};
use crate::{
    problem::Problem,
    service::{app::Work, ledger::Span, weeks::Standing},
};

/// A block and a half of weeks: more is not looked at.
pub(in crate::service) const HISTORY_DAYS: i64 = 84;

impl Work<'_> {
    /// Everything that a selection depends on.
    pub(in crate::service) async fn selection_input(
        &mut self,
        wanted: &Wanted,
    ) -> Result<SelectionInput, Problem> {
        let history = self.past(HISTORY_DAYS).await?;
        let standing = self.standing().await?;
        let profile = self.profile().clone();
        let due = self.due(&history, week_start(self.today(), Some(standing.at.start_date)));
        let (word, muscles) = wanted.intent.as_deref().map_or_else(|| parts(&due), |word| (word, vec![]));
        let mut input = SelectionInput::new(intent(word)?, profile.training_age.as_str(), self.now);
        input.target_muscles = match &wanted.target_muscles[..] {
            [] => muscles.into_iter().map(str::to_owned).collect(),
            named => named.to_vec(),
        };
        input.pinned_exercise_ids.clone_from(&wanted.pinned_exercise_ids);
        input.session_minutes = wanted.session_minutes.unwrap_or(profile.session_minutes);
        input.goals =
            Goals { primary: profile.goals.primary.to_string(), secondary: profile.goals.secondary.clone() };
        input.constraints.days_per_week = profile.days_per_week.into();
        if let Some(location) = profile.location(wanted.location.as_deref()) {
            input.constraints.available_equipment.clone_from(&location.equipment);
            input.inventory.clone_from(&location.inventory);
        }
        if !profile.weekly_schedule.is_empty() {
            let weekly_schedule = Some(profile.weekly_schedule.clone());
            input.program = Some(Program { id: String::new(), weekly_schedule });
        }
        let keys = |list: &[domain::exercise::ExerciseKey]| list.iter().map(ToString::to_string).collect();
        input.preferences.favorite_exercise_ids = keys(&profile.favorite_exercises);
        input.preferences.avoid_exercise_ids = keys(&profile.avoided_exercises);
        input.units = Some(profile.units);
        input.time_zone = profile.zone.clone();
        input.superset_policy = profile.superset_policy;
        input.sex = profile.sex;
        input.explain = wanted.explain;
        input.history = history;
        self.add_state(&mut input, &standing).await?;
        Ok(input)
    }

    /// What was done in so many days, as the engine reads it.
    pub(in crate::service) async fn past(&mut self, days: i64) -> Result<Vec<HistoryEntry>, Problem> {
        let since = self.now.minus_seconds(days * 86_400);
        let sessions = self.tx.sessions(self.athlete.id, Which::StartedSince(since)).await?;
        Ok(sessions.iter().filter_map(|row| entry(&row.session)).collect())
    }

    /// WK-1: the entry of the schedule that is due; when the week has no more, its first again.
    fn due(&self, history: &[HistoryEntry], week: LocalDate) -> String {
        let schedule = self.schedule();
        let due = self.unused(&schedule, history, week).first().copied();
        due.or(schedule.first().map(String::as_str)).unwrap_or(Intent::FullBody.as_str()).to_owned()
    }

    async fn add_state(&mut self, input: &mut SelectionInput, standing: &Standing) -> Result<(), Problem> {
        let athlete = self.id();
        let check_ins = self.tx.check_ins(athlete, self.now.minus_seconds(21 * 86_400)).await?;
        input.check_ins = check_ins
            .iter()
            .map(|check_in| CheckInEntry {
                at: check_in.at,
                readiness: check_in.readiness,
                pain: check_in.pain.iter().map(|pain| (pain.area.to_string(), pain.severity)).collect(),
            })
            .collect();
        let flags = self.flags().await?;
        let now = self.now;
        input.flags = flags
            .iter()
            .filter(|flag| flag.is_active(now))
            .map(|flag| ActiveFlag {
                kind: flag.kind,
                area: flag.area.map(|area| area.to_string()),
                exercise_id: flag.exercise_key.as_ref().map(ToString::to_string),
                severity: flag.severity,
            })
            .collect();
        if let Some(plan) = self.active_plan(PlanDomain::Training).await? {
            let chain = self.chain::<PlanItem>(plan, Span::Recent("")).await?;
            input.plan_items = chain.effective().iter().map(plan_item).collect();
        }
        let at = standing.at;
        input.mesocycle_length = Some(at.week.length);
        input.week_in_block = at.week.week;
        let by_hand = standing.started.is_some_and(|block| block.deload_now);
        input.block = Some(training::input::Block { start_date: at.start_date, deload: by_hand });
        let baselines = self.tx.entries::<Baseline>(Shelf::Baselines, athlete).await?;
        input.baselines = baselines.into_iter().map(|entry| entry.value).collect();
        input.bodyweight = self.body_weight().await?;
        input.cold_start = Some(ColdStartState {
            completed: u32::try_from(standing.done.len()).unwrap_or(u32::MAX),
            check_ins: u32::try_from(check_ins.len()).unwrap_or(u32::MAX),
            stored_stage: 0,
            enabled: self.profile().cold_start_protocol,
        });
        Ok(())
    }
}

fn plan_item(item: &PlanItem) -> PlanItemState {
    let policy = item.prescription.rep_policy;
    let is_range = policy.mode == domain::prescription::RepMode::Range;
    PlanItemState {
        exercise_id: item.exercise_key.to_string(),
        progression_mode: item.progression_mode,
        target_load: item.prescription.working_sets().filter_map(|set| set.load_g).max(),
        override_load: None,
        rep_low: is_range.then_some(policy.low),
        rep_high: is_range.then_some(policy.high),
        min_sets: item.min_sets,
        level: item.prescription.level_ref.clone(),
    }
}

/// A session that was done, as the engine reads its past.
fn entry(session: &Session) -> Option<HistoryEntry> {
    let is_done = matches!(session.status, SessionStatus::Done | SessionStatus::Summary);
    let (started_at, ended_at) = (session.started_at?, session.finished_at?);
    is_done.then(|| HistoryEntry {
        session_id: session.id.to_string(),
        started_at,
        ended_at,
        status: session.status,
        intent: session.intent.map(|intent| intent.to_string()),
        selection_mode: session.selection_mode,
        advances_split: Some(session.advances_split),
        deload: session.deload,
        exercises: session.exercises.iter().map(exercise).collect(),
    })
}

fn exercise(performance: &ExercisePerformance) -> HistoryExercise {
    let frozen = performance.frozen.as_ref().map(|frozen| &frozen.prescription);
    HistoryExercise {
        exercise_id: performance.exercise_key.to_string(),
        skipped: performance.status == domain::session::PerformanceStatus::Skipped,
        rep_low: frozen.and_then(|frozen| frozen.rep_policy.floor()),
        target_rpe: frozen.and_then(|frozen| frozen.effort_target),
        stopped_for_pain: performance.marks.iter().any(|mark| mark.kind == MarkKind::Pain),
        sets: performance
            .sets
            .iter()
            .map(|set| HistorySet {
                kind: set.kind,
                done: set.completed,
                reps: set.reps,
                seconds: set.seconds,
                meters: set.meters,
                load_g: set.load_g,
                rpe: set.rpe,
            })
            .collect(),
    }
}
