import { AssocMode, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { TaskDraft } from '@zhuiyuan/contract/codes/tasks/task-draft';
import { toMs } from '@zhuiyuan/contract/kit/clock';
import { sql } from 'kysely';
import { activateCodes } from '../../codes/ops/activation.ts';
import { issueCodes } from '../../codes/tasks/issue-codes.ts';
import type { Run } from '../../codes/state/ranges.ts';
import { Keyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Operator } from '../../kit/operator.ts';
import { endRecall, recallLot } from '../../trace/lot/lot-writes.ts';
import { requireProduct } from '../../trace/product/require-product.ts';
import { backdate as backdateOp } from './seed-ops.ts';
import { seedScans } from './seed-scans.ts';
import type { SeedParts } from '../first/seed-parts.ts';

const codesPerLot = 20_000;
const activated = 16_000;
/** Codes activated of a lot that is still being packed. */
const begun = 2_000;
/** Outermost boxes of a set, and how many of them are activated. */
const sets = 120;
const activatedSets = 90;
interface OlderLots {
  daysOld: number;
  products: number;
  from: number;
  to: number;
}
/** Of a lot's activated codes, how many shoppers have asked about: some products sell better. */
const scannedOf = (lot: { place: number; firmId: number }): number => 160 + ((lot.place * 173 + lot.firmId * 71) % 460);
/** The older lots of the first products, so that a year has its scans: how old, how many products, how many days ago they were asked about. */
const olderLots: [OlderLots, ...OlderLots[]] = [
  { daysOld: 190, products: 3, from: 165, to: 30 },
  { daysOld: 340, products: 2, from: 330, to: 110 },
];

/** The files of demo tasks are written by the sweep of unfinished tasks at start. */
const noQueue: Pick<Jobs, 'send'> = { send: async () => null };

interface DemoLot {
  firmId: number;
  productId: number;
  lotId: number;
  lotNo: string;
  storeName: string;
  produceDate: string;
  place: number;
}

/** The newest lot, at least so many days old, of each firm's first products. */
const lotsOf = async (db: Db, daysOld: number, products: number): Promise<DemoLot[]> => {
  const { rows } = await sql<DemoLot>`
    select * from (
      select distinct on (p.id) p.firm_id, p.id as product_id, l.id as lot_id, l.lot_no, p.store_name, l.produce_date,
        dense_rank() over (partition by p.firm_id order by p.id) as place
      from product p join lot l on l.product_id = p.id and l.is_del = 0 and l.recall_state = ${sql.lit(RecallState.normal)}
      where p.is_del = 0 and p.status = ${sql.lit(Enabled.on)} and l.produce_date <= current_date - ${daysOld}::int
      order by p.id, l.produce_date desc) newest
    where place <= ${products} order by firm_id, product_id`.execute(db);
  return rows;
};

/**
 * Demo codes: for an older lot of each firm's first products a task, most of it activated after the lot was made and
 * scanned for two months; for older lots of the best ones the same earlier in the year; for the newest lots sets of boxes
 * activated today, and codes whose activation began after the lot was made and goes on (`seedOps`).
 */
export const seedCodes = async (parts: SeedParts): Promise<void> => {
  const keyring = new Keyring(parts.config.masterKey);
  for (const lot of await lotsOf(parts.db, 80, 5)) {
    const { seg, taskId } = await seedTask(parts, keyring, lot, activated);
    await backdate(parts.db, taskId, seg, lot.produceDate);
    await seedScans(
      parts.db,
      keyring,
      { seg, activated, scanned: scannedOf(lot), from: 60, to: 0, hasOddities: true },
      lot,
    );
  }
  for (const { daysOld, products, from, to } of olderLots)
    for (const lot of await lotsOf(parts.db, daysOld, products)) {
      const { seg, taskId } = await seedTask(parts, keyring, lot, activated);
      await backdate(parts.db, taskId, seg, lot.produceDate);
      await seedScans(parts.db, keyring, { seg, activated, scanned: scannedOf(lot), from, to }, lot);
    }
  for (const lot of await lotsOf(parts.db, 2, 2)) {
    if (lot.place === 1) await seedSets(parts, keyring, lot);
    else {
      const { seg, taskId } = await seedTask(parts, keyring, lot, begun);
      await backdate(parts.db, taskId, seg, lot.produceDate);
    }
  }
};

const authorOf = async (db: Db, lot: DemoLot): Promise<Operator> => {
  const author = await db
    .selectFrom('admin')
    .where('firmId', 'in', [lot.firmId, 0])
    .select('id')
    .orderBy('firmId', 'desc')
    .executeTakeFirst();
  return { id: author?.id ?? 0, firmId: lot.firmId } as Operator;
};

/** Issues a lot's codes; answers its segments, parents first. */
const issue = async ({ db, config }: SeedParts, keyring: Keyring, lot: DemoLot, counts: object) => {
  const draft = TaskDraft.parse({
    name: `${lot.storeName} ${lot.lotNo}`.slice(0, 40),
    productId: lot.productId,
    lotId: lot.lotId,
    idemKey: `demo task ${lot.lotId}`,
    ...counts,
  });
  const task = await issueCodes(db, keyring, noQueue, await authorOf(db, lot), draft, config.publicUrl);
  const segments = await db
    .selectFrom('segment')
    .where('taskId', '=', task.id)
    .select(['seg', 'count'])
    .orderBy('seg')
    .execute();
  return { taskId: task.id, segments };
};

const activate = async ({ db }: SeedParts, keyring: Keyring, lot: DemoLot, runs: Run[]): Promise<void> => {
  const { id: productId, boxNum, caseNum } = await requireProduct(db, lot.productId);
  await activateCodes(db, keyring, await authorOf(db, lot), {
    picked: { runs, unknown: [] },
    target: { firmId: lot.firmId, productId, lotId: lot.lotId, boxNum, caseNum },
    skipsConflicts: false,
    idemKey: `demo activation ${lot.lotId}`,
    request: { runs },
  });
};

const seedTask = async (
  parts: SeedParts,
  keyring: Keyring,
  lot: DemoLot,
  count: number,
): Promise<{ seg: number; taskId: number }> => {
  const { taskId, segments } = await issue(parts, keyring, lot, { itemCount: codesPerLot });
  const { seg } = segments[0]!;
  await activate(parts, keyring, lot, [{ seg, from: 1, to: count }]);
  return { seg, taskId };
};

/** Codes that were joined to their boxes before printing, most of the boxes activated with what is in them. */
const seedSets = async (parts: SeedParts, keyring: Keyring, lot: DemoLot): Promise<void> => {
  const { boxNum, caseNum } = await requireProduct(parts.db, lot.productId);
  const top = caseNum > 0 ? { caseCount: sets } : { boxCount: sets };
  const { segments } = await issue(parts, keyring, lot, { assocMode: AssocMode.joined, boxNum, caseNum, ...top });
  await activate(
    parts,
    keyring,
    lot,
    segments.map(({ seg, count }) => ({ seg, from: 1, to: (count / sets) * activatedSets })),
  );
};

const badLabel = '包装净含量标示有误，请联系客服退换。';
const badPrint = '瓶身喷码模糊，个别批号不清晰，可联系客服核对。';

/** Recalls a lot of each firm that shoppers have asked about; another one was recalled once, for six days. */
export const recallLots = async (db: Db): Promise<void> => {
  const [{ daysOld, products }] = olderLots;
  for (const lot of await lotsOf(db, daysOld, products)) {
    const isLast = lot.place === products;
    if (!isLast && lot.place !== products - 1) continue;
    const { id } = await authorOf(db, lot);
    await recallLot(db, { id: lot.lotId, text: isLast ? badLabel : badPrint }, id);
    if (!isLast) await endRecall(db, lot.lotId, id);
    const began = `${addDays(shanghaiToday(), isLast ? -9 : -34)} 11:00:00`;
    const ended = `${addDays(shanghaiToday(), -28)} 16:20:00`;
    const ops = await db
      .selectFrom('codeOp')
      .where('opType', 'in', [OpType.recall, OpType.endRecall])
      .where(sql<boolean>`(params ->> 'lotId')::bigint = ${lot.lotId}`)
      .select(['id', 'opType'])
      .execute();
    for (const { id: opId, opType } of ops) {
      const at = opType === OpType.recall ? began : ended;
      await backdateOp(db, opId, new Date(toMs(at)));
    }
    await db.updateTable('lot').set({ recallAt: began }).where('id', '=', lot.lotId).execute();
    await db
      .updateTable('lotRecall')
      .set({ beganAt: began, endedAt: isLast ? null : ended })
      .where('lotId', '=', lot.lotId)
      .execute();
  }
};

/** Moves a task to the day before its lot was made and the activation to the day after. */
const backdate = async (db: Db, taskId: number, seg: number, produceDate: string): Promise<void> => {
  const issued = sql`${produceDate}::date - interval '14 hours'`;
  const bound = sql`${produceDate}::date + interval '33 hours'`;
  await sql`
    update task set created_at = ${issued}, finished_at = ${issued} + interval '40 seconds', task_no = 'T' || to_char(${issued}, 'YYYYMMDD') || substr(task_no, 10)
    where id = ${taskId}`.execute(db);
  await sql`update segment set created_at = ${issued} where seg = ${seg}`.execute(db);
  await sql`update code_span set at = ${bound} where seg = ${seg}`.execute(db);
  await sql`
    with moved as (update code_op_item set at = ${bound} where seg = ${seg} returning op_id)
    update code_op set created_at = ${bound}, finished_at = ${bound},
      op_no = 'OP' || to_char(${bound}, 'YYMMDD') || right(op_no, 8)
    where id in (select op_id from moved)`.execute(db);
};
