//! What the flow is given, and what it understands of it (L-1..L-9).
//!
//! [`understand`] reads everything into an [`Understood`], a value that can be shown before anything is planned: texts,
//! tables and lists are read by rules, and whatever is not read is said.

pub mod activity;
pub mod cardio;
pub mod equipment;
pub mod history;
pub mod instructions;
pub mod name;
pub mod reading;
pub mod report;
pub mod request;
pub mod text;

use domain::{
    law::{Check, Law},
    quantity::MassUnit,
    reason::{Reason, ReasonCode},
    session::Intent,
    spec::SpecId,
    time::Instant,
    voice::Locale,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use training::{input::SelectionInput, library::Library, prescribe::goal::Goal, superset::SupersetPolicy};

use crate::{
    document::plan::Meta,
    failure::{Failure, FailureCode, Stage},
    tuning::FlowTuning,
};
use activity::Activity;
use cardio::CardioClause;
use history::{ReadHistory, Reading};
use instructions::Instructions;
use name::Names;
use reading::Confirmed;
use request::{Activities, Planner, RecoverySignals, Request};

/// What all requests share: the exercises and their names. Make it once.
#[derive(Debug, Clone, Copy)]
pub struct Knowledge<'a> {
    /// The exercises to choose from.
    pub library: &'a Library<'a>,
    /// Their names.
    pub names: &'a Names,
}

/// Everything that a session depends on. Equal inputs give equal bytes (GL-1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inputs {
    /// What is asked for.
    #[serde(default)]
    pub request: Request,
    /// The athlete as training knows them: now, zone, profile, equipment, flags, plan, history. The request is laid over
    /// it; its intent does not count.
    pub athlete: SelectionInput,
    /// The language of notes.
    #[serde(default = "english")]
    pub locale: Locale,
    /// Stored activities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub activities: Vec<Activity>,
    /// What the athlete should know of how the inputs were gathered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Reason>,
    /// Sleep and body battery of the latest check-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery: Option<Recovery>,
    /// What lines mean that no rule reads, as the athlete has confirmed it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<Confirmed>,
    /// The numbers.
    #[serde(default)]
    pub tuning: FlowTuning,
}

const fn english() -> Locale {
    Locale::En
}

/// Recovery signals with where they come from (L-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The figures.
    #[serde(flatten)]
    pub signals: RecoverySignals,
    /// When they were taken.
    pub at: Instant,
    /// Whether the request brought them.
    #[serde(default)]
    pub from_request: bool,
}

/// What was understood of the inputs.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Understood {
    /// Date, place, units, time and goal.
    pub meta: Meta,
    /// Who was asked to plan; as configured if absent.
    pub planner: Option<Planner>,
    /// The session type that was asked for.
    pub intent: Option<Intent>,
    /// Whether accessories are paired.
    pub superset_policy: SupersetPolicy,
    /// Whether a set may end at failure.
    pub allow_failure: bool,
    /// Wishes, bans and injuries.
    pub instructions: Instructions,
    /// Earlier sessions of the request.
    pub history: ReadHistory,
    /// Activities, oldest first.
    pub activities: Vec<Activity>,
    /// What comes.
    pub cardio: Vec<CardioClause>,
    /// Sleep and body battery.
    pub recovery: Option<Recovery>,
    /// The keys of the inventory, sorted.
    pub equipment: Vec<String>,
    /// What the athlete should know about the inputs.
    pub warnings: Vec<Reason>,
}

/// L-8: hours for which recovery signals of a check-in count.
const RECOVERY_HOURS: i64 = 24;

