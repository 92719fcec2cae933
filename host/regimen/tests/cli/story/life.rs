//! A life from the first day on: every way in which a plan changes, a backup, a move to the other database, and on from
//! there. The checkers find nothing after any step, and both databases end with the same bytes.

use domain::{
    change::{Field, Target, Value},
    dispute::{OverrideScope, Resolution},
    person::ActorKind,
    plan::{AuditAction, PlanItem, TriggerKind, VersionSource, VersionStatus},
    proposal::{Consent, ProposalState},
    session::SessionStatus,
    time::Instant,
};
use plan::{
    answer::{Answer, Reply},
    edit::{Edit, Wish},
    replay::ItemSketch,
    rollback::Slot,
};
use regimen::service::{
    app::App,
    doctor,
    jobs::{run::run_due, schedule::schedule},
    maintenance, planning,
    proposals::{self, Filter},
    session::{
        leave,
        start::{self, AtGate},
    },
    workout,
};
use store::Store;

use super::{
    both::{Fresh, on_both},
    person::Person,
};

/// Two days a week; a third one is made up anew each time.
const PLAN: &str = r#"[
    {"exercise": "pull_up", "sets": "4x6", "mode": "ladder", "ladder": "pull_up", "level": 3, "weekday": 1},
    {"exercise": "dip", "sets": "3x10", "mode": "ladder", "ladder": "dip", "level": 2, "weekday": 1},
    {"exercise": "bench_press", "sets": "3x12", "mode": "load", "load_g": 60000, "range": [8, 12], "weekday": 4},
    {"exercise": "back_squat", "sets": "3x12", "mode": "load", "load_g": 80000, "range": [8, 12], "weekday": 4}
]"#;

/// The Monday on which it begins.
const FIRST: &str = "2026-03-02T00:00:00Z";

pub(crate) struct Life {
    pub(crate) person: Person,
}

impl Life {
    /// Somebody signs up and writes down what they do each week.
    pub(super) async fn begun(store: Store) -> Self {
        Self::of(store, PLAN).await
    }

    /// The same with a plan of their own.
    pub(super) async fn of(store: Store, plan: &str) -> Self {
        Self::planned(Person::new(store).await, plan).await
    }

    /// The same, of somebody who is there already.
    pub(crate) async fn led_by(person: Person) -> Self {
        Self::planned(person, PLAN).await
    }

    async fn planned(person: Person, plan: &str) -> Self {
        let life = Self { person };
        let (app, caller) = (&life.person.app, &life.person.caller);
        let sketches: Vec<ItemSketch> = serde_json::from_str(plan).unwrap();
        let items = sketches.iter().enumerate().map(|(place, sketch)| sketch.item(place).unwrap());
        planning::make(app, caller, "Spring", items.collect(), VersionSource::Initial).await.unwrap();
        life.sound("a plan").await;
        life
    }

    /// The checkers find nothing (PV-14, P-56, SG-17, GL-8).
    pub(super) async fn sound(&self, step: &str) {
        self.person.sound(step).await;
    }

    /// Goes on to a day, 0 for Monday.
    pub(crate) fn on(&self, week: i64, day: i64, hour: i64) -> &Self {
        let first: Instant = FIRST.parse().unwrap();
        self.person.app.set_now(first.plus_seconds(((7 * week + day) * 24 + hour) * 3600));
        self
    }

    /// The session that the plan has for the day, or one that is made for it, with some reps more in each set.
    pub(crate) async fn train(&self, more: u32) {
        let (app, caller) = (&self.person.app, &self.person.caller);
        let today = app.now().local_date(&domain::time::Zone::new("Europe/Berlin").unwrap());
        let row = match workout::open_slot(app, caller, today, None).await.unwrap() {
            Some(row) => start::start(app, caller, row.session.id, AtGate::Skip).await.unwrap(),
            None => self.person.begin(AtGate::Skip).await,
        };
        self.person.perform(&row, more).await;
        self.person.advance_hours(1);
        self.person.finish(&row).await.unwrap();
        let left = leave::leave(app, caller, row.session.id).await.unwrap();
        assert_eq!(left.session.status, SessionStatus::Done);
        self.sound("a session").await;
    }

