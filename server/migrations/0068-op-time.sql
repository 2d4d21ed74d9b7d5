-- Operations are listed by the time they happened.
create index code_op_time on code_op (created_at desc, id desc);
create index code_op_firm_time on code_op (firm_id, created_at desc, id desc);
