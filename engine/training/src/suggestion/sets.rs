//! Which sets of a performance are evidence: progression sets (SG-4), by weight pattern (SG-5) or by style (TS-1, TS-2).
//!
//! All take the sets of one performance in their order and answer places in that slice, lowest first.

use std::cmp::Reverse;

use domain::{prescription::SetType, quantity::Grams, session::SetPerformance, vocabulary::vocabulary};

use crate::load::Sense;

/// How many sets speak for a performance (SG-4).
const PROGRESSION_SETS: usize = 2;

/// The one or two sets that speak for a performance (SG-4), of those completed with at least one rep.
pub fn progression_sets(sets: &[SetPerformance], sense: Sense) -> Vec<usize> {
    let done: Vec<usize> = (0..sets.len()).filter(|&at| is_done(&sets[at])).collect();
    let working = of_kind(sets, &done, |kind| kind == SetType::Working);
    match working[..] {
        [] => by_pattern(sets, &done, sense),
        [only] => {
            let others = of_kind(sets, &done, |kind| !matches!(kind, SetType::Working | SetType::Warmup));
            let mut chosen = hardest(sets, &others, 1, sense);
            chosen.push(only);
            chosen.sort_unstable();
            chosen
        }
        _ => hardest(sets, &working, PROGRESSION_SETS, sense),
    }
}

/// The sets that speak for a performance without working sets.
fn by_pattern(sets: &[SetPerformance], done: &[usize], sense: Sense) -> Vec<usize> {
    let loads: Vec<Grams> = done.iter().map(|&at| load(&sets[at])).collect();
    match weight_pattern(&loads, sense) {
        WeightPattern::HeaviestFirst | WeightPattern::Straight => {
            done.iter().copied().take(PROGRESSION_SETS).collect()
        }
        WeightPattern::PyramidUp => {
            near_top(sets, done, 95, sense).into_iter().take(PROGRESSION_SETS).collect()
        }
        WeightPattern::Unknown => hardest(sets, done, PROGRESSION_SETS, sense),
    }
}

vocabulary! {
    /// How the loads of a performance run (SG-5).
    pub enum WeightPattern: "weight pattern" {
        HeaviestFirst = "heaviest_first",
        PyramidUp = "pyramid_up",
        Straight = "straight",
        Unknown = "unknown",
    }
}

/// How `loads` run, in the order in which they were lifted (SG-5).
pub fn weight_pattern(loads: &[Grams], sense: Sense) -> WeightPattern {
    let count = loads.len();
    let top = first_hardest(loads, sense);
    let descents = loads.windows(2).filter(|pair| sense.is_harder(pair[0], pair[1])).count();
    match top {
        _ if count < 3 => WeightPattern::Unknown,
        0 if descents >= count - 2 => WeightPattern::HeaviestFirst,
        inner if 0 < inner && inner < count - 1 => WeightPattern::PyramidUp,
        _ if is_near_mean(loads, |distance, sum| 10 * distance < sum) => WeightPattern::Straight,
        _ => WeightPattern::Unknown,
    }
}

vocabulary! {
    /// How a performance was built from its working sets (TS-1).
    pub enum Style: "style" {
        RestPause = "rest_pause",
        DropCluster = "drop_cluster",
        Straight = "straight",
        TopBackoff = "top_backoff",
        ReversePyramid = "reverse_pyramid",
        FeederRamp = "feeder_ramp",
        Ascending = "ascending",
        AscendingPyramid = "ascending_pyramid",
        DescendingPyramid = "descending_pyramid",
        Unknown = "unknown",
    }
}

/// What the rows of the table of TS-1 look at.
struct Look<'a> {
    sets: &'a [SetPerformance],
    /// Places of the working sets.
    working: Vec<usize>,
    /// Their loads.
    loads: Vec<Grams>,
    /// The hardest of them.
    top: Grams,
    sense: Sense,
}

