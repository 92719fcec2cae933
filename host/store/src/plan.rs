//! Plans, their versions, and what changes them (PV-1, PV-2, PV-6, PV-11, OV-1, CF-1, PR-1, PR-9).

use domain::{
    dispute::{Conflict, Override},
    id::Id,
    person::Athlete,
    plan::{AuditLine, ItemRow, Plan, PlanDomain, PlanId, PlanVersion, VersionStatus},
    time::{Instant, LocalDate},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    error::StoreError,
    list::{List, array},
    row::{Body, Cell, Table, document, instant, value, values},
    tx::{Tx, on, run},
};

const PLANS: Table =
    Table { name: "plans", key: 2, columns: &["athlete_id", "id", "domain", "status", "created_at", "body"] };

const VERSIONS: Table = Table {
    name: "plan_versions",
    key: 3,
    columns: &[
        "athlete_id",
        "plan_id",
        "number",
        "id",
        "status",
        "activated_at",
        "superseded_by",
        "created_at",
        "trigger_ref",
        "trace_id",
        "body",
        "effective",
    ],
};

const ITEMS: Table = Table {
    name: "plan_version_items",
    key: 4,
    columns: &[
        "athlete_id",
        "plan_id",
        "number",
        "item_id",
        "event_type",
        "progress_id",
        "created_at",
        "body",
    ],
};

const CONFLICTS: Table = Table {
    name: "plan_version_conflicts",
    key: 2,
    columns: &["athlete_id", "id", "plan_id", "local_date", "status", "trace_id", "body"],
};

const AUDIT: Table = Table {
    name: "plan_version_audit",
    key: 2,
    columns: &["athlete_id", "id", "plan_id", "version", "at", "trace_id", "body"],
};

const OVERRIDES: Table = Table {
    name: "overrides",
    key: 2,
    columns: &["athlete_id", "id", "plan_id", "item_id", "status", "from_at", "body"],
};

/// Which versions of a plan are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since<'a> {
    /// All of them.
    Ever,
    /// Those in force, those that wait, the newest, those made since an instant, and those of a trigger.
    Instant(Instant, &'a str),
    /// So many with a smaller number than this.
    Before(u32, u32),
}

/// A version with its rows, as the tables hold them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "VersionText<I>", bound = "I: DeserializeOwned")]
pub struct VersionRows<I> {
    /// The version.
    pub version: PlanVersion<I>,
    /// What it changed, by item.
    pub rows: Vec<ItemRow<I>>,
}

/// A version as [`List::versions`] writes it: where it stands now, the document, the plan itself, its rows.
#[derive(Deserialize)]
#[serde(bound = "I: DeserializeOwned")]
struct VersionText<I>(VersionStatus, Option<i64>, Option<u32>, PlanVersion<I>, Vec<I>, Vec<ItemRow<I>>);

impl<I> From<VersionText<I>> for VersionRows<I> {
    fn from(text: VersionText<I>) -> Self {
        let VersionText(status, activated_at, superseded_by, version, effective, rows) = text;
        let activated_at = activated_at.map(instant);
        let version = PlanVersion { status, activated_at, superseded_by, effective, ..version };
        Self { version, rows }
    }
}

/// Where a version stands now: the only thing of it that changes (PV-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionHead {
    /// Which version.
    pub number: u32,
    /// Where it stands.
    pub status: VersionStatus,
    /// When it came into force.
    pub activated_at: Option<Instant>,
    /// The version that took its place.
    pub superseded_by: Option<u32>,
}

