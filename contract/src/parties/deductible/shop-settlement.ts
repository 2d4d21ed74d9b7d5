import { oneRow } from '../../kit/standard.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { change, defineApi, done, LogKind, read } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { fen, filterText, id, text, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { Cleared } from './deductible.ts';
import { RowSource } from '../row-source.ts';

/** How far a verification's deductible is settled. */
export const SettleState = enumeration({
  open: { value: 0, label: '未结算', tone: 'wait' },
  shop: { value: 1, label: '门店已结', tone: 'doing' },
  agent: { value: 2, label: '经销商已结', tone: 'good' },
});

/** Where an activity stands. */
export const ActStatus = enumeration({
  draft: { value: 0, label: '草稿', tone: 'idle' },
  waiting: { value: 1, label: '待开始', tone: 'wait' },
  running: { value: 2, label: '进行中', tone: 'good' },
  paused: { value: 3, label: '已暂停', tone: 'doing' },
  over: { value: 4, label: '已结束', tone: 'gone' },
  recycled: { value: 5, label: '回收站', tone: 'bad' },
});

const owner = { firmId: z.number(), firmName: z.string() };

/** What a shop has verified altogether. Amounts are fen. */
export const VerifyRow = z.object({
  shopId: z.number(),
  ...owner,
  shopName: z.string(),
  agentName: z.string(),
  verCnt: z.number(),
  verAmount: z.number(),
  todayCount: z.number(),
  reversedCount: z.number(),
  unsettledAmount: z.number(),
  lastVerAt: time.nullable(),
});
export type VerifyRow = z.output<typeof VerifyRow>;

/** One prize verified in a shop. */
export const VerLogRow = z.object({
  id: z.number(),
  ...owner,
  verNo: z.string(),
  shopName: z.string(),
  agentName: z.string(),
  activityName: z.string(),
  prizeName: z.string(),
  code: z.string(),
  userName: z.string(),
  phone: z.string(),
  dedAmount: z.number(),
  staffName: z.string(),
  status: z.number(),
  settleState: z.number(),
  verAt: time,
  address: z.string(),
});
export type VerLogRow = z.output<typeof VerLogRow>;

/** A shop's deductible: what its verifications earned and what was cleared. Amounts are fen. */
export const ShopDeductibleRow = z.object({
  shopId: z.number(),
  ...owner,
  shopName: z.string(),
  agentName: z.string(),
  balance: z.number(),
  totalIn: z.number(),
  totalOut: z.number(),
  qty: z.number(),
  lastAt: time.nullable(),
});
export type ShopDeductibleRow = z.output<typeof ShopDeductibleRow>;

/** An activity a shop takes part in. */
export const BindActRow = z.object({
  id: z.number(),
  ...owner,
  shopName: z.string(),
  agentName: z.string(),
  actName: z.string(),
  actStatus: z.number(),
  bindAt: time,
  bindSource: RowSource.schema,
  verCnt: z.number(),
});
export type BindActRow = z.output<typeof BindActRow>;

const scope = { firmId: id().optional(), agentId: id().optional(), activityId: id().optional() };
const verFilters = {
  ...scope,
  shopId: id().optional(),
  prizeId: id().optional(),
  verNo: filterText,
  phone: filterText,
  settleState: SettleState.schema.optional(),
  dateLimit,
};
const dedFilters = {
  firmId: id().optional(),
  agentId: id().optional(),
  shopId: id().optional(),
  minAmount: fen('最低余额').optional(),
};

/** Verifications, deductible and activities of shops. */
export const shopSettlementApi = defineApi({
  verifyList: read(
    '核销统计',
    '/admin/identity/shop/verify/list',
    'admin:identity:shop:list',
    z.object({ ...paging, ...scope, keywords: filterText, dateLimit }),
    pageOf(VerifyRow).extend({
      sum: z.object({ verCnt: z.number(), verAmount: z.number(), unsettledAmount: z.number() }),
    }),
  ),
  verLogList: read(
    '核销日志',
    '/admin/identity/shop/ver/log/list',
    'admin:identity:shop:list',
    z.object({ ...paging, ...verFilters }),
    pageOf(VerLogRow).extend({ sum: z.object({ dedAmount: z.number() }) }),
  ),
  verLogExport: read(
    '导出核销日志',
    '/admin/identity/shop/ver/log/export',
    'admin:identity:shop:export',
    z.object(verFilters),
    ExportFile,
    { log: LogKind.export },
  ),
  /** Hands a shop's whole deductible to its agent. */
  clear: change(
    '清零门店抵扣',
    '/admin/identity/shop/ver/log/clear/deductible',
    'admin:identity:shop:clear',
    z.object({
      shopId: id('请选择门店'),
      amount: fen('清零金额').optional(),
      remark: text('备注', { max: 100 }),
      voucher: optionalFileAddress,
    }),
    Cleared,
  ),
  dedList: read(
    '门店抵扣列表',
    '/admin/identity/shop/ded/list',
    'admin:identity:shop:list',
    z.object({ ...paging, ...dedFilters }),
    pageOf(ShopDeductibleRow).extend({
      sum: z.object({ totalIn: z.number(), totalOut: z.number(), balance: z.number() }),
    }),
  ),
  dedExport: read(
    '导出门店抵扣',
    '/admin/identity/shop/ded/export',
    'admin:identity:shop:export',
    z.object({ ...dedFilters, columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
  bindActList: read(
    '门店绑定活动',
    '/admin/identity/shop/bind/act/list',
    'admin:identity:shop:list',
    z.object({ ...paging, ...scope, shopId: id().optional(), status: ActStatus.schema.optional() }),
    pageOf(BindActRow),
  ),
  /** Until there are activities to bind, whoever edits shops may call it: 绑定活动 is then no permission that leads anywhere. */
  bindActRemove: read(
    '解绑门店活动',
    '/admin/identity/shop/bind/act/del',
    { any: ['admin:identity:shop:update', 'admin:identity:shop:bind'] },
    oneRow,
    done,
    { log: LogKind.delete },
  ),
});
