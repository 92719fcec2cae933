-- The conversation (D-3, D-9): every message that was handled with what was answered, so that one that comes again is
-- answered alike and does nothing; and what an athlete calls exercises, once they have said which one they mean.

create table dialog_messages (
    athlete_id uuid not null,
    channel text not null,
    external_id text not null,
    received_at bigint not null,
    body jsonb not null,
    primary key (athlete_id, channel, external_id)
);
create index dialog_messages_of_athlete on dialog_messages (athlete_id, received_at);
create index dialog_messages_by_time on dialog_messages (received_at);

create table exercise_aliases (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);
