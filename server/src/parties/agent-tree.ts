import { deepestLevel } from '@zhuiyuan/contract/parties/agent-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';
import { invalid } from '../kit/refusal.ts';

/** One change of a firm's tree of dealers at a time, until the transaction ends: two moves can never make a ring. */
export const lockAgentTree = async (db: Db, firmId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('agent_tree'), ${firmId}::int)`.execute(db);
};

const tooDeep = () => invalid('pid', `经销商最多${deepestLevel}级`);

/** The path of a dealer that hangs below another (0 = at the top). The tree is locked. */
export const pathBelow = async (db: Db, firmId: number, pid: number): Promise<string> => {
  if (pid === 0) return '/';
  const above = await db
    .selectFrom('agent')
    .select(['path', 'level'])
    .where('id', '=', pid)
    .where('firmId', '=', firmId)
    .where('isDel', '=', 0)
    .executeTakeFirst();
  if (!above) throw invalid('pid', '上级经销商不存在');
  if (above.level >= deepestLevel) throw tooDeep();
  return `${above.path}${pid}/`;
};

/** Hangs a dealer with everybody below him under another. The tree is locked. Refuses rings and a sixth level. */
export const moveBelow = async (
  db: Db,
  agent: { id: number; firmId: number; path: string; level: number },
  pid: number,
): Promise<void> => {
  const path = pid === agent.id ? `/${agent.id}/` : await pathBelow(db, agent.firmId, pid);
  if (path.includes(`/${agent.id}/`)) throw invalid('pid', '上级不能是自己或自己的下级');
  const below = `${agent.path}${agent.id}/`;
  const { deepest } = await db
    .selectFrom('agent')
    .select(({ fn }) => fn.coalesce(fn.max('level'), sql<number>`${agent.level}::int`).as('deepest'))
    .where('firmId', '=', agent.firmId)
    .where('path', 'like', `${below}%`)
    .where('isDel', '=', 0)
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
