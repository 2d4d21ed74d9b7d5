-- Activities and warnings are found by their words like everything else that Ctrl K finds: each question read all of them.
create index activity_words on activity using gin (act_name gin_trgm_ops, act_no gin_trgm_ops);
create index activity_letters on activity using gin ((string_to_array(lower(act_name::text), null)), (string_to_array(lower(act_no::text), null)));
create index police_event_words on police_event using gin (title gin_trgm_ops, event_no gin_trgm_ops);
create index police_event_letters on police_event using gin ((string_to_array(lower(title::text), null)), (string_to_array(lower(event_no::text), null)));
