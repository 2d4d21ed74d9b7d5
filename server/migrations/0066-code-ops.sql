-- Operations that wait for their time, that work through a file, and that may be tried again for what they left out.

-- Set: carried out at that time. `file`: codes come from a stored file.
alter table code_op add column due_at timestamptz;
alter table code_op add column file varchar(200) not null default '';
alter table code_op add column file_name varchar(120) not null default '';
alter table code_op add column updated_at timestamptz not null default now();
create index code_op_open on code_op (updated_at) where status = 1;

-- Lines of a file that an operation works through, and the codes that any operation left out.
create table code_op_row (
  op_id bigint not null references code_op on delete cascade,
  row_no int not null,
  firm_id bigint not null,
  -- The code alone, or the first of a run as it was given.
  first_text varchar(512) not null,
  last_text varchar(512) not null default '',
  -- 0 待执行, 2 失败; rows that are done are gone
  state smallint not null default 0 check (state in (0, 2)),
  err_code int not null default 0,
  err_msg varchar(200) not null default '',
  primary key (op_id, row_no)
);
create index code_op_row_firm on code_op_row (firm_id, op_id);
create index code_op_row_open on code_op_row (op_id, row_no) where state = 0;

-- All codes of a lot are chosen by its number.
create index code_unit_lot on code_unit (bind_lot) where bind_lot is not null;

-- Spans are cut for all runs of an operation at once by the operation itself.
drop function span_put(bigint, int, smallint, bigint, bigint, jsonb, bigint, bigint);
