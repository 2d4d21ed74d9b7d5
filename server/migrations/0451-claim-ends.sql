-- That a claim was closed, which it stays: written when it is, and never changed, so that one that was opened again is found.
create table claim_end (
  firm_id bigint not null references firm,
  draw_id bigint not null,
  close_reason varchar(10) not null,
  primary key (firm_id, draw_id)
);
create trigger claim_end_kept before update or delete on claim_end for each row execute function refuse_note_change();

-- Of what was closed before: 2 已关闭.
insert into claim_end (draw_id, firm_id, close_reason)
select draw_id, firm_id, close_reason from claim where status = 2 order by draw_id;
