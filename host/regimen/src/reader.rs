//! A reader of pages about training: their words, and the names and loads of exercises in them.

use std::{borrow::Cow, ops::Deref};

use assistant::input::reading::Meant;
use domain::{
    change::{Change, Field, Value},
    exercise::{Exercise, ExerciseKey, Implement, LoadSemantics},
    prescription::SetPrescription,
    quantity::{Grams, Hundredths, MassUnit, Seconds},
    reason::{Fact, Facts, Reason, ReasonCode},
    spec::SpecId,
    voice::{Locale, Voice},
};
use training::{
    catalog::Catalog,
    input::SelectionInput,
    output::OneDecimal,
    records::{Record, RecordKind},
};

use crate::words::Words;

/// A reader, and the catalogue that names what they read about.
pub(crate) struct Reader<'a> {
    words: Words,
    catalog: &'a Catalog,
}

impl Deref for Reader<'_> {
    type Target = Words;

    fn deref(&self) -> &Words {
        &self.words
    }
}

impl<'a> Reader<'a> {
    /// For a reader of whom nothing but the language is known.
    pub(crate) const fn new(lang: Locale, catalog: &'a Catalog) -> Self {
        Self { words: Words::new(lang), catalog }
    }

    /// For the athlete of an input: their unit and zone.
    pub(crate) fn of(lang: Locale, input: &SelectionInput, catalog: &'a Catalog) -> Self {
        let unit = input.inventory.as_ref().map(|inventory| inventory.unit).or(input.units);
        let voice = Voice { locale: lang, unit: unit.unwrap_or(MassUnit::Kg), zone: input.time_zone.clone() };
        Self { words: Words::of(voice), catalog }
    }

    /// For a reader of this language, unit and zone.
    pub(crate) const fn with(voice: Voice, catalog: &'a Catalog) -> Self {
        Self { words: Words::of(voice), catalog }
    }

    /// Sets with one decimal.
    pub(crate) fn sets(&self, sets: OneDecimal) -> String {
        #[expect(clippy::cast_precision_loss, reason = "tenths of sets are small")]
        let value = sets.0 as f64 / 10.0;
        self.decimal(value, 1)
    }

    /// The exercise of a key, if the catalogue of this page has it.
    pub(crate) fn exercise(&self, key: &ExerciseKey) -> Option<&'a Exercise> {
        self.catalog.get(key).map(|exercise| &**exercise)
    }

    /// What the exercise of a key is called.
    pub(crate) fn name<'n>(&self, key: &'n ExerciseKey) -> &'n str
    where
        'a: 'n,
    {
        self.exercise(key).map_or(key.as_str(), |exercise| self.name_of(exercise))
    }

    /// What a ladder or else an exercise with this key is called.
    pub(crate) fn keyed(&self, key: &str) -> String {
        let ladder = self.catalog.ladders().iter().find(|ladder| ladder.key.as_str() == key);
        match (ladder, self.locale()) {
            (Some(ladder), Locale::En) => ladder.name_en.clone(),
            (Some(ladder), Locale::Ru) => ladder.name_ru.clone(),
            (None, _) => key.parse().map_or_else(|_| key.to_owned(), |key| self.name(&key).to_owned()),
        }
    }

    /// What an exercise is called.
    pub(crate) fn name_of<'n>(&self, exercise: &'n Exercise) -> &'n str {
        match self.locale() {
            Locale::En => &exercise.name_en,
            Locale::Ru => &exercise.name_ru,
        }
    }

    /// What a line would mean, in words (L-33).
    pub(crate) fn meant(&self, meant: &Meant) -> String {
        let (id, what) = match meant {
            Meant::Ban(key) => ("flow-bans", self.name(key).to_owned()),
            Meant::Favorite(key) => ("flow-favorites", self.name(key).to_owned()),
            Meant::Injury(pain) => {
                ("flow-injuries", format!("{} {}", self.word("area", pain.area), pain.severity))
            }
            Meant::MinimumSets(one) => {
                ("flow-minimum-sets", format!("{} {}", self.name(&one.exercise), one.sets))
            }
            Meant::Done(entry) => {
                let sets: Vec<String> = entry.sets.iter().map(ToString::to_string).collect();
                let date = self.fact(entry.date);
                ("flow-done", format!("{date} {} {}", self.name(&entry.exercise), sets.join(" ")))
            }
        };
        format!("{}: {what}", self.text(id))
    }

    /// A reason in words.
    ///
    /// Engines name exercises by their key or in English; the reader sees the name of their language.
    pub(crate) fn reason(&self, code: ReasonCode, spec: SpecId, facts: &Facts) -> String {
        let named = |(name, fact): (&Cow<'static, str>, &Fact)| {
            let known = match fact {
                Fact::Text(text) => self.called(text).map(|exercise| Fact::from(self.name_of(exercise))),
                _ => None,
            };
            (name.clone(), known.unwrap_or_else(|| fact.clone()))
        };
        self.words.reason(&Reason { code, spec, facts: facts.iter().map(named).collect() })
    }

    fn called(&self, text: &str) -> Option<&'a Exercise> {
        let mut exercises = self.catalog.exercises().iter().map(|exercise| &**exercise);
        exercises.find(|exercise| exercise.name_en == text || exercise.id.as_str() == text)
    }

    /// A load as the exercise means it, or what is lifted in its place.
    pub(crate) fn load_of(&self, exercise: &Exercise, load: Option<Grams>) -> String {
        let with = |id: &str, load: Grams| self.text_with(id, [("load", Fact::load(load))]);
        match (exercise.load_semantics, load) {
            (LoadSemantics::PerSide, Some(load)) => with("load-per_side", load),
            (LoadSemantics::Assistance, Some(load)) => with("load-assistance", load),
            (LoadSemantics::Bodyweight, Some(load)) if load > Grams::ZERO => with("load-added", load),
            (LoadSemantics::Bodyweight, _) => self.text("load-bodyweight"),
            (_, Some(load)) => self.load(load),
            (_, None) if exercise.implement == Implement::Band => self.text("equipment-band"),
            (_, None) => "–".to_owned(),
        }
    }
}