/// Whether a performance is of a style.
type Condition = fn(&Look<'_>) -> bool;

/// The table of TS-1: the first row whose condition holds gives the style.
const STYLES: &[(Style, Condition)] = &[
    (Style::RestPause, is_rest_pause),
    (Style::DropCluster, |look| is_drop_cluster(look.sets)),
    (Style::Straight, |look| is_near_mean(&look.loads, |distance, sum| 100 * distance <= 8 * sum)),
    (Style::TopBackoff, is_top_backoff),
    (Style::ReversePyramid, is_reverse_pyramid),
    (Style::FeederRamp, is_feeder_ramp),
    (Style::Ascending, |look| look.rises(&look.loads)),
    (Style::AscendingPyramid, is_ascending_pyramid),
    (Style::DescendingPyramid, is_descending_pyramid),
];

/// The style of a performance (TS-1), which takes three working sets to tell.
///
/// Drop sets follow one working set, so of a drop cluster the sets that are no warm-ups are counted.
pub fn style(sets: &[SetPerformance], sense: Sense) -> Style {
    let done: Vec<usize> = (0..sets.len()).filter(|&at| is_done(&sets[at])).collect();
    let working = of_kind(sets, &done, |kind| kind == SetType::Working);
    if working.len() < 3 {
        return if is_drop_cluster(sets) { Style::DropCluster } else { Style::Unknown };
    }
    let loads: Vec<Grams> = working.iter().map(|&at| load(&sets[at])).collect();
    let top = loads[first_hardest(&loads, sense)];
    let look = Look { sets, working, loads, top, sense };
    STYLES.iter().find(|(_, holds)| holds(&look)).map_or(Style::Unknown, |&(style, _)| style)
}

/// The sets that count in a performance of this style (TS-2); none in a drop cluster.
pub fn counted_sets(sets: &[SetPerformance], style: Style, sense: Sense) -> Vec<usize> {
    let done: Vec<usize> = (0..sets.len()).filter(|&at| is_done(&sets[at])).collect();
    let working = of_kind(sets, &done, |kind| kind == SetType::Working);
    match style {
        Style::Straight => working,
        Style::Ascending | Style::AscendingPyramid => hardest(sets, &working, 3, sense),
        Style::DescendingPyramid => near_top(sets, &working, 95, sense),
        Style::FeederRamp => near_top(sets, &working, 97, sense),
        Style::TopBackoff => near_top(sets, &working, 92, sense),
        Style::ReversePyramid => hardest(sets, &working, 2, sense),
        Style::RestPause => working.into_iter().take(1).collect(),
        Style::DropCluster => vec![],
        Style::Unknown => progression_sets(sets, sense),
    }
}

impl Look<'_> {
    /// Whether `load` is at least `percent` of the hardest.
    fn reaches(&self, load: Grams, percent: i64) -> bool {
        reaches(self.sense, load, percent, self.top)
    }

    /// Whether `load` is at most `percent` of the hardest.
    fn stays_at(&self, load: Grams, percent: i64) -> bool {
        match self.sense {
            Sense::Load => 100 * load.0 <= percent * self.top.0,
            Sense::Assistance => 100 * self.top.0 <= percent * load.0,
        }
    }

    /// Whether the lightest and heaviest of `loads` are at most `percent` of the hardest apart.
    fn is_narrow(&self, loads: &[Grams], percent: i64) -> bool {
        100 * span(loads) <= percent * self.top.0
    }

    /// Whether each load is harder than the one before it.
    fn rises(&self, loads: &[Grams]) -> bool {
        loads.windows(2).all(|pair| self.sense.is_harder(pair[1], pair[0]))
    }

    /// Whether each load is easier than the one before it.
    fn falls(&self, loads: &[Grams]) -> bool {
        loads.windows(2).all(|pair| self.sense.is_harder(pair[0], pair[1]))
    }
}

