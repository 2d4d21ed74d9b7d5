-- Files for the bank: which remittances lay in which, and who took it away when. Each is of one firm, and never changes: it can be given again
-- as it was. Amount in fen.
create table bank_file (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  file_no varchar(24) not null generated always as ('WJ' || lpad(id::text, 10, '0')) stored,
  -- 1 门店, 2 经销商
  payee_kind smallint not null check (payee_kind in (1, 2)),
  -- in the order of its lines
  remit_ids bigint[] not null check (cardinality(remit_ids) > 0),
  amount bigint not null check (amount > 0),
  -- null of files older than this table
  created_by bigint,
  created_at timestamptz not null default now()
);
create index bank_file_firm on bank_file (firm_id, payee_kind, id);
create index bank_file_kind on bank_file (payee_kind, id);

-- What is known of the files before: the remittances that were last taken away at one moment.
insert into bank_file (firm_id, payee_kind, remit_ids, amount, created_at)
select firm_id, payee_kind, array_agg(id order by id), sum(amount), bank_file_at
from remit where bank_file_at is not null
group by firm_id, payee_kind, bank_file_at
order by bank_file_at, firm_id;
