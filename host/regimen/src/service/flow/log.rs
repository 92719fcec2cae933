//! `flow.log`: the workout comes back, filled in, and becomes a session that was done (L-36).

use ::training::progression::report::{Effort, ItemReport, Report, SetReport};
use assistant::{
    document::{
        id::SetNumber,
        read,
        workout::{PostWorkout, Workout, WorkoutSet},
    },
    failure::Stage,
};
use domain::{
    change::{Field, Target},
    digest::sha256,
    dispute::OverrideScope,
    plan::ItemId,
    prescription::{SetPrescription, SetType},
    quantity::{MassUnit, Rpe},
    reason::{Fact, Reason, ReasonCode},
    session::{ExercisePerformance, Session, SessionEventKind, SessionStatus},
    spec::SpecId,
    time::Instant,
};
use plan::edit::{Edit, Wish, edit};
use store::SessionRow;

use super::{
    Exercises,
    document::faulty,
    draft::{Draft, Logged},
    session::{Block, blocks, training_set},
};
use crate::{
    problem::{Problem, SET_UNKNOWN},
    service::{
        act::Act,
        app::{App, Caller, Work},
        ledger::{Span, world},
        session::{
            event,
            finish::{Ending, Finished},
        },
    },
};

/// What came of a workout that was logged.
#[derive(Debug, Clone, PartialEq)]
pub struct LoggedBack {
    /// The id of the workout.
    pub workout_id: String,
    /// The session, and what follows from it.
    pub finished: Finished,
    /// What the athlete should know.
    pub warnings: Vec<Reason>,
    /// Whether these very bytes had come before, so that nothing changed.
    pub is_known: bool,
}

/// Takes a workout back. The same bytes again change nothing; others correct the report (P-4).
///
/// Work that was done is logged even if its draft has ended or the plan has changed since.
pub async fn log(app: &App, caller: &Caller, text: &str) -> Result<LoggedBack, Problem> {
    let workout =
        read::workout_value(text).and_then(read::workout).map_err(|faults| faulty(Stage::Log, faults))?;
    let digest = sha256(text.as_bytes());
    let mut work = app.write(caller, Act::SessionReported).await?;
    let mut entry = work.draft(&workout.workout_id).await?;
    let draft = &mut entry.value;
    known_sets(&workout, draft)?;
    let mut row = match draft.session_id {
        Some(id) => work.session(id).await?,
        None => work.take_before(draft).await?,
    };
    let workout_id = workout.workout_id.clone();
    if draft.logs.last().is_some_and(|last| last.digest == digest) {
        let finished = work.told_before(row).await?;
        return Ok(LoggedBack { workout_id, finished, warnings: vec![], is_known: true });
    }
    let catalog = work.catalog().await?;
    let exercises = Exercises::new(&catalog, &::training::tuning::Tuning::default());
    let library = exercises.knowledge().library;
    let mut warnings = Vec::new();
    if row.session.status == SessionStatus::Planned {
        let meant = blocks(&draft.analyzer, &draft.workout, library);
        let given = blocks(&draft.analyzer, &workout, library);
        warnings.extend(work.edit_targets(&mut row, &meant, &given, workout.units.into()).await?);
        work.begin_before(&mut row, workout.post_workout.completion_time_minutes).await?;
    }
    let given = blocks(&draft.analyzer, &workout, library);
    let ending = ending(&row.session, &given, &workout, draft);
    let finished = work.finish(row.session.id, &ending).await?;
    draft.logs.push(Logged { digest, at: work.now, workout });
    work.put_draft(entry).await?;
    work.commit().await?;
    Ok(LoggedBack { workout_id, finished, warnings, is_known: false })
}

/// L-36: every set that comes back is one of the draft.
fn known_sets(workout: &Workout, draft: &Draft) -> Result<(), Problem> {
    let is_known = |set: &WorkoutSet| draft.workout.sets.iter().any(|known| known.id == set.id);
    let Some(place) = workout.sets.iter().position(|set| !is_known(set)) else { return Ok(()) };
    let (id, workout_id) = (workout.sets[place].id.as_str(), draft.workout_id.as_str());
    let problem = Problem::new(SET_UNKNOWN).fact("set", id).fact("workout", workout_id);
    Err(problem.at(format!("/sets/{place}/id")))
}

