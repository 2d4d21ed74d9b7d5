import { Level, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { mostLabels } from '@zhuiyuan/contract/codes/tasks/task';
import type { BoxLabel, packingApi } from '@zhuiyuan/contract/packing/packing';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { codeUrlPrefix, printedColumns } from '../codes/cipher/code-url-prefix.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { readBoxes } from '../codes/state/boxes.ts';
import { StopKind } from '../codes/state/code-states.ts';
import { placeKey, type Place } from '../codes/state/parent-places.ts';
import { readBinds, readStops } from '../codes/state/pieces.ts';
import { merged, toRun, type Run } from '../codes/state/ranges.ts';
import type { Db } from '../kit/db/database.ts';
import { invalid } from '../kit/refusal.ts';
import { countInside } from './count-inside.ts';
import { readNames } from './read-names.ts';
import { findNamed, isBad, refuseAll, toBad, type NamedCode } from './named-codes.ts';

const holds = (run: Run, { seg, serial }: Place) => run.seg === seg && run.from <= serial && serial <= run.to;

/** What stands on the labels of some boxes, in their order. Refuses what is no box, and void ones, each by its code. */
export const printBoxes = async (
  db: Db,
  keyring: Keyring,
  { codes, copies }: InputOf<typeof packingApi.print>,
): Promise<{ labels: BoxLabel[] }> => {
  const named = await findNamed(db, keyring, codes);
  const unknown = named.filter(isBad);
  if (unknown.length > 0) throw refuseAll(unknown);
  const boxes = [...new Map((named as NamedCode[]).map((box) => [placeKey(box), box])).values()];
  const item = boxes.find(({ level }) => level === Level.item);
  if (item) throw invalid('codes', `${item.code}不是箱码`);
  if (boxes.length * copies > mostLabels) throw invalid('copies', `一次最多打印${mostLabels}张`);
  const labels = new Map<string, BoxLabel>();
  for (const firmId of new Set(boxes.map((box) => box.firmId)))
    for (const [key, label] of await labelsOf(
      db,
      firmId,
      boxes.filter((box) => box.firmId === firmId),
    ))
      labels.set(key, label);
  return { labels: boxes.map((box) => labels.get(placeKey(box))!) };
};

const labelsOf = async (db: Db, firmId: number, boxes: readonly NamedCode[]): Promise<[string, BoxLabel][]> => {
  const runs = merged(boxes.map(toRun));
  const segments = await readPrinted(db, boxes);
  const stops = (await readStops(db, firmId, runs)).filter(({ voidKind }) => voidKind === StopKind.void);
  const gone = boxes.filter(
    (box) => segments.get(box.seg)!.state === SegmentState.void || stops.some((stop) => holds(stop, box)),
  );
  if (gone.length > 0) throw refuseAll(gone.map(({ code }) => toBad(code, codeRefusals.void)));
  const binds = await readBinds(db, firmId, runs);
  const [products, lots] = await readNames(db, binds);
  const kept = await readBoxes(db, firmId, boxes);
  const inside = await countInside(
    db,
    [firmId],
    boxes.filter(({ level }) => level === Level.case),
  );
  return boxes.map(({ seg, serial, codeId, code, level }, at): [string, BoxLabel] => {
    const { isMixed, childCnt, capacity } = kept[at]!;
    const bind = binds.find((piece) => holds(piece, { seg, serial }));
    const product = products.get(bind?.productId ?? 0);
    const task = segments.get(seg)!;
    const key = placeKey({ seg, serial });
    return [
      key,
      {
        codeId,
        level: level as BoxLabel['level'],
        code,
        url: codeUrlPrefix(task, level) + code,
        storeName: product?.storeName ?? '',
        spec: product?.spec ?? '',
        lotNo: lots.get(bind?.lotId ?? 0) ?? '',
        isMixed,
        childCnt,
        capacity,
        itemQty: inside.get(key)?.items ?? childCnt,
      },
    ];
  });
};

/** How the codes of the boxes' segments are printed. */
const readPrinted = async (db: Db, boxes: readonly Place[]) => {
  const rows = await db
    .selectFrom('segment')
    .innerJoin('task', 'task.id', 'segment.taskId')
    .where('segment.seg', 'in', [...new Set(boxes.map(({ seg }) => seg))])
    .select(['segment.seg', 'segment.state', ...printedColumns])
    .execute();
  return new Map(rows.map((row) => [row.seg, row] as const));
};
