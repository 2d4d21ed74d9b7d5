import { DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { notFound, stale } from '../../kit/refusal.ts';
import type { Actor } from '../actor.ts';
import { logMoves } from './log-moves.ts';

const columns = ['logisticsName', 'logisticsNo', 'plateNo', 'driver'] as const;

/** How a document's goods travel, as it is kept, the document locked. */
export const storedLogistics = async (db: Db, id: number) => {
  const row = await db.selectFrom('deliver').where('id', '=', id).select(columns).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
};

/** Says how a document's goods travel; nothing else of it changes, and what already is so leaves no trace. 409 when `version` is another one. */
export const updateLogistics = async (
  db: Db,
  actor: Actor,
  { id, version, ...logistics }: { id: number; version?: number } & Record<(typeof columns)[number], string>,
): Promise<{ id: number; version: number }> => {
  const doc = await db
    .selectFrom('deliver')
    .where('id', '=', id)
    .select(['id', 'version', 'firmId', 'fromKind', 'fromId', 'toKind', 'toId', ...columns])
    .forUpdate()
    .executeTakeFirst();
  if (!doc) throw notFound();
  if (version !== undefined && version !== doc.version) throw stale();
  if (columns.every((column) => doc[column] === logistics[column])) return { id, version: doc.version };
  const saved = await db
    .updateTable('deliver')
    .set((row) => ({ ...logistics, version: row('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  const note = columns.flatMap((column) => logistics[column] || []).join(' · ');
  await logMoves(db, doc.firmId, actor, DeliverAct.logistics, doc, [{ note }]);
  return saved;
};

/** Counts a print of a document; answers which print it is. */
export const countPrint = async (db: Db, actor: Actor, id: number): Promise<{ printCnt: number }> => {
  const saved = await db
    .updateTable('deliver')
    .set((row) => ({ printCnt: row('printCnt', '+', 1) }))
    .where('id', '=', id)
    .returning(['id', 'printCnt', 'firmId', 'fromKind', 'fromId', 'toKind', 'toId'])
    .executeTakeFirst();
  if (!saved) throw notFound();
  await logMoves(db, saved.firmId, actor, DeliverAct.print, saved, [{ note: `第${saved.printCnt}次打印` }]);
  return { printCnt: saved.printCnt };
};
