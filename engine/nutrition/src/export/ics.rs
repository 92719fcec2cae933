//! The plan as a calendar (iCalendar, RFC 5545): one event for each slot, at local times of a zone that it explains.
//!
//! The same slot has the same UID in every export, so a calendar program updates an event instead of adding another.

use domain::{
    meal_plan::MealItem,
    reason::{Fact, Facts},
    recipe::{Quantity, Recipe},
    time::{ClockChange, DateSpan, Instant, LocalDate, Zone, add_days},
    voice::{Locale, Voice},
};

use crate::{
    diary::{Diary, SlotRecord},
    kitchen::Kitchen,
    leftover::REHEAT_MINUTES,
    scale::{cooked_pct, scaled},
};

/// The calendar of the slots of these days in the reader's language and zone; `stamp` says when it was made.
pub fn calendar(
    diary: &Diary<'_>,
    dates: DateSpan,
    kitchen: &Kitchen<'_>,
    voice: &Voice,
    stamp: Instant,
) -> String {
    let mut calendar = Calendar(String::new());
    calendar.line("BEGIN", "VCALENDAR");
    calendar.line("VERSION", "2.0");
    calendar.line("PRODID", "-//regimen//meals//EN");
    calendar.line("CALSCALE", "GREGORIAN");
    calendar.time_zone(&voice.zone, dates);
    for record in diary.slots().filter(|record| dates.contains(record.item.date)) {
        calendar.event(&record, kitchen, voice, stamp);
    }
    calendar.line("END", "VCALENDAR");
    calendar.0
}

/// How long a meal is in a calendar: half an hour, as plans know only when it begins.
const MEAL: &str = "PT30M";

struct Calendar(String);

impl Calendar {
    /// Writes a line of at most 75 octets; what is longer goes on in lines that begin with a blank.
    fn line(&mut self, name: &str, value: &str) {
        const LONGEST: usize = 75;
        let mut length = 0;
        for letter in name.chars().chain([':']).chain(value.chars()) {
            if LONGEST < length + letter.len_utf8() {
                self.0 += "\r\n ";
                length = 1;
            }
            self.0.push(letter);
            length += letter.len_utf8();
        }
        self.0 += "\r\n";
    }

    /// Explains the clock of the zone on these days; calendar programs do not know all zones by name.
    fn time_zone(&mut self, zone: &Zone, dates: DateSpan) {
        let start = |date: LocalDate| zone.start_of(date).unwrap_or(Instant::EPOCH);
        self.line("BEGIN", "VTIMEZONE");
        self.line("TZID", zone.name());
        for change in zone.clock_changes(start(dates.from), start(add_days(dates.to, 1))) {
            let ClockChange { at, from_seconds, to_seconds, is_summer_time, abbreviation } = change;
            let kind = if is_summer_time { "DAYLIGHT" } else { "STANDARD" };
            // The clock on the wall just before the change.
            let wall = at.unwrap_or(Instant::EPOCH).plus_seconds(i64::from(from_seconds));
            self.line("BEGIN", kind);
            self.line("DTSTART", &written(wall));
            self.line("TZOFFSETFROM", &offset(from_seconds));
            self.line("TZOFFSETTO", &offset(to_seconds));
            self.line("TZNAME", &escaped(&abbreviation));
            self.line("END", kind);
        }
        self.line("END", "VTIMEZONE");
    }

    fn event(&mut self, record: &SlotRecord<'_>, kitchen: &Kitchen<'_>, voice: &Voice, stamp: Instant) {
        let item = record.item;
        let recipe = kitchen.recipe(&item.recipe_id, item.recipe_revision).map(|entry| &*entry.recipe);
        let title = recipe.map_or(item.recipe_id.as_str(), |recipe| match (voice.locale, &recipe.name.ru) {
            (Locale::Ru, Some(name)) => name,
            _ => &recipe.name.en,
        });
        let minutes = item.meal_time.minutes();
        let time = format!("{}T{:02}{:02}00", item.date.strftime("%Y%m%d"), minutes / 60, minutes % 60);
        self.line("BEGIN", "VEVENT");
        self.line("UID", &format!("{}@regimen", record.id));
        self.line("DTSTAMP", &format!("{}Z", written(stamp)));
        self.line(&format!("DTSTART;TZID={}", voice.zone.name()), &time);
        self.line("DURATION", MEAL);
        self.line("SUMMARY", &escaped(title));
        if let Some(recipe) = recipe {
            self.line("DESCRIPTION", &escaped(&description(item, recipe, kitchen, voice)));
        }
        // A meal does not make its eater busy.
        self.line("TRANSP", "TRANSPARENT");
        self.line("END", "VEVENT");
    }
}

/// Amounts and steps, or where the batch is from.
fn description(item: &MealItem, recipe: &Recipe, kitchen: &Kitchen<'_>, voice: &Voice) -> String {
    let text = |id: &str, facts| voice.text(id, &facts).unwrap_or_default();
    let Some(pct) = cooked_pct(item) else {
        let minutes = recipe.reheats.map_or(REHEAT_MINUTES, |reheats| reheats.minutes);
        let date = item.batch.map_or(item.date, |batch| batch.cooked_on);
        let facts = [("date".into(), Fact::from(date)), ("minutes".into(), Fact::from(minutes))];
        return text("meal-from_batch", Facts::from(facts));
    };
    // A whole number chooses its plural.
    let servings = match pct % 100 {
        0 => Fact::from(pct / 100),
        _ => Fact::from(voice.decimal(Quantity::from_thousandths(10 * pct).to_string())),
    };
    let id = if item.batch.is_some() { "meal-cook_batch" } else { "meal-servings" };
    let mut lines = vec![text(id, Facts::from([("servings".into(), servings)]))];
    let ingredients = scaled(recipe, pct, &kitchen.foods);
    lines.extend(ingredients.iter().map(|ingredient| format!("- {}", ingredient.show(voice))));
    let steps = match voice.locale {
        Locale::Ru if !recipe.steps.ru.is_empty() => &recipe.steps.ru,
        _ => &recipe.steps.en,
    };
    lines.extend(steps.iter().enumerate().map(|(index, step)| format!("{}. {step}", index + 1)));
    lines.join("\n")
}

/// An instant of universal time in the basic form.
fn written(at: Instant) -> String {
    at.local(&Zone::UTC).strftime("%Y%m%dT%H%M%S").to_string()
}

/// Seconds ahead of universal time as `+0200`.
fn offset(seconds: i32) -> String {
    let sign = if seconds < 0 { '-' } else { '+' };
    let ahead = seconds.unsigned_abs();
    let seconds = if ahead.is_multiple_of(60) { String::new() } else { format!("{:02}", ahead % 60) };
    format!("{sign}{:02}{:02}{seconds}", ahead / 3600, ahead / 60 % 60)
}

/// A text as a value: signs that mean something are escaped, those that must not occur are blanks.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => escaped.push_str("\\n"),
            '\\' | ';' | ',' => escaped.extend(['\\', letter]),
            _ if letter.is_control() => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}
