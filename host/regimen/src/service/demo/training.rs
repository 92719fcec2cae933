//! What the made-up athlete does in the gym and says to the plan.

use ::training::{
    catalog::Catalog,
    pain,
    progression::report::{ItemReport, Report},
    suggestion::profile::Profile as Pace,
};
use domain::{
    anatomy::BodyArea,
    change::{Field, Target, Value},
    dispute::{OverrideScope, Resolution},
    exercise::Exercise,
    plan::{PlanItem, ProgressionMode, VersionSource},
    prescription::{RepMode, SetPrescription, SetType},
    proposal::{Proposal, ProposalKind, RejectionReason},
    quantity::{Grams, Rpe},
    session::{ExercisePerformance, FrozenTargets, Session, SetPerformance},
    wellbeing::{Mark, MarkKind},
};
use plan::{
    answer::{Answer, Reply},
    edit::{Edit, Wish},
    rollback::Slot,
};
use store::SessionRow;

use super::{
    FORGOTTEN, KNEE, Life, NO_TIME, Shape, WEEKS,
    strength::{Asked, done},
    strength_at,
};
use crate::{
    problem::Problem,
    service::{
        planning,
        profile::profile_of,
        proposals,
        session::{
            finish::{self, Ending},
            leave,
            log::{self, Logged},
            start::{self, AtGate},
            swap,
        },
        workout::{self, Saving, Wanted},
    },
};

/// The sessions in which an exercise is swapped, which one, and why.
const SWAPPED: [(i64, usize, &str); 2] = [(10, 3, "dislike"), (31, 2, "equipment_busy")];

/// Whether everything is answered now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtOnce {
    Yes,
    No,
}

/// The last session: what it suggests is still open.
const LAST: i64 = 3 * WEEKS - 1;

