import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { unseal } from '../../kit/secret.ts';

/** What each sealed key is bound to. */
export const keyPurpose = {
  private: 'merchant private key',
  apiV3: 'merchant apiv3 key',
  app: 'merchant app secret',
} as const;

/** A key WeChat Pay signs with. */
export interface PlatformKey {
  serial: string;
  kind: 'PUB_KEY' | 'CERT';
  pem: string;
}

/**
 * A merchant with its keys opened, for what talks to WeChat Pay; disabled ones too, for what was begun has to be asked about. Throws
 * 404 where there is none, 62407 where something is missing that a transfer needs.
 */
export const openMerchant = async (db: Db, masterKey: Buffer, id: number) => {
  const merchant = await live(db, 'merchant').selectAll().where('id', '=', id).executeTakeFirst();
  if (!merchant) throw notFound();
  const { privateKeySealed, apiV3KeySealed, appSecretSealed: _secret, ...known } = merchant;
  const platformKeys = merchant.platformKeys as unknown as PlatformKey[];
  if (!privateKeySealed || !apiV3KeySealed || !known.appid || !known.serialNo || platformKeys.length === 0)
    throw refuse(fundRefusals.merchantIncomplete);
  const opened = (purpose: string, sealed: Buffer) => unseal(masterKey, purpose, sealed).toString();
  return {
    ...known,
    platformKeys,
    privateKey: opened(keyPurpose.private, privateKeySealed),
    apiV3Key: opened(keyPurpose.apiV3, apiV3KeySealed),
  };
};