/// Reads everything; what is wrong with the request is said at once.
pub fn understand(inputs: &Inputs, knowledge: &Knowledge<'_>) -> Result<Understood, Failure> {
    let Inputs { request, athlete, tuning, .. } = inputs;
    let today = athlete.now.local_date(&athlete.time_zone);
    let mut check = Check::default();
    request.check(today, &mut check);
    check.within("tuning", |check| tuning.check(check));
    check.finish()?;
    unread_address(request)?;
    let meta = meta(inputs, today);
    let mut warnings = inputs.notices.clone();
    let mut cleaned = |field: &'static str, text: &str| {
        let (text, warning) = text::clean(field, text);
        warnings.extend(warning);
        text
    };
    let instructions = request.instructions_text.as_deref().unwrap_or_default();
    text::bound("instructions_text", instructions.len(), text::INSTRUCTIONS)?;
    let mut instructions = Instructions::read(&cleaned("instructions_text", instructions), knowledge.names);
    reading::instruct(&mut instructions, &inputs.readings);
    let cardio = request.upcoming_cardio_text.as_deref().unwrap_or_default();
    text::bound("upcoming_cardio_text", cardio.chars().count(), text::CARDIO)?;
    let cardio = cardio::read(&cleaned("upcoming_cardio_text", cardio), meta.date);
    let history = match &request.history {
        None => ReadHistory::default(),
        Some(given) => {
            let given =
                history::HistoryInput { content: cleaned("history", &given.content), ..given.clone() };
            let (names, unit, readings) = (knowledge.names, MassUnit::from(meta.units), &inputs.readings);
            let reading = Reading { names, unit, today, readings };
            history::read(&given, &reading)?
        }
    };
    let (activities, skipped) = activities(inputs);
    warnings.extend(instructions.unparsed.iter().map(instructions::Line::warning));
    warnings.extend(history.rejected.iter().map(history::RejectedLine::warning));
    if history.rest_rows > 0 {
        let skipped = Reason::new(ReasonCode::RestRowsSkipped, SpecId::new("L-5"));
        warnings.push(skipped.fact("count", history.rest_rows));
    }
    warnings.extend(skipped);
    let equipment = request.equipment_inventory.as_ref().unwrap_or(&athlete.constraints.available_equipment);
    Ok(Understood {
        planner: request.planner,
        intent: request.intent,
        superset_policy: request
            .superset_policy
            .or(instructions.superset_policy)
            .unwrap_or(athlete.superset_policy),
        allow_failure: request.allow_failure.or(instructions.allow_failure).unwrap_or(false),
        recovery: recovery(inputs),
        equipment: equipment::Inventory::new(equipment).keys().to_vec(),
        meta,
        instructions,
        history,
        activities,
        cardio,
        warnings,
    })
}

/// L-38: nothing is fetched here; an address that nobody has read by now is not read at all.
fn unread_address(request: &Request) -> Result<(), Failure> {
    let Some(address) = request.instructions_url.as_ref().or(request.history_url.as_ref()) else {
        return Ok(());
    };
    let refused = Failure::new(FailureCode::FetchRefused, Stage::Ingest);
    Err(refused.fact("address", address.as_str()).fact("why", "addresses are not read here"))
}

fn meta(inputs: &Inputs, today: domain::time::LocalDate) -> Meta {
    let Inputs { request, athlete, .. } = inputs;
    Meta {
        date: request.date.unwrap_or(today),
        location: request.location.clone().unwrap_or_else(|| "home".to_owned()),
        units: request.units.unwrap_or_else(|| athlete.units.unwrap_or(MassUnit::Kg).into()),
        duration_minutes: request.duration_minutes.unwrap_or(athlete.session_minutes),
        goal: request.goal.or_else(|| athlete.goals.primary.parse().ok()).unwrap_or(Goal::GeneralHealth),
    }
}

/// The activities of the request, or the stored ones; oldest first.
fn activities(inputs: &Inputs) -> (Vec<Activity>, Vec<Reason>) {
    let (mut activities, warnings) = match &inputs.request.activities {
        Some(Activities::List(list)) => activity::read(list, &inputs.tuning),
        Some(Activities::Connection(_)) | None => (inputs.activities.clone(), vec![]),
    };
    activities.sort_by(|one, other| (one.start, &one.sport).cmp(&(other.start, &other.sport)));
    (activities, warnings)
}

/// L-8: those of the request, else of a check-in that is fresh.
fn recovery(inputs: &Inputs) -> Option<Recovery> {
    let now = inputs.athlete.now;
    if let Some(signals) = inputs.request.recovery_signals {
        return Some(Recovery { signals, at: now, from_request: true });
    }
    let is_fresh = |at: Instant| at <= now && now.seconds_since(at) <= RECOVERY_HOURS * 3600;
    inputs.recovery.filter(|recovery| is_fresh(recovery.at))
}

/// Inputs as people write them: the athlete and the request of the reference example (L-39).
pub const EXAMPLE: &str = include_str!("../../examples/inputs.json");
