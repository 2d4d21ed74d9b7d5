import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { fill, type RefusalText } from '@zhuiyuan/contract/kit/codes';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Place } from '../codes/state/parent-places.ts';
import type { Db } from '../kit/db/database.ts';
import { Refusal } from '../kit/refusal.ts';

/** A code as it was scanned, and where it lies. */
export interface NamedCode extends Place {
  codeId: number;
  code: string;
  level: number;
  firmId: number;
  keyV: string | null;
}

/** What stands against one scanned code. */
export interface BadCode {
  code: string;
  errCode: number;
  errMsg: string;
}

/** The catalogue's text about one code. */
export const toBad = (
  code: string,
  [errCode, text]: RefusalText,
  values: Record<string, string | number> = {},
): BadCode => ({
  code,
  errCode,
  errMsg: `编码${code}：${fill(text, values)}`,
});

/** Refuses everything because of these codes: nothing was done. Each is named by its code among the fields too. */
export const refuseAll = (rows: readonly BadCode[]): Refusal => {
  const [first] = rows;
  const fields = rows.map(({ code, errMsg }) => ({ field: code, message: errMsg }));
  const data = { fail: rows.length, rows, fields };
  return rows.length === 1
    ? new Refusal(first!.errCode, first!.errMsg, data)
    : new Refusal(codeRefusals.conflicts[0], fill(codeRefusals.conflicts[1], { n: rows.length }), data);
};

/** The codes behind scanned texts, in their order; a text of no code, or of another firm's, answers what stands against it. */
export const findNamed = async (
  db: Db,
  keyring: Keyring,
  texts: readonly string[],
): Promise<(NamedCode | BadCode)[]> => {
  const found = await keyring.findMany(db, texts);
  const segs = [...new Set([...found.values()].map(({ place }) => place.seg))];
  const segments =
    segs.length === 0
      ? []
      : await db
          .selectFrom('segment')
          .where('seg', 'in', segs)
          .select(['seg', 'firmId', 'level', 'count', 'keyV', 'faces'])
          .execute();
  const bySeg = new Map(segments.map((segment) => [segment.seg, segment]));
  return texts.map((text) => {
    const place = found.get(text)?.place;
    const typed = found.get(text)?.code ?? (readCodeInput(text).code || text);
    if (!place) return toBad(typed, codeRefusals.badText);
    const segment = bySeg.get(place.seg);
    if (!segment || place.serial > segment.count || place.face >= segment.faces)
      return toBad(typed, codeRefusals.noSuchCode);
    const { seg, serial } = place;
    const { firmId, level, keyV } = segment;
    return { seg, serial, codeId: toCodeId(seg, serial), code: typed, level, firmId, keyV };
  });
};

export const isBad = (one: NamedCode | BadCode): one is BadCode => 'errCode' in one;

/** One code of the operator's, refused by its own text where it is none. */
export const requireNamed = async (db: Db, keyring: Keyring, text: string): Promise<NamedCode> => {
  const [one] = await findNamed(db, keyring, [text]);
  if (isBad(one!)) throw new Refusal(one.errCode, one.errMsg);
  return one!;
};
