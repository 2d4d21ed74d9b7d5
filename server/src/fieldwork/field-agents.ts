import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Role } from '../account/require-role.ts';
import type { Db } from '../kit/db/database.ts';
import { containing } from '../kit/db/filters.ts';
import { live } from '../kit/db/live.ts';
import { findPage } from '../kit/db/paging.ts';
import { agentSubtree, subtreeGiven } from '../parties/agent-subtree.ts';
import { regionNames } from '../settings/region-names.ts';

/** Dealers a role has to do with: of a dealer all below him, of a salesman those he looks after, or all of the firm where he looks after none. */
export const agentsOf = async (db: Db, role: Role) => {
  const all = live(db, 'agent').where('agent.status', '=', Enabled.on);
  if (role.kind === RoleKind.agent)
    return all.where('agent.id', '<>', role.id).where('agent.id', 'in', agentSubtree(...subtreeGiven(role.id)));
  const salesman = await live(db, 'salesman').where('id', '=', role.id).select('agentId').executeTakeFirst();
  const own = all.where((row) =>
    row.or([
      row('agent.salesmanId', '=', role.id),
      ...(salesman?.agentId ? [row('agent.id', 'in', agentSubtree(...subtreeGiven(salesman.agentId)))] : []),
    ]),
  );
  const any = await own.select('agent.id').limit(1).executeTakeFirst();
  return any ? own : all;
};

/** Those dealers as a page to choose from. */
export const readAgents = async (
  db: Db,
  role: Role,
  { keywords, ...input }: { keywords?: string; page: number; limit: number },
) => {
  const agents = await agentsOf(db, role);
  const matching = keywords
    ? agents.where((row) =>
        row.or((['agent.name', 'agent.agentNo'] as const).map((column) => row(column, 'ilike', containing(keywords)))),
      )
    : agents;
  const page = await findPage(db, input, matching, (query) =>
    query
      .select(['agent.id', 'agent.agentNo', 'agent.name', 'agent.contact', 'agent.regionCode'])
      .orderBy('agent.name')
      .orderBy('agent.id'),
  );
  const names = await regionNames(
    db,
    page.list.map(({ regionCode }) => regionCode),
  );
  return {
    ...page,
    list: page.list.map(({ regionCode, ...row }) => ({ ...row, regionName: names.get(regionCode) ?? '' })),
  };
};
