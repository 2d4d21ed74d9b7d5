import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { BoxNode } from '@zhuiyuan/contract/codes/lookup/identity';
import type { Page } from '@zhuiyuan/contract/kit/page';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { findChildren, findChildrenOfEach, withChildren } from '../state/with-children.ts';
import { readBoxes } from '../state/boxes.ts';
import { findContainers } from '../state/find-containers.ts';
import { readSegments } from '../state/read-segments.ts';
import type { Keyring } from '../cipher/keyring.ts';
import type { Place } from '../state/parent-places.ts';
import { countCodes, placesIn, toRun, type Run } from '../state/ranges.ts';
import { readUnit } from '../state/read-unit.ts';

/** Which one of some runs' codes a code is, from 1. */
const placeAmong = (runs: readonly Run[], { seg, serial }: Place): number => {
  let before = 0;
  for (const run of runs) {
    if (run.seg === seg && run.from <= serial && serial <= run.to) return before + serial - run.from + 1;
    before += run.to - run.from + 1;
  }
  return 0;
};

/** What the tree shows of codes: each with its number in its box and how much lies in it. */
const readNodes = async (
  db: Db,
  keyring: Keyring,
  firmId: number,
  codes: readonly (Place & { level: number; keyV: string | null; place: number })[],
): Promise<BoxNode[]> => {
  const texts = await keyring.readTexts(db, codes);
  const boxes = codes.filter(({ level }) => level !== Level.item);
  const children = boxes.length > 0 ? await findChildrenOfEach(db, firmId, boxes) : [];
  const kept = await readBoxes(db, firmId, boxes);
  return codes.map((code, at) => {
    const nth = boxes.indexOf(code);
    return {
      codeId: toCodeId(code.seg, code.serial),
      code: texts[at]!,
      level: code.level as BoxNode['level'],
      place: code.place,
      childCnt: nth < 0 ? 0 : countCodes(children[nth]!),
      capacity: kept[nth]?.capacity ?? 0,
      boxState: kept[nth]?.boxState ?? null,
    };
  });
};

/** The boxes a code lies in from the outermost down to the code itself, and how many items the outermost holds. Throws 404. */
export const boxesAround = async (
  db: Db,
  keyring: Keyring,
  code: Place,
): Promise<{ chain: BoxNode[]; itemCnt: number }> => {
  const unit = await readUnit(db, code.seg, code.serial);
  if (!unit) throw notFound();
  const { boxes } = await findContainers(db, unit);
  const [root, ...inside] = [...boxes.toReversed(), unit];
  const places = [0];
  let above: Place = root!;
  for (const next of inside) {
    places.push(placeAmong(await findChildren(db, unit.firmId, [toRun(above)]), next));
    above = next;
  }
  const line = [root!, ...inside].map((one, at) => ({ ...one, place: places[at]! }));
  const chain = await readNodes(db, keyring, unit.firmId, line);
  const all = await withChildren(db, unit.firmId, [toRun(root!)]);
  const segments = await readSegments(db, all);
  return { chain, itemCnt: countCodes(all.filter(({ seg }) => segments.get(seg)!.level === Level.item)) };
};

/** A page of what lies directly in a box. Throws 404. */
export const childrenPage = async (
  db: Db,
  keyring: Keyring,
  box: Place,
  { page, limit }: { page: number; limit: number },
): Promise<Page<BoxNode>> => {
  const unit = await readUnit(db, box.seg, box.serial);
  if (!unit) throw notFound();
  const runs = await findChildren(db, unit.firmId, [toRun(box)]);
  const total = countCodes(runs);
  const first = (page - 1) * limit;
  const segments = await readSegments(db, runs);
  const codes = placesIn(runs, first, limit).map((code, at) => ({
    ...code,
    ...segments.get(code.seg)!,
    place: first + at + 1,
  }));
  const list = await readNodes(db, keyring, unit.firmId, codes);
  return { list, total, page, limit, totalPage: Math.ceil(total / limit) };
};
