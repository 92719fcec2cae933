//! Where an athlete stands on a ladder (P-1, P-55).

use domain::voice::Locale;

use crate::{
    chart::{Ladder, Rung, RungState},
    service::overview::Climb,
    viewer::Viewer,
};

/// A ladder with the current level; with `around` only so many levels below and above it.
pub(crate) fn ladder(climb: &Climb, around: Option<u32>, at: &Viewer<'_>) -> Ladder {
    let levels = &climb.ladder.levels;
    let rungs = (1..).zip(levels).filter(|(ordinal, _): &(u32, _)| {
        around.is_none_or(|around| ordinal.abs_diff(climb.ordinal) <= around)
    });
    let rung = |(ordinal, level): (u32, &domain::ladder::Level)| {
        let label = match at.locale() {
            Locale::En => &level.label_en,
            Locale::Ru => &level.label_ru,
        };
        let (state, note) = match ordinal.cmp(&climb.ordinal) {
            std::cmp::Ordering::Less => (RungState::Done, String::new()),
            std::cmp::Ordering::Equal => (RungState::Now, at.text("web-progress-rung-now")),
            std::cmp::Ordering::Greater if ordinal == climb.ordinal + 1 => {
                (RungState::Next, at.text("web-progress-rung-next"))
            }
            std::cmp::Ordering::Greater => (RungState::Later, String::new()),
        };
        Rung { label: format!("{ordinal}. {label}"), state, note }
    };
    let facts = [("level", climb.ordinal.into()), ("of", levels.len().into())];
    let says = at.text_with("web-progress-ladder-says", facts);
    Ladder {
        caption: at.caption(
            &format!("ladder-{}", climb.ladder.key),
            climb.name(at.locale()).to_owned(),
            says,
            "web-progress-ladder-none",
        ),
        rungs: rungs.map(rung).collect(),
        head: [at.text("web-progress-level-head"), at.text("web-progress-state-head")],
    }
}
