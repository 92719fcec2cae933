//! Recovery advice (P-49): what to do when training has been too much. It is advice: it changes no plan.

use std::collections::BTreeMap;

use domain::{
    anatomy::BodyArea,
    quantity::Amount,
    reason::{Fact, Facts},
    time::{Instant, LocalDate, Zone, add_days, days_between},
    vocabulary::vocabulary,
    wellbeing::{CheckIn, Flag, FlagKind, Severity},
};

use crate::flag::{SessionFacts, Sign};

vocabulary! {
    /// Why advice is given; the text is `trigger-<word>`.
    pub enum Trigger: "advice trigger" {
        /// Three records at RPE 9 or more in two sessions within a week.
        HardSessions = "hard_sessions",
        /// Two pain marks within two weeks.
        PainMarks = "pain_marks",
        /// Fatigue of severity 2.
        Fatigue = "fatigue",
        /// A session at RPE 9 after another one, with a lighter one to follow (P-8, step 7).
        HighRpe = "high_rpe",
        /// A step back for an effort above 9 (P-28).
        MaxEffort = "max_effort",
        /// Severe pain, or pain that keeps coming back.
        LastingPain = "lasting_pain",
    }
}

vocabulary! {
    /// What is advised; the text is `advice-<word>`.
    pub enum AdviceCode: "advice" {
        Sleep = "sleep",
        Nutrition = "nutrition",
        RestDay = "rest_day",
        Deload = "deload",
        SeeProfessional = "see_professional",
    }
}

/// One advice with what it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// What is advised.
    pub code: AdviceCode,
    /// Whether it is said in general, since nothing is known of the athlete's nights or meals.
    pub is_general: bool,
    /// Why advice is given now.
    pub triggers: Vec<Trigger>,
    /// The numbers of its text.
    pub facts: Facts,
}

impl Advice {
    /// The id of its text.
    pub fn text_id(&self) -> String {
        let general = if self.is_general { "_general" } else { "" };
        format!("advice-{}{general}", self.code)
    }
}

/// One day of an active nutrition plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayIntake {
    /// Energy eaten, kcal.
    pub energy: Amount,
    /// Energy of the plan, kcal.
    pub energy_target: Amount,
    /// Protein eaten, g.
    pub protein: Amount,
    /// Protein of the plan, g.
    pub protein_target: Amount,
}

/// What advice is made of. The order of the lists does not matter.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// When it is.
    pub now: Instant,
    /// Where the athlete lives.
    pub zone: &'a Zone,
    /// Reported sessions of the last 28 days, this one included.
    pub sessions: &'a [SessionFacts],
    /// Check-ins of the last 28 days.
    pub check_ins: &'a [CheckIn],
    /// The athlete's flags, after this report.
    pub flags: &'a [Flag],
    /// Whether an item of this report got the modifier of P-8, step 7.
    pub high_rpe: bool,
    /// Whether an item of this report stepped back for its effort.
    pub max_effort: bool,
    /// The last days that were eaten by an active nutrition plan, at most three; none without a plan.
    pub intake: Option<&'a [DayIntake]>,
    /// The last day of the last deload week; the first session if there was none yet.
    pub deload_before: Option<LocalDate>,
    /// What was advised before, and when.
    pub given: &'a [(AdviceCode, Instant)],
}

const DAY: i64 = 86_400_000;
/// Days within which no advice is repeated.
const REPEAT_DAYS: i64 = 7;
/// Tenths of RPE from which a record was hard.
const HARD: i64 = 90;
/// Below these a night was bad.
const SLEEP_SCORE: u8 = 60;
const SLEEP_MINUTES: u16 = 420;

/// The advice that applies now, in the order of [`AdviceCode`]; nothing without a trigger.
pub fn advise(situation: &Situation<'_>) -> Vec<Advice> {
    let triggers = triggers(situation);
    let general: &[Trigger] = match triggers.as_slice() {
        [rest @ .., Trigger::LastingPain] => rest,
        all => all,
    };
    let mut advice = Vec::new();
    let mut add = |code: AdviceCode, found: Option<(bool, Facts)>| {
        // Pain that lasts asks for a professional whatever else happened; the rest needs a trigger of its own.
        let because = if code == AdviceCode::SeeProfessional { &triggers } else { general };
        let is_fresh = situation
            .given
            .iter()
            .all(|&(given, at)| given != code || situation.now.millis() - at.millis() >= REPEAT_DAYS * DAY);
        if let Some((is_general, facts)) = found.filter(|_| is_fresh && !because.is_empty()) {
            advice.push(Advice { code, is_general, triggers: because.to_vec(), facts });
        }
    };
    add(AdviceCode::Sleep, sleep(situation));
    add(AdviceCode::Nutrition, nutrition(situation));
    add(AdviceCode::RestDay, rest_day(situation));
    add(AdviceCode::Deload, deload(situation));
    add(AdviceCode::SeeProfessional, lasting_pain(situation).map(|facts| (false, facts)));
    advice
}

/// Why advice is due, in the order of [`Trigger`].
pub fn triggers(situation: &Situation<'_>) -> Vec<Trigger> {
    let fatigue =
        |flag: &Flag| flag.kind == FlagKind::Fatigue && flag.severity >= 2 && flag.is_active(situation.now);
    let found = [
        (Trigger::HardSessions, has_hard_sessions(situation)),
        (Trigger::PainMarks, pain_marks(situation, 14).len() >= 2),
        (Trigger::Fatigue, situation.flags.iter().any(fatigue)),
        (Trigger::HighRpe, situation.high_rpe),
        (Trigger::MaxEffort, situation.max_effort),
        (Trigger::LastingPain, lasting_pain(situation).is_some()),
    ];
    found.into_iter().filter(|(_, holds)| *holds).map(|(trigger, _)| trigger).collect()
}

