//! Voice: how a person is spoken to. Renders reasons and other texts from the Fluent files of the catalogue in the
//! reader's language, unit and zone (GL-3).

use std::sync::LazyLock;

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unic_langid::{LanguageIdentifier, langid};

use crate::{
    quantity::{Grams, MassUnit},
    reason::{Fact, Facts, Quantity, Reason},
    time::Zone,
    vocabulary::vocabulary,
};

vocabulary! {
    /// A language that everything is said in.
    pub enum Locale: "language" {
        En = "en",
        Ru = "ru",
    }
}

type Bundle = FluentBundle<FluentResource>;

static ENGLISH: LazyLock<Bundle> =
    LazyLock::new(|| bundle(langid!("en"), include_str!("../../../catalog/texts/en.ftl")));
static RUSSIAN: LazyLock<Bundle> =
    LazyLock::new(|| bundle(langid!("ru"), include_str!("../../../catalog/texts/ru.ftl")));

fn bundle(language: LanguageIdentifier, texts: &str) -> Bundle {
    // A file with errors yields the messages that could be read; the tests allow none.
    let resource = FluentResource::try_new(texts.to_owned()).unwrap_or_else(|(readable, _)| readable);
    let mut bundle = Bundle::new_concurrent(vec![language]);
    bundle.set_use_isolating(false);
    bundle.add_resource_overriding(resource);
    bundle
}

/// The language, unit and zone of a reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Voice {
    /// The language.
    pub locale: Locale,
    /// The unit of loads.
    pub unit: MassUnit,
    /// Where the reader lives.
    pub zone: Zone,
}

impl Voice {
    /// A reader of this language who thinks in kilograms and lives by universal time.
    pub const fn new(locale: Locale) -> Self {
        Self { locale, unit: MassUnit::Kg, zone: Zone::UTC }
    }

    /// The reason in words. A text may be refined per rule by an attribute named like the rule.
    pub fn reason(&self, reason: &Reason) -> String {
        let id = format!("reason-{}", reason.code);
        let rule = reason.spec.to_string();
        self.render(&id, Some(&rule), &reason.facts).unwrap_or_else(|| reason.code.to_string())
    }

    /// The text of this id, or [`None`] if there is none.
    pub fn text(&self, id: &str, facts: &Facts) -> Option<String> {
        self.render(id, None, facts)
    }

    /// A load with its unit: `62.5 kg`, `62,5 кг`.
    pub fn load(&self, load: Grams) -> String {
        let number = self.decimal(load.display(self.unit).to_string());
        let unit = match (self.locale, self.unit) {
            (Locale::En, unit) => unit.as_str(),
            (Locale::Ru, MassUnit::Kg) => "кг",
            (Locale::Ru, MassUnit::Lb) => "фунт.",
        };
        format!("{number} {unit}")
    }

    fn render(&self, id: &str, attribute: Option<&str>, facts: &Facts) -> Option<String> {
        let bundle = self.bundle();
        let message = bundle.get_message(id)?;
        let refined = attribute.and_then(|name| Some(message.get_attribute(name)?.value()));
        let pattern = refined.or(message.value())?;
        let mut args = FluentArgs::new();
        for (name, fact) in facts {
            args.set(name.as_ref(), self.argument(fact));
        }
        let mut errors = vec![];
        Some(bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned())
    }

