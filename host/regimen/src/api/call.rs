//! One request at work: who asks, from where, in which language, and what was sent.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, Path, Query},
    http::{HeaderMap, header, request::Parts},
};
use domain::{
    id::Id,
    person::{Account as AccountId, Athlete},
};
use serde::de::DeserializeOwned;
use serde_path_to_error::{Segment, Track};
use uuid::Uuid;

use super::{Server, endpoint::Input, origin::Origin};
use crate::{
    problem::{MALFORMED_QUERY, Problem, document, reading, strict::Strict},
    service::{
        access::{Means, Visitor, secret::Secret, sign_in_needed},
        account::admin::Operator,
        app::{App, Caller, not_found},
        profile::Language,
    },
    texts::{Fact, Locale},
};

/// By which a coach says for whom they act.
pub(super) const ATHLETE: &str = "regimen-athlete";

/// One request at work.
#[derive(Clone)]
pub struct Call {
    /// The server.
    pub server: Arc<Server>,
    /// Who asks, if they are known.
    pub visitor: Option<Visitor>,
    /// From where.
    pub origin: Origin,
    /// The family of the browser.
    pub agent: String,
    /// Whether one of our own pages asks, or the person by themselves (AC-6).
    pub is_own: bool,
    /// What the browser keeps while somebody signs in at an identity provider (AC-10).
    pub away: Option<Secret>,
    /// Whether a workout is wanted as YAML alone (L-1).
    pub wants_yaml: bool,
    /// Whether a person looks at what is answered.
    pub wants_page: bool,
    /// The language of what is answered.
    pub lang: Locale,
    /// The revision that the caller thinks is in force, by `If-Match` (GL-5).
    pub revision: Option<i64>,
    /// For whom the caller acts, if not for themselves.
    pub athlete: Option<Id<Athlete>>,
}

/// What was sent.
#[derive(Debug)]
pub(crate) struct Request {
    /// All but the body.
    pub parts: Parts,
    /// The body.
    pub body: Vec<u8>,
    pub(crate) path: PathFields,
}

/// What the path names, as the router found it.
#[derive(Debug)]
pub(crate) struct PathFields(pub(super) Vec<(String, String)>);

impl Call {
    /// The program.
    pub fn app(&self) -> &App {
        &self.server.app
    }

    /// Who asks.
    pub fn visitor(&self) -> Result<&Visitor, Problem> {
        self.visitor.as_ref().ok_or_else(sign_in_needed)
    }

    /// The account that asks.
    pub fn account(&self) -> Result<Id<AccountId>, Problem> {
        Ok(self.visitor()?.account)
    }

    /// Who asks, and for whom.
    pub fn caller(&self) -> Result<Caller, Problem> {
        self.visitor()?.caller(self.athlete)
    }

    /// Who administers.
    pub fn operator(&self) -> Result<Operator, Problem> {
        Ok(Operator::Account(self.account()?))
    }

    /// The revision that an edit is meant for: what the header says counts before what the body says (GL-5).
    pub fn expects(&self, told: Option<i64>) -> Option<i64> {
        self.revision.or(told)
    }

    /// The address of a path of this server, as people and other servers know it.
    pub fn own_url(&self, path: &str) -> String {
        let own = self.server.options.public_url.clone();
        let own = own.unwrap_or_else(|| {
            let scheme = if self.origin.is_secure { "https" } else { "http" };
            format!("{scheme}://{}", self.origin.host)
        });
        format!("{own}{path}")
    }

    /// The session of the browser that asks.
    pub fn session(&self) -> Option<Uuid> {
        match self.visitor.as_ref()?.means {
            Means::Session(id) => Some(id),
            Means::Token { .. } => None,
        }
    }
}

impl Request {
    /// Reads what the call takes; what cannot be read names the field (GL-4).
    pub(crate) fn input<P, Q, B>(&self) -> Result<Input<P, Q, B>, Problem>
    where
        P: DeserializeOwned,
        Q: DeserializeOwned,
        B: DeserializeOwned,
    {
        let path = self.path.read()?;
        Ok(Input { path, query: read_query(&self.parts)?, body: read_body(&self.body)? })
    }
}

impl PathFields {
    /// What the router found in the path.
    pub(crate) async fn of(parts: &mut Parts) -> Self {
        let found = Path::<Vec<(String, String)>>::from_request_parts(parts, &()).await;
        Self(found.map(|found| found.0).unwrap_or_default())
    }

    /// A path that names something which cannot be is like one that names something which is not (GL-7).
    fn read<P: DeserializeOwned>(&self) -> Result<P, Problem> {
        let text: Vec<_> = self.0.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        let uri = format!("/?{}", text.join("&")).parse();
        let read = uri.ok().and_then(|uri| Query::<P>::try_from_uri(&uri).ok());
        read.map(|read| read.0).ok_or_else(|| {
            let named = self.0.last().map(|(_, value)| value.as_str()).unwrap_or_default();
            not_found("path", named)
        })
    }
}

/// A text as it may stand in a query.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

