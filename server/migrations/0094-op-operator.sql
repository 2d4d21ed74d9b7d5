-- Operations are found by who carried them out, the newest first.
create index code_op_operator on code_op (operator_id, created_at desc, id desc);
