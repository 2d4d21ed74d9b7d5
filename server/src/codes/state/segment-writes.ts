import { SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql, type InsertObject, type RawBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';

/** Makes a segment under the next number. */
export const insertSegment = (
  db: Db,
  segment: Omit<InsertObject<DB, 'segment'>, 'seg'>,
): Promise<{ seg: number; count: number }> =>
  db
    .insertInto('segment')
    .values({ ...segment, seg: sql<number>`nextval('segment_number')` })
    .returning(['seg', 'count'])
    .executeTakeFirstOrThrow();

/** Adds codes to a task's segment of a level; nothing where it has none yet. */
export const growSegment = (
  db: Db,
  { taskId, level }: { taskId: number; level: number },
  codes: number,
): Promise<{ seg: number; count: number } | undefined> =>
  db
    .updateTable('segment')
    .set((row) => ({ count: row('count', '+', codes) }))
    .where('taskId', '=', taskId)
    .where('level', '=', level)
    .returning(['seg', 'count'])
    .executeTakeFirst();

/** Freezes a whole segment, lifts that, or voids it. */
export const setSegmentState = async (db: Db, seg: number, state: number): Promise<void> => {
  await db.updateTable('segment').set({ state }).where('seg', '=', seg).execute();
};

/** Voids every segment of a task; `isCounted` counts their codes as voided. */
export const voidSegments = async (db: Db, taskId: number, { isCounted }: { isCounted: boolean }): Promise<void> => {
  await db
    .updateTable('segment')
    .set((row) => ({ state: SegmentState.void, ...(isCounted ? { voidCnt: row.ref('count') } : {}) }))
    .where('taskId', '=', taskId)
    .execute();
};

/** Adds to a counter of a segment. */
export const countSegmentCodes = async (
  db: Db,
  seg: number,
  column: 'activeCnt' | 'voidCnt' | 'packCnt',
  count: number,
): Promise<void> => {
  await db
    .updateTable('segment')
    .set((row) => ({ [column]: row(column, '+', count) }))
    .where('seg', '=', seg)
    .execute();
};

/** Adds scans to the counters of their segments; `scans` reads `seg` and `n`. */
export const countSegmentScans = async (db: Db, scans: RawBuilder<unknown>): Promise<void> => {
  await sql`update segment s set scan_cnt = s.scan_cnt + n.n from (${scans}) n where s.seg = n.seg`.execute(db);
};