impl Since<'_> {
    /// The conditions on versions, with their values.
    fn conditions(self, athlete: Id<Athlete>, plan: PlanId) -> Vec<(&'static str, Vec<Cell>)> {
        let of = [Cell::from(athlete), plan.into()];
        match self {
            Self::Ever => vec![("plan_id = ?", vec![plan.into()])],
            Self::Instant(at, trigger) => vec![
                (
                    "athlete_id = ? and plan_id = ? and status in ('active', 'pending_confirmation')",
                    of.to_vec(),
                ),
                (
                    "athlete_id = ? and plan_id = ? and created_at >= ?
                     and status not in ('active', 'pending_confirmation')",
                    [&of[..], &[at.into()]].concat(),
                ),
                (
                    "athlete_id = ? and plan_id = ? and trigger_ref = ? and created_at < ?
                     and status not in ('active', 'pending_confirmation')",
                    [&of[..], &[trigger.into(), at.into()]].concat(),
                ),
                (
                    "athlete_id = ? and plan_id = ? and number = (
                       select max(number) from plan_versions where athlete_id = ? and plan_id = ?)
                     and trigger_ref <> ? and created_at < ?
                     and status not in ('active', 'pending_confirmation')",
                    [&of[..], &of, &[trigger.into(), at.into()]].concat(),
                ),
            ],
            Self::Before(number, count) => vec![(
                "plan_id = ? and number in (
                   select number from plan_versions where athlete_id = ? and plan_id = ? and number < ?
                   order by number desc limit ?)",
                [&of[1..], &of, &[i64::from(number).into(), i64::from(count).into()]].concat(),
            )],
        }
    }
}

impl<I> List<VersionRows<I>> {
    /// Versions of a plan with their rows, by number.
    pub fn versions(athlete: Id<Athlete>, plan: PlanId, since: Since<'_>) -> Self {
        let rows = array("cast(i.body as text)", "i.item_id");
        let element = format!(
            "'[\"' || r.status || '\",' || coalesce(cast(r.activated_at as text), 'null') || ','
             || coalesce(cast(r.superseded_by as text), 'null') || ',' || cast(r.body as text) || ','
             || cast(r.effective as text) || ',' || coalesce((select {rows} from plan_version_items i
             where i.athlete_id = r.athlete_id and i.plan_id = r.plan_id and i.number = r.number), '[]') || ']'"
        );
        Self::of(VERSIONS.name, &element, "r.number", &since.conditions(athlete, plan))
    }
}

impl List<Plan> {
    /// The one plan in force (PV-1).
    pub fn active_plan(domain: PlanDomain) -> Self {
        let condition = "domain = ? and status = 'active'";
        Self::new(PLANS.name, "created_at, id", condition, vec![domain.as_str().into()])
    }

    /// The plan with this id; nothing without one.
    pub fn plan(id: Option<PlanId>) -> Self {
        Self::new(PLANS.name, "id", "id = ?", vec![id.into()])
    }
}

impl List<Override> {
    /// The overrides of a plan that are in force or were made since, by id.
    pub fn overrides(plan: PlanId, since: Option<Instant>) -> Self {
        let since = since.map_or(i64::MIN, Instant::millis);
        let condition = "plan_id = ? and (status = 'active' or from_at >= ?)";
        Self::new(OVERRIDES.name, "from_at, id", condition, vec![plan.into(), since.into()])
    }
}

impl List<Conflict> {
    /// The conflicts of a plan that wait or are of this day or later, oldest first.
    pub fn conflicts(plan: PlanId, since: LocalDate) -> Self {
        let condition = "plan_id = ? and (status = 'pending_confirmation' or local_date >= ?)";
        Self::new(CONFLICTS.name, "local_date, id", condition, vec![plan.into(), since.into()])
    }
}

impl Tx {
    /// Adds a plan, or changes its status.
    pub async fn put_plan(&mut self, plan: &Plan) -> Result<(), StoreError> {
        let cells = vec![
            plan.athlete_id.into(),
            plan.id.into(),
            plan.domain.as_str().into(),
            plan.status.as_str().into(),
            plan.created_at.into(),
            document(&PLANS, plan)?,
        ];
        self.put(&PLANS, vec![cells]).await.map(drop)
    }

    /// All plans of an athlete, oldest first.
    pub async fn plans(&mut self, athlete: Id<Athlete>) -> Result<Vec<Plan>, StoreError> {
        const SQL: &str = "select body from plans where athlete_id = $1 order by created_at, id";
        let rows: Vec<Body> =
            on!(self, conn => sqlx::query_scalar(SQL).bind(athlete.uuid()).fetch_all(conn))?;
        values(PLANS.name, rows)
    }

