import { PackAct } from '@zhuiyuan/contract/packing/pack-log';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { chunked } from '../codes/state/put-spans.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { retried } from '../kit/http/serve.ts';
import type { Operator } from '../kit/operator.ts';
import { toRefusal } from '../kit/refusal.ts';
import { refusedRows } from '../kit/refused-rows.ts';
import { findNamed, isBad, type NamedCode } from './named-codes.ts';

/** A code that was refused, and the box it was to go into or lay in; '' where none was named. */
export interface RefusedCode {
  box: string;
  code: string;
  errCode: number;
  errMsg: string;
}

/** Who was refused what. */
interface Attempt {
  act: (typeof PackAct.options)[number]['value'];
  operatorId: number;
  /** The firm of staff of a firm; 0 of the platform's, whose refusals are of whosever the codes are. */
  firmId: number;
  /** Every code of the try: whose it was, where what was refused is nobody's. */
  codes?: readonly string[];
  opSrc?: number;
  /** 补录: when it was said to have happened. */
  occurredAt?: string;
  reason?: string;
}

/** `编码{code}：` stands before the text where it is told beside others; the log has the code in a column of its own. */
const withoutCode = (errMsg: string, codes: readonly string[]): string => {
  const before = codes.map((code) => `编码${code}：`).find((text) => errMsg.startsWith(text));
  return before ? errMsg.slice(before.length) : errMsg;
};

/** Keeps what was refused in the log of packing, a row for each code. */
export const keepRefused = async (
  db: Db,
  keyring: Keyring,
  { act, operatorId, firmId, codes = [], opSrc = OpSource.console, occurredAt, reason = '' }: Attempt,
  refused: readonly RefusedCode[],
): Promise<void> => {
  if (refused.length === 0) return;
  const beside = firmId === 0 ? codes : [];
  const typed = [...new Set([...refused.flatMap(({ box, code }) => [box, code]), ...beside])];
  const named = await findNamed(db, keyring, typed);
  const known = named.filter((one): one is NamedCode => !isBad(one));
  const texts = await keyring.readTexts(db, known);
  const printed = new Map(known.map((one, at) => [one.code, texts[at]!]));
  /** As it was typed, and as it is printed. */
  const formsOf = new Map(
    named.map((one, at) => [typed[at]!, { typed: one.code, text: printed.get(one.code) ?? one.code }]),
  );
  const firmOf = new Map(named.map((one, at) => [typed[at]!, isBad(one) ? 0 : one.firmId]));
  const rows = refused.map(({ box, code, errCode, errMsg }) => {
    const [ofBox, ofCode] = [formsOf.get(box)!, formsOf.get(code)!];
    return {
      firmId: firmId || firmOf.get(box) || firmOf.get(code) || (known[0]?.firmId ?? 0),
      act,
      boxText: ofBox.text.slice(0, 200),
      codeText: ofCode.text.slice(0, 200),
      errCode,
      errMsg: withoutCode(errMsg, [ofCode.typed, ofBox.typed]).slice(0, 200),
      opSrc,
      operatorId,
      isLate: occurredAt !== undefined,
      occurredAt: occurredAt ?? null,
      reason,
    };
  });
  for (const chunk of chunked(rows)) await db.insertInto('packRefusal').values(chunk).execute();
};

/**
 * Packs or opens in a transaction of its own, and logs what is refused outside of it: under the box, or under the code where it is
 * about one alone. `db` is in no transaction.
 */
export const loggingRefused =
  (app: App, keyring: Keyring) =>
  async <T>(
    { db, operator }: { db: Db; operator: Operator },
    {
      box = '',
      codes = [],
      ...attempt
    }: Pick<Attempt, 'act' | 'occurredAt' | 'reason'> & {
      box?: string;
      codes?: readonly string[];
    },
    run: (db: Db) => Promise<T>,
  ): Promise<T> => {
    try {
      return await retried(() => db.transaction().execute((transaction) => run(transaction as Db)));
    } catch (error) {
      const refusal = toRefusal(error, app.constraints);
      const rows = refusal ? refusedRows(refusal) : [];
      const alone = codes.length === 1 ? codes[0]! : '';
      await keepRefused(
        db,
        keyring,
        { ...attempt, codes: [box, ...codes], operatorId: operator.id, firmId: operator.firmId ?? 0 },
        rows.map((row) =>
          attempt.act === PackAct.seal
            ? { ...row, box: row.code || alone, code: '' }
            : { ...row, box, code: row.code || alone },
        ),
      );
      throw error;
    }
  };
