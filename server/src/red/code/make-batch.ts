import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import type { RedShare } from '@zhuiyuan/contract/red/code/red-code';
import { RedBatchState } from '@zhuiyuan/contract/red/red-enums';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import { sql } from 'kysely';
import { releaseReserved } from '../../fund/end-reservation.ts';
import type { Db } from '../../kit/db/database.ts';
import { openSecrets } from './batch-secrets.ts';
import { deal, sealAmount, type At } from './deal.ts';
import { digestOf } from './proof.ts';

/** Codes that are given their packets in one transaction. */
const chunk = 5000;

/** What is kept between steps of one run: amounts as they were dealt, which the seed deals again after a restart. */
export type Dealt = Map<number, Uint32Array>;

const lockBatch = (db: Db, id: number) =>
  db
    .selectFrom('redBatch')
    .where('id', '=', id)
    .where('state', '=', RedBatchState.making)
    .select([
      'id',
      'firmId',
      'redActiveId',
      'seg',
      'serialFrom',
      'taskId',
      'totalNum',
      'made',
      'seedSealed',
      'keySealed',
    ])
    .select(sql<RedShare[]>`shares`.as('shares'))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
type Batch = NonNullable<Awaited<ReturnType<typeof lockBatch>>>;

/** How a step of a batch ended. */
type Step = 'more' | 'waits' | 'ready' | 'failed';

/**
 * Gives the next codes of a batch their packets, or ends it: it is `ready` with the digest of all, or `failed` with nothing left of it.
 * In the caller's transaction, which also moves the batch on, so that a killed run is taken up where its last step ended. `waits`: its
 * file is not read yet, or another process works on it.
 */
