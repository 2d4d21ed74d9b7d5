import { z } from 'zod';
import { defineApi, LogKind } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { fen, filterText, flag, id, ids, int, optionalText, text, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { picking } from '../../kit/picking.ts';
import { fileAddress } from '../../kit/picture.ts';
import { resource } from '../../kit/resource.ts';
import { firmId } from '../../parties/party-fields.ts';
import { LedgerType, RequestStatus } from '../ledger-enums.ts';
import { moneyUsers } from '../money-users.ts';

/** A pool as it is typed; its money is moved by other calls. */
export const PoolDraft = z.object({
  firmId,
  name: text('资金池名称', { max: 30 }),
  mchConfId: id('请选择商户'),
  warnAmount: fen('预警线').default(0),
  /** Administrators who are told when the balance is below the line. */
  notifyIds: z
    .array(id('请选择通知人'))
    .max(20, '通知人不能超过20个')
    .transform((chosen) => [...new Set(chosen)])
    .default([]),
  /** 0 is without limit. */
  dayLimitAmount: fen('单日发放上限').default(0),
  userDayMax: int(1, 10, '单用户每日上限应为1-10的整数').default(10),
  status: Enabled.schema.default(0),
  remark: optionalText('备注', 200),
});
export type PoolDraft = z.output<typeof PoolDraft>;

/** Amounts in fen. */
const figures = {
  /** Free: neither given to an activity nor paid. */
  balance: z.number(),
  /** In the budgets of activities, won and not won. */
  allocated: z.number(),
  /** Of that: won, neither received nor given up. */
  reserved: z.number(),
  paidTotal: z.number(),
};

export const PoolRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  name: z.string(),
  mchConfId: z.number(),
  mchName: z.string(),
  /** Masked: `16****4570`. */
  mchid: z.string(),
  ...figures,
  warnAmount: z.number(),
  /** Enabled, and the balance is below the line. */
  isLow: z.boolean(),
  /** Recharges and adjustments that another person has to approve. */
  waitingCount: z.number(),
  status: Enabled.schema,
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type PoolRow = z.output<typeof PoolRow>;

const Pool = PoolRow.extend({
  notifyIds: z.array(z.number()),
  notifyNames: z.array(z.string()),
  dayLimitAmount: z.number(),
  userDayMax: z.number(),
  remark: z.string(),
});

/** The most one recharge or adjustment may be, fen: 100 million yuan. */
const mostAmount = 10_000_000_000;

/** Sent again under its `idemKey` it is asked once. */
const idemKey = z.string().trim().max(64).optional();

export const RechargeDraft = z.object({
  /** The pool. */
  id: id(),
  amount: fen('充值金额', { least: 1, most: mostAmount }),
  vouchers: z
    .array(fileAddress('请上传充值凭证'), { error: '请上传充值凭证' })
    .min(1, '请上传充值凭证')
    .max(5, '充值凭证不能超过5张'),
  remark: optionalText('备注', 200),
  idemKey,
});

export const AdjustDraft = z.object({
  /** The pool. */
  id: id(),
  /** Signed. */
  amount: fen('调账金额', { least: -mostAmount, most: mostAmount }).refine((amount) => amount !== 0, '调账金额不能为0'),
  /** What the person saw, so that nobody corrects a balance that is another by now. */
  balance: int(0, Number.MAX_SAFE_INTEGER, '余额不正确').optional(),
  vouchers: z.array(fileAddress('请上传凭证')).max(5, '凭证不能超过5张').default([]),
  remark: text('原因', { max: 200, missing: '请输入调账原因' }),
  idemKey,
});

export const AllocateDraft = z.object({
  /** The pool. */
  id: id(),
  activityId: id('请选择活动'),
  amount: fen('划拨金额', { least: 1, most: mostAmount }),
  idemKey,
});

/** An activity that a pool pays. */
export const FundedActivity = z.object({
  id: z.number(),
  name: z.string(),
  firmId: z.number(),
  /** It is an activity of red packets. */
  isRed: z.boolean(),
  /** Neither won nor paid, fen. */
  remain: z.number(),
});
export type FundedActivity = z.output<typeof FundedActivity>;

/** What another person says of a request; a rejection has its reason. */
const ReviewDraft = z
  .object({ id: id(), pass: flag, remark: optionalText('复核意见', 200) })
  .superRefine(({ pass, remark: said }, context) => {
    if (!pass && !said) context.addIssue({ code: 'custom', path: ['remark'], message: '请输入驳回原因' });
  });

const FundRequest = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  poolId: z.number(),
  poolName: z.string(),
  kind: LedgerType.schema,
  amount: z.number(),
  vouchers: z.array(z.string()),
  remark: z.string(),
  status: RequestStatus.schema,
  createdBy: z.number(),
  operatorName: z.string(),
  createTime: time,
  reviewerName: z.string(),
  reviewedAt: time.nullable(),
  reviewRemark: z.string(),
});
export type FundRequest = z.output<typeof FundRequest>;

