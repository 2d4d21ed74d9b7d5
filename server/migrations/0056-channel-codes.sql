-- Finds the codes bound to a channel.
create index code_span_channel on code_span (((payload ->> 'channelId')::bigint))
  where kind = 1 and (payload ->> 'channelId') is not null;
create index code_unit_channel on code_unit (bind_channel) where bind_channel is not null;
