//! Retention, and whether intent mode may become the default (KP-5, KP-8, A-8, A-11).

use domain::{
    session::SelectionMode,
    time::{LocalDate, add_days},
};
use serde::Serialize;

use super::Rate;

/// The name of the retention in API and documents.
pub const RETENTION: &str = "retention4w";

/// When an athlete began and what was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AthleteFacts {
    /// The date of the first generated session: day 0.
    pub first_generated: LocalDate,
    /// The dates of done sessions.
    pub done: Vec<LocalDate>,
}

/// A-8: the mode that an athlete began with: the most frequent of the first three sessions, of equals the first.
pub fn first_mode(modes: &[SelectionMode]) -> Option<SelectionMode> {
    let first = &modes[..modes.len().min(3)];
    let times = |mode: &SelectionMode| first.iter().filter(|other| *other == mode).count();
    let most = first.iter().map(times).max()?;
    first.iter().copied().find(|mode| times(mode) == most)
}

/// KP-5: athletes who still trained in their fourth week, of those whose day 28 is before `today`.
pub fn retention_4w(athletes: &[AthleteFacts], today: LocalDate) -> Rate {
    let day = |athlete: &AthleteFacts, date: LocalDate| days_between(athlete.first_generated, date);
    let grown = athletes.iter().filter(|athlete| day(athlete, today) > 28);
    Rate::share(grown, |athlete| athlete.done.iter().any(|&date| (22..=28).contains(&day(athlete, date))))
}

fn days_between(first: LocalDate, last: LocalDate) -> i64 {
    last.duration_since(first).as_hours() / 24
}

/// The figures of one selection mode that the gate compares, over 28 days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModeFigures {
    /// KP-4.
    pub completion: Rate,
    /// KP-5, over athletes.
    pub retention: Rate,
    /// KP-1.
    pub adherence: Rate,
    /// KP-2.
    pub pre_start_edits: Rate,
    /// Generated sessions.
    pub sessions: i64,
    /// Athletes with at least one.
    pub athletes: i64,
}

impl ModeFigures {
    fn is_enough(&self) -> bool {
        let rates = [self.completion, self.adherence, self.pre_start_edits];
        self.sessions >= 30
            && self.athletes >= 10
            && self.retention.denominator >= 10
            && rates.iter().all(|rate| rate.denominator > 0)
    }
}

/// What KP-8 says about making intent mode the default for new athletes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum Gate {
    /// Every item passes.
    Ready,
    /// These items fail, by their names in the API.
    NotReady {
        /// At least one.
        items: Vec<&'static str>,
    },
    /// One side has too few sessions or athletes.
    InsufficientData,
}

/// KP-8: the items of the gate by their names in the API, in its order.
pub const ITEMS: [&str; 4] = ["completionRate", RETENTION, "volumeAdherenceAccuracy", "preStartEditRate"];

/// What the gate said of a week.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateWeek {
    /// Its last day.
    pub last: LocalDate,
    /// What it said.
    pub gate: Gate,
}

/// A-11: whether intent mode has become the default by itself after these weeks, oldest first: from the second ready week
/// in a row on, until completion or retention failed in two weeks in a row. A week that is missing or has too little data
/// ends a row.
pub fn auto_default(weeks: &[GateWeek]) -> bool {
    let (mut is_on, mut ready, mut losing) = (false, 0, 0);
    let mut next = None;
    for week in weeks {
        if next != Some(week.last) {
            (ready, losing) = (0, 0);
        }
        next = Some(add_days(week.last, 7));
        ready = if week.gate == Gate::Ready { ready + 1 } else { 0 };
        losing = if loses(&week.gate) { losing + 1 } else { 0 };
        is_on = (is_on || ready >= WEEKS_IN_A_ROW) && losing < WEEKS_IN_A_ROW;
    }
    is_on
}

/// A-11: so many weeks turn the default on, and so many turn it off.
const WEEKS_IN_A_ROW: u32 = 2;

/// Whether completion or retention fails.
fn loses(gate: &Gate) -> bool {
    let [completion, retention, ..] = ITEMS;
    matches!(gate, Gate::NotReady { items } if items.contains(&completion) || items.contains(&retention))
}

/// A-11, besides: whether sessions of intent mode hurt more often than those of templates, by more than two percentage
/// points.
pub fn pain_warning(intent: Rate, template: Rate) -> bool {
    intent.denominator > 0 && template.denominator > 0 && intent.exceeds(template, 2)
}