fn is_rest_pause(look: &Look<'_>) -> bool {
    let reps: Vec<u32> = look.working.iter().filter_map(|&at| look.sets[at].reps).collect();
    let (Some(&first), Some(&last)) = (reps.first(), reps.last()) else { return false };
    // The interval before a set is the rest after the completed set before it (SG-12).
    let interval = |&at: &usize| look.sets[..at].iter().rfind(|set| set.completed)?.rest_after_s;
    let pauses = || look.working.iter().skip(1).map(interval);
    span(&look.loads) <= 2_500.max(3 * look.top.0 / 100)
        && reps.windows(2).all(|pair| pair[1] < pair[0])
        && last + 4 <= first
        && 100 * last <= 70 * first
        && pauses().all(|pause| pause.is_some_and(|seconds| (1..=30).contains(&seconds)))
}

fn is_drop_cluster(sets: &[SetPerformance]) -> bool {
    let counted = sets.iter().filter(|set| is_done(set) && set.kind != SetType::Warmup);
    let (drops, all) =
        counted.fold((0, 0), |(drops, all), set| (drops + usize::from(set.kind == SetType::Drop), all + 1));
    all >= 3 && 2 * drops >= all
}

fn is_top_backoff(look: &Look<'_>) -> bool {
    let leading = look.loads.iter().take_while(|&&load| look.reaches(load, 90)).count();
    let later = &look.loads[leading..];
    (1..=3).contains(&leading)
        && !later.is_empty()
        && later.iter().all(|&load| !look.reaches(load, 80))
        && look.is_narrow(later, 8)
}

fn is_reverse_pyramid(look: &Look<'_>) -> bool {
    let later = &look.loads[1..];
    look.loads[0] == look.top
        && later.iter().all(|&load| look.reaches(load, 82) && look.stays_at(load, 95))
        && look.is_narrow(later, 6)
}

fn is_feeder_ramp(look: &Look<'_>) -> bool {
    let trailing = look.loads.iter().rev().take_while(|&&load| look.reaches(load, 97)).count();
    let earlier = &look.loads[..look.loads.len() - trailing];
    trailing >= 2 && earlier.iter().all(|&load| look.stays_at(load, 92)) && look.rises(earlier)
}

fn is_ascending_pyramid(look: &Look<'_>) -> bool {
    let peak = first_hardest(&look.loads, look.sense);
    0 < peak
        && peak < look.loads.len() - 1
        && look.rises(&look.loads[..=peak])
        && look.falls(&look.loads[peak..])
}

fn is_descending_pyramid(look: &Look<'_>) -> bool {
    look.loads.windows(2).all(|pair| !look.sense.is_harder(pair[1], pair[0]))
}

fn is_done(set: &SetPerformance) -> bool {
    set.completed && set.reps.is_some_and(|reps| reps > 0)
}

fn load(set: &SetPerformance) -> Grams {
    set.load_g.unwrap_or_default()
}

fn of_kind(sets: &[SetPerformance], places: &[usize], wanted: impl Fn(SetType) -> bool) -> Vec<usize> {
    places.iter().copied().filter(|&at| wanted(sets[at].kind)).collect()
}

/// The `count` hardest of `places`, of equals the earlier ones, back in their order.
fn hardest(sets: &[SetPerformance], places: &[usize], count: usize, sense: Sense) -> Vec<usize> {
    let effort = |&at: &usize| match sense {
        Sense::Load => load(&sets[at]).0,
        Sense::Assistance => -load(&sets[at]).0,
    };
    let mut chosen = places.to_vec();
    // A stable sort, so that of equals the earlier stay first.
    chosen.sort_by_key(|at| Reverse(effort(at)));
    chosen.truncate(count);
    chosen.sort_unstable();
    chosen
}

/// Those of `places` with at least `percent` of the hardest load among them.
fn near_top(sets: &[SetPerformance], places: &[usize], percent: i64, sense: Sense) -> Vec<usize> {
    let loads: Vec<Grams> = places.iter().map(|&at| load(&sets[at])).collect();
    let Some(&top) = loads.get(first_hardest(&loads, sense)) else { return vec![] };
    places.iter().copied().filter(|&at| reaches(sense, load(&sets[at]), percent, top)).collect()
}

