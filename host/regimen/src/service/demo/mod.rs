//! A made-up athlete with twelve weeks behind them: for first looks, screenshots and tests.
//!
//! The life follows from a seed and a day alone: equal seeds and days, equal bytes. It goes through the same use cases
//! as a real one, and what a server does by itself is done at its time. `strength` says what the athlete can do,
//! `training` what is done and answered, `eating` what is eaten and weighed.

mod eating;
mod strength;
mod training;

use std::collections::BTreeMap;

use ::training::{
    load::{
        hint::Sex,
        inventory::{Inventory, Stack},
    },
    prescribe::goal::Goal,
};
use domain::{
    anatomy::BodyArea,
    equipment::Equipment,
    exercise::{ExerciseKey, TrainingAge},
    plan::ItemId,
    proposal::{ConsentChoice, ConsentSetting, ConsentSubject},
    quantity::{Hundredths, MassUnit},
    time::{Instant, LocalDate, Zone, add_days},
    wellbeing::{CheckIn, CheckInSource, Pain},
};

use self::strength::Shape;
use super::{
    account::{self, Account, AccountRole, NewAccount},
    act::Act,
    app::{App, Caller, fill},
    jobs,
    profile::{Language, Location, Profile},
    template::Block,
    wellbeing,
    workout::{self, Saving, Wanted},
};
use crate::problem::Problem;

/// The login of the made-up athlete.
pub const LOGIN: &str = "demo";

/// Weeks of training before today.
const WEEKS: i64 = 12;

/// The days of training, from the first of a week.
const TRAINING_DAYS: [i64; 3] = [0, 2, 4];

/// The week that is spent away, without iron.
const AWAY: i64 = 6;

/// The sessions, from 0, for which there was no time: one is skipped with a word, the other without.
const NO_TIME: i64 = 23;
const FORGOTTEN: i64 = 13;

/// The session in which the knee begins to hurt.
const KNEE: i64 = 15;

/// The morning that begins worn out.
const WORN_OUT: i64 = 25;

/// The instant at which the life of the demo begins, for one that ends on `today`.
pub fn begins(today: LocalDate) -> Instant {
    let start = add_days(today, -7 * WEEKS);
    Zone::UTC.start_of(start).unwrap_or(Instant::EPOCH).plus_seconds(MORNING)
}

/// The hours of a day: when the program has done its work of the night, the athlete gets up, trains, and looks at the plan: seconds in UTC.
const NIGHT: i64 = 5 * 3600 + 1800;
const MORNING: i64 = 6 * 3600;
const EVENING: i64 = 16 * 3600 + 1800;
const LATE: i64 = 20 * 3600;
/// Past midnight where the athlete lives, summer and winter.
const MIDNIGHT: i64 = 23 * 3600 + 1800;