    /// The plan with this id.
    pub async fn plan(&mut self, athlete: Id<Athlete>, id: PlanId) -> Result<Option<Plan>, StoreError> {
        const SQL: &str = "select body from plans where athlete_id = $1 and id = $2";
        let row: Option<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(id.uuid()).fetch_optional(conn))?;
        row.map(|body| value(PLANS.name, &body.0)).transpose()
    }

    /// The one plan in force (PV-1).
    pub async fn active_plan(
        &mut self,
        athlete: Id<Athlete>,
        domain: PlanDomain,
    ) -> Result<Option<Plan>, StoreError> {
        Ok(self.list(athlete, List::active_plan(domain)).await?.pop())
    }

    /// Adds versions with their rows. Two writers that made the same number cannot both succeed: the later one gets
    /// [`StoreError::Taken`] and has to decide again (PV-12).
    pub async fn add_versions<'a, I: Serialize + 'a>(
        &mut self,
        athlete: Id<Athlete>,
        versions: impl IntoIterator<Item = (&'a PlanVersion<I>, &'a [ItemRow<I>])>,
    ) -> Result<(), StoreError> {
        let (mut heads, mut rows) = (Vec::new(), Vec::new());
        for (version, items) in versions {
            heads.push(version_cells(athlete, version)?);
            for item in items {
                let mut cells: Vec<Cell> =
                    vec![athlete.into(), version.plan_id.into(), version.number.into()];
                cells.extend([item.item_id.into(), item.event_type.as_str().into(), item.progress_id.into()]);
                cells.extend([item.created_at.into(), document(&ITEMS, item)?]);
                rows.push(cells);
            }
        }
        self.add(&VERSIONS, heads).await?;
        self.add(&ITEMS, rows).await?;
        Ok(())
    }

    /// Says where a version stands now.
    pub async fn set_version_head(
        &mut self,
        athlete: Id<Athlete>,
        plan: PlanId,
        head: VersionHead,
    ) -> Result<(), StoreError> {
        const SQL: &str = "update plan_versions set status = $1, activated_at = $2, superseded_by = $3
                           where athlete_id = $4 and plan_id = $5 and number = $6";
        run!(
            self,
            sqlx::query(SQL)
                .bind(head.status.as_str())
                .bind(head.activated_at.map(Instant::millis))
                .bind(head.superseded_by.map(i64::from))
                .bind(athlete.uuid())
                .bind(plan.uuid())
                .bind(i64::from(head.number))
        )?;
        Ok(())
    }

    /// Versions of a plan with their rows, by number.
    pub async fn versions<I>(
        &mut self,
        athlete: Id<Athlete>,
        plan: PlanId,
        since: Since<'_>,
    ) -> Result<Vec<VersionRows<I>>, StoreError>
    where
        I: DeserializeOwned,
    {
        self.list(athlete, List::versions(athlete, plan, since)).await
    }

    /// The items of the plan in force.
    pub async fn effective<I: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
        plan: PlanId,
    ) -> Result<Vec<I>, StoreError> {
        const SQL: &str = "select effective from plan_versions
                           where athlete_id = $1 and plan_id = $2 and status = 'active'";
        let row: Option<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(plan.uuid()).fetch_optional(conn))?;
        row.map_or_else(|| Ok(Vec::new()), |body| value(VERSIONS.name, &body.0))
    }

    /// Adds overrides of a plan, or says how they ended.
    pub async fn put_overrides(
        &mut self,
        athlete: Id<Athlete>,
        plan: PlanId,
        overrides: &[Override],
    ) -> Result<(), StoreError> {
        let row = |guard: &Override| {
            let ids: [Cell; 4] = [athlete.into(), guard.id.into(), plan.into(), guard.item_id.into()];
            let rest = [guard.status.as_str().into(), guard.from.into(), document(&OVERRIDES, guard)?];
            Ok(ids.into_iter().chain(rest).collect())
        };
        let rows = overrides.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.put(&OVERRIDES, rows).await.map(drop)
    }

    /// The overrides of a plan that are in force or were made since, by id.
    pub async fn overrides(
        &mut self,
        athlete: Id<Athlete>,
        plan: PlanId,
        since: Option<Instant>,
    ) -> Result<Vec<Override>, StoreError> {
        self.list(athlete, List::overrides(plan, since)).await
    }

    /// Adds conflicts, or says how they were settled.
    pub async fn put_conflicts(&mut self, conflicts: &[Conflict]) -> Result<(), StoreError> {
        let row = |conflict: &Conflict| {
            let ids: [Cell; 3] = [conflict.athlete_id.into(), conflict.id.into(), conflict.plan_id.into()];
            let status = conflict.status.as_str().into();
            let rest =
                [conflict.date.into(), status, (&conflict.trace_id).into(), document(&CONFLICTS, conflict)?];
            Ok(ids.into_iter().chain(rest).collect())
        };
        let rows = conflicts.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.put(&CONFLICTS, rows).await.map(drop)
    }

    /// The conflicts of a plan that wait or are of this day or later, oldest first.
    pub async fn conflicts(
        &mut self,
        athlete: Id<Athlete>,
        plan: PlanId,
        since: LocalDate,
    ) -> Result<Vec<Conflict>, StoreError> {
        self.list(athlete, List::conflicts(plan, since)).await
    }

    /// Adds lines to the audit, which never loses one (PV-11).
    pub async fn add_audit(&mut self, athlete: Id<Athlete>, lines: &[AuditLine]) -> Result<(), StoreError> {
        let row = |line: &AuditLine| {
            let ids: [Cell; 3] = [athlete.into(), line.id.into(), line.plan_id.into()];
            let rest =
                [line.version.into(), line.at.into(), (&line.trace_id).into(), document(&AUDIT, line)?];
            Ok(ids.into_iter().chain(rest).collect())
        };
        let rows = lines.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.add(&AUDIT, rows).await.map(drop)
    }

    /// The audit of a plan, or of everything, oldest first.
    pub async fn audit(
        &mut self,
        athlete: Id<Athlete>,
        plan: Option<PlanId>,
    ) -> Result<Vec<AuditLine>, StoreError> {
        const SQL: &str = "select body from plan_version_audit
                           where athlete_id = $1 and (plan_id = $2 or $3 = 1) order by at, id";
        let all = i64::from(plan.is_none());
        let rows: Vec<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(plan.map(Id::uuid)).bind(all).fetch_all(conn))?;
        values(AUDIT.name, rows)
    }
}