/// Whether `load` is at least `percent` of `top` in effort.
fn reaches(sense: Sense, load: Grams, percent: i64, top: Grams) -> bool {
    match sense {
        Sense::Load => 100 * load.0 >= percent * top.0,
        Sense::Assistance => 100 * top.0 >= percent * load.0,
    }
}

/// The place of the first of the hardest loads; 0 when there are none.
fn first_hardest(loads: &[Grams], sense: Sense) -> usize {
    let mut top = 0;
    for (at, &load) in loads.iter().enumerate() {
        if sense.is_harder(load, loads[top]) {
            top = at;
        }
    }
    top
}

/// Whether every load is as near to the mean as `near` wants; it gets n·|w − mean| and n·mean.
fn is_near_mean(loads: &[Grams], near: impl Fn(i64, i64) -> bool) -> bool {
    let sum: i64 = loads.iter().map(|load| load.0).sum();
    let count = i64::try_from(loads.len()).unwrap_or(i64::MAX);
    loads.iter().all(|load| near((count * load.0 - sum).abs(), sum))
}

/// Between the lightest and the heaviest, in grams.
fn span(loads: &[Grams]) -> i64 {
    let grams = || loads.iter().map(|load| load.0);
    grams().max().unwrap_or(0) - grams().min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::id::Id;

    /// Sets of 10 reps with these loads in tenths of a kilogram.
    fn sets(kind: SetType, tenths: &[i64]) -> Vec<SetPerformance> {
        tenths.iter().map(|&load| set(kind, load, 10)).collect()
    }

    fn set(kind: SetType, tenths: i64, reps: u32) -> SetPerformance {
        SetPerformance {
            id: Id::derive(&["set"]),
            set_id: None,
            index: 0,
            kind,
            reps: Some(reps),
            seconds: None,
            meters: None,
            load_g: Some(Grams(tenths * 100)),
            completed: true,
            rest_after_s: None,
            rpe: None,
        }
    }

    fn chosen(sets: &[SetPerformance]) -> Vec<usize> {
        progression_sets(sets, Sense::Load)
    }

    fn style_of(tenths: &[i64]) -> Style {
        style(&sets(SetType::Working, tenths), Sense::Load)
    }

    #[test]
    fn sg_4_two_heaviest_working_sets_are_the_progression_sets() {
        assert_eq!(chosen(&sets(SetType::Working, &[600, 600, 575])), [0, 1]);
        assert_eq!(chosen(&sets(SetType::Working, &[575, 600, 600])), [1, 2]);
        let mut undone = sets(SetType::Working, &[600, 600, 575]);
        undone[0].completed = false;
        assert_eq!(chosen(&undone), [1, 2]);
        undone[1].reps = Some(0);
        assert_eq!(chosen(&undone), [2]);
        assert_eq!(chosen(&[]), [0; 0]);
    }

    #[test]
    fn sg_4_one_working_set_is_joined_by_the_heaviest_other() {
        let mut drops = sets(SetType::Drop, &[1000, 800, 600]);
        drops[0].kind = SetType::Working;
        assert_eq!(chosen(&drops), [0, 1]);
        let mut warmed = sets(SetType::Warmup, &[900, 1000]);
        warmed[1].kind = SetType::Working;
        assert_eq!(chosen(&warmed), [1]);
    }

    #[test]
    fn sg_4_without_working_sets_the_weight_pattern_decides() {
        assert_eq!(chosen(&sets(SetType::Warmup, &[200, 400, 600, 500])), [2]);
        assert_eq!(chosen(&sets(SetType::Drop, &[1000, 900, 800])), [0, 1]);
        assert_eq!(chosen(&sets(SetType::Failure, &[600, 600, 625])), [0, 1]);
        assert_eq!(chosen(&sets(SetType::Warmup, &[400, 500, 600])), [1, 2]);
    }

    #[test]
    fn sg_5_patterns_are_tested_in_their_order() {
        for (loads, expected) in [
            (&[1000, 900, 800][..], WeightPattern::HeaviestFirst),
            (&[600, 800, 700], WeightPattern::PyramidUp),
            (&[625, 600, 600], WeightPattern::HeaviestFirst),
            (&[600, 600, 625], WeightPattern::Straight),
            (&[400, 500, 600], WeightPattern::Unknown),
            (&[600, 600], WeightPattern::Unknown),
            (&[600, 600, 600], WeightPattern::Straight),
            // 10 % of the mean is no longer within it.
            (&[900, 1000, 1100], WeightPattern::Unknown),
        ] {
            let grams: Vec<Grams> = loads.iter().map(|&tenths| Grams(tenths * 100)).collect();
            assert_eq!(weight_pattern(&grams, Sense::Load), expected, "{loads:?}");
        }
    }

    #[test]
    fn sg_13_with_assistance_the_least_help_is_the_heaviest() {
        let helped = sets(SetType::Working, &[200, 150, 175]);
        assert_eq!(progression_sets(&helped, Sense::Assistance), [1, 2]);
        let grams: Vec<Grams> = helped.iter().map(load).collect();
        assert_eq!(weight_pattern(&grams, Sense::Assistance), WeightPattern::PyramidUp);
        assert_eq!(style(&sets(SetType::Working, &[300, 250, 200]), Sense::Assistance), Style::Ascending);
    }

    #[test]
    fn ts_1_each_row_has_its_style() {
        for (loads, expected) in [
            (&[600, 600, 600][..], Style::Straight),
            (&[1000, 750, 750], Style::TopBackoff),
            (&[1000, 950, 700, 650], Style::TopBackoff),
            (&[1000, 880, 860], Style::ReversePyramid),
            (&[600, 800, 1000, 1000], Style::FeederRamp),
            (&[600, 700, 800], Style::Ascending),
            (&[600, 800, 700], Style::AscendingPyramid),
            (&[1000, 800, 600], Style::DescendingPyramid),
            (&[1000, 600, 900], Style::Unknown),
            (&[600, 600], Style::Unknown),
        ] {
            assert_eq!(style_of(loads), expected, "{loads:?}");
        }
    }

    #[test]
    fn ts_1_short_pauses_with_falling_reps_are_rest_pause() {
        let mut pauses: Vec<_> = [12, 8, 6].map(|reps| set(SetType::Working, 600, reps)).into();
        for set in &mut pauses {
            set.rest_after_s = Some(20);
        }
        assert_eq!(style(&pauses, Sense::Load), Style::RestPause);
        assert_eq!(counted_sets(&pauses, Style::RestPause, Sense::Load), [0]);
        for spoil in [Some(31), Some(0), None] {
            pauses[1].rest_after_s = spoil;
            assert_eq!(style(&pauses, Sense::Load), Style::Straight, "{spoil:?}");
        }
    }

    #[test]
    fn ts_1_half_of_drop_sets_is_a_drop_cluster_and_nothing_counts() {
        let mut drops = sets(SetType::Drop, &[1000, 800, 600]);
        drops[0].kind = SetType::Working;
        assert_eq!(style(&drops, Sense::Load), Style::DropCluster);
        assert_eq!(counted_sets(&drops, Style::DropCluster, Sense::Load), [0; 0]);
        drops[1].kind = SetType::Working;
        assert_eq!(style(&drops, Sense::Load), Style::Unknown);
    }

    #[test]
    fn ts_2_the_style_says_which_sets_count() {
        for (loads, expected) in [
            (&[600, 600, 600, 600][..], &[0, 1, 2, 3][..]),
            (&[1000, 950, 700, 650], &[0, 1]),
            (&[1000, 880, 860], &[0, 1]),
            (&[600, 800, 1000, 1000], &[2, 3]),
            (&[500, 600, 700, 800], &[1, 2, 3]),
            (&[1000, 960, 800, 600], &[0, 1]),
            (&[1000, 600, 900], &[0, 2]),
        ] {
            let sets = sets(SetType::Working, loads);
            let style = style(&sets, Sense::Load);
            assert_eq!(counted_sets(&sets, style, Sense::Load), expected, "{loads:?} {style}");
        }
    }
}
