//! Counted sets: the progression sets of a performance (SG-4, SG-5), or those that its style names (TS-2).

use std::cmp::Reverse;

use domain::{prescription::SetType, session::SetPerformance};

use super::{
    style::{Style, style},
    subject::{Subject, all_completed, load, reps},
};
use crate::suggestion::input::PastPerformance;

/// How the loads of an exercise go from set to set (SG-5).
enum Pattern {
    HeaviestFirst,
    PyramidUp,
    Straight,
    Unknown,
}

fn pattern(loads: &[i64]) -> Pattern {
    let count = loads.len();
    if count < 3 {
        return Pattern::Unknown;
    }
    let most = loads.iter().copied().max().unwrap_or(0);
    let first_most = loads.iter().position(|&load| load == most).unwrap_or(0);
    let falls = loads.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let sum: i64 = loads.iter().sum();
    let n = i64::try_from(count).unwrap_or(i64::MAX);
    if first_most == 0 && falls >= count - 2 {
        Pattern::HeaviestFirst
    } else if 0 < first_most && first_most < count - 1 {
        Pattern::PyramidUp
    } else if loads.iter().all(|load| 10 * (n * load - sum).abs() < sum.abs()) {
        Pattern::Straight
    } else {
        Pattern::Unknown
    }
}

impl Subject<'_> {
    /// The sets by which each performance of a window is judged.
    pub(super) fn counted<'p>(&self, window: &[&'p PastPerformance]) -> Vec<Vec<&'p SetPerformance>> {
        let styles: Vec<Style> = window.iter().map(|past| style(self, past)).collect();
        let alike = styles.windows(2).all(|pair| pair[0] == pair[1]);
        let of_style = |past: &&'p PastPerformance| self.sets_of_style(past, styles[0]);
        let plain = |past: &&'p PastPerformance| self.progression_sets(past);
        if self.tuning().style_aware && alike {
            window.iter().map(of_style).collect()
        } else {
            window.iter().map(plain).collect()
        }
    }

    /// TS-2: whether all sets of a window are drops of one another, so that SR-1..SR-8 say nothing.
    pub(super) fn is_clustered(&self, window: &[&PastPerformance]) -> bool {
        let is_cluster = |past: &&PastPerformance| style(self, past) == Style::DropCluster;
        self.tuning().style_aware && !window.is_empty() && window.iter().all(is_cluster)
    }

    /// SG-4: one or two sets, in their order.
    pub(super) fn progression_sets<'p>(&self, past: &'p PastPerformance) -> Vec<&'p SetPerformance> {
        let mut all = all_completed(past);
        all.retain(|set| reps(set) > 0);
        let working: Vec<_> = all.iter().copied().filter(|set| set.kind == SetType::Working).collect();
        let others = || all.iter().copied().filter(|set| set.kind != SetType::Working);
        let mut counted = match working[..] {
            [] => self.by_pattern(&all),
            [only] => {
                let loaded: Vec<_> = others().filter(|set| set.kind != SetType::Warmup).collect();
                [vec![only], self.hardest(&loaded, 1)].concat()
            }
            _ => self.hardest(&working, 2),
        };
        counted.sort_by_key(|set| set.index);
        counted
    }

    /// The `count` hardest sets; ties: the lower index first.
    fn hardest<'p>(&self, sets: &[&'p SetPerformance], count: usize) -> Vec<&'p SetPerformance> {
        let mut sets = sets.to_vec();
        sets.sort_by_key(|set| (Reverse(self.hardness(load(set))), set.index));
        sets.truncate(count);
        sets
    }

    fn by_pattern<'p>(&self, all: &[&'p SetPerformance]) -> Vec<&'p SetPerformance> {
        let loads: Vec<i64> = all.iter().map(|set| self.hardness(load(set))).collect();
        match pattern(&loads) {
            Pattern::HeaviestFirst | Pattern::Straight => all.iter().copied().take(2).collect(),
            Pattern::PyramidUp => {
                all.iter().copied().filter(|set| self.is_near(set, all, 95)).take(2).collect()
            }
            Pattern::Unknown => self.hardest(all, 2),
        }
    }

    /// Whether a load is at least so many percent of the hardest: of help, at most so much more.
    fn is_near(&self, set: &SetPerformance, among: &[&SetPerformance], percent: i64) -> bool {
        let own = self.shown(load(set));
        let all = among.iter().map(|set| self.shown(load(set)));
        if self.is_assistance() {
            percent * own <= 100 * all.min().unwrap_or(own)
        } else {
            100 * own >= percent * all.max().unwrap_or(own)
        }
    }

    /// TS-2: the sets that count in a style.
    fn sets_of_style<'p>(&self, past: &'p PastPerformance, style: Style) -> Vec<&'p SetPerformance> {
        let mut working = all_completed(past);
        working.retain(|set| set.kind == SetType::Working && reps(set) > 0);
        let near = |percent| {
            working.iter().copied().filter(|set| self.is_near(set, &working, percent)).collect::<Vec<_>>()
        };
        let mut counted = match style {
            Style::Straight => working.clone(),
            Style::Ascending | Style::AscendingPyramid => self.hardest(&working, 3),
            Style::DescendingPyramid => near(95),
            Style::FeederRamp => near(97),
            Style::TopBackoff => near(92),
            Style::ReversePyramid => self.hardest(&working, 2),
            Style::RestPause => working.iter().copied().take(1).collect(),
            Style::DropCluster => vec![],
            Style::Unknown => self.progression_sets(past),
        };
        counted.sort_by_key(|set| set.index);
        counted
    }
}
