//! `regimen account`: who may use this installation (AC-1, AC-2, AC-4, AC-11).

use std::{collections::BTreeSet, path::PathBuf};

use clap::builder::PossibleValuesParser;
use domain::{exercise::TrainingAge, quantity::MassUnit, time::Zone, voice::Locale};
use serde_json::json;
use training::prescribe::goal::Goal;

use super::{
    Ctx,
    on_store::Who,
    secret::{self, NewPassword},
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::Problem,
    service::{
        access::link::{self, Link},
        account::{
            self, Account, AccountRole, AccountState, NewAccount,
            admin::{self, AccountChange, Listed, Operator},
        },
        profile::{Language, Profile},
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen account create anna          make an account; asks for a password
  regimen account                      list the accounts
  regimen account password --as anna   take another password
  regimen account disable bob          shut somebody out
  regimen account delete bob           delete somebody with everything";

const CREATE_EXAMPLES: &str = "\
Examples:
  regimen account create anna --age intermediate --goal strength
  regimen account create anna --units lb --zone America/New_York
  regimen account create carl --coach --no-athlete
  regimen account create anna --password-file secret.txt

  The first account administers. What is not said has a default that can be
  changed later with `regimen profile set`.";

const LIST_EXAMPLES: &str = "\
Examples:
  regimen account list
  regimen account list --json";

const PASSWORD_EXAMPLES: &str = "\
Examples:
  regimen account password
  regimen account password --as anna --old-file old.txt --password-file new.txt";

const RESET_EXAMPLES: &str = "\
Examples:
  regimen account reset anna                          a link, good for a day
  regimen account reset anna --password-file new.txt  or the password itself";

const INVITE_EXAMPLES: &str = "\
Examples:
  regimen account invite
  regimen account invite --role coach

  Needs `accounts.sign_up` to be invite or open.";

const STATE_EXAMPLES: &str = "\
Examples:
  regimen account disable bob
  regimen account enable bob";

const ROLES_EXAMPLES: &str = "\
Examples:
  regimen account roles anna coach
  regimen account roles anna administrator,coach";

const DELETE_EXAMPLES: &str = "\
Examples:
  regimen account delete bob
  regimen account delete bob --confirm bob    where nobody can be asked

  Everything that is theirs goes with it, and does not come back. Backups that
  were made before keep it until they expire.";

/// Make, list and administer accounts
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
    /// Make an account, and the athlete that it is for
    #[command(after_help = CREATE_EXAMPLES)]
    Create(Box<Create>),
    /// List the accounts
    #[command(after_help = LIST_EXAMPLES)]
    List,
    /// Take another password; that needs the old one
    #[command(after_help = PASSWORD_EXAMPLES)]
    Password {
        /// Read the old password from FILE instead of asking
        #[arg(long, value_name = "FILE")]
        old_file: Option<PathBuf>,
        #[command(flatten)]
        new: NewPassword,
    },
    /// Make a link with which somebody joins
    #[command(after_help = INVITE_EXAMPLES)]
    Invite {
        /// Roles of the account, with commas
        #[arg(long = "role", default_value = "athlete", value_delimiter = ',',
              value_parser = PossibleValuesParser::new(AccountRole::WORDS))]
        roles: Vec<String>,
    },
    /// Let somebody take another password, without the old one
    #[command(after_help = RESET_EXAMPLES)]
    Reset {
        /// Whose
        login: String,
        #[command(flatten)]
        new: NewPassword,
    },
    /// Say what somebody may do besides being an athlete
    #[command(after_help = ROLES_EXAMPLES)]
    Roles {
        /// Whose
        login: String,
        /// Roles, with commas
        #[arg(value_delimiter = ',', value_parser = PossibleValuesParser::new(["coach", "administrator"]))]
        roles: Vec<String>,
    },
    /// Shut somebody out; nothing is lost
    #[command(after_help = STATE_EXAMPLES)]
    Disable {
        /// Whom
        login: String,
    },
    /// Let somebody in again
    #[command(after_help = STATE_EXAMPLES)]
    Enable {
        /// Whom
        login: String,
    },
    /// Delete an account and everything that is theirs
    #[command(after_help = DELETE_EXAMPLES)]
    Delete {
        /// Whose
        login: String,
        /// The login again, so that it is meant; else it is asked for
        #[arg(long, value_name = "LOGIN")]
        confirm: Option<String>,
    },
}

