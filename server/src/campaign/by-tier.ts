import { sql } from 'kysely';
import { by } from '../kit/db/filtered.ts';

/** 奖级 of rows that name an activity and its tier: by the activity too, whose index finds them. */
export const byTier = <T extends 'claim' | 'redemption' | 'prizeVer'>(table: T) =>
  by<T, number, readonly [number]>(
    (tierId) => [tierId],
    (_row, tierId) => sql<boolean>`
      ${sql.ref(`${table}.tierId`)} = ${tierId}
      and ${sql.ref(`${table}.activityId`)} = (select activity_id from tier where id = ${tierId})`,
  );
