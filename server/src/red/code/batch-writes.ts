import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import type { RedBatchDraft } from '@zhuiyuan/contract/red/code/red-code';
import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import { sql } from 'kysely';
import { reserveWins } from '../../fund/reserve-wins.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid, notFound, refuse } from '../../kit/refusal.ts';
import { requirePackets } from '../require-packets.ts';
import { makeSecrets } from './batch-secrets.ts';
import { voidCodes } from './void-codes.ts';

interface Made {
  id: number;
  batchNo: string;
  taskId: number | null;
}

/** A batch that was asked for under this key before. */
export const findBatch = (db: Db, firmId: number, idemKey: string | undefined): Promise<Made | undefined> =>
  idemKey === undefined
    ? Promise.resolve(undefined)
    : db
        .selectFrom('redBatch')
        .where('firmId', '=', firmId)
        .where('idemKey', '=', idemKey)
        .select(['id', 'batchNo', 'taskId'])
        .executeTakeFirst();

/**
 * Asks for a batch of red codes, with its whole money reserved: it is made in the background. The firm is the activity's. Refuses counts
 * that do not add up to the codes (62417), what the activity does not allow, and more money than it has left (62404).
 */
export const insertBatch = async (
  db: Db,
  masterKey: Buffer,
  { redActiveId, range, shares, idemKey }: RedBatchDraft,
  taskId: number | null,
  operatorId: number,
): Promise<Made> => {
  const totalNum = shares.reduce((sum, { count }) => sum + count, 0);
  const totalAmount = shares.reduce((sum, { amount, count }) => sum + amount * count, 0);
  const { firmId } = await requirePackets(db, redActiveId, {
    amounts: shares.map(({ amount }) => amount),
    count: totalNum,
  });
  const known = await findBatch(db, firmId, idemKey);
  if (known) return known;
  const run = taskId === null ? range! : undefined;
  if (run) {
    if (run.serialTo - run.serialFrom + 1 !== totalNum)
      throw refuse(
        redRefusals.sharesDiffer,
        {},
        { fields: [{ field: 'shares', message: redRefusals.sharesDiffer[1] }] },
      );
    const segment = await db
      .selectFrom('segment')
      .where('seg', '=', run.seg)
      .where('firmId', '=', firmId)
      .select('count')
      .executeTakeFirst();
    if (!segment) throw invalid('range.seg', `码段${run.seg}不存在`);
    if (run.serialTo > segment.count) throw invalid('range.serialTo', `码段${run.seg}只有${segment.count}个码`);
    const bound = await db
      .selectFrom('redBar')
      .where('seg', '=', run.seg)
      .where('serial', '>=', run.serialFrom)
      .where('serial', '<=', run.serialTo)
      .where('firmId', '=', firmId)
      .where('state', '<>', sql.lit(RedCodeState.void))
      .select('id')
      .limit(1)
      .executeTakeFirst();
    if (bound)
      throw refuse(redRefusals.bound, {}, { fields: [{ field: 'range.serialFrom', message: redRefusals.bound[1] }] });
  }
  const made = await db
    .insertInto('redBatch')
    .values({
      firmId,
      redActiveId,
      seg: run?.seg ?? null,
      serialFrom: run?.serialFrom ?? null,
      serialTo: run?.serialTo ?? null,
      taskId,
      shares: JSON.stringify(shares),
      totalNum,
      totalAmount,
      ...makeSecrets(masterKey),
      idemKey: idemKey ?? null,
      createdBy: operatorId,
    })
    .returning(['id', 'batchNo', 'taskId'])
    .executeTakeFirstOrThrow();
  const wins = [{ refId: made.id, amount: totalAmount }];
  const fitting = await reserveWins(db, { firmId, activityId: redActiveId, refKind: 'redBatch', wins }, operatorId);
  if (!fitting.has(made.id)) throw refuse(redRefusals.budgetShort);
  return made;
};

/** Codes by their rows, or all of a batch that are not used. */
interface Chosen {
  ids?: readonly number[] | undefined;
  batchNo?: string | undefined;
}

