//! `regimen settings`: what is done without asking, and what is suggested for single exercises (PR-6, SL-9).

use clap::builder::PossibleValuesParser;
use domain::{
    change::Direction,
    error::ErrorCode,
    exercise::ExerciseKey,
    law::Invalid,
    proposal::{Consent, ConsentChoice, ConsentSetting, ConsentSubject},
    quantity::Grams,
    voice::Voice,
};
use serde_json::{Map, Value, json};

use super::{
    Ctx,
    on_store::Who,
    page::section,
    table::{Column, Table},
    typed,
    words::Words,
};
use crate::{
    problem::Problem,
    service::{
        profile::Profile,
        settings::{self, ExerciseChange},
    },
    texts::Locale,
};

const EXAMPLES: &str = "\
Examples:
  regimen settings                                        show them
  regimen settings consent prescription_change auto       apply without asking
  regimen settings exercise bench_press --step 1.25kg     smaller steps";

const CONSENT_EXAMPLES: &str = "\
Examples:
  regimen settings consent                                show what is asked
  regimen settings consent level_change ask
  regimen settings consent prescription_change ask,auto   harder, easier
  regimen settings consent level_change default";

const EXERCISE_EXAMPLES: &str = "\
Examples:
  regimen settings exercise bench_press --step 1.25kg
  regimen settings exercise bench_press --step 0          the usual step
  regimen settings exercise plank --suggestions off";

/// Show or change what is done without asking, and how exercises progress
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Show or set what is applied, asked, or not even suggested
    #[command(after_help = CONSENT_EXAMPLES)]
    Consent {
        /// What it is about
        #[arg(requires = "value", hide_possible_values = true,
              value_parser = PossibleValuesParser::new(ConsentSubject::WORDS))]
        subject: Option<String>,
        /// auto, ask or off; two with a comma for harder and easier; or default
        value: Option<String>,
    },
    /// Set the step of an exercise, and whether changes of it are suggested
    #[command(after_help = EXERCISE_EXAMPLES)]
    Exercise {
        /// Key of the exercise
        key: String,
        /// Smallest change of its load, such as 2.5kg; 0 for the usual one
        #[arg(long, value_name = "MASS")]
        step: Option<String>,
        /// Whether changes are suggested
        #[arg(long, value_parser = PossibleValuesParser::new(["on", "off"]))]
        suggestions: Option<String>,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let document = match &args.verb {
        None | Some(Verb::Consent { subject: None, .. }) => {
            ctx.for_athlete(&args.who, async |app, caller| settings::show(app, caller).await)?
        }
        Some(Verb::Consent { subject: Some(subject), value }) => {
            // clap has checked the word.
            let subject = subject.parse().unwrap_or(ConsentSubject::Conflict);
            let choice = choice(value.as_deref().unwrap_or_default())?;
            ctx.for_athlete(&args.who, async |app, caller| {
                settings::set_consent(app, caller, subject, choice, None).await
            })?
        }
        Some(Verb::Exercise { key, step, suggestions }) => {
            let key: ExerciseKey = exercise_key(key)?;
            ctx.for_athlete(&args.who, async |app, caller| {
                let unit = settings::show(app, caller).await?.profile.units;
                let step = step.as_deref().map(|text| typed::mass("--step", text, unit)).transpose()?;
                let suggestions = suggestions.as_deref().map(|word| word == "on");
                settings::set_exercise(
                    app,
                    caller,
                    &key,
                    ExerciseChange { suggestions, step, ..ExerciseChange::default() },
                    None,
                )
                .await
            })?
        }
    };
    let profile = document.profile;
    let is_consent = matches!(args.verb, Some(Verb::Consent { .. }));
    let facts = json!({
        "consent": consents(&profile),
        "suggestions": profile.suggestions,
        "exercises": profile.exercises,
    });
    let shown = if is_consent { facts["consent"].clone() } else { facts };
    ctx.output.show(
        &shown,
        |lang| {
            if is_consent { consent_table(&profile, lang) } else { page(&profile, lang) }
        },
    )
}

/// The key of an exercise as a person typed it.
pub(super) fn exercise_key(text: &str) -> Result<ExerciseKey, Problem> {
    text.parse().map_err(|_| {
        let expected = "the key of an exercise, such as push_up";
        Invalid::of(ErrorCode::UnknownExercise, "exercise", text, expected).into()
    })
}

fn choice(text: &str) -> Result<Option<ConsentChoice>, Problem> {
    if text == "default" {
        return Ok(None);
    }
    let (increase, decrease) = text.split_once(',').unwrap_or((text, text));
    let read = |word: &str| {
        word.trim().parse::<ConsentSetting>().map_err(|unknown| {
            let expected = format!("{} or default", unknown.allowed.join(", "));
            Problem::from(Invalid::of(ErrorCode::BadValue, "value", word, expected))
        })
    };
    Ok(Some(ConsentChoice { increase: read(increase)?, decrease: read(decrease)? }))
}

/// What holds for a subject, for what is harder and for what is easier.
fn settings_of(profile: &Profile, subject: ConsentSubject) -> [ConsentSetting; 2] {
    [Direction::Harder, Direction::Easier].map(|direction| {
        match profile.consent.consent(subject, direction) {
            Some(Consent::Auto) => ConsentSetting::Auto,
            Some(Consent::Ask) => ConsentSetting::Ask,
            None => ConsentSetting::Off,
        }
    })
}

fn consents(profile: &Profile) -> Value {
    let row = |subject: &ConsentSubject| {
        let [increase, decrease] = settings_of(profile, *subject);
        let facts = json!({ "increase": increase, "decrease": decrease, "allowed": subject.settings() });
        (subject.to_string(), facts)
    };
    Value::Object(ConsentSubject::ALL.iter().map(row).collect::<Map<_, _>>())
}

fn consent_table(profile: &Profile, lang: Locale) -> String {
    let words = Words::new(lang);
    let mut table = Table::new([Column::Left, Column::Rest, Column::Left, Column::Left]);
    table.row(words.texts([
        "consent-column-key",
        "consent-column-what",
        "consent-column-harder",
        "consent-column-easier",
    ]));
    for subject in ConsentSubject::ALL {
        let [harder, easier] = settings_of(profile, *subject).map(|setting| words.word("consent", setting));
        table.row([subject.to_string(), words.word("consent_subject", subject), harder, easier]);
    }
    table.to_string()
}

fn page(profile: &Profile, lang: Locale) -> String {
    let words = Words::of(Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() });
    let mut table = Table::new([Column::Left, Column::Left, Column::Right, Column::Left]);
    for (key, one) in &profile.exercises {
        let step = one.step_g.map_or_else(|| "–".to_owned(), |step: Grams| words.load(step));
        let suggestions = words.word("switch", if one.suggestions { "on" } else { "off" });
        let suggestions = words.text_with("settings-suggestions", [("state", suggestions.into())]);
        table.row([String::new(), key.to_string(), step, suggestions]);
    }
    let exercises = section(&words.text("settings-exercises"), &table.to_string());
    format!("{}{exercises}", consent_table(profile, lang))
}
