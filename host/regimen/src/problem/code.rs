//! Every kind of error: its stable name, the rule behind it, and how HTTP and the shell see it (GL-4).

use assistant::failure::FailureCode;
use domain::{error::ErrorCode, spec::SpecId};

/// GL-4: what the exit status of a command says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// Whatever has no status of its own, a check with findings too.
    Failure = 1,
    /// The input, the settings or the command line cannot be used.
    BadInput = 2,
    /// A proved "no", or not enough data.
    No = 3,
    /// The budget of attempts is exhausted.
    Exhausted = 4,
    /// A question stays open.
    OpenQuestion = 5,
    /// A defect of the program.
    Internal = 70,
}

impl Exit {
    /// All of them, by number.
    pub const ALL: &[Self] = &[
        Self::Done,
        Self::Failure,
        Self::BadInput,
        Self::No,
        Self::Exhausted,
        Self::OpenQuestion,
        Self::Internal,
    ];

    /// The number the process leaves with.
    pub const fn status(self) -> u8 {
        self as u8
    }

    /// A short line for the manual.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failure => "failed for another reason, or a check has findings",
            Self::BadInput => "the command line, a setting or the input is wrong",
            Self::No => "the answer is a proved \"no\", or there is not enough data",
            Self::Exhausted => "the budget of attempts is exhausted",
            Self::OpenQuestion => "a question stays open",
            Self::Internal => "a defect of the program",
        }
    }
}

/// One kind of error: its stable name, the rule behind it, and how HTTP and the shell see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// The name that clients compare and people search for.
    pub name: &'static str,
    /// The rule that is broken.
    pub spec: SpecId,
    /// The HTTP status.
    pub status: u16,
    /// The exit status of the command line.
    pub exit: Exit,
}

impl Code {
    const fn new(name: &'static str, spec: &str, status: u16, exit: Exit) -> Self {
        Self { name, spec: SpecId::new(spec), status, exit }
    }

    /// The code under which an engine refuses a value.
    pub const fn of(code: ErrorCode) -> Self {
        let (status, exit) = match code {
            ErrorCode::TrainingPaused => (409, Exit::No),
            ErrorCode::NoSafeExercise => (422, Exit::No),
            ErrorCode::UnknownTemplate | ErrorCode::NotFound => (404, Exit::BadInput),
            ErrorCode::NotYourAthlete => (403, Exit::BadInput),
            ErrorCode::PlanArchived
            | ErrorCode::InvalidSessionState
            | ErrorCode::VersionTaken
            | ErrorCode::StaleChange
            | ErrorCode::StaleProposal
            | ErrorCode::ProposalNotOpen
            | ErrorCode::ConflictResolved
            | ErrorCode::InvalidSlotState
            | ErrorCode::GateOpen => (409, Exit::BadInput),
            _ => (422, Exit::BadInput),
        };
        Self { name: code.as_str(), spec: code.spec(), status, exit }
    }
}

/// The code of this name: of the program itself, of an engine, or of the session flow.
pub fn named(name: &str) -> Option<Code> {
    let engines = ErrorCode::ALL.iter().map(|code| Code::of(*code));
    let flow = FailureCode::ALL.iter().map(|failure| super::flow::code(*failure));
    CODES.iter().copied().chain(engines).chain(flow).find(|code| code.name == name)
}

