import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { readSalesRegions } from '../../sales-regions.ts';
import type { JudgedLine } from './judge-lines.ts';
import type { Ends } from './require-ends.ts';

/** A lot that ends within so many days is near its end (临期). */
const nearDays = 30;

/** What is to be thought of about goods and their receiver, and never in the way: by line, and about the receiver himself. */
export const warnLines = async (
  db: Db,
  judged: readonly JudgedLine[],
  { to }: Ends,
): Promise<{ lines: string[][]; receiver: string[] }> => {
  const lotIds = [...new Set(judged.flatMap(({ counted }) => counted.parts.map(({ lotId }) => lotId)))];
  const today = shanghaiToday();
  const near = addDays(today, nearDays);
  const lots =
    lotIds.length === 0
      ? []
      : await db
          .selectFrom('lot')
          .where(sql<boolean>`lot.id = any(${lotIds}::bigint[])`)
          .where('expireDate', '<', near)
          .select(['id', 'lotNo', 'expireDate'])
          .execute();
  const ending = new Map(lots.map((lot) => [lot.id, lot]));
  const regions = await readSalesRegions(db, to);
  const lines = judged.map(({ counted, isUnfull }) => {
    const warns: string[] = [];
    if (counted.parts.some(({ productId }) => !regions.allows(productId))) warns.push('收货方授权区域不含该产品');
    for (const lotId of new Set(counted.parts.map((part) => part.lotId))) {
      const lot = ending.get(lotId);
      if (lot) warns.push(`批次${lot.lotNo}${lot.expireDate! < today ? '已过期' : '临期'}，有效期至${lot.expireDate}`);
    }
    if (isUnfull) warns.push('箱未装满');
    return warns;
  });
  return { lines, receiver: regions.isOutside ? ['收货地址不在授权区域'] : [] };
};
