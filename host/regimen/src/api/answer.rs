//! What a call gives: JSON, a text of another kind, or nothing; and problems as problem+json (GL-4).

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::Response,
};
use domain::digest::sha256;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::{problem::Problem, texts::Locale};

const JSON: &str = "application/json";

/// The kind of an answer that is events, as they come.
pub(super) const EVENTS: &str = "text/event-stream";

/// An answer, ready to be sent.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The kind of the body; none without a body.
    pub media: Option<String>,
    /// The body.
    pub body: Vec<u8>,
    /// More of the body, as it comes.
    pub live: Option<Body>,
    /// More headers.
    pub headers: HeaderMap,
    /// The revision of what it shows, where the body does not tell it.
    pub revision: Option<i64>,
}

/// What a handler may give.
pub trait Answers {
    /// The status of the answer.
    const STATUS: u16;
    /// The kind of its body.
    const MEDIA: Option<&'static str>;
    /// What the body is.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
    /// The answer itself.
    fn answer(self) -> Result<Answer, Problem>;
}

/// A value, as JSON.
#[derive(Debug)]
pub struct Shown<T>(pub T);

/// A value as JSON that is a part of what has this revision (GL-5).
#[derive(Debug)]
pub struct ShownOf<T>(pub i64, pub T);

/// A value that is new, as JSON.
#[derive(Debug)]
pub struct Made<T>(pub T);

/// Nothing but that it is done.
#[derive(Debug)]
pub struct Done;

/// Something to be kept as a file under a name.
#[derive(Debug)]
pub struct File {
    /// Its kind.
    pub media: &'static str,
    /// Its name.
    pub name: String,
    /// What is in it; text is UTF-8.
    pub content: Vec<u8>,
}

impl<T: Serialize + JsonSchema> Answers for Shown<T> {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some(JSON);

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn answer(self) -> Result<Answer, Problem> {
        Answer::json(Self::STATUS, &self.0)
    }
}

impl<T: Serialize + JsonSchema> Answers for ShownOf<T> {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some(JSON);

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn answer(self) -> Result<Answer, Problem> {
        Ok(Answer { revision: Some(self.0), ..Answer::json(Self::STATUS, &self.1)? })
    }
}

impl<T: Serialize + JsonSchema> Answers for Made<T> {
    const STATUS: u16 = 201;
    const MEDIA: Option<&'static str> = Some(JSON);

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn answer(self) -> Result<Answer, Problem> {
        Answer::json(Self::STATUS, &self.0)
    }
}

impl Answers for Done {
    const STATUS: u16 = 204;
    const MEDIA: Option<&'static str> = None;

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({})
    }

    fn answer(self) -> Result<Answer, Problem> {
        Ok(Answer::empty(Self::STATUS))
    }
}

impl Answers for File {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some("*/*");

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }

    fn answer(self) -> Result<Answer, Problem> {
        let end = if self.media.starts_with("text/") { "; charset=utf-8" } else { "" };
        let media = Some(format!("{}{end}", self.media));
        let mut answer = Answer { media, body: self.content, ..Answer::empty(Self::STATUS) };
        answer.set(header::CONTENT_DISPOSITION, &format!("attachment; filename=\"{}\"", self.name));
        Ok(answer)
    }
}

/// A value as JSON, or the YAML text that it holds where that is wanted alone (L-1).
#[derive(Debug)]
pub struct ShownOrYaml<T> {
    /// The value.
    pub value: T,
    /// The text, if it is wanted.
    pub yaml: Option<String>,
}

impl<T: Serialize + JsonSchema> Answers for ShownOrYaml<T> {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some(JSON);

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn answer(self) -> Result<Answer, Problem> {
        let Some(yaml) = self.yaml else { return Answer::json(Self::STATUS, &self.value) };
        let media = Some(format!("{}; charset=utf-8", super::gate::YAML[0]));
        Ok(Answer { media, body: yaml.into_bytes(), ..Answer::empty(Self::STATUS) })
    }
}

/// Sends a browser elsewhere.
#[derive(Debug)]
pub struct Redirect(pub String);

