import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { ProductFigures } from '@zhuiyuan/contract/stats/home';
import { QcState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { sql } from 'kysely';
import { matchingSegments } from '../codes/state/matching-segments.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { notFound } from '../kit/refusal.ts';
import { trendRanges } from './lay-out-trend.ts';
import { countedScans } from './scan-days.ts';

/** The figures of one product's page; refuses a product that is not there. */
export const productFigures = async (db: Db, id: number): Promise<ProductFigures> => {
  const product = await live(db, 'product')
    .select(['activeCnt as activeNum', 'scanCnt as scanNum'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!product) throw notFound();
  const { current, previous } = trendRanges('lately30', shanghaiToday());
  const [lots, codes, scans] = await Promise.all([
    live(db, 'lot')
      .where('productId', '=', id)
      .select([
        sql<number>`count(*)`.as('lotNum'),
        sql<number>`count(*) filter (where qc_state = ${sql.lit(QcState.waiting)})`.as('waitingLotNum'),
        sql<number>`coalesce(sum(plan_qty), 0)::bigint`.as('planQty'),
        sql<number>`coalesce(sum(ship_cnt), 0)::bigint`.as('shippedNum'),
      ])
      .executeTakeFirstOrThrow(),
    matchingSegments(db, { productId: id, level: Level.item })
      .select([
        sql<number>`coalesce(sum(active_cnt), 0)::bigint`.as('ownActiveNum'),
        sql<number>`coalesce(sum(scan_cnt), 0)::bigint`.as('ownScannedNum'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom(countedScans(db, { start: previous.start, end: current.end }).as('counted'))
      .where('productId', '=', id)
      .select([
        sql<number>`coalesce(sum(scans) filter (where day >= ${current.start}), 0)::bigint`.as('recentScanNum'),
        sql<number>`coalesce(sum(scans) filter (where day < ${current.start}), 0)::bigint`.as('previousScanNum'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { ...product, ...lots, ...codes, ...scans };
};
