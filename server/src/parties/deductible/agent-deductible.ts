import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { agentDeductibleApi } from '@zhuiyuan/contract/parties/agent/agent';
import { sql, type SelectQueryBuilder } from 'kysely';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { clearBalance, findBalance } from './deductible-account.ts';
import { asDedRows, dedColumns, matchingDedLogs, sumOfDedLogs } from './find-ded-logs.ts';

const exporter: Exporter<FoundBy<typeof asDedRows>, InputOf<typeof agentDeductibleApi.export>> = {
  biz: 'agentDed',
  title: '经销商抵扣明细',
  may: agentDeductibleApi.export.may,
  columns: dedColumns,
  filters: agentDeductibleApi.export.input,
  page: (db, filters, after, limit) =>
    asDedRows(matchingDedLogs(db, DeductibleOwner.agent, filters.agentId, filters))
      .where('dedLog.id', '<', below(after))
      .limit(limit)
      .execute(),
};

/** What dealers are owed for prizes their shops handed out. */
export const mountAgentDeductible = (app: App): void => {
  mountExporter(app, exporter);
  serve(app, agentDeductibleApi, {
    list: async ({ input, db }) => {
      await requireFirmOfAgent(db, input.agentId);
      const matching = matchingDedLogs(db, DeductibleOwner.agent, input.agentId, input);
      const page = await findPage(db, input, matching, asDedRows);
      return {
        ...page,
        sum: await sumOfDedLogs(matching, await findBalance(db, DeductibleOwner.agent, input.agentId)),
      };
    },

    shops: async ({ input, db }) => {
      await requireFirmOfAgent(db, input.agentId);
      const matching = db
        .selectFrom('dedAccount')
        .where('dedAccount.peerKind', '=', DeductibleOwner.agent)
        .where('dedAccount.peerId', '=', input.agentId);
      return findPage(db, input, matching, asShopSums);
    },

    export: async ({ input, db, operator }) => {
      await requireFirmOfAgent(db, input.agentId);
      return offerExport(app, { db, operator }, exporter, input);
    },

    clear: async ({ input: { id, ...rest }, db, operator }) => {
      const firmId = await requireFirmOfAgent(db, id);
      const account = {
        firmId,
        ownerKind: DeductibleOwner.agent,
        ownerId: id,
        peerKind: DeductibleOwner.firm,
        peerId: firmId,
      } as const;
      const { logId } = await clearBalance(db, account, { ...rest, operatorId: operator.id });
      return { balance: 0 as const, logId };
    },
  });
};

const asShopSums = (query: SelectQueryBuilder<DB, 'dedAccount', object>) =>
  query
    .leftJoin('shop', (join) => join.onRef('shop.id', '=', 'dedAccount.ownerId'))
    .select((row) => [
      'dedAccount.ownerId as id',
      row.fn.coalesce('shop.name', sql<string>`''`).as('shopName'),
      'dedAccount.balance',
      'dedAccount.totalIn',
      'dedAccount.totalOut',
      'dedAccount.qtyIn as qty',
    ])
    .orderBy('dedAccount.balance', 'desc')
    .orderBy('dedAccount.ownerId');

const requireFirmOfAgent = async (db: Db, id: number): Promise<number> => {
  const agent = await db
    .selectFrom('agent')
    .select('firmId')
    .where('id', '=', id)
    .where('isDel', '=', 0)
    .executeTakeFirst();
  if (!agent) throw notFound();
  return agent.firmId;
};
