-- What an athlete did besides strength training, by where it is known from and its id there (L-6); connections to where it
-- comes from, and the tokens of those, sealed (L-37).

-- An earlier table of this name had no place for the source; nothing was ever written to it.
drop table activities;

create table activities (
    athlete_id uuid not null,
    source text not null,
    key text not null,
    start_at bigint not null,
    body jsonb not null,
    primary key (athlete_id, source, key)
);
create index activities_by_start on activities (athlete_id, start_at);

create table connections (
    athlete_id uuid not null,
    provider text not null,
    state text not null,
    synced_at bigint,
    body jsonb not null,
    primary key (athlete_id, provider)
);
create index connections_by_sync on connections (synced_at) where state = 'connected';

-- Kept apart from the connections, so that nothing that is shown or taken along holds them.
create table sealed_tokens (
    athlete_id uuid not null,
    provider text not null,
    key_id text not null,
    sealed text not null,
    primary key (athlete_id, provider)
);
