//! Log: a story as it is stored, with every record, event and flag.

use domain::{
    id::{Id, TraceId},
    plan::{ItemId, PlanItem},
    progress::ProgressionEvent,
    proposal::{Consent, ProposalKind},
    time::{Instant, Zone},
    wellbeing::{Flag, FlagKind, FlagSource, Mark, MarkKind},
};
use training::{
    catalog::Catalog,
    progression::{DecideInput, RULE_VERSION, decide, input::PastRecord, tuning::ProgressionTuning, vetoes},
    verify_progress::{Entry, NewTarget, Rows, Touching, verify},
};

use super::story::{Story, trace};

static ZONE: Zone = Zone::UTC;

/// A story and the rows that came of it.
#[derive(Debug, Clone)]
pub(super) struct Log {
    pub(super) story: Story,
    pub(super) live: Vec<Entry>,
    pub(super) events: Vec<ProgressionEvent>,
    pub(super) flags: Vec<Touching>,
    pub(super) tuning: ProgressionTuning,
}

impl Log {
    pub(super) fn of(story: Story) -> Self {
        let tuning = ProgressionTuning::default();
        Self { story, live: vec![], events: vec![], flags: vec![], tuning }
    }

    /// Reports a day.
    pub(super) fn report(&mut self, day: usize, said: &[Option<String>]) {
        let input = self.story.input(day, said);
        let items = input.items.clone();
        let accepts = said.iter().flatten().any(|said| said.ends_with("accept"));
        self.decide(&input, &items, accepts);
    }

    /// Reports a day of a story with one item.
    pub(super) fn reported(&mut self, day: usize, said: &str) -> &mut Self {
        self.report(day, &[Some(said.to_owned())]);
        self
    }

    /// Corrects what was reported of a day so many hours later; what it had changed is taken back before (P-4).
    pub(super) fn correct(&mut self, day: usize, hours: i64, said: &[Option<String>]) {
        let mut before = self.story.clone();
        let session = before.input(day, said).session.id;
        let of_session = |entry: &&Entry| entry.record.session_id == session;
        let first: Vec<_> = self.live.iter().filter(of_session).cloned().collect();
        for tracked in &mut before.items {
            let last = &tracked.history.last().map(|past| past.record.id);
            if let Some(entry) = first.iter().find(|entry| Some(entry.record.id) == *last) {
                tracked.item = entry.item.clone();
            }
        }
        let lighter = self.story.items.iter().map(|tracked| tracked.lightened).collect::<Vec<_>>();
        let mut input = before.input(day, said);
        input.now = input.now.plus_seconds(3600 * hours);
        input.trace_id = later_trace(&input, hours);
        // The session stays the one that was started.
        input.session.deload = first.iter().any(|entry| entry.deload);
        input.edited = first.iter().filter(|entry| entry.edited).map(|entry| entry.record.item_id).collect();
        for performance in &mut input.performances {
            let entry = first.iter().find(|entry| Some(entry.record.item_id) == performance.item_id).unwrap();
            performance.frozen = entry.performance.as_ref().unwrap().frozen.clone();
        }
        let items = input.items.clone();
        // A correction that comes too late takes nothing back.
        if hours <= 48 {
            self.story = before;
        } else {
            input.items = self.story.items.iter().map(|tracked| tracked.item.clone()).collect();
        }
        self.decide(&input, &items, false);
        for (tracked, lighter) in self.story.items.iter_mut().zip(lighter) {
            tracked.lightened = tracked.lightened.or(lighter);
        }
    }

