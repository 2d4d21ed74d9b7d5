import type { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import type { DrawRow, EpochRow } from '@zhuiyuan/contract/campaign/activity/activity-facts';
import { EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import { drawNoText } from '../draw-no.ts';
import { revealHours } from '../fair/reveal-hours.ts';

type DrawFilters = Omit<InputOf<typeof activityApi.draws>, 'page' | 'limit'>;

const matchingDraws: Matching<'draw', DrawFilters> = matchingBy('draw', (db) => db.selectFrom('draw'), {
  id: at(eq, 'activityId'),
  uid: eq,
  tierId: eq,
  drawNo: by(
    (text: string) => [text],
    (_row, text) => sql<boolean>`${drawNoText('draw')} = upper(${text})`,
  ),
  isWon: by(
    (isWon: string | number) => [Number(isWon) === 1],
    (_row, isWon) => sql<boolean>`(draw.prize_type <> ${sql.lit(PrizeType.none)}) = ${isWon}::boolean`,
  ),
  dateLimit: at(within, 'drawnAt'),
});

const asDrawRows = (query: SelectQueryBuilder<DB, 'draw', object>) =>
  query
    .innerJoin('tier', 'tier.id', 'draw.tierId')
    .innerJoin('seedEpoch', 'seedEpoch.id', 'draw.epochId')
    .innerJoin('member', 'member.id', 'draw.uid')
    .leftJoin('claim', 'claim.drawId', 'draw.id')
    .leftJoin('product', 'product.id', 'draw.productId')
    .select([
      'draw.id',
      drawNoText('draw').as('drawNo'),
      'draw.uid',
      'member.nickName',
      'draw.seg',
      'draw.serial',
      'draw.firmId',
      sql<string>`coalesce(product.store_name, '')`.as('productName'),
      'tier.tierName',
      'tier.prizeName',
      'draw.prizeType',
      'draw.amount',
      'draw.points',
      'draw.fallback',
      sql<string>`coalesce((select name from city where city.id = coalesce(draw.city, draw.province)::int), '')`.as(
        'region',
      ),
      sql<string>`host(draw.ip)`.as('ip'),
      sql<boolean>`coalesce(claim.hold, false)`.as('hold'),
      'claim.status as claimStatus',
      'seedEpoch.epochNo',
      'draw.drawnAt',
    ])
    .orderBy('draw.id', 'desc');

/** A page of an activity's draws, newest first. */
export const listDraws = async (db: Db, keyring: Keyring, input: DrawFilters & { page: number; limit: number }) => {
  const page = await findPage(db, input, matchingDraws(db, input), asDrawRows);
  const coded = page.list.filter(({ seg }) => seg !== null);
  const keys = new Map(
    coded.length === 0
      ? []
      : (
          await db
            .selectFrom('segment')
            .where('seg', 'in', [...new Set(coded.map(({ seg }) => seg!))])
            .select(['seg', 'keyV'])
            .execute()
        ).map(({ seg, keyV }) => [seg, keyV] as const),
  );
  const texts = await keyring.readTexts(
    db,
    coded.map(({ seg, serial }) => ({ seg: seg!, serial: serial!, keyV: keys.get(seg!) ?? null })),
  );
  const byDraw = new Map(coded.map(({ id }, nth) => [id, texts[nth]!]));
  return {
    ...page,
    list: page.list.map(({ seg: _seg, serial: _serial, firmId: _firm, nickName, ...row }): DrawRow => ({
      ...row,
      consumer: nickName || `消费者${row.uid}`,
      codeText: byDraw.get(row.id) ?? '',
    })),
  };
};

const matchingEpochs: Matching<'seedEpoch', { id: number }> = matchingBy(
  'seedEpoch',
  (db) => db.selectFrom('seedEpoch'),
  {
    id: at(eq, 'activityId'),
  },
);

const asEpochRows = (query: SelectQueryBuilder<DB, 'seedEpoch', object>) =>
  query
    .select([
      'seedEpoch.id',
      'epochNo',
      sql<EpochRow['state']>`seed_epoch.state`.as('state'),
      'weightVersion',
      'seedHash',
      'openedAt',
      'closedAt',
      sql<string | null>`closed_at + make_interval(hours => ${sql.lit(revealHours)})`.as('revealAt'),
      sql<string>`coalesce(case when seed_epoch.state = ${sql.lit(EpochState.revealed)} then seed end, '')`.as('seed'),
      sql<number>`coalesce(draw_cnt, (select count(*) from draw where draw.epoch_id = seed_epoch.id and draw.firm_id = seed_epoch.firm_id))`.as(
        'drawCnt',
      ),
      sql<string>`coalesce(chain_hash, '')`.as('chainHash'),
    ])
    .orderBy('seedEpoch.id', 'desc');

/** A page of an activity's periods of seeds, newest first. */
export const listEpochs = (db: Db, input: { id: number; page: number; limit: number }) =>
  findPage(db, input, matchingEpochs(db, input), asEpochRows);
