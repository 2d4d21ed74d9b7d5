-- Warnings by the day on which they were raised.
create index police_event_raised on police_event (firm_id, created_at);
