import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { BillState, Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { createHash } from 'node:crypto';
import type { Db } from '../../../kit/db/database.ts';
import { failureText } from '../../../payout/failure-texts.ts';
import { orderNumber } from '../../../payout/wechat-pay/order-number.ts';
import { transferBody } from '../../../payout/wechat-pay/transfer-body.ts';
import { decideAll, deliveries, timeAt, toEventRow, type Sent } from './demo-fates.ts';
import type { Seeded } from './scans-followed.ts';
import type { Made } from './open-deck.ts';
import { inParts } from './write-demo-draws.ts';

const { wait, unknown } = BillState;

/** Who a shopper is at the app of his firm's merchant. */
export const openidOf = (uid: number): string =>
  `o${createHash('sha256').update(`demo ${uid}`).digest('base64url').slice(0, 27)}`;

/** Payouts of the cash that was won, with their attempts, events and money. Answers what was received, fen. */
export const writePayouts = async (
  db: Db,
  { id: activityId, firmId, poolId }: Seeded,
  draws: readonly Made[],
): Promise<number> => {
  const won = draws.filter(({ decision }) => decision.amount > 0);
  if (won.length === 0) return 0;
  const { actName, mchConfId, appid, transferSceneId } = await db
    .selectFrom('activity')
    .innerJoin('pool', (join) => join.on('pool.id', '=', poolId))
    .innerJoin('merchant', 'merchant.id', 'pool.mchConfId')
    .where('activity.id', '=', activityId)
    .select(['activity.actName', 'merchant.id as mchConfId', 'merchant.appid', 'merchant.transferSceneId'])
    .executeTakeFirstOrThrow();
  const tiers = new Map(
    (
      await db
        .selectFrom('tier')
        .innerJoin('prize', 'prize.id', 'tier.prizeId')
        .where('tier.activityId', '=', activityId)
        .select(['tier.id', 'tier.prizeName', 'prize.payKind'])
        .execute()
    ).map((tier) => [tier.id, tier]),
  );
  let received = 0;
  await inParts(decideAll(won), async (part) => {
    const ids = await db
      .insertInto('redInfo')
      .values(
        part.map(({ draw, fate, tappedAt, attempts }) => {
          const last = attempts.at(-1)!;
          const status = deliveries[fate];
          const end = last.end === undefined ? null : timeAt(tappedAt, last.end);
          const hasSent = attempts.some(({ events }) => events.some(({ to }) => to === wait));
          return {
            firmId,
            source: PaySource.draw,
            sourceId: draw.drawId,
            activityId,
            uid: draw.uid,
            mchConfId,
            appId: appid,
            openid: openidOf(draw.uid),
            payKind: tiers.get(draw.tier.id)?.payKind ?? 1,
            amount: draw.decision.amount,
            actName,
            prizeName: tiers.get(draw.tier.id)?.prizeName ?? '',
            status,
            reason:
              status === Delivery.FAILED || fate === 'returned'
                ? failureText(last.code ?? '')
                : fate === 'withdrawn'
                  ? failureText('MCH_CANCEL')
                  : '',
            attemptNo: attempts.length,
            sentAt: hasSent ? timeAt(tappedAt, 1) : null,
            receivedAt: status === Delivery.RECEIVED ? end : null,
            refundAt: status === Delivery.REFUND ? end : null,
            createdAt: tappedAt,
            updatedAt: end ?? tappedAt,
          };
        }),
      )
      .returning('id')
      .execute();
    const numbered = part.map((sent, nth) => ({ ...sent, redInfoId: ids[nth]!.id }));
    await writeAttempts(db, numbered, { firmId, mchConfId, appid, transferSceneId, actName });
    for (const { draw, fate } of part) if (deliveries[fate] === Delivery.RECEIVED) received += draw.decision.amount;
    await writeMoney(db, numbered, { firmId, poolId, activityId });
  });
  return received;
};

type Numbered = Sent & { redInfoId: number };

const writeAttempts = async (
  db: Db,
  part: readonly Numbered[],
  of: { firmId: number; mchConfId: number; appid: string; transferSceneId: string; actName: string },
): Promise<void> => {
  const rows = part.flatMap(({ attempts, ...sent }) =>
    attempts.map((attempt, nth) => ({
      ...sent,
      ...attempt,
      attemptNo: nth + 1,
      outBillNo: orderNumber(sent.redInfoId, of.mchConfId, nth + 1),
      providerNo: attempt.state === unknown ? '' : `1330${String(sent.redInfoId).padStart(12, '0')}${nth + 1}`,
    })),
  );
  const ids = await db
    .insertInto('payout')
    .values(
      rows.map(({ draw, redInfoId, attemptNo, outBillNo, providerNo, tappedAt, state, code = '', from, end }) => ({
        firmId: of.firmId,
        redInfoId,
        attemptNo,
        mchConfId: of.mchConfId,
        outBillNo,
        providerNo,
        openid: openidOf(draw.uid),
        amount: draw.decision.amount,
        body: transferBody({
          appId: of.appid,
          outBillNo,
          sceneId: of.transferSceneId,
          openid: openidOf(draw.uid),
          amount: draw.decision.amount,
          remark: of.actName,
          notifyUrl: `https://localhost/public/pay/wechat/notify/${of.mchConfId}`,
          perception: '现金奖励',
          reports: [{ type: '活动名称', content: of.actName }],
        }),
        state,
        packageInfo: state === wait ? `demo-${outBillNo}` : '',
        errCode: code,
        errMsg: state === unknown ? '没有应答' : failureText(code),
        postedAt: timeAt(tappedAt, from),
        lastPostAt: timeAt(tappedAt, from),
        finishedAt: end === undefined ? null : timeAt(tappedAt, end),
        createdAt: timeAt(tappedAt, from),
      })),
    )
    .returning('id')
    .execute();
  const events = rows.flatMap(({ events: all, draw, outBillNo, providerNo, tappedAt, code = '' }, nth) => {
    const told = { outBillNo, providerNo, amount: draw.decision.amount, openid: openidOf(draw.uid), code };
    return all.map((event) =>
      toEventRow({ ...told, firmId: of.firmId, payoutId: ids[nth]!.id, begunAt: tappedAt }, event),
    );
  });
  await inParts(events, (some) => db.insertInto('payoutEvent').values(some).execute());
};

/** Received money leaves what was reserved, and claims follow their payouts. */
const writeMoney = async (
  db: Db,
  part: readonly Numbered[],
  of: { firmId: number; poolId: number; activityId: number },
): Promise<void> => {
  const settled = part.filter(({ fate }) => deliveries[fate] === Delivery.RECEIVED);
  if (settled.length > 0)
    await db
      .insertInto('fundLedger')
      .values(
        settled.map(({ draw, tappedAt, attempts }) => ({
          ...of,
          type: LedgerType.pay,
          reserved: -draw.decision.amount,
          outside: draw.decision.amount,
          refKind: 'draw',
          refId: draw.drawId,
          at: timeAt(tappedAt, attempts.at(-1)!.end!),
        })),
      )
      .execute();
  for (const { draw, tappedAt, attempts } of settled)
    await db
      .updateTable('claim')
      .set({ status: ClaimStatus.claimed, claimedAt: timeAt(tappedAt, attempts.at(-1)!.end!) })
      .where('drawId', '=', draw.drawId)
      .execute();
  const moving = part.filter(({ attempts }) => attempts.at(-1)!.end === undefined);
  if (moving.length > 0)
    await db
      .updateTable('claim')
      .set({ busy: ClaimBusy.paying })
      .where(
        'drawId',
        'in',
        moving.map(({ draw }) => draw.drawId),
      )
      .execute();
};