fn read_query<Q: DeserializeOwned>(parts: &Parts) -> Result<Q, Problem> {
    Query::<Q>::try_from_uri(&parts.uri).map(|query| query.0).map_err(|error| {
        let said = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
        let asked = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri).map(|query| query.0);
        let asked = asked.unwrap_or_default();
        // What is said of a value begins with its name.
        let named = asked.iter().find_map(|(name, value)| {
            let about = said.strip_prefix(name.as_str())?.strip_prefix(": ")?;
            Some((name, value, about))
        });
        let problem = match named {
            None => document::invalid(&said),
            Some((name, value, about)) => match reading::wanted(value, about) {
                Some(wanted) => Problem::new(MALFORMED_QUERY)
                    .fact("field", name.as_str())
                    .fact("found", value.as_str())
                    .fact("expected", Fact::word("json", wanted)),
                None => document::invalid(about),
            }
            .at(format!("/{name}")),
        };
        problem.fact("document", "query").fact("file", Fact::word("part", "query")).fact("line", 0_u32)
    })
}

fn read_body<B: DeserializeOwned>(body: &[u8]) -> Result<B, Problem> {
    let body = if body.is_empty() { b"{}" } else { body };
    let mut track = Track::new();
    let mut reader = serde_json::Deserializer::from_slice(body);
    let read = B::deserialize(serde_path_to_error::Deserializer::new(Strict(&mut reader), &mut track));
    let read = read.and_then(|read| reader.end().map(|()| read));
    read.map_err(|error| {
        let pointer: String = track.path().iter().map(segment).collect();
        let found = serde_json::from_slice(body).ok().and_then(|body| text_at(&body, &pointer));
        let wanted = found.as_deref().and_then(|found| reading::wanted(found, &document::said(&error)));
        let problem = match found.zip(wanted) {
            Some((found, wanted)) => document::placed(document::unread(&found, wanted), &error, "body"),
            None => document::refusal(&error, "body"),
        };
        let problem = problem.fact("file", Fact::word("part", "body"));
        if pointer.is_empty() { problem } else { problem.at(pointer) }
    })
}

/// The text that stands there, if it is one.
fn text_at(body: &serde_json::Value, pointer: &str) -> Option<String> {
    Some(body.pointer(pointer)?.as_str()?.to_owned())
}

/// A step of a JSON pointer.
fn segment(segment: &Segment) -> String {
    match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Segment::Enum { variant } => format!("/{variant}"),
        Segment::Unknown => String::new(),
    }
}

/// The language to answer in: the one that the visitor chose, else the first that the device asks for.
pub(crate) fn language(visitor: Option<&Visitor>, headers: &HeaderMap) -> Locale {
    match visitor.map(|visitor| visitor.locale) {
        Some(Language::En) => Locale::En,
        Some(Language::Ru) => Locale::Ru,
        Some(Language::Auto) | None => asked(headers),
    }
}

fn asked(headers: &HeaderMap) -> Locale {
    let wanted =
        headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut best = (0.0, Locale::En);
    for part in wanted.split(',') {
        let (tag, weight) = part.split_once(";q=").unwrap_or((part, "1"));
        let weight: f32 = weight.trim().parse().unwrap_or(0.0);
        let language = tag.trim().split('-').next().unwrap_or_default();
        let known = match language.to_ascii_lowercase().as_str() {
            "en" => Locale::En,
            "ru" => Locale::Ru,
            _ => continue,
        };
        if weight > best.0 {
            best = (weight, known);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use schemars::JsonSchema;
    use serde::Deserialize;

    use super::*;

    #[test]
    fn gl_4_the_language_is_the_first_one_that_is_known() {
        for (asked_for, expected) in [
            ("", Locale::En),
            ("ru-RU,ru;q=0.9,en;q=0.8", Locale::Ru),
            ("de, ru;q=0.4, en;q=0.5", Locale::En),
            ("fr", Locale::En),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(asked_for));
            assert_eq!(asked(&headers), expected, "{asked_for}");
        }
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Sets {
        #[expect(dead_code, reason = "only its reading is of interest")]
        sets: Vec<Reps>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Reps {
        #[expect(dead_code, reason = "only its reading is of interest")]
        reps: u32,
    }

    #[test]
    fn gl_4_a_body_that_cannot_be_read_names_the_field() {
        let said = |body: &str| {
            let problem = read_body::<Sets>(body.as_bytes()).unwrap_err();
            (problem.code.name, problem.code.status, problem.pointer.unwrap_or_default())
        };
        assert_eq!(said("{"), ("malformed_json", 400, String::new()));
        assert_eq!(said("{\"sets\":[]} {}"), ("malformed_json", 400, String::new()));
        assert_eq!(
            said(r#"{"sets":[{"reps":1},{"reps":"x"}]}"#),
            ("invalid_document", 422, "/sets/1/reps".into())
        );
        assert_eq!(said(r#"{"sets":[{"rep":1}]}"#), ("invalid_document", 422, "/sets/0/rep".into()));
    }

    #[test]
    fn gl_4_a_list_is_not_taken_for_an_object_however_deep() {
        for (body, pointer) in [("[[]]", ""), (r#"{"sets":[{"reps":1},[2]]}"#, "/sets/1")] {
            let problem = read_body::<Sets>(body.as_bytes()).unwrap_err();
            assert_eq!(
                (problem.code.name, problem.pointer.as_deref().unwrap_or_default()),
                ("invalid_document", pointer)
            );
            let told = problem.object(Locale::En).detail;
            assert!(told.contains("a list stands where an object with named fields belongs"), "{told}");
        }
        assert!(read_body::<Vec<Reps>>(br#"[{"reps":1}]"#).is_ok(), "what is a list may be one");
    }
}
