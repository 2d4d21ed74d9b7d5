import { AmountMode, RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedScene } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { PayChannel } from '@zhuiyuan/contract/payout/payout-enums';
import type { RedActiveDraft } from '@zhuiyuan/contract/red/active/red-active';
import { RedKind } from '@zhuiyuan/contract/red/red-enums';
import type { App } from '../../src/kit/http/app-context.ts';
import type { Db } from '../../src/kit/db/database.ts';
import { insertRedActive } from '../../src/red/active/red-active-writes.ts';
import { makeRedType } from './campaign.ts';
import { makePool, makeTeller } from './fund.ts';

let serial = 0;

/** A draft of a red packet activity of a merchant's. */
export const redActiveDraft = (
  parts: { redTypeId: number; mchConfId: number },
  more: Partial<RedActiveDraft> = {},
) => ({
  ...parts,
  name: `红包活动${(serial += 1)}`,
  kind: RedKind.NORMAL,
  channel: PayChannel.API,
  scene: RedScene.PRODUCT_2,
  payKind: RedPayKind.balance,
  sendName: '茶业公司',
  wishing: '恭喜发财',
  amountMode: AmountMode.random,
  amountMin: 30,
  amountMax: 20_000,
  budgetAmount: 100_000,
  packetLimit: null,
  limitUserDay: 10,
  startAt: '2026-01-01 00:00:00',
  endAt: '2099-12-31 23:59:59',
  status: 0 as const,
  remark: '',
  ...more,
});

/** A red packet activity of a firm, paid from the pool given or from one of its own. */
export const makeRedActive = async (
  app: Pick<App, 'db'>,
  firmId: number,
  { poolId, redTypeId, ...more }: Partial<RedActiveDraft> & { poolId?: number } = {},
): Promise<number> => {
  const pool = poolId ?? (await makePool(app, firmId, 100_000_000));
  const { mchConfId } = await app.db
    .selectFrom('pool')
    .select('mchConfId')
    .where('id', '=', pool)
    .executeTakeFirstOrThrow();
  const draft = redActiveDraft({ redTypeId: redTypeId ?? (await makeRedType(app, firmId)), mchConfId }, more);
  const operatorId = await makeTeller(app, firmId);
  return app.db
    .transaction()
    .execute(async (db) => (await insertRedActive(db as Db, draft, { firmId, operatorId })).id);
};
