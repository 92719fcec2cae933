//! The conversation, on both databases: what people say, what is answered, and what comes of it (docs/spec/dialog.md).

mod correct;
mod once;
mod report;
mod safety;

use domain::{
    plan::{PlanItem, VersionSource},
    session::{Session, SessionStatus},
    time::{LocalDate, add_days},
    wellbeing::Flag,
};
use regimen::{
    problem::Problem,
    service::{
        app::App,
        dialog::{self, Channel, Incoming, Replies},
        doctor, overview, planning, session, wellbeing,
    },
};
use serde_json::json;

use super::{both::on_both, person::Person};

impl Person {
    /// Says something, each time as another message.
    async fn chat(&self, text: &str) -> Replies {
        let id = self.app.uuid().to_string();
        self.said(&id, text).await.unwrap()
    }

    async fn said(&self, id: &str, text: &str) -> Result<Replies, Problem> {
        dialog::handle(&self.app, &self.caller, Channel::Web, &Incoming::text(id, text)).await
    }

    /// Presses the button that says so.
    async fn press(&self, replies: &Replies, label: &str) -> Replies {
        let mut buttons = replies.replies.iter().flat_map(|reply| &reply.buttons);
        let button = buttons.find(|button| button.label.contains(label));
        let button = button.unwrap_or_else(|| panic!("no button {label} in {replies:#?}"));
        let incoming = Incoming::action(self.app.uuid().to_string(), button.action.clone());
        dialog::handle(&self.app, &self.caller, Channel::Web, &incoming).await.unwrap()
    }

    async fn sessions_on(&self, date: LocalDate) -> Vec<Session> {
        let rows = session::list(&self.app, &self.caller, date, date).await.unwrap();
        rows.into_iter().map(|row| row.session).collect()
    }

    async fn today(&self) -> LocalDate {
        overview::today(&self.app, &self.caller).await.unwrap()
    }

    async fn flags(&self) -> Vec<Flag> {
        wellbeing::flags(&self.app, &self.caller).await.unwrap()
    }

    async fn is_whole(&self, step: &str) {
        let found = doctor::findings(&self.app, &self.caller).await.unwrap();
        assert!(found.is_empty(), "after {step}: {found:#?}");
    }

    /// A plan with these items on Monday, and so today.
    async fn plan_of(&self, items: Vec<PlanItem>) {
        planning::make(&self.app, &self.caller, "Monday", items, VersionSource::Initial).await.unwrap();
    }

    /// The same person after the program was started again.
    fn restarted(self, seed: u64) -> Self {
        let Self { app, caller } = self;
        let now = app.now();
        Self { app: App::scripted(app.store, now, seed), caller }
    }
}

/// What the one reply says.
fn text(replies: &Replies) -> &str {
    &replies.replies[0].text
}

fn kind(replies: &Replies) -> &str {
    replies.question.as_ref().map_or("none", |question| question.kind.as_str())
}

/// An item of Monday: so many sets of so many reps, on a level of a ladder if one is named.
fn item(order: u32, exercise: &str, sets: u32, reps: u32, level: Option<(&str, u32)>) -> PlanItem {
    let id = |what: &str| domain::id::Id::<PlanItem>::derive(&[what, exercise]).to_string();
    let set = |index: u32| {
        json!({
            "set_id": id(&format!("set {index}")), "index": index, "type": "working", "reps": reps,
            "per": "both", "rest_s": 120,
        })
    };
    let mut item = json!({
        "item_id": id("item"), "kind": "template", "slot_weekday": 1, "slot_time": "none", "order": order,
        "exercise_key": exercise, "role": "main", "difficulty": 100,
        "progression_mode": if level.is_some() { "ladder" } else { "load" },
        "prescription": {
            "rep_policy": { "mode": "not_set" },
            "rest_policy": { "mode": "all_same", "seconds": 120 },
            "sets": (0..sets).map(set).collect::<Vec<_>>(),
        },
    });
    if let Some((ladder, ordinal)) = level {
        item["prescription"]["level_ref"] = json!({ "ladder_key": ladder, "ordinal": ordinal });
    }
    serde_json::from_value(item).unwrap()
}
