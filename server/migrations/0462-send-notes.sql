-- A digest of the lines of packets sent by hand, as they were sent: who gets how much stays also while they wait for another person, when
-- nothing else says it. Never changed.
create table send_note (
  firm_id bigint not null references firm,
  send_id bigint not null,
  lines char(64) not null,
  primary key (firm_id, send_id)
);
create trigger send_note_kept before update or delete on send_note for each row execute function refuse_note_change();

-- Of what was sent before: as it is now.
insert into send_note (firm_id, send_id, lines)
select s.firm_id, s.id, encode(sha256(convert_to(coalesce((
    select string_agg(concat_ws('|', l.id, l.line_no, l.openid, coalesce(l.uid::text, ''), l.amount, l.is_held), ';' order by l.line_no)
    from red_send_line l where l.firm_id = s.firm_id and l.send_id = s.id
  ), ''), 'UTF8')), 'hex')
from red_send s order by s.id;
