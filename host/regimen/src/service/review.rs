//! The review of exercises that went back again and again, and what a reviewer says of them (P-45, A-16).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    error::ErrorCode, id::Id, person::Athlete, progress::ProgressRecord, time::Instant, wellbeing::FlagSource,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Records, ReportRow};
use training::{
    flag,
    quality::{
        QualityTuning,
        review::{self, Answer, FaultyReview, ReviewRow},
    },
};

use super::{
    act::Act,
    app::{App, Caller, Scope, Work},
};
use crate::problem::{Code, Problem};

/// The kind under which the reviews of Mondays are kept.
pub(super) const REVIEW: &str = "review";

/// The kind under which it is kept since when exercises are counted anew.
const RESTARTS: &str = "review_restarts";

/// What came of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reviewed {
    /// Exercises that go on; their count restarts.
    pub restarted: Vec<String>,
    /// Exercises that are suspended.
    pub suspended: Vec<String>,
    /// Exercises that are not listed any more.
    pub unlisted: Vec<String>,
}

/// The exercises of an athlete that are to be reviewed now, and the file to fill in.
pub async fn export(app: &App, caller: &Caller) -> Result<(Vec<ReviewRow>, String), Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let rows = work.review_rows().await?;
    let text = review::write(&rows);
    Ok((rows, text))
}

/// Applies the answers of a file, of every athlete in it; a file with a fault, or an athlete whom the caller may not
/// plan for, changes nothing.
pub async fn import(app: &App, caller: &Caller, text: &str) -> Result<Reviewed, Problem> {
    drop(app.read(caller, Scope::Plan).await?);
    let answers = review::read(text)?;
    let athletes: BTreeSet<Id<Athlete>> = answers.iter().map(|answer| answer.athlete_id).collect();
    for athlete in &athletes {
        app.read(&Caller { athlete: *athlete, ..*caller }, Scope::Plan).await?;
    }
    let mut reviewed = Reviewed::default();
    for athlete in athletes {
        let mut work = app.write(&Caller { athlete, ..*caller }, Act::ReviewAnswered).await?;
        let own: Vec<Answer> =
            answers.iter().filter(|answer| answer.athlete_id == athlete).cloned().collect();
        work.answer_review(&own, &mut reviewed).await?;
        work.commit().await?;
    }
    Ok(reviewed)
}

impl Work<'_> {
    /// The exercises that went back three times in a row and were not reviewed since.
    pub(super) async fn review_rows(&mut self) -> Result<Vec<ReviewRow>, Problem> {
        let athlete = self.id();
        let restarts = self.restarts().await?;
        let rows = self.tx.progress(athlete, Records::Live).await?;
        let records: Vec<ProgressRecord> = rows.into_iter().map(|row| row.record).collect();
        Ok(review::rows(&records, &restarts, &QualityTuning::default()))
    }

    /// Since when the count of an exercise runs anew.
    async fn restarts(&mut self) -> Result<BTreeMap<String, Instant>, Problem> {
        let athlete = self.id();
        let known = self.tx.reports::<BTreeMap<String, Instant>>(athlete, RESTARTS).await?;
        Ok(known.into_iter().next_back().map(|row| row.report).unwrap_or_default())
    }

    async fn answer_review(&mut self, answers: &[Answer], reviewed: &mut Reviewed) -> Result<(), Problem> {
        let rows = self.review_rows().await?;
        let applied = review::apply(answers, &rows);
        let mut restarts = self.restarts().await?;
        restarts.extend(applied.restarted.iter().map(|(_, exercise)| (exercise.clone(), self.now)));
        let (athlete, created_at) = (self.id(), self.now);
        let report = ReportRow { period: String::new(), revision: 1, created_at, report: restarts };
        self.tx.add_report(athlete, RESTARTS, &report).await?;
        let signs: Vec<_> = applied.suspended.into_iter().map(|(_, sign)| sign).collect();
        if !signs.is_empty() {
            let source = FlagSource::Reviewer;
            self.update_flags(&flag::Event::Signs { signs: &signs, source }).await?;
        }
        reviewed.restarted.extend(applied.restarted.into_iter().map(|(_, exercise)| exercise));
        let names = signs.iter().filter_map(|sign| sign.exercise.as_ref());
        reviewed.suspended.extend(names.map(ToString::to_string));
        reviewed.unlisted.extend(applied.unlisted.into_iter().map(|(_, exercise)| exercise));
        Ok(())
    }
}

impl From<FaultyReview> for Problem {
    fn from(faulty: FaultyReview) -> Self {
        let code = Code::of(faulty.code());
        match faulty {
            FaultyReview::InvalidVerified { line, found } => {
                Self::new(code).fact("line", i64::try_from(line).unwrap_or(i64::MAX)).fact("found", found)
            }
            FaultyReview::NoColumn(column) => Self::new(Code::of(ErrorCode::BadValue))
                .fact("field", "line 1")
                .fact("found", "no such column")
                .fact("expected", column),
            FaultyReview::Unreadable { line, problem } => Self::new(code)
                .fact("field", format!("line {line}"))
                .fact("found", problem)
                .fact("expected", "a row of the review"),
        }
    }
}
