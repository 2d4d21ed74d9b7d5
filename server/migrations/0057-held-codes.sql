-- Finds the goods a dealer or shop holds.
create index code_span_holder on code_span (((payload ->> 'holderId')::bigint)) where kind = 4;
create index code_unit_holder on code_unit (holder_id) where holder_id is not null;
