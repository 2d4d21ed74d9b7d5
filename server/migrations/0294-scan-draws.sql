-- What is known of earlier scans: whose code was drawn with, and in which campaign, was that draw's shopper's query in that campaign.
update scan_log s set uid = coalesce(s.uid, d.uid), activity_id = coalesce(s.activity_id, d.activity_id)
from (select distinct on (scan_id) scan_id, firm_id, uid, activity_id from draw where scan_id is not null order by scan_id, id) d
where s.id = d.scan_id and s.firm_id = d.firm_id and (s.uid is null or s.activity_id is null);
