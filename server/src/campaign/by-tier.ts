import { sql } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import { by, type Condition } from '../kit/db/filtered.ts';

type Table = 'claim' | 'redemption' | 'prizeVer';

/** 奖级 of rows that name an activity and its tier: by the activity too, whose index finds them. */
export const byTier = <T extends Table>(table: T) =>
  by<Table, number, readonly [number]>(
    (tierId) => [tierId],
    ({ selectFrom }, tierId) => sql<boolean>`(
      ${sql.ref(`${table}.tierId`)} = ${tierId}
      and ${sql.ref(`${table}.activityId`)} = ${selectFrom('tier').select('tier.activityId').where('tier.id', '=', tierId)})`,
  ) as unknown as Condition<DB, T, number>;
