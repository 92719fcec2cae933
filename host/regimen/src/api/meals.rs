//! Meals: solved, planned, shown, swapped, logged, bought (ML-1..ML-9, NT, MF-1).

use domain::{
    plan::ItemId,
    proposal::ProposalId,
    recipe::RecipeKey,
    time::{DateSpan, LocalDate, add_days},
};
use nutrition::{
    outcome::{
        MealResult, Status,
        report::{Change, Relaxation},
    },
    problem::Problem as MealProblem,
    profile::NutritionProfile,
    solve::{Patient, Stages, Watch},
    target::{Targets, input::Brought},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    answer::{File, Made, Shown, ShownOf},
    call::Call,
    edit::Edit,
    endpoint::{ById, Endpoint, Input, Needs, Nothing, get, post, put},
    example,
    explanation::{self, Explanation},
    refusal,
    view::{self, AnsweredView, Days, ProposalView},
};
use crate::{
    problem::{Problem, TOO_LARGE},
    service::{
        app::{Caller, Scope, not_found},
        eating::{
            change::{self, Cause, Offer, SwapList, Swapped},
            log::{self, Logged, Said},
            setting::{self, Settled},
            solving::{Solving, attended},
            view::{self as show, ExportFormat},
            week::{self, PlannedWeek},
        },
        meals as solver, overview,
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let (read, meals, log) =
        (Needs::Athlete(Scope::Read), Needs::Athlete(Scope::Meals), Needs::Athlete(Scope::Log));
    vec![
        post("/meals/solve", "MF-1", Needs::Visitor, "Solve a meal problem; nothing is stored", solve)
            .example(example::meal_problem)
            .taking(MOST_BYTES),
        post("/meals/plan", "ML-1", meals, "Plan some days; gives a proposal", plan)
            .example(|| json!({ "days": 3 })),
        post("/meals/relax", "MX-7", meals, "Make a small change that makes a plan possible", relax)
            .example(|| json!({ "from": "2026-03-09", "changes": [{ "kind": "cooking_time", "level": 2 }] })),
        get("/meals", "ML-10", read, "Plan, log and totals of some days", days),
        get("/meals/proposals", "ML-1", read, "Meal plans that wait for an answer", proposals),
        post("/meals/proposals/{id}/accept", "ML-1", meals, "Accept a meal plan", accept),
        post("/meals/proposals/{id}/reject", "PR-5", meals, "Say no to a meal plan", reject),
        get("/meals/export", "ML-9", read, "Some days for other programs", export),
        post("/meals/replan", "ML-4", meals, "Plan the rest anew", replan)
            .example(|| json!({ "cause": "asked" })),
        get("/meals/{item}/swap", "ML-3", read, "What could be eaten instead", swap_list)
            .refused_with(refusal::STATE),
        post("/meals/{item}/swap", "ML-3", meals, "Eat something else", swap)
            .example(|| json!({ "recipe": "shakshuka", "confirmed": true })),
        post("/meals/{item}/pin", "ML-3", meals, "Keep a meal in re-plans, or let it go", pin)
            .example(|| json!({ "pinned": true })),
        post("/meals/{item}/log", "ML-2", log, "Say what became of a meal", say)
            .example(|| json!({ "state": "eaten" })),
        get("/nutrition/profile", "NT-8", read, "Who eats, and what not", profile).revised(),
        put("/nutrition/profile", "NT-8", meals, "Say who eats, and what not", set_profile)
            .revised()
            .example(example::eater),
        get("/nutrition/targets", "NT-1", read, "What is needed a day, and how that was derived", targets)
            .revised(),
        put("/nutrition/targets", "NT-6", meals, "Bring own numbers", bring)
            .revised()
            .example(|| json!({ "daily_protein_g": 150 })),
    ]
}

/// MF-6: the longest problem, in bytes.
const MOST_BYTES: usize = 32 * 1024 * 1024;
/// MF-6: the most recipes of a problem.
const MOST_RECIPES: usize = 20_000;

async fn solve(
    call: Call,
    input: Input<Nothing, Nothing, MealProblem>,
) -> Result<Shown<MealResult>, Problem> {
    let problem = input.body;
    if problem.recipes.len() > MOST_RECIPES {
        return Err(Problem::new(TOO_LARGE).fact("most", MOST_RECIPES).fact("what", "recipes"));
    }
    let _alone = Solving::begin(call.app(), call.account()?.uuid())?;
    let search = move |watch: &mut dyn Watch| {
        let result = solver::solve(&problem, Stages::default(), watch);
        if result.status == Status::Invalid { Err(solver::refusal(&problem, &result)) } else { Ok(result) }
    };
    Ok(Shown(attended(Box::new(Patient), search).await??))
}

/// Days to plan.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WantedDays {
    /// The first day; else tomorrow.
    pub(super) from: Option<LocalDate>,
    /// How many days, 1..7; else 7.
    pub(super) days: Option<u32>,
}