    /// Says yes to the first card that waits, and no to the others.
    async fn answer(&self) {
        let (app, caller) = (&self.person.app, &self.person.caller);
        let open = proposals::list(app, caller, Filter::default()).await.unwrap();
        let yes = open.first().map(|first| first.group_id);
        let answers = open.iter().map(|proposal| Answer {
            proposal: proposal.id,
            reply: match proposal.group_id {
                group if Some(group) == yes => Reply::Accept { alternative: None },
                _ => Reply::Reject { reason: None, note: None },
            },
        });
        let answers: Vec<_> = answers.collect();
        if !answers.is_empty() {
            proposals::decide(app, caller, &answers).await.unwrap();
        }
        self.sound("answers").await;
    }

    pub(crate) async fn item(&self, exercise: &str) -> PlanItem {
        let items = self.person.items().await;
        items.into_iter().find(|item| item.exercise_key.as_str() == exercise).unwrap()
    }

    /// Changes a field of the plan by hand.
    pub(crate) async fn edit(&self, exercise: &str, field: Field, new: i64) {
        let item_id = self.item(exercise).await.item_id;
        let wish = Wish { target: Target { item_id, set_id: None }, field, new: Value::Number(new) };
        let edit = Edit { wishes: vec![wish], scope: OverrideScope::Plan, reason: "my way".to_owned() };
        planning::change(&self.person.app, &self.person.caller, None, &edit, None).await.unwrap();
        self.sound("an edit").await;
    }

    /// Everything that the program has to do by itself by now; how many events the archive job removed.
    pub(super) async fn jobs(&self) -> u64 {
        schedule(&self.person.app).await.unwrap();
        let ran = run_due(&self.person.app, self.person.app.uuid(), usize::MAX).await.unwrap();
        assert!(ran.iter().all(|ran| ran.error.is_none()), "{ran:?}");
        self.sound("the jobs").await;
        let archive = ran.iter().find(|ran| ran.name == "archive_progress").unwrap();
        archive.counts.get("events_removed").copied().unwrap_or(0)
    }

    /// Two weeks after which the engines want more of the pull-up than the athlete, who cut it.
    pub(super) async fn first_weeks(&self) {
        self.on(0, 0, 17).train(2).await;
        let sets = i64::try_from(self.item("pull_up").await.prescription.sets.len()).unwrap();
        self.on(0, 1, 9).edit("pull_up", Field::SetCount, sets - 1).await;
        self.on(0, 3, 17).train(0).await;
        self.on(0, 5, 10).train(1).await;
        self.on(1, 0, 17).train(2).await;
        self.on(1, 3, 16).answer().await;
        self.on(1, 3, 17).train(0).await;
        self.on(1, 5, 10).train(1).await;
    }

    /// A week of second thoughts: a conflict is settled, a day rolled back, and that undone.
    pub(super) async fn second_thoughts(&self) {
        let (app, caller) = (&self.person.app, &self.person.caller);
        self.on(2, 0, 17).train(2).await;
        let [conflict] = &planning::conflicts(app, caller, false).await.unwrap()[..] else {
            panic!("an engine that contradicts the athlete asks (OV-4)")
        };
        // What lands meanwhile makes the answer a version of its own (PV-7).
        self.on(2, 1, 9).edit("bench_press", Field::RestAll, 120).await;
        planning::settle(app, caller, conflict.id, Resolution::Auto).await.unwrap();
        self.sound("a settled conflict").await;
        self.on(2, 2, 9);
        let rolled =
            planning::roll_back(app, caller, None, &Slot::Weekday(1), None, None).await.unwrap().unwrap();
        self.sound("a rollback").await;
        self.on(2, 2, 10);
        planning::take_back(app, caller, None, rolled).await.unwrap();
        self.sound("an undo of the rollback").await;
        self.on(2, 3, 16).answer().await;
        self.on(2, 3, 17).train(0).await;
        self.on(2, 5, 10).train(1).await;
    }

