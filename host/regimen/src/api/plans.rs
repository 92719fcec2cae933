//! Plans, versions, edits, rollback, undo, conflicts, proposals and the trail (section 8 of the chapter on plans).

use domain::{
    change::{Field, Target, Value},
    dispute::{Conflict, Override, OverrideScope, Resolution},
    exercise::ExerciseKey,
    id::{Id, TraceId},
    plan::{AuditLine, Plan, PlanId, PlanItem, SlotTime, VersionSource},
    proposal::{ConsentChoice, ConsentSettings, ConsentSubject, ProposalId, ProposalState, RejectionReason},
    session::SessionId,
    time::LocalDate,
};
use plan::{
    answer::{Answer, Reply},
    between::Difference,
    chain::Entry,
    edit::{Edit, Wish},
    rollback::Slot,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    answer::{Done, Made, Shown, ShownOf},
    call::Call,
    endpoint::{ById, Endpoint, Input, Needs, Nothing, delete, get, post, put},
    example,
    part::{Limit, Page, Part},
    view::{self, AnsweredView, OutcomeView, ProposalView},
};
use crate::{
    problem::Problem,
    service::{
        app::Scope,
        planning::{self, PlanNow, Trace},
        proposals::{self, Filter},
        settings::{self, ProfileDocument},
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let (read, plan) = (Needs::Athlete(Scope::Read), Needs::Athlete(Scope::Plan));
    vec![
        get("/plans", "PV-1", read, "All plans", list),
        post("/plans", "PV-1", plan, "Make a plan; it is in force at once", make).example(example::plan),
        get("/plans/{id}", "PV-1", read, "A plan with the items in force", show).revised(),
        get("/plans/{id}/versions", "PV-2", read, "The versions of a plan", versions),
        get("/plans/{id}/versions/{number}", "PV-2", read, "One version with its rows", version),
        get("/plans/{id}/versions/{from}/diff/{to}", "PV-9", read, "What changed between two versions", diff),
        post("/plans/{id}/edits", "OV-1", plan, "Change the plan by hand", edit)
            .editing()
            .example(example::edit),
        post("/plans/{id}/rollback", "RB-1", plan, "Take back what changed a day or an exercise", roll_back)
            .editing()
            .example(|| json!({ "weekday": 1 })),
        post("/plans/{id}/versions/{number}/undo", "RB-3", plan, "Take one version back", undo),
        post("/plans/{id}/versions/{number}/restore", "RB-4", plan, "Bring a version back", restore),
        post(
            "/plans/{id}/versions/{number}/confirm",
            "CF-3",
            plan,
            "Say yes to a version that waits",
            confirm,
        )
        .example(|| json!({ "resolution": "auto" })),
        post("/plans/{id}/versions/{number}/reject", "CF-3", plan, "Say no to a version that waits", reject),
        get("/plans/{id}/audit", "PV-10", read, "Who did what to a plan", audit),
        get("/overrides", "OV-1", read, "Values that are guarded", overrides),
        delete("/overrides/{id}", "OV-7", plan, "Withdraw an override", drop_override),
        get("/conflicts", "CF-1", read, "Conflicts to settle", conflicts),
        post("/conflicts/{id}/resolve", "CF-3", plan, "Settle a conflict", settle)
            .example(|| json!({ "resolution": "manual" })),
        get("/proposals", "PR-1", read, "What waits for an answer", list_proposals),
        post(
            "/proposals/decisions",
            "PR-8",
            plan,
            "Answer proposals; what is accepted lands in one version",
            decide,
        )
        .example(example::decisions),
        get("/proposals/{id}/evaluations", "OU-1", read, "What later sessions said of a change", outcome),
        get("/settings/consent", "PR-6", read, "What is applied, asked or left", consent).revised(),
        put("/settings/consent", "PR-6", plan, "Say what is applied, asked or left", set_consent)
            .revised()
            .example(
                || json!({ "subject": "level_change", "choice": { "increase": "ask", "decrease": "auto" } }),
            ),
        get("/trace/{trace_id}", "PV-10", read, "Everything of one trigger", trace),
    ]
}

async fn list(call: Call, _: Input) -> Result<Shown<Vec<Plan>>, Problem> {
    Ok(Shown(planning::list(call.app(), &call.caller()?).await?))
}

/// A new plan.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewPlan {
    /// What it is called.
    title: String,
    /// What is in it.
    items: Vec<PlanItem>,
}

