-- What staff read of a message that names its receiver: his name masked. Null where it names nobody.
alter table message add masked text;
update message m set masked = replace(m.content, r.nick_name, left(r.nick_name, 1) || '**')
  from member r
  where r.firm_id = m.firm_id and r.id = m.uid and char_length(r.nick_name) > 1 and position(r.nick_name in m.content) > 0;
