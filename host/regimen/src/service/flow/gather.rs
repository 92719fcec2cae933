//! What is stored of an athlete, as the inputs of the flow (L-1, L-2).

use assistant::{
    input::{
        Inputs, Recovery,
        request::{Activities, RecoverySignals, Request},
    },
    tuning::FlowTuning,
};
use domain::voice::Locale;

use crate::{
    problem::Problem,
    service::{app::Work, workout::Wanted},
};

/// The place that is meant when a request names none (L-2).
const HOME: &str = "home";

impl Work<'_> {
    /// Everything that a session depends on: the request, and what is known of the athlete.
    pub(super) async fn flow_inputs(&mut self, request: &Request, locale: Locale) -> Result<Inputs, Problem> {
        let tuning = FlowTuning::default();
        let place = self.place(request.location.as_deref().unwrap_or(HOME));
        // Its intent does not count; any will do to gather the rest.
        let wanted = Wanted {
            intent: Some(domain::session::Intent::FullBody.to_string()),
            location: place,
            ..Wanted::default()
        };
        let mut athlete = self.selection_input(&wanted).await?;
        athlete.history = self.past(tuning.best_days).await?;
        let recovery = self.recovery().await?;
        let activities = match &request.activities {
            Some(Activities::List(_)) => vec![],
            Some(Activities::Connection(connection)) => self.lately_active(Some(connection.as_str())).await?,
            None => self.lately_active(None).await?,
        };
        let readings = self.confirmed().await?;
        let (request, notices) = (request.clone(), vec![]);
        Ok(Inputs { request, athlete, locale, activities, notices, recovery, readings, tuning })
    }

    /// The athlete's own name for a place: the one that is written, or what stands after `gym:` or `hotel:`; else the
    /// usual place.
    fn place(&self, location: &str) -> Option<String> {
        let names = [Some(location), location.split_once(':').map(|(_, name)| name)];
        let known = |name: &&str| self.profile().location(Some(name)).is_some();
        names.into_iter().flatten().find(known).map(str::to_owned)
    }

    /// L-8: sleep and body battery of the latest check-in that told of them.
    async fn recovery(&mut self) -> Result<Option<Recovery>, Problem> {
        let since = self.now.minus_seconds(86_400);
        let check_ins = self.tx.check_ins(self.athlete.id, since).await?;
        let signals = check_ins.iter().map(|one| {
            let signals = RecoverySignals { sleep_score: one.sleep_score, body_battery: one.body_battery };
            Recovery { signals, at: one.at, from_request: false }
        });
        let told = signals.filter(|one| one.signals != RecoverySignals::default());
        Ok(told.max_by_key(|one| one.at))
    }
}
