//! OU-9: a second opinion on what came of a change, against a server on loopback that plays a model by a script. It counts
//! where it outweighs the rules; where there is none, the rules judge.

use assistant::failure::FailureCode;
use domain::{
    proposal::{Outcome, Proposal, ProposalState},
    session::SessionId,
};
use regimen::service::session::{finish, leave, opinion::SecondOpinion, start::AtGate};
use serde_json::{Value, json};
use testkit::model::Turn;

use super::{
    both::{Fresh, on_both},
    model_suggestions::{Stage, one_rep_more, turns},
};

/// One rep more was wished for, accepted, and beaten by two: of that the rules are not sure.
struct Trial {
    stage: Stage,
    first: SessionId,
    second: SessionId,
}

impl Trial {
    async fn new(fresh: &Fresh, asked: bool, script: Vec<Turn>) -> Self {
        let mut stage = Stage::new(fresh, |_| ()).await;
        stage.server.then(turns(10, one_rep_more));
        let (row, _) = stage.done().await;
        stage.jobs().await;
        leave::leave(&stage.person.app, &stage.person.caller, row.session.id).await.unwrap();
        stage.person.app.planners.suggestions = false;
        stage.person.app.planners.outcomes = asked;
        stage.server.forget();
        stage.server.then(script);
        stage.person.advance_hours(48);
        let again = stage.person.begin(AtGate::AcceptAll).await;
        stage.person.perform(&again, 3).await;
        stage.person.advance_hours(1);
        let finished = stage.person.finish(&again).await.unwrap();
        assert_eq!(finished.told.opinions, vec![], "nobody waits for the model");
        assert!(stage.server.calls().is_empty());
        Self { stage, first: row.session.id, second: again.session.id }
    }

    /// The wishes of the model that were tried.
    async fn tried(&self) -> Vec<Proposal> {
        let (_, mut wishes) = self.stage.told(self.first).await;
        wishes.retain(|one| one.state == ProposalState::Accepted);
        assert!(!wishes.is_empty());
        wishes
    }

    async fn opinions(&self) -> Vec<SecondOpinion> {
        let person = &self.stage.person;
        finish::outcome(&person.app, &person.caller, self.second).await.unwrap().told.opinions
    }

    async fn outcomes(&self) -> Vec<Outcome> {
        let mut outcomes: Vec<_> = self.tried().await.iter().map(|one| one.outcome).collect();
        outcomes.dedup();
        outcomes
    }
}

fn opinion(outcome: &'static str, confidence: i64) -> impl Fn() -> Turn {
    move || {
        let said =
            json!({ "outcome": outcome, "confidence": confidence, "sentence": "The reps were there." });
        Turn::Answer(Box::new(move |_| said.to_string()))
    }
}

fn change(body: &Value) -> Value {
    let said = body["messages"][1]["content"].as_str().unwrap();
    let line = said.lines().find_map(|line| line.strip_prefix("change: ")).unwrap();
    serde_json::from_str(line).unwrap()
}

#[test]
fn ou_9_an_opinion_that_outweighs_the_rules_stands_in_their_place() {
    on_both(async |fresh| {
        let trial = Trial::new(&fresh, true, turns(20, opinion("good", 90))).await;
        assert_eq!(trial.outcomes().await, [Outcome::Pending], "it waits for the opinion");
        let ran = trial.stage.jobs().await;
        assert_eq!((ran.len(), ran[0].name.as_str(), &ran[0].error), (1, "model_outcomes", &None));
        let tried = trial.tried().await;
        assert_eq!(trial.outcomes().await, [Outcome::Good]);
        let opinions = trial.opinions().await;
        assert_eq!(opinions.len(), tried.len());
        assert!(opinions.iter().all(|one| one.counted && one.why.is_none()), "{opinions:?}");
        assert_eq!(ran[0].counts["counted"], u64::try_from(tried.len()).unwrap());
        // What it is told: numbers of one exercise, the verdict of the rules, nobody by name.
        let calls = trial.stage.server.calls();
        assert_eq!(calls.len(), tried.len(), "one question each, no repair");
        let told = change(&calls[0].body);
        assert_eq!(told["rules"], json!({ "outcome": "too_easy", "confidence": 80 }));
        assert_eq!(told["answer"], "accepted");
        let (old, new) = (&told["changes"][0]["old"], &told["changes"][0]["new"]);
        assert_eq!(old.as_i64().unwrap() + 1, new.as_i64().unwrap());
        let said = calls[0].body["messages"].to_string();
        for secret in ["anna", &trial.stage.person.caller.athlete.to_string()] {
            assert!(!said.contains(secret), "{secret}");
        }
        trial.stage.sound("an opinion that counts").await;
    });
}

#[test]
fn ou_9_without_a_good_opinion_the_rules_judge() {
    on_both(async |fresh| {
        let weak = Trial::new(&fresh, true, turns(20, opinion("good", 84))).await;
        weak.stage.jobs().await;
        assert_eq!(weak.outcomes().await, [Outcome::TooEasy]);
        assert!(weak.opinions().await.iter().all(|one| !one.counted && one.why.is_none()));
        weak.stage.sound("a weak opinion").await;
    });
    on_both(async |fresh| {
        let broken = Trial::new(&fresh, true, vec![]).await;
        broken.stage.jobs().await;
        assert_eq!(broken.outcomes().await, [Outcome::TooEasy]);
        let opinions = broken.opinions().await;
        assert!(!opinions.is_empty());
        assert!(opinions.iter().all(|one| one.why.is_some()), "{opinions:?}");
        assert_eq!(opinions[0].why, Some(FailureCode::ProviderUnreachable));
        broken.stage.sound("a model that fails").await;
    });
}

#[test]
fn ou_9_nobody_is_asked_unless_it_is_wanted() {
    on_both(async |fresh| {
        let trial = Trial::new(&fresh, false, vec![]).await;
        assert_eq!(trial.outcomes().await, [Outcome::TooEasy], "the rules judge at once");
        assert_eq!(trial.stage.jobs().await, vec![]);
        assert!(trial.stage.server.calls().is_empty());
    });
}
