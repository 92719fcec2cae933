//! Another exercise in place of one: the rack is taken, it hurts, or it is not liked (SU-1, SU-2).

use domain::{
    error::ErrorCode,
    exercise::ExerciseKey,
    id::Id,
    law::Invalid,
    reason::Fact,
    session::{ExercisePerformance, SessionEventKind, SessionId, SessionStatus},
};
use store::SessionRow;
use training::{
    document::substitution::{SubstitutionInput, SubstitutionOutput},
    library::Library,
    tuning::Tuning,
};

use super::{event, wrong_state};
use crate::{
    problem::Problem,
    service::{
        act::Act,
        app::{App, Caller, Scope, Work, not_found},
        workout::{self, Wanted},
    },
};

/// What can stand in for an exercise of a session, the best first.
pub async fn alternatives(
    app: &App,
    caller: &Caller,
    id: SessionId,
    exercise: &ExerciseKey,
) -> Result<SubstitutionOutput, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let row = work.session(id).await?;
    work.alternatives(&row, exercise).await
}

/// Puts another exercise in the place of one that has no set yet. Before the start it is an edit, after it a
/// substitution.
pub async fn swap(
    app: &App,
    caller: &Caller,
    id: SessionId,
    old: &ExerciseKey,
    new: &ExerciseKey,
    reason: &str,
) -> Result<SessionRow, Problem> {
    let mut work = app.write(caller, Act::SessionChanged).await?;
    let row = work.swap_exercise(id, old, new, reason).await?;
    work.commit().await?;
    Ok(row)
}

impl Work<'_> {
    /// Puts another exercise in the place of one; nothing is seen of it before the commit.
    pub(in crate::service) async fn swap_exercise(
        &mut self,
        id: SessionId,
        old: &ExerciseKey,
        new: &ExerciseKey,
        reason: &str,
    ) -> Result<SessionRow, Problem> {
        let mut row = self.session(id).await?;
        if !matches!(row.session.status, SessionStatus::Planned | SessionStatus::Active) {
            return Err(wrong_state(row.session.status, SessionStatus::Active));
        }
        let place = row.session.exercises.iter().position(|one| one.exercise_key == *old);
        let place = place.ok_or_else(|| not_found("exercise", old))?;
        if !row.session.exercises[place].sets.is_empty() {
            let expected = "an exercise without a set; what was done stays";
            return Err(Invalid::of(ErrorCode::InvalidSession, "exercise", old, expected).into());
        }
        let is_running = row.session.status == SessionStatus::Active;
        row.session.exercises[place] = self.stand_in(&row, place, new).await?;
        self.put_session(&mut row).await?;
        let kind = if is_running { SessionEventKind::Substituted } else { SessionEventKind::Edited };
        let facts = [
            ("field", Fact::from("exercise")),
            ("from", old.as_str().into()),
            ("to", new.as_str().into()),
            ("reason", reason.into()),
        ];
        let swapped = event(self, id, kind, facts);
        self.tx.add_session_events(&[swapped]).await?;
        Ok(row)
    }

    async fn alternatives(
        &mut self,
        row: &SessionRow,
        exercise: &ExerciseKey,
    ) -> Result<SubstitutionOutput, Problem> {
        let wanted = Wanted { intent: Some("full_body".to_owned()), ..Wanted::default() };
        let input = self.selection_input(&wanted).await?;
        let catalog = self.catalog().await?;
        let library = Library::new(&catalog, &Tuning::default());
        let others = row.session.exercises.iter().filter(|one| one.exercise_key != *exercise);
        let asked = SubstitutionInput {
            exercise_id: exercise.to_string(),
            is_main: false,
            session_exercise_ids: others.map(|one| one.exercise_key.to_string()).collect(),
            training_age: input.training_age,
            constraints: input.constraints,
            preferences: input.preferences,
            fatigue_state: input.fatigue_state,
            flags: input.flags,
            tuning: input.tuning,
        };
        Ok(asked.answer(&library)?)
    }

    /// The new exercise as the plan has it, or as a newcomer to it, in as many sets as the old one.
    async fn stand_in(
        &mut self,
        row: &SessionRow,
        place: usize,
        new: &ExerciseKey,
    ) -> Result<ExercisePerformance, Problem> {
        let catalog = self.catalog().await?;
        let old = &row.session.exercises[place];
        let Some(item) = workout::in_place_of(self, old, new, &catalog) else {
            let expected = "an exercise of the catalogue";
            return Err(Invalid::of(ErrorCode::UnknownExercise, "exercise", new, expected).into());
        };
        let (_, known) = self.enter(vec![item], row.session.id).await?;
        let Some(item) = known.first() else { return Err(not_found("exercise", new)) };
        let mut meant = workout::meant_performance(row.session.id, item);
        // SS-2: it stands in the round of the other, and rests as that does.
        let round = old.frozen.as_ref().filter(|frozen| frozen.superset.is_some());
        if let (Some(meant), Some(round)) = (meant.frozen.as_mut(), round) {
            meant.superset.clone_from(&round.superset);
            meant.prescription.rest_evenly(round.prescription.rest_policy.seconds);
        }
        let trace = self.trace_id.as_str();
        let id = Id::derive(&["stand-in", trace, &row.session.id.to_string(), new.as_str()]);
        Ok(ExercisePerformance { id, ..meant })
    }
}
