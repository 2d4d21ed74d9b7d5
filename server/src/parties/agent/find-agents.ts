import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import type { agentApi, AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { sql, type SelectQueryBuilder } from 'kysely';
import { shopCount } from '../present-links.ts';
import { countHeldItems } from '../../codes/state/count-held-items.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { containing, within } from '../../kit/db/filters.ts';
import { findRegionNames, regionsAbove } from './agent-regions.ts';
import { withinRegion } from '../within-region.ts';
import { agentSubtree } from '../agent-subtree.ts';

export type AgentFilters = Omit<InputOf<typeof agentApi.list>, 'page' | 'limit'> & { ids?: number[] };

type Agents = SelectQueryBuilder<DB, 'agent', object>;

/** The dealers a list or an export is about, without columns and order. */
export const matchingAgents = (db: Db, filters: AgentFilters): Agents => {
  let query = db.selectFrom('agent').where('agent.isDel', '=', 0);
  if (filters.ids) query = query.where('agent.id', 'in', filters.ids);
  if (filters.firmId) query = query.where('agent.firmId', '=', filters.firmId);
  if (filters.level) query = query.where('agent.level', '=', filters.level);
  if (filters.agentType) query = query.where('agent.agentType', '=', filters.agentType);
  if (filters.channelId) query = query.where('agent.channelId', '=', filters.channelId);
  if (filters.salesmanId) query = query.where('agent.salesmanId', '=', filters.salesmanId);
  if (filters.status !== undefined) query = query.where('agent.status', '=', filters.status);
  if (filters.pid) query = query.where('agent.id', 'in', agentSubtree(filters.pid));
  if (filters.parentId !== undefined) query = query.where('agent.pid', '=', filters.parentId);
  if (filters.keywords) {
    const pattern = containing(filters.keywords);
    query = query.where((row) =>
      row.or([
        row('agent.name', 'ilike', pattern),
        row('agent.agentNo', 'ilike', pattern),
        row('agent.phone', 'like', pattern),
      ]),
    );
  }
  if (filters.regionCode) {
    const code = filters.regionCode;
    query = query.where('agent.id', 'in', (row) =>
      row
        .selectFrom('agentRegion')
        .select('agentRegion.agentId')
        .where((region) =>
          region.or([
            region('agentRegion.regionCode', 'in', regionsAbove(code)),
            region('agentRegion.regionCode', 'like', withinRegion(code)),
          ]),
        ),
    );
  }
  return query.where(within('agent.createdAt', filters.dateLimit));
};

/** Adds what a row of the list shows, newest first; regions and stock come with {@link listedAgents}. */
export const asAgentRows = (query: Agents) =>
  query
    .leftJoin('agent as above', (join) => join.onRef('above.id', '=', 'agent.pid'))
    .leftJoin('channel', (join) => join.onRef('channel.id', '=', 'agent.channelId'))
    .leftJoin('salesman', (join) => join.onRef('salesman.id', '=', 'agent.salesmanId'))
    .innerJoin('firm', (join) => join.onRef('firm.id', '=', 'agent.firmId'))
    .select((row) => [
      'agent.id',
      'agent.firmId',
      'firm.name as firmName',
      'agent.agentNo',
      'agent.name',
      'agent.pid',
      row.fn.coalesce('above.name', sql<string>`''`).as('parentName'),
      'agent.level',
      'agent.agentType',
      'agent.contact',
      'agent.phone',
      'agent.channelId',
      row.fn.coalesce('channel.name', sql<string>`''`).as('channelName'),
      'agent.salesmanId',
      row.fn.coalesce('salesman.picName', sql<string>`''`).as('picName'),
      row
        .selectFrom('agent as child')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('child.firmId', '=', 'agent.firmId')
        .whereRef('child.pid', '=', 'agent.id')
        .where('child.isDel', '=', 0)
        .$asScalar()
        .$notNull()
        .as('childCount'),
      shopCount(ShopLinkKind.agent, 'agent.id'),
      row.fn
        .coalesce(
          row
            .selectFrom('dedAccount')
            .select('dedAccount.balance')
            .where('dedAccount.ownerKind', '=', DeductibleOwner.agent)
            .whereRef('dedAccount.ownerId', '=', 'agent.id')
            .where('dedAccount.peerKind', '=', DeductibleOwner.firm)
            .whereRef('dedAccount.peerId', '=', 'agent.firmId')
            .$asScalar(),
          sql<number>`0`,
        )
        .as('dedBalance'),
      sql<boolean>`agent.uid is not null`.as('isBound'),
      'agent.status',
      'agent.version',
      'agent.createdAt as createTime',
      'agent.updatedAt as updateTime',
    ])
    .orderBy('agent.id', 'desc');

type Found = Omit<AgentRow, 'regionNames' | 'stockQty'>;

/** Rows with their sales regions and stock; the phone stays whole. */
export const withRegionsAndStock = async <Row extends Found>(
  db: Db,
  rows: Row[],
): Promise<(Row & { regionNames: string[]; stockQty: number })[]> => {
  const ids = rows.map(({ id }) => id);
  const regions = await findRegionNames(db, ids);
  const held = await countHeldItems(db, Holder.agent, ids);
  return rows.map((row) => ({ ...row, regionNames: regions.get(row.id) ?? [], stockQty: held.get(row.id) ?? 0 }));
};

/** Rows as lists and exports show them: with regions and stock, the phone masked. */
export const listedAgents = async <Row extends Found>(db: Db, rows: Row[]) =>
  (await withRegionsAndStock(db, rows)).map((row) => ({ ...row, phone: maskPhone(row.phone) }));
