-- What packing was refused: a row for each code, or one for all where no code is named. Nothing changes or deletes it. Numbers are
-- those of the trail, so that a number names one entry of the log of packing.
create table pack_refusal (
  id bigint primary key default nextval('code_op_item_id_seq'),
  firm_id bigint not null,
  at timestamptz not null default now(),
  -- 1 装入, 2 拆出, 4 换码
  act smallint not null check (act in (1, 2, 4)),
  -- the box and the code as they are printed, as they were scanned where they are none; '' where none was named
  box_text varchar(200) not null default '',
  code_text varchar(200) not null default '',
  err_code int not null,
  err_msg varchar(200) not null,
  op_src smallint not null default 0,
  operator_id bigint not null,
  -- 补录: told later than it happened, why, and when it was said to have happened
  is_late boolean not null default false,
  reason varchar(100) not null default '',
  occurred_at timestamptz
);
create index pack_refusal_at on pack_refusal (at, id);
create index pack_refusal_firm on pack_refusal (firm_id, at, id);
create index pack_refusal_act on pack_refusal (act, at, id);
create index pack_refusal_src on pack_refusal (op_src, at, id);
create index pack_refusal_operator on pack_refusal (operator_id, at, id);
create index pack_refusal_box on pack_refusal (box_text, at, id);
create index pack_refusal_code on pack_refusal (code_text, at, id);
