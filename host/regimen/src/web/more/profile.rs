//! `/more/profile`: what an athlete tells and sets (EP-6, SL-9).

use askama::Template;
use domain::{exercise::TrainingAge, quantity::MassUnit, session::Intent};
use training::{load::hint::Sex, prescribe::goal::Goal, superset::SupersetPolicy};

use super::{
    control::{Opt, Seg, Select},
    without,
};
use crate::{
    api::endpoint::Input,
    problem::Problem,
    service::settings,
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/profile.html")]
struct Page<'a> {
    at: &'a Visit,
    /// What the form does not ask for.
    rest: String,
    goal: Select,
    age: Select,
    days: Seg,
    weekday: Select,
    supersets: Seg,
    units: Seg,
    sex: Seg,
    theme: Seg,
    /// The sessions of the week.
    schedule: Vec<Select>,
    switches: Vec<Switch>,
    zone: String,
    height: String,
    birth_date: String,
    start: String,
    quiet: [String; 2],
    secondary: String,
    liked: Vec<Named>,
    avoided: Vec<Named>,
}

/// Something that is on or off.
struct Switch {
    name: &'static str,
    text: &'static str,
    is_on: bool,
}

/// An exercise that is liked or avoided.
struct Named {
    key: String,
    name: String,
}

/// What the form says itself.
const SAID: &[&str] =
    &["goals.secondary", "birth_date", "height_mm", "usual_start", "weekly_schedule", "quiet_hours"];

/// The words of a profile.
pub(in crate::web) const SEXES: &[(&str, Sex)] =
    &[("female", Sex::Female), ("male", Sex::Male), ("unknown", Sex::Unknown)];

const POLICIES: &[(&str, SupersetPolicy)] = &[
    ("none", SupersetPolicy::None),
    ("when_time_limited", SupersetPolicy::WhenTimeLimited),
    ("preferred", SupersetPolicy::Preferred),
];

/// What is set.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let document = settings::show(at.app(), &at.caller).await?;
    let profile = &document.profile;
    let reader = at.reader();
    let named = |keys: &[domain::exercise::ExerciseKey]| -> Vec<Named> {
        keys.iter().map(|key| Named { key: key.to_string(), name: reader.name(key).to_owned() }).collect()
    };
    let days: Vec<u8> = (1..=7).collect();
    let numbers = days.iter().map(|&day| Opt::new(day, day.to_string(), day == profile.days_per_week));
    let time = |time: domain::meal_plan::ClockTime| time.to_string();
    let themes = ["system", "light", "dark"];
    let goal = Select {
        label: at.t("web-profile-goal"),
        name: "profile.goals.primary",
        kind: "",
        options: Opt::words(&at, "web-goal", Goal::ALL, |one| one == profile.goals.primary),
    };
    let weekday = Select {
        label: at.t("web-profile-weekday"),
        name: "profile.first_weekday",
        kind: "int",
        options: Opt::words(&at, "weekday", &days, |one| one == profile.first_weekday),
    };
    let suggestions = profile.suggestions;
    let switch = |name, text, is_on| Switch { name, text, is_on };
    html(&Page {
        rest: without(&document, SAID)?,
        goal,
        weekday,
        age: Select {
            label: at.t("web-profile-age"),
            name: "profile.training_age",
            kind: "",
            options: Opt::words(&at, "web-age", TrainingAge::ALL, |one| one == profile.training_age),
        },
        days: Seg::new(at.t("web-profile-days"), "profile.days_per_week", numbers.collect()).of_numbers(),
        supersets: Seg::new(
            at.t("web-profile-supersets"),
            "profile.superset_policy",
            of(&at, "web-supersets", POLICIES, profile.superset_policy),
        ),
        units: Seg::new(
            at.t("web-profile-units"),
            "profile.units",
            Opt::words(&at, "web-units", MassUnit::ALL, |one| one == profile.units),
        ),
        sex: Seg::new(at.t("web-profile-sex"), "profile.sex", of(&at, "web-sex", SEXES, profile.sex)),
        theme: Seg::new(
            at.t("web-profile-theme"),
            "theme",
            Opt::words(&at, "web-theme", &themes, |one| at.theme().unwrap_or("system") == one),
        )
        .apart(),
        schedule: schedule(&at, &profile.weekly_schedule, profile.days_per_week),
        switches: vec![
            switch("profile.cold_start_protocol", "web-profile-cold-start", profile.cold_start_protocol),
            switch(
                "profile.suggestions.apply_to_equal_sets",
                "web-profile-equal-sets",
                suggestions.apply_to_equal_sets,
            ),
            switch("profile.suggestions.style_aware", "web-profile-style", suggestions.style_aware),
            switch(
                "profile.suggestions.progression_profiles",
                "web-profile-kinds",
                suggestions.progression_profiles,
            ),
            switch("profile.fleet_analytics", "web-profile-fleet", profile.fleet_analytics),
        ],
        zone: profile.zone.name().to_owned(),
        height: profile.height_mm.map(|mm| at.viewer().height(mm)).unwrap_or_default(),
        birth_date: profile.birth_date.map_or_else(String::new, |date| date.to_string()),
        start: profile.usual_start.map_or_else(String::new, time),
        quiet: profile.quiet_hours.map_or_else(Default::default, |hours| hours.map(time)),
        secondary: profile.goals.secondary.clone().unwrap_or_default(),
        liked: named(&profile.favorite_exercises),
        avoided: named(&profile.avoided_exercises),
        at: &at,
    })
}

/// Words with the values they stand for.
pub(in crate::web) fn of<T: Copy + PartialEq>(
    at: &Visit,
    kind: &str,
    all: &[(&str, T)],
    known: T,
) -> Vec<Opt> {
    all.iter().map(|&(word, value)| Opt::new(word, at.word(kind, word), value == known)).collect()
}

/// A choice of what it is about for each session of the week.
fn schedule(at: &Visit, known: &[String], days: u8) -> Vec<Select> {
    let session = |index: usize| {
        let chosen = known.get(index).map_or("", String::as_str);
        let words = Intent::ALL.iter().filter(|intent| **intent != Intent::BodyPart);
        let words =
            words.map(|intent| Opt::new(intent, at.word("intent", intent), chosen == intent.as_str()));
        let auto = Opt::new("", at.t("web-profile-auto"), chosen.is_empty());
        // A body part, or whatever else was set elsewhere, stays to be chosen.
        let is_known = chosen.is_empty() || Intent::ALL.iter().any(|one| one.as_str() == chosen);
        let other = (!is_known).then(|| Opt::new(chosen, chosen.to_owned(), true));
        Select {
            label: at.t1("web-profile-session", "number", index + 1),
            name: "",
            kind: "",
            options: std::iter::once(auto).chain(words).chain(other).collect(),
        }
    };
    (0..usize::from(days).max(known.len())).map(session).collect()
}
