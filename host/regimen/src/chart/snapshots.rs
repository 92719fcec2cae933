//! Small charts to the byte (A-21), and the cases of none, one, equal and many values.

use super::*;

fn caption() -> Caption {
    Caption {
        id: "c".to_owned(),
        title: "Title".to_owned(),
        description: "Words".to_owned(),
        ..Caption::default()
    }
}

fn sets() -> Format {
    Format { unit: "sets".to_owned(), ..Format::default() }
}

fn timeline(values: &[Option<i64>]) -> Timeline {
    let moments = (0..).zip(values).map(|(day, _)| Moment {
        day,
        label: format!("Day {day}"),
        tick: format!("D{day}"),
    });
    Timeline {
        caption: caption(),
        format: sets(),
        moments: moments.collect(),
        series: vec![Series {
            name: "Done".to_owned(),
            shape: Shape::Line,
            points: values
                .iter()
                .map(|value| value.map(|value| Point { value, mark: Mark::Plain }))
                .collect(),
        }],
        ..Timeline::default()
    }
}

fn bars() -> Bars {
    let column = |label: &str, values: Option<Vec<i64>>| Column {
        at: label.to_owned(),
        label: label.to_owned(),
        tick: label.to_owned(),
        values,
        target: Some(4),
    };
    Bars {
        caption: caption(),
        parts: vec!["Done".to_owned(), "Late".to_owned()],
        target_name: "Target".to_owned(),
        columns: vec![column("W1", Some(vec![3, 1])), column("W2", None)],
        ..Bars::default()
    }
}

fn gauge() -> Gauge {
    Gauge {
        caption: caption(),
        landmarks: vec![(Landmark::Least, "MEV".to_owned()), (Landmark::Limit, "MRV".to_owned())],
        rows: vec![GaugeRow {
            at: "chest".to_owned(),
            name: "Chest".to_owned(),
            value: 25,
            landmarks: vec![(Landmark::Least, 10), (Landmark::Limit, 20)],
            format: sets(),
            note: "above MRV".to_owned(),
        }],
        ..Gauge::default()
    }
}

fn calendar() -> Calendar {
    let day = |label: &str, state| Day {
        at: label.to_owned(),
        label: label.to_owned(),
        month: String::new(),
        state,
    };
    Calendar {
        caption: caption(),
        first_weekday: 6,
        days: vec![
            day("1 May", DayState::Done),
            day("2 May", DayState::Free),
            day("3 May", DayState::Skipped),
        ],
        states: vec![(DayState::Done, "done".to_owned()), (DayState::Skipped, "skipped".to_owned())],
        ..Calendar::default()
    }
}

fn ladder() -> Ladder {
    let rung =
        |label: &str, state, note: &str| Rung { label: label.to_owned(), state, note: note.to_owned() };
    let rungs = vec![rung("1", RungState::Done, "May"), rung("2", RungState::Now, "")];
    Ladder { caption: caption(), rungs, ..Ladder::default() }
}

/// One element per line, so that a difference can be read.
fn lines(svg: &str) -> String {
    svg.replace("><", ">\n<")
}

