//! L-30: what to do when the network or the endpoint fails.

use crate::failure::FailureCode;

/// What came of a call that brought no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// No connection, or one that broke.
    Unreachable,
    /// The call took longer than it may.
    TimedOut,
    /// More than [`MOST_BYTES`] came back.
    TooLarge,
    /// An HTTP status other than success, with the seconds of `Retry-After` if it was there.
    Status(u16, Option<u64>),
}

/// The longest response that is read.
pub const MOST_BYTES: usize = 1024 * 1024;

/// Retry-After that is still waited for.
const MOST_WAIT_S: u64 = 20;

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Call again after so many milliseconds.
    Wait(u64),
    /// Give up.
    Fail(FailureCode),
}

/// What is known of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Try {
    /// Retries of this call so far.
    pub retries: u32,
    /// Retries that are allowed.
    pub most_retries: u32,
    /// A random number 0..250, made by the host.
    pub jitter_ms: u64,
    /// Milliseconds until the deadline of the request.
    pub left_ms: u64,
    /// Milliseconds that a call may take.
    pub timeout_ms: u64,
}

/// Decides whether a call is tried again, which is no repair.
pub fn decide(trouble: Trouble, call: &Try) -> Decision {
    let code = code(trouble);
    let told = match trouble {
        Trouble::Status(_, retry_after) => retry_after,
        _ => None,
    };
    if !is_retried(trouble)
        || call.retries >= call.most_retries
        || told.is_some_and(|seconds| seconds > MOST_WAIT_S)
    {
        return Decision::Fail(code);
    }
    let backoff = (500 << call.retries.min(10)) + call.jitter_ms.min(250);
    let wait = told.map_or(backoff, |seconds| seconds * 1000);
    // A call that timed out is tried again only if the deadline leaves room for a whole one.
    let needed = if trouble == Trouble::TimedOut { wait + call.timeout_ms } else { wait };
    if needed < call.left_ms { Decision::Wait(wait) } else { Decision::Fail(code) }
}

fn is_retried(trouble: Trouble) -> bool {
    match trouble {
        Trouble::Unreachable | Trouble::TimedOut => true,
        Trouble::TooLarge => false,
        Trouble::Status(status, _) => matches!(status, 408 | 429 | 500 | 502 | 503 | 504),
    }
}

/// What the request fails with when nothing helps.
fn code(trouble: Trouble) -> FailureCode {
    match trouble {
        Trouble::Unreachable | Trouble::Status(429 | 500 | 502 | 503, _) => FailureCode::ProviderUnreachable,
        Trouble::TimedOut | Trouble::Status(408 | 504, _) => FailureCode::ProviderTimeout,
        Trouble::Status(401 | 403, _) => FailureCode::ProviderAuth,
        Trouble::Status(404, _) => FailureCode::ProviderModelUnknown,
        Trouble::TooLarge | Trouble::Status(..) => FailureCode::ProviderRejected,
    }
}

/// Whether an endpoint that answered 400 does so for the response format (L-28).
pub fn names_response_format(body: &str) -> bool {
    body.contains("response_format") || body.contains("json_schema") || body.contains("json_object")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: Try =
        Try { retries: 0, most_retries: 2, jitter_ms: 100, left_ms: 200_000, timeout_ms: 90_000 };

    #[test]
    fn l_30_passing_troubles_are_waited_out_twice() {
        for status in [408, 429, 500, 502, 503, 504] {
            assert_eq!(decide(Trouble::Status(status, None), &CALL), Decision::Wait(600));
        }
        assert_eq!(decide(Trouble::Unreachable, &Try { retries: 1, ..CALL }), Decision::Wait(1100));
        let third = Try { retries: 2, ..CALL };
        assert_eq!(decide(Trouble::Unreachable, &third), Decision::Fail(FailureCode::ProviderUnreachable));
    }

    #[test]
    fn l_30_retry_after_is_kept_up_to_twenty_seconds() {
        assert_eq!(decide(Trouble::Status(429, Some(20)), &CALL), Decision::Wait(20_000));
        assert_eq!(decide(Trouble::Status(429, Some(0)), &CALL), Decision::Wait(0));
        let long = decide(Trouble::Status(429, Some(21)), &CALL);
        assert_eq!(long, Decision::Fail(FailureCode::ProviderUnreachable));
    }

    #[test]
    fn l_30_what_will_not_change_is_not_tried_again() {
        for (status, code) in [
            (400, FailureCode::ProviderRejected),
            (401, FailureCode::ProviderAuth),
            (403, FailureCode::ProviderAuth),
            (404, FailureCode::ProviderModelUnknown),
            (422, FailureCode::ProviderRejected),
            (302, FailureCode::ProviderRejected),
        ] {
            assert_eq!(decide(Trouble::Status(status, Some(1)), &CALL), Decision::Fail(code));
        }
        assert_eq!(decide(Trouble::TooLarge, &CALL), Decision::Fail(FailureCode::ProviderRejected));
    }

    #[test]
    fn l_30_a_timeout_is_tried_again_only_if_the_deadline_allows() {
        assert_eq!(decide(Trouble::TimedOut, &CALL), Decision::Wait(600));
        let late = Try { left_ms: 90_000, ..CALL };
        assert_eq!(decide(Trouble::TimedOut, &late), Decision::Fail(FailureCode::ProviderTimeout));
        let over = Try { left_ms: 500, ..CALL };
        assert_eq!(decide(Trouble::Unreachable, &over), Decision::Fail(FailureCode::ProviderUnreachable));
    }

    #[test]
    fn l_28_a_refused_format_is_told_by_the_answer() {
        assert!(names_response_format(r#"{"error":{"message":"response_format is not supported"}}"#));
        assert!(!names_response_format(r#"{"error":{"message":"context too long"}}"#));
    }
}