/// A week that was planned.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PlannedView {
    /// The first day.
    from: LocalDate,
    /// What the solver says.
    result: MealResult,
    /// What the athlete needs.
    targets: Targets,
    /// What waits for an answer, or was applied at once.
    proposal: Option<ProposalView>,
    /// Why there is no plan and what would help, where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Explanation>,
}

async fn plan(call: Call, input: Input<Nothing, Nothing, WantedDays>) -> Result<Made<PlannedView>, Problem> {
    let from = first_day(&call, &input.body).await?;
    let days = input.body.days.unwrap_or(7);
    let week = week::plan_week(call.app(), &call.caller()?, from, days).await?;
    Ok(Made(planned(&call, week).await?))
}

/// The first day to plan.
pub(super) async fn first_day(call: &Call, wanted: &WantedDays) -> Result<LocalDate, Problem> {
    match wanted.from {
        Some(from) => Ok(from),
        None => Ok(add_days(overview::today(call.app(), &call.caller()?).await?, 1)),
    }
}

/// A week as it is shown.
pub(super) async fn planned(call: &Call, week: PlannedWeek) -> Result<PlannedView, Problem> {
    let voice = view::voice(call).await?;
    let explanation = match week.result.status {
        Status::Found => None,
        _ => Some(explanation::of(call, &week, voice.clone()).await?),
    };
    let proposal = week.proposal.map(|one| view::proposal(one, &voice));
    Ok(PlannedView { from: week.from, result: week.result, targets: week.targets, proposal, explanation })
}

/// A small change that makes a plan possible.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Relax {
    /// The first day of the plan that was asked for.
    from: LocalDate,
    /// One change, or two that are needed together, as an explanation offers them.
    changes: Vec<Change>,
}

async fn relax(call: Call, input: Input<Nothing, Nothing, Relax>) -> Result<Shown<Settled>, Problem> {
    let Relax { from, changes } = input.body;
    Ok(Shown(setting::relax(call.app(), &call.caller()?, from, &Relaxation { changes }).await?))
}

/// The days that are meant; without a word, a week from today.
async fn span(call: &Call, days: Days) -> Result<DateSpan, Problem> {
    let today = overview::today(call.app(), &call.caller()?).await?;
    let from = days.from.unwrap_or(today);
    Ok(DateSpan { from, to: days.to.unwrap_or(add_days(from, 6)) })
}

async fn days(call: Call, input: Input<Nothing, Days>) -> Result<Shown<show::Days>, Problem> {
    let dates = span(&call, input.query).await?;
    Ok(Shown(show::show(call.app(), &call.caller()?, dates).await?))
}

async fn proposals(call: Call, _: Input) -> Result<Shown<Vec<ProposalView>>, Problem> {
    let open = week::proposals(call.app(), &call.caller()?, false).await?;
    Ok(Shown(view::proposals(open, &view::voice(&call).await?)))
}

async fn accept(call: Call, input: Input<ById<ProposalId>>) -> Result<Shown<AnsweredView>, Problem> {
    Ok(Shown(week::accept(call.app(), &call.caller()?, input.path.id).await?.into()))
}

async fn reject(call: Call, input: Input<ById<ProposalId>>) -> Result<Shown<AnsweredView>, Problem> {
    Ok(Shown(week::reject(call.app(), &call.caller()?, input.path.id).await?.into()))
}

/// Which days, in which form.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Export {
    /// The form.
    format: ExportFormat,
    /// The first day; else today.
    #[serde(default)]
    from: Option<LocalDate>,
    /// The last day; else a week later.
    #[serde(default)]
    to: Option<LocalDate>,
}

async fn export(call: Call, input: Input<Nothing, Export>) -> Result<File, Problem> {
    let Export { format, from, to } = input.query;
    let dates = span(&call, Days { from, to }).await?;
    let text = show::export(call.app(), &call.caller()?, dates, format, &view::voice(&call).await?).await?;
    let (media, end) = match format {
        ExportFormat::Ics => ("text/calendar", "ics"),
        ExportFormat::Csv | ExportFormat::LogCsv | ExportFormat::ListCsv => ("text/csv", "csv"),
        ExportFormat::Json => ("application/json", "json"),
        ExportFormat::Html => ("text/html", "html"),
    };
    Ok(File { media, name: format!("meals.{end}"), content: text.into_bytes() })
}

/// Why the rest is planned anew.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct ReplanBody {
    /// Why; else because it was asked for.
    cause: Option<Cause>,
}

async fn replan(call: Call, input: Input<Nothing, Nothing, ReplanBody>) -> Result<Shown<Offer>, Problem> {
    let cause = input.body.cause.unwrap_or(Cause::Asked);
    Ok(Shown(change::replan_rest(call.app(), &call.caller()?, cause).await?))
}

/// A meal of the plan.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MealPath {
    /// The item of the plan.
    pub(super) item: ItemId,
}

