import { assetsApi } from '@zhuiyuan/contract/fund/pool/assets';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';

/** What is read again after money was asked for or booked. */
export const fundChanges = [
  poolApi.list,
  poolApi.info,
  poolApi.requests,
  poolApi.ledger,
  poolApi.check,
  assetsApi.overview,
] as const;
