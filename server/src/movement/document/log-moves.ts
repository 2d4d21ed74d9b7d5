import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import type { DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { chunked, toRange } from '../../codes/state/put-spans.ts';
import type { Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Actor } from '../actor.ts';
import { Refusal } from '../../kit/refusal.ts';
import { refusedRows } from '../../kit/refused-rows.ts';
import type { Doc } from './lock-docs.ts';

type Act = (typeof DeliverAct.options)[number]['value'];

/** Where a document goes from and to, as far as it is known. */
export type LoggedDoc = Partial<Pick<Doc, 'id' | 'fromKind' | 'fromId' | 'toKind' | 'toId'>>;

/** One line of the log of shipping. */
export interface Logged {
  run?: Run;
  codeText?: string;
  itemQty?: number;
  note?: string;
  errCode?: number;
  errMsg?: string;
}

/** `first 至 last`, or the one code. */
export const runText = (first: string, last: string): string =>
  last && last !== first ? `${first} 至 ${last}` : first;

/** Writes what happened to a document and its codes, or was refused. */
export const logMoves = async (
  db: Db,
  firmId: number,
  actor: Actor,
  act: Act,
  doc: LoggedDoc,
  lines: readonly Logged[],
  { opId, draftKey = '' }: { opId?: number; draftKey?: string } = {},
): Promise<void> => {
  const rows = lines.map(({ run, codeText = '', itemQty = 0, note = '', errCode = 0, errMsg = '' }) => ({
    firmId,
    act,
    deliverId: doc.id ?? null,
    draftKey,
    opId: opId ?? null,
    codeText: codeText.slice(0, 200),
    seg: run?.seg ?? null,
    span: run ? toRange(run) : null,
    itemQty,
    fromKind: doc.fromKind ?? 0,
    fromId: doc.fromId ?? 0,
    toKind: doc.toKind ?? 0,
    toId: doc.toId ?? 0,
    opSrc: actor.opSrc,
    operatorId: actor.operatorId,
    roleKind: actor.role?.kind ?? null,
    roleId: actor.role?.id ?? null,
    note: note.slice(0, 200),
    result: errCode === 0 ? LogResult.done : LogResult.failed,
    errCode,
    errMsg: errMsg.slice(0, 200),
  }));
  for (const chunk of chunked(rows)) await db.insertInto('deliverLog').values(chunk).execute();
};

/** The texts of runs: `first 至 last`. */
export const textsOfRuns = async (db: Db, keyring: Keyring, runs: readonly Run[]): Promise<string[]> => {
  const segs = [...new Set(runs.map(({ seg }) => seg))];
  if (segs.length === 0) return [];
  const rows = await db.selectFrom('segment').where('seg', 'in', segs).select(['seg', 'keyV']).execute();
  const keys = new Map(rows.map(({ seg, keyV }) => [seg, keyV]));
  const places = runs.flatMap(({ seg, from, to }) => [
    { seg, serial: from, keyV: keys.get(seg) ?? null },
    { seg, serial: to, keyV: keys.get(seg) ?? null },
  ]);
  const texts = await keyring.readTexts(db, places);
  return runs.map((_run, at) => runText(texts[2 * at]!, texts[2 * at + 1]!));
};

/**
 * Carries out an act on goods, and logs what is refused: a line for each refused code, outside of the transaction that the refusal
 * undoes, under the document or else under the draft it was for. `db` is in no transaction.
 */
export const logRefused = async <T>(
  db: Db,
  firmId: number,
  actor: Actor,
  act: (typeof DeliverAct.options)[number]['value'],
  { doc = {}, draftKey = '' }: { doc?: LoggedDoc; draftKey?: string },
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal)
      await logMoves(
        db,
        firmId,
        actor,
        act,
        doc,
        refusedRows(error).map(({ code, errCode, errMsg }) => ({ codeText: code, errCode, errMsg })),
        { draftKey },
      );
    throw error;
  }
};

/** What was refused while a document was not there yet belongs to it from now on. */
export const takeOverDraft = async (db: Db, firmId: number, draftKey: string, deliverId: number): Promise<void> => {
  await db
    .updateTable('deliverLog')
    .set({ deliverId })
    .where('firmId', '=', firmId)
    .where('draftKey', '=', draftKey)
    .where('deliverId', 'is', null)
    .execute();
};
