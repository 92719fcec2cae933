//! What each muscle gets in a week, against its landmarks (VO-1, A-21).

use domain::time::{LocalDate, add_days};

use crate::{
    chart::{Gauge, GaugeRow, Landmark, Scale},
    reader::capital,
    service::weeks::{MuscleWeek, Week},
    viewer::Viewer,
};

/// Whose volume is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Muscles {
    /// Those that the week has a target for (VO-5).
    Hard,
    /// Those that others train along as well.
    All,
}

/// Effective sets of a week against the landmarks of each muscle.
pub(crate) fn muscle_volume(week: &Week, whose: Muscles, at: &Viewer<'_>) -> Gauge {
    let title = at.text_with(
        "web-plan-volume-title",
        [("from", at.short_day(week.start).into()), ("to", at.short_day(add_days(week.start, 6)).into())],
    );
    let shown = |muscle: &&MuscleWeek| {
        muscle.target > 0 || (whose == Muscles::All && muscle.done + muscle.to_come > 0)
    };
    let rows: Vec<GaugeRow> =
        week.muscles.iter().filter(shown).map(|muscle| row(muscle, week.start, at)).collect();
    let signs = [
        (Landmark::Least, "web-plan-mev"),
        (Landmark::Target, "web-plan-target"),
        (Landmark::Most, "web-plan-mav"),
        (Landmark::Limit, "web-plan-mrv"),
    ];
    Gauge {
        caption: at.caption("volume", title, at.text("web-plan-volume-says"), "web-plan-volume-none"),
        scale: Scale::Shared,
        row_name: at.text("web-plan-muscle"),
        value_name: at.text("web-plan-done-sets"),
        landmarks: signs.map(|(sign, id)| (sign, at.text(id))).to_vec(),
        rows,
    }
}

fn row(week: &MuscleWeek, start: LocalDate, at: &Viewer<'_>) -> GaugeRow {
    let rows = week.landmarks;
    let mut landmarks = vec![(Landmark::Limit, rows.mrv * 10)];
    if week.target > 0 {
        landmarks.extend([
            (Landmark::Least, rows.mev * 10),
            (Landmark::Most, rows.mav * 10),
            (Landmark::Target, week.target),
        ]);
    }
    let is_over = at.today > add_days(start, 6);
    GaugeRow {
        at: week.muscle.to_string(),
        name: capital(&at.word("muscle", week.muscle)),
        value: week.done,
        landmarks,
        format: at.tenths(),
        note: note(week, is_over, at),
    }
}

/// How a muscle stands; of a week that runs only what is to come, or too much, is told.
fn note(week: &MuscleWeek, is_over: bool, at: &Viewer<'_>) -> String {
    let MuscleWeek { done, to_come, target, landmarks, muscle: _ } = *week;
    if done > landmarks.mrv * 10 {
        at.text("web-plan-above-mrv")
    } else if to_come > 0 {
        at.text_with("web-plan-to-come", [("sets", at.tenths().number(to_come).into())])
    } else if target == 0 {
        at.text("volume-helper")
    } else if done >= target {
        at.text("volume-on")
    } else if is_over && done < landmarks.mev * 10 {
        at.text("web-plan-below-mev")
    } else {
        at.text_with("volume-below", [("delta", at.tenths().number(target - done).into())])
    }
}