/// The day and the slot of a meal.
pub(super) async fn place(call: &Call, caller: &Caller, item: ItemId) -> Result<(LocalDate, u8), Problem> {
    let items = show::items(call.app(), caller).await?;
    let found = items.into_iter().find(|(_, known)| *known == item);
    found.map(|(place, _)| place).ok_or_else(|| not_found("slot", item))
}

async fn swap_list(call: Call, input: Input<MealPath>) -> Result<Shown<SwapList>, Problem> {
    let caller = call.caller()?;
    let (date, slot) = place(&call, &caller, input.path.item).await?;
    Ok(Shown(change::swap_list(call.app(), &caller, date, slot).await?))
}

/// What is eaten instead.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MealSwap {
    /// Which recipe.
    recipe: RecipeKey,
    /// Whether it is meant although it breaks something.
    #[serde(default)]
    confirmed: bool,
}

async fn swap(call: Call, input: Input<MealPath, Nothing, MealSwap>) -> Result<Shown<Swapped>, Problem> {
    let caller = call.caller()?;
    let place = place(&call, &caller, input.path.item).await?;
    let MealSwap { recipe, confirmed } = input.body;
    Ok(Shown(change::swap(call.app(), &caller, place, &recipe, confirmed).await?))
}

/// Whether re-plans leave a meal alone.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PinBody {
    /// Whether they do.
    pinned: bool,
}

/// The version that a change made.
#[derive(Debug, Serialize, JsonSchema)]
struct Version {
    /// Its number; absent where nothing changed.
    version: Option<u32>,
}

async fn pin(call: Call, input: Input<MealPath, Nothing, PinBody>) -> Result<Shown<Version>, Problem> {
    let caller = call.caller()?;
    let (date, slot) = place(&call, &caller, input.path.item).await?;
    let version = if input.body.pinned {
        change::keep(call.app(), &caller, date, slot).await?
    } else {
        change::release(call.app(), &caller, date, slot).await?
    };
    Ok(Shown(Version { version }))
}

/// What became of a meal.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, tag = "state", rename_all = "snake_case")]
enum SaidBody {
    /// It was eaten.
    Eaten {
        /// So many percent of a serving; else all of it.
        #[serde(default)]
        servings_pct: Option<u32>,
    },
    /// Nothing was eaten.
    Skipped {},
    /// Another recipe was eaten.
    Recipe {
        /// Which.
        recipe: RecipeKey,
        /// So many percent of a serving; else 100.
        #[serde(default = "whole")]
        servings_pct: u32,
    },
    /// Foods were eaten.
    Foods {
        /// Which.
        foods: Vec<EatenFood>,
    },
    /// What was said before is taken back.
    Undone {},
}

const fn whole() -> u32 {
    100
}

/// A food that was eaten.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EatenFood {
    /// Its name, key or barcode.
    food: String,
    /// Milligrams.
    mg: i64,
}

impl From<SaidBody> for Said {
    fn from(said: SaidBody) -> Self {
        match said {
            SaidBody::Eaten { servings_pct } => Self::Eaten(servings_pct),
            SaidBody::Skipped {} => Self::Skipped,
            SaidBody::Recipe { recipe, servings_pct } => Self::Recipe(recipe, servings_pct),
            SaidBody::Foods { foods } => {
                Self::Foods(foods.into_iter().map(|one| (one.food, one.mg)).collect())
            }
            SaidBody::Undone {} => Self::Undone,
        }
    }
}

async fn say(call: Call, input: Input<MealPath, Nothing, SaidBody>) -> Result<Shown<Logged>, Problem> {
    let caller = call.caller()?;
    let place = place(&call, &caller, input.path.item).await?;
    Ok(Shown(Box::pin(log::say(call.app(), &caller, place, input.body.into())).await?))
}

async fn profile(call: Call, _: Input) -> Result<ShownOf<NutritionProfile>, Problem> {
    let (revision, profile) = setting::show(call.app(), &call.caller()?).await?;
    Ok(ShownOf(revision, profile))
}

async fn set_profile(
    call: Call,
    input: Input<Nothing, Nothing, Edit<NutritionProfile>>,
) -> Result<Shown<Settled>, Problem> {
    let Edit { entity, revision, .. } = input.body;
    Ok(Shown(setting::setup(call.app(), &call.caller()?, entity, call.expects(revision)).await?))
}

async fn targets(call: Call, _: Input) -> Result<ShownOf<Targets>, Problem> {
    let (revision, targets) = setting::targets(call.app(), &call.caller()?).await?;
    Ok(ShownOf(revision, targets))
}

async fn bring(
    call: Call,
    input: Input<Nothing, Nothing, Edit<Brought>>,
) -> Result<ShownOf<Targets>, Problem> {
    let Edit { entity, revision, .. } = input.body;
    let revision = call.expects(revision);
    let (targets, settled) = setting::bring(call.app(), &call.caller()?, entity, revision).await?;
    Ok(ShownOf(settled.revision, targets))
}