#[derive(Debug, clap::Args)]
struct Create {
    /// Name to sign in with: 3 to 64 characters
    login: String,
    /// Name to be called by [default: the login]
    #[arg(long)]
    name: Option<String>,
    /// May administer this installation, as the first account always may
    #[arg(long)]
    admin: bool,
    /// May coach others who allow it
    #[arg(long)]
    coach: bool,
    /// Does not train here
    #[arg(long, conflicts_with_all = ["age", "goal", "units", "zone"])]
    no_athlete: bool,
    /// Experience
    #[arg(long, default_value = "beginner", value_parser = PossibleValuesParser::new(TrainingAge::WORDS))]
    age: String,
    /// What to train for
    #[arg(long, default_value = "general_health", value_parser = PossibleValuesParser::new(Goal::WORDS))]
    goal: String,
    /// Unit of loads
    #[arg(long, default_value = "kg", value_parser = PossibleValuesParser::new(MassUnit::WORDS))]
    units: String,
    /// Time zone, such as Europe/Berlin [default: that of this machine]
    #[arg(long)]
    zone: Option<String>,
    #[command(flatten)]
    password: NewPassword,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    match &args.verb {
        None | Some(Verb::List) => list(ctx),
        Some(Verb::Create(new)) => create(new, ctx),
        Some(Verb::Password { old_file, new }) => {
            let account = ctx.on_store(async |app| account::named(app, args.who.login.as_deref()).await)?;
            let old = secret::known(old_file.as_deref(), ctx)?;
            let new = new.read(ctx)?;
            ctx.on_store(async |app| account::change_password(app, account, &old, &new, None).await)?;
            said("account-password-changed", &[], ctx)
        }
        Some(Verb::Invite { roles }) => {
            // clap has checked the words.
            let roles = roles.iter().filter_map(|role| role.parse().ok()).collect();
            let made = ctx.on_store(async |app| link::invite(app, Operator::Machine, roles).await)?;
            told_link("account-invited", "join", &made, ctx)
        }
        Some(Verb::Reset { login, new }) if !new.is_given() => {
            let made = ctx.on_store(async |app| link::to_reset(app, Operator::Machine, login).await)?;
            told_link("account-reset-link", "reset", &made, ctx)
        }
        Some(Verb::Reset { login, new }) => {
            let new = new.read(ctx)?;
            ctx.on_store(async |app| admin::reset_password(app, Operator::Machine, login, &new).await)?;
            said("account-password-changed", &[], ctx)
        }
        Some(Verb::Roles { login, roles }) => {
            // clap has checked the words.
            let roles: BTreeSet<AccountRole> = roles.iter().filter_map(|role| role.parse().ok()).collect();
            change(login, AccountChange { roles: Some(roles), ..AccountChange::default() }, ctx)
        }
        Some(Verb::Disable { login }) => change(login, of_state(AccountState::Disabled), ctx),
        Some(Verb::Enable { login }) => change(login, of_state(AccountState::Active), ctx),
        Some(Verb::Delete { login, confirm }) => {
            let words = Words::new(ctx.output.lang);
            let question = words.text_with("ask-delete", [("login", login.as_str().into())]);
            let typed = secret::confirmation(confirm.as_deref(), &question, ctx)?;
            ctx.on_store(async |app| admin::delete(app, Operator::Machine, login, &typed).await)?;
            said("account-deleted", &[login], ctx)
        }
    }
}

