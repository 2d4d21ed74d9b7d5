import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { TaskDraft } from '@zhuiyuan/contract/codes/tasks/task-draft';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { issueCodes } from '../../codes/tasks/issue-codes.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { dissolveBox, removeCodes } from '../../packing/open-boxes.ts';
import { packCodes } from '../../packing/pack-codes.ts';
import { replaceCode } from '../../packing/replace-code.ts';
import type { SeedParts } from '../first/seed-parts.ts';
import { backdate } from './seed-ops.ts';

/** So many days ago boxes were packed, and how many of them; today some more. */
const shifts = [
  { daysAgo: 19, boxes: 4 },
  { daysAgo: 16, boxes: 4 },
  { daysAgo: 12, boxes: 5 },
  { daysAgo: 9, boxes: 4 },
  { daysAgo: 5, boxes: 4 },
  { daysAgo: 2, boxes: 4 },
] as const;
const packedToday = 3;
const allBoxes = shifts.reduce((sum, { boxes }) => sum + boxes, packedToday);
/** Codes that are there to take the place of damaged ones. */
const spare = 6;
const issuedDaysAgo = 21;

interface PackLot {
  productId: number;
  lotId: number;
  lotNo: string;
  storeName: string;
  boxNum: number;
  caseNum: number;
}

/** A lot that was made before its packing began and has so many codes to go; the latest of a product that comes in boxes. */
const findLot = async (db: Db, firmId: number): Promise<PackLot | undefined> => {
  const { rows } = await sql<PackLot>`
    select p.id as product_id, l.id as lot_id, l.lot_no, p.store_name, p.box_num, p.case_num
    from lot l join product p on p.id = l.product_id and p.is_del = 0 and p.status = ${sql.lit(Enabled.on)}
    where l.firm_id = ${firmId} and l.is_del = 0 and l.recall_state = ${sql.lit(RecallState.normal)} and p.box_num between 4 and 30
      and l.produce_date <= current_date - ${issuedDaysAgo + 1}::int and (l.expire_date is null or l.expire_date > current_date + 60)
      and (l.plan_qty is null or l.plan_qty - l.active_cnt > ${allBoxes + spare}::int * (p.box_num + 2))
    order by l.produce_date desc, l.id limit 1`.execute(db);
  return rows[0];
};

/** Loose codes of items, boxes and a case, issued before the first of them was packed. */
const issue = async (
  { db, config }: Pick<SeedParts, 'db' | 'config'>,
  keyring: Keyring,
  operator: Operator,
  lot: PackLot,
) => {
  const draft = TaskDraft.parse({
    name: `${lot.storeName} ${lot.lotNo} 装箱`.slice(0, 40),
    productId: lot.productId,
    lotId: lot.lotId,
    itemCount: allBoxes * lot.boxNum + spare,
    boxCount: allBoxes,
    ...(lot.caseNum > 0 ? { caseCount: 1 } : {}),
    idemKey: `demo packing ${lot.lotId}`,
  });
  // The sweep at start writes its files, as those of the other tasks.
  const { id } = await issueCodes(db, keyring, { send: async () => null }, operator, draft, config.publicUrl);
  const issued = sql`(current_date - ${issuedDaysAgo}::int)::timestamptz + interval '10 hours'`;
  await sql`
    update task set created_at = ${issued}, finished_at = ${issued} + interval '20 seconds', task_no = 'T' || to_char(${issued}, 'YYYYMMDD') || substr(task_no, 10)
    where id = ${id}`.execute(db);
  await sql`update segment set created_at = ${issued} where firm_id = ${operator.firmId} and task_id = ${id}`.execute(
    db,
  );
  const segments = await db.selectFrom('segment').where('taskId', '=', id).select(['seg', 'level', 'keyV']).execute();
  const textsOf = (level: number, from: number, to: number): Promise<string[]> => {
    const { seg, keyV } = segments.find((segment) => segment.level === level)!;
    return keyring.readTexts(
      db,
      Array.from({ length: to - from + 1 }, (_, at) => ({ seg, keyV, serial: from + at })),
    );
  };
  return { segs: segments.map(({ seg }) => seg), textsOf };
};