    fn bundle(&self) -> &'static Bundle {
        match self.locale {
            Locale::En => &ENGLISH,
            Locale::Ru => &RUSSIAN,
        }
    }

    /// A count stays a number, so that the text can choose its plural; everything else is shown first.
    fn argument(&self, fact: &Fact) -> FluentValue<'static> {
        match fact {
            Fact::Count(count) => FluentValue::from(*count),
            shown => FluentValue::from(self.show(shown)),
        }
    }

    fn show(&self, fact: &Fact) -> String {
        match fact {
            Fact::Count(count) => count.to_string(),
            Fact::Text(text) => text.clone(),
            Fact::List(facts) => facts.iter().map(|fact| self.show(fact)).collect::<Vec<_>>().join(", "),
            Fact::Quantity(Quantity::LoadG(load)) => self.load(*load),
            Fact::Quantity(Quantity::Tenths(tenths)) => {
                let shown = tenths.to_string();
                self.decimal(shown.strip_suffix(".0").map_or(shown.clone(), str::to_owned))
            }
            Fact::Quantity(Quantity::Date(date)) => self.date(*date),
            Fact::Quantity(Quantity::At(at)) => {
                let local = at.local(&self.zone);
                format!("{} {:02}:{:02}", self.date(local.date()), local.hour(), local.minute())
            }
            Fact::Quantity(Quantity::Word(word)) => {
                self.text(word, &Facts::new()).unwrap_or_else(|| word.clone())
            }
        }
    }

    fn date(&self, date: crate::time::LocalDate) -> String {
        match self.locale {
            Locale::En => date.to_string(),
            Locale::Ru => format!("{:02}.{:02}.{}", date.day(), date.month(), date.year()),
        }
    }

    /// A decimal number with the reader's sign: `62.5`, `62,5`.
    pub fn decimal(&self, number: String) -> String {
        match self.locale {
            Locale::En => number,
            Locale::Ru => number.replace('.', ","),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        anatomy::{BodyArea, MovementPattern, Muscle},
        change::Field,
        equipment::Equipment,
        error::ErrorCode,
        person::ActorKind,
        plan::ChangeCode,
        proposal::EngineName,
        reason::ReasonCode,
        session::Intent,
        spec::SpecId,
        wellbeing::FlagKind,
    };

    const FILES: [(Locale, &str); 2] = [
        (Locale::En, include_str!("../../../catalog/texts/en.ftl")),
        (Locale::Ru, include_str!("../../../catalog/texts/ru.ftl")),
    ];

    fn wanted() -> Vec<String> {
        let mut ids = vec![];
        let mut add =
            |kind: &str, words: &[&str]| ids.extend(words.iter().map(|word| format!("{kind}-{word}")));
        add("reason", ReasonCode::WORDS);
        add("title", ErrorCode::WORDS);
        add("muscle", Muscle::WORDS);
        add("area", BodyArea::WORDS);
        add("pattern", MovementPattern::WORDS);
        add("equipment", Equipment::WORDS);
        add("intent", Intent::WORDS);
        add("flag", FlagKind::WORDS);
        add("actor", ActorKind::WORDS);
        add("engine", EngineName::WORDS);
        add("field", Field::WORDS);
        add("did", ChangeCode::WORDS);
        ids
    }

    #[test]
    fn gl_3_every_code_and_word_has_a_text_in_both_languages() {
        for (locale, texts) in FILES {
            assert!(FluentResource::try_new(texts.to_owned()).is_ok(), "{locale}.ftl has a syntax error");
            let bundle = Voice::new(locale).bundle();
            let missing: Vec<_> = wanted()
                .into_iter()
                .filter(|id| bundle.get_message(id).and_then(|message| message.value()).is_none())
                .collect();
            assert!(missing.is_empty(), "texts missing in catalog/texts/{locale}.ftl: {missing:?}");
        }
    }

    #[test]
    fn gl_3_both_languages_have_the_same_messages_with_the_same_facts() {
        let shape = |texts: &str| {
            let mut shape = std::collections::BTreeMap::<String, std::collections::BTreeSet<String>>::new();
            let mut id = String::new();
            for line in texts.lines().filter(|line| !line.starts_with('#')) {
                if let Some((name, _)) = line.split_once(" =").filter(|_| !line.starts_with(' ')) {
                    id = name.to_owned();
                } else if let Some((name, _)) =
                    line.trim_start().strip_prefix('.').and_then(|l| l.split_once(" ="))
                {
                    id = format!("{}.{name}", id.split('.').next().unwrap_or_default());
                }
                let facts = line.split('$').skip(1).map(|rest| {
                    rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
                });
                if !id.is_empty() {
                    shape.entry(id.clone()).or_default().extend(facts);
                }
            }
            shape
        };
        let [english, russian] = FILES.map(|(_, texts)| shape(texts));
        assert_eq!(english, russian);
    }

    #[test]
    fn russian_counts_take_their_plural() {
        let reason = |n: i64| {
            Reason::new(ReasonCode::PainActive, SpecId::new("A-19"))
                .fact("days", n)
                .fact("flag", Fact::word("flag", FlagKind::Pain))
        };
        let voice = Voice::new(Locale::Ru);
        let texts = [1, 3, 5, 21].map(|n| voice.reason(&reason(n)));
        assert_eq!(
            texts,
            ["боль: активно 1 день", "боль: активно 3 дня", "боль: активно 5 дней", "боль: активно 21 день"]
        );
        assert_eq!(Voice::new(Locale::En).reason(&reason(1)), "pain has been active for 1 day");
    }

    #[test]
    fn quantities_are_shown_in_the_readers_way() {
        let reason = Reason::new(ReasonCode::ActualWeightDrift, SpecId::new("SR-7"))
            .fact("load", Fact::load(Grams(62_500)));
        assert_eq!(Voice::new(Locale::En).reason(&reason), "you have used about 62.5 kg three times");
        assert_eq!(Voice::new(Locale::Ru).reason(&reason), "вы трижды брали около 62,5 кг");
        let pounds = Voice { unit: MassUnit::Lb, ..Voice::new(Locale::En) };
        assert_eq!(pounds.load(Grams(61_235)), "135 lb");
    }

    #[test]
    fn a_text_can_be_refined_for_one_rule() {
        let plain = Reason::new(ReasonCode::Pain, SpecId::new("P-8"));
        let filter = Reason::new(ReasonCode::Pain, SpecId::new("SF-5"))
            .fact("area", Fact::word("area", BodyArea::LowBack))
            .fact("severity", 2u32);
        let voice = Voice::new(Locale::En);
        assert_eq!(voice.reason(&plain), "pain reported");
        assert_eq!(voice.reason(&filter), "would load a painful area: lower back (severity 2)");
    }
}
