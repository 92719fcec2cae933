-- No query finds rows by their trace but the one that asks for undone versions; every report and every set paid for these.
drop index if exists plan_version_audit_by_trace;
drop index if exists proposals_by_trace;
drop index if exists decisions_by_trace;
drop index if exists session_events_by_trace;
drop index if exists progression_events_by_trace;