export const stepBatch = async (where: Db, masterKey: Buffer, id: number, dealt: Dealt): Promise<Step> => {
  const batch = await lockBatch(where, id);
  if (!batch) return 'waits';
  // Who ends it meanwhile waits until the batch is marked, and finds it ready.
  const active = await where
    .selectFrom('redActive')
    .where('id', '=', batch.redActiveId)
    .where('firmId', '=', batch.firmId)
    .select('endedAt')
    .forShare()
    .executeTakeFirstOrThrow();
  if (active.endedAt !== null) return failBatch(where, batch, redRefusals.over[1]);
  if (batch.taskId !== null) {
    const read = await readFile(where, batch, batch.taskId);
    if (read !== 'read') return read === 'waits' ? 'waits' : failBatch(where, batch, read);
  }
  if (batch.made === batch.totalNum) {
    // Draws go on while the codes are given their packets.
    if (await isDrawn(where, batch)) return failBatch(where, batch, redRefusals.drawn[1]);
    const { digest } = await digestOf(where, masterKey, batch);
    await where
      .updateTable('redBatch')
      .set({
        state: RedBatchState.ready,
        digest,
        madeAt: sql<string>`clock_timestamp()`,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute();
    dealt.delete(id);
    return 'ready';
  }
  const { seed, key } = openSecrets(masterKey, batch);
  let amounts = dealt.get(id);
  if (!amounts) dealt.set(id, (amounts = deal(seed, batch.shares)));
  const places = await nextPlaces(where, batch);
  const sealed = places.map((at, nth) => sealAmount(key, at, amounts[batch.made + nth]!));
  const trouble =
    batch.seg === null ? await dealPlaces(where, batch, places, sealed) : await putPlaces(where, batch, places, sealed);
  if (trouble) return failBatch(where, batch, trouble);
  await where
    .updateTable('redBatch')
    .set({ made: batch.made + places.length, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  return 'more';
};

/** {@link stepBatch} in a transaction of its own. */
export const makeStep = (db: Db, masterKey: Buffer, id: number, dealt: Dealt): Promise<Step> =>
  db.transaction().execute((transaction) => stepBatch(transaction as Db, masterKey, id, dealt));

/** Whether the codes of a file are all there; else that it is not read yet, or why it cannot be. */
const readFile = async (db: Db, batch: Batch, taskId: number): Promise<string> => {
  const task = await db
    .selectFrom('fileJob')
    .where('id', '=', taskId)
    .where('firmId', '=', batch.firmId)
    .select(['status', 'failCnt', 'okCnt'])
    .executeTakeFirstOrThrow();
  if (task.status === JobStatus.running) return 'waits';
  if (task.status !== JobStatus.done || task.failCnt > 0) return '编码文件有不能使用的码，请在导入导出日志中查看';
  return task.okCnt === batch.totalNum ? 'read' : redRefusals.sharesDiffer[1];
};

/** The codes that come next, in the order of their places. */
const nextPlaces = async (db: Db, batch: Batch): Promise<At[]> => {
  const { seg, serialFrom, made, totalNum } = batch;
  if (seg !== null)
    return Array.from({ length: Math.min(chunk, totalNum - made) }, (_, nth) => ({
      seg,
      serial: serialFrom! + made + nth,
    }));
  return db
    .selectFrom('redBar')
    .where('batchId', '=', batch.id)
    .where('firmId', '=', batch.firmId)
    .where('amountSealed', 'is', null)
    .orderBy('seg')
    .orderBy('serial')
    .limit(chunk)
    .select(['seg', 'serial'])
    .execute();
};

const arrays = (places: readonly At[], sealed: readonly Buffer[]) => sql`
  unnest(${places.map(({ seg }) => seg)}::int[], ${places.map(({ serial }) => serial)}::bigint[], ${sealed}::bytea[])
    as given (seg, serial, sealed)`;

/** Writes codes of a run with their packets; answers why not where one of them carries a packet or was drawn with already. */
const putPlaces = async (
  db: Db,
  batch: Batch,
  places: readonly At[],
  sealed: readonly Buffer[],
): Promise<string | undefined> => {
  const { rows } = await sql`
    insert into red_bar (firm_id, batch_id, seg, serial, amount_sealed)
    select ${batch.firmId}::bigint, ${batch.id}::bigint, seg, serial, sealed from ${arrays(places, sealed)}
    on conflict do nothing returning id`.execute(db);
  if (rows.length < places.length) return redRefusals.bound[1];
  const { rows: drawn } = await sql`
    select from ${arrays(places, sealed)} join code_use using (seg, serial)
    where code_use.firm_id = ${batch.firmId} and code_use.audience = ${sql.lit(Audience.consumer)} limit 1`.execute(db);
  return drawn.length > 0 ? redRefusals.drawn[1] : undefined;
};

/** Whether one of the codes of a batch paid for a draw. */
const isDrawn = async (db: Db, { id, firmId }: Batch): Promise<boolean> => {
  const { rows } = await sql`
    select from red_bar join code_use using (seg, serial)
    where red_bar.batch_id = ${id} and red_bar.firm_id = ${firmId} and code_use.firm_id = ${firmId}
      and code_use.audience = ${sql.lit(Audience.consumer)} limit 1`.execute(db);
  return rows.length > 0;
};

/** Gives codes of a file, which are there, their packets. */
const dealPlaces = async (
  db: Db,
  batch: Batch,
  places: readonly At[],
  sealed: readonly Buffer[],
): Promise<undefined> => {
  await sql`
    update red_bar set amount_sealed = given.sealed from ${arrays(places, sealed)}
    where red_bar.firm_id = ${batch.firmId} and batch_id = ${batch.id} and red_bar.seg = given.seg
      and red_bar.serial = given.serial`.execute(db);
};

/** Gives a batch up: its codes are free again and its money is released. */
const failBatch = async (db: Db, { id, firmId }: Pick<Batch, 'id' | 'firmId'>, reason: string): Promise<'failed'> => {
  await db.deleteFrom('redBar').where('batchId', '=', id).where('firmId', '=', firmId).execute();
  await db
    .updateTable('redBatch')
    .set({ state: RedBatchState.failed, reason: reason.slice(0, 200), made: 0, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await releaseReserved(db, { firmId, refKind: 'redBatch', refIds: [id] });
  return 'failed';
};
