import type { Db } from '../../kit/db/database.ts';
import { lockSegments, nextSeq } from '../ops/begin-op.ts';
import { growImportOp } from '../ops/grow-import-op.ts';
import { keepBoxes } from '../state/boxes.ts';
import { placeKey, type Place } from '../state/parent-places.ts';
import { writeTrail } from '../state/put-spans.ts';
import { writePack } from '../state/write-pack.ts';
import type { ExtTarget } from './make-ext-task.ts';

/** Neighbours with the same parent as runs. */
const packRuns = (
  first: number,
  good: readonly { parent?: Place }[],
): { from: number; to: number; parent: Place }[] => {
  const runs: { from: number; to: number; parent: Place }[] = [];
  for (const [at, { parent }] of good.entries()) {
    if (!parent) continue;
    const last = runs.at(-1);
    const serial = first + at;
    if (last && last.to === serial - 1 && last.parent.seg === parent.seg && last.parent.serial === parent.serial)
      last.to = serial;
    else runs.push({ from: serial, to: serial, parent });
  }
  return runs;
};

/** Writes the trail of rows that came in at these serials, and packs them into what stands above them. */
export const packExtRows = async (
  db: Db,
  { firmId, importId, operatorId }: ExtTarget,
  seg: number,
  first: number,
  good: readonly { parent?: Place }[],
): Promise<void> => {
  await lockSegments(db, [seg]);
  const opId = await growImportOp(db, { firmId, importId, operatorId }, good.length);
  const seq = await nextSeq(db);
  await writeTrail(db, { firmId, opId, seq }, [{ seg, from: first, to: first + good.length - 1, after: { importId } }]);
  await writePack(db, { firmId, opId, seq }, seg, packRuns(first, good));
  const boxes = new Map(good.flatMap(({ parent }) => (parent ? [[placeKey(parent), parent] as const] : [])));
  // What was packed elsewhere was closed there.
  const changes = [...boxes.values()].map((box) => ({ ...box, seals: true }));
  await keepBoxes(db, { firmId, opId }, changes);
};
