import { CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import type { holdApi, HoldInfo, HoldRow } from '@zhuiyuan/contract/campaign/hold/hold';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import { findParties } from '../../account/role.ts';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { by, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import { firmName, staffName } from '../../kit/db/selectors.ts';
import { notFound } from '../../kit/refusal.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import { drawIdOf, drawNoText } from '../draw-no.ts';

const { lit } = sql;

const state = sql<HoldRow['state']>`case when claim.hold then ${lit(RequestStatus.waiting)}
  when claim.close_reason = ${lit(CloseReason.void)} then ${lit(RequestStatus.rejected)} else ${lit(RequestStatus.passed)} end`;

type Filters = Omit<InputOf<typeof holdApi.list>, 'page' | 'limit'>;

const matching: Matching<'claim', Filters & { id?: number }> = matchingBy(
  'claim',
  (db) => db.selectFrom('claim').where(sql<boolean>`(claim.hold or claim.reviewed_at is not null)`),
  {
    id: { ...eq, columns: ['drawId'] },
    firmId: eq,
    activityId: eq,
    uid: eq,
    drawNo: by(
      (text: string) => [drawIdOf(text) ?? -1],
      (row, id) => row('claim.drawId', '=', id),
    ),
    state: by(
      (asked: number) => [asked],
      (_row, asked) => sql<boolean>`${state} = ${asked}::int`,
    ),
    dateLimit: by(
      (limit: string) => within.given(limit) as [string, string] | undefined,
      (row, start, end) =>
        row.exists(
          row
            .selectFrom('draw')
            .select('draw.id')
            .whereRef('draw.id', '=', 'claim.drawId')
            .whereRef('draw.firmId', '=', 'claim.firmId')
            .where(within.holds('draw.drawnAt', start, end)),
        ),
    ),
  },
);

const regionOf = (table: string) =>
  sql<string>`coalesce((select name from city where city.id = coalesce(${sql.ref(`${table}.city`)}, ${sql.ref(`${table}.province`)})::int), '')`;

const asRows = (query: SelectQueryBuilder<DB, 'claim', object>) =>
  query
    .innerJoin('draw', 'draw.id', 'claim.drawId')
    .innerJoin('activity', 'activity.id', 'claim.activityId')
    .innerJoin('tier', 'tier.id', 'claim.tierId')
    .innerJoin('member', 'member.id', 'claim.uid')
    .select([
      'claim.drawId as id',
      'claim.firmId',
      firmName('claim'),
      drawNoText('draw').as('drawNo'),
      'claim.activityId',
      'activity.actName',
      'claim.uid',
      'member.nickName',
      'tier.tierName',
      'tier.prizeName',
      'claim.prizeType',
      'claim.amount',
      sql<number>`greatest(claim.amount, tier.face_value)`.as('worth'),
      'claim.points',
      sql<HoldRow['hits']>`draw.risk`.as('hits'),
      regionOf('draw').as('region'),
      state.as('state'),
      staffName('claim.reviewedBy').as('auditName'),
      'claim.reviewedAt as auditAt',
      'claim.reviewRemark as remark',
      'draw.drawnAt',
    ])
    .orderBy('claim.drawId', 'desc');

const toRow = <R extends { uid: number; nickName: string }>({ nickName, ...row }: R) => ({
  ...row,
  consumer: maskConsumer({ nickName, uid: row.uid }),
});

/** A page of what is held or was looked at, newest first. */
export const listHolds = async (db: Db, input: Filters & { page: number; limit: number }) => {
  const page = await findPage(db, input, matching(db, input), asRows, { drawId: 'bigint' });
  return { ...page, list: page.list.map(toRow) };
};

const shownDraws = 20;

/** One held prize with what there is to judge it by; 404 where nothing was held. */
export const readHold = async (db: Db, keyring: Keyring, id: number): Promise<HoldInfo> => {
  const row = await asRows(matching(db, { id })).executeTakeFirst();
  if (!row) throw notFound();
  const { firmId, uid } = row;
  const draw = await db
    .selectFrom('draw')
    .innerJoin('member', 'member.id', 'draw.uid')
    .leftJoin('product', 'product.id', 'draw.productId')
    .leftJoin('segment', 'segment.seg', 'draw.seg')
    .where('draw.id', '=', id)
    .where('draw.firmId', '=', firmId)
    .select([
      'member.accountId',
      'draw.seg',
      'draw.serial',
      'segment.keyV',
      'draw.device',
      sql<string>`host(draw.ip)`.as('ip'),
      sql<string>`coalesce(product.store_name, '')`.as('productName'),
    ])
    .executeTakeFirstOrThrow();
  const around = (column: 'ip' | 'device') => sql<number>`(
    select count(distinct other.uid)::int from draw other, draw this where this.id = ${id} and this.firm_id = ${firmId}
      and other.firm_id = ${firmId} and other.uid <> this.uid and other.${sql.ref(column)} = this.${sql.ref(column)}
      and other.drawn_at between this.drawn_at - interval '1 day' and this.drawn_at + interval '1 day')`;
  const counts = await db
    .selectFrom('draw')
    .where('firmId', '=', firmId)
    .where('uid', '=', uid)
    .select([
      ({ fn }) => fn.countAll<number>().as('drawCnt'),
      sql<number>`count(*) filter (where prize_type <> ${lit(PrizeType.none)})`.as('winCnt'),
      sql<number>`coalesce(sum(amount), 0)::bigint`.as('winAmount'),
      around('ip').as('sameIp'),
      around('device').as('sameDevice'),
    ])
    .executeTakeFirstOrThrow();
  const draws = await db
    .selectFrom('draw')
    .innerJoin('activity', 'activity.id', 'draw.activityId')
    .innerJoin('tier', 'tier.id', 'draw.tierId')
    .where('draw.firmId', '=', firmId)
    .where('draw.uid', '=', uid)
    .orderBy('draw.id', 'desc')
    .limit(shownDraws)
    .select([
      'draw.id',
      drawNoText('draw').as('drawNo'),
      'activity.actName',
      sql<string>`coalesce(nullif(tier.prize_name, ''), tier.tier_name)`.as('prizeName'),
      'draw.amount',
      regionOf('draw').as('region'),
      sql<string>`host(draw.ip)`.as('ip'),
      'draw.drawnAt',
    ])
    .execute();
  const parties = await findParties(db, draw.accountId);
  const [codeText] =
    draw.seg === null || draw.serial === null
      ? ['']
      : await keyring.readTexts(db, [{ seg: draw.seg, serial: draw.serial, keyV: draw.keyV }]);
  return {
    ...toRow(row),
    ...counts,
    codeText: codeText ?? '',
    productName: draw.productName,
    ip: draw.ip,
    device: draw.device.slice(0, 8),
    roles: parties
      .filter((party) => party.firmId === firmId)
      .map(({ kind, name }) => `${RoleKind.label(kind)} ${name}`),
    draws,
  };
};
