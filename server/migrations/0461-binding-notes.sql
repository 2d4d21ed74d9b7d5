-- Which account acts as a shop, dealer, salesman or inspector, as each binding was made and ended: the second source that bindings, and who is
-- paid by them, are held against. Never changed.
create table binding_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  binding_id bigint not null,
  account_id bigint not null,
  role_kind smallint not null,
  role_id bigint not null,
  bound_at timestamptz not null,
  ended_at timestamptz,
  -- who of the staff made the QR code that was read, passed the shop that asked, or unbound it; null of bindings from before
  staff_id bigint,
  -- when the QR code was made; null without one
  offered_at timestamptz,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index binding_note_binding on binding_note (firm_id, binding_id, id);
create trigger binding_note_kept before update or delete on binding_note for each row execute function refuse_note_change();

-- Of bindings from before: as they are now. All are noted at the one moment at which this migration was applied.
insert into binding_note (firm_id, binding_id, account_id, role_kind, role_id, bound_at, ended_at, at)
select firm_id, id, account_id, role_kind, role_id, bound_at, ended_at, now() from role_binding order by id;
