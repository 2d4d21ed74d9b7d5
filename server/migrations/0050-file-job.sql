-- Imports and large exports: one row each, run in the background, whatever they are about.

create sequence file_job_number;

create table file_job (
  id bigint generated always as identity primary key,
  -- 0 = the platform's own
  firm_id bigint not null default 0,
  -- 1 导出, 2 导入
  kind smallint not null check (kind in (1, 2)),
  task_no varchar(20) not null constraint file_job_no_uq unique,
  biz varchar(20) not null,
  title varchar(100) not null,
  params jsonb not null default '{}',
  -- the file that is read (import) or was written (export): name in the file store, and name to save under
  file varchar(300) not null default '',
  file_name varchar(120) not null default '',
  file_size bigint not null default 0,
  file_sha char(64),
  file_type varchar(6) not null default 'xlsx',
  -- titles of the uploaded file, in its order
  header jsonb not null default '[]',
  total bigint not null default 0,
  ok_cnt bigint not null default 0,
  fail_cnt bigint not null default 0,
  skip_cnt bigint not null default 0,
  -- 1 进行中, 2 成功, 3 未完成
  status smallint not null default 1 check (status in (1, 2, 3)),
  -- 0 排队, 1 校验, 2 执行, 3 汇总
  phase smallint not null default 0 check (phase between 0 and 3),
  -- data rows done; moves in the transaction of the row itself
  cursor_row bigint not null default 0,
  -- how often the failed rows were tried again, and whether that is what runs now
  attempt int not null default 0,
  is_retry boolean not null default false,
  stop_on_error boolean not null default false,
  is_cancelled boolean not null default false,
  lease_owner varchar(80) not null default '',
  lease_until timestamptz,
  -- when the present run began and how many rows were done by then
  run_at timestamptz,
  run_done bigint not null default 0,
  -- runs that broke down since the cursor stood where it stands
  fault_cnt int not null default 0,
  fault_row bigint not null default 0,
  err varchar(300) not null default '',
  down_cnt int not null default 0,
  expire_at timestamptz,
  idem_key varchar(64),
  operator_id bigint not null,
  started_at timestamptz,
  finished_at timestamptz,
  is_del smallint not null default 0,
  version int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 50);
create index file_job_firm on file_job (firm_id, kind, id);
create index file_job_running on file_job (id) where status = 1;
create index file_job_sha on file_job (firm_id, biz, file_sha) where kind = 2;
create unique index file_job_idem_uq on file_job (firm_id, biz, idem_key) where idem_key is not null;

-- Rows of an import that were refused, as the file had them.
create table file_job_error (
  job_id bigint not null references file_job on delete cascade,
  row_no int not null,
  firm_id bigint not null default 0,
  raw jsonb not null,
  field varchar(60) not null default '',
  err_code int not null,
  err_msg varchar(300) not null,
  attempt int not null default 0,
  primary key (job_id, row_no)
);
create index file_job_error_firm on file_job_error (firm_id, job_id);