async fn make(call: Call, input: Input<Nothing, Nothing, NewPlan>) -> Result<Made<PlanNow>, Problem> {
    let NewPlan { title, items } = input.body;
    Ok(Made(planning::make(call.app(), &call.caller()?, &title, items, VersionSource::Initial).await?))
}

/// A plan is edited by the number of its version in force: versions themselves do not change (GL-5, PV-2).
async fn show(call: Call, input: Input<ById<PlanId>>) -> Result<ShownOf<PlanNow>, Problem> {
    let now = planning::show(call.app(), &call.caller()?, Some(input.path.id)).await?;
    Ok(ShownOf(i64::from(now.plan.active_version), now))
}

async fn versions(call: Call, input: Input<ById<PlanId>, Part>) -> Result<Shown<Page<Entry>>, Problem> {
    let all = planning::versions(call.app(), &call.caller()?, Some(input.path.id)).await?;
    let Part { cursor, limit } = input.query;
    Ok(Shown(Page::of(all, cursor.as_deref(), limit, |one| one.version.number)?))
}

/// A version of a plan.
#[derive(Debug, Deserialize, JsonSchema)]
struct VersionPath {
    /// The plan.
    id: PlanId,
    /// The number of the version.
    number: u32,
}

async fn version(call: Call, input: Input<VersionPath>) -> Result<Shown<Entry>, Problem> {
    let VersionPath { id, number } = input.path;
    Ok(Shown(planning::version(call.app(), &call.caller()?, Some(id), number).await?))
}

/// Two versions of a plan.
#[derive(Debug, Deserialize, JsonSchema)]
struct DiffPath {
    /// The plan.
    id: PlanId,
    /// The version before.
    from: u32,
    /// The version after.
    to: u32,
}

async fn diff(call: Call, input: Input<DiffPath>) -> Result<Shown<Vec<Difference>>, Problem> {
    let DiffPath { id, from, to } = input.path;
    Ok(Shown(planning::diff(call.app(), &call.caller()?, Some(id), from, to).await?))
}

/// The version that came of it; none if nothing changed.
#[derive(Debug, Serialize, JsonSchema)]
struct Landed {
    /// Its number.
    version: Option<u32>,
}

/// What a person wants.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EditBody {
    /// The new values, 1..100.
    changes: Vec<WishBody>,
    /// For the plan, or for the running session alone.
    #[serde(default = "for_plan")]
    scope: OverrideScope,
    /// Why.
    #[serde(default)]
    reason: String,
    /// The number of the version in force that is edited, where `if-match` does not name it (GL-5).
    #[serde(default)]
    revision: Option<i64>,
}

const fn for_plan() -> OverrideScope {
    OverrideScope::Plan
}

/// One field and its new value.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WishBody {
    /// The item or the set.
    target: Target,
    /// Which field.
    field: Field,
    /// The value it gets.
    new: Value,
}

async fn edit(call: Call, input: Input<ById<PlanId>, Nothing, EditBody>) -> Result<Shown<Landed>, Problem> {
    let EditBody { changes, scope, reason, revision } = input.body;
    let wishes = changes.into_iter().map(|one| Wish { target: one.target, field: one.field, new: one.new });
    let edit = Edit { wishes: wishes.collect(), scope, reason };
    let (id, seen) = (Some(input.path.id), call.expects(revision));
    let version = planning::change(call.app(), &call.caller()?, id, &edit, seen).await?;
    Ok(Shown(Landed { version }))
}

/// What is rolled back: a weekday, a date or an exercise.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RollBack {
    /// 1 (Monday) to 7.
    #[serde(default)]
    weekday: Option<u8>,
    /// A date.
    #[serde(default)]
    date: Option<LocalDate>,
    /// An exercise.
    #[serde(default)]
    exercise: Option<ExerciseKey>,
    /// Morning or evening, where a day has two sessions.
    #[serde(default)]
    time: Option<SlotTime>,
    /// The number of the version in force that is edited, where `if-match` does not name it (GL-5).
    #[serde(default)]
    revision: Option<i64>,
}

async fn roll_back(
    call: Call,
    input: Input<ById<PlanId>, Nothing, RollBack>,
) -> Result<Shown<Landed>, Problem> {
    let slot = match (input.body.weekday, input.body.date, input.body.exercise) {
        (Some(day), None, None) => Slot::Weekday(day),
        (None, Some(date), None) => Slot::Date(date),
        (None, None, Some(exercise)) => Slot::Exercise(exercise),
        _ => {
            let (code, expected) = (domain::error::ErrorCode::BadValue, "one of weekday, date and exercise");
            return Err(domain::law::Invalid::of(code, "", "none or several", expected).into());
        }
    };
    let (id, time, seen) = (Some(input.path.id), input.body.time, call.expects(input.body.revision));
    let version = planning::roll_back(call.app(), &call.caller()?, id, &slot, time, seen).await?;
    Ok(Shown(Landed { version }))
}

