import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, LogKind, read, write } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { filterText, id, ids, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { Review } from '../../kit/review.ts';
import { DoneToMany, oneRow } from '../../kit/standard.ts';
import { RewardKind, RewardStatus } from '../../parties/deductible/shop-reward.ts';
import { regionFilter } from '../../parties/party-fields.ts';
import { Shop } from '../../parties/shop/shop.ts';

/** A shop with what campaigns brought it. Amounts are fen; the phone is masked. */
export const StoreRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  shopNo: z.string(),
  name: z.string(),
  doorImage: z.string(),
  contact: z.string(),
  phone: z.string(),
  regionName: z.string(),
  address: z.string(),
  agentName: z.string(),
  picName: z.string(),
  /** Activities bound, prizes handed out that were not taken back, and boxes opened. */
  bindActs: z.number(),
  verCnt: z.number(),
  unpackCnt: z.number(),
  /** Rewards that no remittance has paid yet, and what it is owed for prizes. */
  rewardWait: z.number(),
  ductBalance: z.number(),
  /** '' where nobody said. */
  payChannel: z.string(),
  audit: Review.schema,
  status: Enabled.schema,
  lastActiveAt: time.nullable(),
  isBound: z.boolean(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type StoreRow = z.output<typeof StoreRow>;

/** A shop in full, its phone whole, with what campaigns brought it. */
export const Store = Shop.extend({ unpackCnt: z.number(), rewardWait: z.number() });
export type Store = z.output<typeof Store>;

/** Something a shop was rewarded for. Amount in fen. */
export const RewardRow = z.object({
  id: z.number(),
  at: time,
  kind: RewardKind.schema,
  amount: z.number(),
  points: z.number(),
  status: RewardStatus.schema,
  actName: z.string(),
  remark: z.string(),
  /** The remittance that pays it; '' while none does. */
  remitNo: z.string(),
});
export type RewardRow = z.output<typeof RewardRow>;

const filters = {
  firmId: id().optional(),
  /** Name, number or phone. */
  keywords: filterText,
  /** With every agent below. */
  agentId: id().optional(),
  salesmanId: id().optional(),
  regionCode: regionFilter,
  audit: Review.schema.optional(),
  status: Enabled.schema.optional(),
  /** Bound to this activity. */
  activityId: id().optional(),
  /** Signed for goods, handed prizes out or opened boxes then. */
  dateLimit,
};

const base = '/admin/lottery/merchant/store';
const may = 'admin:lottery:store:list';

/** 门店管理: shops by what campaigns bring them. They are written through the one master of shops. */
export const storeApi = defineApi({
  list: read('门店激励列表', `${base}/list`, may, z.object({ ...paging, ...filters }), pageOf(StoreRow)),
  board: read(
    '门店概况',
    `${base}/board`,
    may,
    z.object({ firmId: filters.firmId }),
    z.object({
      total: z.number(),
      /** Passed by a review. */
      joined: z.number(),
      /** Of this month. */
      active: z.number(),
      added: z.number(),
      /** Fen. */
      rewardWait: z.number(),
      ductBalance: z.number(),
    }),
  ),
  info: read('门店激励详情', `${base}/info`, may, oneRow, Store),
  /** Switches several shops on or off. */
  switchMany: write(
    LogKind.other,
    '批量启停门店',
    `${base}/status`,
    { any: ['admin:lottery:store:status', 'admin:identity:shop:status'] },
    z.object({ ids: ids('请选择门店'), status: Enabled.schema }),
    DoneToMany,
  ),
  rewards: read(
    '门店奖励明细',
    `${base}/reward/list`,
    may,
    z.object({
      ...paging,
      shopId: id('请选择门店'),
      kind: RewardKind.schema.optional(),
      status: RewardStatus.schema.optional(),
      dateLimit,
    }),
    pageOf(RewardRow),
  ),
  export: read(
    '导出门店激励',
    `${base}/export`,
    'admin:lottery:store:export',
    z.object({ ...filters, ids: ids().optional(), columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
});
