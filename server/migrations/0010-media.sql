-- The library: files people uploaded. firm_id 0 = the platform's, which every firm may use.

create table attachment (
  id bigint generated always as identity primary key,
  firm_id bigint not null default 0,
  name varchar(100) not null,
  -- name in the file store, and the address it is served under
  att_dir varchar(300) not null,
  satt_dir varchar(300) not null,
  att_size bigint not null,
  -- png, jpeg … for pictures, the media type otherwise
  att_type varchar(100) not null,
  pid bigint not null default 0,
  width int not null default 0,
  height int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column attachment.firm_id is 'shared';
create index attachment_firm on attachment (firm_id, lower(att_type), id);
create index attachment_folder on attachment (pid, id);
create index attachment_file on attachment (att_dir);

-- Files whose attachment is gone; a nightly job removes those that no row names any more.
create table discarded_file (
  file varchar(300) primary key,
  at timestamptz not null default now()
);

-- Names that serve a file once; only the SHA-256 of a name is kept.
create table download (
  name_hash bytea primary key,
  firm_id bigint not null default 0,
  admin_id bigint,
  file varchar(300) not null,
  -- the name to save under
  name varchar(200) not null,
  -- the file exists for this download only
  is_temporary boolean not null default false,
  expires_at timestamptz not null
);
create index download_expires on download (expires_at);