/// KP-8: intent mode must not lose completion or retention, and must gain in adherence and in fewer edits.
pub fn default_gate(intent: &ModeFigures, template: &ModeFigures) -> Gate {
    if !intent.is_enough() || !template.is_enough() {
        return Gate::InsufficientData;
    }
    let not_below = |ours: Rate, theirs: Rate| !theirs.exceeds(ours, 2);
    let passes = [
        not_below(intent.completion, template.completion),
        not_below(intent.retention, template.retention),
        intent.adherence.exceeds(template.adherence, 0),
        template.pre_start_edits.exceeds(intent.pre_start_edits, 0),
    ];
    let items = ITEMS.into_iter().zip(passes).filter(|(_, passes)| !passes);
    let items: Vec<&str> = items.map(|(name, _)| name).collect();
    if items.is_empty() { Gate::Ready } else { Gate::NotReady { items } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(numerator: i64, denominator: i64) -> Rate {
        Rate { numerator, denominator }
    }

    #[test]
    fn kp_5_days_22_to_28_count_once_day_28_has_passed() {
        let date = |text: &str| text.parse::<LocalDate>().unwrap();
        let athlete =
            |done: &str| AthleteFacts { first_generated: date("2026-03-02"), done: vec![date(done)] };
        let athletes = ["2026-03-23", "2026-03-24", "2026-03-30", "2026-03-31"].map(athlete);
        assert_eq!(retention_4w(&athletes, date("2026-03-31")), rate(2, 4));
        assert_eq!(retention_4w(&athletes, date("2026-03-30")), rate(0, 0));
    }

    #[test]
    fn a_8_an_athlete_began_with_the_most_frequent_mode_of_three() {
        use SelectionMode::{Auto, Intent, Manual};
        assert_eq!(first_mode(&[Auto, Intent, Intent, Auto, Auto]), Some(Intent));
        assert_eq!(first_mode(&[Manual, Auto, Intent]), Some(Manual), "of equals the first");
        assert_eq!(first_mode(&[]), None);
    }

    #[test]
    fn a_11_more_pain_is_a_warning_and_no_item() {
        assert!(!pain_warning(rate(8, 100), rate(6, 100)));
        assert!(pain_warning(rate(81, 1000), rate(60, 1000)));
        assert!(!pain_warning(rate(1, 1), rate(0, 0)));
    }

    #[test]
    fn a_11_two_ready_weeks_turn_the_default_on_and_two_losing_ones_off() {
        let first: LocalDate = "2026-03-01".parse().unwrap();
        // A letter a week: r ready, c completion fails, t retention fails, v volume fails, - too little data, space: no row.
        let after = |story: &str| {
            let week = |(n, letter): (i64, char)| {
                let fails = |index: usize| Gate::NotReady { items: vec![ITEMS[index]] };
                let gate = match letter {
                    'r' => Gate::Ready,
                    'c' => fails(0),
                    't' => fails(1),
                    'v' => fails(2),
                    '-' => Gate::InsufficientData,
                    _ => return None,
                };
                Some(GateWeek { last: add_days(first, 7 * n), gate })
            };
            auto_default(&(0..).zip(story.chars()).filter_map(week).collect::<Vec<_>>())
        };
        assert_eq!(["", "r", "rvr", "r-r", "r r", "vv"].map(after), [false; 6]);
        assert_eq!(["rr", "rrr", "vrr", "ccrr"].map(after), [true; 4]);
        // Once on, one bad week, or failing in something else, does not turn it off.
        assert_eq!(["rrc", "rrcvt", "rrvvv", "rr--", "rrc-t", "rrc t", "rrctrr"].map(after), [true; 7]);
        assert_eq!(["rrct", "rrcc", "rrtt", "rrctr", "rrccv"].map(after), [false; 5]);
    }

    #[test]
    fn kp_8_the_gate_names_what_fails() {
        let template = ModeFigures {
            completion: rate(82, 100),
            retention: rate(8, 10),
            adherence: rate(75, 100),
            pre_start_edits: rate(20, 100),
            sessions: 100,
            athletes: 10,
        };
        let intent = ModeFigures {
            completion: rate(80, 100),
            adherence: rate(76, 100),
            pre_start_edits: rate(15, 100),
            ..template
        };
        assert_eq!(default_gate(&intent, &template), Gate::Ready);
        let slack = ModeFigures { completion: rate(799, 1000), adherence: rate(3, 4), ..intent };
        let items = vec!["completionRate", "volumeAdherenceAccuracy"];
        assert_eq!(default_gate(&slack, &template), Gate::NotReady { items });
        let few = ModeFigures { sessions: 29, ..intent };
        assert_eq!(default_gate(&few, &template), Gate::InsufficientData);
        assert_eq!(serde_json::to_string(&Gate::Ready).unwrap(), r#"{"result":"ready"}"#);
    }
}
