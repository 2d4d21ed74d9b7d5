import { PickMode, type Pick } from '@zhuiyuan/contract/codes/pick/pick';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { LineDraft } from '@zhuiyuan/contract/movement/ship/ship-draft';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { readSegments } from '../../codes/state/read-segments.ts';
import { rangeToRun } from '../../codes/state/ranges.ts';

/** Codes chosen by ranges, by both ends or one by one, as lines of a shipment. */
export const toLines = async (db: Db, keyring: Keyring, pick: Pick): Promise<LineDraft[]> => {
  if (pick.mode === PickMode.codes) return pick.codes.map((code) => ({ code, cut: [] }));
  if (pick.mode === PickMode.firstLast) return [{ code: pick.firstCode, lastCode: pick.lastCode, cut: [] }];
  if (pick.mode !== PickMode.ranges) return [];
  const runs = pick.ranges.map(rangeToRun);
  if (runs.some((run) => run.from > run.to)) throw refuse(codeRefusals.fromAfterTo);
  const segments = await readSegments(db, runs);
  const texts = await keyring.readTexts(
    db,
    runs.flatMap(({ seg, from, to }) => {
      const { keyV } = segments.get(seg)!;
      return [
        { seg, keyV, serial: from },
        { seg, keyV, serial: to },
      ];
    }),
  );
  return runs.map((_run, at) => ({ code: texts[2 * at]!, lastCode: texts[2 * at + 1]!, cut: [] }));
};