impl Answers for Redirect {
    const STATUS: u16 = 302;
    const MEDIA: Option<&'static str> = None;

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({})
    }

    fn answer(self) -> Result<Answer, Problem> {
        let mut answer = Answer::empty(Self::STATUS);
        answer.set(header::LOCATION, &self.0);
        Ok(answer)
    }
}

/// Events, as they come (server-sent events).
#[derive(Debug)]
pub struct Live(pub Body);

impl Answers for Live {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some(EVENTS);

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": { "event": { "type": "string" }, "data": { "type": "string" } },
        })
    }

    fn answer(self) -> Result<Answer, Problem> {
        let media = Self::MEDIA.map(str::to_owned);
        // A proxy that gathers an answer before it passes it on would keep events back until the last one.
        let headers = [(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"))];
        let headers = headers.into_iter().collect();
        Ok(Answer { media, headers, live: Some(self.0), ..Answer::empty(Self::STATUS) })
    }
}

/// Something to be kept as a file under a name, as it comes.
#[derive(Debug)]
pub struct Streamed {
    /// Its kind.
    pub media: &'static str,
    /// Its name.
    pub name: String,
    /// What is in it, in UTF-8.
    pub content: Body,
}

impl Answers for Streamed {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some("*/*");

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }

    fn answer(self) -> Result<Answer, Problem> {
        let empty = File { media: self.media, name: self.name, content: Vec::new() };
        Ok(Answer { live: Some(self.content), ..empty.answer()? })
    }
}

/// An answer that a handler made by hand, which says of itself only what kind of value it holds.
#[derive(Debug)]
pub struct With<A>(pub A, pub Vec<(HeaderName, String)>);

impl<A: Answers> Answers for With<A> {
    const STATUS: u16 = A::STATUS;
    const MEDIA: Option<&'static str> = A::MEDIA;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        A::schema(generator)
    }

    fn answer(self) -> Result<Answer, Problem> {
        let mut answer = self.0.answer()?;
        for (name, value) in self.1 {
            answer.set(name, &value);
        }
        Ok(answer)
    }
}

impl Answer {
    /// A status, and nothing else.
    pub fn empty(status: u16) -> Self {
        Self { status, media: None, body: Vec::new(), live: None, headers: HeaderMap::new(), revision: None }
    }

    /// A value as JSON.
    pub fn json<T: Serialize + ?Sized>(status: u16, value: &T) -> Result<Self, Problem> {
        let body = serde_json::to_vec(value).map_err(|error| Problem::defect(&error))?;
        Ok(Self { media: Some(JSON.to_owned()), body, ..Self::empty(status) })
    }

    /// A problem, in the words of a language (GL-4).
    pub fn problem(problem: &Problem, lang: Locale, request_id: &str) -> Self {
        let mut object = problem.object(lang);
        object.request_id = Some(request_id.to_owned());
        let mut answer = Self {
            media: Some("application/problem+json".to_owned()),
            body: serde_json::to_vec(&object).unwrap_or_default(),
            ..Self::empty(problem.code.status)
        };
        answer.set(header::CONTENT_LANGUAGE, lang.as_str());
        if let Some(seconds) = problem.retry_after_s() {
            answer.set(header::RETRY_AFTER, &seconds.to_string());
        }
        if problem.code.status == 401 {
            answer.set(header::WWW_AUTHENTICATE, "Bearer");
        }
        answer
    }

    /// Sets a header; a value that no header can have is left out.
    pub fn set(&mut self, name: HeaderName, value: &str) {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.append(name, value);
        }
    }

    /// Stands for what it holds.
    pub fn hash(&self) -> String {
        sha256(&self.body)[..32].to_owned()
    }

    /// The same, as the server sends it.
    pub fn response(self) -> Response {
        let mut response = Response::new(self.live.unwrap_or_else(|| Body::from(self.body)));
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        *headers = self.headers;
        if let Some(media) = self.media.and_then(|media| HeaderValue::from_str(&media).ok()) {
            headers.insert(header::CONTENT_TYPE, media);
        }
        response
    }
}