    /// A week that begins with an undo of what an engine did, and ends with the jobs of a Sunday.
    async fn last_week(&self) {
        let (app, caller) = (&self.person.app, &self.person.caller);
        let versions = planning::versions(app, caller, None).await.unwrap();
        let step = versions.iter().rev().map(|entry| &entry.version).find(|version| {
            version.source == VersionSource::Auto && version.trigger.kind == TriggerKind::SessionReport
        });
        self.on(2, 6, 9);
        planning::take_back(app, caller, None, step.unwrap().number).await.unwrap();
        self.sound("an undo of a step").await;
        self.on(3, 0, 17).train(2).await;
        self.on(3, 3, 16).answer().await;
        self.on(3, 3, 17).train(0).await;
        self.on(3, 5, 10).train(1).await;
        assert_eq!(self.on(3, 6, 23).jobs().await, 0);
    }

    /// How many records the archive job has moved (P-23).
    async fn archived(&self) -> i64 {
        let mut tx = self.person.app.store.read().await.unwrap();
        tx.count("exercise_progress_archive", self.person.caller.athlete).await.unwrap()
    }

    /// The same life from its backup, in another place.
    pub(super) async fn moved(self, to: &Fresh) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("all.dump");
        let (before, archived) = (self.dump().await, self.archived().await);
        maintenance::backup(&self.person.app, &kept, |_| {}).await.unwrap();
        // AC-11: that one was made is noted where it was made, not in it.
        let noted = maintenance::backups(&self.person.app).await.unwrap();
        assert_eq!(noted[0].at, Some(self.person.app.now()));
        maintenance::restore(&to.place, &kept, |_| {}).await.unwrap();
        let app = App::scripted(to.store().await, self.person.app.now(), 2);
        let moved = Self { person: Person { app, caller: self.person.caller } };
        assert_eq!(moved.dump().await, before);
        assert_eq!(moved.archived().await, archived);
        moved.sound("a move").await;
        moved
    }

    pub(super) async fn dump(&self) -> String {
        let mut out = Vec::new();
        let app = &self.person.app;
        app.store.dump(None, "test", app.now(), &mut out, |_| {}).await.unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Every way in which a plan changes was gone, and every kind of answer given.
    async fn has_seen_everything(&self) {
        use VersionSource::{Accepted, Auto, Initial, Manual, Resolution as Settled, Rollback, Undo};
        let (app, caller) = (&self.person.app, &self.person.caller);
        let versions = planning::versions(app, caller, None).await.unwrap();
        for source in [Initial, Auto, Accepted, Manual, Settled, Rollback, Undo] {
            let seen = versions.iter().any(|entry| entry.version.source == source);
            assert!(seen, "no version of source {source}");
        }
        let all = Filter { all: true, ..Filter::default() };
        let asked = proposals::list(app, caller, all).await.unwrap();
        for state in [ProposalState::Accepted, ProposalState::Rejected] {
            let seen = asked.iter().any(|one| one.consent == Consent::Ask && one.state == state);
            assert!(seen, "no proposal that was {state} by the athlete");
        }
        assert!(asked.iter().any(|one| one.state == ProposalState::Overridden));
        let mut checkup = doctor::examine(app).await.unwrap();
        // The throw-away server of the tests runs without fsync, and the doctor says so.
        checkup.findings.retain(|finding| finding.table != "database");
        assert_eq!((checkup.athletes, checkup.findings), (1, vec![]));
    }
}

