//! Values as the API shows them, where a use case gives them in another form.

use domain::{
    plan::PlanItem,
    proposal::{Evaluation, Proposal, ProposalId, ProposalState},
    reason::Reason,
    session::Session,
    time::LocalDate,
    voice::Voice,
    wellbeing::{Flag, SessionModifier},
};
use plan::answer::Effect;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::call::Call;
use crate::{
    problem::Problem,
    service::{
        overview::Day,
        profile_of,
        proposals::Answered,
        session::finish::{Finished, Told},
    },
};

/// Some days; without a word, the last four weeks and the next.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Days {
    /// The first day.
    pub(super) from: Option<LocalDate>,
    /// The last day.
    pub(super) to: Option<LocalDate>,
}

/// A day, if not today.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct OnDay {
    /// Which day; else today.
    pub(super) date: Option<LocalDate>,
}

/// A session with its revision.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SessionView {
    /// Counts the changes (GL-5).
    pub(super) revision: i64,
    /// The session.
    #[serde(flatten)]
    pub(super) session: Session,
}

/// The session of a row of the store.
macro_rules! session_view {
    ($row:expr) => {{
        let row = $row;
        $crate::api::view::SessionView { revision: row.revision, session: row.session }
    }};
}
pub(super) use session_view;

/// A proposal with its reason in words.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ProposalView {
    /// The proposal.
    #[serde(flatten)]
    pub(super) proposal: Proposal,
    /// Why, in the caller's language and unit.
    pub(super) reason_text: String,
}

/// What came of an answer to a proposal.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AnsweredView {
    /// Which proposal.
    pub(super) id: ProposalId,
    /// Where it stands now.
    pub(super) state: ProposalState,
    /// What happened.
    pub(super) effect: EffectView,
}

/// What happened to the plan.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum EffectView {
    /// Done, in this version if it changed the plan.
    Done {
        /// The version.
        version: Option<u32>,
    },
    /// It had been accepted before; nothing changed.
    Already {
        /// The version.
        version: Option<u32>,
    },
    /// It did not land.
    Dropped {
        /// Why.
        reason: Reason,
    },
}

impl From<Answered> for AnsweredView {
    fn from(answered: Answered) -> Self {
        let effect = match answered.effect {
            Effect::Done(version) => EffectView::Done { version },
            Effect::Already(version) => EffectView::Already { version },
            Effect::Dropped(reason) => EffectView::Dropped { reason },
        };
        Self { id: answered.proposal.id, state: answered.proposal.state, effect }
    }
}

/// A proposal, and what later sessions said of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OutcomeView {
    /// The proposal.
    pub(super) proposal: ProposalView,
    /// What sessions said (OU-1).
    pub(super) evaluations: Vec<Evaluation>,
}

/// A session that was reported, with what followed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FinishedView {
    /// The session.
    pub(super) session: SessionView,
    /// What was decided, dropped and advised.
    #[serde(flatten)]
    pub(super) told: Told,
    /// Each advice in words.
    pub(super) texts: Vec<String>,
    /// What was proposed.
    pub(super) proposals: Vec<ProposalView>,
}

/// What there is on a day.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DayView {
    /// The day.
    pub(super) date: LocalDate,
    /// Sessions of the day.
    pub(super) sessions: Vec<SessionView>,
    /// What the plan has for the day.
    pub(super) slots: Vec<PlanItem>,
    /// What waits for an answer.
    pub(super) proposals: Vec<ProposalView>,
    /// What holds now.
    pub(super) flags: Vec<Flag>,
    /// Lighter sessions to come.
    pub(super) modifiers: Vec<SessionModifier>,
    /// That the load has become too much (P-43).
    pub(super) alerts: Vec<Reason>,
    /// Whether there is a plan.
    pub(super) has_plan: bool,
}

/// How things are said to the caller.
pub(super) async fn voice(call: &Call) -> Result<Voice, Problem> {
    let profile = profile_of(call.app(), &call.caller()?).await?;
    Ok(Voice { locale: call.lang, unit: profile.units, zone: profile.zone })
}

/// A proposal with its reason in words.
pub(super) fn proposal(proposal: Proposal, voice: &Voice) -> ProposalView {
    let reason_text = voice.reason(&proposal.reason);
    ProposalView { proposal, reason_text }
}

/// Proposals with their reasons in words.
pub(super) fn proposals(all: Vec<Proposal>, voice: &Voice) -> Vec<ProposalView> {
    all.into_iter().map(|one| proposal(one, voice)).collect()
}

/// A session that was reported.
pub(super) fn finished(finished: Finished, voice: &Voice) -> FinishedView {
    let text = |advice: &crate::service::session::finish::ToldAdvice| voice.text(&advice.text, &advice.facts);
    FinishedView {
        session: session_view!(finished.row),
        texts: finished.told.advice.iter().filter_map(text).collect(),
        told: finished.told,
        proposals: proposals(finished.proposals, voice),
    }
}

/// What there is on a day.
pub(super) fn day(day: Day, voice: &Voice) -> DayView {
    DayView {
        date: day.date,
        sessions: day.sessions.into_iter().map(|row| session_view!(row)).collect(),
        slots: day.slots,
        proposals: proposals(day.proposals, voice),
        flags: day.flags,
        modifiers: day.modifiers,
        alerts: day.alerts,
        has_plan: day.has_plan,
    }
}
