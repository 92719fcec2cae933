-- What was learned from sessions (P-20, P-44, SG-1, SG-11, A-2).

create table exercise_progress (
    athlete_id uuid not null,
    id uuid not null,
    session_id uuid not null,
    item_id uuid not null,
    exercise_key text not null,
    local_date text not null,
    started_at bigint not null,
    status text not null,
    decision text not null,
    trace_id text not null,
    created_at bigint not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index exercise_progress_by_item on exercise_progress (athlete_id, item_id, started_at, id);
create index exercise_progress_by_start on exercise_progress (athlete_id, started_at, id);
create index exercise_progress_by_date on exercise_progress (athlete_id, local_date);
create index exercise_progress_by_session on exercise_progress (athlete_id, session_id);

create table exercise_progress_archive (
    athlete_id uuid not null,
    id uuid not null,
    session_id uuid not null,
    item_id uuid not null,
    exercise_key text not null,
    local_date text not null,
    started_at bigint not null,
    status text not null,
    decision text not null,
    trace_id text not null,
    created_at bigint not null,
    archived_at bigint not null,
    source_table text not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index exercise_progress_archive_by_date on exercise_progress_archive (athlete_id, local_date);

create table progression_events (
    athlete_id uuid not null,
    id uuid not null,
    event_type text not null,
    exercise_key text,
    trace_id text not null,
    created_at bigint not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index progression_events_by_time on progression_events (athlete_id, created_at, id);
create index progression_events_by_trace on progression_events (athlete_id, trace_id);

create table generation_runs (
    athlete_id uuid not null,
    session_id uuid not null,
    run bigint not null,
    trace_id text not null,
    created_at bigint not null,
    body jsonb not null,
    primary key (athlete_id, session_id, run)
);
create index generation_runs_by_time on generation_runs (athlete_id, created_at);

create table exercise_history (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);

create table metrics (
    athlete_id uuid not null,
    metric_type text not null,
    report_date text not null,
    window_days bigint not null,
    dims text not null,
    id uuid not null,
    numerator bigint not null,
    denominator bigint not null,
    status text not null,
    engine_version text not null,
    created_at bigint not null,
    primary key (athlete_id, metric_type, report_date, window_days, dims)
);
create index metrics_by_date on metrics (athlete_id, report_date);

create table reports (
    athlete_id uuid not null,
    kind text not null,
    period text not null,
    revision bigint not null,
    created_at bigint not null,
    body jsonb not null,
    primary key (athlete_id, kind, period, revision)
);

create table activities (
    athlete_id uuid not null,
    id uuid not null,
    local_date text not null,
    started_at bigint not null,
    body jsonb not null,
    primary key (athlete_id, id)
);

create table dialog_context (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);
