//! A made-up athlete with twelve weeks behind them: for first looks, screenshots and tests.
//!
//! The life follows from a seed and a day alone: equal seeds and days, equal bytes. It goes through the same use cases
//! as a real one, with misses, a skipped week, pain, edits by hand, answers and an undo.

use domain::{
    anatomy::BodyArea,
    change::{Field, Target, Value},
    dispute::OverrideScope,
    equipment::Equipment,
    exercise::{LoadSemantics, TrainingAge},
    quantity::{Grams, MassUnit, Rpe},
    session::{ExercisePerformance, Session, SetPerformance},
    time::{Instant, LocalDate, Zone, add_days},
    wellbeing::{CheckIn, CheckInSource, Mark, MarkKind, Pain},
};
use plan::{
    answer::{Answer, Reply},
    edit::{Edit, Wish},
};
use store::BodyWeight;
use training::{
    catalog::Catalog,
    prescribe::goal::Goal,
    progression::report::{Effort, ItemReport, Report},
};

use super::{
    account::{self, Account, AccountRole, NewAccount},
    act::Act,
    app::{App, Caller, fill},
    eating, planning,
    profile::{Language, Location, Profile},
    proposals,
    session::{
        finish::{self, Ending},
        leave,
        log::{self, Logged},
        start::{self, AtGate},
    },
    template::Block,
    wellbeing,
    workout::{self, Saving, Wanted},
};
use crate::problem::Problem;

/// The login of the made-up athlete.
pub const LOGIN: &str = "demo";

/// Who eats: five answers are enough (NT-8).
const EATER: &str =
    r#"{"sex":"male","birth_date":"1991-04-12","height_mm":1820,"weight_g":80000,"goal":"maintain"}"#;

/// Weeks of training before today.
const WEEKS: i64 = 12;

/// The instant at which the life of the demo begins, for one that ends on `today`.
pub fn begins(today: LocalDate) -> Instant {
    let start = add_days(today, -7 * WEEKS);
    Zone::UTC.start_of(start).unwrap_or(Instant::EPOCH).plus_seconds(6 * 3600)
}

/// Lives twelve weeks; `told` hears after each week how far it is. The app must be one whose clock is set by hand.
pub async fn live(
    app: &App,
    today: LocalDate,
    password: &str,
    mut told: impl FnMut(i64, i64),
) -> Result<Caller, Problem> {
    let caller = sign_up(app, password).await?;
    let mut life = Life { app, caller, dice: Dice(42), today };
    life.settle_in().await?;
    for week in 0..WEEKS {
        life.week(week).await?;
        told(week + 1, WEEKS);
    }
    life.last_day().await?;
    Ok(caller)
}

async fn sign_up(app: &App, password: &str) -> Result<Caller, Problem> {
    let zone = Zone::new("Europe/Berlin").unwrap_or(Zone::UTC);
    let mut profile = Profile::new(TrainingAge::Intermediate, Goal::Hypertrophy, MassUnit::Kg, zone);
    profile.days_per_week = 3;
    profile.locations = vec![Location {
        name: "gym".to_owned(),
        equipment: Equipment::ALL.iter().map(ToString::to_string).collect(),
        inventory: None,
    }];
    let account = Account {
        display_name: "Robin Demo".to_owned(),
        password: None,
        roles: [AccountRole::Athlete].into(),
        locale: Language::Auto,
        last_seen_day: None,
        deleted_at: None,
    };
    let new = NewAccount { login: LOGIN.to_owned(), account, profile: Some(profile) };
    let (_, caller) = account::register(app, new, password).await?;
    caller.ok_or_else(|| super::app::not_found("athlete", LOGIN))
}

struct Life<'a> {
    app: &'a App,
    caller: Caller,
    dice: Dice,
    today: LocalDate,
}

