//! Settings that are changed in words, and a conversation that is forgotten (D-6, D-22, D-24).

use assistant::dialog::{command::LanguageSetting, question::QuestionKind};
use domain::{meal_plan::ClockTime, quantity::MassUnit, voice::Locale};

use super::{
    context::Context,
    question::{About, yes_or_no},
    talk::{Part, Talk},
};
use crate::{
    problem::Problem,
    service::{app::Scope, profile::Language},
};

impl Talk<'_, '_> {
    /// `/lang`.
    pub(super) async fn set_language(&mut self, wanted: Option<LanguageSetting>) -> Result<(), Problem> {
        let Some(wanted) = wanted else {
            self.wants("lang");
            return Ok(());
        };
        let (locale, voice) = match wanted {
            LanguageSetting::En => (Language::En, Some(Locale::En)),
            LanguageSetting::Ru => (Language::Ru, Some(Locale::Ru)),
            LanguageSetting::Auto => (Language::Auto, None),
        };
        let mut profile = self.work.profile().clone();
        profile.locale = locale;
        self.work.require(Scope::Plan)?;
        self.work.change_profile(profile).await?;
        if let Some(voice) = voice {
            self.voice.locale = voice;
            self.context.locale = Some(voice);
        }
        self.set("lang", self.text_with(&format!("dialog-language-{wanted}"), []));
        Ok(())
    }

    /// `/units`.
    pub(super) async fn set_units(&mut self, wanted: Option<MassUnit>) -> Result<(), Problem> {
        let Some(units) = wanted else {
            self.wants("units");
            return Ok(());
        };
        let mut profile = self.work.profile().clone();
        profile.units = units;
        self.work.require(Scope::Plan)?;
        self.work.change_profile(profile).await?;
        self.voice.unit = units;
        self.set("units", units.as_str().to_owned());
        Ok(())
    }

    /// `/quiet`: from which hour to which nothing is sent (D-20).
    pub(super) async fn set_quiet(&mut self, wanted: Option<[u8; 2]>) -> Result<(), Problem> {
        let Some(hours) = wanted else {
            self.wants("quiet");
            return Ok(());
        };
        let [from, to] = hours.map(|hour| format!("{hour:02}:00").parse::<ClockTime>().ok());
        let (Some(from), Some(to)) = (from, to) else {
            self.wants("quiet");
            return Ok(());
        };
        let mut profile = self.work.profile().clone();
        profile.quiet_hours = Some([from, to]);
        self.work.require(Scope::Plan)?;
        self.work.change_profile(profile).await?;
        self.set("quiet", format!("{:02}–{:02}", hours[0], hours[1]));
        Ok(())
    }

    fn set(&mut self, what: &str, value: String) {
        let name = self.text_with(&format!("dialog-setting-{what}"), []);
        self.tell(Part::Plain, "dialog-set", [("setting", name.into()), ("value", value.into())]);
    }

    /// D-6: an argument is missing; what it looks like.
    pub(super) fn wants(&mut self, command: &str) {
        let usage = self.text_with(&format!("dialog-usage-{command}"), []);
        self.tell(Part::Plain, "dialog-wants", [("usage", usage.into())]);
    }

    /// `/forget`: asks for the confirmation.
    pub(super) fn ask_forget(&mut self) {
        self.ask(yes_or_no(QuestionKind::ConfirmEdit), About::Forget);
    }

    /// D-24: turns, context and the ids of messages are gone; what was reported stays.
    pub(super) async fn answer_forget(&mut self, is_so: bool) -> Result<(), Problem> {
        if !is_so {
            self.tell(Part::Plain, "dialog-canceled", []);
            return Ok(());
        }
        let athlete = self.work.id();
        self.work.own()?;
        self.work.tx.remove_dialog(athlete).await?;
        self.context = Context::default();
        self.revision = 0;
        "forget".clone_into(&mut self.out.intent);
        self.tell(Part::Plain, "dialog-forgotten", []);
        Ok(())
    }
}