    /// Decides, lets land what needs no answer or has it, and keeps everything. `items` are those of the start.
    pub(super) fn decide(&mut self, input: &DecideInput, items: &[PlanItem], accepts: bool) {
        let decided = decide(input, Catalog::embedded()).unwrap_or_else(|invalid| panic!("{invalid}"));
        for record in &decided.records {
            let id = record.item_id;
            let tracked = self.story.items.iter_mut().find(|tracked| tracked.item.item_id == id).unwrap();
            let performance = input.performances.iter().find(|one| one.item_id == Some(id)).cloned();
            let mut landed = false;
            for proposal in decided.proposals.iter().filter(|proposal| proposal.target.item_id == id) {
                if proposal.consent == Consent::Auto
                    || accepts && proposal.kind != ProposalKind::StructureChange
                {
                    let preselected = proposal.alternatives.iter().find(|way| way.preselected);
                    let changes = preselected.map_or(&proposal.changes, |way| &way.changes);
                    tracked.item.apply(changes, &input.trace_id).unwrap();
                    landed = true;
                }
            }
            let update = decided.update(id).unwrap();
            tracked.lightened = update.modifier;
            tracked.history.push(PastRecord {
                started_at: input.session.started_at,
                record: record.clone(),
                landed,
                undone_at: None,
                performance: performance.clone(),
            });
            tracked.history.sort_by_key(|entry| (entry.started_at, entry.record.created_at));
            self.live.push(Entry {
                record: record.clone(),
                started_at: input.session.started_at,
                deload: input.session.deload,
                item: items.iter().find(|item| item.item_id == id).unwrap().clone(),
                performance,
                edited: input.edited.contains(&id),
                moved: input.moved.contains(&id),
                equipment: Some(input.at_hand()),
                target: Some(NewTarget::from(update)),
                landed_at: landed.then_some(input.now),
                undone_at: None,
            });
        }
        self.events.extend(decided.events);
        self.raise(input);
    }

    /// The flags of a day, and those that its marks raised, for that day alone.
    fn raise(&mut self, input: &DecideInput) {
        let marks = input.performances.iter().flat_map(|performance| &performance.marks);
        let marked = marks.filter_map(|mark| flag(*mark, &input.trace_id));
        for mut flag in input.flags.iter().cloned().chain(marked).collect::<Vec<_>>() {
            flag.from = input.now;
            flag.until = Some(input.now.plus_seconds(1));
            let touched = vetoes(&input.items, std::slice::from_ref(&flag), Catalog::embedded(), input.now);
            let items = input.items.iter().filter(|item| touched.contains_key(&item.item_id));
            let items = items.map(|item| (item.item_id, item.exercise_key.clone())).collect();
            self.flags.push(Touching { flag, items });
        }
    }

    /// Takes the last change of an item back, if it is one that landed.
    pub(super) fn undo(&mut self, item: ItemId, at: Instant) {
        let tracked = self.story.items.iter_mut().find(|tracked| tracked.item.item_id == item).unwrap();
        let Some(past) = tracked.history.last_mut().filter(|past| past.landed && past.undone_at.is_none())
        else {
            return;
        };
        past.undone_at = Some(at);
        let entry = self.live.iter_mut().find(|entry| entry.record.id == past.record.id).unwrap();
        entry.undone_at = Some(at);
        tracked.item = entry.item.clone();
    }

    /// The rows of the log.
    pub(super) fn rows(&self) -> Rows<'_> {
        Rows {
            rule_version: RULE_VERSION,
            tuning: &self.tuning,
            live: &self.live,
            archive: &[],
            events: &self.events,
            flags: &self.flags,
            modifiers: &[],
            versions: &[],
            last_run: None,
            zone: &ZONE,
        }
    }

    /// What the verify says of them.
    pub(super) fn breaches(&self) -> Vec<String> {
        breaches(&self.rows())
    }
}

/// What the verify says, in words.
pub(super) fn breaches(rows: &Rows<'_>) -> Vec<String> {
    verify(rows, Catalog::embedded()).iter().map(ToString::to_string).collect()
}

fn later_trace(input: &DecideInput, hours: i64) -> TraceId {
    let text = input.trace_id.as_str();
    TraceId::try_from(format!("{}{hours:03}{}", &text[..20], &text[text.len() - 3..])).unwrap()
}

/// The flag that a mark raises beyond its own item.
fn flag(mark: Mark, trace_id: &TraceId) -> Option<Flag> {
    let kind = match mark.kind {
        MarkKind::Pain => FlagKind::Pain,
        MarkKind::Fatigue => FlagKind::Fatigue,
        MarkKind::Illness => FlagKind::Illness,
        MarkKind::Technique => return None,
    };
    Some(Flag {
        id: Id::derive(&["mark", trace_id.as_str(), kind.as_str()]),
        athlete_id: Id::derive(&["athlete"]),
        kind,
        area: mark.area,
        exercise_key: None,
        severity: mark.severity.unwrap_or(1),
        source: FlagSource::Report,
        from: Instant::EPOCH,
        until: None,
        raised_at: None,
        cleared_by: None,
        clear_reason: None,
        trace_id: trace(0),
    })
}