#[test]
fn a_21_a_line_to_the_byte() {
    let expected = r#"<svg xmlns="http://www.w3.org/2000/svg" class="compact" viewBox="0 0 360 220" width="360" height="220" font-family="system-ui, sans-serif" font-size="12">
<g role="img" aria-labelledby="c-title c-desc">
<title id="c-title">Title</title>
<desc id="c-desc">Words</desc>
<text x="0.0" y="13.0" text-anchor="start">sets</text>
<path class="grid" fill="none" stroke="currentColor" d="M15.6 196.0H352.0"/>
<text x="9.6" y="200.2" text-anchor="end">2</text>
<path class="grid" fill="none" stroke="currentColor" d="M15.6 112.0H352.0"/>
<text x="9.6" y="116.2" text-anchor="end">3</text>
<path class="grid" fill="none" stroke="currentColor" d="M15.6 28.0H352.0"/>
<text x="9.6" y="32.2" text-anchor="end">4</text>
<path class="axis" fill="none" stroke="currentColor" d="M23.6 196.0V200.0"/>
<text x="23.6" y="213.0" text-anchor="middle">D0</text>
<path class="axis" fill="none" stroke="currentColor" d="M344.0 196.0V200.0"/>
<text x="344.0" y="213.0" text-anchor="middle">D1</text>
<path class="line" fill="none" stroke="currentColor" d="M23.6 196.0L344.0 28.0"/>
<circle class="dot" cx="23.6" cy="196.0" r="3.2"/>
<circle class="dot" cx="344.0" cy="28.0" r="3.2"/>
</g>
<g>
<g class="pt" role="img" tabindex="0">
<title>Day 0: 2 sets</title>
<path class="hit" fill="transparent" d="M15.6 28.0H183.8V196.0H15.6Z"/>
<path class="guide" visibility="hidden" d="M23.6 28.0V196.0"/>
<text class="tip strong" visibility="hidden" x="360.0" y="13.0" text-anchor="end">Day 0: 2 sets</text>
</g>
<g class="pt" role="img" tabindex="0">
<title>Day 1: 4 sets</title>
<path class="hit" fill="transparent" d="M183.8 28.0H352.0V196.0H183.8Z"/>
<path class="guide" visibility="hidden" d="M344.0 28.0V196.0"/>
<text class="tip strong" visibility="hidden" x="360.0" y="13.0" text-anchor="end">Day 1: 4 sets</text>
</g>
</g>
</svg>"#;
    assert_eq!(lines(&timeline(&[Some(2), Some(4)]).svg(Size::Narrow)), expected);
}

#[test]
fn a_21_bars_to_the_byte() {
    let expected = r#"<svg xmlns="http://www.w3.org/2000/svg" class="compact" viewBox="0 0 360 220" width="360" height="220" font-family="system-ui, sans-serif" font-size="12">
<g role="img" aria-labelledby="c-title c-desc">
<title id="c-title">Title</title>
<desc id="c-desc">Words</desc>
<defs>
<pattern id="c-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<path class="hatch" fill="none" stroke="currentColor" d="M0.0 0.0V5.0"/>
</pattern>
</defs>
<path class="grid" fill="none" stroke="currentColor" d="M15.6 178.0H360.0"/>
<text x="9.6" y="182.2" text-anchor="end">0</text>
<path class="grid" fill="none" stroke="currentColor" d="M15.6 140.5H360.0"/>
<text x="9.6" y="144.7" text-anchor="end">1</text>
<path class="grid" fill="none" stroke="currentColor" d="M15.6 103.0H360.0"/>
<text x="9.6" y="107.2" text-anchor="end">2</text>
<path class="grid" fill="none" stroke="currentColor" d="M15.6 65.5H360.0"/>
<text x="9.6" y="69.7" text-anchor="end">3</text>
<path class="grid" fill="none" stroke="currentColor" d="M15.6 28.0H360.0"/>
<text x="9.6" y="32.2" text-anchor="end">4</text>
<text x="55.6" y="195.0" text-anchor="middle">W1</text>
<text x="135.6" y="195.0" text-anchor="middle">W2</text>
<path class="bar" d="M28.9 65.5H82.3V178.0H28.9Z"/>
<path class="hatched" fill="url(#c-hatch)" d="M28.9 28.0H82.3V65.5H28.9Z"/>
<path class="mark" fill="none" stroke="currentColor" d="M22.3 28.0H88.9"/>
<path class="mark" fill="none" stroke="currentColor" d="M102.3 28.0H168.9"/>
<path class="bar" d="M18.6 205.0H28.6V215.0H18.6Z"/>
<text x="36.6" y="214.2" text-anchor="start">Done</text>
<path class="hatched" fill="url(#c-hatch)" d="M82.0 205.0H92.0V215.0H82.0Z"/>
<text x="100.0" y="214.2" text-anchor="start">Late</text>
<path class="mark" fill="none" stroke="currentColor" d="M142.4 210.0H158.4"/>
<text x="163.4" y="214.2" text-anchor="start">Target</text>
</g>
<g>
<g class="pt" role="img" tabindex="0">
<title>W1: Done 3, Late 1, Target 4</title>
<path class="hit" fill="transparent" d="M15.6 28.0H95.6V178.0H15.6Z"/>
<text class="tip strong" visibility="hidden" x="360.0" y="13.0" text-anchor="end">W1: Done 3, Late 1, Target 4</text>
</g>
<g class="pt" role="img" tabindex="0">
<title>W2: Target 4</title>
<path class="hit" fill="transparent" d="M95.6 28.0H175.6V178.0H95.6Z"/>
<text class="tip strong" visibility="hidden" x="360.0" y="13.0" text-anchor="end">W2: Target 4</text>
</g>
</g>
</svg>"#;
    assert_eq!(lines(&bars().svg(Size::Narrow)), expected);
}

