import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { PayeeKind, RemitRef, RemitSource, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { settlementRefusals } from '@zhuiyuan/contract/settlement/settlement-refusals';
import {
  shopPayApi,
  type ShopPayable,
  type ShopRemitRow,
  type ShopRewardRow,
} from '@zhuiyuan/contract/settlement/store/shop-pay';
import { sql, type SelectQueryBuilder } from 'kysely';
import { keepOpenId } from '../../account/open-id.ts';
import { lookAs, requireRole, type Role } from '../../account/require-role.ts';
import { authorizeUrl, exchangeCode } from '../../account/wechat-sign-in.ts';
import { writeAs } from '../../fieldwork/write-as.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { findPage } from '../../kit/db/paging.ts';
import { serve } from '../../kit/http/serve.ts';
import { invalid, notFound, refuse } from '../../kit/refusal.ts';
import { findMerchants } from '../../payout/find-merchant.ts';
import { openMerchants } from '../../payout/pay-merchants.ts';
import { findConfirmation } from '../../payout/payout-acts.ts';
import { generateRemits } from '../generate-remits.ts';
import { findRemitApps } from '../remit-apps.ts';
import { previewRemits } from '../preview-remits.ts';

const { lit } = sql;
/** Fen; less is not paid out. */
const least = 30;
const shops = [RoleKind.shop] as const;
const payees = [RoleKind.shop, RoleKind.agent] as const;

const toKind = ({ kind }: Role): PayeeKind => (kind === RoleKind.shop ? PayeeKind.shop : PayeeKind.agent);

/** What shops and dealers are paid, on the phone. */
export const mountShopPay = (app: App): void => {
  const { masterKey, publicUrl } = app.config;
  const merchants = openMerchants(findMerchants(app.config));

  serve(app, shopPayApi, {
    rewards: ({ input, request }) =>
      lookAs(app, request, shops, async (db, role) => ({
        ...(await findPage(db, input, db.selectFrom('shopReward').where('shopReward.shopId', '=', role.id), asRewards)),
        sum: await readPayable(db, role),
      })),

    remits: ({ input, request }) =>
      lookAs(app, request, payees, (db, role) => findPage(db, input, remitsOf(db, role), asRemits)),

    pay: ({ input, request }) =>
      lookAs(app, request, payees, async (db, role) => {
        const remit = await remitsOf(db, role)
          .where('remit.id', '=', input.id)
          .select(['remit.status', 'remit.payState', 'remit.redInfoId'])
          .executeTakeFirst();
        if (!remit) throw notFound();
        return {
          status: remit.status as RemitStatus,
          payState: remit.payState as ShopRemitRow['payState'],
          pay:
            (remit.redInfoId !== null && (await findConfirmation({ db: app.shopperDb, merchants }, remit.redInfoId))) ||
            null,
        };
      }),

    withdraw: ({ input, request }) =>
      writeAs(app, request, { kinds: shops, input }, async (db, role) => {
        const payable = await readPayable(db, role);
        if (!payable.isPayable) throw refuse(settlementRefusals.noAccount);
        if (payable.channel !== input.channel) throw invalid('channel', '请用登记的收款方式提现');
        const { remitNos } = await generateRemits(db, {
          firmId: role.firmId,
          payeeKind: PayeeKind.shop,
          payeeIds: [role.id],
          minAmount: least,
          source: RemitSource.withdraw,
          operatorId: null,
          seen: { count: 1, amount: input.amount },
          changed: settlementRefusals.withdrawChanged,
        });
        return { remitNo: remitNos[0]! };
      }),

    oauth: async ({ input: { back, state }, request }) => {
      const role = await requireRole(app, request, payees);
      const [payApp] = await findRemitApps(app.shopperDb, masterKey, role.firmId);
      if (!payApp?.secret) return { url: '' };
      return { url: authorizeUrl(payApp, { back: `${publicUrl}${back}`, state }) };
    },

    bindWechat: async ({ input, request }) => {
      const role = await requireRole(app, request, payees);
      const [payApp] = await findRemitApps(app.shopperDb, masterKey, role.firmId);
      if (!payApp?.secret || input.authCode === '') return { isKnown: false };
      const openId = await exchangeCode(payApp, input.authCode).catch((error: unknown) => {
        app.log.warn({ err: error }, 'WeChat could not be asked who is to be paid');
      });
      if (!openId) return { isKnown: false };
      return { isKnown: await keepOpenId(app.shopperDb, role.accountId, { appId: payApp.appId, openId }) };
    },
  });
};

const remitsOf = (db: Db, role: Role) =>
  db.selectFrom('remit').where('remit.payeeKind', '=', toKind(role)).where('remit.payeeId', '=', role.id);

/** What a shop can have paid out now, and how. */
const readPayable = async (db: Db, role: Role): Promise<ShopPayable> => {
  const { firmId, id, accountId } = role;
  const due = await previewRemits(
    db,
    { firmId, payeeKind: PayeeKind.shop, payeeIds: [id], minAmount: least },
    { page: 1, limit: 1 },
  );
  const shop = await db
    .selectFrom('shop')
    .where('id', '=', id)
    .select(['payChannel', 'payAccount', 'payName'])
    .executeTakeFirstOrThrow();
  const sums = await remitsOf(db, role)
    .select([
      sql<number>`coalesce(sum(amount) filter (where status = ${lit(RemitStatus.waiting)}), 0)::bigint`.as('waiting'),
      sql<number>`coalesce(sum(amount) filter (where status = ${lit(RemitStatus.paid)}), 0)::bigint`.as('paidTotal'),
    ])
    .executeTakeFirstOrThrow();
  const isWeixin = shop.payChannel === PayeeChannel.weixin;
  return {
    ...sums,
    withdrawable: due.sum.amount,
    channel: shop.payChannel,
    account: shop.payAccount,
    accountName: shop.payName,
    isPayable: shop.payChannel !== '' && shop.payName !== '' && (isWeixin || shop.payAccount !== ''),
    needsWechat: isWeixin && !(await isKnown(db, firmId, accountId)),
  };
};

/** Whether an app that pays shops and dealers of a firm knows an account; also where there is none. */
const isKnown = async (db: Db, firmId: number, accountId: number): Promise<boolean> => {
  const apps = await findRemitApps(db, undefined, firmId);
  if (apps.length === 0) return true;
  const known = await db
    .selectFrom('accountOpenId')
    .where('accountId', '=', accountId)
    .where(
      'appId',
      'in',
      apps.map(({ appId }) => appId),
    )
    .select('accountId')
    .executeTakeFirst();
  return known !== undefined;
};

const asRewards = (query: SelectQueryBuilder<DB, 'shopReward', object>) =>
  query
    .leftJoin('activity', 'activity.id', 'shopReward.activityId')
    .select([
      'shopReward.id',
      'shopReward.createdAt as at',
      sql<ShopRewardRow['kind']>`shop_reward.kind`.as('kind'),
      'shopReward.amount',
      'shopReward.points',
      sql<ShopRewardRow['status']>`shop_reward.status`.as('status'),
      sql<string>`coalesce(activity.act_name, '')`.as('actName'),
      'shopReward.remark',
      sql<boolean>`exists (select from remit_item i where i.firm_id = shop_reward.firm_id and i.ref_kind = ${lit(RemitRef.reward)}
        and i.ref_id = shop_reward.id and i.is_live)`.as('isTaken'),
    ])
    .orderBy('shopReward.id', 'desc');

const asRemits = (query: SelectQueryBuilder<DB, 'remit', object>) =>
  query
    .select([
      'remit.id',
      'remit.remitNo',
      'remit.amount',
      sql<ShopRemitRow['source']>`remit.source`.as('source'),
      sql<RemitStatus>`remit.status`.as('status'),
      sql<boolean>`remit.audit_at is not null`.as('isAudited'),
      'remit.channel',
      'remit.account',
      sql<ShopRemitRow['payState']>`remit.pay_state`.as('payState'),
      'remit.rejectReason',
      sql<string>`case when remit.pay_state in (${lit(Delivery.FAILED)}, ${lit(Delivery.REFUND)}) then remit.fail_reason else '' end`.as(
        'failReason',
      ),
      'remit.createdAt as createTime',
      'remit.paidAt',
    ])
    .orderBy('remit.id', 'desc');
