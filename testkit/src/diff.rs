//! A line diff that is read by people, so it favors few changes over speed.

/// How many unchanged lines are shown around a change.
const CONTEXT: usize = 3;

/// So many lines of each side are looked at together: the table of a whole document would not fit in memory.
const WINDOW: usize = 1000;

/// Where a line of a diff comes from; the sign stands before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Both,
    Expected,
    Actual,
}

impl Side {
    fn sign(self) -> char {
        match self {
            Side::Both => ' ',
            Side::Expected => '-',
            Side::Actual => '+',
        }
    }
}

/// Shows how to get from `expected` (`-`) to `actual` (`+`), one line each, long equal parts left out.
pub(crate) fn diff(expected: &[&str], actual: &[&str]) -> String {
    let script = script(expected, actual);
    let is_near_change = |at: usize| {
        let near = at.saturating_sub(CONTEXT)..script.len().min(at + CONTEXT + 1);
        script[near].iter().any(|(side, _)| *side != Side::Both)
    };
    let mut shown = String::new();
    let mut is_skipping = false;
    for (at, (side, line)) in script.iter().enumerate() {
        if is_near_change(at) {
            shown.push_str(format!("{}{line}", side.sign()).trim_end());
            shown.push('\n');
            is_skipping = false;
        } else if !is_skipping {
            shown.push_str(" ...\n");
            is_skipping = true;
        }
    }
    shown
}

/// All lines of both sides in order; equal ends are cut off first, which keeps the table small.
fn script<'a>(expected: &[&'a str], actual: &[&'a str]) -> Vec<(Side, &'a str)> {
    let head = expected.iter().zip(actual).take_while(|(a, b)| a == b).count();
    let (same_head, expected) = expected.split_at(head);
    let actual = &actual[head..];
    let tail = expected.iter().rev().zip(actual.iter().rev()).take_while(|(a, b)| a == b).count();
    let (expected, same_tail) = expected.split_at(expected.len() - tail);
    let actual = &actual[..actual.len() - tail];

    let mut script: Vec<_> = same_head.iter().map(|line| (Side::Both, *line)).collect();
    script.extend(by_windows(expected, actual));
    script.extend(same_tail.iter().map(|line| (Side::Both, *line)));
    script
}

/// The script of both sides, window by window; each window begins after the last line that the one before it had in
/// common.
fn by_windows<'a>(mut expected: &[&'a str], mut actual: &[&'a str]) -> Vec<(Side, &'a str)> {
    let mut script = Vec::new();
    while !expected.is_empty() || !actual.is_empty() {
        let is_last = expected.len() <= WINDOW && actual.len() <= WINDOW;
        let mut part = changes(&expected[..expected.len().min(WINDOW)], &actual[..actual.len().min(WINDOW)]);
        let last_common = part.iter().rposition(|(side, _)| *side == Side::Both);
        if let Some(last) = last_common.filter(|_| !is_last) {
            part.truncate(last + 1);
        }
        let lines_but = |other| part.iter().filter(|(side, _)| *side != other).count();
        (expected, actual) = (&expected[lines_but(Side::Actual)..], &actual[lines_but(Side::Expected)..]);
        script.append(&mut part);
    }
    script
}

/// The script along a longest common subsequence; removed lines stand before added ones.
fn changes<'a>(expected: &[&'a str], actual: &[&'a str]) -> Vec<(Side, &'a str)> {
    let common = common_lengths(expected, actual);
    let mut script = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < expected.len() && j < actual.len() {
        if expected[i] == actual[j] {
            script.push((Side::Both, expected[i]));
            i += 1;
            j += 1;
        } else if common[i][j + 1] <= common[i + 1][j] {
            script.push((Side::Expected, expected[i]));
            i += 1;
        } else {
            script.push((Side::Actual, actual[j]));
            j += 1;
        }
    }
    script.extend(expected[i..].iter().map(|line| (Side::Expected, *line)));
    script.extend(actual[j..].iter().map(|line| (Side::Actual, *line)));
    script
}

/// `[i][j]` is the length of the longest common subsequence of `expected[i..]` and `actual[j..]`.
fn common_lengths(expected: &[&str], actual: &[&str]) -> Vec<Vec<u32>> {
    let mut common = vec![vec![0; actual.len() + 1]; expected.len() + 1];
    for i in (0..expected.len()).rev() {
        for j in (0..actual.len()).rev() {
            common[i][j] = if expected[i] == actual[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::diff;

    #[test]
    fn shows_a_changed_line_between_equal_ones() {
        assert_eq!(diff(&["a", "b", "c"], &["a", "x", "c"]), " a\n-b\n+x\n c\n");
    }

    #[test]
    fn keeps_common_lines_when_others_move() {
        assert_eq!(diff(&["a", "b", "c", "d"], &["b", "x", "d", "e"]), "-a\n b\n-c\n+x\n d\n+e\n");
    }

    #[test]
    fn leaves_out_long_equal_parts() {
        let expected = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "old"];
        let actual = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "new"];
        assert_eq!(diff(&expected, &actual), " ...\n 7\n 8\n 9\n-old\n+new\n");
    }

    #[test]
    fn documents_longer_than_a_window_differ_where_they_do() {
        let lines: Vec<String> = (0..3500).map(|number| number.to_string()).collect();
        let expected: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut actual = expected.clone();
        actual[10] = "x";
        actual.insert(1700, "y");
        actual.remove(3490);
        let shown = diff(&expected, &actual);
        let changed: Vec<&str> = shown.lines().filter(|line| line.starts_with(['-', '+'])).collect();
        assert_eq!(changed, ["-10", "+x", "+y", "-3489"]);
    }

    #[test]
    fn shows_everything_when_one_side_is_empty() {
        assert_eq!(diff(&[], &["a", "b"]), "+a\n+b\n");
        assert_eq!(diff(&["a"], &[]), "-a\n");
    }
}