/** A movement, or with `groupBy=day` all of one type, pool and day. The four amounts, fen, add to 0. */
export const LedgerRow = z.object({
  /** Of a group its place. */
  id: z.number(),
  firmId: z.number(),
  poolId: z.number(),
  poolName: z.string(),
  type: LedgerType.schema,
  day: z.string(),
  /** Of a group its latest. */
  at: time,
  count: z.number(),
  activityCount: z.number(),
  /** Where all are of one activity, and its name. */
  activityId: z.number().nullable(),
  actName: z.string(),
  /** It is an activity of red packets. */
  isRed: z.boolean(),
  voucherCount: z.number(),
  pool: z.number(),
  avail: z.number(),
  reserved: z.number(),
  outside: z.number(),
  /** Of the pool; null where it was not touched, and of groups of more than one. */
  balanceAfter: z.number().nullable(),
  /** '' of groups of more than one. */
  remark: z.string(),
  /** '系统' where nobody did it by hand; of a group the first of several. */
  operatorName: z.string(),
  operatorCount: z.number(),
  reviewerName: z.string(),
});
export type LedgerRow = z.output<typeof LedgerRow>;

const LedgerSum = z.object({
  count: z.number(),
  pool: z.number(),
  avail: z.number(),
  reserved: z.number(),
  outside: z.number(),
});

const ledgerFilters = {
  firmId: id().optional(),
  poolId: id().optional(),
  type: LedgerType.schema.optional(),
  activityId: id().optional(),
  dateLimit: dateLimit,
};

/** Whether the money of pools, in all, is where the ledger says: recharged + adjusted = balance + allocated + paid + fee. */
const FundCheck = z.object({
  asOf: time,
  recharged: z.number(),
  adjusted: z.number(),
  balance: z.number(),
  allocated: z.number(),
  paid: z.number(),
  fee: z.number(),
  /** Left side less right side. */
  difference: z.number(),
});

/** What does not hold: a name of the rule, and the row it does not hold for. */
const FundFault = z.object({
  rule: z.string(),
  firmId: z.number(),
  poolName: z.string(),
  detail: z.string(),
  difference: z.number(),
});

const poolAt = resource('/admin/lottery/red/bag', 'admin:lottery:redBag', '资金池');
export const poolApi = defineApi({
  list: poolAt.list(PoolRow, {
    firmId: id().optional(),
    name: filterText,
    mchConfId: id().optional(),
    status: Enabled.schema.optional(),
  }),
  listAll: poolAt.listAll(
    z.array(
      z.object({ id: z.number(), name: z.string(), firmId: z.number(), status: z.number(), balance: z.number() }),
    ),
    { may: { any: ['admin:lottery:redBag:list', ...moneyUsers] } },
  ),
  /** Whom a pool of the firm may name as those who are told. */
  staff: poolAt.read(
    '资金池通知人',
    '/staff/list',
    'list',
    z.object(picking),
    z.array(z.object({ id: z.number(), name: z.string(), firmId: z.number() })),
  ),
  info: poolAt.info(Pool),
  save: poolAt.save(PoolDraft),
  update: poolAt.update(PoolDraft),
  updateStatus: poolAt.updateStatus(),
  remove: poolAt.remove(),
  removeMany: poolAt.removeMany(),
  recharge: poolAt.write(
    LogKind.insert,
    '充值登记',
    '/recharge',
    'recharge',
    RechargeDraft,
    z.object({ id: z.number() }),
  ),
  adjust: poolAt.write(LogKind.insert, '调账', '/adjust', 'adjust', AdjustDraft, z.object({ id: z.number() }), {
    needsAdmin: true,
  }),
  /** 划拨到活动: answers what the pool and the activity have then. */
  allocate: poolAt.write(
    LogKind.insert,
    '划拨到活动',
    '/allocate',
    'allocate',
    AllocateDraft,
    z.object({ balance: z.number(), remain: z.number() }),
  ),
  /** What a pool may be allocated to. */
  funded: poolAt.read(
    '可划拨的活动',
    '/activity/list',
    'allocate',
    z.object({ poolId: id(), keywords: picking.keywords, ids: picking.ids }),
    z.array(FundedActivity),
  ),
  audit: poolAt.write(LogKind.other, '复核充值与调账', '/audit', 'audit', ReviewDraft, z.null()),
  requests: poolAt.read(
    '充值与调账申请',
    '/request/list',
    'list',
    z.object({
      ...paging,
      firmId: id().optional(),
      poolId: id().optional(),
      kind: LedgerType.schema.optional(),
      status: RequestStatus.schema.optional(),
      dateLimit,
    }),
    pageOf(FundRequest),
  ),
  ledger: poolAt.read(
    '资金流水',
    '/ledger/list',
    'list',
    z.object({ ...paging, ...ledgerFilters, groupBy: z.enum(['day'], '分组方式不正确').optional() }),
    pageOf(LedgerRow).extend({ sum: LedgerSum.nullable() }),
  ),
  ledgerExport: poolAt.read(
    '导出资金流水',
    '/ledger/export',
    'export',
    z.object({ ...ledgerFilters, ids: ids().optional(), columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
  check: poolAt.read('收支核对', '/check', 'list', z.object({ firmId: id().optional() }), FundCheck),
  faults: poolAt.read('收支差异', '/check/list', 'list', z.object({ firmId: id().optional() }), z.array(FundFault)),
});