/// A life that begins in one place and goes on in another; what it leaves.
async fn lived(from: Fresh, to: Fresh) -> String {
    let life = Life::begun(from.store().await).await;
    life.first_weeks().await;
    life.second_thoughts().await;
    life.last_week().await;
    life.on(4, 0, 17).train(1).await;
    life.on(4, 3, 17).train(0).await;
    life.on(4, 5, 10).train(1).await;
    // An item that was done twelve times has records that can leave one day (P-23).
    for week in 5..12 {
        life.on(week, 0, 17).train(0).await;
    }
    // Half a year later the events of that spring are gone, and nobody misses them (P-44).
    assert!(life.on(40, 6, 23).jobs().await > 10);
    assert_eq!(life.archived().await, 0);
    // Two years later the oldest records are in the archive, and move with the rest; the checkers read on there, and so
    // does the next week.
    life.on(110, 6, 23).jobs().await;
    assert!(life.archived().await > 0);
    let life = life.moved(&to).await;
    life.on(111, 0, 17).train(1).await;
    life.on(111, 3, 17).train(0).await;
    life.has_seen_everything().await;
    life.dump().await
}

#[test]
fn pv_14_p_56_sg_17_gl_8_a_life_is_sound_at_every_step_and_the_same_in_both_databases() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let one = lived(Fresh::sqlite(), Fresh::postgres().await).await;
        let other = lived(Fresh::postgres().await, Fresh::sqlite()).await;
        assert!(one == other, "{}", first_difference(&one, &other));
    });
}

#[test]
fn cf_6_a_conflict_that_nobody_settles_ends_after_28_days_as_the_athlete_had_it() {
    on_both(async |fresh| {
        let life = Life::begun(fresh.store().await).await;
        life.first_weeks().await;
        life.on(2, 0, 17).train(2).await;
        let (app, caller) = (&life.person.app, &life.person.caller);
        let [open] = &planning::open_conflicts(app, caller).await.unwrap()[..] else {
            panic!("an engine that contradicts the athlete asks (OV-4)")
        };
        let labels: Vec<_> = open.alternatives.iter().map(|one| one.label.as_str()).collect();
        assert_eq!(labels[..2], ["keep", "take"]);
        assert!(!open.wanted.is_empty());
        let (asked, number) = (app.now(), open.conflict.auto_version.unwrap());
        let standing = planning::version(app, caller, None, number).await.unwrap().version;
        assert_eq!(standing.created_at, asked);
        let end = asked.plus_seconds(28 * 86_400);
        for (now, left) in [(end.minus_seconds(1), 1), (end, 0)] {
            app.set_now(now);
            schedule(app).await.unwrap();
            run_due(app, app.uuid(), usize::MAX).await.unwrap();
            assert_eq!(planning::open_conflicts(app, caller).await.unwrap().len(), left);
            life.sound("the end of a conflict").await;
        }
        let ended = planning::conflicts(app, caller, true).await.unwrap();
        let ended = ended.iter().find(|one| one.id == open.conflict.id).unwrap();
        assert_eq!(ended.resolution, Some(Resolution::Manual));
        assert_eq!((ended.resolved_by, ended.resolved_at), (Some(ActorKind::System), Some(end)));
        let version = planning::version(app, caller, None, number).await.unwrap().version;
        assert_eq!(version.status, VersionStatus::Rejected);
        let lines = planning::audit(app, caller, None).await.unwrap();
        let line = lines.iter().find(|line| line.action == AuditAction::ConflictResolved).unwrap();
        assert_eq!((line.target.clone(), line.reason.as_str()), (ended.id.to_string(), "expired"));
        let again = planning::settle(app, caller, ended.id, Resolution::Auto).await.unwrap_err();
        assert_eq!((again.code.name, again.code.status), ("conflict_resolved", 409));
    });
}

/// Where two dumps part, for who has to look.
pub(super) fn first_difference(one: &str, other: &str) -> String {
    let pair = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    pair.map_or_else(|| "one is longer".to_owned(), |(one, other)| format!("{one}\n{other}"))
}