impl Situation<'_> {
    fn is_within(&self, at: Instant, days: i64) -> bool {
        at <= self.now && self.now.millis() - at.millis() <= days * DAY
    }

    fn today(&self) -> LocalDate {
        self.now.local_date(self.zone)
    }
}

/// Three hard records in at least two sessions of the last seven days.
fn has_hard_sessions(situation: &Situation<'_>) -> bool {
    let recent = situation.sessions.iter().filter(|session| situation.is_within(session.started_at, 7));
    let hard: Vec<usize> = recent
        .map(|session| session.efforts().filter(|&rpe| rpe >= HARD).count())
        .filter(|&records| records > 0)
        .collect();
    hard.len() >= 2 && hard.iter().sum::<usize>() >= 3
}

/// The pain marks of reports and check-ins in the last so many days.
fn pain_marks(situation: &Situation<'_>, days: i64) -> Vec<(BodyArea, Severity)> {
    let sessions = situation.sessions.iter().map(|session| (session.started_at, Sign::of_session(session)));
    let check_ins = situation.check_ins.iter().map(|check_in| (check_in.at, Sign::of_check_in(check_in)));
    let recent = sessions.chain(check_ins).filter(|(at, _)| situation.is_within(*at, days));
    recent.flat_map(|(_, signs)| signs).filter_map(|sign| Some((sign.area?, sign.severity))).collect()
}

/// Severe pain, or three marks of one area within 28 days; a mark that could be anywhere counts for every area.
fn lasting_pain(situation: &Situation<'_>) -> Option<Facts> {
    const SEVERE: Severity = 3;
    let said = |area: BodyArea| Facts::from([("area".into(), Fact::word("area", area))]);
    let severe = situation.flags.iter().filter(|flag| {
        flag.kind == FlagKind::Pain && flag.severity >= SEVERE && flag.is_active(situation.now)
    });
    if let Some(area) = severe.filter_map(|flag| flag.area).min() {
        return Some(said(area));
    }
    let mut counts = BTreeMap::<BodyArea, usize>::new();
    for (area, _) in pain_marks(situation, 28) {
        *counts.entry(area).or_default() += 1;
    }
    let anywhere = counts.get(&BodyArea::Other).copied().unwrap_or(0);
    let lasting = counts
        .into_iter()
        .find(|&(area, count)| count + if area == BodyArea::Other { 0 } else { anywhere } >= 3);
    lasting.map(|(area, _)| said(area))
}

/// Two bad nights in the last seven; without any data it is said in general.
fn sleep(situation: &Situation<'_>) -> Option<(bool, Facts)> {
    let today = situation.today();
    let mut nights = BTreeMap::<LocalDate, bool>::new();
    for check_in in situation.check_ins {
        let night = check_in.at.local_date(&check_in.zone);
        let is_known = check_in.sleep_score.is_some() || check_in.sleep_minutes.is_some();
        if is_known && (0..7).contains(&days_between(night, today)) {
            let is_bad = check_in.sleep_score.is_some_and(|score| score < SLEEP_SCORE)
                || check_in.sleep_minutes.is_some_and(|minutes| minutes < SLEEP_MINUTES);
            *nights.entry(night).or_default() |= is_bad;
        }
    }
    let bad = nights.values().filter(|&&is_bad| is_bad).count();
    match (nights.is_empty(), bad) {
        (true, _) => Some((true, Facts::new())),
        (false, 2..) => Some((false, Facts::from([("nights".into(), bad.into())]))),
        _ => None,
    }
}

/// Energy or protein of the last three days below 90 % of the plan; without a plan or a meal it is said in general.
fn nutrition(situation: &Situation<'_>) -> Option<(bool, Facts)> {
    let Some(days) = situation.intake.filter(|days| !days.is_empty()) else {
        return Some((true, Facts::new()));
    };
    let energy = Share::of(days, |day| day.energy, |day| day.energy_target);
    let protein = Share::of(days, |day| day.protein, |day| day.protein_target);
    let facts = [("energy".into(), energy.percent().into()), ("protein".into(), protein.percent().into())];
    (energy.is_low() || protein.is_low()).then(|| (false, Facts::from(facts)))
}

/// What was eaten of what was planned.
struct Share {
    eaten: i128,
    target: i128,
}

impl Share {
    fn of(days: &[DayIntake], eaten: fn(&DayIntake) -> Amount, target: fn(&DayIntake) -> Amount) -> Self {
        let sum = |of: fn(&DayIntake) -> Amount| days.iter().map(|day| i128::from(of(day).0)).sum();
        Self { eaten: sum(eaten), target: sum(target) }
    }

    fn is_low(&self) -> bool {
        100 * self.eaten < 90 * self.target
    }

    fn percent(&self) -> i64 {
        let percent = if self.target > 0 { 100 * self.eaten / self.target } else { 100 };
        i64::try_from(percent).unwrap_or(i64::MAX)
    }
}

/// Three sessions on the last four days.
fn rest_day(situation: &Situation<'_>) -> Option<(bool, Facts)> {
    let today = situation.today();
    let since = add_days(today, -3);
    let recent = situation.sessions.iter().filter(|session| {
        let date = session.started_at.local_date(situation.zone);
        session.is_done() && since <= date && date <= today
    });
    let count = recent.count();
    (count >= 3).then(|| (false, Facts::from([("sessions".into(), count.into())])))
}

/// Four weeks since the last deload week.
fn deload(situation: &Situation<'_>) -> Option<(bool, Facts)> {
    let days = days_between(situation.deload_before?, situation.today());
    (days >= 28).then(|| (false, Facts::from([("weeks".into(), Fact::Count(days / 7))])))
}
