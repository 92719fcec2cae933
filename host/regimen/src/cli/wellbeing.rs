//! `regimen checkin`, `regimen flags`: how the athlete is (P-53, P-58).

use domain::{
    anatomy::BodyArea,
    error::ErrorCode,
    id::Id,
    law::Invalid,
    reason::Fact,
    voice::Voice,
    wellbeing::{CheckIn, CheckInSource, Flag, FlagKind, Pain},
};
use training::{catalog::Catalog, flag::Sign};

use super::{
    Ctx,
    number::whole,
    on_store::Who,
    page::Reader,
    table::{Column, Table},
};
use crate::{
    problem::{Exit, Problem},
    service::{profile::Profile, profile_of, wellbeing as service},
};

const EXAMPLES: &str = "\
Examples:
  regimen checkin --readiness 4 --sleep 7h30
  regimen checkin --pain knee:2 --note \"after the run\"
  regimen checkin                    what you said in the last four weeks";

/// Say how you are: readiness, sleep, pain
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true, args_conflicts_with_subcommands = true)]
pub(super) struct CheckInArgs {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Option<CheckInVerb>,
    /// How ready you feel, 1 to 5
    #[arg(long, value_parser = whole(CheckIn::READINESS))]
    readiness: Option<u8>,
    /// How long you slept: 7h30
    #[arg(long, value_name = "HOURS")]
    sleep: Option<String>,
    /// Score of your device, 0 to 100
    #[arg(long, value_name = "SCORE", value_parser = whole(CheckIn::SCORE))]
    sleep_score: Option<u8>,
    /// Pulse in the morning
    #[arg(long, value_name = "BPM", value_parser = whole(CheckIn::PULSE))]
    pulse: Option<u8>,
    /// Where it hurts, with a severity of 1 to 3: knee:2
    #[arg(long, value_name = "AREA:SEVERITY")]
    pain: Vec<String>,
    /// You are worn out
    #[arg(long)]
    tired: bool,
    /// How ill you are, 0 to 3
    #[arg(long, value_name = "SEVERITY", value_parser = whole(CheckIn::ILLNESS))]
    ill: Option<u8>,
    /// Anything else
    #[arg(long, default_value = "")]
    note: String,
}

#[derive(Debug, clap::Subcommand)]
enum CheckInVerb {
    /// The check-ins of the last four weeks
    #[command(after_help = "Examples:\n  regimen checkin list")]
    List,
}

/// What engines respect until it is over: pain, fatigue, illness, technique
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  regimen flags\n  regimen flags clear 1", disable_help_subcommand = true)]
pub(super) struct FlagArgs {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Option<FlagVerb>,
}

#[derive(Debug, clap::Subcommand)]
enum FlagVerb {
    /// Those in force
    #[command(after_help = "Examples:\n  regimen flags list")]
    List,
    /// Set one by hand
    #[command(after_help = "Examples:\n  regimen flags set pain --area knee --severity 2")]
    Set {
        /// fatigue, pain, technique, illness or suspension
        kind: FlagKind,
        /// Where, for pain
        #[arg(long)]
        area: Option<String>,
        /// On which exercise, for technique and suspension
        #[arg(long)]
        exercise: Option<domain::exercise::ExerciseKey>,
        /// 1 to 3
        #[arg(long, default_value_t = 1, value_parser = whole(service::SEVERITY))]
        severity: u8,
    },
    /// Say that one is over
    #[command(after_help = "Examples:\n  regimen flags clear 1 --reason \"it is over\"")]
    Clear {
        /// Its id, or its number in the list
        which: String,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
    },
}

impl CheckInArgs {
    fn says_nothing(&self) -> bool {
        let signs = [self.readiness.is_some(), self.sleep.is_some(), self.sleep_score.is_some()];
        let more = [self.pulse.is_some(), self.tired, self.ill.is_some(), !self.pain.is_empty()];
        self.note.is_empty() && !signs.into_iter().chain(more).any(|said| said)
    }
}

pub(super) fn check_in(args: &CheckInArgs, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    // GL-10: a noun alone lists.
    if matches!(args.verb, Some(CheckInVerb::List)) || args.says_nothing() {
        let (list, profile) = ctx.for_athlete(&args.who, async |app, caller| {
            let since = app.now().minus_seconds(28 * 86_400);
            Ok((service::check_ins(app, caller, since).await?, profile_of(app, caller).await?))
        })?;
        ctx.output.show(&list, |lang| listed(&list, &page_of(lang, &profile)))?;
        return Ok(Exit::Done);
    }
    let (flags, profile) = ctx.for_athlete(&args.who, async |app, caller| {
        let profile = profile_of(app, caller).await?;
        let pain = args.pain.iter().map(|text| pain(text)).collect::<Result<_, Problem>>()?;
        let check_in = CheckIn {
            id: app.id(),
            athlete_id: caller.athlete,
            at: app.now(),
            zone: profile.zone.clone(),
            readiness: args.readiness,
            sleep_score: args.sleep_score,
            sleep_minutes: args.sleep.as_deref().map(minutes).transpose()?,
            body_battery: None,
            morning_pulse: args.pulse,
            pain,
            fatigue: args.tired,
            illness: args.ill,
            note: args.note.clone(),
            source: CheckInSource::App,
        };
        Ok((service::check_in(app, caller, check_in).await?, profile))
    })?;
    ctx.output.show(&flags, |lang| {
        let page = page_of(lang, &profile);
        format!("{}\n{}", page.text("store-noted"), flagged(&flags, &page))
    })?;
    Ok(Exit::Done)
}

