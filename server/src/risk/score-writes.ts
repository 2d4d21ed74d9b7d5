import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { HitState } from '@zhuiyuan/contract/risk/risk-enums';
import { scoreDefaults } from '@zhuiyuan/contract/risk/risk-rule';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { stale } from '../kit/refusal.ts';
import type { ConsumerTerms } from '../member/consumer-terms.ts';
import { noteConfig } from './note-config.ts';
import { notePointRule } from './note-point-rule.ts';

/** From which risk scores on a firm holds and refuses; version 0 before it said so. */
export const readScores = async (db: Db, firmId: number): Promise<typeof scoreDefaults & { version: number }> =>
  (await db
    .selectFrom('consumerConfig')
    .where('firmId', '=', firmId)
    .select(['scoreHold', 'scoreBlock', 'version'])
    .executeTakeFirst()) ?? { ...scoreDefaults, version: 0 };

/** Holds what a firm asks of its consumers as it is until the transaction ends; begins it where the firm said nothing yet. */
export const lockConfig = async (db: Db, firmId: number): Promise<void> => {
  await db
    .insertInto('consumerConfig')
    .values({ firmId, ...scoreDefaults })
    .onConflict((key) => key.column('firmId').doNothing())
    .execute();
  await db.selectFrom('consumerConfig').where('firmId', '=', firmId).select('firmId').forUpdate().execute();
};

/**
 * Says from which risk scores on a firm holds and refuses, and what it asks of its consumers, from the next ticket on. Another statement on
 * privacy has another number. 409 where it was changed since `version`.
 */
export const writeConfig = async (
  db: Db,
  {
    firmId,
    version,
    operatorId,
    privacyText,
    collectFields,
    ...rest
  }: typeof scoreDefaults &
    Omit<ConsumerTerms, 'privacyVersion'> & {
      firmId: number;
      version: number | undefined;
      operatorId: number;
    },
): Promise<Saved> => {
  await lockConfig(db, firmId);
  const saved = await db
    .updateTable('consumerConfig')
    .set((row) => ({
      ...rest,
      privacyText,
      collectFields: JSON.stringify(collectFields),
      privacyVersion: sql<number>`privacy_version + (privacy_text <> ${privacyText})::int`,
      version: row('version', '+', 1),
      updatedBy: operatorId,
      updatedAt: sql<string>`now()`,
    }))
    .where('firmId', '=', firmId)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .returning('version')
    .executeTakeFirst();
  if (!saved) throw stale();
  await notePointRule(db, { firmId, firstPoints: rest.firstPoints, sharePoints: rest.sharePoints });
  await noteConfig(db, { firmId, operatorId });
  return { id: firmId, version: saved.version };
};

/** Closes an open hit, released or confirmed; false where it is closed already or nobody knows it. */
export const handleHit = async (
  db: Db,
  {
    id,
    handled,
    remark,
    operatorId,
  }: { id: number; handled: typeof HitState.confirmed | typeof HitState.released; remark: string; operatorId: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('riskHit')
    .set({ handled, remark, handledBy: operatorId, handledAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('handled', '=', HitState.open)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
