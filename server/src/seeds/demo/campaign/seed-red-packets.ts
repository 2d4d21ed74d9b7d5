import { RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedScene } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { BillState, Delivery, PayChannel, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { RedActiveDraft } from '@zhuiyuan/contract/red/active/red-active';
import { RedBatchDraft } from '@zhuiyuan/contract/red/code/red-code';
import { RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { takeForPacket } from '../../../campaign/use-code.ts';
import { runsOfLot } from '../../../codes/state/pieces.ts';
import { endPart } from '../../../fund/end-reservation.ts';
import type { Db } from '../../../kit/db/database.ts';
import { live } from '../../../kit/db/live.ts';
import { bodyOf } from '../../../payout/claim-due.ts';
import { orderNumber } from '../../../payout/wechat-pay/order-number.ts';
import { insertRedActive } from '../../../red/active/red-active-writes.ts';
import { openSecrets } from '../../../red/code/batch-secrets.ts';
import { insertBatch } from '../../../red/code/batch-writes.ts';
import { sealTaking } from '../../../red/code/seal-taking.ts';
import { openAmount } from '../../../red/code/deal.ts';
import { stepBatch } from '../../../red/code/make-batch.ts';
import type { SeedParts } from '../../first/seed-parts.ts';
import { openidOf } from './write-demo-payouts.ts';

const shares = [
  { amount: 8888, count: 1 },
  { amount: 888, count: 9 },
  { amount: 100, count: 190 },
];
const codes = 200;
const received = 14;

/** A red packet activity of each firm of the demonstration, with a batch of red codes of which some were received. */
export const seedRedPackets = async ({
  db,
  config: { masterKey },
}: Pick<SeedParts, 'db' | 'config'>): Promise<void> => {
  const pools = await live(db, 'pool')
    .innerJoin('redType', 'redType.firmId', 'pool.firmId')
    .where('redType.scene', '=', RedScene.PRODUCT_1)
    .distinctOn('pool.firmId')
    .orderBy('pool.firmId')
    .orderBy('pool.id')
    .select(['pool.firmId', 'pool.mchConfId', 'pool.createdBy', 'redType.id as redTypeId'])
    .execute();
  for (const { firmId, mchConfId, redTypeId, createdBy } of pools) {
    const run = await freeRun(db, firmId);
    if (!run) continue;
    const {
      name: sendName,
      appid: appId,
      sceneId,
    } = await db
      .selectFrom('merchant')
      .where('id', '=', mchConfId)
      .select(['name', 'appid', 'transferSceneId as sceneId'])
      .executeTakeFirstOrThrow();
    const operatorId = createdBy!;
    const draft = RedActiveDraft.parse({
      name: '开箱见喜红包',
      redTypeId,
      channel: PayChannel.ACTIVITY,
      scene: RedScene.PRODUCT_1,
      payKind: RedPayKind.balance,
      mchConfId,
      sendName,
      wishing: '感谢品鉴，好运常在',
      amountMode: 1,
      amountMin: 100,
      amountMax: 10_000,
      budgetAmount: 100_000,
      startAt: `${shanghaiToday()} 00:00:00`,
      endAt: `${addDays(shanghaiToday(), 60)} 23:59:59`,
    });
    const { id } = await insertRedActive(db, draft, { firmId, operatorId });
    const batch = await insertBatch(
      db,
      masterKey,
      RedBatchDraft.parse({ redActiveId: id, range: run, shares }),
      null,
      operatorId,
    );
    const dealt = new Map<number, Uint32Array>();
    while ((await stepBatch(db, masterKey, batch.id, dealt)) === 'more');
    await receiveSome(db, masterKey, { firmId, mchConfId, appId, sceneId, batchId: batch.id, redActiveId: id, draft });
  }
};

/** Codes of one of the firm's newest lots that nobody drew with. */
const freeRun = async (db: Db, firmId: number) => {
  const lots = await live(db, 'lot').select('id').where('firmId', '=', firmId).orderBy('id', 'desc').execute();
  for (const { id } of lots)
    for (const { seg, to, from } of await runsOfLot(db, { id, firmId })) {
      if (to - from + 1 < codes) continue;
      const drawn = await db
        .selectFrom('codeUse')
        .where('seg', '=', seg)
        .where('serial', '>', to - codes)
        .where('serial', '<=', to)
        .select('seg')
        .limit(1)
        .executeTakeFirst();
      if (!drawn) return { seg, serialFrom: to - codes + 1, serialTo: to };
    }
  return undefined;
};

interface Of {
  firmId: number;
  mchConfId: number;
  appId: string;
  sceneId: string;
  batchId: number;
  redActiveId: number;
  draft: RedActiveDraft;
}

/** Has shoppers receive the first codes of a batch, their money paid. */
const receiveSome = async (db: Db, masterKey: Buffer, of: Of): Promise<void> => {
  const { firmId, mchConfId, appId, sceneId, batchId, redActiveId, draft } = of;
  const merchant = { id: mchConfId, appId, sceneId, notifyUrl: 'https://localhost/public/pay/wechat/notify' };
  const people = await db
    .selectFrom('member')
    .where('firmId', '=', firmId)
    .orderBy('id')
    .limit(received)
    .select('id')
    .execute();
  const batch = await db
    .selectFrom('redBatch')
    .where('id', '=', batchId)
    .select(['seedSealed', 'keySealed'])
    .executeTakeFirstOrThrow();
  const { key } = openSecrets(masterKey, batch);
  const bars = await db
    .selectFrom('redBar')
    .where('batchId', '=', batchId)
    .orderBy('serial')
    .limit(people.length)
    .select(['id', 'seg', 'serial', 'amountSealed'])
    .execute();
  const at = new Date().toISOString();
  for (const [nth, { id, seg, serial, amountSealed }] of bars.entries()) {
    const uid = people[nth]!.id;
    const amount = openAmount(key, { seg, serial }, amountSealed!);
    const openid = openidOf(uid);
    await takeForPacket(db, { firmId, redActiveId, uid, seg, serial });
    await db
      .updateTable('redBar')
      .set({ state: RedCodeState.used, uid, amount, seal: sealTaking(key, { id, seg, serial, uid }), usedAt: at })
      .where('id', '=', id)
      .execute();
    const { id: redInfoId } = await db
      .insertInto('redInfo')
      .values({
        firmId,
        source: PaySource.code,
        sourceId: id,
        redActiveId,
        uid,
        mchConfId,
        appId,
        openid,
        amount,
        payKind: RedPayKind.balance,
        actName: draft.name,
        prizeName: draft.wishing,
        status: Delivery.RECEIVED,
        attemptNo: 1,
        sentAt: at,
        receivedAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const outBillNo = orderNumber(redInfoId, mchConfId, 1);
    const told = { outBillNo, openid, amount, source: PaySource.code, actName: draft.name, prizeName: draft.wishing };
    const { id: payoutId } = await db
      .insertInto('payout')
      .values({
        firmId,
        redInfoId,
        attemptNo: 1,
        mchConfId,
        outBillNo,
        openid,
        amount,
        body: bodyOf(merchant, { ...told, remark: '' }),
        state: BillState.success,
        postedAt: at,
        lastPostAt: at,
        finishedAt: at,
        judgedAt: at,
        billedOut: amount,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('payoutEvent')
      .values({ firmId, payoutId, fromState: BillState.new, toState: BillState.success, source: 'NOTIFY' })
      .execute();
    await endPart(db, LedgerType.pay, {
      firmId,
      activityId: redActiveId,
      whole: { refKind: 'redBatch', refId: batchId },
      refKind: 'redCode',
      refId: id,
      amount,
    });
  }
};
