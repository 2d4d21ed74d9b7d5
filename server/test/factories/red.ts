import { AmountMode, RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedScene } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { PayChannel } from '@zhuiyuan/contract/payout/payout-enums';
import type { RedActiveDraft } from '@zhuiyuan/contract/red/active/red-active';
import { redSendApi } from '@zhuiyuan/contract/red/send/red-send';
import { configApi } from '@zhuiyuan/contract/settings/config';
import { RedKind } from '@zhuiyuan/contract/red/red-enums';
import type { App } from '../../src/kit/http/app-context.ts';
import type { Db } from '../../src/kit/db/database.ts';
import { insertRedActive } from '../../src/red/active/red-active-writes.ts';
import { firstReviewAbove, reviewKey } from '../../src/red/send/send-rules.ts';
import { sendByHand } from '../../src/red/send/send-writes.ts';
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

/** Sends packets by hand as staff do, with the calls that the log of calls tells of it: of the sum as well above which they are held, saved and saved back, where that is another. */
export const sendAsStaff = async (db: Db, order: Parameters<typeof sendByHand>[1], operatorId: number) => {
  const sent = await sendByHand(db, order, operatorId);
  const call = { adminId: operatorId, requestMethod: 'POST', operUrl: '/' };
  const asked = (input: object) => ({ operParam: JSON.stringify(input) });
  await db
    .insertInto('auditLog')
    .values({
      ...call,
      title: redSendApi.save.title,
      ...asked({ redActiveId: order.payer.id }),
      jsonResult: JSON.stringify(sent),
    })
    .execute();
  if (order.reviewAbove !== firstReviewAbove)
    await db
      .insertInto('auditLog')
      .values(
        [order.reviewAbove, firstReviewAbove].map((value) => ({
          ...call,
          title: configApi.saveUnique.title,
          ...asked({ key: reviewKey, value: String(value) }),
        })),
      )
      .execute();
  return sent;
};