impl Life<'_> {
    /// A session from its plan to what is answered after it.
    pub(super) async fn train(&mut self, number: i64) -> Result<(), Problem> {
        let pinned = self.heavy.iter().map(ToString::to_string).collect();
        let wanted = Wanted { pinned_exercise_ids: pinned, ..Wanted::default() };
        let row = workout::plan_session(self.app, &self.caller, &wanted, &Saving::default()).await?;
        let id = row.session.id;
        match number {
            FORGOTTEN => return Ok(()),
            NO_TIME => return finish::skip(self.app, &self.caller, id, "no time").await.map(drop),
            _ => {}
        }
        let waiting = start::waiting(self.app, &self.caller, id).await?;
        self.answer(&waiting, AtOnce::Yes).await?;
        let mut row = start::start(self.app, &self.caller, id, AtGate::Skip).await?;
        self.pass(60);
        if let Some((_, place, why)) = SWAPPED.iter().find(|(session, ..)| *session == number) {
            row = self.swap(row, *place, why).await?;
        }
        self.trained = row.session.exercises.iter().filter_map(|one| one.item_id).collect();
        for exercise in &row.session.exercises {
            let seconds = 300 + 30 * self.dice.between(0, 5);
            self.pass(seconds);
            let sets = self.sets(&row.session, exercise).await?;
            log::log(self.app, &self.caller, id, &sets).await?;
        }
        self.pass(240);
        let ending = self.ending(&row.session, number);
        let finished = finish::finish(self.app, &self.caller, id, &ending).await?;
        self.pass(180);
        if number != LAST {
            self.answer(&finished.proposals, AtOnce::No).await?;
        }
        leave::leave(self.app, &self.caller, id).await.map(drop)
    }

    /// Another exercise in the place of one, the best that there is.
    async fn swap(&self, row: SessionRow, place: usize, why: &str) -> Result<SessionRow, Problem> {
        let id = row.session.id;
        let Some(old) = row.session.exercises.get(place).map(|one| &one.exercise_key) else { return Ok(row) };
        let others = swap::alternatives(self.app, &self.caller, id, old).await?;
        let Some(other) = others.candidates.first() else { return Ok(row) };
        swap::swap(self.app, &self.caller, id, old, &other.exercise_id, why).await
    }

    fn pass(&self, seconds: i64) {
        self.app.set_now(self.app.now().plus_seconds(seconds));
    }

    /// Most of what is suggested is taken, what is not believed in is refused; some waits for the gate of the next
    /// session.
    async fn answer(&mut self, suggested: &[Proposal], at_once: AtOnce) -> Result<(), Problem> {
        let open = suggested.iter().filter(|one| one.state.is_open() && one.kind != ProposalKind::Conflict);
        let open: Vec<_> = open.collect();
        if open.is_empty() {
            return Ok(());
        }
        let plan = planning::show(self.app, &self.caller, None).await?.items;
        let refused = |reason, note: Option<&str>| Reply::Reject {
            reason: Some(reason),
            note: note.map(str::to_owned),
        };
        let mut answers = Vec::new();
        for card in open.chunk_by(|one, other| one.group_id == other.group_id) {
            let reply = match self.dice.below(10) {
                _ if !card.iter().all(|one| self.believes(one, &plan)) => {
                    refused(RejectionReason::TooAggressive, None)
                }
                0 => refused(RejectionReason::NotNow, Some("not this week")),
                1..=3 if at_once == AtOnce::No => continue,
                _ => Reply::Accept { alternative: None },
            };
            answers.extend(card.iter().map(|one| Answer { proposal: one.id, reply: reply.clone() }));
        }
        if answers.is_empty() {
            return Ok(());
        }
        match proposals::decide(self.app, &self.caller, &answers).await {
            // What went stale in the meantime is closed; life goes on.
            Err(problem) if problem.code.name == "stale_proposal" => Ok(()),
            other => other.map(drop),
        }
    }

    /// Whether a load looks as if a set could be done with it.
    fn believes(&self, proposal: &Proposal, plan: &[PlanItem]) -> bool {
        let item = plan.iter().find(|item| item.item_id == proposal.target.item_id);
        let known = item.and_then(|item| Some((item, Catalog::embedded().get(&item.exercise_key)?)));
        let Some((item, exercise)) = known else { return true };
        let least = 10 * i64::from(item.prescription.rep_policy.low) + 20;
        proposal.changes.iter().filter(|change| change.field == Field::Load).all(|change| match change.new {
            Value::Number(load) => self.shape.limit(exercise, Some(Grams(load)), 1) >= least,
            _ => true,
        })
    }

    /// The sets of an exercise, as strong as the athlete is today.
    async fn sets(
        &mut self,
        session: &Session,
        performance: &ExercisePerformance,
    ) -> Result<Vec<Logged>, Problem> {
        let Some(frozen) = &performance.frozen else { return Ok(vec![]) };
        let Some(exercise) = Catalog::embedded().get(&performance.exercise_key) else { return Ok(vec![]) };
        let first = self.first_load(exercise, frozen).await?;
        let mut logged = Vec::new();
        for (place, set) in (0..).zip(&frozen.prescription.sets) {
            let load_g = set.load_g.or(first);
            let limit = self.shape.limit(exercise, load_g, place);
            let all_out = self.heavy.as_ref() == Some(&performance.exercise_key);
            let (amount, rpe) = done(exercise, limit, Asked { all_out, ..asked(session, frozen, set) });
            let counted = |target: Option<u32>| target.map(|_| amount);
            let set = SetPerformance {
                id: self.app.id(),
                set_id: Some(set.set_id),
                index: set.index,
                kind: set.kind,
                reps: counted(set.reps),
                seconds: counted(set.seconds),
                meters: counted(set.meters),
                load_g,
                completed: true,
                rest_after_s: u32::try_from(i64::from(set.rest_s) + self.dice.between(-10, 30)).ok(),
                rpe: rpe.filter(|_| set.kind != SetType::Warmup),
            };
            logged.push(Logged { performance_id: performance.id, set, at: None });
        }
        Ok(logged)
    }

    /// The load that is tried where the plan knows none.
    async fn first_load(
        &self,
        exercise: &Exercise,
        frozen: &FrozenTargets,
    ) -> Result<Option<Grams>, Problem> {
        let iron = profile_of(self.app, &self.caller).await?.iron();
        let Some(grid) = iron.grid_for(exercise) else { return Ok(None) };
        let reps = i64::from(frozen.prescription.rep_policy.low) * 10 + 30;
        Ok(self.shape.first_load(exercise, grid, reps))
    }

    fn ending(&mut self, session: &Session, number: i64) -> Ending {
        let hurts = |one: &&ExercisePerformance| {
            let exercise = Catalog::embedded().get(&one.exercise_key);
            exercise.is_some_and(|exercise| pain::loads(exercise, BodyArea::Knee))
        };
        let hurts = session.exercises.iter().filter(|_| number == KNEE).find(hurts);
        let report = hurts.and_then(|one| one.item_id).map(|item_id| Report {
            items: vec![ItemReport {
                item_id,
                skipped: false,
                sets: vec![],
                rpe: None,
                comfort: None,
                marks: vec![Mark { kind: MarkKind::Pain, area: Some(BodyArea::Knee), severity: Some(2) }],
                notes: "the knee stings at the bottom".to_owned(),
            }],
        });
        let effort = if session.deload { 60 } else { 75 } + 5 * self.dice.between(-1, 2);
        Ending { report, session_rpe: Rpe::new(effort).ok() }
    }

    /// A set more, by hand.
    pub(super) async fn one_set_more(&mut self, place: usize) -> Result<(), Problem> {
        let now = planning::show(self.app, &self.caller, None).await?;
        let mut loaded = now.items.iter().filter(|item| item.progression_mode == ProgressionMode::Load);
        let Some(item) = loaded.nth(place) else { return Ok(()) };
        let count = i64::try_from(item.prescription.working_sets().count()).unwrap_or(3);
        let wish = Wish {
            target: Target { item_id: item.item_id, set_id: None },
            field: Field::SetCount,
            new: Value::Number(count + 1),
        };
        self.change(vec![wish], "it felt right").await
    }

    async fn change(&self, wishes: Vec<Wish>, why: &str) -> Result<(), Problem> {
        let edit = Edit { wishes, scope: OverrideScope::Plan, reason: why.to_owned() };
        planning::change(self.app, &self.caller, None, &edit, None).await.map(drop)
    }

    /// Far more load by hand than can be done, on something that went well today: the program will say so, and ask.
    pub(super) async fn overreach(&mut self, week: i64) -> Result<(), Problem> {
        // More than the best of the sessions to come.
        let stronger = Shape { strength: strength_at(3 * week + 2) + 24, ..self.shape };
        let iron = profile_of(self.app, &self.caller).await?.iron();
        let now = planning::show(self.app, &self.caller, None).await?;
        let trained = self.trained.iter().filter_map(|id| now.items.iter().find(|item| item.item_id == *id));
        for (item, exercise) in trained.filter_map(|item| Some((item, disputable(item)?))) {
            let Some(load) = iron.grid_for(exercise).and_then(|grid| {
                let least = 10 * i64::from(item.prescription.rep_policy.low);
                let mut steps = grid.steps().iter().map(|step| Grams::from_display(*step, grid.unit()));
                steps.find(|load| stronger.limit(exercise, Some(*load), 0) < least)
            }) else {
                continue;
            };
            let wish = |set: &SetPrescription| Wish {
                target: Target { item_id: item.item_id, set_id: Some(set.set_id) },
                field: Field::Load,
                new: load.into(),
            };
            self.change(item.prescription.working_sets().map(wish).collect(), "I can do more than that")
                .await?;
            self.heavy = Some(item.exercise_key.clone());
            return Ok(());
        }
        Ok(())
    }

    /// The question about what was too heavy gets its answer: half way where there is one.
    pub(super) async fn settle(&mut self) -> Result<(), Problem> {
        for planning::Dispute { conflict, .. } in planning::open_conflicts(self.app, &self.caller).await? {
            let half_way =
                planning::settle(self.app, &self.caller, conflict.id, Resolution::Compromise).await;
            if is_refused(half_way)? {
                planning::settle(self.app, &self.caller, conflict.id, Resolution::Auto).await?;
            }
        }
        self.heavy = None;
        Ok(())
    }

    /// Takes back the newest yes that can be taken back.
    pub(super) async fn undo(&mut self) -> Result<(), Problem> {
        let newest = planning::some_versions(self.app, &self.caller, None, 20).await?;
        let said_yes = newest.into_iter().flat_map(|(_, entries)| entries);
        for entry in said_yes.filter(|entry| entry.version.source == VersionSource::Accepted) {
            let undone = planning::take_back(self.app, &self.caller, None, entry.version.number).await;
            if !is_refused(undone)? {
                break;
            }
        }
        Ok(())
    }

    /// Takes an exercise of the last session back to what it was before.
    pub(super) async fn roll_back(&mut self) -> Result<(), Problem> {
        let now = planning::show(self.app, &self.caller, None).await?;
        let trained = self.trained.iter().filter_map(|id| now.items.iter().find(|item| item.item_id == *id));
        for item in trained {
            let slot = Slot::Exercise(item.exercise_key.clone());
            let rolled = planning::roll_back(self.app, &self.caller, None, &slot, None, None).await;
            if !is_refused(rolled)? {
                break;
            }
        }
        Ok(())
    }
}

