import { agentApi, type AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { expressionBuilder, sql, type SelectQueryBuilder } from 'kysely';
import { isBound } from '../../account/is-bound.ts';
import { offerBindCode, unbindRole } from '../../account/binding.ts';
import { countHeldItems } from '../../codes/state/count-held-items.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { by, among, at, contains, eq, within, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { agentSubtree, subtreeGiven } from '../agent-subtree.ts';
import { shopCount } from '../present-links.ts';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { regionName } from '../../settings/region-names.ts';
import { assignAgents, assignAgentsBack } from './assign-agents.ts';
import { agentsWithin, regionGiven, findOverlaps, findRegionNames, putRegions, findRegions } from './agent-regions.ts';
import { branchesBelow } from './agent-tree.ts';
import { agentColumns, agentImporter } from './agent-import.ts';
import { insertAgent, moveAgent, removeAgent, storedAgent, updateAgent, agentConstraints } from './agent-writes.ts';

type AgentFilters = Omit<InputOf<typeof agentApi.list>, 'page' | 'limit'> & { ids?: number[] };

/** Agents of firms, a tree of at most five levels, each with his sales regions. */
export const mountAgent = (app: App): void => {
  refuseOn(app, agentConstraints);
  mountImporter(app, agentImporter);
  mountExporter(app, exporter);
  serve(app, agentApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matching(db, input), asRows);
      return { ...page, list: await listedAgents(db, page.list) };
    },

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'agent').select(['id', 'name', 'pid', 'level', 'firmId', 'status']),
        { id: 'agent.id', words: ['agent.name', 'agent.agentNo'] },
        input,
      ),

    tree: ({ input, db }) => branchesBelow(db, input.pid, input.firmId),

    info: ({ input, db }) => agentInFull(db, input.id),

    save: ({ input, db, operator }) =>
      insertAgent(db, input, {
        firmId: requireFirmId(operator, input.firmId),
        operatorId: operator.id,
        masterKey: app.config.masterKey,
      }),

    update: {
      stored: ({ row, db }) => storedAgent(db, row),
      change: ({ input: { id, version, ...draft }, db, operator }) =>
        updateAgent(db, id, draft, version, { operatorId: operator.id, masterKey: app.config.masterKey }),
    },

    updateStatus: ({ input, db }) => switchRow(db, 'agent', input),

    move: {
      stored: ({ row, db }) => storedAgent(db, row),
      change: ({ input, db }) => moveAgent(db, input.id, input.pid),
    },

    region: async ({ input, db }) => {
      const agent = await requireLine(db, input.id);
      await lockRow(db, 'agent', input.id, [], input.version);
      await putRegions(db, agent, input.items, { field: 'items' });
      await changeRow(db, 'agent', input.id, {});
      return null;
    },

    assign: ({ input, db }) => assignAgents(db, input),

    assignBack: ({ input, db }) => assignAgentsBack(db, input),

    regionOverlap: async ({ input, db, operator }) => {
      if (input.id) return findOverlaps(db, await requireLine(db, input.id), input.items);
      const above = input.pid ? await requireLine(db, input.pid) : undefined;
      const firmId = above?.firmId ?? requireFirmId(operator, input.firmId);
      return findOverlaps(db, { firmId, id: 0, path: above ? `${above.path}${above.id}/` : '/' }, input.items);
    },

    remove: async ({ input, db }) => {
      await removeAgent(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeAgent(db, id)),

    bindQrcode: async ({ input, db, operator }) => {
      const { id, firmId } = await requireLine(db, input.id);
      return offerBindCode(db, app.config, { kind: RoleKind.agent, id, firmId, operatorId: operator.id });
    },

    unbind: async ({ input, db, operator }) => {
      const { id } = await requireLine(db, input.id);
      return unbindRole(db, { kind: RoleKind.agent, id, operatorId: operator.id });
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),

    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'agent', input) },
  });
};

type Agents = SelectQueryBuilder<DB, 'agent', object>;

