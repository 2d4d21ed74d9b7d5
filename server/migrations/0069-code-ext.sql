-- Imported (third-party) codes. They are (seg, serial) like all codes; only their texts are stored, because no cipher knows them.

-- By text: the first 16 bytes of SHA-256 of the normalised text. No firm: a scan carries none, so texts are unique platform-wide.
create table code_ext (
  text_hash uuid primary key,
  seg int not null,
  serial bigint not null,
  -- 0 明码, 1 暗码
  face smallint not null default 0
);

-- By place.
create table code_ext_text (
  seg int not null,
  serial bigint not null,
  firm_id bigint not null,
  text varchar(64) not null,
  inner_text varchar(64),
  pin varchar(8),
  parent_text varchar(64),
  primary key (seg, serial)
);

-- How the texts of an imported task stand in what was printed: behind this prefix, in letters of either case.
alter table task add column url_prefix varchar(200) not null default '';
alter table task add column case_fold boolean not null default false;
alter table segment add column case_fold boolean not null default false;

-- A file that arrives in pieces; it is whole when all pieces up to its size are there.
create table code_upload (
  id uuid primary key,
  firm_id bigint not null,
  admin_id bigint not null,
  task_id bigint,
  created_at timestamptz not null default now()
);
create index code_upload_age on code_upload (created_at);

create table code_upload_chunk (
  upload_id uuid not null references code_upload on delete cascade,
  index int not null check (index between 0 and 127),
  firm_id bigint not null,
  size int not null,
  sha256 char(64) not null,
  file varchar(200) not null,
  primary key (upload_id, index)
);

-- The rows of a file on their way in; gone when the import is over.
create table code_ext_row (
  import_id bigint not null,
  row_no int not null,
  firm_id bigint not null,
  text varchar(200) not null,
  text_hash uuid,
  inner_text varchar(64),
  inner_hash uuid,
  pin varchar(8),
  parent_text varchar(64),
  parent_hash uuid,
  level smallint,
  err_code int,
  err_msg varchar(200),
  primary key (import_id, row_no)
);
create index code_ext_row_text on code_ext_row (import_id, text_hash);
create index code_ext_row_parent on code_ext_row (import_id, parent_hash) where parent_hash is not null;
create index task_url_prefix on task (url_prefix) where url_prefix <> '';
