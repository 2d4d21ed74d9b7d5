import { keepBoxes } from '../../codes/state/boxes.ts';
import type { Holding } from '../../codes/state/custody/find-holding.ts';
import { parentPlaces, placeKey } from '../../codes/state/parent-places.ts';
import { toSerials, type Writing } from '../../codes/state/put-spans.ts';
import { merged, toRun } from '../../codes/state/ranges.ts';
import { takeOut } from '../../codes/state/custody/write-packing.ts';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { invalid } from '../../kit/refusal.ts';

/** Most codes that are taken out of their boxes by one document. */
const mostSplit = 2000;

/** 拆零: takes codes out of the boxes they lie in, which are open again. */
export const takeApart = async (db: Db, writing: Writing, packed: readonly Holding[]): Promise<void> => {
  if (packed.length === 0) return;
  const codes = toSerials(merged(packed));
  if (codes.length > mostSplit) throw invalid('lines', `一张发货单最多拆零${mostSplit}个编码`);
  const parents = await parentPlaces(db, writing.firmId, codes);
  const boxes = [...new Map([...parents.values()].map((box) => [placeKey(box), box])).values()];
  await takeOut(db, writing, codes);
  await keepBoxes(db, writing, boxes);
  const runs = merged(boxes.map(toRun));
  await emit(db, 'codes.changed', { firmId: writing.firmId, runs });
};
