-- What stands for a person until it ends: sessions of browsers, tokens of programs, and links that work once
-- (AC-2..AC-5, AC-7). Of every secret only the hash is here.

create table credentials (
    hash text not null primary key,
    kind text not null,
    id uuid not null unique,
    account_id uuid,
    created_at bigint not null,
    used_at bigint not null,
    ends_at bigint not null,
    body jsonb not null
);
create index credentials_by_account on credentials (account_id, kind);
create index credentials_by_end on credentials (ends_at);

-- Who somebody is elsewhere: the subject of an identity provider that may sign in as an account (AC-10).

create table identities (
    issuer text not null,
    subject text not null,
    account_id uuid not null,
    linked_at bigint not null,
    primary key (issuer, subject)
);
create index identities_by_account on identities (account_id);
