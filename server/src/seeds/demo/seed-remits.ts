import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { RewardKind } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { PayeeKind, RemitSource } from '@zhuiyuan/contract/settlement/settlement-enums';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { clearShop } from '../../parties/deductible/clear-shop.ts';
import { recordRewards } from '../../parties/deductible/shop-reward.ts';
import { notePayee, toPayeeColumns } from '../../parties/payee-account.ts';
import { presentLinks } from '../../parties/present-links.ts';
import { verifyPrize } from '../../redeem/verify-prize.ts';
import { generateRemits } from '../../settlement/generate-remits.ts';
import { passRemit, payByHand, rejectRemit } from '../../settlement/remit-acts.ts';
import type { SeedParts } from '../first/seed-parts.ts';
import { demoPictures } from './pictures.ts';

const rewardedShops = 8;
/** Prizes that each of two shops hands out and its dealer settles. */
const prizesEach = 3;
const everybodyMay = { may: () => true };

/** Rewards of shops and prizes they handed out, settled, passed, paid and rejected; one of each state for every firm with shops. */
export const seedRemits = async ({ db, config: { masterKey } }: Pick<SeedParts, 'db' | 'config'>): Promise<void> => {
  const root = await db.selectFrom('admin').select('id').where('account', '=', rootAccount).executeTakeFirstOrThrow();
  const firms = await live(db, 'firm').select('id').orderBy('id').execute();
  for (const { id: firmId } of firms) {
    const staff = await db.selectFrom('admin').select('id').where('firmId', '=', firmId).executeTakeFirst();
    const shops = await live(db, 'shop')
      .select(['id', 'contact'])
      .where('firmId', '=', firmId)
      .where('status', '=', Enabled.on)
      .where('audit', '=', Review.passed)
      .orderBy('id')
      .limit(rewardedShops)
      .execute();
    if (!staff || shops.length < rewardedShops) continue;
    const people = { auditor: { id: root.id, ...everybodyMay }, payer: { id: staff.id, ...everybodyMay } };
    await rewardShops(db, { firmId, shops, masterKey, staffId: staff.id });
    await settle(db, { firmId, payeeKind: PayeeKind.shop, ...people });
    await payDealers(db, { firmId, shops, masterKey, ...people });
  }
};

type Person = { id: number; may: () => boolean };
interface OfFirm {
  firmId: number;
  shops: readonly { id: number; contact: string }[];
  masterKey: Buffer;
}

/** What each shop sold well for last month, and how it is paid. */
const rewardShops = async (
  db: Db,
  { firmId, shops, masterKey, staffId }: OfFirm & { staffId: number },
): Promise<void> => {
  for (const [at, { id, contact }] of shops.entries()) {
    const payee = {
      payChannel: at % 3 === 2 ? 'alipay' : 'bank',
      payAccount: at % 3 === 2 ? `1380000${String(1000 + at)}` : `62220208${String(10_000_000 + at * 7919)}`,
      payName: contact,
    };
    // The last one has not said yet.
    if (at < shops.length - 1) {
      await db.updateTable('shop').set(toPayeeColumns(payee, masterKey)).where('id', '=', id).execute();
      await notePayee(db, { firmId, ownerKind: PayeeKind.shop, ownerId: id }, staffId);
    }
    const agent = await presentLinks(ShopLinkKind.agent, db)
      .where('shopAss.shopId', '=', id)
      .select('shopAss.targetId')
      .executeTakeFirst();
    const reward = { firmId, shopId: id, agentId: agent?.targetId ?? null, kind: RewardKind.task, refKind: 'task' };
    await recordRewards(db, [
      { ...reward, amount: 3600 + at * 1250, refId: id, remark: '上月陈列与动销任务', createdBy: staffId },
    ]);
  }
};

/** Settles all that is due, and brings the first of it to each state. */
const settle = async (
  db: Db,
  {
    firmId,
    payeeKind,
    auditor,
    payer,
    payeeIds,
  }: { firmId: number; payeeKind: PayeeKind; auditor: Person; payer: Person; payeeIds?: number[] },
): Promise<void> => {
  const today = shanghaiToday();
  await generateRemits(db, {
    firmId,
    payeeKind,
    payeeIds,
    minAmount: 30,
    period: { from: `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`, to: today },
    source: RemitSource.period,
    operatorId: payer.id,
  });
  const made = await db
    .selectFrom('remit')
    .select(['id', 'version', 'channel'])
    .where('firmId', '=', firmId)
    .where('payeeKind', '=', payeeKind)
    .orderBy('id')
    .execute();
  const [first, second, third, fourth] = made;
  for (const remit of [first, second, third]) if (remit?.channel) await passRemit(db, remit, auditor);
  for (const remit of [first, second])
    if (remit?.channel)
      await payByHand(db, { id: remit.id }, { voucher: demoPictures['检测报告-2026-0402']!, fee: 0 }, payer);
  if (fourth)
    await rejectRemit(
      db,
      { id: fourth.id, reason: '户名与营业执照不符，请门店核对后重新提交', notTaken: false },
      auditor,
    );
};

/** Two shops hand prizes out that shoppers have won, and their dealers settle it with them. */
const payDealers = async (
  db: Db,
  { firmId, shops, masterKey, auditor, payer }: OfFirm & { auditor: Person; payer: Person },
): Promise<void> => {
  const claims = await db
    .selectFrom('claim')
    .innerJoin('activity', 'activity.id', 'claim.activityId')
    .where('claim.firmId', '=', firmId)
    .where('claim.prizeType', '=', PrizeType.goods)
    .where('claim.claimMode', '=', ClaimMode.shop)
    .where('claim.status', '=', ClaimStatus.open)
    .where('claim.busy', '=', ClaimBusy.free)
    .where('claim.hold', '=', false)
    .where('claim.deductAmount', '>', 0)
    .where('activity.verifyAll', '=', true)
    .where('claim.expireAt', '>', `${addDays(shanghaiToday(), 1)} 00:00:00`)
    .orderBy('claim.drawId')
    .select('claim.verCode')
    .limit(2 * prizesEach)
    .execute();
  const codes = claims.flatMap(({ verCode }) => verCode ?? []);
  for (const [at, shop] of shops.slice(0, 2).entries()) {
    const own = codes.slice(at * prizesEach, (at + 1) * prizesEach);
    for (const verCode of own)
      await verifyPrize(db, masterKey, { verCode, shopId: shop.id, accountId: null, lng: null, lat: null });
    if (own.length > 0) await clearShop(db, { shopId: shop.id, remark: '月结', voucher: '' }, payer.id);
  }
  const owed = await db
    .selectFrom('dedAccount')
    .innerJoin('agent', 'agent.id', 'dedAccount.ownerId')
    .where('dedAccount.firmId', '=', firmId)
    .where('dedAccount.ownerKind', '=', PayeeKind.agent)
    .where('dedAccount.balance', '>', 0)
    .select(['agent.id', 'agent.contact'])
    .execute();
  for (const [at, { id, contact }] of owed.entries()) {
    const payee = { payChannel: 'bank', payAccount: `62284800${String(20_000_000 + at * 6151)}`, payName: contact };
    await db.updateTable('agent').set(toPayeeColumns(payee, masterKey)).where('id', '=', id).execute();
    await notePayee(db, { firmId, ownerKind: PayeeKind.agent, ownerId: id }, payer.id);
  }
  if (owed.length > 0) await settle(db, { firmId, payeeKind: PayeeKind.agent, auditor, payer });
};
