//! Rest taken before a set, beside the rest that was due (SG-12).

use domain::session::SetPerformance;

use super::evidence::Past;

/// The rest between two completed sets.
#[derive(Debug, Clone, Copy)]
pub struct Interval<'a> {
    /// The set after which it was taken.
    pub after: &'a SetPerformance,
    /// Seconds taken.
    pub taken: u32,
    /// Seconds due.
    pub target: u32,
}

/// The rest before `set`; none when it is not known or none was due.
pub fn interval_before<'a>(past: &Past<'a>, set: &SetPerformance) -> Option<Interval<'a>> {
    let place = past.sets.iter().position(|done| done.id == set.id)?;
    let after = past.sets[..place].iter().rev().find(|done| done.completed)?;
    let target = past.target_rest(after).filter(|target| *target > 0)?;
    Some(Interval { after, taken: after.rest_after_s?, target })
}
