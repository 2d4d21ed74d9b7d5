import type { Domain } from '../kit/http/domain.ts';
import { mountMerchant } from './merchant/merchant.ts';
import { mountPool } from './pool/pool.ts';
import { mountAssets } from './pool/assets.ts';

/** Merchants of WeChat Pay, and pools of money. */
export const fund = {
  mounts: [mountMerchant, mountPool, mountAssets],
} satisfies Domain;
