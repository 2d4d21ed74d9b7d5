import { LedgerType, RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import type { SeedParts } from '../first/seed-parts.ts';
import { demoPictures } from './pictures.ts';

interface Booked {
  daysAgo: number;
  /** Fen; below 0 an adjustment. */
  amount: number;
  remark: string;
  /** It waits for another person. */
  waits?: boolean;
}

interface DemoPool {
  merchant: string;
  mchid: string;
  /** No app of WeChat's has such a number. '' where nobody is paid over it yet. */
  appid: string;
  pool: string;
  warnAmount: number;
  booked: Booked[];
}

const demoPools: DemoPool[][] = [
  [
    {
      merchant: '青岚山茶业',
      mchid: '1610044570',
      appid: 'wxdemoqinglan',
      pool: '主商户资金池',
      warnAmount: 2_000_000,
      booked: [
        { daysAgo: 41, amount: 20_000_000, remark: '银行转入' },
        { daysAgo: 20, amount: 15_000_000, remark: '银行转入' },
        { daysAgo: 6, amount: -3600, remark: '与商户账单核对，补记转账手续费' },
        { daysAgo: 2, amount: 5_000_000, remark: '银行转入' },
        { daysAgo: 0, amount: 8_000_000, remark: '银行转入，双十二备款', waits: true },
      ],
    },
    {
      merchant: '青岚山门店',
      mchid: '1610097218',
      appid: '',
      pool: '门店激励资金池',
      warnAmount: 500_000,
      booked: [{ daysAgo: 33, amount: 318_000, remark: '银行转入' }],
    },
  ],
  [
    {
      merchant: '云岭酒业',
      mchid: '1620035806',
      appid: 'wxdemoyunling',
      pool: '云岭红包资金池',
      warnAmount: 1_000_000,
      booked: [
        { daysAgo: 28, amount: 6_000_000, remark: '银行转入' },
        { daysAgo: 1, amount: 2_000_000, remark: '银行转入', waits: true },
      ],
    },
  ],
];

/** A pool of a firm of the demonstration. */
export interface SeededPool {
  firmId: number;
  poolId: number;
  createdBy: number;
}

/** Money that an activity was given of a pool; fen. */
export interface Allotment {
  poolId: number;
  activityId: number;
  amount: number;
  /** `yyyy-MM-dd HH:mm:ss`. */
  at: string;
}

/**
 * Merchants and pools of the firms of the demonstration, with recharges that the platform approved and one each that waits. `allot` says
 * what activities were given of them; all of it is booked in the order of its times.
 */
export const seedFund = async (
  { db }: Pick<SeedParts, 'db'>,
  allot: (pools: readonly SeededPool[]) => Promise<readonly Allotment[]>,
): Promise<void> => {
  const firms = await live(db, 'firm').select('id').orderBy('id').limit(demoPools.length).execute();
  const root = await db.selectFrom('admin').select('id').where('account', '=', rootAccount).executeTakeFirstOrThrow();
  const seeded: (SeededPool & { booked: Booked[] })[] = [];
  for (const [at, { id: firmId }] of firms.entries()) {
    const staff = await db.selectFrom('admin').select('id').where('firmId', '=', firmId).executeTakeFirstOrThrow();
    for (const demo of demoPools[at]!)
      seeded.push({
        firmId,
        createdBy: staff.id,
        booked: demo.booked,
        poolId: await seedPool(db, demo, { firmId, createdBy: staff.id }),
      });
  }
  const allotments = await allot(seeded);
  for (const pool of seeded)
    await book(db, pool, {
      reviewedBy: root.id,
      allotments: allotments.filter(({ poolId }) => poolId === pool.poolId),
    });
};

const seedPool = async (
  db: Db,
  { merchant, mchid, appid, pool, warnAmount }: DemoPool,
  { firmId, createdBy }: { firmId: number; createdBy: number },
): Promise<number> => {
  const createdAt = `${addDays(shanghaiToday(), -60)} 09:20:00`;
  const { id: mchConfId } = await db
    .insertInto('merchant')
    .values({
      firmId,
      name: merchant,
      mchid,
      appid,
      isSandbox: true,
      remark: '演示商户，未配置密钥',
      createdBy,
      createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('pool')
    .values({ firmId, mchConfId, name: pool, warnAmount, notifyIds: [createdBy], createdBy, createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const timeOf = ({ daysAgo }: Booked): string => `${addDays(shanghaiToday(), -daysAgo)} 14:30:00`;

/** Books what came into a pool and what went to activities, in the order of time. */
const book = async (
  db: Db,
  { firmId, poolId, createdBy, booked }: SeededPool & { booked: Booked[] },
  { reviewedBy, allotments }: { reviewedBy: number; allotments: readonly Allotment[] },
): Promise<void> => {
  const moves = [
    ...booked.map((entry) => ({ at: timeOf(entry), entry, allotment: undefined })),
    ...allotments.map((allotment) => ({ at: allotment.at, entry: undefined, allotment })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1));
  let balance = 0;
  for (const { at, entry, allotment } of moves) {
    if (allotment) {
      const { activityId, amount } = allotment;
      balance -= amount;
      await db
        .insertInto('fundLedger')
        .values({
          firmId,
          poolId,
          activityId,
          type: LedgerType.allocate,
          pool: -amount,
          avail: amount,
          balanceAfter: balance,
          operatorId: createdBy,
          at,
        })
        .execute();
      continue;
    }
    const { daysAgo, amount, remark, waits = false } = entry;
    const kind = amount > 0 ? LedgerType.recharge : LedgerType.adjust;
    const { id } = await db
      .insertInto('fundRequest')
      .values({
        firmId,
        poolId,
        kind,
        amount,
        remark,
        vouchers: [demoPictures['检测报告-2026-0402']!],
        createdBy,
        createdAt: daysAgo > 0 ? `${at.slice(0, 10)} 10:12:00` : undefined,
        ...(waits ? { status: RequestStatus.waiting } : { status: RequestStatus.passed, reviewedBy, reviewedAt: at }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (waits) continue;
    balance += amount;
    await db
      .insertInto('fundLedger')
      .values({
        firmId,
        poolId,
        type: kind,
        pool: amount,
        outside: -amount,
        balanceAfter: balance,
        refKind: 'request',
        refId: id,
        operatorId: createdBy,
        remark,
        at,
      })
      .execute();
  }
  await db.updateTable('pool').set({ balance }).where('id', '=', poolId).execute();
};
