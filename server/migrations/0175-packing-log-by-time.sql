-- The log of packing is listed by its time, which its filter asks for too: one index for both, for one firm and for all.
create index code_op_item_packing_at on code_op_item (at, id) where after ? 'parentSeg' or before -> 0 ? 'parentSeg';
create index code_op_item_firm_packing_at on code_op_item (firm_id, at, id) where after ? 'parentSeg' or before -> 0 ? 'parentSeg';
drop index code_op_item_packing;
drop index code_op_item_firm_packing;
