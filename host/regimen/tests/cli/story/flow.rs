//! L-36: a session is planned as a file, done, and comes back filled in; the plan, the decisions and the suggestions follow.

use assistant::{
    document::{number::Number, workout::Workout, yaml},
    input::request::Request,
};
use domain::{
    proposal::ProposalState,
    quantity::Rpe,
    session::{SelectionMode, SessionOrigin, SessionStatus},
    voice::Locale,
};
use regimen::{
    problem::Problem,
    service::{
        flow::{draft, log, plan},
        session,
    },
};

use super::{both::on_both, person::Person};

fn request(intent: &str) -> Request {
    serde_json::from_value(serde_json::json!({
        "intent": intent, "duration_minutes": 45, "location": "gym:downtown",
        "equipment_inventory": ["eq_olympic_barbell_mens_20kg", "eq_weight_plates_standard", "eq_power_rack",
            "eq_flat_bench", "eq_dumbbells_set_5-50", "eq_pullup_bar", "eq_mat_area"],
    }))
    .unwrap()
}

/// The workout as somebody fills it in who does everything that it asks for, with some reps more.
fn filled_in(workout: &Workout, more: u32) -> Workout {
    let mut workout = workout.clone();
    for set in &mut workout.sets {
        set.actual_reps = set.target_reps.map(|reps| reps.0.high + more);
        set.actual_weight = set.target_weight;
    }
    workout.post_workout.perceived_difficulty = Some(6);
    workout.post_workout.completion_time_minutes = Some(40);
    workout
}

impl Person {
    async fn drafted(&self, intent: &str) -> Workout {
        let planned = plan::plan(&self.app, &self.caller, &request(intent), Locale::En).await.unwrap();
        planned.outcome.workout
    }

    async fn logged(&self, workout: &Workout) -> Result<log::LoggedBack, Problem> {
        log::log(&self.app, &self.caller, &yaml::write(workout)).await
    }
}

#[test]
fn l_36_a_file_comes_back_filled_in_and_decisions_and_suggestions_follow() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let mut proposed = 0;
        for week in 0..3 {
            let workout = person.drafted("full_body").await;
            assert_eq!(workout.workout_id.len(), "2026-03-02-gym-downtown-00".len());
            person.advance_hours(1);
            let logged = person.logged(&filled_in(&workout, 2)).await.unwrap();
            let session = &logged.finished.row.session;
            assert_eq!(
                (session.origin, session.selection_mode, session.status),
                (SessionOrigin::Draft, SelectionMode::Intent, SessionStatus::Summary)
            );
            assert_eq!(session.finished_at.unwrap().seconds_since(session.started_at.unwrap()), 40 * 60);
            assert!(session.exercises.iter().all(|one| one.rpe.map(Rpe::tenths) == Some(60)));
            assert!(!logged.finished.told.updates.is_empty(), "every exercise is judged");
            let stored = session::show(&person.app, &person.caller, session.id).await.unwrap();
            assert_eq!(stored.session.exercises.len(), session.exercises.len());
            let decisions =
                session::finish::decisions(&person.app, &person.caller, session.id).await.unwrap();
            assert_eq!(decisions.len(), session.exercises.len(), "week {week}");
            proposed += logged.finished.proposals.len();
            person.sound("a session").await;
            person.advance_hours(47);
        }
        assert!(proposed > 0, "three good sessions lead to a suggestion");
    });
}

#[test]
fn l_36_the_same_bytes_change_nothing_and_others_correct_the_report() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let workout = person.drafted("full_body").await;
        let done = filled_in(&workout, 0);
        let first = person.logged(&done).await.unwrap();
        person.advance_hours(1);
        let again = person.logged(&done).await.unwrap();
        assert!(!first.is_known && again.is_known);
        assert_eq!(again.finished.row.revision, first.finished.row.revision);
        let mut corrected = done.clone();
        let last = corrected.sets.last_mut().unwrap();
        last.actual_reps = Some(0);
        let second = person.logged(&corrected).await.unwrap();
        assert!(second.finished.row.revision > first.finished.row.revision);
        let failed = &second.finished.row.session.exercises.last().unwrap().sets.last().unwrap();
        assert!(!failed.completed, "nothing at all is an attempt that failed");
        let kept = draft::show(&person.app, &person.caller, &workout.workout_id).await.unwrap();
        assert_eq!((kept.logs.len(), kept.state), (2, ProposalState::Accepted));
        person.sound("a correction").await;
    });
}

