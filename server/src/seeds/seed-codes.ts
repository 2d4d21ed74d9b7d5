import { TaskDraft } from '@zhuiyuan/contract/codes/task-draft';
import { sql } from 'kysely';
import { activateCodes } from '../codes/activate-codes.ts';
import { issueCodes } from '../codes/issue-codes.ts';
import { Keyring } from '../codes/keyring.ts';
import type { Db } from '../kit/database.ts';
import type { Jobs } from '../kit/jobs.ts';
import type { Operator } from '../kit/operator.ts';
import { productOf } from '../trace/product-of.ts';
import type { SeedParts } from './seed.ts';

const codesPerLot = 20_000;
const activated = 16_000;
/** Of a lot's activated codes, how many shoppers have asked about in the last sixty days: some products sell better. */
const scannedOf = (lot: { place: number; firmId: number }): number => 160 + ((lot.place * 173 + lot.firmId * 71) % 460);

/** The files of demo tasks are written by the sweep of unfinished tasks at start. */
const noQueue: Pick<Jobs, 'send'> = { send: async () => null };

const places = [
  ['浙江省', '杭州市'],
  ['四川省', '成都市'],
  ['广东省', '广州市'],
  ['江苏省', '苏州市'],
  ['上海市', '上海市'],
  ['陕西省', '西安市'],
  ['湖北省', '武汉市'],
  ['北京市', '北京市'],
  ['福建省', '厦门市'],
  ['山东省', '青岛市'],
  ['重庆市', '重庆市'],
  ['湖南省', '长沙市'],
];

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
 * scanned for two months; for the newest lots codes that were activated today.
 */
export const seedCodes = async (parts: SeedParts): Promise<void> => {
  const keyring = new Keyring(parts.db, parts.config.masterKey);
  for (const lot of await lotsOf(parts.db, 80, 5)) {
    const { seg, taskId } = await seedTask(parts, keyring, lot, activated);
    await backdate(parts.db, taskId, seg, lot.produceDate);
    await seedScans(parts.db, keyring, seg, lot);
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

/** Scans that follow from their number alone, so that every installation tells the same story: busier at weekends and in the evening, one code in seven asked about twice. */
const seedScans = async (
  db: Db,
  keyring: Keyring,
  seg: number,
  lot: { firmId: number; productId: number; lotId: number; place: number },
): Promise<void> => {
  const segment = await db
    .selectFrom('segment')
    .where('seg', '=', seg)
    .select(['seg', 'keyV'])
    .executeTakeFirstOrThrow();
  const scanned = scannedOf(lot);
  const logs = [];
  const units = [];
  for (let i = 0; i < scanned; i += 1) {
    const serial = 1 + ((i * 7919) % activated);
    const code = await keyring.textOf(segment, serial);
    const mixed = (i * 2_654_435_761 + seg * 40_503) >>> 0;
    const firstAt = scanTime(mixed);
    const place = places[mixed % 97 < 40 ? mixed % 3 : mixed % places.length]!;
    const device = (n: number) => mixed.toString(16).padStart(8, '0').repeat(4).slice(0, 31) + n;
    const isTwice = i % 7 === 0;
    const secondAt = new Date(Math.min(firstAt.getTime() + ((mixed % 9) + 1) * 5_400_000, Date.now() - 120_000));
    const common = {
      firmId: lot.firmId,
      codeText: code,
      seg,
      serial,
      productId: lot.productId,
      lotId: lot.lotId,
      isCounted: true,
      entry: mixed % 2,
      geoSource: 1,
      province: place[0]!,
      city: place[1]!,
    };
    logs.push({ ...common, at: firstAt, verdict: 'FIRST', device: device(0) });
    if (isTwice) logs.push({ ...common, at: secondAt, verdict: 'REPEAT', device: device(1) });
    units.push({
      seg,
      serial,
      firmId: lot.firmId,
      firstAt,
      firstCity: place[1]!,
      firstDevice: device(0),
      cnt: isTwice ? 2 : 1,
      lastAt: isTwice ? secondAt : firstAt,
      lastDevice: device(isTwice ? 1 : 0),
      lastVerdict: isTwice ? 'REPEAT' : 'FIRST',
    });
  }
  await db.insertInto('scanLog').values(logs).execute();
  await db
    .insertInto('unitScan')
    .values(units)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const scanTime = (mixed: number): Date => {
  const at = new Date(
    Date.now() -
      ((mixed >>> 3) % 60) * 86_400_000 -
      (mixed % 3) * ((mixed >>> 9) % 6) * 3_600_000 -
      (mixed % 3_600) * 1000,
  );
  const isWeekday = at.getUTCDay() % 6 !== 0;
  if (isWeekday && mixed % 5 === 0) at.setUTCDate(at.getUTCDate() - at.getUTCDay());
  return new Date(Math.min(at.getTime(), Date.now() - 120_000));
};