/// The workout without anything that was filled in.
pub(super) fn blank(workout: &Workout) -> Workout {
    let sets = workout.sets.iter();
    let blank = |set: &WorkoutSet| WorkoutSet { actual_weight: None, actual_reps: None, ..set.clone() };
    Workout { sets: sets.map(blank).collect(), post_workout: PostWorkout::default(), ..workout.clone() }
}

impl Work<'_> {
    /// Takes the draft of a workout that nobody accepted: a trigger of its own, just before the report (PV-8).
    async fn take_before(&mut self, draft: &mut Draft) -> Result<SessionRow, Problem> {
        let (now, trace) = (self.now, std::mem::replace(&mut self.trace_id, self.app.trace()));
        self.now = Instant::from_millis(now.millis() - 1).unwrap_or(now);
        let taken = self.take_draft(draft).await;
        (self.now, self.trace_id) = (now, trace);
        taken
    }

    /// L-36: targets that were changed before the start are those of this session alone; says which.
    async fn edit_targets(
        &mut self,
        row: &mut SessionRow,
        meant: &[Block<'_>],
        given: &[Block<'_>],
        unit: MassUnit,
    ) -> Result<Option<Reason>, Problem> {
        let mut edited: Vec<Fact> = Vec::new();
        let mut wishes: Vec<Wish> = Vec::new();
        for (performance, (meant, given)) in row.session.exercises.iter_mut().zip(meant.iter().zip(given)) {
            for (number, set) in &given.sets {
                let Some((_, planned)) = meant.sets.iter().find(|(_, known)| known.id == set.id) else {
                    continue;
                };
                if targets(set) == targets(planned) {
                    continue;
                }
                edited.push(set.id.as_str().into());
                if let (SetNumber::Working(number), Some(frozen)) = (number, &mut performance.frozen) {
                    let place = usize::try_from(*number).unwrap_or(1).saturating_sub(1);
                    if let Some(target) = frozen.prescription.sets.get_mut(place) {
                        retarget(target, SetNumber::Working(*number), set, unit);
                        wishes.extend(performance.item_id.iter().flat_map(|item| wanted(*item, target)));
                    }
                }
            }
        }
        if edited.is_empty() {
            return Ok(None);
        }
        self.put_session(row).await?;
        self.guard(row, wishes).await?;
        let facts = [("field", Fact::from("targets")), ("sets", Fact::List(edited.clone()))];
        let event = event(self, row.session.id, SessionEventKind::Edited, facts);
        self.tx.add_session_events(&[event]).await?;
        let warning = Reason::new(ReasonCode::TargetEdited, SpecId::new("L-36"));
        Ok(Some(warning.fact("count", edited.len()).fact("sets", Fact::List(edited))))
    }

    /// OV-8: what was changed for this session alone is known as a person's edit when the session is judged.
    async fn guard(&mut self, row: &SessionRow, mut wishes: Vec<Wish>) -> Result<(), Problem> {
        let chain = self.training_chain(row.session.plan_id, Span::Recent("")).await?;
        wishes.retain(|wish| {
            let item = chain.item(wish.target.item_id);
            let old = item.and_then(|item| item.value(wish.target.set_id, wish.field));
            old.is_some_and(|old| old != wish.new)
        });
        if wishes.is_empty() {
            return Ok(());
        }
        let facts = self.training_facts(&chain).await?;
        let edited = Edit { wishes, scope: OverrideScope::Session, reason: String::new() };
        let landing = edit(&chain, &edited, &self.moment(), world(&facts))?;
        self.land(&landing).await
    }

    /// Starts a session as many minutes ago as it took.
    async fn begin_before(&mut self, row: &mut SessionRow, minutes: Option<u32>) -> Result<(), Problem> {
        let now = self.now;
        self.now = now.minus_seconds(60 * i64::from(minutes.unwrap_or(0)));
        let begun = self.begin(row).await;
        self.now = now;
        begun
    }
}

/// What a person may change of a set before it is done.
fn targets(set: &WorkoutSet) -> impl PartialEq {
    (set.target_reps, set.target_weight, set.rir, set.rest_s)
}

fn retarget(target: &mut SetPrescription, number: SetNumber, set: &WorkoutSet, unit: MassUnit) {
    let wanted = training_set(number, set, unit);
    if let Some(reps) = wanted.rep_low.filter(|_| target.reps.is_some()) {
        target.reps = Some(reps.clamp(1, 100));
    }
    if let Some(seconds) = wanted.seconds.filter(|_| target.seconds.is_some()) {
        target.seconds = Some(seconds.low);
    }
    target.load_g = wanted.load;
    target.rpe = wanted.rpe;
    target.rest_s = set.rest_s;
}

/// The fields of a set that a person may have changed, as they are now.
fn wanted(item_id: ItemId, set: &SetPrescription) -> impl Iterator<Item = Wish> {
    let target = Target { item_id, set_id: Some(set.set_id) };
    let fields = [
        (Field::Load, set.load_g.map(|load| load.0)),
        (Field::Reps, set.reps.map(i64::from)),
        (Field::Seconds, set.seconds.map(i64::from)),
        (Field::Rest, Some(set.rest_s.into())),
    ];
    fields.into_iter().filter_map(move |(field, new)| Some(Wish { target, field, new: new?.into() }))
}

/// The report that a filled-in workout is.
fn ending(session: &Session, given: &[Block<'_>], workout: &Workout, draft: &Draft) -> Ending {
    let difficulty = workout.post_workout.perceived_difficulty;
    let effort = difficulty.map(|difficulty| Effort::Number(difficulty.into()));
    let items = given.iter().filter_map(|block| {
        let key = block.planned.slug.as_str();
        let performance = session.exercises.iter().find(|one| one.exercise_key.as_str() == key)?;
        Some(item_report(performance, block, workout, draft, effort.as_ref()))
    });
    let items: Vec<ItemReport> = items.flatten().collect();
    let session_rpe = difficulty.and_then(|difficulty| Rpe::new(10 * i64::from(difficulty)).ok());
    Ending { report: Some(Report { items }), session_rpe }
}

/// What was done of one exercise; nothing is left to say of one that belongs to no plan.
fn item_report(
    performance: &ExercisePerformance,
    block: &Block<'_>,
    workout: &Workout,
    draft: &Draft,
    effort: Option<&Effort>,
) -> Option<ItemReport> {
    let item_id = performance.item_id?;
    let frozen = performance.frozen.as_ref().map(|frozen| &frozen.prescription);
    let sets: Vec<SetReport> = block
        .sets
        .iter()
        .filter_map(|(number, set)| {
            let planned = match number {
                SetNumber::Ramp(_) => None,
                SetNumber::Working(number) => {
                    let place = usize::try_from(*number).unwrap_or(1).saturating_sub(1);
                    frozen.and_then(|frozen| frozen.working_sets().nth(place))
                }
            };
            set_report(*number, set, planned, workout.units.into())
        })
        .collect();
    let is_skipped = !sets.iter().any(|set| set.kind == SetType::Working);
    Some(ItemReport {
        item_id,
        skipped: is_skipped,
        sets: if is_skipped { vec![] } else { sets },
        rpe: effort.filter(|_| !is_skipped).cloned(),
        comfort: None,
        marks: vec![],
        notes: notes(block, draft),
    })
}

/// What was done of one set; nothing was, when no reps are filled in.
fn set_report(
    number: SetNumber,
    set: &WorkoutSet,
    planned: Option<&SetPrescription>,
    unit: MassUnit,
) -> Option<SetReport> {
    let amount = i64::from(set.actual_reps?);
    let is_timed = set.target_reps.is_some_and(|reps| reps.0.is_timed());
    let load = set.actual_weight.or(set.target_weight);
    Some(SetReport {
        set_id: planned.map(|planned| planned.set_id),
        kind: if matches!(number, SetNumber::Ramp(_)) { SetType::Warmup } else { SetType::Working },
        reps: (!is_timed).then_some(amount),
        seconds: is_timed.then_some(amount),
        meters: None,
        load_g: load.map(|load| load.load(unit)).filter(|load| load.0 > 0),
        rpe: None,
        // L-36: nothing at all is an attempt that failed.
        completed: amount > 0,
        rest_after_s: None,
    })
}

/// What was noted at the sets, without what had stood there before.
fn notes(block: &Block<'_>, draft: &Draft) -> String {
    const MOST: usize = 2000;
    let known = |set: &WorkoutSet| {
        let planned = draft.workout.sets.iter().find(|known| known.id == set.id);
        planned.is_some_and(|planned| planned.notes == set.notes)
    };
    let new = block.sets.iter().filter(|(_, set)| !known(set)).filter_map(|(_, set)| set.notes.as_deref());
    new.collect::<Vec<_>>().join("\n").chars().take(MOST).collect()
}
