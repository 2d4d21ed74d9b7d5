-- What one line of IPv6 may be given at most, a network of 48 bits with 65,536 of those that limits count an address by; of IPv4 nothing.
create function address_site(p_address inet) returns cidr language sql immutable parallel safe
return case family(p_address) when 6 then network(set_masklen(p_address, 48)) end;

-- Invented codes are counted for it as well.
create index scan_log_site on scan_log (address_site(ip), at) where verdict = 'INVALID' and family(ip) = 6;
