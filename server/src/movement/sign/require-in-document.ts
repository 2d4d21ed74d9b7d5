import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { parentPlaces, placeKey, type Place } from '../../codes/state/parent-places.ts';
import type { Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { findNamed, isBad, refuseAll, toBad, type BadCode, type NamedCode } from '../../packing/named-codes.ts';

/** There are three levels. */
const mostClimbs = 2;

/** Refuses codes that stand in none of a document's lines and lie in no box that does: what came beside a document is 多货. */
export const requireInDocument = async (
  db: Db,
  keyring: Keyring,
  { firmId, lines }: { firmId: number; lines: readonly Run[] },
  texts: readonly string[],
): Promise<void> => {
  const named = await findNamed(db, keyring, texts);
  const bad = named.flatMap((one): BadCode[] => {
    if (isBad(one)) return [one];
    return one.firmId === firmId ? [] : [toBad(one.code, codeRefusals.noSuchCode)];
  });
  const holds = ({ seg, serial }: Place) =>
    lines.some((line) => line.seg === seg && line.from <= serial && serial <= line.to);
  const own = named.filter((one): one is NamedCode => !isBad(one) && one.firmId === firmId);
  let outside = own.map((one) => ({ code: one.code, at: one as Place })).filter(({ at }) => !holds(at));
  for (let climb = 0; climb < mostClimbs && outside.length > 0; climb += 1) {
    const boxes = await parentPlaces(
      db,
      firmId,
      outside.map(({ at }) => at),
    );
    const loose = outside.filter(({ at }) => !boxes.has(placeKey(at)));
    bad.push(...loose.map(({ code }) => toBad(code, moveRefusals.notInDocument)));
    outside = outside.flatMap(({ code, at }) => {
      const box = boxes.get(placeKey(at));
      return box && !holds(box) ? [{ code, at: box }] : [];
    });
  }
  bad.push(...outside.map(({ code }) => toBad(code, moveRefusals.notInDocument)));
  if (bad.length > 0) throw refuseAll(bad);
};
