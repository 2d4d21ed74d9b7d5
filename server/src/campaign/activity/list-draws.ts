import type { DrawRow, drawLogApi } from '@zhuiyuan/contract/campaign/activity/draw-log';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql, type SelectQueryBuilder } from 'kysely';
import { codesOfDraws } from '../codes-of-draws.ts';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import { drawNoText } from '../draw-no.ts';

export type DrawFilters = Partial<Omit<InputOf<typeof drawLogApi.list>, 'page' | 'limit'>>;

/** A person as somebody types him: his number, or a part of his name. */
export const toAskedPerson = (text: string) => [text, /^\d{1,15}$/.test(text) ? Number(text) : 0] as const;

export const isPerson = (table: string, text: string, uid: number) =>
  sql<boolean>`(${sql.ref(`${table}.uid`)} = ${uid}::bigint or exists (
    select from member where member.id = ${sql.ref(`${table}.uid`)} and member.firm_id = ${sql.ref(`${table}.firmId`)}
      and strpos(lower(member.nick_name), lower(${text})) > 0))`;

/** The draws of an activity that its filters mean, without columns and order. */
export const matchingDraws: Matching<'draw', DrawFilters> = matchingBy('draw', (db) => db.selectFrom('draw'), {
  activityId: eq,
  uid: eq,
  tierId: eq,
  shopId: eq,
  agentId: eq,
  drawNo: by(
    (text: string) => [text],
    (_row, text) => sql<boolean>`${drawNoText('draw')} = upper(${text})`,
  ),
  won: by(
    (won: number) => [won === 1],
    (_row, won) => sql<boolean>`(draw.prize_type <> ${sql.lit(PrizeType.none)}) = ${won}::boolean`,
  ),
  consumer: by(toAskedPerson, (_row, text, uid) => isPerson('draw', text, uid)),
  region: by(
    (code: string) => [code],
    (_row, code) => sql<boolean>`(draw.province = ${code} or draw.city = ${code})`,
  ),
  dateLimit: at(within, 'drawnAt'),
});

/** Name of the place of a row with `province` and `city`; '' where nobody knows. */
export const placeName = (table: string) =>
  sql<string>`coalesce((select name from city where city.id = coalesce(${sql.ref(`${table}.city`)}, ${sql.ref(`${table}.province`)})::int), '')`;

/** Adds what a draw shows, newest first. */
export const asDrawRows = (query: SelectQueryBuilder<DB, 'draw', object>) =>
  query
    .innerJoin('tier', 'tier.id', 'draw.tierId')
    .innerJoin('seedEpoch', 'seedEpoch.id', 'draw.epochId')
    .innerJoin('member', 'member.id', 'draw.uid')
    .leftJoin('claim', 'claim.drawId', 'draw.id')
    .leftJoin('product', 'product.id', 'draw.productId')
    .leftJoin('shop', 'shop.id', 'draw.shopId')
    .leftJoin('agent', 'agent.id', 'draw.agentId')
    .select([
      'draw.id',
      drawNoText('draw').as('drawNo'),
      'draw.uid',
      'member.nickName',
      'draw.seg',
      'draw.serial',
      sql<string>`coalesce(product.store_name, '')`.as('productName'),
      'tier.tierName',
      'tier.prizeName',
      'draw.prizeType',
      'draw.amount',
      'draw.points',
      'draw.fallback',
      placeName('draw').as('region'),
      sql<string>`host(draw.ip)`.as('ip'),
      sql<string>`trim(draw.device)`.as('device'),
      sql<string>`coalesce(shop.name, '')`.as('shopName'),
      sql<string>`coalesce(shop.shop_no, '')`.as('shopNo'),
      sql<string>`coalesce(agent.name, '')`.as('agentName'),
      sql<boolean>`coalesce(claim.hold, false)`.as('hold'),
      'claim.status as claimStatus',
      'seedEpoch.epochNo',
      'draw.drawnAt',
    ])
    .orderBy('draw.id', 'desc');

/** Name of who looks after the shop of a draw now. */
export const salesmanOfShop = sql<string>`coalesce((
  select salesman.pic_name from shop_ass link join salesman on salesman.id = link.target_id and salesman.firm_id = link.firm_id
  where link.firm_id = draw.firm_id and link.shop_id = draw.shop_id and link.kind = ${sql.lit(ShopLinkKind.salesman)}
    and link.unbind_at is null), '')`;

interface Found {
  id: number;
  uid: number;
  nickName: string;
  seg: number | null;
  serial: number | null;
}

type Shown<R extends Found> = Omit<R, 'nickName' | 'seg' | 'serial'> & Pick<DrawRow, 'consumer' | 'codeText'>;

/** Rows with the text of their code, and their person masked. */
export const toShown = async <R extends Found>(db: Db, keyring: Keyring, rows: readonly R[]): Promise<Shown<R>[]> => {
  const codes = await codesOfDraws(db, keyring, rows);
  return rows.map(({ seg: _seg, serial: _serial, nickName, ...row }) => ({
    ...row,
    consumer: maskConsumer({ nickName, uid: row.uid }),
    codeText: codes.get(row.id) ?? '',
  }));
};

/** A page of an activity's draws, newest first. */
export const listDraws = async (db: Db, keyring: Keyring, input: DrawFilters & { page: number; limit: number }) => {
  const page = await findPage(db, input, matchingDraws(db, input), asDrawRows);
  return { ...page, list: await toShown(db, keyring, page.list) };
};