#[test]
fn a_21_landmarks_to_the_byte() {
    let expected = r#"<svg xmlns="http://www.w3.org/2000/svg" class="compact" viewBox="0 0 360 86" width="360" height="86" font-family="system-ui, sans-serif" font-size="12">
<g role="img" aria-labelledby="c-title c-desc">
<title id="c-title">Title</title>
<desc id="c-desc">Words</desc>
<defs>
<pattern id="c-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<path class="hatch" fill="none" stroke="currentColor" d="M0.0 0.0V5.0"/>
</pattern>
</defs>
<text class="strong" x="0.0" y="33.0" text-anchor="start">Chest</text>
<text x="360.0" y="33.0" text-anchor="end">25 sets · above MRV</text>
<path class="track" d="M0.0 42.0H360.0V53.0H0.0Z"/>
<path class="bar" d="M0.0 44.5H281.6V50.5H0.0Z"/>
<path class="hatched" fill="url(#c-hatch)" d="M281.6 44.5H352.0V50.5H281.6Z"/>
<path class="mark solid" d="M140.8 49.0L145.3 56.5L136.3 56.5Z"/>
<path class="mark solid" d="M280.1 39.0H283.1V56.0H280.1Z"/>
<path class="mark solid" d="M8.0 77.0L12.5 84.5L3.5 84.5Z"/>
<text x="21.0" y="80.2" text-anchor="start">MEV</text>
<path class="mark solid" d="M62.3 68.0H65.3V84.0H62.3Z"/>
<text x="76.8" y="80.2" text-anchor="start">MRV</text>
</g>
<g>
<g class="pt" role="img" tabindex="0">
<title>Chest: 25 sets, MEV 10, MRV 20</title>
<path class="hit" fill="transparent" d="M0.0 20.0H360.0V64.0H0.0Z"/>
<text class="tip strong" visibility="hidden" x="360.0" y="13.0" text-anchor="end">Chest: 25 sets, MEV 10, MRV 20</text>
</g>
</g>
</svg>"#;
    assert_eq!(lines(&gauge().svg(Size::Narrow)), expected);
}

#[test]
fn a_21_a_calendar_to_the_byte() {
    let expected = r#"<svg xmlns="http://www.w3.org/2000/svg" class="compact" viewBox="0 0 360 194" width="360" height="194" font-family="system-ui, sans-serif" font-size="12">
<g role="img" aria-labelledby="c-title c-desc">
<title id="c-title">Title</title>
<desc id="c-desc">Words</desc>
<text x="0.0" y="52.8" text-anchor="start">
</text>
<text x="0.0" y="89.6" text-anchor="start">
</text>
<text x="0.0" y="126.4" text-anchor="start">
</text>
<path class="cell done" d="M28.0 150.4H44.0V166.4H28.0Z"/>
<path class="glyph" fill="none" stroke="currentColor" d="M31.2 158.4L34.4 161.6L40.8 155.2"/>
<path class="free" d="M52.8 46.4H57.6V51.2H52.8Z"/>
<path class="cell skipped" d="M46.4 58.4H62.4V74.4H46.4Z"/>
<path class="glyph" fill="none" stroke="currentColor" d="M51.2 63.2L57.6 69.6M57.6 63.2L51.2 69.6"/>
<path class="cell done" d="M2.0 178.8H14.0V190.8H2.0Z"/>
<path class="glyph" fill="none" stroke="currentColor" d="M4.4 184.8L6.8 187.2L11.6 182.4"/>
<text x="21.0" y="189.0" text-anchor="start">done</text>
<path class="cell skipped" d="M65.4 178.8H77.4V190.8H65.4Z"/>
<path class="glyph" fill="none" stroke="currentColor" d="M69.0 182.4L73.8 187.2M73.8 182.4L69.0 187.2"/>
<text x="84.4" y="189.0" text-anchor="start">skipped</text>
</g>
<g>
<g class="pt" role="img" tabindex="0">
<title>1 May: done</title>
<path class="hit" fill="transparent" d="M28.0 150.4H46.4V168.8H28.0Z"/>
<text class="tip strong" visibility="hidden" x="360.0" y="13.0" text-anchor="end">1 May: done</text>
</g>
<g class="pt" role="img" tabindex="0">
<title>3 May: skipped</title>
<path class="hit" fill="transparent" d="M46.4 58.4H64.8V76.8H46.4Z"/>
<text class="tip strong" visibility="hidden" x="360.0" y="13.0" text-anchor="end">3 May: skipped</text>
</g>
</g>
</svg>"#;
    assert_eq!(lines(&calendar().svg(Size::Narrow)), expected);
}

