-- The trail of packing alone, the latest first: what went into a box and what came out of one.
create index code_op_item_packing on code_op_item (id) where after ? 'parentSeg' or before -> 0 ? 'parentSeg';
create index code_op_item_firm_packing on code_op_item (firm_id, id) where after ? 'parentSeg' or before -> 0 ? 'parentSeg';
create index code_op_item_into on code_op_item (((after ->> 'parentSeg')::int), ((after ->> 'parentSerial')::bigint)) where after ? 'parentSeg';
create index code_op_item_out_of on code_op_item (((before -> 0 ->> 'parentSeg')::int), ((before -> 0 ->> 'parentSerial')::bigint))
  where before -> 0 ? 'parentSeg';