fn create(args: &Create, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let mut roles = BTreeSet::new();
    for (is_wanted, role) in [
        (!args.no_athlete, AccountRole::Athlete),
        (args.coach, AccountRole::Coach),
        (args.admin, AccountRole::Administrator),
    ] {
        if is_wanted {
            roles.insert(role);
        }
    }
    // The login is refused before a password is asked for.
    account::login(&args.login)?;
    let profile = if args.no_athlete { None } else { Some(profile(args)?) };
    let new = NewAccount {
        login: args.login.clone(),
        account: Account {
            display_name: args.name.clone().unwrap_or_else(|| args.login.clone()),
            password: None,
            roles,
            locale: Language::Auto,
            last_seen_day: None,
            deleted_at: None,
        },
        profile,
    };
    let password = args.password.read(ctx)?;
    let (id, _) = ctx.on_new_store(async |app| account::register(app, new, &password).await)?;
    let all = ctx.on_store(async |app| admin::list(app, Operator::Machine).await)?;
    let made: Vec<Listed> = all.into_iter().filter(|row| row.id == id).collect();
    ctx.output.show(&made.first(), |lang| {
        let words = Words::new(lang);
        let next = if args.no_athlete { "account-next-coach" } else { "account-next" };
        format!("{}\n{}", table(&made, lang), paragraph(&words.text(next), 0))
    })
}

fn profile(args: &Create) -> Result<Profile, Problem> {
    let system = jiff::tz::TimeZone::system();
    let zone = args.zone.as_deref().or(system.iana_name()).unwrap_or("UTC");
    let zone = Zone::new(zone).map_err(|_| {
        let expected = "a time zone, such as Europe/Berlin";
        domain::law::Invalid::of(domain::error::ErrorCode::BadValue, "--zone", zone, expected)
    })?;
    // clap has checked the words.
    let age = args.age.parse().unwrap_or(TrainingAge::Beginner);
    let goal = args.goal.parse().unwrap_or(Goal::GeneralHealth);
    let units = args.units.parse().unwrap_or(MassUnit::Kg);
    Ok(Profile::new(age, goal, units, zone))
}

fn list(ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let rows = ctx.on_store(async |app| admin::list(app, Operator::Machine).await)?;
    ctx.output.show(&rows, |lang| {
        if rows.is_empty() {
            return format!("{}\n", Words::new(lang).text("account-none"));
        }
        table(&rows, lang)
    })
}

/// The change of its state alone.
fn of_state(state: AccountState) -> AccountChange {
    AccountChange { state: Some(state), ..AccountChange::default() }
}

fn change(login: &str, change: AccountChange, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let row = ctx.on_store(async |app| admin::change(app, Operator::Machine, login, &change, None).await)?;
    ctx.output.show(&row, |lang| table(std::slice::from_ref(&row), lang))
}

fn table(rows: &[Listed], lang: Locale) -> String {
    let words = Words::new(lang);
    let mut table = Table::new([Column::Left, Column::Rest, Column::Most(14), Column::Left, Column::Left]);
    table.row(words.texts([
        "account-column-login",
        "account-column-name",
        "account-column-roles",
        "account-column-state",
        "account-column-seen",
    ]));
    for row in rows {
        table.row([
            row.login.clone(),
            if row.display_name == row.login { "–".to_owned() } else { row.display_name.clone() },
            words.words("role", &row.roles),
            words.word("account_state", &row.state),
            row.last_seen_day.map_or_else(|| "–".to_owned(), |day| day.to_string()),
        ]);
    }
    table.to_string()
}

/// A link is told in full: whoever asks for it passes it on.
fn told_link(id: &'static str, page: &str, made: &Link, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let link = format!("{}/{page}?code={}", ctx.url()?, made.code);
    let value = json!({ "link": link, "code": made.code, "ends_at": made.ends_at });
    ctx.output.show(&value, |lang| {
        let words = Words::new(lang);
        format!("{}\n{link}\n", words.text_with(id, [("ends", made.ends_at.to_string().into())]))
    })
}

fn said(id: &'static str, logins: &[&String], ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let login = logins.first().map(|login| login.as_str()).unwrap_or_default();
    let facts = json!({ "done": id.trim_start_matches("account-"), "login": logins.first() });
    ctx.output.show(&facts, |lang| format!("{}\n", Words::new(lang).text_with(id, [("login", login.into())])))
}
