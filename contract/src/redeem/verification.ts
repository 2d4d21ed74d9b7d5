import { z } from 'zod';
import { ClaimStatus } from '../campaign/campaign-states.ts';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, done, LogKind, read, write } from '../kit/endpoint.ts';
import { exportColumns, ExportFile } from '../kit/export.ts';
import { filterText, id, oneOf, optionalText, text, time, version } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { resource } from '../kit/resource.ts';
import { SettleState } from '../parties/deductible/shop-settlement.ts';
import { VerAct, VerStatus } from './redeem-states.ts';

const common = {
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  verNo: z.string(),
  prizeName: z.string(),
  tierName: z.string(),
  shopId: z.number(),
  shopName: z.string(),
  agentName: z.string(),
  status: VerStatus.schema,
  settleState: SettleState.schema,
  verAt: time,
};

/** A prize that a shop handed out, as it stands among the prizes. Amounts are fen. */
export const VerRow = z.object({
  ...common,
  activityId: z.number(),
  actName: z.string(),
  /** Who won it, masked. */
  consumer: z.string(),
  picName: z.string(),
  deductAmount: z.number(),
  /** The city of the phone's position; '' where it told none. */
  region: z.string(),
  remark: z.string(),
  version: z.number(),
  /** Neither settled nor taken back, and younger than a day. */
  mayReverse: z.boolean(),
  reversedAt: time.nullable(),
  reverseReason: z.string(),
});
export type VerRow = z.output<typeof VerRow>;

/** Something that happened to the prize of a verification, newest first. */
export const VerEvent = z.object({
  act: VerAct.schema,
  at: time,
  /** The number of the draw or verification. */
  no: z.string(),
  shopName: z.string(),
  /** Fen that the shop, or its dealer, is owed more or less by it. */
  amount: z.number(),
  operatorName: z.string(),
  remark: z.string(),
});
export type VerEvent = z.output<typeof VerEvent>;

/** All about one: the draw, the claim, the place, and what happened. */
export const VerInfo = VerRow.extend({
  shopAddress: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  drawNo: z.string(),
  drawnAt: time,
  /** '' where points were paid for the draw. */
  codeText: z.string(),
  productName: z.string(),
  claimNo: z.string(),
  claimStatus: ClaimStatus.schema,
  expireAt: time,
  events: z.array(VerEvent),
});
export type VerInfo = z.output<typeof VerInfo>;

const scope = {
  firmId: id().optional(),
  activityId: id().optional(),
  prizeId: id().optional(),
  shopId: id().optional(),
  /** Of the dealer who owed it, or of somebody below him. */
  agentId: id().optional(),
  settleState: SettleState.schema.optional(),
  dateLimit,
};
const filters = {
  ...scope,
  /** One of an activity's. */
  tierId: id().optional(),
  /** The whole number of a verification, or the whole code it was handed out on. */
  keywords: filterText,
  status: VerStatus.schema.optional(),
};

/** Valid ones of all rows that match, fen. */
const sum = z.object({ dedAmount: z.number() });
const at = resource('/admin/lottery/prize/ver', 'admin:lottery:prizeVer', '核销记录');

/** What shops handed out, beside the prizes. */
export const verificationApi = defineApi({
  list: {
    ...at.list(VerRow, filters),
    data: pageOf(VerRow).extend({ sum }),
  },
  board: at.read(
    '核销统计',
    '/board',
    'list',
    z.object({ firmId: scope.firmId }),
    z.object({
      todayCount: z.number(),
      monthCount: z.number(),
      /** Fen that shops are owed for prizes nobody has settled. */
      openAmount: z.number(),
      /** Of those handed out this month. */
      reversedCount: z.number(),
    }),
  ),
  info: at.info(VerInfo),
  /** Takes a verification back (`status` 2, with the reason); without a state it keeps a note beside it, or none, and
   * refuses a `version` that somebody else has changed since. */
  update: write(
    LogKind.update,
    '冲正或备注核销记录',
    '/admin/lottery/prize/ver/update',
    'admin:lottery:prizeVer:update',
    z
      .object({
        id: id(),
        version,
        status: oneOf([VerStatus.reversed], '状态不正确').optional(),
        reason: text('冲正原因', { max: 100 }).optional(),
        remark: optionalText('备注', 100),
      })
      .superRefine(({ status, reason }, context) => {
        if (status !== undefined && !reason)
          context.addIssue({ code: 'custom', path: ['reason'], message: '请输入冲正原因' });
      }),
    done,
  ),
  export: at.export(filters),
});

/** What a shop handed out altogether. Amounts are fen; what was taken back counts nowhere but in `reversedCount`. */
export const VerifyRow = z.object({
  shopId: z.number(),
  firmId: z.number(),
  firmName: z.string(),
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

/** The same rows as {@link VerRow}, as they stand among the shops. */
export const VerLogRow = z.object({
  ...common,
  activityName: z.string(),
  /** The code that was drawn with; '' where points were paid. */
  code: z.string(),
  userName: z.string(),
  dedAmount: z.number(),
  /** Where the shop is. */
  address: z.string(),
});
export type VerLogRow = z.output<typeof VerLogRow>;

const logFilters = { ...scope, verNo: filterText };

/** What shops handed out, beside the shops. */
export const shopVerApi = defineApi({
  verifyList: read(
    '门店核销统计',
    '/admin/identity/shop/verify/list',
    'admin:identity:shop:list',
    z.object({
      ...paging,
      firmId: scope.firmId,
      agentId: id().optional(),
      activityId: scope.activityId,
      keywords: filterText,
      dateLimit,
    }),
    pageOf(VerifyRow).extend({
      sum: z.object({ verCnt: z.number(), verAmount: z.number(), unsettledAmount: z.number() }),
    }),
  ),
  verLogList: read(
    '核销日志',
    '/admin/identity/shop/ver/log/list',
    { any: ['admin:identity:shop:list', 'admin:lottery:store:list'] },
    z.object({ ...paging, ...logFilters }),
    pageOf(VerLogRow).extend({ sum }),
  ),
  verLogExport: read(
    '导出核销日志',
    '/admin/identity/shop/ver/log/export',
    'admin:identity:shop:export',
    z.object({ ...logFilters, columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
});
