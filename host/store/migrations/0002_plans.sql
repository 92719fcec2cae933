-- Plans and everything that changes them (PV, OV, CF, PR). Versions are never changed but for where they stand.

create table plans (
    athlete_id uuid not null,
    id uuid not null,
    domain text not null,
    status text not null,
    created_at bigint not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create unique index plans_one_active on plans (athlete_id, domain) where status = 'active';

create table plan_versions (
    athlete_id uuid not null,
    plan_id uuid not null,
    number bigint not null,
    id uuid not null,
    status text not null,
    activated_at bigint,
    superseded_by bigint,
    created_at bigint not null,
    trigger_ref text not null,
    trace_id text not null,
    body jsonb not null,
    effective jsonb not null,
    primary key (athlete_id, plan_id, number)
);
create index plan_versions_by_status on plan_versions (athlete_id, plan_id, status);
create index plan_versions_by_time on plan_versions (athlete_id, plan_id, created_at);
create index plan_versions_by_trigger on plan_versions (athlete_id, plan_id, trigger_ref);
create index plan_versions_by_trace on plan_versions (athlete_id, trace_id);

create table plan_version_items (
    athlete_id uuid not null,
    plan_id uuid not null,
    number bigint not null,
    item_id uuid not null,
    event_type text not null,
    progress_id uuid,
    created_at bigint not null,
    body jsonb not null,
    primary key (athlete_id, plan_id, number, item_id)
);
create index plan_version_items_by_item on plan_version_items (athlete_id, plan_id, item_id, number);
create index plan_version_items_by_progress on plan_version_items (athlete_id, progress_id);

create table plan_version_conflicts (
    athlete_id uuid not null,
    id uuid not null,
    plan_id uuid not null,
    local_date text not null,
    status text not null,
    trace_id text not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index plan_version_conflicts_by_plan on plan_version_conflicts (athlete_id, plan_id, local_date);

create table plan_version_audit (
    athlete_id uuid not null,
    id uuid not null,
    plan_id uuid,
    version bigint,
    at bigint not null,
    trace_id text not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index plan_version_audit_by_plan on plan_version_audit (athlete_id, plan_id, at);
create index plan_version_audit_by_trace on plan_version_audit (athlete_id, trace_id);

create table proposals (
    athlete_id uuid not null,
    id uuid not null,
    plan_id uuid not null,
    item_id uuid not null,
    group_id uuid not null,
    state text not null,
    outcome text not null,
    trigger_ref text not null,
    created_at bigint not null,
    decided_at bigint,
    trace_id text not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index proposals_by_state on proposals (athlete_id, plan_id, state, created_at);
create index proposals_by_outcome on proposals (athlete_id, plan_id, outcome, state);
create index proposals_by_time on proposals (athlete_id, plan_id, (coalesce(decided_at, created_at)));
create index proposals_by_item on proposals (athlete_id, item_id, decided_at);
create index proposals_by_trigger on proposals (athlete_id, trigger_ref);
create index proposals_by_trace on proposals (athlete_id, trace_id);

create table decisions (
    athlete_id uuid not null,
    id uuid not null,
    proposal_id uuid not null,
    at bigint not null,
    trace_id text not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index decisions_by_proposal on decisions (athlete_id, proposal_id, at);
create index decisions_by_trace on decisions (athlete_id, trace_id);

create table overrides (
    athlete_id uuid not null,
    id uuid not null,
    plan_id uuid not null,
    item_id uuid not null,
    status text not null,
    from_at bigint not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index overrides_by_status on overrides (athlete_id, plan_id, status);

create table evaluations (
    athlete_id uuid not null,
    proposal_id uuid not null,
    session_id uuid not null,
    id uuid not null,
    at bigint not null,
    body jsonb not null,
    primary key (athlete_id, proposal_id, session_id)
);
