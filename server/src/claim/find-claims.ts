import type { claimApi, ClaimRow, ClaimSums } from '@zhuiyuan/contract/claim/claim-list';
import { ClaimStatus, CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { readDateLimit } from '@zhuiyuan/contract/kit/date-limit';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { sql, type SelectQueryBuilder } from 'kysely';
import { openCollected } from '../campaign/draw/collect-claim.ts';
import { drawIdOf, drawNoText } from '../campaign/draw-no.ts';
import { codesOfDraws } from '../campaign/codes-of-draws.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { among, at, by, eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { containing } from '../kit/db/filters.ts';
import { firmName } from '../kit/db/selectors.ts';
import { maskConsumer } from '../member/mask-consumer.ts';
import { maskCollected } from './mask-person.ts';
import { byTier } from '../campaign/by-tier.ts';

/** Payouts of what was drawn, by a code or out of a box. */
const ofDraws = sql`(${sql.lit(PaySource.draw)}, ${sql.lit(PaySource.unpack)})`;

/** What a list of claims is asked, its words looked up: the draws they name. */
export type ClaimFilters = Omit<InputOf<typeof claimApi.list>, 'page' | 'limit' | 'keywords'> & { ids?: number[] };
type Claims = SelectQueryBuilder<DB, 'claim', object>;

/** Claims that filters mean, without columns and order. */
export const matchingClaims: Matching<'claim', ClaimFilters> = matchingBy('claim', (db) => db.selectFrom('claim'), {
  ids: at(among, 'drawId'),
  firmId: eq,
  activityId: eq,
  tierId: byTier('claim'),
  prizeType: eq,
  status: eq,
  hold: eq,
  uid: eq,
  delivery: by(
    (delivery: string) => [delivery],
    (_row, delivery) =>
      sql<boolean>`exists (select from red_info where red_info.source in ${ofDraws} and red_info.source_id = claim.draw_id
        and red_info.firm_id = claim.firm_id and red_info.status = ${delivery})`,
  ),
  shopId: by(
    (shopId: number) => [shopId],
    (_row, shopId) =>
      sql<boolean>`exists (select from prize_ver where prize_ver.draw_id = claim.draw_id and prize_ver.firm_id = claim.firm_id
        and prize_ver.status = ${sql.lit(VerStatus.done)} and prize_ver.shop_id = ${shopId})`,
  ),
  agentId: by(
    (agentId: number) => [agentId],
    (_row, agentId) =>
      sql<boolean>`exists (select from draw where draw.id = claim.draw_id and draw.firm_id = claim.firm_id and draw.agent_id = ${agentId})`,
  ),
  consumer: by(
    (words: string) => [containing(words)],
    (_row, pattern) =>
      sql<boolean>`exists (select from member where member.id = claim.uid and member.firm_id = claim.firm_id and member.nick_name ilike ${pattern})`,
  ),
  dateLimit: by(
    (limit: string) => {
      const range = readDateLimit(limit);
      return range ? [range.start, range.end] : undefined;
    },
    (_row, start, end) =>
      sql<boolean>`exists (select from draw where draw.id = claim.draw_id and draw.firm_id = claim.firm_id
        and draw.drawn_at >= ${start}::timestamptz and draw.drawn_at < ${end}::timestamptz + interval '1 second')`,
  ),
});

/** The filters with the draws that their words name: a claim's or a draw's number, or a code. Words that name none find nothing. */
export const toClaimFilters = async (
  db: Db,
  keyring: Keyring,
  { keywords, ...filters }: ClaimFilters & { keywords?: string | undefined },
): Promise<ClaimFilters> => {
  if (!keywords) return filters;
  const named = drawIdOf(keywords);
  const drawIds = named === undefined ? await drawsOfCode(db, keyring, keywords) : [named];
  const { ids } = filters;
  return { ...filters, ids: ids ? ids.filter((id) => drawIds.includes(id)) : drawIds };
};

const drawsOfCode = async (db: Db, keyring: Keyring, text: string): Promise<number[]> => {
  const place = (await keyring.find(db, text))?.place;
  if (!place) return [];
  const rows = await db
    .selectFrom('codeUse')
    .where('seg', '=', place.seg)
    .where('serial', '=', place.serial)
    .where('drawId', 'is not', null)
    .select('drawId')
    .execute();
  return rows.map(({ drawId }) => drawId!);
};

/** Adds what a row of the list shows, newest first. */
export const asClaimRows = (query: Claims) =>
  query
    .innerJoin('draw', 'draw.id', 'claim.drawId')
    .innerJoin('tier', 'tier.id', 'claim.tierId')
    .innerJoin('activity', 'activity.id', 'claim.activityId')
    .innerJoin('member', 'member.id', 'claim.uid')
    .select([
      'claim.drawId as id',
      'claim.drawId',
      'claim.firmId',
      firmName('claim'),
      'claim.claimNo',
      drawNoText('draw').as('drawNo'),
      'draw.seg',
      'draw.serial',
      'claim.activityId',
      'activity.actName as activityName',
      'tier.tierName',
      'tier.prizeName',
      sql<PrizeType>`claim.prize_type`.as('prizeType'),
      'claim.amount',
      'claim.points',
      'claim.uid',
      'member.nickName',
      'claim.collected',
      'claim.claimMode',
      sql<ClaimStatus>`claim.status`.as('status'),
      'claim.busy',
      'claim.hold',
      'claim.closeReason',
      'claim.closeText',
      sql<ClaimRow['delivery']>`(select red_info.status from red_info where red_info.source in ${ofDraws}
        and red_info.source_id = claim.draw_id and red_info.firm_id = claim.firm_id)`.as('delivery'),
      sql<string>`coalesce((select red_info.bill_no from red_info where red_info.source in ${ofDraws}
        and red_info.source_id = claim.draw_id and red_info.firm_id = claim.firm_id), '')`.as('payoutNo'),
      sql<string>`coalesce((select shop.name from prize_ver join shop on shop.id = prize_ver.shop_id where prize_ver.draw_id = claim.draw_id
        and prize_ver.firm_id = claim.firm_id and prize_ver.status = ${sql.lit(VerStatus.done)}), '')`.as('shopName'),
      sql<string>`coalesce((select redemption.redeem_no from redemption where redemption.draw_id = claim.draw_id
        and redemption.firm_id = claim.firm_id and redemption.status in (${sql.lit(RedemptionStatus.waiting)},
          ${sql.lit(RedemptionStatus.passed)}, ${sql.lit(RedemptionStatus.finished)})), '')`.as('redeemNo'),
      sql<string>`coalesce((select name from city where city.id = coalesce(draw.city, draw.province)::int), '')`.as(
        'region',
      ),
      'draw.drawnAt',
      sql<string>`coalesce(right(claim.ver_code, 4), '')`.as('verTail'),
      'claim.claimedAt',
      'claim.expireAt',
      'draw.drawnAt as createTime',
    ])
    .orderBy('claim.drawId', 'desc');

type Found = Awaited<ReturnType<ReturnType<typeof asClaimRows>['execute']>>[number];

/** Claims as lists and exports show them: with their codes, and what tells of people masked. */
export const toClaimRows = async (
  db: Db,
  { keyring, masterKey }: { keyring: Keyring; masterKey: Buffer },
  rows: readonly Found[],
): Promise<ClaimRow[]> => {
  const codes = await codesOfDraws(db, keyring, rows);
  return rows.map(({ seg: _seg, serial: _serial, nickName, collected, closeReason, ...row }) => ({
    ...row,
    codeText: codes.get(row.id) ?? '',
    consumer: maskConsumer({ nickName, uid: row.uid }),
    collectText: maskCollected(openCollected(masterKey, { drawId: row.drawId, collected })),
    closeText: closeReason === '' ? '' : row.closeText || CloseReason.label(closeReason),
  }));
};

/** The figures of all claims that filters mean. */
export const sumClaims = async (db: Db, filters: ClaimFilters): Promise<ClaimSums> => {
  const of = (status: ClaimStatus) => sql<number>`count(*) filter (where claim.status = ${sql.lit(status)})`;
  return matchingClaims(db, filters)
    .select([
      sql<number>`count(*)`.as('won'),
      of(ClaimStatus.claimed).as('claimed'),
      of(ClaimStatus.open).as('open'),
      of(ClaimStatus.closed).as('closed'),
      sql<number>`coalesce(sum(claim.amount) filter (where claim.status = ${sql.lit(ClaimStatus.claimed)}
        and claim.prize_type = ${sql.lit(PrizeType.cash)}), 0)::bigint`.as('amount'),
    ])
    .executeTakeFirstOrThrow();
};
