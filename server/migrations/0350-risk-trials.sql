-- What a look at the last seven days found of a rule, and how far it is: {state, from, to, hits, subjects, at}
alter table risk_rule add column trial jsonb;

-- How many of those times no ticket was given: refused, or asked for a picture and not read.
alter table risk_hit
  add column refused int not null default 0,
  add constraint risk_hit_refused_ck check (refused between 0 and times);
-- Who read the picture got a ticket that says what was hit.
update risk_hit h set refused = case when h.action >= 4 then h.times else greatest(0, h.times - (
  select count(*)::int from draw d where d.firm_id = h.firm_id and d.uid = h.uid and d.drawn_at >= h.created_at and d.drawn_at <= h.last_at + interval '10 minutes'
    and d.risk @> jsonb_build_array(jsonb_build_object('code', h.code)))) end
where h.action in (2, 4, 5);

-- Whether the page keeps a mark of the device; phones that merely look alike behind one address are no device.
alter table part_log add column is_marked boolean not null default true;
-- Of the days a rule may look at, by the query the ticket was asked with: a device without a mark is told by address and browser.
update part_log p set is_marked = false
from draw d join scan_log s on s.id = d.scan_id and s.firm_id = d.firm_id and s.at > now() - interval '16 days'
where d.ticket_id = p.ticket_id and d.firm_id = p.firm_id and p.at > now() - interval '15 days' and p.device = left(encode(sha256(convert_to(
  'at ' || case family(s.ip) when 4 then host(s.ip) else address_group(s.ip)::text end || ' ' || s.user_agent, 'UTF8')), 'hex'), 32);
