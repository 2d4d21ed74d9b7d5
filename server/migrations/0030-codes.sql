-- Codes. A code is (seg, serial); nothing is stored per code until something happens to it alone.

create sequence segment_number as int maxvalue 16777215;
-- Order of operations: for any one code a higher number is later. Taken after the segment locks.
create sequence op_order;

-- Key generations. owner_firm_id set = used by that firm alone.
create table code_key (
  v char(1) primary key,
  fmt varchar(4) not null check (fmt in ('X16', 'X18', 'X20', 'N20')),
  key_sealed bytea not null,
  pin_key_sealed bytea not null,
  -- 0 生效, 1 只解码, 2 已泄露
  state smallint not null default 0 check (state in (0, 1, 2)),
  owner_firm_id bigint references firm,
  created_at timestamptz not null default now()
);
create unique index code_key_live_uq on code_key (fmt, coalesce(owner_firm_id, 0)) where state = 0;

create table task (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  task_no varchar(20) not null constraint task_no_uq unique,
  name varchar(40) not null,
  source smallint not null default 1,
  fmt varchar(4) not null,
  key_v char(1) references code_key,
  faces smallint not null default 1 check (faces in (1, 2)),
  pin_len smallint not null default 0 check (pin_len in (0, 4, 6)),
  assoc_mode smallint not null default 0 check (assoc_mode in (0, 1)),
  product_id bigint references product,
  lot_id bigint references lot,
  item_count bigint not null default 0 check (item_count between 0 and 2000000000),
  box_count bigint not null default 0 check (box_count between 0 and 2000000000),
  case_count bigint not null default 0 check (case_count between 0 and 2000000000),
  box_num int not null default 0,
  case_num int not null default 0,
  url_host varchar(120) not null default '',
  url_style smallint not null default 1 check (url_style in (1, 2, 3)),
  file_rows int not null default 1000000 check (file_rows between 10000 and 2000000),
  file_type varchar(4) not null default 'csv' check (file_type in ('csv', 'txt', 'xlsx')),
  print_color smallint not null default 0,
  printer varchar(40) not null default '',
  auto_activate boolean not null default false,
  -- 1 进行中, 2 未完成, 3 成功
  status smallint not null default 1,
  -- 0 待审核, 1 排队, 2 生成中, 3 打包中, 4 完成, 5 失败, 6 已取消
  phase smallint not null default 1,
  rows_done bigint not null default 0,
  fail_reason varchar(200) not null default '',
  idem_key varchar(64) not null,
  req_hash char(64) not null,
  audit_by bigint,
  audit_at timestamptz,
  audit_remark varchar(200) not null default '',
  started_at timestamptz,
  finished_at timestamptz,
  password_sealed bytea,
  max_download smallint not null default 3,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (item_count + box_count + case_count > 0)
);
create index task_firm on task (firm_id, id);
create index task_product on task (product_id);
create unique index task_idem_uq on task (firm_id, idem_key);

create table segment (
  seg int primary key check (seg between 1 and 16777215),
  firm_id bigint not null references firm,
  task_id bigint not null references task,
  level smallint not null check (level between 0 and 2),
  count bigint not null check (count between 1 and 268435455),
  source smallint not null default 1,
  fmt varchar(4) not null,
  key_v char(1) references code_key,
  faces smallint not null default 1,
  pin_len smallint not null default 0,
  parent_seg int references segment,
  parent_ratio int check (parent_ratio > 0),
  -- 0 正常, 1 冻结, 2 作废
  state smallint not null default 0 check (state in (0, 1, 2)),
  active_cnt bigint not null default 0 check (active_cnt >= 0),
  void_cnt bigint not null default 0 check (void_cnt >= 0),
  ship_cnt bigint not null default 0,
  pack_cnt bigint not null default 0,
  scan_cnt bigint not null default 0,
  created_at timestamptz not null default now(),
  check ((parent_seg is null) = (parent_ratio is null))
);
create index segment_firm on segment (firm_id, seg);
create index segment_task on segment (task_id);
create index segment_parent on segment (parent_seg);

-- One print file of a task: a pure function of the task row, rebuilt byte for byte when lost.
create table task_part (
  task_id bigint not null references task,
  part_no int not null,
  firm_id bigint not null,
  level smallint not null,
  seg int not null references segment,
  serial_from bigint not null,
  serial_to bigint not null,
  -- 0 待生成, 1 生成中, 2 完成, 3 失败
  state smallint not null default 0,
  file_name varchar(200) not null default '',
  file_size bigint not null default 0,
  sha256 char(64),
  download_cnt int not null default 0,
  lease_until timestamptz,
  primary key (task_id, part_no)
);
create index task_part_firm on task_part (firm_id, task_id);