impl Reader<'_> {
    /// What a record is a record of: `heaviest for 5 reps`.
    pub(crate) fn record_kind(&self, record: &Record) -> String {
        match record.reps {
            Some(reps) => self.text_with("record-rep_max", [("reps", reps.into())]),
            None => self.word("record", record.kind),
        }
    }

    /// The value of a record of this kind, with its unit. An estimate is no more exact than a tenth.
    pub(crate) fn record(&self, kind: RecordKind, value: i64) -> String {
        match kind {
            RecordKind::MaxLoad | RecordKind::RepMax | RecordKind::LeastAssistance => self.load(Grams(value)),
            RecordKind::BestE1rm => {
                let Hundredths(shown) = Grams(value).display(self.unit());
                self.load(Grams::from_display(Hundredths(shown - shown % 10), self.unit()))
            }
            RecordKind::MaxSeconds => format!("{value} {}", self.text("web-unit-s")),
            RecordKind::MaxReps | RecordKind::MaxVolume | RecordKind::HighestLevel => value.to_string(),
        }
    }

    /// An entry of a schedule: an intent, or `body_part:<muscle>+<muscle>` (WK-1).
    pub(crate) fn scheduled(&self, entry: &str) -> String {
        let (intent, muscles) = entry.split_once(':').unwrap_or((entry, ""));
        let intent = self.word("intent", intent);
        if muscles.is_empty() {
            intent
        } else {
            format!("{intent}: {}", self.words("muscle", muscles.split('+')))
        }
    }

    /// `load 60 kg → 62.5 kg`.
    pub(crate) fn change(&self, change: &Change) -> String {
        let Change { field, old, new, .. } = change;
        let (name, old_value, new_value) =
            (self.word("field", field), self.value(*field, old), self.value(*field, new));
        let told = |id, value: String| {
            self.text_with(id, [("field", name.as_str().into()), ("value", value.into())])
        };
        match (old, new) {
            (Value::Nothing, _) => told("change-new", new_value),
            (_, Value::Nothing) => told("change-gone", old_value),
            _ => format!("{name} {old_value} → {new_value}"),
        }
    }

    /// The loads of sets: one where all are equal, else each: `60, 62.5, 62.5 kg`.
    pub(crate) fn loads(&self, key: &ExerciseKey, sets: &[&SetPrescription]) -> String {
        let Some(exercise) = self.exercise(key) else { return String::new() };
        let each: Vec<String> = sets.iter().map(|set| self.load_of(exercise, set.load_g)).collect();
        let Some((last, before)) = each.split_last() else { return self.load_of(exercise, None) };
        if before.iter().all(|load| load == last) {
            return last.clone();
        }
        let unit = last.rsplit_once(' ').map_or("", |(_, unit)| unit);
        let bare = before.iter().map(|load| load.strip_suffix(unit).unwrap_or(load).trim_end());
        bare.chain([last.as_str()]).collect::<Vec<_>>().join(", ")
    }

    /// A rest in minutes and seconds: `2:30`.
    #[expect(clippy::unused_self, reason = "a page asks its reader for everything it shows")]
    pub(crate) fn rest(&self, seconds: u32) -> String {
        Seconds(i64::from(seconds)).to_string()
    }

    /// The amounts of sets, with the unit of what is not counted in reps: `3 x 40 s`.
    pub(crate) fn amounts(&self, amounts: &[u32], of: &[&SetPrescription]) -> String {
        let counted = sets(amounts);
        let unit = match of.first() {
            Some(set) if set.seconds.is_some() => "amount-seconds",
            Some(set) if set.meters.is_some() => "amount-meters",
            _ => return counted,
        };
        self.text_with(unit, [("count", counted.into())])
    }

    /// The value of a field, in the reader's unit and words.
    pub(crate) fn value(&self, field: Field, value: &Value) -> String {
        match (value, field) {
            (Value::Number(grams), Field::Load) => self.load(Grams(*grams)),
            (Value::Number(seconds), Field::Rest | Field::RestAll) => Seconds(*seconds).to_string(),
            (Value::Number(pct), Field::SessionVolume) => {
                self.text_with("amount-percent", [("count", (*pct).into())])
            }
            (Value::Word(key), Field::Variation | Field::Exercise) => {
                key.parse().map_or_else(|_| key.clone(), |key| self.name(&key).to_owned())
            }
            (Value::Number(is_easy), Field::DeloadWeek) => self.word("deload_week", is_easy),
            (Value::Word(word), Field::SetType | Field::RepMode) => self.word(field.as_str(), word),
            (Value::Nothing, _) => "–".to_owned(),
            (other, _) => other.to_string(),
        }
    }
}

/// Texts with commas, each once: equal changes of several sets are told once.
pub(crate) fn once(texts: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for text in texts {
        if !told.contains(&text) {
            told.push(text);
        }
    }
    told
}

/// The amounts of the sets: `4 x 6`, or each when they differ.
pub(crate) fn sets(amounts: &[u32]) -> String {
    match amounts {
        [first, rest @ ..] if rest.iter().all(|amount| amount == first) => {
            format!("{} x {first}", amounts.len())
        }
        _ => amounts.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// The text with a capital in front.
pub(crate) fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
