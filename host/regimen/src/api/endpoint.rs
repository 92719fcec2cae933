//! One call of the API as a value: its path, who may make it, what it takes and gives, and what it does.
//!
//! The router and the OpenAPI document are made from the same values, so neither can tell another story than the other.

use std::{any::TypeId, pin::Pin, sync::Arc};

use axum::http::Method;
use domain::spec::SpecId;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::json;

use super::{
    answer::{Answer, Answers},
    call::{Call, Request},
};
use crate::{
    problem::Problem,
    service::{access::token::TokenScope, app::Scope},
};

/// Who may make a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Anybody, even before there is an account.
    Nothing,
    /// Somebody who is known.
    Visitor,
    /// Somebody who signed in themselves; a token is not enough.
    Session,
    /// Somebody who may do this for an athlete.
    Athlete(Scope),
    /// Somebody who administers.
    Administrator,
    /// The same, for what the chapter of analytics keeps from athletes.
    Operator,
}

impl Needs {
    /// What a token must allow for it, if anything; none is enough where a session is needed (AC-7).
    pub fn scope(self) -> Option<TokenScope> {
        match self {
            Self::Nothing | Self::Visitor | Self::Session => None,
            Self::Athlete(scope) => Some(scope.into()),
            Self::Administrator | Self::Operator => Some(TokenScope::Admin),
        }
    }
}

/// Which secrets a call has to do with; none of them is kept with its answer (AC-4, AC-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrecy {
    /// None.
    None,
    /// Its answer shows one, once.
    Shows,
    /// Its body holds a password.
    Takes,
}

/// The longest body that most calls take.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// What a call takes: what its path and its query name, and its body.
#[derive(Debug)]
pub struct Input<P = Nothing, Q = Nothing, B = Nothing> {
    /// From the path.
    pub path: P,
    /// From the query.
    pub query: Q,
    /// The body; where there is none it is read as `{}`.
    pub body: B,
}

/// Takes nothing.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A path that names a thing by its id.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ById<T> {
    /// Which one.
    pub id: T,
}

/// A path that names a thing by its key.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ByKey<T> {
    /// Which one.
    pub key: T,
}

type Served = Pin<Box<dyn Future<Output = Result<Answer, Problem>> + Send>>;
type Handler = Arc<dyn Fn(Call, Request) -> Served + Send + Sync>;
type Describe = fn(&mut SchemaGenerator) -> Schema;

/// One call of the API.
#[derive(Clone)]
pub struct Endpoint {
    /// Its method.
    pub method: Method,
    /// Its path below `/api`.
    pub path: &'static str,
    /// The rule that asks for it.
    pub spec: SpecId,
    /// Who may make it.
    pub needs: Needs,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What its path names.
    pub path_schema: Describe,
    /// What its query takes.
    pub query_schema: Describe,
    /// Its body, where it has one.
    pub body_schema: Option<Describe>,
    /// Whether a body must be sent: without one, `{}` is read.
    pub needs_body: fn() -> bool,
    /// How long its body may be, in bytes.
    pub most_bytes: usize,
    /// The status of its answer.
    pub status: u16,
    /// The kind of its answer, where it has a body.
    pub media: Option<&'static str>,
    /// Its answer.
    pub answer_schema: Describe,
    /// A body that could be sent; one that takes nothing has it by itself.
    pub example: Option<fn() -> serde_json::Value>,
    /// Whether its body may be a YAML text, which is then its field `yaml`, and hold its own key of GL-5 (L-1, L-2).
    pub is_of_flow: bool,
    /// Whether its answer shows an entity with a revision, and carries the tag of it (GL-5).
    pub has_revision: bool,
    /// Whether it edits an entity with a revision, which it may then name (GL-5).
    pub takes_revision: bool,
    /// Which secrets it has to do with.
    pub secrecy: Secrecy,
    /// With which statuses it may be refused besides those that follow from its form.
    pub besides: &'static [u16],
    handler: Handler,
}

