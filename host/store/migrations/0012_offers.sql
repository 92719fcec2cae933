-- What an athlete offers to everybody, until an administrator shares or declines it (ND-14).

create table offers (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);
