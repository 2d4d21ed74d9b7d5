import type { Db } from '../../kit/db/database.ts';
import { unseal } from '../../kit/secret.ts';
import { keyPurpose } from './open-merchant.ts';

/** The app whose merchant pays the prizes of an activity. `secret`: '' where none was given. */
export interface PayApp {
  appId: string;
  baseUrl: string;
  secret: string;
}

/** The app of the merchant that an activity's cash is paid through; nothing where it pays none, or the merchant names no app. */
export const findPayApp = async (
  db: Db,
  masterKey: Buffer,
  { firmId, activityId }: { firmId: number; activityId: number },
): Promise<PayApp | undefined> => {
  const row = await db
    .selectFrom('activityBudget')
    .innerJoin('pool', 'pool.id', 'activityBudget.poolId')
    .innerJoin('merchant', 'merchant.id', 'pool.mchConfId')
    .where('activityBudget.firmId', '=', firmId)
    .where('activityBudget.activityId', '=', activityId)
    .where('merchant.appid', '<>', '')
    .select(['merchant.appid', 'merchant.baseUrl', 'merchant.appSecretSealed'])
    .executeTakeFirst();
  return (
    row && {
      appId: row.appid,
      baseUrl: row.baseUrl,
      secret: row.appSecretSealed ? unseal(masterKey, keyPurpose.app, row.appSecretSealed).toString() : '',
    }
  );
};