fn version_cells<I: Serialize>(
    athlete: Id<Athlete>,
    version: &PlanVersion<I>,
) -> Result<Vec<Cell>, StoreError> {
    let effective = document(&VERSIONS, &version.effective)?;
    let unreadable = |error: serde_json::Error| StoreError::Unreadable {
        table: VERSIONS.name,
        message: error.to_string(),
    };
    let body = serde_json::to_value(without_plan(version)).map_err(unreadable)?;
    Ok(vec![
        athlete.into(),
        version.plan_id.into(),
        version.number.into(),
        version.id.into(),
        version.status.as_str().into(),
        version.activated_at.into(),
        version.superseded_by.into(),
        version.created_at.into(),
        version.trigger.reference.as_str().into(),
        (&version.trace_id).into(),
        document(&VERSIONS, &body)?,
        effective,
    ])
}

/// A version without the plan itself, which has a column of its own.
fn without_plan<I>(version: &PlanVersion<I>) -> PlanVersion<()> {
    PlanVersion {
        id: version.id,
        plan_id: version.plan_id,
        number: version.number,
        parent: version.parent,
        status: version.status,
        source: version.source,
        actor: version.actor,
        trigger: version.trigger.clone(),
        reasons: version.reasons.clone(),
        summary: version.summary.clone(),
        effective: Vec::new(),
        effective_hash: version.effective_hash.clone(),
        trace_id: version.trace_id.clone(),
        created_at: version.created_at,
        zone: version.zone.clone(),
        local_date: version.local_date,
        activated_at: version.activated_at,
        superseded_by: version.superseded_by,
    }
}
