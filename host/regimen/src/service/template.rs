//! Templates of sessions and blocks of weeks: what an athlete trains by (EP-7, VO-3).

use std::ops::RangeInclusive;

use domain::{
    equipment::Tier,
    error::ErrorCode,
    exercise::ExerciseKey,
    law::{Check, Invalid, Law, Valid},
    session::Intent,
    time::{LocalDate, add_days},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Shelf;
use training::{catalog::Catalog, tuning::Tuning};

use super::{
    act::Act,
    app::{App, Caller, Scope, Work, check_revision},
};
use crate::problem::{Code, Problem};

/// A named list of exercises (EP-7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// 1..80 characters.
    pub name: String,
    /// What it is about.
    pub intent: Intent,
    /// 1..15 exercises, in their order.
    pub exercises: Vec<Entry>,
}

/// One exercise of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TemplateEntry")]
pub struct Entry {
    /// Which.
    pub exercise_id: ExerciseKey,
    /// Whether it stays when the rest is filled anew.
    #[serde(default)]
    pub pinned: bool,
}

/// The law of EP-7.
impl Law for Template {
    fn check(&self, check: &mut Check) {
        check.length(ErrorCode::BadValue, "name", &self.name, 1, 80);
        let count = self.exercises.len();
        check.require((1..=15).contains(&count), ErrorCode::BadValue, "exercises", count, "1..15 exercises");
    }
}

/// Accumulation weeks followed by a deload week (VO-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// The first day of its first week.
    pub start_date: LocalDate,
    /// Accumulation weeks, 1..8.
    pub weeks: u32,
    /// Whether this week was made a deload week by hand (RX-7).
    #[serde(default)]
    pub deload_now: bool,
}

impl Block {
    /// VO-3: how many weeks may build up before an easy one.
    pub const WEEKS: RangeInclusive<u32> = 1..=8;
}

impl Law for Block {
    fn check(&self, check: &mut Check) {
        check.inside(ErrorCode::InvalidWeekInBlock, "weeks", self.weeks, Self::WEEKS);
    }
}

/// The template that the product ships under this name: a starter session, as `full_body-dumbbells`.
pub fn shipped(id: &str) -> Option<Template> {
    let (intent, tier) = id.split_once('-')?;
    let (intent, tier): (Intent, Tier) = (intent.parse().ok()?, tier.parse().ok()?);
    let starter = Catalog::embedded().starter(intent, tier)?;
    let exercises =
        starter.exercises.iter().map(|entry| Entry { exercise_id: entry.key.clone(), pinned: false });
    Some(Template { name: id.to_owned(), intent, exercises: exercises.collect() })
}

/// All templates that the product ships, each under its name.
fn all_shipped() -> impl Iterator<Item = (String, Template)> {
    let starters = Catalog::embedded().starters().iter();
    let ids = starters.flat_map(|one| one.intents.iter().map(|intent| format!("{intent}-{}", one.tier)));
    ids.filter_map(|id| shipped(&id).map(|template| (id, template)))
}

/// A template with its id and the count of its changes; what the product ships has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KeptTemplate {
    /// Its id.
    pub id: String,
    /// The count.
    pub revision: Option<i64>,
    /// The template.
    #[serde(flatten)]
    pub template: Template,
}

/// All templates: the athlete's own by id, then those of the product.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<KeptTemplate>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let own = work.tx.entries::<Template>(Shelf::Templates, caller.athlete).await?;
    let own = own.into_iter().map(|entry| KeptTemplate {
        id: entry.key,
        revision: Some(entry.revision),
        template: entry.value,
    });
    let shipped = all_shipped().map(|(id, template)| KeptTemplate { id, revision: None, template });
    Ok(own.chain(shipped).collect())
}

/// The template with this id.
pub async fn show(app: &App, caller: &Caller, id: &str) -> Result<KeptTemplate, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let own = work.tx.entry::<Template>(Shelf::Templates, caller.athlete, id).await?;
    let own = own.map(|entry| (Some(entry.revision), entry.value));
    let (revision, template) =
        own.or_else(|| Some((None, shipped(id)?))).ok_or_else(|| unknown_template(id))?;
    Ok(KeptTemplate { id: id.to_owned(), revision, template })
}

