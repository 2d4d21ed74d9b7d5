-- Whose account somebody at a firm came with, which stays his: written when he first came and never changed, so that two who were exchanged,
-- or one who was given to another's account, are found.
create table member_account (
  firm_id bigint not null references firm,
  member_id bigint not null,
  account_id bigint not null,
  primary key (firm_id, member_id)
);
create trigger member_account_kept before update or delete on member_account for each row execute function refuse_note_change();

-- Of those who came before: as it is now.
insert into member_account (member_id, firm_id, account_id)
select id, firm_id, account_id from member order by id;