/** A batch by its number, locked; 404 where there is none, 62454 while it is made or made void, 62455 once it is void. */
const lockBatch = async (db: Db, batchNo: string) => {
  const batch = await db
    .selectFrom('redBatch')
    .where('batchNo', '=', batchNo.toUpperCase())
    .select(['id', 'firmId', 'state'])
    .forUpdate()
    .executeTakeFirst();
  if (!batch) throw notFound();
  if (batch.state === RedBatchState.making || batch.state === RedBatchState.voiding)
    throw refuse(redRefusals.batchBusy);
  if (batch.state === RedBatchState.failed || batch.state === RedBatchState.void) throw refuse(redRefusals.batchVoid);
  return batch;
};

const turnBatch = async (db: Db, batchNo: string, state: RedBatchState): Promise<DoneToMany> => {
  const { id } = await lockBatch(db, batchNo);
  await db
    .updateTable('redBatch')
    .set({ state, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  return { ok: 1, fail: [] };
};

/** Which of the chosen codes there are, by their batches; the others are answered as missing. */
const byBatch = async (db: Db, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('redBar')
    .innerJoin('redBatch', 'redBatch.id', 'redBar.batchId')
    .where('redBar.id', 'in', [...ids])
    .select(['redBar.id', 'redBar.batchId', 'redBar.firmId', 'redBatch.state as batchState'])
    .orderBy('redBar.batchId')
    .orderBy('redBar.id')
    .execute();
  const batches = new Map<number, { firmId: number; ids: number[]; isInUse: boolean }>();
  for (const { id, batchId, firmId, batchState } of rows) {
    const isInUse = batchState === RedBatchState.ready || batchState === RedBatchState.frozen;
    const known = batches.get(batchId) ?? { firmId, ids: [], isInUse };
    known.ids.push(id);
    batches.set(batchId, known);
  }
  return batches;
};

const toAnswer = (asked: readonly number[], done: ReadonlySet<number>, message: string): DoneToMany => {
  const fail = [...new Set(asked)].filter((id) => !done.has(id)).map((id) => ({ id, message }));
  return { ok: done.size, fail };
};

/** 作废: codes that nobody received, or a whole batch in the background, which nobody receives of from now on. Their money is released. */
export const voidChosen = async (
  db: Db,
  masterKey: Buffer,
  { ids = [], batchNo }: Chosen,
  operatorId: number,
): Promise<DoneToMany> => {
  if (batchNo !== undefined) return turnBatch(db, batchNo, RedBatchState.voiding);
  const done = new Set<number>();
  for (const [batchId, { firmId, ids: own, isInUse }] of await byBatch(db, ids))
    if (isInUse)
      for (;;) {
        const gone = await voidCodes(db, masterKey, { batchId, firmId, ids: own }, operatorId);
        for (const id of gone) done.add(id);
        if (gone.length === 0) break;
      }
  return toAnswer(ids, done, '已领取或已作废的红包码不能作废');
};

/** 冻结 or 解冻: codes that nobody received, or a whole batch. */
export const freezeChosen = async (db: Db, { ids = [], batchNo }: Chosen, isFrozen: boolean): Promise<DoneToMany> => {
  if (batchNo !== undefined) return turnBatch(db, batchNo, isFrozen ? RedBatchState.frozen : RedBatchState.ready);
  const [was, becomes] = isFrozen
    ? [RedCodeState.unused, RedCodeState.frozen]
    : [RedCodeState.frozen, RedCodeState.unused];
  const done = new Set<number>();
  for (const [batchId, { firmId, ids: own, isInUse }] of await byBatch(db, ids)) {
    if (!isInUse) continue;
    const rows = await db
      .updateTable('redBar')
      .set({ state: becomes })
      .where('batchId', '=', batchId)
      .where('firmId', '=', firmId)
      .where('id', 'in', own)
      .where('state', '=', was)
      .returning('id')
      .execute();
    for (const { id } of rows) done.add(id);
  }
  return toAnswer(ids, done, isFrozen ? '只有未使用的红包码可以冻结' : '只有冻结的红包码可以解冻');
};
