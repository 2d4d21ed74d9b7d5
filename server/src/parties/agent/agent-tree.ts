import { deepestLevel } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { mostInTree } from '@zhuiyuan/contract/kit/tree';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/refusal.ts';
import { live } from '../../kit/db/live.ts';

/** One change of a firm's tree of agents at a time, until the transaction ends: two moves can never make a ring. */
export const lockAgentTree = async (db: Db, firmId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('agent_tree'), hashint8(${firmId}))`.execute(db);
};

const tooDeep = () => invalid('pid', `经销商最多${deepestLevel}级`);

/** The path of an agent that hangs below another (0 = at the top). The tree is locked. */
export const pathBelow = async (db: Db, firmId: number, pid: number): Promise<string> => {
  if (pid === 0) return '/';
  const above = await live(db, 'agent')
    .select(['path', 'level'])
    .where('id', '=', pid)
    .where('firmId', '=', firmId)
    .executeTakeFirst();
  if (!above) throw invalid('pid', '上级经销商不存在');
  if (above.level >= deepestLevel) throw tooDeep();
  return `${above.path}${pid}/`;
};

/** Hangs an agent with everybody below him under another. The tree is locked. Refuses rings and a sixth level. */
export const moveBelow = async (
  db: Db,
  agent: { id: number; firmId: number; path: string; level: number },
  pid: number,
): Promise<void> => {
  const path = pid === agent.id ? `/${agent.id}/` : await pathBelow(db, agent.firmId, pid);
  if (path.includes(`/${agent.id}/`)) throw invalid('pid', '上级不能是自己或自己的下级');
  const below = `${agent.path}${agent.id}/`;
  const { deepest } = await live(db, 'agent')
    .select(({ fn }) => fn.coalesce(fn.max('level'), sql<number>`${agent.level}::int`).as('deepest'))
    .where('firmId', '=', agent.firmId)
    .where('path', 'like', `${below}%`)
    .executeTakeFirstOrThrow();
  const level = path.split('/').length - 1;
  if (level + deepest - agent.level > deepestLevel) throw tooDeep();
  await db.updateTable('agent').set({ pid, path }).where('id', '=', agent.id).execute();
  await db
    .updateTable('agent')
    .set({ path: sql<string>`${`${path}${agent.id}/`} || substr(path, ${below.length + 1}::int)` })
    .where('firmId', '=', agent.firmId)
    .where('path', 'like', `${below}%`)
    .where('isDel', '=', 0)
    .execute();
};

/** Agents directly below one (0 = at the top), each with how many stand below him; all are counted in one pass. */
export const branchesBelow = async (db: Db, pid: number, firmId: number | undefined) => {
  const above = pid
    ? await db.selectFrom('agent').select(['path', 'level']).where('id', '=', pid).executeTakeFirst()
    : undefined;
  if (pid && !above) return [];
  const path = above ? `${above.path}${pid}/` : '/';
  const level = (above?.level ?? 0) + 1;
  let below = live(db, 'agent')
    // the id at this level: `/1/5/` has the first one in its second part
    .select([
      sql<number>`split_part(path, '/', ${sql.lit(level + 1)})::bigint`.as('branchId'),
      sql<number>`count(*)`.as('n'),
    ])
    .where('path', 'like', `${path}_%`)
    .groupBy('branchId');
  let branches = live(db, 'agent').where('agent.pid', '=', pid);
  if (firmId) {
    below = below.where('firmId', '=', firmId);
    branches = branches.where('agent.firmId', '=', firmId);
  }
  return branches
    .leftJoin(below.as('below'), 'below.branchId', 'agent.id')
    .select((row) => [
      'agent.id',
      'agent.name',
      'agent.level',
      'agent.status',
      row.fn.coalesce('below.n', sql<number>`0`).as('belowCount'),
    ])
    .orderBy('agent.id')
    .limit(mostInTree)
    .execute();
};
