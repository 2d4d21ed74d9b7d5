-- Every order of packets by hand stands in the log of calls, but for those that the demonstration was laid with.
insert into audit_log (firm_id, admin_id, title, business_type, request_method, oper_name, oper_url, oper_ip, oper_location, oper_param, json_result, oper_time)
select s.firm_id, s.created_by, '手工发放红包', 1, 'POST', coalesce(admin.account, ''), '/api/admin/lottery/red/info/save', '127.0.0.1', '内网',
  json_build_object('redActiveId', s.red_active_id, 'remark', s.remark)::text,
  '{"id":' || s.id || ',"sendNo":"' || s.send_no || '","count":' || s.total_num || ',"totalAmount":' || s.total_amount
    || ',"isHeld":' || s.needs_review || '}', s.created_at
from red_send s left join admin on admin.id = s.created_by
where s.idem_key like 'demo %' and not exists (
  select from audit_log l where l.title = '手工发放红包' and l.oper_time = s.created_at and l.admin_id = s.created_by);
