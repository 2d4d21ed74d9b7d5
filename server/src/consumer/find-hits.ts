import type { riskApi, RiskHitRow } from '@zhuiyuan/contract/consumer/black';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import { codesOfDraws } from '../campaign/codes-of-draws.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../kit/db/filtered.ts';
import { firmName, staffName } from '../kit/db/selectors.ts';
import { maskConsumer } from '../member/mask-consumer.ts';

type HitFilters = Omit<InputOf<typeof riskApi.hits>, 'page' | 'limit'>;

/** Hits that filters mean, without columns and order. */
export const matchingHits: Matching<'riskHit', HitFilters> = matchingBy('riskHit', (db) => db.selectFrom('riskHit'), {
  firmId: eq,
  code: by(
    (code: string) => [code.trim().toUpperCase()],
    (_row, code) => sql<boolean>`risk_hit.code = ${code}`,
  ),
  consumerId: at(eq, 'uid'),
  activityId: eq,
  action: eq,
  handled: eq,
  dateLimit: at(within, 'lastAt'),
});

/** Adds what a row of the list shows, the last hit first. */
export const asHitRows = (query: SelectQueryBuilder<DB, 'riskHit', object>) =>
  query
    .innerJoin('member', 'member.id', 'riskHit.uid')
    .leftJoin('activity', 'activity.id', 'riskHit.activityId')
    .select([
      'riskHit.id',
      'riskHit.firmId',
      firmName('riskHit'),
      'riskHit.code',
      'riskHit.name',
      'riskHit.uid as consumerId',
      'member.nickName',
      'riskHit.value',
      'riskHit.threshold',
      sql<RiskHitRow['action']>`risk_hit.action`.as('action'),
      'riskHit.times',
      'riskHit.activityId',
      sql<string>`coalesce(activity.act_name, '')`.as('actName'),
      'riskHit.seg',
      'riskHit.serial',
      sql<RiskHitRow['handled']>`risk_hit.handled`.as('handled'),
      staffName('riskHit.handledBy').as('handledName'),
      'riskHit.handledAt',
      'riskHit.remark',
      'riskHit.lastAt',
      'riskHit.createdAt as createTime',
    ])
    .orderBy('riskHit.lastAt', 'desc')
    .orderBy('riskHit.id', 'desc');

type Found = Awaited<ReturnType<ReturnType<typeof asHitRows>['execute']>>[number];

/** Hits with their codes, their people masked. */
export const toHitRows = async (db: Db, keyring: Keyring, rows: readonly Found[]): Promise<RiskHitRow[]> => {
  const codes = await codesOfDraws(db, keyring, rows);
  return rows.map(({ seg: _seg, serial: _serial, nickName, ...row }) => ({
    ...row,
    consumer: maskConsumer({ nickName, uid: row.consumerId }),
    codeText: codes.get(row.id) ?? '',
  }));
};
