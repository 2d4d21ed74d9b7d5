import { z } from 'zod';
import { AmountMode, payLimits, RedPayKind } from '../../campaign/prize-terms.ts';
import { RedScene } from '../../campaign/red-type/red-type.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { timeField } from '../../kit/day.ts';
import { fenToYuan } from '../../kit/decimal.ts';
import { defineApi, LogKind } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { fen, filterText, id, int, optionalText, text, time } from '../../kit/fields.ts';
import { resource } from '../../kit/resource.ts';
import { firmId } from '../../parties/party-fields.ts';
import { PayChannel } from '../../payout/payout-enums.ts';
import { RedKind } from '../red-enums.ts';

/** The most one activity may be given at once, fen: 100 million yuan. */
const mostBudget = 10_000_000_000;

const limitsOf = (payKind: unknown) => payLimits[Number(payKind)] ?? payLimits[RedPayKind.balance]!;
const limitsText = (payKind: unknown): string =>
  `金额须在${fenToYuan(limitsOf(payKind).least)}~${fenToYuan(limitsOf(payKind).most)}元之间`;
const isWithin = (payKind: unknown, amount: number): boolean =>
  amount >= limitsOf(payKind).least && amount <= limitsOf(payKind).most;

/** A red packet activity as it is typed. Amounts are fen. */
export const RedActiveDraft = z
  .object({
    firmId,
    /** What a receiver reads beside the money. */
    name: text('红包活动名称', { max: 32 }),
    redTypeId: id('请选择红包类型'),
    kind: RedKind.schema.default(RedKind.NORMAL),
    channel: z.string({ error: '请选择发放渠道' }).pipe(PayChannel.schema),
    scene: z.string({ error: '请选择红包场景' }).pipe(RedScene.schema),
    payKind: z
      .union([z.string(), z.number()], { error: '请选择支付方式' })
      .pipe(RedPayKind.schema)
      .refine((kind) => kind !== RedPayKind.points, '请选择支付方式'),
    mchConfId: id('请选择发放商户'),
    sendName: text('商户名称', { max: 32 }),
    wishing: text('祝福语', { max: 128 }),
    amountMode: AmountMode.schema.default(AmountMode.fixed),
    /** The amount itself where it is fixed. */
    amountMin: fen('金额'),
    amountMax: fen('最高金额').optional(),
    /** Taken of the merchant's pool. */
    budgetAmount: fen('活动预算', { least: 1, most: mostBudget }),
    /** Packets at most; null is without limit. */
    packetLimit: int(1, 99_999_999, '红包个数上限须为1-99999999的整数').nullable().default(null),
    limitUserDay: int(1, 10, '每人每日上限应为1-10的整数').default(10),
    startAt: timeField('请选择活动时间'),
    endAt: timeField('请选择活动时间'),
    status: Enabled.schema.default(Enabled.on),
    remark: optionalText('备注', 200),
  })
  .refine(({ payKind, amountMin }) => isWithin(payKind, amountMin), {
    path: ['amountMin'],
    error: ({ input }) => limitsText((input as { payKind?: unknown }).payKind),
  })
  .refine(
    ({ payKind, amountMode, amountMax }) =>
      amountMode !== AmountMode.random || (amountMax !== undefined && isWithin(payKind, amountMax)),
    { path: ['amountMax'], error: ({ input }) => limitsText((input as { payKind?: unknown }).payKind) },
  )
  .refine(
    ({ amountMode, amountMin, amountMax }) =>
      amountMode !== AmountMode.random || amountMax === undefined || amountMax >= amountMin,
    { path: ['amountMax'], message: '最高金额不能小于最低金额' },
  )
  .refine(({ startAt, endAt }) => endAt > startAt, { path: ['endAt'], message: '结束时间必须晚于开始时间' });
export type RedActiveDraft = z.output<typeof RedActiveDraft>;

/** A red packet activity in the list. Amounts are fen. */
export const RedActiveRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  name: z.string(),
  redTypeId: z.number(),
  redTypeDes: z.string(),
  kind: z.string(),
  channel: z.string(),
  scene: z.string(),
  payKind: z.number(),
  mchConfId: z.number(),
  mchName: z.string(),
  sendName: z.string(),
  wishing: z.string(),
  amountMode: z.number(),
  amountMin: z.number(),
  amountMax: z.number(),
  /** What one packet holds, in words: `¥0.30~8.88`. */
  amountText: z.string(),
  budgetAmount: z.number(),
  /** Promised: neither received nor given up. */
  usedAmount: z.number(),
  paidAmount: z.number(),
  remain: z.number(),
  /** Packets that were made, and the most there may be. */
  packetCnt: z.number(),
  packetLimit: z.number().nullable(),
  limitUserDay: z.number(),
  startAt: time,
  endAt: time,
  endedAt: time.nullable(),
  status: z.number(),
  remark: z.string(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type RedActiveRow = z.output<typeof RedActiveRow>;

const filters = {
  firmId: id().optional(),
  name: filterText,
  redTypeId: id().optional(),
  channel: PayChannel.schema.optional(),
  kind: RedKind.schema.optional(),
  status: Enabled.schema.optional(),
  dateLimit,
};

const redActiveAt = resource('/admin/lottery/red/active', 'admin:lottery:redActive', '红包活动');
/** Whoever lists packets or red codes picks the activity they are of. */
const pickers = {
  any: ['admin:lottery:redActive:list', 'admin:lottery:redInfo:list', 'admin:lottery:redBar:list'],
};

export const redActiveApi = defineApi({
  list: redActiveAt.list(RedActiveRow, filters),
  listAll: redActiveAt.listAll(
    z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        firmId: z.number(),
        status: z.number(),
        channel: z.string(),
        endedAt: time.nullable(),
      }),
    ),
    { may: pickers },
  ),
  info: redActiveAt.info(RedActiveRow.extend({ isBegun: z.boolean() }), { may: pickers }),
  /** Figures over all, or of one firm; fen. */
  board: redActiveAt.read(
    '红包活动概况',
    '/board',
    'list',
    z.object({ firmId: id().optional() }),
    z.object({
      count: z.number(),
      budgetAmount: z.number(),
      paidAmount: z.number(),
      sentAmount: z.number(),
      failedCnt: z.number(),
    }),
  ),
  save: redActiveAt.save(RedActiveDraft),
  update: redActiveAt.update(RedActiveDraft),
  /** 追加预算: more of its merchant's pool. */
  addBudget: redActiveAt.write(
    LogKind.update,
    '追加红包活动预算',
    '/budget',
    'update',
    z.object({ id: id(), amount: fen('追加金额', { least: 1, most: mostBudget }) }),
    z.object({ remain: z.number(), balance: z.number() }),
  ),
  updateStatus: redActiveAt.updateStatus({ may: 'admin:lottery:redActive:status' }),
  remove: redActiveAt.remove(),
  removeMany: redActiveAt.removeMany(),
  export: redActiveAt.export(filters),
});
