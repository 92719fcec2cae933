//! What is advised after a report (P-49).

use domain::{reason::ReasonCode, time::Instant, wellbeing::Flag};
use training::{
    advice::{self, AdviceCode, Situation},
    flag::SessionFacts,
    progression::Decided,
};

use super::finish::{Told, ToldAdvice};
use crate::{problem::Problem, service::app::Work};

impl Work<'_> {
    /// P-49: what is advised after this report.
    pub(super) async fn advise(
        &mut self,
        sessions: &[SessionFacts],
        flags: &[Flag],
        decided: &Decided,
    ) -> Result<Vec<ToldAdvice>, Problem> {
        let athlete = self.id();
        let month = self.now.minus_seconds(28 * 86_400);
        let check_ins = self.tx.check_ins(athlete, month).await?;
        let given = self.given_advice().await?;
        let because = |code: ReasonCode| decided.records.iter().any(|record| record.reasons.contains(&code));
        let situation = Situation {
            now: self.now,
            zone: self.zone(),
            sessions,
            check_ins: &check_ins,
            flags,
            high_rpe: decided.modifiers.iter().any(|one| one.reason.code == ReasonCode::HighRpe),
            max_effort: because(ReasonCode::MaxEffort),
            intake: None,
            deload_before: sessions.first().map(|first| first.started_at.local_date(self.zone())),
            given: &given,
        };
        let told = advice::advise(&situation);
        let told =
            told.into_iter().map(|one| ToldAdvice { code: one.code, text: one.text_id(), facts: one.facts });
        Ok(told.collect())
    }

    /// What was advised in the last days.
    async fn given_advice(&mut self) -> Result<Vec<(AdviceCode, Instant)>, Problem> {
        let since = self.now.minus_seconds(8 * 86_400);
        let athlete = self.id();
        let runs = self.tx.runs_since::<Told>(athlete, since).await?;
        let given = runs.into_iter().flat_map(|run| {
            let at = run.at;
            run.report.advice.into_iter().map(move |one| (one.code, at))
        });
        Ok(given.collect())
    }
}
