import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { Review } from '@zhuiyuan/contract/kit/review';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { RemitRef } from '@zhuiyuan/contract/settlement/settlement-enums';
import { type RewardRow, storeApi, type StoreRow } from '@zhuiyuan/contract/settlement/store/store';
import { sql, type SelectQueryBuilder } from 'kysely';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { eachRow } from '../../kit/each-row.ts';
import { findPage } from '../../kit/db/paging.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { listedParties } from '../../parties/listed-parties.ts';
import { readShop } from '../../parties/shop/find-shops.ts';
import { switchShop } from '../../parties/shop/shop-writes.ts';
import { activeShops, asStoreRows, matchingStores, rewardWait, unpackCnt, type StoreFilters } from './find-stores.ts';

const { lit } = sql;

/** 门店管理: what campaigns bring shops. */
export const mountStore = (app: App): void => {
  mountExporter(app, exporter);
  serve(app, storeApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matchingStores(db, input), asStoreRows);
      return { ...page, list: await listedParties(db, page.list) };
    },

    board: ({ input, db, operator }) => sumStores(db, operator.firmId ?? input.firmId),

    info: async ({ input, db }) => {
      const shop = await readShop(db, input.id);
      const sums = await live(db, 'shop')
        .where('shop.id', '=', input.id)
        .select([unpackCnt, rewardWait])
        .executeTakeFirstOrThrow();
      return { ...shop, ...sums };
    },

    switchMany: ({ input: { ids, status }, db }) =>
      eachRow(
        ids.toSorted((one, other) => one - other),
        (id) => switchShop(db, { id, status }),
      ),

    rewards: ({ input, db }) => findPage(db, input, matchingRewards(db, input), asRewardRows),

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

/** Shops of a firm, or of all, and what they wait for; amounts in fen. */
const sumStores = async (db: Db, firmId: number | undefined) => {
  const shops = await live(db, 'shop')
    .$if(firmId !== undefined, (query) => query.where('shop.firmId', '=', firmId!))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where shop.audit in (${lit(Review.passed)}, ${lit(Review.done)})))::int`.as(
        'joined',
      ),
      sql<number>`(count(*) filter (where exists (${activeShops(sql`>= date_trunc('month', now())`)})))::int`.as(
        'active',
      ),
      sql<number>`(count(*) filter (where shop.created_at >= date_trunc('month', now())))::int`.as('added'),
    ])
    .executeTakeFirstOrThrow();
  const { rewardWait: waiting } = await db
    .selectFrom('shopReward')
    .where('status', '=', RewardStatus.open)
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('rewardWait'))
    .executeTakeFirstOrThrow();
  const { balance } = await db
    .selectFrom('dedAccount')
    .where('ownerKind', '=', DeductibleOwner.shop)
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .select(sql<number>`coalesce(sum(balance), 0)::bigint`.as('balance'))
    .executeTakeFirstOrThrow();
  return { ...shops, rewardWait: waiting, ductBalance: balance };
};

type RewardFilters = Omit<InputOf<typeof storeApi.rewards>, 'page' | 'limit'>;

const matchingRewards: Matching<'shopReward', RewardFilters> = matchingBy(
  'shopReward',
  (db) => db.selectFrom('shopReward'),
  { shopId: eq, kind: eq, status: eq, dateLimit: at(within, 'createdAt') },
);

/** Adds what a reward shows, newest first. */
const asRewardRows = (query: SelectQueryBuilder<DB, 'shopReward', object>) =>
  query
    .leftJoin('activity', 'activity.id', 'shopReward.activityId')
    .leftJoin('remitItem', (join) =>
      join
        .onRef('remitItem.refId', '=', 'shopReward.id')
        .on('remitItem.refKind', '=', lit(RemitRef.reward))
        .on('remitItem.isLive', '=', true),
    )
    .leftJoin('remit', 'remit.id', 'remitItem.remitId')
    .select([
      'shopReward.id',
      'shopReward.createdAt as at',
      sql<RewardRow['kind']>`shop_reward.kind`.as('kind'),
      'shopReward.amount',
      'shopReward.points',
      sql<RewardRow['status']>`shop_reward.status`.as('status'),
      sql<string>`coalesce(activity.act_name, '')`.as('actName'),
      'shopReward.remark',
      sql<string>`coalesce(remit.remit_no, '')`.as('remitNo'),
    ])
    .orderBy('shopReward.id', 'desc');

const exporter: Exporter<StoreRow, StoreFilters, FoundBy<typeof asStoreRows>> = {
  biz: 'store',
  title: '门店激励',
  may: storeApi.export.may,
  columns: [
    { title: '编号', width: 14, cell: (row) => row.shopNo },
    { title: '门店名称', width: 32, cell: (row) => row.name },
    { title: '所属企业', width: 32, cell: (row) => row.firmName },
    { title: '所属经销商', width: 30, cell: (row) => row.agentName },
    { title: '业务员', cell: (row) => row.picName },
    { title: '联系人', cell: (row) => row.contact },
    { title: '联系电话', width: 16, cell: (row) => maskPhone(row.phone) },
    { title: '地区', width: 26, cell: (row) => row.regionName },
    { title: '地址', width: 36, cell: (row) => row.address },
    { title: '绑定活动数', cell: (row) => row.bindActs },
    { title: '核销数', cell: (row) => row.verCnt },
    { title: '开箱数', cell: (row) => row.unpackCnt },
    { title: '待结算奖励（元）', fen: true, cell: (row) => row.rewardWait },
    { title: '抵扣余额（元）', fen: true, cell: (row) => row.ductBalance },
    { title: '收款方式', cell: (row) => (row.payChannel ? PayeeChannel.label(row.payChannel) : '') },
    { title: '审核状态', cell: (row) => Review.label(row.audit) },
    { title: '状态', cell: (row) => Enabled.label(row.status) },
    { title: '最近活跃', width: 20, cell: (row) => row.lastActiveAt },
    { title: '创建时间', width: 20, cell: (row) => row.createTime },
  ],
  filters: storeApi.export.input,
  page: (db, filters, after, limit) =>
    asStoreRows(matchingStores(db, filters)).where('shop.id', '<', below(after)).limit(limit).execute(),
  complete: listedParties,
};