#[test]
fn l_36_targets_that_were_changed_before_the_start_count_for_this_session() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let mut workout = filled_in(&person.drafted("full_body").await, 0);
        let place = workout.sets.iter().position(|set| set.target_weight.is_some_and(|load| load.0.0 > 2000));
        let set = &mut workout.sets[place.unwrap()];
        let id = set.id.clone();
        set.target_weight = Some(Number::hundredths(2000));
        set.rest_s += 30;
        let skipped = workout.sets.last().unwrap().exercise.clone();
        workout.sets.iter_mut().filter(|set| set.exercise == skipped).for_each(|set| set.actual_reps = None);
        let logged = person.logged(&workout).await.unwrap();
        let warning = &logged.warnings[0];
        assert_eq!((warning.code.as_str(), &warning.facts["count"]), ("target_edited", &1_i64.into()));
        assert!(format!("{:?}", warning.facts["sets"]).contains(&id));
        let events =
            session::events(&person.app, &person.caller, logged.finished.row.session.id).await.unwrap();
        assert!(events.iter().any(|event| event.kind == domain::session::SessionEventKind::Edited));
        let last = logged.finished.row.session.exercises.last().unwrap();
        assert_eq!(last.status, domain::session::PerformanceStatus::Skipped);
        person.sound("an edit").await;
    });
}

#[test]
fn l_36_a_draft_is_accepted_once_and_a_stale_one_is_not() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let (one, other) = (person.drafted("full_body").await, person.drafted("push").await);
        assert_ne!(one.workout_id, other.workout_id);
        let row = draft::accept(app, caller, &one.workout_id).await.unwrap();
        assert_eq!(row.session.status, SessionStatus::Planned);
        assert_eq!(draft::accept(app, caller, &one.workout_id).await.unwrap(), row);
        assert_eq!(person.items().await.len(), row.session.exercises.len());
        // Its exercises have made a new version of the plan.
        let stale = draft::accept(app, caller, &other.workout_id).await.unwrap_err();
        assert_eq!((stale.code.name, stale.code.status), ("stale_draft", 409));
        let open = draft::list(app, caller, false).await.unwrap();
        assert!(open.is_empty());
        let third = person.drafted("pull").await;
        assert_eq!(
            draft::decline(app, caller, &third.workout_id).await.unwrap().state,
            ProposalState::Rejected
        );
        let closed = draft::accept(app, caller, &third.workout_id).await.unwrap_err();
        assert_eq!(closed.code.name, "proposal_not_open");
        let fourth = person.drafted("pull").await;
        person.advance_hours(24 * 3);
        let over = draft::accept(app, caller, &fourth.workout_id).await.unwrap_err();
        assert_eq!(over.code.name, "proposal_not_open");
        person.sound("answers").await;
        // What was done is logged all the same.
        let logged = person.logged(&filled_in(&fourth, 0)).await.unwrap();
        assert_eq!(logged.finished.row.session.status, SessionStatus::Summary);
        person.sound("a late log").await;
    });
}

#[test]
fn l_36_unknown_workouts_and_sets_are_refused() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let workout = filled_in(&person.drafted("full_body").await, 0);
        let mut elsewhere = workout.clone();
        elsewhere.workout_id = "2026-03-02-elsewhere-00".to_owned();
        let unknown = person.logged(&elsewhere).await.unwrap_err();
        assert_eq!((unknown.code.name, unknown.code.status), ("not_found", 404));
        let mut odd = workout.clone();
        odd.sets[1].id = "A-NOPE-1".to_owned();
        let unknown = person.logged(&odd).await.unwrap_err();
        assert_eq!((unknown.code.name, unknown.code.status), ("set_unknown", 422));
        assert_eq!(unknown.pointer.as_deref(), Some("/sets/1/id"));
        let text = yaml::write(&workout).replace("version: 1.2", "version: &a 1.2");
        let bad = log::log(&person.app, &person.caller, &text).await.unwrap_err();
        assert_eq!((bad.code.name, bad.code.status), ("input_invalid", 422));
    });
}