pub(super) fn flags(args: &FlagArgs, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (flags, profile) = ctx.for_athlete(&args.who, async |app, caller| {
        let profile = profile_of(app, caller).await?;
        let flags = match &args.verb {
            None | Some(FlagVerb::List) => service::flags(app, caller).await?,
            Some(FlagVerb::Set { kind, area, exercise, severity }) => {
                let area = area.as_deref().map(read_area).transpose()?;
                let area = area.or((*kind == FlagKind::Pain).then_some(BodyArea::Other));
                let sign = Sign { kind: *kind, area, exercise: exercise.clone(), severity: *severity };
                service::set_flag(app, caller, sign).await?
            }
            Some(FlagVerb::Clear { which, reason }) => {
                let known = service::flags(app, caller).await?;
                let id = meant(which, &known)?;
                service::clear_flag(app, caller, id, reason).await?
            }
        };
        Ok((flags, profile))
    })?;
    ctx.output.show(&flags, |lang| flagged(&flags, &page_of(lang, &profile)))?;
    Ok(Exit::Done)
}

fn page_of(lang: crate::texts::Locale, profile: &Profile) -> Reader<'static> {
    let voice = Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() };
    Reader::with(voice, Catalog::embedded())
}

fn meant(text: &str, flags: &[Flag]) -> Result<Id<Flag>, Problem> {
    if let Ok(id) = text.parse() {
        return Ok(id);
    }
    let found = text.parse::<usize>().ok().and_then(|number| flags.get(number.checked_sub(1)?));
    let expected = format!("1..{}, or an id", flags.len());
    found
        .map(|flag| flag.id)
        .ok_or_else(|| Invalid::of(ErrorCode::InvalidFlag, "flag", text, expected).into())
}

fn read_area(text: &str) -> Result<BodyArea, Problem> {
    text.parse::<BodyArea>()
        .map_err(|unknown| Invalid::of(ErrorCode::UnknownPainArea, "area", text, unknown.to_string()).into())
}

fn pain(text: &str) -> Result<Pain, Problem> {
    let (area, severity) = text.split_once(':').unwrap_or((text, "1"));
    let severity = severity
        .parse()
        .map_err(|_| Invalid::of(ErrorCode::InvalidCheckIn, "pain", text, "AREA:SEVERITY, like knee:2"))?;
    Ok(Pain { area: read_area(area)?, severity })
}

/// `7h30`, `7.5h` or plain minutes.
fn minutes(text: &str) -> Result<u16, Problem> {
    let refuse =
        || Problem::from(Invalid::of(ErrorCode::InvalidCheckIn, "sleep", text, "hours like 7h30 or 7h"));
    let (hours, minutes) = text.split_once('h').ok_or_else(refuse)?;
    let minutes: u16 = if minutes.is_empty() { 0 } else { minutes.parse().map_err(|_| refuse())? };
    let hours: u16 = hours.parse().map_err(|_| refuse())?;
    hours.checked_mul(60).and_then(|hours| hours.checked_add(minutes)).ok_or_else(refuse)
}

fn flagged(flags: &[Flag], page: &Reader<'_>) -> String {
    if flags.is_empty() {
        return format!("{}\n", page.text("store-no-flags"));
    }
    let mut table = Table::new([Column::Right, Column::Left, Column::Rest, Column::Right, Column::Left]);
    table.row(page.texts([
        "",
        "store-column-flag",
        "store-column-about",
        "store-column-severity",
        "store-column-since",
    ]));
    for (number, flag) in (1..).zip(flags) {
        let area = flag.area.map(|area| page.word("area", area));
        let exercise = flag.exercise_key.as_ref().map(|key| page.name(key).to_owned());
        table.row([
            number.to_string(),
            page.word("flag", flag.kind),
            area.or(exercise).unwrap_or_default(),
            flag.severity.to_string(),
            page.fact(Fact::from(flag.from)),
        ]);
    }
    table.to_string()
}

fn listed(list: &[CheckIn], page: &Reader<'_>) -> String {
    let mut table = Table::new([Column::Left, Column::Right, Column::Right, Column::Right, Column::Rest]);
    table.row(page.texts([
        "store-column-day",
        "store-column-readiness",
        "store-column-sleep",
        "store-column-pulse",
        "store-column-pain",
    ]));
    let shown = |value: Option<u32>| value.map_or_else(String::new, |value| value.to_string());
    for one in list {
        let sleep = one.sleep_minutes.map_or_else(String::new, |all| format!("{}:{:02}", all / 60, all % 60));
        let pain: Vec<_> = one
            .pain
            .iter()
            .map(|pain| format!("{} {}", page.word("area", pain.area), pain.severity))
            .collect();
        table.row([
            page.fact(Fact::from(one.at)),
            shown(one.readiness.map(u32::from)),
            sleep,
            shown(one.morning_pulse.map(u32::from)),
            pain.join(", "),
        ]);
    }
    table.to_string()
}