const minute = 60_000;

/** Times of a day's boxes: in the morning of a past day; of today within the last hours, whenever it began. */
const timesOf = (daysAgo: number, boxes: number): Date[] => {
  const start = Date.parse(`${addDays(shanghaiToday(), -daysAgo)}T00:00:00+08:00`);
  return Array.from({ length: boxes }, (_, nth) =>
    daysAgo > 0
      ? new Date(start + (8 * 60 + 40 + nth * 23 + daysAgo) * minute)
      : new Date(Math.max(start + nth * 1000, Date.now() - (boxes - nth) * 17 * minute)),
  );
};

/** Weeks of packing by hand of one firm, up to today: full boxes and one that is not, some opened, a code replaced, boxes in a case. */
export const seedPacking = async (
  parts: Pick<SeedParts, 'db' | 'config'>,
  keyring: Keyring,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<void> => {
  const { db } = parts;
  const lot = await findLot(db, firmId);
  if (!lot) return;
  const { productId, lotId, boxNum, caseNum } = lot;
  const operator = { id: operatorId, firmId } as Operator;
  const { segs, textsOf } = await issue(parts, keyring, operator, lot);
  const [boxes, items] = [
    await textsOf(Level.box, 1, allBoxes),
    await textsOf(Level.item, 1, allBoxes * boxNum + spare),
  ];
  const insideOf = (box: number) => items.slice(box * boxNum, (box + 1) * boxNum);

  /** Has an operation, and what it bound and packed, happen when it is told to have. */
  const move = async (opId: number, at: Date): Promise<void> => {
    const when = sql`${at.toISOString()}::timestamptz`;
    await backdate(db, opId, at);
    await sql`update box set packed_at = ${when} where firm_id = ${firmId} and op_id = ${opId} and packed_at > now() - interval '1 minute'`.execute(
      db,
    );
    await sql`
      update code_unit set bind_at = ${when}
      where firm_id = ${firmId} and seg = any(${segs}::int[]) and bind_at > now() - interval '1 minute'`.execute(db);
  };
  const pack = async (parentCode: string, children: string[], asks: number, at: Date): Promise<void> => {
    const draft = { parentCode, children, productId, lotId, allowUnfull: true, idemKey: `demo pack ${parentCode}` };
    await move((await packCodes(db, keyring, operator, draft, { asks })).opId, at);
  };
  const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * minute);

  let box = 0;
  for (const { daysAgo, boxes: count } of [...shifts, { daysAgo: 0, boxes: packedToday }]) {
    const times = timesOf(daysAgo, count);
    for (const [nth, at] of times.entries()) {
      // The last box of a shift in the middle of them stayed open.
      const isShort = daysAgo === 9 && nth === count - 1;
      await pack(boxes[box]!, isShort ? insideOf(box).slice(2) : insideOf(box), Level.item, at);
      box += 1;
    }
    const [last, ended] = [box - 1, times.at(-1)!];
    if (daysAgo === 16) {
      const asked = { childCodes: insideOf(last).slice(0, 2), reason: '抽检取样' };
      await move((await removeCodes(db, keyring, operator, asked)).opId, later(ended, 95));
    }
    if (daysAgo === 12) {
      const asked = {
        oldCode: insideOf(last)[1]!,
        newCode: items.at(-1)!,
        voidOld: true,
        reason: '标签破损',
      };
      await move((await replaceCode(db, keyring, operator, asked)).opId, later(ended, 48));
      const asks = { code: boxes[last - 1]!, reason: '外箱受潮，拆箱重装' };
      await move((await dissolveBox(db, keyring, operator, asks)).opId, later(ended, 130));
    }
    if (daysAgo === 5 && caseNum > 0) {
      const [bigBox] = await textsOf(Level.case, 1, 1);
      await pack(bigBox!, boxes.slice(0, Math.min(caseNum, 3)), Level.box, later(ended, 60));
    }
  }
};
