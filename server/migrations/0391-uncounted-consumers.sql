-- Consumers who came to nothing yet and have no row in consumer_count. They are found here by rows of their own; by what they lack they
-- would be found only by looking at everybody.
create table consumer_uncounted (
  firm_id bigint not null,
  id bigint not null,
  primary key (firm_id, id),
  foreign key (firm_id, id) references member (firm_id, id) on delete cascade
);

-- Who is counted already, as while a backup is read, is none of them.
create function note_uncounted() returns trigger language plpgsql as $$
begin
  insert into consumer_uncounted (firm_id, id)
  select firm_id, id from changed where not exists (
    select from consumer_count c where c.firm_id = changed.firm_id and c.id = changed.id)
  on conflict do nothing;
  return null;
end $$;
create function note_all_uncounted() returns trigger language plpgsql as $$
begin
  insert into consumer_uncounted (firm_id, id) select firm_id, id from member on conflict do nothing;
  return null;
end $$;
create function note_counted() returns trigger language plpgsql as $$
begin
  delete from consumer_uncounted u using changed c where u.firm_id = c.firm_id and u.id = c.id;
  return null;
end $$;

create trigger member_uncounted after insert on member
  referencing new table as changed for each statement execute function note_uncounted();
create trigger consumer_counted after insert on consumer_count
  referencing new table as changed for each statement execute function note_counted();
create trigger consumer_uncounted after delete on consumer_count
  referencing old table as changed for each statement execute function note_uncounted();
create trigger consumer_none_counted after truncate on consumer_count
  for each statement execute function note_all_uncounted();

insert into consumer_uncounted (firm_id, id)
select firm_id, id from member m where not exists (select from consumer_count c where c.firm_id = m.firm_id and c.id = m.id);
