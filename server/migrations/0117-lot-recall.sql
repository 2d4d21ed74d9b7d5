-- Every recall of a lot: from when to when, by whom, and what shoppers read. The lot itself says only whether one is on.

create table lot_recall (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  lot_id bigint not null references lot,
  text varchar(200) not null,
  -- codes of the lot that were activated when it began
  active_cnt bigint not null,
  began_at timestamptz not null default now(),
  began_by bigint,
  ended_at timestamptz,
  ended_by bigint
);
create index lot_recall_lot on lot_recall (lot_id, id);
create index lot_recall_firm on lot_recall (firm_id, id);
create unique index lot_recall_open_uq on lot_recall (lot_id) where ended_at is null;

insert into lot_recall (firm_id, lot_id, text, active_cnt, began_at, began_by)
select firm_id, id, recall_text, active_cnt, coalesce(recall_at, updated_at), recall_by from lot where recall_state = 1;

-- The scans of one lot, newest first.
create index scan_log_lot on scan_log (lot_id, at) where lot_id is not null;
