//! Style of a performance (TS-1), from its completed working sets.

use domain::{prescription::SetType, quantity::Grams};

use super::subject::{Subject, all_completed, completed_working, load, reps};
use crate::suggestion::input::PastPerformance;

/// How a lifter arranged the working sets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    RestPause,
    DropCluster,
    Straight,
    TopBackoff,
    ReversePyramid,
    FeederRamp,
    Ascending,
    AscendingPyramid,
    DescendingPyramid,
    Unknown,
}

/// The first style of the table that applies.
pub(super) fn style(subject: &Subject<'_>, past: &PastPerformance) -> Style {
    let w: Vec<i64> = completed_working(past).iter().map(|set| load(set).0).collect();
    if w.len() < 3 {
        return if is_drop_cluster(past) { Style::DropCluster } else { Style::Unknown };
    }
    let table: [(Style, bool); 9] = [
        (Style::RestPause, is_rest_pause(subject, past, &w)),
        (Style::DropCluster, is_drop_cluster(past)),
        (Style::Straight, is_straight(&w)),
        (Style::TopBackoff, is_top_backoff(&w)),
        (Style::ReversePyramid, is_reverse_pyramid(&w)),
        (Style::FeederRamp, is_feeder_ramp(&w)),
        (Style::Ascending, w.windows(2).all(|pair| pair[0] < pair[1])),
        (Style::AscendingPyramid, is_pyramid(&w)),
        (Style::DescendingPyramid, w[0] == most(&w) && w.windows(2).all(|pair| pair[1] <= pair[0])),
    ];
    table.into_iter().find(|(_, applies)| *applies).map_or(Style::Unknown, |(style, _)| style)
}

fn most(w: &[i64]) -> i64 {
    w.iter().copied().max().unwrap_or(0)
}

fn span(w: &[i64]) -> i64 {
    most(w) - w.iter().copied().min().unwrap_or(0)
}

fn is_rest_pause(subject: &Subject<'_>, past: &PastPerformance, w: &[i64]) -> bool {
    let sets = completed_working(past);
    let done: Vec<u32> = sets.iter().map(|set| reps(set)).collect();
    let (first, last) = (done[0], done[done.len() - 1]);
    let wide = (3 * most(w) / 100).max(2_500);
    let rests = &sets[..sets.len() - 1];
    subject.shown(Grams(span(w))) <= subject.shown(Grams(wide))
        && done.windows(2).all(|pair| pair[1] < pair[0])
        && first - last >= 4
        && done.iter().any(|reps| 10 * reps <= 7 * first)
        && rests.iter().all(|set| set.rest_after_s.is_some_and(|rest| (1..=30).contains(&rest)))
}

/// Of its own kind: it is told by the sets that are no warm-ups, of which it needs three.
fn is_drop_cluster(past: &PastPerformance) -> bool {
    let mut sets = all_completed(past);
    sets.retain(|set| set.kind != SetType::Warmup);
    sets.len() >= 3 && 2 * sets.iter().filter(|set| set.kind == SetType::Drop).count() >= sets.len()
}

fn is_straight(w: &[i64]) -> bool {
    let n = i64::try_from(w.len()).unwrap_or(i64::MAX);
    let sum: i64 = w.iter().sum();
    w.iter().all(|load| 100 * (n * load - sum).abs() <= 8 * sum)
}

fn is_top_backoff(w: &[i64]) -> bool {
    let m = most(w);
    let lead = w.iter().take_while(|&&load| 100 * load >= 90 * m).count();
    let later = &w[lead..];
    (1..=3).contains(&lead)
        && !later.is_empty()
        && later.iter().all(|load| 100 * load < 80 * m)
        && 100 * span(later) <= 8 * m
}

fn is_reverse_pyramid(w: &[i64]) -> bool {
    let (m, later) = (most(w), &w[1..]);
    w[0] == m
        && later.iter().all(|load| 82 * m <= 100 * load && 100 * load <= 95 * m)
        && 100 * span(later) <= 6 * m
}

fn is_feeder_ramp(w: &[i64]) -> bool {
    let m = most(w);
    let top = w.iter().rev().take_while(|&&load| 100 * load >= 97 * m).count();
    let earlier = &w[..w.len() - top];
    top >= 2
        && !earlier.is_empty()
        && earlier.windows(2).all(|pair| pair[0] < pair[1])
        && earlier.iter().all(|load| 100 * load <= 92 * m)
}

fn is_pyramid(w: &[i64]) -> bool {
    let top = w.iter().position(|&load| load == most(w)).unwrap_or(0);
    0 < top
        && top < w.len() - 1
        && w[..=top].windows(2).all(|pair| pair[0] < pair[1])
        && w[top..].windows(2).all(|pair| pair[1] < pair[0])
}
