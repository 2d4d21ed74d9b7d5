import { LRUCache } from 'lru-cache';
import { createPrivateKey } from 'node:crypto';
import { atMost } from '../kit/at-most.ts';
import type { Db } from '../kit/db/database.ts';
import { PlatformKeys, type PlatformKey } from './wechat-pay/platform-keys.ts';
import { fetchCertificates, type Merchant } from './wechat-pay/transport.ts';
import { openWechatPay, type WechatPay } from './wechat-pay/wechat-pay.ts';

/** A merchant as money is paid through it, its keys opened. Amounts in fen, 0 is without limit. */
export interface PayMerchant {
  id: number;
  firmId: number;
  mchId: string;
  appId: string;
  hosts: readonly string[];
  serialNo: string;
  privateKey: string;
  apiV3Key: string;
  platformKeys: PlatformKey[];
  /** Without the merchant's number at its end. */
  notifyUrl: string;
  sceneId: string;
  qps: number;
  dayLimit: number;
  singleMin: number;
  singleMax: number;
  userDayMax: number;
  /** Another one means that something was changed. */
  version: string;
}

/** Finds a merchant by its number; nothing where it is gone or incomplete. */
export type FindMerchant = (db: Db, mchConfId: number) => Promise<PayMerchant | undefined>;

/** A merchant with its client. */
export interface OpenMerchant {
  merchant: PayMerchant;
  keys: PlatformKeys;
  apiV3Key: Buffer;
  pay: WechatPay;
}

const timeoutMs = 10_000;

const openOne = (merchant: PayMerchant): OpenMerchant => {
  const caller: Merchant = {
    mchId: merchant.mchId,
    appId: merchant.appId,
    serialNo: merchant.serialNo,
    privateKey: createPrivateKey(merchant.privateKey),
    apiV3Key: Buffer.from(merchant.apiV3Key),
    hosts: merchant.hosts,
    timeoutMs,
  };
  const keys = new PlatformKeys(merchant.platformKeys, () => fetchCertificates(caller));
  return { merchant, keys, apiV3Key: caller.apiV3Key, pay: openWechatPay(caller, keys) };
};

/** The merchants of this process: opened once, so that certificates that were fetched stay known, and again when one is changed. */
export const openMerchants = (find: FindMerchant) => {
  const opened = new Map<number, OpenMerchant>();
  return async (db: Db, mchConfId: number): Promise<OpenMerchant | undefined> => {
    const merchant = await find(db, mchConfId);
    if (!merchant) {
      opened.delete(mchConfId);
      return undefined;
    }
    const known = opened.get(mchConfId);
    if (known?.merchant.version === merchant.version) return { ...known, merchant };
    const fresh = openOne(merchant);
    opened.set(mchConfId, fresh);
    return fresh;
  };
};
export type Merchants = ReturnType<typeof openMerchants>;

const heldMs = 2_000;

/**
 * The same for callbacks, which nobody has to be believed for: a merchant, or that there is none, is held for two seconds, so that
 * a signature is judged without the database. Of numbers that are looked up a few wait, further ones are refused as too many.
 */
export const holdMerchants = (merchants: Merchants): Merchants => {
  const held = new LRUCache<number, Promise<OpenMerchant | undefined>>({ max: 1000, ttl: heldMs });
  const lookUp = atMost(1, 64);
  return (db, mchConfId) => {
    const known = held.get(mchConfId);
    if (known) return known;
    const asked = lookUp(() => merchants(db, mchConfId));
    held.set(mchConfId, asked);
    asked.catch(() => held.delete(mchConfId));
    return asked;
  };
};
