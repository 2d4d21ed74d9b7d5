import type { Assign, AssignBack, Assigned, AssignField } from '@zhuiyuan/contract/parties/assign';
import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { firmOfTarget, lockTarget, sortBack, tellOthers } from '../assign.ts';
import { lockAgentTree } from './agent-tree.ts';

/** What agents of a firm have now, locked together with its tree, as every change of an agent locks them. */
const lockPresent = async (db: Db, firmId: number, field: AssignField, ids: readonly number[]) => {
  await lockAgentTree(db, firmId);
  const rows = await live(db, 'agent')
    .select(['id', field])
    .where('firmId', '=', firmId)
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row[field]]));
};

const put = async (db: Db, ids: readonly number[], field: AssignField, targetId: number | null): Promise<void> => {
  if (ids.length === 0) return;
  await db
    .updateTable('agent')
    .set((row) => ({ [field]: targetId, version: row('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', 'in', ids)
    .execute();
};

/** 批量设置渠道, 批量设置业务员: gives agents a channel or salesman of their firm. */
export const assignAgents = async (db: Db, { ids, field, targetId }: Assign): Promise<Assigned> => {
  const firmId = await lockTarget(db, { field, targetId });
  const present = await lockPresent(db, firmId, field, ids);
  const done = [...present].flatMap(([id, was]) => (was === targetId ? [] : [{ id, was }]));
  await put(
    db,
    done.map(({ id }) => id),
    field,
    targetId,
  );
  const fail = await tellOthers(db, 'agent', field, { ids, found: new Set(present.keys()) });
  return { ok: done.length, same: present.size - done.length, done, fail };
};

/** Takes {@link assignAgents} back where nobody has given them another one since. */
export const assignAgentsBack = async (db: Db, asked: AssignBack): Promise<DoneToMany> => {
  const { field } = asked;
  const ids = asked.rows.map(({ id }) => id);
  const firmId = await firmOfTarget(db, asked);
  const present = await lockPresent(db, firmId, field, ids);
  const { back, fail } = await sortBack(db, asked, { firmId, present });
  for (const [was, agents] of back) await put(db, agents, field, was);
  const others = await tellOthers(db, 'agent', field, { ids, found: new Set(present.keys()) });
  return { ok: [...back.values()].flat().length, fail: [...fail, ...others] };
};
