import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Db } from '../../kit/db/database.ts';
import { withChildren } from './with-children.ts';
import { countCodes } from './ranges.ts';
import type { Unit } from './read-unit.ts';

/** How many products lie in a box, in boxes inside it too; undefined for a code that is no box. */
export const boxContents = async (
  db: Db,
  { firmId, level, seg, serial }: Unit,
): Promise<{ level: number; quantity: number } | undefined> => {
  if (level === Level.item) return undefined;
  const runs = await withChildren(db, firmId, [{ seg, from: serial, to: serial }]);
  const items = await db
    .selectFrom('segment')
    .where(
      'seg',
      'in',
      runs.map((run) => run.seg),
    )
    .where('level', '=', Level.item)
    .select('seg')
    .execute();
  const isItem = new Set(items.map((row) => row.seg));
  return { level, quantity: countCodes(runs.filter((run) => isItem.has(run.seg))) };
};
