import { Level, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { Db } from '../../kit/db/database.ts';
import { Refusal } from '../../kit/refusal.ts';
import { StopKind } from './code-states.ts';
import { readBinds, readStops } from './pieces.ts';
import { countCodes, cutOut } from './ranges.ts';

/** Codes of boxes of a firm that are bound and not void, by lot; nothing where they consist of too many pieces to be counted. */
export const countBoxCodes = async (db: Db, firmId: number): Promise<Map<number, number> | undefined> => {
  const segments = await db
    .selectFrom('segment')
    .where('firmId', '=', firmId)
    .where('level', '<>', Level.item)
    .where('state', '<>', SegmentState.void)
    .where('activeCnt', '>', 0)
    .select(['seg', 'count'])
    .execute();
  const runs = segments.map(({ seg, count }) => ({ seg, from: 1, to: count }));
  try {
    const gone = (await readStops(db, firmId, runs)).filter(({ voidKind }) => voidKind === StopKind.void);
    const counts = new Map<number, number>();
    for (const { lotId, ...run } of cutOut(await readBinds(db, firmId, runs), gone))
      counts.set(lotId, (counts.get(lotId) ?? 0) + countCodes([run]));
    return counts;
  } catch (error) {
    if (error instanceof Refusal && error.code === codeRefusals.scattered[0]) return undefined;
    throw error;
  }
};