/** The agents a list or an export is about, without columns and order. */
const matching: Matching<'agent', AgentFilters> = matchingBy('agent', (db) => live(db, 'agent'), {
  ids: at(among, 'id'),
  firmId: eq,
  keywords: at(contains, 'name', 'agentNo', 'phone'),
  level: eq,
  agentType: eq,
  regionCode: by(regionGiven, (row, ...given) => row('agent.id', 'in', agentsWithin(...given))),
  channelId: eq,
  salesmanId: eq,
  status: eq,
  pid: by(subtreeGiven, (row, ...given) => row('agent.id', 'in', agentSubtree(...given))),
  parentId: at(eq, 'pid'),
  dateLimit: at(within, 'createdAt'),
});

/** Adds what a row of the list shows, newest first; regions and stock come with {@link listedAgents}. */
const asRows = (query: Agents) =>
  query
    .leftJoin('agent as above', (join) => join.onRef('above.id', '=', 'agent.pid'))
    .leftJoin('channel', (join) => join.onRef('channel.id', '=', 'agent.channelId'))
    .leftJoin('salesman', (join) => join.onRef('salesman.id', '=', 'agent.salesmanId'))
    .select((row) => [
      'agent.id',
      'agent.firmId',
      firmName('agent'),
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
      live(expressionBuilder<DB, 'agent'>(), 'agent', 'child')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('child.firmId', '=', 'agent.firmId')
        .whereRef('child.pid', '=', 'agent.id')
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
      isBound(RoleKind.agent, 'agent').as('isBound'),
      'agent.status',
      'agent.version',
      ...times('agent'),
    ])
    .orderBy('agent.id', 'desc');

type Found = Omit<AgentRow, 'regionNames' | 'stockQty'>;

/** Rows with their sales regions and stock; the phone stays whole. */
const withRegionsAndStock = async <Row extends Found>(
  db: Db,
  rows: Row[],
): Promise<(Row & { regionNames: string[]; stockQty: number })[]> => {
  const ids = rows.map(({ id }) => id);
  const regions = await findRegionNames(db, ids);
  const held = await countHeldItems(db, Holder.agent, ids);
  return rows.map((row) => ({ ...row, regionNames: regions.get(row.id) ?? [], stockQty: held.get(row.id) ?? 0 }));
};

/** Rows as lists and exports show them: with regions and stock, the phone masked. */
const listedAgents = async <Row extends Found>(db: Db, rows: Row[]) =>
  (await withRegionsAndStock(db, rows)).map((row) => ({ ...row, phone: maskPhone(row.phone) }));

const exporter: Exporter<AgentRow, AgentFilters, FoundBy<typeof asRows>> = {
  biz: 'agent',
  title: '经销商列表',
  may: agentApi.export.may,
  columns: agentColumns,
  filters: agentApi.export.input,
  page: (db, filters, after, limit) =>
    asRows(matching(db, filters)).where('agent.id', '<', below(after)).limit(limit).execute(),
  complete: listedAgents,
};

const requireLine = async (db: Db, id: number): Promise<{ id: number; firmId: number; path: string }> => {
  const agent = await live(db, 'agent').select(['id', 'firmId', 'path']).where('id', '=', id).executeTakeFirst();
  if (!agent) throw notFound();
  return agent;
};

/** Everything about one agent, his phone whole. */
const agentInFull = async (db: Db, id: number) => {
  const found = await asRows(matching(db, { ids: [id] }))
    .select((row) => [
      'agent.path',
      'agent.regionCode',
      'agent.address',
      'agent.lng',
      'agent.lat',
      'agent.licenseNo',
      'agent.licenseImage',
      sql<string | null>`nullif(agent.pay_channel, '')`.as('payChannel'),
      'agent.payAccount',
      'agent.payName',
      row.fn.coalesce('agent.gln', sql<string>`''`).as('gln'),
      'agent.coopFrom',
      'agent.coopTo',
      'agent.creditLimit',
      'agent.remark',
    ])
    .execute();
  const [agent] = await withRegionsAndStock(db, found);
  if (!agent) throw notFound();
  return { ...agent, regionName: await regionName(db, agent.regionCode), regions: await findRegions(db, id) };
};
