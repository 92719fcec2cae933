-- The model that says how likely a session is missed (P-48): one for the installation, of nobody in particular.

create table miss_models (
    id uuid not null primary key,
    trained_at bigint not null,
    row_count bigint not null,
    active bigint not null,
    rule_version text not null,
    feature_hash text not null,
    body jsonb not null
);