#[test]
fn p_55_a_ladder_to_the_byte() {
    let expected = r#"<svg xmlns="http://www.w3.org/2000/svg" class="compact" viewBox="0 0 360 78" width="360" height="78" font-family="system-ui, sans-serif" font-size="12">
<g role="img" aria-labelledby="c-title c-desc">
<title id="c-title">Title</title>
<desc id="c-desc">Words</desc>
<path class="step done" d="M0.0 49.0H359.0V75.0H0.0Z"/>
<path class="glyph" fill="none" stroke="currentColor" d="M7.0 62.0L10.0 65.5L16.0 58.0"/>
<text x="23.0" y="66.5" text-anchor="start">1</text>
<text x="352.0" y="66.5" text-anchor="end">May</text>
<path class="step now" d="M24.0 20.0H359.0V46.0H24.0Z"/>
<path class="on" d="M32.0 27.0L40.0 33.0L32.0 39.0Z"/>
<text class="on" x="47.0" y="37.5" text-anchor="start">2</text>
<text class="on" x="352.0" y="37.5" text-anchor="end">
</text>
</g>
<g>
<g class="pt" role="img" tabindex="0">
<title>1: May</title>
<path class="hit" fill="transparent" d="M0.0 49.0H360.0V75.0H0.0Z"/>
<text class="tip strong" visibility="hidden" x="360.0" y="13.0" text-anchor="end">1: May</text>
</g>
<g class="pt" role="img" tabindex="0">
<title>2</title>
<path class="hit" fill="transparent" d="M0.0 20.0H360.0V46.0H0.0Z"/>
<text class="tip strong" visibility="hidden" x="360.0" y="13.0" text-anchor="end">2</text>
</g>
</g>
</svg>"#;
    assert_eq!(lines(&ladder().svg(Size::Narrow)), expected);
}

#[test]
fn a_21_none_one_equal_and_many_values_can_be_drawn() {
    let many: Vec<Option<i64>> = (0..400).map(|day| (day % 9 != 0).then_some(day * day)).collect();
    let cases: [&[Option<i64>]; 6] =
        [&[], &[None], &[Some(5)], &[Some(5), Some(5)], &[Some(i64::MIN / 2), Some(i64::MAX / 2)], &many];
    for values in cases {
        for size in [Size::Narrow, Size::Wide] {
            let svg = timeline(values).svg(size);
            let count = values.iter().flatten().count();
            assert_eq!(svg.matches("class=\"pt\"").count(), count, "{values:?}");
            assert!(!svg.contains('\u{2212}') || values.contains(&Some(i64::MIN / 2)), "{values:?}");
            assert!(svg.ends_with("</g></svg>"));
        }
    }
    for size in [Size::Narrow, Size::Wide] {
        let empty = [
            Bars::default().svg(size),
            Gauge::default().svg(size),
            Calendar::default().svg(size),
            Ladder::default().svg(size),
        ];
        assert!(empty.iter().all(|svg| svg.ends_with("</g></svg>")));
    }
}