-- One operation on codes, of whatever size.
create table code_op (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  op_no varchar(24) not null constraint code_op_no_uq unique,
  op_type smallint not null,
  op_src smallint not null default 0,
  idem_key varchar(64) not null,
  req_hash char(64) not null,
  params jsonb not null default '{}',
  result jsonb,
  total bigint not null default 0,
  ok_cnt bigint not null default 0,
  fail_cnt bigint not null default 0,
  -- 1 进行中, 2 成功, 3 未完成
  status smallint not null default 1,
  reason varchar(100) not null default '',
  reversed_by bigint,
  operator_id bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index code_op_firm on code_op (firm_id, id);
create unique index code_op_idem_uq on code_op (firm_id, op_src, idem_key);

-- Audit trail: one row per range or single code, never per member of a range.
create table code_op_item (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  op_id bigint not null references code_op,
  seq bigint not null,
  seg int not null,
  span int8range not null check (not isempty(span)),
  before jsonb not null default '[]',
  after jsonb not null default '{}',
  at timestamptz not null default now()
);
create index code_op_item_op on code_op_item (op_id);
create index code_op_item_span on code_op_item using gist (seg, span);

-- What holds for a run of serials, one dimension (kind) at a time: 1 启用绑定, 2 作废或冻结, 3 装箱, 4 流向, 5 注册.
-- Absence of a bind span = not activated.
create table code_span (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  seg int not null references segment,
  kind smallint not null check (kind between 1 and 5),
  span int8range not null check (not isempty(span) and lower(span) >= 1),
  payload jsonb not null,
  op_id bigint not null references code_op,
  seq bigint not null,
  at timestamptz not null default now(),
  constraint code_span_no_overlap exclude using gist (seg with =, kind with =, span with &&)
);
create index code_span_op on code_span (op_id);
create index code_span_lot on code_span (((payload ->> 'lotId')::bigint)) where kind = 1;
create index code_span_parent on code_span (((payload ->> 'parentSeg')::int), ((payload ->> 'parentSerial')::bigint)) where kind = 3;

-- What happened to one code alone; overrides spans by the higher seq.
create table code_unit (
  seg int not null references segment,
  serial bigint not null check (serial >= 1),
  firm_id bigint not null,
  bind_product bigint, bind_lot bigint, bind_channel bigint, bind_at timestamptz, bind_seq bigint,
  void_kind smallint check (void_kind in (0, 2, 3)), void_reason varchar(100), void_seq bigint,
  pack_state smallint not null default 0 check (pack_state in (0, 1, 2)),
  parent_seg int, parent_serial bigint, pack_seq bigint, pack_at timestamptz,
  ship_status smallint check (ship_status in (1, 2, 3)), ship_line_id bigint, holder_kind smallint, holder_id bigint,
  ship_seq bigint, ship_at timestamptz, sign_at timestamptz,
  reg_status smallint, reg_handle varchar(80),
  updated_at timestamptz not null default now(),
  primary key (seg, serial),
  check ((pack_state = 1) = (parent_seg is not null)),
  check ((parent_seg is null) = (parent_serial is null)),
  check ((bind_seq is null) = (bind_product is null)),
  check ((ship_seq is null) = (ship_status is null)),
  check ((void_seq is null) = (void_kind is null))
) with (fillfactor = 80);
create index code_unit_parent on code_unit (parent_seg, parent_serial) where pack_state = 1;

-- Counted queries of one code; its row decides first or repeat.
create table unit_scan (
  seg int not null,
  serial bigint not null,
  firm_id bigint not null,
  first_at timestamptz,
  first_city varchar(40) not null default '',
  first_device char(32) not null default '',
  cnt int not null default 0,
  last_at timestamptz,
  last_device char(32) not null default '',
  last_verdict varchar(12) not null default '',
  pin_ok_device char(32) not null default '',
  pin_fail smallint not null default 0,
  pin_fail_at timestamptz,
  primary key (seg, serial)
) with (fillfactor = 80);

create table scan_log (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  firm_id bigint not null default 0,
  code_text varchar(80) not null,
  seg int,
  serial bigint,
  face smallint not null default 0,
  verdict varchar(12) not null,
  product_id bigint,
  lot_id bigint,
  -- 0 链接, 1 扫码
  entry smallint not null default 0,
  -- 0 游客, 1 分销员, 2 微信用户
  visitor smallint not null default 0,
  -- 1 GPS授权, 2 IP定位, 3 无
  geo_source smallint not null default 3,
  lng double precision,
  lat double precision,
  province varchar(40) not null default '',
  city varchar(40) not null default '',
  district varchar(40) not null default '',
  ip inet,
  device char(32) not null default '',
  user_agent varchar(300) not null default '',
  is_counted boolean not null default false,
  primary key (id, at)
) partition by range (at);
create table scan_log_rest partition of scan_log default;
create index scan_log_firm on scan_log (firm_id, at);
create index scan_log_code on scan_log (seg, serial, at);
create index scan_log_ip on scan_log (ip, at) where verdict = 'INVALID';
create index scan_log_device on scan_log (device, at);

-- Cuts [p_from, p_to] out of the spans of one kind, keeps what lies outside, and, with a payload, puts the new span in.
-- Answers the pieces that were cut, so that the operation can be reversed exactly. The caller holds the segment lock.
create function span_put(p_firm bigint, p_seg int, p_kind smallint, p_from bigint, p_to bigint, p_payload jsonb, p_op bigint, p_seq bigint)
returns jsonb language plpgsql as $$
declare
  r int8range := int8range(p_from, p_to, '[]');
  o record;
  cut jsonb := '[]';
begin
  for o in select * from code_span where seg = p_seg and kind = p_kind and span && r order by lower(span) for update loop
    cut := cut || jsonb_build_object('from', lower(o.span * r), 'to', upper(o.span * r) - 1, 'payload', o.payload, 'opId', o.op_id, 'seq', o.seq, 'at', o.at);
    delete from code_span where id = o.id;
    if lower(o.span) < lower(r) then
      insert into code_span (firm_id, seg, kind, span, payload, op_id, seq, at)
      values (o.firm_id, o.seg, o.kind, int8range(lower(o.span), lower(r)), o.payload, o.op_id, o.seq, o.at);
    end if;
    if upper(o.span) > upper(r) then
      insert into code_span (firm_id, seg, kind, span, payload, op_id, seq, at)
      values (o.firm_id, o.seg, o.kind, int8range(upper(r), upper(o.span)), o.payload, o.op_id, o.seq, o.at);
    end if;
  end loop;
  if p_payload is not null then
    insert into code_span (firm_id, seg, kind, span, payload, op_id, seq) values (p_firm, p_seg, p_kind, r, p_payload, p_op, p_seq);
  end if;
  return cut;
end $$;
