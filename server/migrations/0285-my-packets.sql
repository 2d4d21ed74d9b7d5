-- Packets that staff sent to an OpenID, which its account finds on its page.
create index red_info_by_hand on red_info (app_id, openid, id) where source in (2, 3);