/// Keeps a template. Without an id it gets one from its name; one with that id is replaced, if its revision is the one
/// that was seen (GL-5).
pub async fn put(
    app: &App,
    caller: &Caller,
    id: Option<&str>,
    template: Template,
    revision: Option<i64>,
) -> Result<KeptTemplate, Problem> {
    let template = Valid::new(template)?.into_inner();
    let id = id.map_or_else(|| id_of(&template.name), str::to_owned);
    let mut check = Check::default();
    let plain = id.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-');
    check.require(plain, ErrorCode::BadValue, "id", &id, "letters, digits, _ and -");
    check.length(ErrorCode::BadValue, "id", &id, 1, 80);
    let is_free = shipped(&id).is_none();
    check.require(is_free, ErrorCode::BadValue, "id", &id, "an id that the product does not have");
    check.finish()?;
    let mut work = app.write(caller, Act::Templates).await?;
    let catalog = work.catalog().await?;
    if let Some(one) = template.exercises.iter().find(|one| catalog.get(&one.exercise_id).is_none()) {
        let expected = "an exercise of the catalogue";
        return Err(Invalid::of(ErrorCode::UnknownExercise, "exercises", &one.exercise_id, expected).into());
    }
    let known = work.tx.entry::<Template>(Shelf::Templates, caller.athlete, &id).await?;
    let current = known.map_or(0, |entry| entry.revision);
    check_revision(revision, current)?;
    let entry = store::Entry { key: id.clone(), revision: current + 1, value: template.clone() };
    work.tx.put_entries(Shelf::Templates, caller.athlete, &[entry]).await?;
    work.commit().await?;
    Ok(KeptTemplate { id, revision: Some(current + 1), template })
}

/// Removes a template of the athlete's own, if its revision is the one that was seen (GL-5).
pub async fn remove(app: &App, caller: &Caller, id: &str, revision: Option<i64>) -> Result<(), Problem> {
    let mut work = app.write(caller, Act::Templates).await?;
    let known = work.tx.entry::<Template>(Shelf::Templates, caller.athlete, id).await?;
    let known = known.ok_or_else(|| unknown_template(id))?;
    check_revision(revision, known.revision)?;
    work.tx.remove_entry(Shelf::Templates, caller.athlete, id).await?;
    work.commit().await
}

/// The block that this week is in, if one was started.
pub async fn block(app: &App, caller: &Caller) -> Result<Option<Block>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    work.block().await
}

/// Starts a block with this week (VO-3).
pub async fn start_block(app: &App, caller: &Caller, weeks: Option<u32>) -> Result<Block, Problem> {
    let weeks = weeks.unwrap_or_else(|| Tuning::default().accumulation_weeks);
    let mut work = app.write(caller, Act::Block).await?;
    let block = Block { start_date: work.first_day_of_week(), weeks, deload_now: false };
    work.put_blocks(&[block]).await?;
    work.commit().await?;
    Ok(block)
}

/// Makes this week a deload week, after which a new block starts (RX-7); or takes that back.
pub async fn deload_now(app: &App, caller: &Caller, is_on: bool) -> Result<Block, Problem> {
    let mut work = app.write(caller, Act::Block).await?;
    let block = work.set_deload(is_on).await?;
    work.commit().await?;
    Ok(block)
}

impl Work<'_> {
    /// Makes this week an easy one, or takes that back.
    pub(super) async fn set_deload(&mut self, is_on: bool) -> Result<Block, Problem> {
        let week = self.first_day_of_week();
        let weeks = Tuning::default().accumulation_weeks;
        let known = self.block().await?.unwrap_or(Block { start_date: week, weeks, deload_now: false });
        let block = Block { deload_now: is_on, ..known };
        let next = Block { start_date: add_days(week, 7), deload_now: false, ..known };
        if is_on {
            self.put_blocks(&[block, next]).await?;
        } else {
            let athlete = self.id();
            self.put_blocks(&[block]).await?;
            self.tx.remove_entry(Shelf::Blocks, athlete, &next.start_date.to_string()).await?;
        }
        Ok(block)
    }

    /// The block that today is in: the last one that has begun.
    pub(super) async fn block(&mut self) -> Result<Option<Block>, Problem> {
        let (athlete, today) = (self.id(), self.today());
        let blocks = self.tx.entries::<Block>(Shelf::Blocks, athlete).await?;
        Ok(blocks.into_iter().map(|entry| entry.value).rfind(|block| block.start_date <= today))
    }

    /// The first day of this week, by the athlete's calendar.
    fn first_day_of_week(&self) -> LocalDate {
        let today = self.today();
        let weekday = i64::from(today.weekday().to_monday_one_offset());
        let back = (weekday - i64::from(self.profile().first_weekday)).rem_euclid(7);
        add_days(today, -back)
    }

    async fn put_blocks(&mut self, blocks: &[Block]) -> Result<(), Problem> {
        let athlete = self.id();
        let known = self.tx.entries::<Block>(Shelf::Blocks, athlete).await?;
        let mut entries = Vec::with_capacity(blocks.len());
        for block in blocks {
            let value = Valid::new(*block)?.into_inner();
            let key = value.start_date.to_string();
            let before = known.iter().find(|entry| entry.key == key).map_or(0, |entry| entry.revision);
            entries.push(store::Entry { key, revision: before + 1, value });
        }
        Ok(self.tx.put_entries(Shelf::Blocks, athlete, &entries).await?)
    }
}

/// An id from a name: letters and digits in lower case, what is between them as one line.
fn id_of(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

fn unknown_template(id: &str) -> Problem {
    Problem::new(Code::of(ErrorCode::UnknownTemplate)).fact("field", "id").fact("found", id)
}
