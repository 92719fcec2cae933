//! P-17, P-25..P-29: what is said about the next session, in both languages.

use domain::{
    exercise::Measure,
    ladder::Per,
    plan::PlanItem,
    prescription::SetPrescription,
    progress::LevelDecision,
    reason::{Fact, Facts, ReasonCode},
    voice::{Locale, Voice},
};

use super::{
    auxiliary,
    bundle::Goal,
    case::Case,
    offer::{OfferKind, Offered},
    regress, skip,
    target::completed_sets,
    update::Comments,
    verdict::Verdict,
};

/// What the texts look at.
pub(super) struct Told<'a> {
    pub(super) case: &'a Case<'a>,
    pub(super) verdict: &'a Verdict,
    /// The item as decided.
    pub(super) after: &'a PlanItem,
    pub(super) offers: &'a [Offered],
}

/// The reasons, and what the athlete can make of them.
pub(super) fn comments(told: &Told<'_>) -> Comments {
    let say = |locale| {
        let voice = Voice { locale, unit: told.case.input.unit, zone: told.case.input.zone.clone() };
        told.say(&voice)
    };
    Comments { en: say(Locale::En), ru: say(Locale::Ru) }
}

impl Told<'_> {
    fn say(&self, voice: &Voice) -> String {
        let reasons: Vec<_> = self.verdict.reasons.iter().map(|reason| voice.reason(reason)).collect();
        let mut said = vec![reasons.join("; ")];
        said.retain(|text| !text.is_empty());
        let advice = [
            self.over(voice),
            self.edge(voice),
            self.under(voice),
            self.effort(voice),
            self.skipped(voice),
            self.technique(voice),
        ];
        let advice: Vec<_> = advice.into_iter().flatten().collect();
        if !advice.is_empty() {
            said.push(advice.join(" "));
        }
        said.join(". ")
    }

    fn has(&self, code: ReasonCode) -> bool {
        self.verdict.reasons.iter().any(|reason| reason.code == code)
    }

    fn offered(&self, kind: OfferKind) -> Option<&Goal> {
        self.offers.iter().find(|offer| offer.kind == kind).map(|offer| &offer.goal)
    }

    /// P-25.
    fn over(&self, voice: &Voice) -> Option<String> {
        let rpe = self.case.rpe().filter(|rpe| *rpe <= self.case.tuning().strength_rpe)?;
        let advanced = self.verdict.decision == LevelDecision::Advance && !self.case.concerns.fatigue;
        let mut facts = facts([
            ("actual", self.case.targets.done.into()),
            ("target", self.case.targets.plan.into()),
            ("rpe", Fact::tenths(rpe)),
            ("sets", self.after_sets(voice).into()),
        ]);
        let id = match &self.after.prescription.level_ref {
            Some(level) => {
                facts.insert("level".into(), level.ordinal.into());
                "recommend-over"
            }
            None => "recommend-over-free",
        };
        voice.text(id, &facts).filter(|_| advanced)
    }

    /// P-26.
    fn edge(&self, voice: &Voice) -> Option<String> {
        let next = self.offered(OfferKind::NextLevel)?;
        let mut facts = facts([("next", self.describe(next, voice).into())]);
        let id = match self.case.rung {
            Some(rung) => {
                facts.insert("level".into(), rung.ordinal.into());
                "recommend-edge"
            }
            None => "recommend-edge-free",
        };
        voice.text(id, &facts)
    }

    /// P-27.
    fn under(&self, voice: &Voice) -> Option<String> {
        if self.verdict.decision != LevelDecision::Regress || !self.has(ReasonCode::UnderVolume) {
            return None;
        }
        let case = self.case;
        let asked =
            case.performance.frozen.as_ref().map_or(&case.item.prescription, |frozen| &frozen.prescription);
        let left = asked.working_sets().count().saturating_sub(completed_sets(case.performance));
        let new = format!("{} ({})", self.after.prescription.volume(), self.after_sets(voice));
        let missing = case.targets.reduced().saturating_sub(case.targets.done);
        let said = voice.text(
            "recommend-under",
            &facts([
                ("missing", missing.into()),
                ("unit", case.measure.as_str().into()),
                ("sets_missing", left.into()),
                ("new", new.into()),
            ]),
        )?;
        let easier = self.offered(OfferKind::EasierVariation).or(self.offered(OfferKind::EasierLadder));
        let maybe = easier.and_then(|goal| {
            let variation = self.name(goal, voice.locale)?;
            voice.text("recommend-under-variation", &facts([("variation", variation.into())]))
        });
        Some([Some(said), maybe].into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    /// P-28.
    fn effort(&self, voice: &Voice) -> Option<String> {
        let lighter =
            self.verdict.lighter.as_ref().filter(|lighter| lighter.reason.code == ReasonCode::HighRpe);
        let pct = match lighter {
            Some(lighter) => 100 - u32::from(lighter.pct),
            None if self.has(ReasonCode::MaxEffort) => regress::cut(self.case),
            None => return None,
        };
        let rpe = Fact::tenths(self.case.rpe()?);
        voice.text("recommend-effort", &facts([("rpe", rpe), ("pct", pct.into())]))
    }

    /// P-29.
    fn skipped(&self, voice: &Voice) -> Option<String> {
        if !self.has(ReasonCode::Skip) {
            return None;
        }
        let Some(lighter) = &self.verdict.lighter else {
            return voice.text("recommend-skip", &Facts::new());
        };
        let pct = u32::from(lighter.pct);
        let count = skip::count(self.case);
        let said = voice.text("recommend-skips", &facts([("count", count.into()), ("pct", pct.into())]))?;
        let back = self.offered(OfferKind::PreviousLevel).and_then(Goal::ordinal);
        let ask =
            back.and_then(|level| voice.text("recommend-skips-level", &facts([("level", level.into())])));
        Some([Some(said), ask].into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    /// P-17: how the exercise is done well, and what may help.
    fn technique(&self, voice: &Voice) -> Option<String> {
        if !auxiliary::is_wanted(self.case) {
            return None;
        }
        let note = match voice.locale {
            Locale::En => &self.case.exercise.technique_note_en,
            Locale::Ru => &self.case.exercise.technique_note_ru,
        };
        let help = self.offered(OfferKind::Auxiliary).and_then(|goal| {
            let help = self.describe(goal, voice);
            voice.text("recommend-auxiliary", &facts([("exercise", help.into())]))
        });
        let said: Vec<_> = [note.clone(), help].into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// The working sets after the decision: `5×6`, `9, 9, 8`, `3×50 s`.
    fn after_sets(&self, voice: &Voice) -> String {
        let working = || self.after.prescription.working_sets();
        let amounts: Vec<_> = working().filter_map(SetPrescription::amount).collect();
        sets(voice, &amounts, self.case.measure, working().next().map(|set| set.per))
    }

    /// Where a goal leads: its sets, with the exercise when it is another one.
    fn describe(&self, goal: &Goal, voice: &Voice) -> String {
        let sets = sets(voice, &goal.sets, goal.measure, goal.per);
        match self.name(goal, voice.locale).filter(|_| goal.variation != self.case.item.exercise_key) {
            Some(name) => format!("{name} {sets}"),
            None => sets,
        }
    }

    fn name(&self, goal: &Goal, locale: Locale) -> Option<String> {
        let exercise = self.case.catalog.get(&goal.variation)?;
        let name = match locale {
            Locale::En => &exercise.name_en,
            Locale::Ru => &exercise.name_ru,
        };
        Some(name.to_lowercase())
    }
}

fn facts<const N: usize>(facts: [(&'static str, Fact); N]) -> Facts {
    facts.into_iter().map(|(name, fact)| (name.into(), fact)).collect()
}

fn sets(voice: &Voice, amounts: &[u32], measure: Measure, per: Option<Per>) -> String {
    let even = amounts.windows(2).all(|pair| pair[0] == pair[1]);
    let shown = match amounts.first() {
        Some(amount) if even => format!("{}×{amount}", amounts.len()),
        _ => amounts.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    };
    let facts = facts([
        ("sets", shown.clone().into()),
        ("unit", measure.as_str().into()),
        ("per", per.unwrap_or(Per::Both).as_str().into()),
    ]);
    voice.text("recommend-sets", &facts).unwrap_or(shown)
}
