import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import type { JudgedLine } from './judge-lines.ts';
import type { End, Ends } from './require-ends.ts';

/** A lot that ends within so many days is near its end (临期). */
const nearDays = 30;

/** The sales regions that hold for a receiver: his own, a shop's those of its dealer. */
const findRegions = async (db: Db, firmId: number, { kind, id }: End) => {
  const agentId =
    kind === Holder.agent
      ? id
      : (
          await db
            .selectFrom('shopAss')
            .where('shopId', '=', id)
            .where('kind', '=', ShopLinkKind.agent)
            .where('unbindAt', 'is', null)
            .select('targetId')
            .executeTakeFirst()
        )?.targetId;
  return agentId === undefined
    ? []
    : db
        .selectFrom('agentRegion')
        .where('firmId', '=', firmId)
        .where('agentId', '=', agentId)
        .select(['regionCode', 'productId'])
        .execute();
};

const isWithin = (code: string, region: string): boolean =>
  code.startsWith(region.replace(/(?:00){1,2}$/, '')) && region !== '';

/** What is to be thought of about goods and their receiver, and never in the way: by line, and about the receiver himself. */
export const warnLines = async (
  db: Db,
  firmId: number,
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
  const regions = to.kind === Holder.firm ? [] : await findRegions(db, firmId, to);
  const sold = new Set(regions.map(({ productId }) => productId));
  const isStrange = (productId: number) => regions.length > 0 && !sold.has(0) && !sold.has(productId);
  const lines = judged.map(({ counted, isUnfull }) => {
    const warns: string[] = [];
    if (counted.parts.some(({ productId }) => isStrange(productId))) warns.push('收货方授权区域不含该产品');
    for (const lotId of new Set(counted.parts.map((part) => part.lotId))) {
      const lot = ending.get(lotId);
      if (lot) warns.push(`批次${lot.lotNo}${lot.expireDate! < today ? '已过期' : '临期'}，有效期至${lot.expireDate}`);
    }
    if (isUnfull) warns.push('箱未装满');
    return warns;
  });
  const isOutside =
    regions.length > 0 &&
    to.regionCode !== '' &&
    !regions.some(({ regionCode }) => isWithin(to.regionCode, regionCode));
  return { lines, receiver: isOutside ? ['收货地址不在授权区域'] : [] };
};