async fn undo(call: Call, input: Input<VersionPath>) -> Result<Shown<Landed>, Problem> {
    let VersionPath { id, number } = input.path;
    let version = planning::take_back(call.app(), &call.caller()?, Some(id), number).await?;
    Ok(Shown(Landed { version }))
}

async fn restore(call: Call, input: Input<VersionPath>) -> Result<Shown<Landed>, Problem> {
    let VersionPath { id, number } = input.path;
    let version = planning::bring_back(call.app(), &call.caller()?, Some(id), number).await?;
    Ok(Shown(Landed { version }))
}

/// How a question is settled.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Settlement {
    /// One's own value, the engine's, or one between.
    resolution: Resolution,
}

/// How a version that waits is confirmed.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Confirmation {
    /// The engine's value unless said otherwise.
    resolution: Option<Resolution>,
}

async fn confirm(
    call: Call,
    input: Input<VersionPath, Nothing, Confirmation>,
) -> Result<Shown<Landed>, Problem> {
    let how = input.body.resolution.unwrap_or(Resolution::Auto);
    answer_version(&call, input.path, how).await
}

async fn reject(call: Call, input: Input<VersionPath>) -> Result<Shown<Landed>, Problem> {
    answer_version(&call, input.path, Resolution::Manual).await
}

async fn answer_version(call: &Call, path: VersionPath, how: Resolution) -> Result<Shown<Landed>, Problem> {
    let VersionPath { id, number } = path;
    let version = planning::answer_version(call.app(), &call.caller()?, Some(id), number, how).await?;
    Ok(Shown(Landed { version }))
}

async fn audit(call: Call, input: Input<ById<PlanId>, Part>) -> Result<Shown<Page<AuditLine>>, Problem> {
    let all = planning::audit(call.app(), &call.caller()?, Some(input.path.id)).await?;
    let Part { cursor, limit } = input.query;
    Ok(Shown(Page::of(all, cursor.as_deref(), limit, |line| (line.at, line.id))?))
}

async fn overrides(call: Call, _: Input) -> Result<Shown<Vec<Override>>, Problem> {
    Ok(Shown(planning::overrides(call.app(), &call.caller()?).await?))
}

async fn drop_override(call: Call, input: Input<ById<Id<Override>>>) -> Result<Done, Problem> {
    planning::drop_override(call.app(), &call.caller()?, input.path.id).await?;
    Ok(Done)
}

/// Whether settled ones are listed too.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct All {
    /// Settled ones too.
    all: bool,
}

async fn conflicts(call: Call, input: Input<Nothing, All>) -> Result<Shown<Vec<Conflict>>, Problem> {
    Ok(Shown(planning::conflicts(call.app(), &call.caller()?, input.query.all).await?))
}

async fn settle(
    call: Call,
    input: Input<ById<Id<Conflict>>, Nothing, Settlement>,
) -> Result<Shown<Landed>, Problem> {
    let how = input.body.resolution;
    let version = planning::settle(call.app(), &call.caller()?, input.path.id, how).await?;
    Ok(Shown(Landed { version }))
}

/// Which proposals are asked for.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Asked {
    /// Those of a plan.
    plan: Option<PlanId>,
    /// Those that a session made.
    session: Option<SessionId>,
    /// Those in a state; else those that wait.
    state: Option<ProposalState>,
    /// Those about an item.
    item: Option<domain::plan::ItemId>,
    /// Answered ones too.
    all: bool,
    /// What `next` of the part before says.
    cursor: Option<String>,
    /// At most so many; else 100.
    limit: Option<Limit>,
}

async fn list_proposals(
    call: Call,
    input: Input<Nothing, Asked>,
) -> Result<Shown<Page<ProposalView>>, Problem> {
    let Asked { plan, session, state, item, all, cursor, limit } = input.query;
    let filter = Filter { plan, session, state, all };
    let mut found = proposals::placed(call.app(), &call.caller()?, filter).await?;
    found.retain(|(_, one)| item.is_none_or(|item| one.target.item_id == item));
    let part = Page::of(found, cursor.as_deref(), limit, |(place, _)| *place)?;
    let voice = view::voice(&call).await?;
    Ok(Shown(part.map(|(_, one)| view::proposal(one, &voice))))
}

