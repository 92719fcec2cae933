//! `/chat`: report, ask, correct and undo in one's own words (D-1, D-4).

use askama::Template;
use domain::time::LocalDate;

use super::{Reply, html, today::long_date, visit::Visit};
use crate::{
    api::endpoint::Input,
    problem::Problem,
    service::dialog::{self, Button, Channel, DialogState, Who},
};

#[derive(Template)]
#[template(path = "chat.html")]
struct Page<'a> {
    at: &'a Visit,
    /// What was said, oldest first.
    turns: Vec<Line>,
    /// What may be answered to the question that waits.
    options: Vec<Button>,
    /// Whether nothing is planned until a professional has cleared the athlete (D-15).
    is_suspended: bool,
    /// What one may say, for who has said nothing yet.
    examples: Vec<String>,
}

/// Something that was said.
struct Line {
    /// The day, where it is another than that of the line before.
    day: Option<String>,
    time: String,
    text: String,
    /// Whether it is the reader's own.
    is_mine: bool,
    /// Whether a coach said it, and somebody else reads.
    is_coach: bool,
}

/// What a first message may look like, by the ids of its texts.
const EXAMPLES: [&str; 4] =
    ["web-chat-example-report", "web-chat-example-today", "web-chat-example-pain", "web-chat-example-change"];

/// The conversation as it stands.
pub(super) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let (context, state) = dialog::standing(at.app(), &at.caller, Channel::Web).await?;
    let reader = at.reader();
    let (mut turns, mut last): (Vec<Line>, Option<LocalDate>) = (vec![], None);
    let me = if at.athlete().is_some() { Who::Coach } else { Who::Athlete };
    for turn in &context.turns {
        let day = turn.at.local_date(&at.profile.zone);
        turns.push(Line {
            day: (last != Some(day)).then(|| long_date(day, &reader)),
            time: turn.at.local(&at.profile.zone).strftime("%H:%M").to_string(),
            text: turn.text.clone(),
            is_mine: turn.who == me,
            is_coach: turn.who == Who::Coach && me != Who::Coach,
        });
        last = Some(day);
    }
    let examples = if turns.is_empty() { EXAMPLES.map(|id| at.t(id)).to_vec() } else { vec![] };
    html(&Page {
        turns,
        options: context.open_question.map(|question| question.buttons()).unwrap_or_default(),
        is_suspended: state == DialogState::Suspended,
        examples,
        at: &at,
    })
}
