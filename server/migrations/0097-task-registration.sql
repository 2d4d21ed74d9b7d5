-- Whether a task's codes are registered with the firm's identifier node once its files are there, and the label they are
-- printed on: 1 40×30, 2 50×30, 3 60×40 mm.
alter table task add column reg_on boolean not null default false;
alter table task add column mould_id smallint not null default 2 check (mould_id between 1 and 3);
create index task_reg_on on task (firm_id, id) where reg_on;
