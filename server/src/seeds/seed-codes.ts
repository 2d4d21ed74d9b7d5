import { TaskDraft } from '@zhuiyuan/contract/codes/task-draft';
import { sql } from 'kysely';
import { activateCodes } from '../codes/activate-codes.ts';
import { issueCodes } from '../codes/issue-codes.ts';
import { Keyring } from '../codes/keyring.ts';
import type { Db } from '../kit/database.ts';
import type { Jobs } from '../kit/jobs.ts';
import type { Operator } from '../kit/operator.ts';
import { productOf } from '../trace/product-of.ts';
import { seedScans } from './seed-scans.ts';
import type { SeedParts } from './seed.ts';

const codesPerLot = 20_000;
const activated = 16_000;
/** Of a lot's activated codes, how many shoppers have asked about: some products sell better. */
const scannedOf = (lot: { place: number; firmId: number }): number => 160 + ((lot.place * 173 + lot.firmId * 71) % 460);
/** The older lots of the first products, so that a year has its scans: how old, how many products, how many days ago they were asked about. */
const olderLots = [
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
      from product p join lot l on l.product_id = p.id and l.is_del = 0 and l.recall_state = 0
      where p.is_del = 0 and p.status = 0 and l.produce_date <= current_date - ${daysOld}::int
      order by p.id, l.produce_date desc) newest
    where place <= ${products} order by firm_id, product_id`.execute(db);
  return rows;
};

/**
 * Demo codes: for an older lot of each firm's first products a task, most of it activated after the lot was made and
 * scanned for two months; for older lots of the best ones the same earlier in the year; for the newest lots codes that were activated today.
 */
export const seedCodes = async (parts: SeedParts): Promise<void> => {
  const keyring = new Keyring(parts.db, parts.config.masterKey);
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
  for (const lot of await lotsOf(parts.db, 0, 2)) await seedTask(parts, keyring, lot, 2_000 + lot.place * 1_500);
};

const seedTask = async (
  { db, config }: SeedParts,
  keyring: Keyring,
  lot: DemoLot,
  count: number,
): Promise<{ seg: number; taskId: number }> => {
  const author = await db
    .selectFrom('admin')
    .where('firmId', 'in', [lot.firmId, 0])
    .select('id')
    .orderBy('firmId', 'desc')
    .executeTakeFirst();
  const operator = { id: author?.id ?? 0, firmId: lot.firmId } as Operator;
  const draft = TaskDraft.parse({
    name: `${lot.storeName} ${lot.lotNo}`.slice(0, 40),
    productId: lot.productId,
    lotId: lot.lotId,
    itemCount: codesPerLot,
    idemKey: `demo task ${lot.lotId}`,
  });
  const task = await issueCodes(db, keyring, noQueue, operator, draft, config.publicUrl);
  const { seg } = await db.selectFrom('segment').where('taskId', '=', task.id).select('seg').executeTakeFirstOrThrow();
  const { id: productId, boxNum, caseNum } = await productOf(db, lot.productId);
  await activateCodes(db, keyring, operator, {
    picked: { runs: [{ seg, from: 1, to: count }], unknown: [] },
    target: { firmId: lot.firmId, productId, lotId: lot.lotId, boxNum, caseNum },
    skipsConflicts: false,
    idemKey: `demo activation ${lot.lotId}`,
    request: { seg },
  });
  return { seg, taskId: task.id };
};

/** Moves a task to the day before its lot was made and the activation to the day after. */
const backdate = async (db: Db, taskId: number, seg: number, produceDate: string): Promise<void> => {
  const issued = sql`${produceDate}::date - interval '14 hours'`;
  const bound = sql`${produceDate}::date + interval '33 hours'`;
  await sql`update task set created_at = ${issued} where id = ${taskId}`.execute(db);
  await sql`update segment set created_at = ${issued} where seg = ${seg}`.execute(db);
  await sql`update code_span set at = ${bound} where seg = ${seg}`.execute(db);
  await sql`
    with moved as (update code_op_item set at = ${bound} where seg = ${seg} returning op_id)
    update code_op set created_at = ${bound}, finished_at = ${bound} where id in (select op_id from moved)`.execute(db);
};
