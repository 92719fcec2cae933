//! With which statuses a call may be refused (GL-4). Most follow from its form: who may make it, what it names and takes.
//! The rest is said where the call is.

use std::collections::BTreeSet;

use super::endpoint::{Endpoint, Needs};

/// A link that works once is taken, and guessed links slow down who guesses (AC-3, AC-8).
pub(super) const LINK: &[u16] = &[410, 429];
/// The same link, and somebody may have been faster (AC-2).
pub(super) const SET_UP: &[u16] = &[409, 410, 429];
/// Wrong passwords slow down who guesses (AC-8).
pub(super) const THROTTLED: &[u16] = &[429];
/// The state of things may not allow to look.
pub(super) const STATE: &[u16] = &[409];
/// A service elsewhere is asked.
pub(super) const ELSEWHERE: &[u16] = &[502];
/// A model, or an address that the request names, is asked.
pub(super) const MODEL: &[u16] = &[502, 504];
/// Strava is asked, which may want to be left alone (L-37).
pub(super) const STRAVA: &[u16] = &[429, 502];

/// What each of them says.
pub(super) const STATUSES: &[(u16, &str)] = &[
    (400, "The body or the query cannot be read."),
    (401, "Nobody is signed in, or the token is no good."),
    (403, "Not allowed."),
    (404, "There is no such thing, or it is somebody else's (GL-7)."),
    (409, "The state of things does not allow it now, or a secret was shown already."),
    (410, "The link was used or has ended."),
    (412, "Somebody has changed it since (GL-5)."),
    (413, "The body is too large."),
    (415, "The body is of another kind."),
    (422, "A field is unknown or has a value that it cannot have."),
    (
        429,
        "Too many attempts (AC-8), messages (D-21) or open lines, or a service elsewhere wants to be left alone (L-37).",
    ),
    (500, "A fault of ours; the request is in the log by its id."),
    (502, "A service that was asked for it did not answer as it should."),
    (503, "The server is busy, or not set up yet."),
    (504, "A service that was asked for it took too long."),
    (507, "There is no space left to keep it."),
];

/// All of them for a call, in order.
pub fn statuses(endpoint: &Endpoint) -> BTreeSet<u16> {
    let Endpoint { path, needs, besides, .. } = endpoint;
    let (is_read, has_body) = (endpoint.is_safe(), endpoint.body_schema.is_some());
    // Who sends a token is asked for a good one anywhere; a server that is busy is so for everybody.
    let always = [400, 401, 422, 500, 503].map(|status| (status, true));
    let by_form = [
        // A page elsewhere changes nothing (AC-6).
        (403, !is_read || !matches!(needs, Needs::Nothing | Needs::Visitor)),
        (404, path.contains('{') || matches!(needs, Needs::Athlete(_))),
        // A request with the same key may be at work (GL-5).
        (409, !is_read && *needs != Needs::Nothing),
        (412, endpoint.takes_revision),
        (413, has_body),
        (415, has_body),
        (507, !is_read),
    ];
    let own = always.into_iter().chain(by_form).filter_map(|(status, may)| may.then_some(status));
    own.chain(besides.iter().copied()).collect()
}
