//! L-33: lines that no rule understood, as a model reads them. Nothing is used before the athlete says that it is right;
//! what was said once is not asked again.

use assistant::{
    failure::FailureCode,
    input::{
        reading::{Meant, Source},
        request::{Planner, Request},
    },
};
use domain::{proposal::ProposalState, voice::Locale};
use regimen::{
    llm::{Llm, Pace, settings::Settings},
    problem::Problem,
    service::flow::{
        Planners,
        plan::{self, Planned},
        reading::{self, ReadLines, Reading},
    },
};
use serde_json::{Value, json};
use testkit::model::{ModelServer, Turn};

use super::{
    both::{Fresh, on_both},
    person::Person,
};

const WORDS: &str = "I hate burpees\nprefer: plank\nmy left knee is a bit sore";

struct Stage {
    person: Person,
    server: ModelServer,
}

fn request(fields: Value) -> Request {
    let mut request = json!({ "intent": "full_body", "duration_minutes": 40, "instructions_text": WORDS });
    request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    serde_json::from_value(request).unwrap()
}

fn answer() -> Value {
    json!({ "bans": [{ "line": 1, "name": "burpee" }, { "line": 1, "name": "dragon_flag_of_doom" }],
        "favorites": [{ "line": 2, "name": "plank" }],
        "injuries": [{ "line": 3, "area": "knee", "severity": 1 }], "minimum_sets": [], "history": [] })
}

impl Stage {
    async fn new(fresh: &Fresh) -> Self {
        let mut person = Person::new(fresh.store().await).await;
        let server = ModelServer::start([]);
        let llm = Llm::new(Settings::at(&server.url()), Pace::Told(std::sync::Mutex::default())).unwrap();
        person.app.planners = Planners { llm: Some(llm), ..Planners::default() };
        Self { person, server }
    }

    async fn read(&self, fields: Value) -> Result<ReadLines, Problem> {
        reading::read(&self.person.app, &self.person.caller, &request(fields), Locale::En).await
    }

    async fn plan(&self, planner: Planner) -> Planned {
        let asked = request(json!({ "planner": planner }));
        plan::plan(&self.person.app, &self.person.caller, &asked, Locale::En).await.unwrap()
    }

    async fn understood(&self, fields: Value) -> assistant::input::Understood {
        let (app, caller) = (&self.person.app, &self.person.caller);
        plan::understood(app, caller, &request(fields), Locale::En).await.unwrap()
    }

    async fn list(&self) -> Vec<Reading> {
        reading::list(&self.person.app, &self.person.caller, true).await.unwrap()
    }
}

#[test]
fn l_33_a_line_is_used_when_the_athlete_says_that_it_means_this() {
    on_both(async |fresh| {
        let stage = Stage::new(&fresh).await;
        let (app, caller) = (&stage.person.app, &stage.person.caller);
        stage.server.then([Turn::Say(answer().to_string())]);
        let read = stage.read(json!({})).await.unwrap();
        assert_eq!(read.dropped, 2, "a name that is not there, and a line that needs no model");
        let texts: Vec<_> = read.readings.iter().map(|one| (one.text.as_str(), one.source)).collect();
        assert!(texts.contains(&("I hate burpees", Source::Instructions)) && texts.len() == 2, "{texts:?}");
        let said = stage.server.calls()[0].body["messages"][1]["content"].as_str().unwrap().to_owned();
        assert!(
            said.contains("\n  1: I hate burpees\n  3: my left knee") && !said.contains("2: prefer"),
            "{said}"
        );
        // Nothing is used yet.
        let before = stage.understood(json!({})).await;
        assert!(before.instructions.bans.is_empty() && before.instructions.unparsed.len() == 2);
        for one in &read.readings {
            match one.meant {
                Meant::Ban(_) => reading::confirm(app, caller, &one.key).await.unwrap(),
                _ => reading::decline(app, caller, &one.key).await.unwrap(),
            };
        }
        let after = stage.understood(json!({})).await;
        assert_eq!(json!(after.instructions.bans), json!([{ "exercise": "burpee" }]));
        assert_eq!(after.instructions.injuries, [], "what was refused is not used");
        assert_eq!(after.instructions.unparsed.len(), 1);
        // The same words another day, in another order: what is known is used, and nothing is asked.
        stage.person.advance_hours(24 * 40);
        let later =
            json!({ "instructions_text": "note: hello\nMy left knee is a bit sore!\n- i hate  burpees" });
        assert_eq!(stage.read(later.clone()).await.unwrap().readings, []);
        assert_eq!(stage.understood(later).await.instructions.bans.len(), 1);
        assert_eq!(stage.server.calls().len(), 1);
        // What was confirmed can be taken back.
        let ban = stage.list().await.into_iter().find(|one| one.state == ProposalState::Accepted).unwrap();
        reading::decline(app, caller, &ban.key).await.unwrap();
        assert!(stage.understood(json!({})).await.instructions.bans.is_empty());
        let unknown = reading::confirm(app, caller, "000000000000").await.unwrap_err();
        assert_eq!((unknown.code.name, unknown.code.status), ("not_found", 404));
    });
}