impl Endpoint {
    fn new<P, Q, B, A, F>(
        method: Method,
        (path, spec, needs, summary): (&'static str, &str, Needs, &'static str),
        handler: impl Fn(Call, Input<P, Q, B>) -> F + Clone + Send + Sync + 'static,
    ) -> Self
    where
        P: DeserializeOwned + JsonSchema + Send + 'static,
        Q: DeserializeOwned + JsonSchema + Send + 'static,
        B: DeserializeOwned + JsonSchema + Send + 'static,
        A: Answers,
        F: Future<Output = Result<A, Problem>> + Send + 'static,
    {
        let has_body = method != Method::GET && method != Method::DELETE;
        let takes_nothing = TypeId::of::<B>() == TypeId::of::<Nothing>();
        let handler: Handler = Arc::new(move |call, request| {
            let handler = handler.clone();
            Box::pin(async move { handler(call, request.input()?).await?.answer() })
        });
        Self {
            method,
            path,
            spec: SpecId::new(spec),
            needs,
            summary,
            path_schema: |generator| P::json_schema(generator),
            query_schema: |generator| Q::json_schema(generator),
            body_schema: has_body.then_some(SchemaGenerator::subschema_for::<B>),
            needs_body: || serde_json::from_str::<B>("{}").is_err(),
            most_bytes: MOST_BYTES,
            status: A::STATUS,
            media: A::MEDIA,
            answer_schema: |generator| A::schema(generator),
            example: (has_body && takes_nothing).then_some(|| json!({})),
            is_of_flow: false,
            has_revision: false,
            takes_revision: false,
            secrecy: Secrecy::None,
            besides: &[],
            handler,
        }
    }

    /// Adds a body that could be sent.
    pub fn example(self, example: fn() -> serde_json::Value) -> Self {
        Self { example: Some(example), ..self }
    }

    /// Takes longer bodies than usual.
    pub fn taking(self, most_bytes: usize) -> Self {
        Self { most_bytes, ..self }
    }

    /// Marks it as a call of the session flow.
    pub fn of_flow(self) -> Self {
        Self { is_of_flow: true, ..self }
    }

    /// Marks it as one whose answer shows an entity with a revision, which it may have edited (GL-5).
    pub fn revised(self) -> Self {
        let takes_revision = [Method::PUT, Method::PATCH, Method::DELETE].contains(&self.method);
        Self { has_revision: true, takes_revision, ..self }
    }

    /// Marks it as one that edits an entity with a revision, and answers with something else (GL-5).
    pub fn editing(self) -> Self {
        Self { takes_revision: true, ..self }
    }

    /// Marks it as one whose answer shows a secret, once.
    pub fn showing_secret(self) -> Self {
        Self { secrecy: Secrecy::Shows, ..self }
    }

    /// Marks it as one whose body holds a password.
    pub fn taking_password(self) -> Self {
        Self { secrecy: Secrecy::Takes, ..self }
    }

    /// Says with which statuses it may be refused besides those that follow from its form ([`refusal`](super::refusal)).
    pub fn refused_with(self, besides: &'static [u16]) -> Self {
        Self { besides, ..self }
    }

    /// Whether it changes nothing.
    pub fn is_safe(&self) -> bool {
        self.method == Method::GET
    }

    pub(super) fn serve(&self, call: Call, request: Request) -> Served {
        (self.handler)(call, request)
    }
}

macro_rules! methods {
    ($($(#[$meta:meta])* $name:ident = $method:ident;)+) => {$(
        $(#[$meta])*
        pub fn $name<P, Q, B, A, F>(
            path: &'static str,
            spec: &str,
            needs: Needs,
            summary: &'static str,
            handler: impl Fn(Call, Input<P, Q, B>) -> F + Clone + Send + Sync + 'static,
        ) -> Endpoint
        where
            P: DeserializeOwned + JsonSchema + Send + 'static,
            Q: DeserializeOwned + JsonSchema + Send + 'static,
            B: DeserializeOwned + JsonSchema + Send + 'static,
            A: Answers,
            F: Future<Output = Result<A, Problem>> + Send + 'static,
        {
            Endpoint::new(Method::$method, (path, spec, needs, summary), handler)
        }
    )+};
}

methods! {
    /// A call that only reads.
    get = GET;
    /// A call that makes or does something.
    post = POST;
    /// A call that puts something in its place.
    put = PUT;
    /// A call that changes a part.
    patch = PATCH;
    /// A call that takes something away.
    delete = DELETE;
}
