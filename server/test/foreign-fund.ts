import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import type { TestApp } from './app.ts';
import { makeStaff } from './factories/access.ts';
import { makeMerchant, makePool } from './factories/fund.ts';
import { requestFund } from '../src/fund/pool/fund-request.ts';
import { openPayouts } from '../src/payout/open-payouts.ts';

/** A pool of a firm with money, a request that waits, and a merchant without a pool, all named with `mark`. */
export const makeForeignFund = async (app: TestApp, firmId: number, mark: string) => {
  const poolId = await makePool(app, firmId, 5000, mark);
  const ask = { poolId, kind: LedgerType.recharge, amount: 70, vouchers: [`/${mark}.png`], remark: mark };
  const { id: fundRequestId } = await requestFund(app.db, ask, 1);
  const { mchConfId } = await app.db
    .selectFrom('pool')
    .select('mchConfId')
    .where('id', '=', poolId)
    .executeTakeFirstOrThrow();
  const { id: fundStaffId } = await makeStaff(app, { firmId });
  const [heldRedInfoId] = await openPayouts(app.db, [
    {
      firmId,
      source: PaySource.hand,
      sourceId: fundRequestId,
      mchConfId,
      appId: 'wx',
      openid: 'o',
      amount: 100,
      actName: mark,
      prizeName: mark,
      remark: mark,
      hold: true,
    },
  ]);
  return {
    heldRedInfoId: heldRedInfoId!,
    poolId,
    fundStaffId,
    fundRequestId,
    mchConfId,
    freeMchConfId: await makeMerchant(app, firmId, mark),
  };
};