/// The command line is not understood.
pub const USAGE: Code = Code::new("usage", "GL-10", 400, Exit::BadInput);
/// No public document has this name.
pub const UNKNOWN_DOCUMENT: Code = Code::new("unknown_document", "GL-10", 404, Exit::BadInput);
/// Nothing in the catalogue has this key or name.
pub const UNKNOWN_ENTRY: Code = Code::new("unknown_entry", "GL-10", 404, Exit::BadInput);
/// No setting has this name.
pub const UNKNOWN_SETTING: Code = Code::new("unknown_setting", "GL-4", 422, Exit::BadInput);
/// A setting has a value it cannot have.
pub const BAD_SETTING: Code = Code::new("bad_setting", "GL-4", 422, Exit::BadInput);
/// A setting is given twice by sources of the same rank.
pub const AMBIGUOUS_SETTING: Code = Code::new("ambiguous_setting", "GL-4", 422, Exit::BadInput);
/// The settings file is not TOML.
pub const MALFORMED_FILE: Code = Code::new("malformed_file", "GL-4", 400, Exit::BadInput);
/// What was given as a document is not JSON.
pub const MALFORMED_JSON: Code = Code::new("malformed_json", "GL-4", 400, Exit::BadInput);
/// What was given as a document is not YAML.
pub const MALFORMED_YAML: Code = Code::new("malformed_yaml", "GL-4", 400, Exit::BadInput);
/// A document is JSON or YAML, but has an unknown field, lacks one, or holds a value of another kind.
pub const INVALID_DOCUMENT: Code = Code::new("invalid_document", "GL-4", 422, Exit::BadInput);
/// A file that was named cannot be read.
pub const UNREADABLE_FILE: Code = Code::new("unreadable_file", "GL-4", 422, Exit::BadInput);
/// SO-10: nothing is left to choose from.
pub const NO_SAFE_EXERCISE: Code = Code::of(ErrorCode::NoSafeExercise);
/// GL-5: somebody has edited it since.
pub const STALE_REVISION: Code = Code::new("stale_revision", "GL-5", 412, Exit::BadInput);
/// GL-6: an instant more than a day ahead of the clock here.
pub const FUTURE_INSTANT: Code = Code::new("future_instant", "GL-6", 422, Exit::BadInput);
/// AC-2: there is no account yet.
pub const NOT_SET_UP: Code = Code::new("not_set_up", "AC-2", 503, Exit::BadInput);
/// There is no session that could be meant.
pub const NO_SESSION: Code = Code::new("no_session", "PV-5", 404, Exit::BadInput);
/// An exercise of the catalogue is not in the session.
pub const NOT_IN_SESSION: Code = Code::new("not_in_session", "PV-3", 404, Exit::BadInput);
/// A part of a name fits several exercises.
pub const AMBIGUOUS_EXERCISE: Code = Code::new("ambiguous_exercise", "GL-4", 422, Exit::BadInput);
/// PR-8: no suggestion that waits has this number or id.
pub const UNKNOWN_SUGGESTION: Code = Code::new("unknown_suggestion", "PR-8", 404, Exit::BadInput);
/// GL-8: what was done in a session is not skipped away.
pub const SETS_LOGGED: Code = Code::new("sets_logged", "GL-8", 409, Exit::BadInput);
/// A demo is made in an empty place only.
pub const DEMO_THERE: Code = Code::new("demo_there", "GL-8", 409, Exit::BadInput);
/// Several accounts have an athlete, and none was named.
pub const WHOSE: Code = Code::new("whose", "GL-7", 422, Exit::BadInput);
/// No job has this name.
pub const UNKNOWN_JOB: Code = Code::new("unknown_job", "GL-10", 404, Exit::BadInput);
/// days in the wrong order, or too many of them.
pub const BAD_RANGE: Code = Code::new("bad_range", "A-35", 400, Exit::BadInput);
/// no figure has this name.
pub const UNKNOWN_METRIC: Code = Code::new("unknown_metric", "A-35", 400, Exit::BadInput);
/// what only those who run the installation see.
pub const OPERATOR_ONLY: Code = Code::new("operator_only", "A-35", 403, Exit::BadInput);
/// no table has this name.
pub const UNKNOWN_EXPORT: Code = Code::new("unknown_export", "A-25", 404, Exit::BadInput);
/// a chart that there is not.
pub const UNKNOWN_CHART: Code = Code::new("unknown_chart", "A-35", 404, Exit::BadInput);
/// a week that is not over, or before the athlete came.
pub const NO_REPORT: Code = Code::new("no_report", "A-35", 404, Exit::BadInput);
/// P-48: too little was reported, or missed, to learn from.
pub const TOO_FEW_ROWS: Code = Code::new("too_few_rows", "P-48", 409, Exit::No);
/// AC-1: the account may not be used.
pub const ACCOUNT_DISABLED: Code = Code::new("account_disabled", "AC-1", 403, Exit::BadInput);
/// AC-1: that takes a role that the account does not have.
pub const ROLE_NEEDED: Code = Code::new("role_needed", "AC-1", 403, Exit::BadInput);
/// AC-4: a password that is easily guessed.
pub const WEAK_PASSWORD: Code = Code::new("weak_password", "AC-4", 422, Exit::BadInput);
/// AC-2: there is no password, and nobody to ask for it.
pub const NO_PASSWORD: Code = Code::new("no_password", "AC-2", 422, Exit::BadInput);
/// AC-4: login and password do not belong together.
pub const WRONG_PASSWORD: Code = Code::new("wrong_password", "AC-4", 401, Exit::BadInput);
/// AC-11: nobody would be left who administers.
pub const LAST_ADMINISTRATOR: Code = Code::new("last_administrator", "AC-11", 409, Exit::BadInput);
/// AC-12: what cannot be undone was not confirmed.
pub const NOT_CONFIRMED: Code = Code::new("not_confirmed", "AC-12", 422, Exit::BadInput);
/// AC-12: an account without a password, whose sign-in is too long ago for this.
pub const SIGN_IN_ANEW: Code = Code::new("sign_in_anew", "AC-12", 403, Exit::BadInput);
/// EX-1: something else needs it.
pub const IN_USE: Code = Code::new("in_use", "EX-1", 409, Exit::BadInput);
/// NT-8: nothing is known of who eats.
pub const NOT_EATING: Code = Code::new("nutrition_not_set_up", "NT-8", 422, Exit::BadInput);
/// ML-1: there is no meal plan, or none for these days.
pub const NO_MEAL_PLAN: Code = Code::new("no_meal_plan", "ML-1", 404, Exit::BadInput);
/// ML-3: a recipe holds what the athlete must not eat.
pub const UNSAFE_RECIPE: Code = Code::new("unsafe_recipe", "ML-3", 422, Exit::BadInput);
/// AC-5: nobody is signed in.
pub const SIGN_IN_NEEDED: Code = Code::new("sign_in_needed", "AC-5", 401, Exit::BadInput);
/// AC-7: a token that is unknown, mistyped, expired or revoked.
pub const TOKEN_INVALID: Code = Code::new("token_invalid", "AC-7", 401, Exit::BadInput);
/// AC-7: a token that does not allow this.
pub const SCOPE_NEEDED: Code = Code::new("scope_needed", "AC-7", 403, Exit::BadInput);
/// AC-7: what a token never allows.
pub const SESSION_NEEDED: Code = Code::new("session_needed", "AC-7", 403, Exit::BadInput);
/// AC-9: an account without an athlete did not say for whom it acts.
pub const WHICH_ATHLETE: Code = Code::new("which_athlete", "AC-9", 422, Exit::BadInput);
/// AC-6: a request that another site made in somebody's name.
pub const CROSS_SITE: Code = Code::new("cross_site", "AC-6", 403, Exit::BadInput);
/// AC-5: signing in over an open line.
pub const HTTPS_NEEDED: Code = Code::new("https_needed", "AC-5", 403, Exit::BadInput);
/// AC-8: too many failed tries.
pub const TOO_MANY_ATTEMPTS: Code = Code::new("too_many_attempts", "AC-8", 429, Exit::BadInput);
/// AC-2: there is an account already.
pub const ALREADY_SET_UP: Code = Code::new("already_set_up", "AC-2", 409, Exit::BadInput);
/// AC-3: a link that is unknown, used or over.
pub const LINK_INVALID: Code = Code::new("link_invalid", "AC-3", 410, Exit::BadInput);
/// AC-3: nobody may make an account by themselves.
pub const SIGN_UP_CLOSED: Code = Code::new("sign_up_closed", "AC-3", 403, Exit::BadInput);
/// AC-7: more tokens than an account may have.
pub const TOO_MANY_TOKENS: Code = Code::new("too_many_tokens", "AC-7", 409, Exit::BadInput);
/// AC-10: there is no identity provider to sign in at.
pub const OIDC_OFF: Code = Code::new("oidc_off", "AC-10", 404, Exit::BadInput);
/// AC-10: a setting needs a program that was built with more.
pub const NOT_BUILT_IN: Code = Code::new("not_built_in", "AC-10", 422, Exit::BadInput);
/// AC-10: a setting needs another one.
pub const SETTING_NEEDED: Code = Code::new("setting_needed", "AC-10", 422, Exit::BadInput);
/// AC-10: the identity provider does not answer.
pub const OIDC_UNAVAILABLE: Code = Code::new("oidc_unavailable", "AC-10", 503, Exit::Failure);
/// AC-10: a sign-in that this browser did not begin, that was used, or that took too long.
pub const OIDC_STATE_INVALID: Code = Code::new("oidc_state_invalid", "AC-10", 400, Exit::BadInput);
/// AC-10: the identity provider did not sign the person in.
pub const OIDC_REFUSED: Code = Code::new("oidc_refused", "AC-10", 403, Exit::BadInput);
/// AC-10: the identity provider gave no token that proves who somebody is.
pub const OIDC_TOKEN_INVALID: Code = Code::new("oidc_token_invalid", "AC-10", 401, Exit::BadInput);
/// AC-10: somebody who is in none of the groups that may sign in.
pub const OIDC_GROUP_NEEDED: Code = Code::new("oidc_group_needed", "AC-10", 403, Exit::BadInput);
/// AC-10: somebody who is linked to no account, and none is made.
pub const NO_ACCOUNT: Code = Code::new("no_account", "AC-10", 403, Exit::BadInput);
/// AC-10: the only way that an account can sign in.
pub const LAST_SIGN_IN: Code = Code::new("last_sign_in", "AC-10", 409, Exit::BadInput);
/// AC-10: somebody who is linked to another account.
pub const IDENTITY_TAKEN: Code = Code::new("identity_taken", "AC-10", 409, Exit::BadInput);
/// L-36: the plan has changed since the draft was made.
pub const STALE_DRAFT: Code = Code::new("stale_draft", "L-36", 409, Exit::BadInput);
/// L-36: a set that the workout does not have.
pub const SET_UNKNOWN: Code = Code::new("set_unknown", "L-36", 422, Exit::BadInput);
/// L-37: there is no Strava to connect to.
pub const STRAVA_OFF: Code = Code::new("strava_off", "L-37", 404, Exit::BadInput);
/// L-37: the athlete has not connected Strava.
pub const STRAVA_NOT_CONNECTED: Code = Code::new("strava_not_connected", "L-37", 409, Exit::BadInput);
/// L-37: Strava does not know the athlete's tokens any more.
pub const STRAVA_RECONNECT: Code = Code::new("reconnect_required", "L-37", 409, Exit::BadInput);
/// L-37: Strava wants to be left alone for a while.
pub const STRAVA_PAUSED: Code = Code::new("strava_paused", "L-37", 429, Exit::Failure);
/// L-37: somebody else renews the tokens right now.
pub const STRAVA_BUSY: Code = Code::new("strava_busy", "L-37", 503, Exit::Failure);
/// L-37: Strava does not answer, or not as it should.
pub const STRAVA_UNAVAILABLE: Code = Code::new("strava_unavailable", "L-37", 502, Exit::Failure);
/// L-37: a connection that this browser did not begin, that was used, or that took too long.
pub const OAUTH_STATE: Code = Code::new("oauth_state", "L-37", 400, Exit::BadInput);
/// L-37: the athlete did not allow activities to be read.
pub const OAUTH_SCOPE: Code = Code::new("oauth_scope", "L-37", 400, Exit::BadInput);
/// D-21: more messages than are read.
pub const RATE_LIMITED: Code = Code::new("rate_limited", "D-21", 429, Exit::Failure);
/// D-21: a message that is too long.
pub const MESSAGE_TOO_LONG: Code = Code::new("message_too_long", "D-21", 413, Exit::BadInput);
/// D-23: nothing was kept; the message may be sent again.
pub const NOT_SAVED: Code = Code::new("not_saved", "D-23", 503, Exit::Failure);
/// D-7: a report of a day that is to come.
pub const FUTURE_DATE: Code = Code::new("future_date", "D-7", 422, Exit::BadInput);
/// GL-5: a key that was used for another request.
pub const IDEMPOTENCY_MISMATCH: Code = Code::new("idempotency_mismatch", "GL-5", 422, Exit::BadInput);
/// GL-5: a revision was named of what has none.
pub const NO_REVISION: Code = Code::new("no_revision", "GL-5", 422, Exit::BadInput);
/// GL-5: the first request with this key has not been answered yet.
pub const STILL_AT_WORK: Code = Code::new("still_at_work", "GL-5", 409, Exit::BadInput);
/// AC-7: the answer held a secret that is shown once, so it is not given again.
pub const SHOWN_ONCE: Code = Code::new("shown_once", "AC-7", 409, Exit::BadInput);
/// GL-5: more lines of an account that wait for changes than the server keeps open.
pub const TOO_MANY_STREAMS: Code = Code::new("too_many_streams", "GL-5", 429, Exit::BadInput);
/// GL-4: a query that cannot be read.
pub const MALFORMED_QUERY: Code = Code::new("malformed_query", "GL-4", 400, Exit::BadInput);
/// GL-4: a body that breaks off, or is not sent as HTTP says.
pub const BROKEN_BODY: Code = Code::new("broken_body", "GL-4", 400, Exit::BadInput);
/// GL-4: a body that is larger than is taken.
pub const TOO_LARGE: Code = Code::new("too_large", "GL-4", 413, Exit::BadInput);
/// MF-6: a meal problem of the same athlete is being solved.
pub const SOLVE_RUNNING: Code = Code::new("solve_running", "MF-6", 409, Exit::BadInput);
/// MF-4: an address that is not asked.
pub const FETCH_REFUSED: Code = Code::new("fetch_refused", "MF-4", 422, Exit::BadInput);
/// MF-4: a page that cannot be had.
pub const FETCH_FAILED: Code = Code::new("fetch_failed", "MF-4", 502, Exit::Failure);
/// GL-4: a body of another kind.
pub const MEDIA_TYPE: Code = Code::new("media_type", "GL-4", 415, Exit::BadInput);
/// GL-10: nothing is served under this path.
pub const NO_SUCH_CALL: Code = Code::new("no_such_call", "GL-10", 404, Exit::BadInput);
/// GL-10: the path is served, but not by this method.
pub const METHOD_NOT_ALLOWED: Code = Code::new("method_not_allowed", "GL-10", 405, Exit::BadInput);
/// GL-4: more requests than the server can serve.
pub const OVERLOADED: Code = Code::new("overloaded", "GL-4", 503, Exit::Failure);
/// GL-4: a request that took longer than the server waits.
pub const TOO_SLOW: Code = Code::new("too_slow", "GL-4", 503, Exit::Failure);
/// The address to listen on cannot be had.
pub const ADDRESS_TAKEN: Code = Code::new("address_taken", "GL-4", 500, Exit::Failure);
/// Somebody else holds the database longer than one waits.
pub const STORE_BUSY: Code = Code::new("store_busy", "GL-8", 503, Exit::Failure);
/// There is no space left to write to.
pub const STORE_FULL: Code = Code::new("store_full", "GL-8", 507, Exit::Failure);
/// The database does not answer.
pub const STORE_UNREACHABLE: Code = Code::new("store_unreachable", "GL-8", 503, Exit::Failure);
/// The database server lets nobody in by this address, or to do this.
pub const STORE_REFUSED: Code = Code::new("store_refused", "GL-8", 503, Exit::Failure);
/// The database was written by a newer program.
pub const STORE_NEWER: Code = Code::new("store_newer", "GL-8", 503, Exit::Failure);
/// A stored row cannot be read.
pub const STORE_DAMAGED: Code = Code::new("store_damaged", "GL-8", 500, Exit::Failure);
/// The database itself is torn.
pub const STORE_TORN: Code = Code::new("store_torn", "GL-8", 500, Exit::Failure);
/// Nothing is kept where somebody looks.
pub const NOTHING_HERE: Code = Code::new("nothing_here", "GL-8", 404, Exit::BadInput);
/// The backup before a change of the schema cannot be made.
pub const NO_BACKUP: Code = Code::new("no_backup", "GL-8", 503, Exit::Failure);
/// A backup is not whole, was changed, or is something else.
pub const BACKUP_BROKEN: Code = Code::new("backup_broken", "GL-8", 422, Exit::BadInput);
/// Where something is to be restored is something already.
pub const PLACE_NOT_EMPTY: Code = Code::new("place_not_empty", "GL-8", 409, Exit::BadInput);
/// A file that is to be new is there already.
pub const FILE_EXISTS: Code = Code::new("file_exists", "GL-8", 409, Exit::BadInput);
/// What was read back is not what was written.
pub const RESTORE_DIFFERS: Code = Code::new("restore_differs", "GL-8", 500, Exit::Failure);
/// Output cannot be written.
pub const WRITE_FAILED: Code = Code::new("write_failed", "GL-4", 500, Exit::Failure);
/// A defect: the program stopped where it should not. [`super::Problem::defect`] makes it, so that no fact is forgotten.
pub(super) const INTERNAL: Code = Code::new("internal", "GL-4", 500, Exit::Internal);