#[test]
fn l_33_lines_of_a_history_become_sets_that_were_done() {
    on_both(async |fresh| {
        let stage = Stage::new(&fresh).await;
        let (app, caller) = (&stage.person.app, &stage.person.caller);
        let text =
            "# 2026-02-27\nbenched eighty for eight, twice\n# 2026-02-28\nbenched eighty for eight, twice";
        let fields =
            json!({ "instructions_text": null, "history": { "format": "markdown", "content": text } });
        let refused = plan::understood(app, caller, &request(fields.clone()), Locale::En).await.unwrap_err();
        assert_eq!(refused.flow.unwrap().code, FailureCode::HistoryUnparsed);
        let set = json!({ "weight": 80, "unit": "kg", "reps": 8 });
        let done = json!({ "line": 2, "name": "bench_press", "sets": [set, set] });
        let odd = json!({ "line": 4, "name": "bench_press", "sets": [{ "weight": 90_000, "reps": 8 }] });
        stage.server.then([Turn::Say(json!({ "history": [done, odd] }).to_string())]);
        let read = stage.read(fields.clone()).await.unwrap();
        assert_eq!((read.readings.len(), read.dropped), (1, 1));
        reading::confirm(app, caller, &read.readings[0].key).await.unwrap();
        let lenient = json!({ "instructions_text": null,
            "history": { "format": "markdown", "content": text, "lenient": true } });
        let understood = stage.understood(lenient).await;
        assert_eq!(understood.history.rejected.len(), 1, "the same words of another day are another line");
        let session = &understood.history.sessions[0];
        assert_eq!(session.date.to_string(), "2026-02-27");
        assert_eq!(
            session.exercises[0].sets.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["80kgx8"; 2]
        );
    });
}

#[test]
fn l_33_hybrid_offers_readings_beside_the_session_and_survives_a_model_that_cannot_read() {
    on_both(async |fresh| {
        let stage = Stage::new(&fresh).await;
        let notes = || Turn::Say(r#"{"notes_to_user":null,"notes":{}}"#.into());
        stage.server.then([notes(), Turn::Say(answer().to_string())]);
        let planned = stage.plan(Planner::Hybrid).await;
        assert_eq!((planned.readings.len(), planned.outcome.fallback_reason), (2, None));
        assert!(planned.outcome.warnings.iter().any(|one| one.code.as_str() == "unparsed_line"));
        // What waits is shown again, and not asked again.
        stage.server.then([notes()]);
        assert_eq!(stage.plan(Planner::Hybrid).await.readings, planned.readings);
        assert_eq!(stage.server.calls().len(), 3);
        // After a while it is let go, and a model that says nothing useful does no harm.
        stage.person.advance_hours(24 * 31);
        assert_eq!(stage.list().await, []);
        stage.server.then([notes()]);
        stage.server.then((0..4).map(|_| Turn::Say("no idea".into())));
        let planned = stage.plan(Planner::Hybrid).await;
        assert_eq!((planned.readings.len(), planned.outcome.fallback_reason), (0, None));
    });
}

#[test]
fn l_33_without_a_model_nothing_is_read() {
    on_both(async |fresh| {
        let mut stage = Stage::new(&fresh).await;
        stage.person.app.planners.llm = None;
        let refused = stage.read(json!({})).await.unwrap_err();
        assert_eq!((refused.code.name, refused.code.status), ("model_not_configured", 409));
        // Words that the rules read need none.
        let read = stage.read(json!({ "instructions_text": "avoid: plank" })).await.unwrap();
        assert_eq!(read.readings, []);
    });
}
