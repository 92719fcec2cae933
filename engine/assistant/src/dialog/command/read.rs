//! D-6: how a command and its arguments are read; arguments use the grammars of the rest.

use domain::{
    anatomy::BodyArea,
    session::Intent,
    time::{LocalDate, add_days},
};

use super::{Command, MealsArgument, ProposalAnswer};
use crate::{
    dialog::{
        Setting,
        act::{Day, Named, Rollback},
        date, intent, mark, naming,
        text::Text,
        token::{Token, tokens},
    },
    input::name::{normalize, words},
};

/// The commands, in the order of D-6.
pub const COMMANDS: &[&str] = &[
    "start",
    "help",
    "today",
    "plan",
    "session",
    "report",
    "done",
    "skip",
    "pain",
    "tired",
    "checkin",
    "weight",
    "meals",
    "why",
    "proposals",
    "undo",
    "rollback",
    "keep",
    "review",
    "month",
    "records",
    "resume",
    "lang",
    "units",
    "quiet",
    "export",
    "link",
    "unlink",
    "forget",
    "cancel",
];

/// D-6: edits within which an unknown command is taken for a known one.
const EDITS: usize = 2;

/// A command and its argument, as it was written; [`None`] when the text is none.
pub(in crate::dialog) fn split(text: &str) -> Option<(String, &str)> {
    let rest = text.trim_start().strip_prefix('/')?;
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let name = rest[..end].split('@').next().unwrap_or_default().to_lowercase();
    (!name.is_empty()).then(|| (name, rest[end..].trim()))
}

/// The command that was probably meant; of equals the first.
pub(in crate::dialog) fn nearest(name: &str) -> Option<String> {
    let distance = |known: &&str| strsim::osa_distance(name, known);
    let near = COMMANDS.iter().copied().min_by_key(distance);
    near.filter(|known| distance(known) <= EDITS).map(str::to_owned)
}

/// Reads the argument of a known command; [`None`] when there is no such command.
pub(in crate::dialog) fn read(name: &str, argument: &str, setting: &Setting<'_>) -> Option<Command> {
    let arguments = Arguments::new(argument, setting);
    let text = (!argument.is_empty()).then(|| argument.to_owned());
    Some(match name {
        "start" => Command::Start(text),
        "help" => Command::Help(text),
        "today" => Command::Today(arguments.date()),
        "plan" => Command::Plan(arguments.weekday()),
        "session" => arguments.session(),
        "report" => Command::Report,
        "done" => Command::Done,
        "skip" => arguments.skip(),
        "pain" => arguments.pain(),
        "tired" if arguments.is("clear") => Command::TiredClear,
        "tired" => Command::Tired(text),
        "checkin" => {
            let [readiness, sleep, battery] = arguments.figures();
            Command::Checkin { readiness, sleep, battery }
        }
        "weight" => Command::Weight(intent::mass(&normalize(argument), setting.unit)),
        "meals" => Command::Meals(arguments.meals()),
        "why" => Command::Why(arguments.exercise().filter(|_| !arguments.is("last"))),
        "proposals" => Command::Proposals(arguments.proposal()),
        "undo" => Command::Undo(arguments.number().unwrap_or(1)),
        "rollback" => Command::Rollback(arguments.rollback()),
        "keep" => Command::Keep { exercise: arguments.exercise(), days: arguments.number() },
        "review" => Command::Review,
        "month" => Command::Month,
        "records" => Command::Records(arguments.exercise()),
        "resume" => Command::Resume,
        "lang" => Command::Lang(arguments.first().parse().ok()),
        "units" => Command::Units(arguments.first().parse().ok()),
        "quiet" => Command::Quiet(arguments.quiet()),
        "export" => Command::Export(text),
        "link" => Command::Link(text),
        "unlink" => Command::Unlink,
        "forget" => Command::Forget,
        "cancel" => Command::Cancel,
        _ => return None,
    })
}

/// What stands behind a command.
struct Arguments<'a> {
    setting: &'a Setting<'a>,
    words: Vec<String>,
    tokens: Vec<Token>,
}

impl<'a> Arguments<'a> {
    fn new(argument: &str, setting: &'a Setting<'a>) -> Self {
        let text = Text::new(argument);
        let tokens = tokens(text.symbols(), 0, text.symbols().len());
        Self { setting, words: words(argument), tokens }
    }

