//! Flags over days in words: what is entered in TOML, what becomes of the flags as text.

use std::fmt::Write;

use domain::{
    exercise::ExerciseKey,
    id::Id,
    person::ActorKind,
    quantity::Rpe,
    reason::Facts,
    session::PerformanceStatus,
    time::Instant,
    voice::{Locale, Voice},
    wellbeing::{CheckIn, Flag, FlagKind, FlagSource, Mark, MarkKind, ModifierScope, Pain, SessionModifier},
};
use serde::Deserialize;
use training::flag::{Event, ItemFacts, SessionFacts, Sign, Step};

use super::{Diary, check_in};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Story {
    day: Vec<Day>,
}

/// One entry; without anything but a time it is the passing of time.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Day {
    at: Instant,
    report: Option<Vec<Done>>,
    check_in: Option<Morning>,
    say: Option<Vec<Mark>>,
    clear: Option<Clearing>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Done {
    exercise: ExerciseKey,
    rpe: Option<Rpe>,
    #[serde(default)]
    marks: Vec<Mark>,
    #[serde(default)]
    skipped: bool,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct Morning {
    pulse: Option<u8>,
    fatigue: bool,
    illness: Option<u8>,
    pain: Vec<Pain>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clearing {
    flag: FlagKind,
    by: ActorKind,
    reason: String,
}

pub(super) fn run(given: &str) -> String {
    let story: Story = toml::from_str(given).unwrap_or_else(|error| panic!("{error}"));
    let mut diary = Diary::new();
    let mut text = String::new();
    for day in &story.day {
        let weekday = day.at.local_date(&domain::time::Zone::UTC).weekday();
        let _ = write!(text, "{:?} {} ", weekday, day.at.to_string()[..16].replace('T', " "));
        let _ = writeln!(text, "{}", day.shown());
        for line in day.enter(&mut diary) {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}

impl Day {
    fn shown(&self) -> String {
        let words = |marks: &[Mark]| marks.iter().map(|&mark| word(mark)).collect::<Vec<_>>().join(", ");
        if let Some(items) = &self.report {
            let shown = items.iter().map(|item| {
                let effort = item.rpe.map_or_else(String::new, |rpe| format!(" RPE {rpe}"));
                let effort = if item.skipped { " skipped".to_owned() } else { effort };
                let marks = words(&item.marks);
                let comma = if marks.is_empty() { "" } else { ", " };
                format!("{}{effort}{comma}{marks}", item.exercise)
            });
            return shown.collect::<Vec<_>>().join("; ");
        }
        if let Some(morning) = &self.check_in {
            let mut said = vec![];
            said.extend(morning.pulse.map(|pulse| format!("pulse {pulse}")));
            said.extend(morning.fatigue.then(|| "tired".to_owned()));
            said.extend(morning.illness.map(|severity| format!("ill {severity}")));
            said.extend(morning.pain.iter().map(|pain| format!("pain {} {}", pain.area, pain.severity)));
            return format!("check-in: {}", said.join(", "));
        }
        if let Some(said) = &self.say {
            return format!("says: {}", words(said));
        }
        match &self.clear {
            Some(Clearing { flag, by, reason }) => format!("{by} ends {flag}: {reason}"),
            None => "time passes".to_owned(),
        }
    }

    fn enter(&self, diary: &mut Diary) -> Vec<String> {
        let updated = if let Some(items) = &self.report {
            diary.enter(self.at, &Event::Report(&self.session(items)))
        } else if let Some(morning) = &self.check_in {
            diary.enter(self.at, &Event::CheckIn(&self.morning(morning)))
        } else if let Some(said) = &self.say {
            let nothing: ExerciseKey = "nothing".parse().unwrap();
            let signs: Vec<_> = said.iter().map(|mark| Sign::of_mark(mark, &nothing)).collect();
            diary.enter(self.at, &Event::Signs { signs: &signs, source: FlagSource::Dialog })
        } else if let Some(Clearing { flag, by, reason }) = &self.clear {
            let active = diary.flags.iter().find(|known| known.kind == *flag && known.is_active(self.at));
            let flag = active.map_or_else(|| Id::derive(&["none"]), |flag| flag.id);
            diary.enter(self.at, &Event::Clear { flag, by: *by, reason })
        } else {
            diary.enter(self.at, &Event::Time)
        };
        match updated {
            Err(refused) => vec![format!("refused, {}: {refused}", refused.code())],
            Ok(updated) => {
                let steps = updated.steps.iter().map(|(id, step)| {
                    let flag = updated.flags.iter().find(|flag| flag.id == *id).unwrap();
                    show_step(flag, *step)
                });
                steps.chain(updated.modifiers.iter().map(show_modifier)).collect()
            }
        }
    }

    fn session(&self, items: &[Done]) -> SessionFacts {
        let items = items.iter().map(|item| ItemFacts {
            item_id: None,
            exercise: item.exercise.clone(),
            status: if item.skipped { PerformanceStatus::Skipped } else { PerformanceStatus::Done },
            marks: item.marks.clone(),
            rpe: item.rpe,
        });
        let id = Id::derive(&["session", &self.at.to_string()]);
        SessionFacts { id, started_at: self.at, items: items.collect() }
    }

    fn morning(&self, morning: &Morning) -> CheckIn {
        CheckIn {
            morning_pulse: morning.pulse,
            fatigue: morning.fatigue,
            illness: morning.illness,
            pain: morning.pain.clone(),
            ..check_in(self.at)
        }
    }
}

fn word(mark: Mark) -> String {
    let area = mark.area.map_or_else(String::new, |area| format!(" {area}"));
    let severity = mark.severity.map_or_else(String::new, |severity| format!(" {severity}"));
    match mark.kind {
        MarkKind::Pain => format!("pain{area}{severity}"),
        other => format!("{other}{severity}"),
    }
}

fn show_step(flag: &Flag, step: Step) -> String {
    let about = [
        flag.area.map(|area| format!(" {area}")),
        flag.exercise_key.as_ref().map(|key| format!(" of {key}")),
    ];
    let name = format!("{}{}", flag.kind, about.into_iter().flatten().collect::<String>());
    match step {
        Step::Set => format!("{name} is set, severity {}", flag.severity),
        Step::Raised { from } => format!("{name} rises from {from} to {}", flag.severity),
        Step::Renewed => format!("{name} again, severity {}", flag.severity),
        Step::Cleared => {
            let reason = flag.clear_reason.as_deref().unwrap_or_default();
            let text = Voice::new(Locale::En).text(&format!("cleared-{reason}"), &Facts::new());
            format!("{name} is {}", text.unwrap_or_else(|| format!("over: {reason}")))
        }
    }
}

fn show_modifier(modifier: &SessionModifier) -> String {
    let target = match modifier.scope {
        ModifierScope::Session => "the whole next session".to_owned(),
        _ => format!("the next session of {}", modifier.target),
    };
    format!("{target}: {} % of the volume", modifier.volume_pct)
}