/// Every code of the program itself; those of the engines are [`ErrorCode`]s. Each has a text in every language.
pub const CODES: &[Code] = &[
    USAGE,
    UNKNOWN_DOCUMENT,
    UNKNOWN_ENTRY,
    UNKNOWN_SETTING,
    BAD_SETTING,
    AMBIGUOUS_SETTING,
    MALFORMED_FILE,
    MALFORMED_JSON,
    MALFORMED_YAML,
    INVALID_DOCUMENT,
    UNREADABLE_FILE,
    STALE_REVISION,
    FUTURE_INSTANT,
    NOT_SET_UP,
    NO_SESSION,
    NOT_IN_SESSION,
    AMBIGUOUS_EXERCISE,
    UNKNOWN_SUGGESTION,
    SETS_LOGGED,
    DEMO_THERE,
    WHOSE,
    UNKNOWN_JOB,
    BAD_RANGE,
    UNKNOWN_METRIC,
    OPERATOR_ONLY,
    UNKNOWN_EXPORT,
    UNKNOWN_CHART,
    NO_REPORT,
    TOO_FEW_ROWS,
    ACCOUNT_DISABLED,
    ROLE_NEEDED,
    WEAK_PASSWORD,
    NO_PASSWORD,
    WRONG_PASSWORD,
    LAST_ADMINISTRATOR,
    NOT_CONFIRMED,
    SIGN_IN_ANEW,
    IN_USE,
    NOT_EATING,
    NO_MEAL_PLAN,
    UNSAFE_RECIPE,
    SIGN_IN_NEEDED,
    TOKEN_INVALID,
    SCOPE_NEEDED,
    SESSION_NEEDED,
    WHICH_ATHLETE,
    CROSS_SITE,
    HTTPS_NEEDED,
    TOO_MANY_ATTEMPTS,
    ALREADY_SET_UP,
    LINK_INVALID,
    SIGN_UP_CLOSED,
    TOO_MANY_TOKENS,
    RATE_LIMITED,
    MESSAGE_TOO_LONG,
    NOT_SAVED,
    FUTURE_DATE,
    OIDC_OFF,
    NOT_BUILT_IN,
    SETTING_NEEDED,
    OIDC_UNAVAILABLE,
    OIDC_STATE_INVALID,
    OIDC_REFUSED,
    OIDC_TOKEN_INVALID,
    OIDC_GROUP_NEEDED,
    NO_ACCOUNT,
    IDENTITY_TAKEN,
    LAST_SIGN_IN,
    STALE_DRAFT,
    SET_UNKNOWN,
    STRAVA_OFF,
    STRAVA_NOT_CONNECTED,
    STRAVA_RECONNECT,
    STRAVA_PAUSED,
    STRAVA_BUSY,
    STRAVA_UNAVAILABLE,
    OAUTH_STATE,
    OAUTH_SCOPE,
    IDEMPOTENCY_MISMATCH,
    NO_REVISION,
    STILL_AT_WORK,
    SHOWN_ONCE,
    TOO_MANY_STREAMS,
    MALFORMED_QUERY,
    BROKEN_BODY,
    TOO_LARGE,
    MEDIA_TYPE,
    NO_SUCH_CALL,
    METHOD_NOT_ALLOWED,
    OVERLOADED,
    TOO_SLOW,
    ADDRESS_TAKEN,
    STORE_BUSY,
    STORE_FULL,
    STORE_UNREACHABLE,
    STORE_REFUSED,
    STORE_NEWER,
    STORE_DAMAGED,
    STORE_TORN,
    NOTHING_HERE,
    NO_BACKUP,
    BACKUP_BROKEN,
    PLACE_NOT_EMPTY,
    FILE_EXISTS,
    RESTORE_DIFFERS,
    WRITE_FAILED,
    INTERNAL,
];