/// What is said to proposals.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Decisions {
    /// 1..100 of them.
    decisions: Vec<Decision>,
}

/// What is said to one proposal, or to all that are shown as one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Decision {
    /// The proposal, or the group that it is shown in.
    id: ProposalId,
    /// What is said.
    answer: Said,
    /// Which alternative is taken, from 0.
    #[serde(default)]
    alternative: Option<u8>,
    /// Why it is rejected.
    #[serde(default)]
    reason: Option<RejectionReason>,
    /// Why, in one's own words.
    #[serde(default)]
    note: Option<String>,
    /// For how many days it stays as it is, 1..60.
    #[serde(default)]
    days: Option<u32>,
}

domain::vocabulary::vocabulary! {
    /// What is said to a proposal.
    pub enum Said: "answer" {
        Accept = "accept",
        Reject = "reject",
        Defer = "defer",
        Keep = "keep",
    }
}

impl Decision {
    fn reply(&self) -> Reply {
        match self.answer {
            Said::Accept => Reply::Accept { alternative: self.alternative },
            Said::Reject => Reply::Reject { reason: self.reason, note: self.note.clone() },
            Said::Defer => Reply::Defer,
            Said::Keep => Reply::Keep { days: self.days },
        }
    }
}

async fn decide(
    call: Call,
    input: Input<Nothing, Nothing, Decisions>,
) -> Result<Shown<Vec<AnsweredView>>, Problem> {
    let (app, caller, decisions) = (call.app(), call.caller()?, input.body.decisions);
    let mut check = domain::law::Check::default();
    let is_some = (1..=100).contains(&decisions.len());
    check.require(
        is_some,
        domain::error::ErrorCode::BadValue,
        "decisions",
        decisions.len(),
        "1..100 decisions",
    );
    check.finish()?;
    let open = proposals::list(app, &caller, Filter { all: true, ..Filter::default() }).await?;
    let mut answers = Vec::new();
    for decision in &decisions {
        let group =
            open.iter().filter(|one| one.id != decision.id && one.group_id.uuid() == decision.id.uuid());
        let group: Vec<ProposalId> = group.map(|one| one.id).collect();
        let is_one = group.is_empty() || open.iter().any(|one| one.id == decision.id);
        let ids = if is_one { vec![decision.id] } else { group };
        answers.extend(ids.into_iter().map(|proposal| Answer { proposal, reply: decision.reply() }));
    }
    let answered = proposals::decide(app, &caller, &answers).await?;
    Ok(Shown(answered.into_iter().map(AnsweredView::from).collect()))
}

async fn outcome(call: Call, input: Input<ById<ProposalId>>) -> Result<Shown<OutcomeView>, Problem> {
    let (proposal, evaluations) = proposals::show(call.app(), &call.caller()?, input.path.id).await?;
    let proposal = view::proposal(proposal, &view::voice(&call).await?);
    Ok(Shown(OutcomeView { proposal, evaluations }))
}

async fn consent(call: Call, _: Input) -> Result<ShownOf<ConsentSettings>, Problem> {
    Ok(consent_of(settings::show(call.app(), &call.caller()?).await?))
}

fn consent_of(document: ProfileDocument) -> ShownOf<ConsentSettings> {
    ShownOf(document.revision.unwrap_or_default(), document.profile.consent)
}

/// A choice about one kind of change.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ConsentBody {
    /// What it is about.
    subject: ConsentSubject,
    /// What is wanted; null: as it was at first.
    choice: Option<ConsentChoice>,
    /// The revision of the profile that is edited, where `if-match` does not name it (GL-5).
    #[serde(default)]
    revision: Option<i64>,
}

async fn set_consent(
    call: Call,
    input: Input<Nothing, Nothing, ConsentBody>,
) -> Result<ShownOf<ConsentSettings>, Problem> {
    let ConsentBody { subject, choice, revision } = input.body;
    let revision = call.expects(revision);
    Ok(consent_of(settings::set_consent(call.app(), &call.caller()?, subject, choice, revision).await?))
}

/// A trace.
#[derive(Debug, Deserialize, JsonSchema)]
struct TracePath {
    /// By which everything of one trigger is found.
    trace_id: TraceId,
}

async fn trace(call: Call, input: Input<TracePath>) -> Result<Shown<Trace>, Problem> {
    Ok(Shown(planning::trace(call.app(), &call.caller()?, &input.path.trace_id).await?))
}