#[test]
fn p_50_a_missing_value_is_a_gap() {
    let chart = timeline(&[Some(1), Some(2), None, Some(3)]);
    let svg = chart.svg(Size::Narrow);
    let line = svg.split("class=\"line\"").nth(1).and_then(|rest| rest.split("d=\"").nth(1));
    let line = line.and_then(|rest| rest.split('"').next()).unwrap_or_default();
    assert_eq!((line.matches('M').count(), line.matches('L').count()), (2, 1), "{line}");
    let labels: Vec<String> = chart.table().rows.into_iter().map(|row| row.join(" ")).collect();
    assert_eq!(labels, ["Day 0 1\u{a0}sets", "Day 1 2\u{a0}sets", "Day 3 3\u{a0}sets"]);
}

#[test]
fn p_50_few_points_answer_to_the_tab_key_and_many_do_not() {
    let stops =
        |count: usize| timeline(&vec![Some(1); count]).svg(Size::Wide).matches("tabindex=\"0\"").count();
    assert_eq!((stops(31), stops(32)), (31, 0));
}

#[test]
fn tables_say_what_the_pictures_show() {
    assert_eq!(bars().table().rows, [["W1", "3", "1", "4"], ["W2", "", "", "4"]]);
    assert_eq!(gauge().table().rows, [["Chest", "25\u{a0}sets", "10\u{a0}sets", "20\u{a0}sets"]]);
    assert_eq!(calendar().table().rows, [["1 May", "done"], ["3 May", "skipped"]]);
    assert_eq!(ladder().table().rows, [["1", "May"], ["2", ""]]);
}

#[test]
fn texts_of_people_cannot_leave_their_place() {
    let mut chart = ladder();
    chart.rungs[0].label = "</text><script>".to_owned();
    assert!(!chart.figure(Size::Narrow).contains("<script"));
}

#[test]
fn a_21_a_document_has_one_size_and_its_own_style() {
    let none = Bars { caption: Caption { empty: "Too little.".to_owned(), ..caption() }, ..Bars::default() };
    for svg in [
        timeline(&[Some(2), Some(4)]).document(),
        bars().document(),
        gauge().document(),
        calendar().document(),
        none.document(),
    ] {
        let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"large\" viewBox=\"0 0 720 320\" \
                    width=\"720\" height=\"320\" font-family=\"system-ui, sans-serif\" font-size=\"12\"><style>";
        assert!(svg.starts_with(head), "{svg}");
        assert!(
            svg.contains("prefers-color-scheme:dark") && !svg.contains("http://www.w3.org/1999"),
            "{svg}"
        );
    }
    assert!(none.document().contains(">Too little.</text>"));
}

#[test]
fn a_21_points_are_what_pictures_show() {
    let [done, late, target] = &bars().runs()[..] else { panic!() };
    assert_eq!((done.name.as_str(), late.points.len(), target.points.len()), ("Done", 1, 2));
    assert_eq!(done.points, [RunPoint { at: "W1".to_owned(), value: Some(3.0), mark: None }]);
    let marks: Vec<_> = calendar().runs()[0].points.iter().map(|point| point.mark.unwrap()).collect();
    assert_eq!(marks, ["done", "skipped"]);
    assert_eq!(gauge().runs()[1].points[0].value, Some(10.0));
    let with_gap = &timeline(&[Some(2), None, Some(4)]).runs()[0];
    assert_eq!(with_gap.points.len(), 2);
}

#[test]
fn p_50_steps_hold_until_they_change_and_go_on_over_days_of_others() {
    let mut steps = timeline(&[Some(1), None, Some(3)]);
    steps.series[0].shape = Shape::Step;
    steps.series[0].points[2] = Some(Point { value: 3, mark: Mark::Up });
    steps.marks = vec![(Mark::Up, "next level".to_owned())];
    let svg = steps.svg(Size::Wide);
    assert!(svg.contains("H704.0V28.0\"/>"), "{svg}");
    assert_eq!(steps.table().rows[1], ["Day 2", "3\u{a0}sets (next level)"]);
    assert_eq!(steps.runs()[0].points[1].mark, Some("advance"));
}
