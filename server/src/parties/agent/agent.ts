import { agentApi, type AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { sql } from 'kysely';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { changeRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { regionName } from '../../settings/region-names.ts';
import { agentColumns } from './agent-columns.ts';
import { findOverlaps, putRegions, findRegions } from './agent-regions.ts';
import { branchesBelow } from './agent-tree.ts';
import { bindCode } from '../bind-code.ts';
import { asAgentRows, listedAgents, matchingAgents, withRegionsAndStock, type AgentFilters } from './find-agents.ts';
import { agentImporter } from './agent-import.ts';
import {
  insertAgent,
  moveAgent,
  removeAgent,
  storedAgent,
  unbindAgent,
  updateAgent,
  agentConstraints,
} from './agent-writes.ts';

/** Dealers of firms, a tree of at most five levels, each with his sales regions. */
export const mountAgent = (app: App): void => {
  refuseOn(app, agentConstraints);
  mountImporter(app, agentImporter);
  mountExporter(app, exporter);
  serve(app, agentApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matchingAgents(db, input), asAgentRows);
      return { ...page, list: await listedAgents(db, page.list) };
    },

    listAll: ({ db }) =>
      db
        .selectFrom('agent')
        .select(['id', 'name', 'pid', 'level', 'firmId', 'status'])
        .where('isDel', '=', 0)
        .orderBy('id')
        .execute(),

    tree: ({ input, db }) => branchesBelow(db, input.pid, input.firmId),

    info: ({ input, db }) => agentInFull(db, input.id),

    save: ({ input, db, operator }) =>
      insertAgent(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedAgent(db, row),
      change: ({ input: { id, version, ...draft }, db }) => updateAgent(db, id, draft, version),
    },

    updateStatus: ({ input, db }) => switchRow(db, 'agent', input),

    move: {
      stored: ({ row, db }) => storedAgent(db, row),
      change: ({ input, db }) => moveAgent(db, input.id, input.pid),
    },

    region: async ({ input, db }) => {
      const agent = await requireLine(db, input.id);
      await putRegions(db, agent, input.items, { field: 'items' });
      await changeRow(db, 'agent', input.id, {});
      return null;
    },

    regionOverlap: async ({ input, db, operator }) => {
      if (input.id) return findOverlaps(db, await requireLine(db, input.id), input.items);
      const above = input.pid ? await requireLine(db, input.pid) : undefined;
      const firmId = above?.firmId ?? requireFirmId(operator, input.firmId);
      return findOverlaps(db, { firmId, id: 0, path: above ? `${above.path}${above.id}/` : '/' }, input.items);
    },

    bindQrcode: async ({ input, db }) => {
      const { id } = await requireLine(db, input.id);
      return bindCode(app.config.masterKey, { kind: 'agent', id });
    },

    unbind: async ({ input, db }) => {
      await unbindAgent(db, input.id);
      return null;
    },

    remove: async ({ input, db }) => {
      await removeAgent(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeAgent(db, id)),

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),

    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'agent', input) },
  });
};

const exporter: Exporter<AgentRow, AgentFilters, FoundBy<typeof asAgentRows>> = {
  biz: 'agent',
  title: '经销商列表',
  may: agentApi.export.may,
  columns: agentColumns,
  filters: agentApi.export.input,
  page: (db, filters, after, limit) =>
    asAgentRows(matchingAgents(db, filters)).where('agent.id', '<', below(after)).limit(limit).execute(),
  complete: listedAgents,
};

const requireLine = async (db: Db, id: number): Promise<{ id: number; firmId: number; path: string }> => {
  const agent = await db
    .selectFrom('agent')
    .select(['id', 'firmId', 'path'])
    .where('id', '=', id)
    .where('isDel', '=', 0)
    .executeTakeFirst();
  if (!agent) throw notFound();
  return agent;
};

/** Everything about one dealer, his phone whole. */
const agentInFull = async (db: Db, id: number) => {
  const found = await asAgentRows(matchingAgents(db, { ids: [id] }))
    .select((row) => [
      'agent.path',
      'agent.regionCode',
      'agent.address',
      'agent.lng',
      'agent.lat',
      'agent.licenseNo',
      'agent.licenseImage',
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
