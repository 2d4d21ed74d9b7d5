-- A password that was made for somebody and is still to be told, sealed under the master key: what fails before it was told loses nothing.
create table untold_password (
  admin_id bigint primary key references admin on delete cascade,
  sealed bytea not null
);
