//! Long lists, part by part.
//!
//! A cursor is a place in the order of the list, not an entry of it: it stays good when the entry that it was made of
//! goes, moves, or no longer passes the filter.

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{error::ErrorCode, law::Check, time::LocalDate};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::problem::Problem;

/// A part of a long list; `next` asks for what follows.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PageOf{T}")]
pub(super) struct Page<T> {
    /// The part.
    pub(super) items: Vec<T>,
    /// The cursor of the next part; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<String>,
}

impl<T> Page<T> {
    /// The part of a list that comes after a cursor. The list is in the order of the places of its entries.
    pub(super) fn of<P: Ord + Serialize + DeserializeOwned>(
        mut all: Vec<T>,
        cursor: Option<&str>,
        limit: Option<Limit>,
        place: impl Fn(&T) -> P,
    ) -> Result<Self, Problem> {
        let limit = usize::from(Limit::count(limit)?);
        all.sort_by_cached_key(&place);
        let first = match cursor {
            None => 0,
            Some(cursor) => {
                let after: P = read(cursor).ok_or_else(|| Problem::unknown_cursor(cursor))?;
                all.partition_point(|one| place(one) <= after)
            }
        };
        let is_more = all.len() > first + limit;
        let items: Vec<T> = all.into_iter().skip(first).take(limit).collect();
        let last = items.last().filter(|_| is_more);
        let next = last.map(|last| written(&place(last))).transpose()?;
        Ok(Self { items, next })
    }

    /// The same part with each entry as it is shown.
    pub(super) fn map<U>(self, shown: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(shown).collect(), next: self.next }
    }
}

fn written<P: Serialize>(place: &P) -> Result<String, Problem> {
    let text = serde_json::to_vec(place).map_err(|error| Problem::defect(&error))?;
    Ok(URL_SAFE_NO_PAD.encode(text))
}

fn read<P: DeserializeOwned>(cursor: &str) -> Option<P> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()
}

/// How many entries a part has at most.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(transparent)]
pub(super) struct Limit(i64);

impl Limit {
    /// The most that may be asked for.
    const MOST: i64 = 500;
    /// As many as nobody has to ask for.
    const USUAL: i64 = 100;

    /// So many; a number that no part can have is refused (GL-4).
    pub(super) fn count(limit: Option<Self>) -> Result<u16, Problem> {
        let Self(limit) = limit.unwrap_or(Self(Self::USUAL));
        let mut check = Check::default();
        check.range(ErrorCode::BadValue, "limit", limit, 1, Self::MOST);
        check.finish()?;
        Ok(u16::try_from(limit).unwrap_or_default())
    }
}

impl JsonSchema for Limit {
    fn schema_name() -> Cow<'static, str> {
        "Limit".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 1, "maximum": Self::MOST, "default": Self::USUAL })
    }
}

/// A part of a list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Part {
    /// What `next` of the part before says.
    pub(super) cursor: Option<String>,
    /// At most so many; else 100.
    pub(super) limit: Option<Limit>,
}

/// A part of a list of what is shipped and one's own.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PartOfCatalog {
    /// What `next` of the part before says.
    pub(super) cursor: Option<String>,
    /// At most so many; else 100.
    pub(super) limit: Option<Limit>,
    /// Only one's own.
    pub(super) own: bool,
}

/// A part of what there is of some days.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PartOfDays {
    /// The first day.
    pub(super) from: Option<LocalDate>,
    /// The last day.
    pub(super) to: Option<LocalDate>,
    /// What `next` of the part before says.
    pub(super) cursor: Option<String>,
    /// At most so many; else 100.
    pub(super) limit: Option<Limit>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(all: &[(u8, &'static str)], cursor: Option<&str>, limit: i64) -> Page<(u8, &'static str)> {
        let place = |(order, name): &(u8, &'static str)| (*order, (*name).to_owned());
        Page::of(all.to_vec(), cursor, Some(Limit(limit)), place).unwrap()
    }

    #[test]
    fn gl_4_a_cursor_stays_good_when_its_entry_goes_or_moves() {
        let all = [(1, "a"), (2, "b"), (2, "c"), (3, "d")];
        let first = part(&all, None, 2);
        assert_eq!(first.items, [(1, "a"), (2, "b")]);
        let next = first.next.as_deref();
        assert_eq!(part(&all, next, 2).items, [(2, "c"), (3, "d")]);
        assert_eq!(part(&all, next, 2).next, None);
        let gone = [(1, "a"), (2, "c"), (3, "d")];
        assert_eq!(part(&gone, next, 2).items, [(2, "c"), (3, "d")]);
        let moved = [(1, "a"), (2, "c"), (3, "d"), (4, "b")];
        assert_eq!(part(&moved, next, 9).items, [(2, "c"), (3, "d"), (4, "b")]);
        assert!(part(&[], next, 2).items.is_empty());
    }

    #[test]
    fn gl_4_what_is_no_cursor_and_no_limit_is_refused() {
        let refused = |cursor: Option<&str>, limit: Option<i64>| {
            let problem = Page::of(vec![1_u8], cursor, limit.map(Limit), |one| *one).unwrap_err();
            (problem.code.status, problem.pointer)
        };
        for cursor in ["", "push_up", "W10", "////"] {
            assert_eq!(refused(Some(cursor), None).0, 400, "{cursor}");
        }
        for limit in [i64::MIN, -1, 0, 501, i64::MAX] {
            assert_eq!(refused(None, Some(limit)), (422, Some("/limit".to_owned())), "{limit}");
        }
    }
}