/// Whether the plan did not allow it: what was built upon stays, and where nothing changed there is no way back.
fn is_refused<T>(answer: Result<T, Problem>) -> Result<bool, Problem> {
    match answer {
        Ok(_) => Ok(false),
        Err(problem) if matches!(problem.code.status, 409 | 422) => Ok(true),
        Err(problem) => Err(problem),
    }
}

/// What a set asks for, by the plan and how reps are meant in it.
fn asked(session: &Session, frozen: &FrozenTargets, set: &SetPrescription) -> Asked {
    let policy = &frozen.prescription.rep_policy;
    let goal = set.amount().unwrap_or(policy.low);
    let is_open = set.kind == SetType::Working && policy.mode == RepMode::Range && set.reps.is_some();
    let most = if is_open && !session.deload { policy.high } else { goal };
    let effort = set.rpe.or(frozen.prescription.effort_target).map_or(80, Rpe::tenths);
    let least = if is_open { policy.low } else { goal };
    Asked { least, goal, most, effort, all_out: false }
}

/// An exercise of which two bad sessions are enough to say that it is too heavy (SR-5, TS-3).
fn disputable(item: &PlanItem) -> Option<&'static Exercise> {
    let exercise = Catalog::embedded().get(&item.exercise_key)?;
    let is_slow = matches!(Pace::of(exercise), Pace::HeavyCompound | Pace::BodyweightAssisted);
    let is_loaded = item.progression_mode == ProgressionMode::Load
        && item.prescription.rep_policy.mode == RepMode::Range
        && item.prescription.working_sets().all(|set| set.load_g.is_some());
    (is_loaded && !is_slow).then_some(exercise)
}
