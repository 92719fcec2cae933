-- What was eaten, what is at home, what is to be bought (ML-2, ML-6, ML-8, NT).

create table meal_logs (
    athlete_id uuid not null,
    id uuid not null,
    local_date text not null,
    slot bigint not null,
    state text not null,
    at bigint not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index meal_logs_by_date on meal_logs (athlete_id, local_date, slot, at);

create table diary (
    athlete_id uuid not null,
    id uuid not null,
    local_date text not null,
    at bigint not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index diary_by_date on diary (athlete_id, local_date);

create table pantry (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);

create table leftovers (
    athlete_id uuid not null,
    id uuid not null,
    until_date text not null,
    body jsonb not null,
    primary key (athlete_id, id)
);

create table shopping_checks (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);

create table nutrition_targets (
    athlete_id uuid not null,
    from_date text not null,
    created_at bigint not null,
    body jsonb not null,
    primary key (athlete_id, from_date, created_at)
);
