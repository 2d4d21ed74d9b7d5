-- Operations that are carried out later, or again.

-- What was asked, enough to carry it out: kind-specific values, policy, and for a later time the choice of codes.
alter table code_op add column request jsonb;
-- 0 its file is not read yet, 1 its rows are there
alter table code_op add column phase smallint not null default 0;
-- Codes of the row as they were counted among the failed; 0 before it was tried.
alter table code_op_row add column size bigint not null default 0;