impl Life<'_> {
    async fn settle_in(&mut self) -> Result<(), Problem> {
        let start_date = add_days(self.today, -7 * WEEKS);
        let mut work = self.app.write(&self.caller, Act::Block).await?;
        let block = Block { start_date, weeks: 4, deload_now: false };
        let entry = store::Entry { key: start_date.to_string(), revision: 1, value: block };
        work.tx.put_entries(store::Shelf::Blocks, self.caller.athlete, &[entry]).await?;
        work.commit().await
    }

    /// Monday, Wednesday and Friday of a week, with what happens in between.
    async fn week(&mut self, week: i64) -> Result<(), Problem> {
        for (place, day) in [0, 2, 4].into_iter().enumerate() {
            let number = 3 * week + i64::try_from(place).unwrap_or(0);
            self.at(week, day, 6);
            self.morning(number).await?;
            self.at(week, day, 17);
            // A week away, and now and then a day that did not fit.
            if week == 6 || number == 13 {
                continue;
            }
            self.train(number).await?;
        }
        self.at(week, 5, 9);
        match week {
            3 => self.edit(1).await,
            7 => self.edit(0).await,
            8 => self.recover().await,
            9 => self.undo().await,
            _ => Ok(()),
        }
    }

    fn at(&self, week: i64, day: i64, hour: i64) {
        let start = begins(self.today).minus_seconds(6 * 3600);
        self.app.set_now(start.plus_seconds((7 * week + day) * 86_400 + hour * 3600));
    }

    async fn morning(&mut self, number: i64) -> Result<(), Problem> {
        let now = self.app.now();
        let pain = if number == 16 { vec![Pain { area: BodyArea::Knee, severity: 2 }] } else { vec![] };
        let check_in = CheckIn {
            id: self.app.id(),
            athlete_id: self.caller.athlete,
            at: now,
            zone: Zone::new("Europe/Berlin").unwrap_or(Zone::UTC),
            readiness: Some(u8::try_from(2 + self.dice.below(4)).unwrap_or(3)),
            sleep_score: None,
            sleep_minutes: Some(u16::try_from(390 + self.dice.below(120)).unwrap_or(420)),
            body_battery: None,
            morning_pulse: Some(u8::try_from(52 + self.dice.below(8)).unwrap_or(55)),
            pain,
            fatigue: number == 27,
            illness: None,
            note: String::new(),
            source: CheckInSource::App,
        };
        wellbeing::check_in(self.app, &self.caller, check_in).await?;
        let grams = 81_000 - 60 * number + i64::try_from(self.dice.below(400)).unwrap_or(0);
        let weight = BodyWeight {
            id: self.app.uuid(),
            date: now.local_date(&Zone::UTC),
            at: now,
            grams: Grams(grams),
        };
        let mut work = self.app.write(&self.caller, Act::Weight).await?;
        work.tx.add_body_weights(self.caller.athlete, &[weight]).await?;
        work.commit().await
    }

    async fn train(&mut self, number: i64) -> Result<(), Problem> {
        let row =
            workout::plan_session(self.app, &self.caller, &Wanted::default(), &Saving::default()).await?;
        if number == 20 {
            finish::skip(self.app, &self.caller, row.session.id, "no time").await?;
            return Ok(());
        }
        self.answer(number).await?;
        let row = start::start(self.app, &self.caller, row.session.id, AtGate::Skip).await?;
        let id = row.session.id;
        for exercise in &row.session.exercises {
            let sets = self.sets(exercise, number);
            log::log(self.app, &self.caller, id, &sets).await?;
        }
        self.app.set_now(self.app.now().plus_seconds(3500));
        let ending = self.ending(&row.session, number);
        finish::finish(self.app, &self.caller, id, &ending).await?;
        self.app.set_now(self.app.now().plus_seconds(300));
        leave::leave(self.app, &self.caller, id).await?;
        Ok(())
    }

    /// Before a session some suggestions are accepted, some refused; the gate refuses the rest.
    async fn answer(&mut self, number: i64) -> Result<(), Problem> {
        let open = proposals::list(self.app, &self.caller, proposals::Filter::default()).await?;
        let mut answers = Vec::new();
        for card in open.chunk_by(|one, other| one.group_id == other.group_id) {
            let yes = self.dice.below(5) > 0;
            for proposal in card {
                let reply = if yes {
                    Reply::Accept { alternative: None }
                } else {
                    Reply::Reject { reason: None, note: None }
                };
                answers.push(Answer { proposal: proposal.id, reply });
            }
        }
        if answers.is_empty() || number == 0 {
            return Ok(());
        }
        match proposals::decide(self.app, &self.caller, &answers).await {
            // What went stale in the meantime is closed; life goes on.
            Err(problem) if problem.code.name == "stale_proposal" => Ok(()),
            other => other.map(drop),
        }
    }

    /// The sets of an exercise: as meant, a little more, or a little less.
    fn sets(&mut self, exercise: &ExercisePerformance, number: i64) -> Vec<Logged> {
        let Some(frozen) = &exercise.frozen else { return vec![] };
        let bad_day = self.dice.below(9) == 0;
        let more = i64::try_from(self.dice.below(4)).unwrap_or(0);
        let start = 20_000 + 2_500 * i64::try_from(self.dice.below(5)).unwrap_or(0);
        let exercise_known = Catalog::embedded().get(&exercise.exercise_key);
        let is_loaded = exercise_known.is_some_and(|one| {
            matches!(one.load_semantics, LoadSemantics::External | LoadSemantics::PerSide)
        });
        let mut logged = Vec::new();
        for (place, set) in frozen.prescription.sets.iter().enumerate() {
            let tired = i64::try_from(place).unwrap_or(0) / 2;
            let change = if bad_day { -2 - tired } else { more - tired };
            let amount = |target: Option<u32>, step: i64| {
                let done = i64::from(target?) + step * change;
                Some(u32::try_from(done.max(1)).unwrap_or(1))
            };
            let effort = 65 + 3 * tired + if bad_day { 20 } else { 0 } + number % 3;
            let set = SetPerformance {
                id: self.app.id(),
                set_id: Some(set.set_id),
                index: set.index,
                kind: set.kind,
                reps: amount(set.reps, 1),
                seconds: amount(set.seconds, 3),
                meters: amount(set.meters, 5),
                load_g: set.load_g.or(is_loaded.then_some(Grams(start))),
                completed: true,
                rest_after_s: Some(u32::try_from(75 + self.dice.below(45)).unwrap_or(90)),
                rpe: Rpe::new(effort).ok(),
            };
            logged.push(Logged { performance_id: exercise.id, set, at: None });
        }
        logged
    }

    fn ending(&mut self, session: &Session, number: i64) -> Ending {
        let effort = 68 + i64::try_from(self.dice.below(16)).unwrap_or(0);
        let hurts = (number == 17).then(|| session.exercises.first().and_then(|one| one.item_id)).flatten();
        let report = hurts.map(|item_id| Report {
            items: vec![ItemReport {
                item_id,
                skipped: false,
                sets: vec![],
                rpe: Some(Effort::Text("8".to_owned())),
                comfort: None,
                marks: vec![Mark { kind: MarkKind::Pain, area: Some(BodyArea::Knee), severity: Some(1) }],
                notes: "the knee again".to_owned(),
            }],
        });
        Ending { report, session_rpe: Rpe::new(effort).ok() }
    }

    /// A set more or less, by hand.
    async fn edit(&mut self, place: usize) -> Result<(), Problem> {
        let now = planning::show(self.app, &self.caller, None).await?;
        let Some(item) = now.items.get(place) else { return Ok(()) };
        let count = i64::try_from(item.prescription.working_sets().count()).unwrap_or(3);
        let wish = Wish {
            target: Target { item_id: item.item_id, set_id: None },
            field: Field::SetCount,
            new: Value::Number(if count > 3 { count - 1 } else { count + 1 }),
        };
        let edit =
            Edit { wishes: vec![wish], scope: OverrideScope::Plan, reason: "it felt right".to_owned() };
        planning::change(self.app, &self.caller, None, &edit).await.map(drop)
    }

    /// What hurt is over.
    async fn recover(&mut self) -> Result<(), Problem> {
        for flag in wellbeing::flags(self.app, &self.caller).await? {
            wellbeing::clear_flag(self.app, &self.caller, flag.id, "it is over").await?;
        }
        Ok(())
    }

    /// Takes back the newest version that can be taken back.
    async fn undo(&mut self) -> Result<(), Problem> {
        let now = planning::show(self.app, &self.caller, None).await?;
        match planning::take_back(self.app, &self.caller, None, now.plan.active_version).await {
            // Nothing that could be undone is nothing to worry about.
            Err(problem) if problem.code.status == 409 || problem.code.status == 422 => Ok(()),
            other => other.map(drop),
        }
    }

    /// The last day: a session planned for today, suggestions open.
    async fn last_day(&mut self) -> Result<(), Problem> {
        self.at(WEEKS, 0, 7);
        self.morning(3 * WEEKS).await?;
        workout::plan_session(self.app, &self.caller, &Wanted::default(), &Saving::default()).await?;
        self.eat().await
    }

    /// A week of meals from today on.
    async fn eat(&mut self) -> Result<(), Problem> {
        let eater = serde_json::from_str(EATER).map_err(|error| Problem::defect(&error))?;
        eating::setting::setup(self.app, &self.caller, eater).await?;
        let planned = eating::week::plan_week(self.app, &self.caller, self.today, 7).await?;
        if let Some(proposal) = planned.proposal {
            eating::week::accept(self.app, &self.caller, proposal.id).await?;
        }
        Ok(())
    }
}

/// A password that nobody else knows: twenty letters and digits of the random source of the machine.
pub fn password() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567899";
    let mut random = [0; 20];
    fill(&mut random);
    random.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Numbers that follow from a seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % most
    }
}