/// Lives twelve weeks; `told` hears after each week how far it is. The app must be one whose clock is set by hand.
pub async fn live(
    app: &App,
    today: LocalDate,
    password: &str,
    mut told: impl FnMut(i64, i64),
) -> Result<Caller, Problem> {
    let caller = sign_up(app, password).await?;
    let shape = Shape { weight: strength::WEIGHT, strength: 1000 };
    let mut life = Life { app, caller, dice: Dice(42), today, shape, heavy: None, trained: vec![] };
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
    profile.sex = Sex::Male;
    profile.locations = vec![Location {
        name: "gym".to_owned(),
        equipment: Equipment::ALL.iter().map(ToString::to_string).collect(),
        inventory: Some(gym()),
    }];
    // Less is done without asking; more never is.
    let less_at_once = ConsentChoice { increase: ConsentSetting::Ask, decrease: ConsentSetting::Auto };
    profile.consent.0.insert(ConsentSubject::PrescriptionChange, less_at_once);
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

/// The iron of any gym, but for machines that a leg does not outgrow.
fn gym() -> Inventory {
    let machine =
        Stack { min: Hundredths::whole(5), step: Hundredths::whole(5), max: Hundredths::whole(250) };
    Inventory {
        unit: MassUnit::Kg,
        bars: BTreeMap::new(),
        plates: vec![],
        dumbbells: vec![],
        kettlebells: vec![],
        stacks: [("machine".to_owned(), machine)].into(),
    }
}

struct Life<'a> {
    app: &'a App,
    caller: Caller,
    dice: Dice,
    today: LocalDate,
    /// How the athlete is on this day.
    shape: Shape,
    /// What was made too heavy by hand: it is tried in each session until there is a question about it.
    heavy: Option<ExerciseKey>,
    /// The items of the last session.
    trained: Vec<ItemId>,
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

    /// Seven days, three of them with a session.
    async fn week(&mut self, week: i64) -> Result<(), Problem> {
        for day in 0..7 {
            // What a server slept through it makes up for, and is quicker than one that works every night.
            if day == 0 {
                self.night(week, day).await?;
            }
            self.at(week, day, MORNING);
            self.kitchen(week, day).await?;
            if week != AWAY
                && let Some(number) = session_of(week, day)
            {
                self.morning(number).await?;
                self.at(week, day, EVENING);
                self.train(number).await?;
            }
            self.at(week, day, LATE);
            self.evening(week, day).await?;
            self.at(week, day, MIDNIGHT);
            self.write_down(week, day).await?;
        }
        Ok(())
    }

    /// What happens to the plan beside the sessions.
    async fn evening(&mut self, week: i64, day: i64) -> Result<(), Problem> {
        match (week, day) {
            (1, 5) => self.one_set_more(1).await,
            (2 | 11, 0) => self.overreach(week).await,
            (2, 5) => self.settle().await,
            (7, 5) | (9, 1) => self.recover().await,
            (8, 5) => self.undo().await,
            (9, 5) => self.roll_back().await,
            (10, 5) => self.one_set_more(0).await,
            _ => Ok(()),
        }
    }

    fn at(&self, week: i64, day: i64, seconds: i64) {
        let start = begins(self.today).minus_seconds(MORNING);
        self.app.set_now(start.plus_seconds((7 * week + day) * 86_400 + seconds));
    }

    fn date(&self) -> LocalDate {
        self.app.now().local_date(&Zone::UTC)
    }

    /// What the program does by itself since the night before.
    async fn night(&mut self, week: i64, day: i64) -> Result<(), Problem> {
        self.at(week, day, NIGHT);
        jobs::schedule::schedule(self.app).await?;
        let worker = self.app.uuid();
        match jobs::run::run_due(self.app, worker, usize::MAX).await?.into_iter().find_map(|ran| ran.error) {
            Some(error) => Err(Problem::defect(&error)),
            None => Ok(()),
        }
    }

    /// How the athlete gets up, and says to be.
    async fn morning(&mut self, number: i64) -> Result<(), Problem> {
        let now = self.app.now();
        let is_bad = self.dice.below(9) == 0;
        let form = if is_bad { -30 } else { self.dice.between(-18, 18) };
        self.shape.strength = strength_at(number) + form;
        let readiness = match form {
            ..=-30 => 2,
            -29..=-5 => 3,
            -4..=9 => 4,
            _ => 5,
        };
        let pain = if number == KNEE + 1 { vec![Pain { area: BodyArea::Knee, severity: 2 }] } else { vec![] };
        let check_in = CheckIn {
            id: self.app.id(),
            athlete_id: self.caller.athlete,
            at: now,
            zone: Zone::new("Europe/Berlin").unwrap_or(Zone::UTC),
            readiness: Some(readiness),
            sleep_score: None,
            sleep_minutes: u16::try_from(380 + 20 * i64::from(readiness) + self.dice.between(-30, 30)).ok(),
            body_battery: None,
            morning_pulse: u8::try_from(61 - i64::from(readiness) + self.dice.between(-2, 2)).ok(),
            pain,
            fatigue: number == WORN_OUT,
            illness: None,
            note: String::new(),
            source: CheckInSource::App,
        };
        wellbeing::check_in(self.app, &self.caller, check_in).await?;
        self.weigh(number).await
    }

    /// What hurt is over.
    async fn recover(&mut self) -> Result<(), Problem> {
        for flag in wellbeing::flags(self.app, &self.caller).await? {
            wellbeing::clear_flag(self.app, &self.caller, flag.id, "it is over").await?;
        }
        Ok(())
    }

    /// The last day: a session planned for today, suggestions open.
    async fn last_day(&mut self) -> Result<(), Problem> {
        self.night(WEEKS, 0).await?;
        self.at(WEEKS, 0, MORNING);
        self.kitchen(WEEKS, 0).await?;
        self.morning(3 * WEEKS).await?;
        workout::plan_session(self.app, &self.caller, &Wanted::default(), &Saving::default()).await.map(drop)
    }
}

/// The number of the session on a day of training, from 0.
fn session_of(week: i64, day: i64) -> Option<i64> {
    let place = TRAINING_DAYS.iter().position(|one| *one == day)?;
    Some(3 * week + i64::try_from(place).ok()?)
}

/// Thousandths of the strength of the first day: a little more each week, less after the week away.
const fn strength_at(number: i64) -> i64 {
    let lost = match number / 3 - AWAY {
        1 => 40,
        2 => 20,
        _ => 0,
    };
    1000 + 10 * number / 3 - lost
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

    fn between(&mut self, least: i64, most: i64) -> i64 {
        least + i64::try_from(self.below(most.abs_diff(least) + 1)).unwrap_or(0)
    }
}
