//! Miss prediction: one model for the installation, learned from athletes who agreed to it (P-48, A-34).
//!
//! `past` reads what athletes bring, `offer` asks them before a session. Here the model is trained, kept and told, and
//! what stands in for it.

mod offer;
mod past;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::{
    exercise::ExerciseKey,
    plan::{ItemId, PlanDomain, PlanItem},
    time::Instant,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{MissModelHead, Tx};
use training::{
    catalog::Catalog,
    miss::{
        attempt::{Attempt, Tally},
        fallback,
        metrics::{Acceptance, Metrics},
        model::{Model, is_current},
        split::Shortage,
    },
};
use uuid::Uuid;

use self::past::Known;
use super::{
    app::{App, Caller, Scope, Work},
    ledger::Span,
};
use crate::problem::{Problem, TOO_FEW_ROWS};

/// How the model stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MissModelStatus {
    /// Whether it makes offers.
    pub active: bool,
    /// Why it makes none: `none`, `outdated` (other rules or features by now) or `failed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inactive: Option<&'static str>,
    /// What it did not pass.
    pub failed: Vec<Acceptance>,
    /// When it was trained.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trained_at: Option<Instant>,
    /// On how many rows.
    pub rows: i64,
    /// The version of the rule that trained it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_version: Option<String>,
    /// Names the features that it was trained on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature_hash: Option<String>,
    /// Rows and misses, of all and of each part: `all`, `train`, `calibrate`, `test`.
    pub sizes: BTreeMap<&'static str, MissPart>,
    /// How it did on the test part, against the base rate, by name and with four decimals.
    pub figures: BTreeMap<&'static str, String>,
}

/// Rows, and the misses among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MissPart {
    /// How many rows.
    pub rows: usize,
    /// How many of them are misses.
    pub misses: usize,
}

/// The risk of a miss while no model is active.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemRisk {
    /// Which item.
    pub item_id: ItemId,
    /// What is to be done.
    pub exercise_key: ExerciseKey,
    /// How often it was done, and how often it was missed.
    pub tally: Tally,
    /// Probability that the next session misses.
    pub risk: f64,
}

/// The model that was read last: it is large, and the same for everybody.
#[derive(Debug, Default)]
pub struct Learned(Mutex<Option<(Uuid, Arc<Model>)>>);

impl Learned {
    fn lock(&self) -> MutexGuard<'_, Option<(Uuid, Arc<Model>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, id: Uuid) -> Option<Arc<Model>> {
        self.lock().as_ref().filter(|(known, _)| *known == id).map(|(_, model)| Arc::clone(model))
    }

    fn put(&self, id: Uuid, model: Model) -> Arc<Model> {
        let model = Arc::new(model);
        *self.lock() = Some((id, Arc::clone(&model)));
        model
    }
}

/// P-48: how the model of the installation stands. For operators.
pub async fn status(app: &App) -> Result<MissModelStatus, Problem> {
    let mut tx = app.store.read().await?;
    let Some(head) = tx.miss_model().await? else { return Ok(MissModelStatus::none()) };
    // What other rules trained may not even be readable.
    let is_current = is_current(&head.rule_version, &head.feature_hash);
    let model = if is_current { tx.learned_misses(head.id).await? } else { None };
    Ok(MissModelStatus::of(head, model.as_ref()))
}

/// P-48: trains the model anew, whether that is due or not; without enough data everything stays as it is. For operators.
pub async fn train(app: &App) -> Result<MissModelStatus, Problem> {
    let attempts = past::of_everybody(app).await?;
    let all: Tally = attempts.iter().filter_map(Attempt::miss).collect();
    let model = learn(attempts).await?.map_err(|shortage| not_enough(shortage, all))?;
    let mut tx = app.store.write().await?;
    let head = keep(app, &mut tx, &model).await?;
    tx.commit().await?;
    Ok(MissModelStatus::of(head, Some(&model)))
}

/// P-48: trains the model anew if enough is new. What comes of it is kept by who asked, with [`keep`].
pub(super) async fn retrain(app: &App) -> Result<Option<Result<Model, Shortage>>, Problem> {
    let attempts = past::of_everybody(app).await?;
    let mut tx = app.store.read().await?;
    let known = match tx.miss_model().await? {
        Some(head) if is_current(&head.rule_version, &head.feature_hash) => {
            tx.learned_misses::<Model>(head.id).await?
        }
        _ => None,
    };
    drop(tx);
    if !Model::is_due(known.as_ref(), &attempts) {
        return Ok(None);
    }
    Ok(Some(learn(attempts).await?))
}

/// Keeps a model in the place of the one before.
pub(super) async fn keep(app: &App, tx: &mut Tx, model: &Model) -> Result<MissModelHead, Problem> {
    let head = MissModelHead {
        id: app.uuid(),
        trained_at: app.now(),
        row_count: i64::try_from(model.sizes.all.rows).unwrap_or(i64::MAX),
        active: model.is_active(),
        rule_version: model.rule_version.clone(),
        feature_hash: model.feature_hash.clone(),
    };
    tx.put_miss_model(&head, model).await?;
    Ok(head)
}

