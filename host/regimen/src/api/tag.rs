//! What a caller knows already, by the tags that answers carry (RFC 9110, section 13): a read that has not changed is
//! short, and an edit of what was edited since is refused (GL-5).

use axum::http::{HeaderMap, header};
use serde::Deserialize;

use super::answer::Answer;

/// No entity has this revision: what a tag that is not ours stands for.
const NO_REVISION: i64 = -1;

/// What an edit is meant for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Expected {
    /// The revision; one that does not exist for a tag that is not ours.
    pub revision: i64,
    /// The tag as it was sent, if it is not ours.
    pub unknown: Option<String>,
}

/// The tag of an answer: what it holds, with its revision before it where it has one, so that the tag of a read can be
/// sent with an edit as it is.
pub(super) fn of(answer: &Answer, has_revision: bool) -> String {
    #[derive(Deserialize)]
    struct Revised {
        revision: i64,
    }
    let hash = answer.hash();
    let told = || serde_json::from_slice(&answer.body).ok().map(|Revised { revision }| revision);
    let revision = has_revision.then(|| answer.revision.or_else(told)).flatten();
    revision.map_or_else(|| format!("\"{hash}\""), |revision| format!("\"{revision}-{hash}\""))
}

/// Whether the reader has it already, by `If-None-Match`: one of several tags, weak or not, or any.
pub(super) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    tags(headers, header::IF_NONE_MATCH.as_str()).any(|known| known == "*" || bare(known) == bare(tag))
}

/// What an edit is meant for, by `If-Match`: `"7"`, or the tag of a read; `*` is whatever is there. Of several the newest
/// counts.
pub(super) fn expected(headers: &HeaderMap) -> Option<Expected> {
    let mut newest: Option<Expected> = None;
    for tag in tags(headers, header::IF_MATCH.as_str()) {
        if tag == "*" {
            return None;
        }
        let number = bare(tag).split('-').next().and_then(|number| number.parse().ok());
        let unknown = number.is_none().then(|| tag.to_owned());
        let revision = number.filter(|number| *number >= 0).unwrap_or(NO_REVISION);
        if newest.as_ref().is_none_or(|newest| newest.revision < revision) {
            newest = Some(Expected { revision, unknown });
        }
    }
    newest
}

fn tags<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim).filter(|tag| !tag.is_empty())
}

/// A tag without its quotes. A proxy that compresses may have made it weak.
fn bare(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"')
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn with(name: HeaderName, values: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(name.clone(), HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn gl_5_a_read_is_known_by_one_of_several_tags_weak_or_not_or_by_any() {
        let known = |values: &[&'static str]| is_known(&with(header::IF_NONE_MATCH, values), "\"a1\"");
        assert!(known(&["\"a1\""]) && known(&["W/\"a1\""]) && known(&["*"]));
        assert!(known(&["\"b2\", W/\"a1\""]) && known(&["\"b2\"", "\"a1\""]));
        assert!(!known(&[]) && !known(&["\"b2\""]) && !known(&["\"a\""]) && !known(&[""]));
    }

    #[test]
    fn gl_5_an_edit_is_meant_for_a_number_a_tag_of_a_read_or_whatever_is_there() {
        let revision =
            |values: &[&'static str]| expected(&with(header::IF_MATCH, values)).map(|one| one.revision);
        assert_eq!((revision(&[]), revision(&["*"]), revision(&["\"7\", *"])), (None, None, None));
        for tag in ["7", "\"7\"", "\"7-0123abcd\"", "W/\"7-0123abcd\"", "\"3\", \"7\""] {
            assert_eq!(
                expected(&with(header::IF_MATCH, &[tag])),
                Some(Expected { revision: 7, unknown: None })
            );
        }
        let other = expected(&with(header::IF_MATCH, &["\"0123abcd\""]));
        assert_eq!(other, Some(Expected { revision: NO_REVISION, unknown: Some("\"0123abcd\"".to_owned()) }));
    }
}
