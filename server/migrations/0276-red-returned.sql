-- Packets of codes that came back and can be asked for again, until their activity ends.
create index red_info_returned on red_info (red_active_id) where source = 1 and status = 'REFUND' and closed_at is null;
