-- The log of packing also says which boxes were sealed.
create index code_op_item_packing_log_at on code_op_item (at, id)
  where after ? 'parentSeg' or before -> 0 ? 'parentSeg' or after ? 'boxState';
create index code_op_item_firm_packing_log_at on code_op_item (firm_id, at, id)
  where after ? 'parentSeg' or before -> 0 ? 'parentSeg' or after ? 'boxState';
drop index code_op_item_packing_at;
drop index code_op_item_firm_packing_at;

alter table pack_refusal drop constraint pack_refusal_act_check;
-- 1 装入, 2 拆出, 3 封箱, 4 换码
alter table pack_refusal add constraint pack_refusal_act_check check (act between 1 and 4);
