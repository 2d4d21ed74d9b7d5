import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql, type RawBuilder } from 'kysely';
import { agentSubtree, subtreeGiven } from './agent-subtree.ts';
import { presentLinks } from './present-links.ts';

/** Ids of the shops that belong to somebody of a subtree of agents now, as a subquery. */
export const shopsOfSubtree = (...given: ReturnType<typeof subtreeGiven>) =>
  presentLinks(ShopLinkKind.agent)
    .select('shopAss.shopId')
    .where('shopAss.targetId', 'in', agentSubtree(...given));

/** Ids of the shops that belong to an agent or to somebody below him now, as a subquery. */
export const shopsBelow = (agentId: number) => shopsOfSubtree(...subtreeGiven(agentId));

/** The name of the agent that the shop of a column belongs to now, '' where there is none. */
export const agentOfShop = (column: string): RawBuilder<string> =>
  sql<string>`coalesce((${presentLinks(ShopLinkKind.agent)
    .innerJoin('agent', 'agent.id', 'shopAss.targetId')
    .select('agent.name')
    .where('shopAss.shopId', '=', sql.ref<number>(column))}), '')`;

/** The name of the salesman who looks after the shop of a column now, '' where there is none. */
export const salesmanOfShop = (column: string): RawBuilder<string> =>
  sql<string>`coalesce((${presentLinks(ShopLinkKind.salesman)
    .innerJoin('salesman', 'salesman.id', 'shopAss.targetId')
    .select('salesman.picName')
    .where('shopAss.shopId', '=', sql.ref<number>(column))}), '')`;
