-- What limits count an address by: an IPv4 address itself, of IPv6 the network of 64 bits that a single line is given.
create function address_group(p_address inet) returns cidr language sql immutable parallel safe
return network(set_masklen(p_address, case family(p_address) when 4 then 32 else 64 end));

-- Invented codes are counted for the whole network that asks.
drop index scan_log_ip;
create index scan_log_address on scan_log (address_group(ip), at) where verdict = 'INVALID';
