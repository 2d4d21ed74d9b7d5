import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { fill } from '@zhuiyuan/contract/kit/codes';
import type { Keyring } from '../../../codes/cipher/keyring.ts';
import { countCodes } from '../../../codes/state/ranges.ts';
import type { Db } from '../../../kit/db/database.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { toBad } from '../../../packing/named-codes.ts';
import type { JudgedLine } from './judge-lines.ts';
import type { BadLine } from './read-lines.ts';

/** Most rows that a refusal names. */
const mostRows = 1000;

/** What stands against lines, a row for each run of a line that something stands against. */
export const describeBad = async (db: Db, keyring: Keyring, judged: readonly JudgedLine[]): Promise<BadLine[]> => {
  const bad = judged.flatMap(({ line, conflicts }) => conflicts.map((conflict) => ({ line, conflict })));
  const texts = await keyring.readTexts(
    db,
    bad.map(({ line, conflict }) => ({ seg: line.seg, keyV: line.keyV, serial: conflict.from })),
  );
  return bad.map(({ line, conflict }, nth) => ({
    at: line.at,
    line,
    ...toBad(texts[nth]!, conflict.why, conflict.values),
  }));
};

/** Refuses a shipment because of these: nothing was shipped. Several are 61031, each named with its line. */
export const refuseLines = (bad: readonly BadLine[], codes = bad.length): Refusal => {
  const rows = bad
    .toSorted((a, b) => a.at - b.at)
    .slice(0, mostRows)
    .map(({ at, code, errCode, errMsg }) => ({ at, code, errCode, errMsg }));
  const [first] = rows;
  const fields = rows.map(({ code, errMsg }) => ({ field: code, message: errMsg }));
  const data = { fail: codes, rows, fields };
  return rows.length === 1 && codes === 1
    ? new Refusal(first!.errCode, first!.errMsg, data)
    : new Refusal(codeRefusals.conflicts[0], fill(codeRefusals.conflicts[1], { n: codes }), data);
};

/** How many codes stand in the way. */
export const countBad = (judged: readonly JudgedLine[], unread: readonly BadLine[]): number =>
  unread.length + judged.reduce((sum, { conflicts }) => sum + countCodes(conflicts), 0);
