import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RewardKind } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { PayeeKind, RemitRef, RemitSource } from '@zhuiyuan/contract/settlement/settlement-enums';
import type { App } from '../src/kit/http/app-context.ts';
import { makeShop } from './factories/parties.ts';
import { countRemits } from './factories/settlement.ts';

/** A shop of a firm that is paid, its remittance with a line, named with `mark`. */
export const makeForeignSettlement = async (
  { db }: Pick<App, 'db'>,
  { firmId, agentId }: { firmId: number; agentId: number },
  mark: string,
): Promise<{ remitId: number; paidShopId: number; bankFileId: number }> => {
  const shopId = await makeShop({ db }, firmId, agentId, mark);
  const { id: remitId } = await db
    .insertInto('remit')
    .values({
      firmId,
      firmNo: await countRemits({ db }, firmId, 1),
      payeeKind: PayeeKind.shop,
      shopId,
      agentId,
      amount: 700,
      rewardAmount: 700,
      channel: 'bank',
      account: mark,
      accountName: mark,
      source: RemitSource.period,
      periodFrom: '2026-01-01',
      periodTo: '2026-01-31',
      failReason: mark,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reward = { firmId, shopId, kind: RewardKind.task, refKind: 'test', remark: mark };
  const [paid] = await db
    .insertInto('shopReward')
    .values([
      { ...reward, amount: 700, refId: remitId },
      { ...reward, amount: 900, refId: remitId + 1_000_000 },
    ])
    .returning('id')
    .execute();
  await db
    .insertInto('remitItem')
    .values({ firmId, remitId, refKind: RemitRef.reward, refId: paid!.id, amount: 700 })
    .execute();
  const account = {
    firmId,
    ownerKind: DeductibleOwner.agent,
    ownerId: agentId,
    peerKind: DeductibleOwner.firm,
    peerId: firmId,
  };
  await db
    .insertInto('dedAccount')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('dedLog')
    .values({
      ...account,
      kind: DedKind.verify,
      amount: 0,
      balanceAfter: 0,
      refKind: 'test',
      refId: remitId,
      remark: mark,
    })
    .execute();
  const { id: bankFileId } = await db
    .insertInto('bankFile')
    .values({ firmId, payeeKind: PayeeKind.shop, remitIds: [remitId], amount: 700 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { remitId, paidShopId: shopId, bankFileId };
};