/// P-48, fallback: the risk of each item of the plan, the highest first, while no model is active; it is told and never
/// acted on. An item's own rate is held near that of all items of the athlete.
pub async fn risks(app: &App, caller: &Caller) -> Result<Vec<ItemRisk>, Problem> {
    app.read(caller, Scope::Read).await?.miss_risks().await
}

impl Work<'_> {
    pub(super) async fn miss_risks(&mut self) -> Result<Vec<ItemRisk>, Problem> {
        let plan = self.active_plan(PlanDomain::Training).await?;
        let (Some(plan), None) = (plan, self.active_model().await?) else { return Ok(vec![]) };
        let chain = self.chain::<PlanItem>(plan, Span::Recent("")).await?;
        let athlete = self.id();
        let rows = past::records(&mut self.tx, athlete).await?;
        let attempts = past::attempts(&rows, &Known::default(), Catalog::embedded());
        let tally = |item: Option<ItemId>| -> Tally {
            let of_item = attempts.iter().filter(|one| item.is_none_or(|item| one.setting.item_id == item));
            of_item.filter_map(Attempt::miss).collect()
        };
        let all = tally(None);
        let mut risks: Vec<ItemRisk> = chain
            .effective()
            .iter()
            .map(|item| {
                let of_item = tally(Some(item.item_id));
                let (item_id, exercise_key) = (item.item_id, item.exercise_key.clone());
                ItemRisk { item_id, exercise_key, tally: of_item, risk: fallback::risk(of_item, all) }
            })
            .collect();
        risks.sort_by(|one, other| other.risk.total_cmp(&one.risk).then(one.item_id.cmp(&other.item_id)));
        Ok(risks)
    }
}

/// Learns off the threads that serve others.
async fn learn(attempts: Vec<Attempt>) -> Result<Result<Model, Shortage>, Problem> {
    let task = tokio::task::spawn_blocking(move || Model::train(&attempts));
    task.await.map_err(|_| Problem::defect("training::miss"))
}

/// P-48: what there is, and what there should be.
fn not_enough(shortage: Shortage, all: Tally) -> Problem {
    Problem::new(TOO_FEW_ROWS)
        .fact("what", shortage.what())
        .fact("found", shortage.found())
        .fact("needed", shortage.needed())
        .fact("rows", all.rows)
        .fact("misses", all.misses)
}

impl Work<'_> {
    /// The model that may make offers. Without one this is a look at a table that is empty; with one it is read once.
    pub(super) async fn active_model(&mut self) -> Result<Option<Arc<Model>>, Problem> {
        let head = self.tx.miss_model().await?.filter(|head| head.active);
        let Some(head) = head.filter(|head| is_current(&head.rule_version, &head.feature_hash)) else {
            return Ok(None);
        };
        if let Some(known) = self.app.learned.get(head.id) {
            return Ok(Some(known));
        }
        let Some(model) = self.tx.learned_misses::<Model>(head.id).await? else { return Ok(None) };
        Ok(Some(self.app.learned.put(head.id, model)))
    }
}

impl MissModelStatus {
    fn none() -> Self {
        Self {
            active: false,
            inactive: Some("none"),
            failed: vec![],
            trained_at: None,
            rows: 0,
            rule_version: None,
            feature_hash: None,
            sizes: BTreeMap::new(),
            figures: BTreeMap::new(),
        }
    }

    fn of(head: MissModelHead, model: Option<&Model>) -> Self {
        let active = head.active && model.is_some_and(Model::is_active);
        let failed = model.map(|model| model.metrics.failed()).unwrap_or_default();
        let why = if failed.is_empty() { "outdated" } else { "failed" };
        Self {
            active,
            inactive: (!active).then_some(why),
            failed,
            trained_at: Some(head.trained_at),
            rows: head.row_count,
            rule_version: Some(head.rule_version),
            feature_hash: Some(head.feature_hash),
            sizes: model.map(sizes).unwrap_or_default(),
            figures: model.map(|model| figures(&model.metrics)).unwrap_or_default(),
        }
    }
}

fn sizes(model: &Model) -> BTreeMap<&'static str, MissPart> {
    let parts = model.sizes;
    let named =
        [("all", parts.all), ("train", parts.train), ("calibrate", parts.calibrate), ("test", parts.test)];
    named.map(|(name, Tally { rows, misses })| (name, MissPart { rows, misses })).into()
}

fn figures(metrics: &Metrics) -> BTreeMap<&'static str, String> {
    let named = [
        ("base_rate", metrics.base_rate),
        ("miss_rate", metrics.miss_rate),
        ("mean_p", metrics.mean_p),
        ("mean_gap", metrics.mean_gap()),
        ("brier", metrics.brier),
        ("base_brier", metrics.base_brier),
        ("brier_skill", metrics.brier_skill()),
        ("log_loss", metrics.log_loss),
        ("base_log_loss", metrics.base_log_loss),
        ("calibration_error", metrics.calibration_error),
    ];
    named.map(|(name, value)| (name, format!("{value:.4}"))).into()
}
