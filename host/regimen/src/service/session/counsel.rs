//! What is advised after a report (P-49).

use domain::{reason::ReasonCode, session::SessionId, time::Instant, wellbeing::Flag};
use training::{
    advice::{self, AdviceCode, Situation},
    progression::Decided,
};

use super::finish::ToldAdvice;
use crate::{
    problem::Problem,
    service::{app::Work, wellbeing::Lately},
};

/// What earlier runs of the rules came to.
pub(super) struct Given {
    /// What was advised in the last days.
    advice: Vec<(AdviceCode, Instant)>,
    /// How many runs there were over the session.
    pub(super) over_session: usize,
}

impl Work<'_> {
    /// P-49: what is advised after this report.
    pub(super) fn advise(
        &self,
        lately: &Lately,
        flags: &[Flag],
        decided: &Decided,
        given: &Given,
    ) -> Vec<ToldAdvice> {
        let month = self.weeks_ago();
        let check_ins: Vec<_> = lately.check_ins.iter().filter(|one| one.at >= month).cloned().collect();
        let because = |code: ReasonCode| decided.records.iter().any(|record| record.reasons.contains(&code));
        let situation = Situation {
            now: self.now,
            zone: self.zone(),
            sessions: &lately.sessions,
            check_ins: &check_ins,
            flags,
            high_rpe: decided.modifiers.iter().any(|one| one.reason.code == ReasonCode::HighRpe),
            max_effort: because(ReasonCode::MaxEffort),
            intake: None,
            deload_before: lately.sessions.first().map(|first| first.started_at.local_date(self.zone())),
            given: &given.advice,
        };
        let told = advice::advise(&situation);
        let told =
            told.into_iter().map(|one| ToldAdvice { code: one.code, text: one.text_id(), facts: one.facts });
        told.collect()
    }

    /// What earlier runs of the rules advised, and how many there were over this session.
    pub(super) async fn given(&mut self, session: SessionId) -> Result<Given, Problem> {
        let since = self.now.minus_seconds(8 * 86_400);
        let athlete = self.id();
        let runs = self.tx.parts_of_runs::<Vec<ToldAdvice>>(athlete, since, session, "advice").await?;
        let over_session = runs.iter().filter(|run| run.session_id == session).count();
        let lately = runs.into_iter().filter(|run| run.at >= since);
        let advice = lately.flat_map(|run| {
            let at = run.at;
            run.report.into_iter().flatten().map(move |one| (one.code, at))
        });
        Ok(Given { advice: advice.collect(), over_session })
    }
}