    fn first(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    fn is(&self, word: &str) -> bool {
        self.first() == word
    }

    fn day(&self) -> Option<Day> {
        date::day(&self.tokens, self.setting.today)
    }

    /// A date; a weekday is the next one, today included.
    fn date(&self) -> Option<LocalDate> {
        match self.day()? {
            Day::Date(date) => Some(date),
            Day::Weekday(number) => {
                let today = self.setting.today;
                let days =
                    (i64::from(number) - i64::from(today.weekday().to_monday_one_offset())).rem_euclid(7);
                Some(add_days(today, days))
            }
        }
    }

    fn weekday(&self) -> Option<u8> {
        match self.day()? {
            Day::Weekday(number) => Some(number),
            Day::Date(date) => u8::try_from(date.weekday().to_monday_one_offset()).ok(),
        }
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        self.words.iter().filter_map(|word| word.parse().ok())
    }

    fn number(&self) -> Option<u32> {
        self.numbers().next()
    }

    /// Three figures in their order; one that is out of range is absent.
    fn figures(&self) -> [Option<u8>; 3] {
        let mut numbers = self.numbers();
        [(1, 5), (0, 100), (0, 100)].map(|(low, high)| {
            let number = numbers.next().and_then(|number| u8::try_from(number).ok());
            number.filter(|number| (low..=high).contains(number))
        })
    }

    /// The words that are no numbers.
    fn plain(&self) -> Vec<String> {
        let is_number = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
        self.words.iter().filter(|word| !is_number(word)).cloned().collect()
    }

    fn exercise(&self) -> Option<Named> {
        intent::object(&self.plain(), self.setting)
    }

    fn session(&self) -> Command {
        let plain = self.plain();
        let intent = plain.iter().find_map(|word| word.parse::<Intent>().ok());
        let is_place = |word: &&String| {
            word.parse::<Intent>().is_err() && !matches!(word.as_str(), "min" | "minutes" | "мин" | "минут")
        };
        let place = plain.iter().filter(is_place).cloned().collect::<Vec<_>>().join(" ");
        Command::Session {
            minutes: self.number(),
            intent,
            place: Some(place).filter(|place| !place.is_empty()),
        }
    }

    /// The longest name first; what is left is the reason.
    fn skip(&self) -> Command {
        let plain: Vec<String> =
            self.words.iter().filter(|word| !matches!(word.as_str(), "today" | "сегодня")).cloned().collect();
        let found = naming::longest(&plain, self.setting).map(|(place, _)| place);
        let exercise = found.clone().map(|place| naming::named(&plain[place], self.setting));
        let is_reason = |at: &usize| found.as_ref().is_none_or(|place| !place.contains(at));
        let reason: Vec<&str> = (0..plain.len()).filter(is_reason).map(|at| plain[at].as_str()).collect();
        Command::Skip { exercise, reason: Some(reason.join(" ")).filter(|reason| !reason.is_empty()) }
    }

    fn pain(&self) -> Command {
        let found = mark::places(&self.words, |_| false);
        let areas: Vec<BodyArea> = found.iter().flat_map(|(_, place)| place.areas).copied().collect();
        if self.is("clear") {
            return Command::PainClear(areas);
        }
        let is_area = |at: usize| found.iter().any(|(range, _)| range.contains(&at));
        let is_left = |at: &usize| !is_area(*at) && self.words[*at].parse::<u32>().is_err();
        let rest: Vec<String> =
            (0..self.words.len()).filter(is_left).map(|at| self.words[at].clone()).collect();
        let severity = self.number().and_then(|number| u8::try_from(number).ok());
        Command::Pain {
            areas,
            severity: severity.filter(|severity| (1..=3).contains(severity)),
            exercise: intent::object(&rest, self.setting),
        }
    }

    fn meals(&self) -> MealsArgument {
        let slot = self.words.iter().skip(1).cloned().collect::<Vec<_>>().join(" ");
        match self.first() {
            "done" => MealsArgument::Done(slot),
            "skip" => MealsArgument::Skip(slot),
            "swap" => MealsArgument::Swap(slot),
            _ => MealsArgument::Day(self.date()),
        }
    }

    fn proposal(&self) -> Option<ProposalAnswer> {
        let number = self.number()?;
        match self.first() {
            "accept" => Some(ProposalAnswer::Accept(number)),
            "reject" => Some(ProposalAnswer::Reject(number)),
            "later" => Some(ProposalAnswer::Later(number)),
            _ => None,
        }
    }

    fn rollback(&self) -> Option<Rollback> {
        self.day().map(Rollback::Slot).or_else(|| self.exercise().map(Rollback::Exercise))
    }

    fn quiet(&self) -> Option<[u8; 2]> {
        let mut hours = self.numbers().map(|hour| u8::try_from(hour).ok().filter(|hour| *hour < 24));
        Some([hours.next()??, hours.next()??])
    }
}
