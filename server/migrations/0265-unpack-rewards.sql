-- What boxes won before their rewards were written down.
insert into shop_reward (firm_id, shop_id, agent_id, kind, amount, points, status, draw_id, activity_id, ref_kind, ref_id, created_at)
select firm_id, shop_id, agent_id, 1, amount, points, 1, id, activity_id, 'draw', id, drawn_at
from draw where audience = 1 and shop_id is not null and not hold and amount + points > 0
on conflict (kind, ref_kind, ref_id) do nothing;
