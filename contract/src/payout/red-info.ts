import { z } from 'zod';
import { RedPayKind } from '../campaign/prize-terms.ts';
import { dateLimit } from '../kit/date-limit.ts';
import { change, defineApi, read } from '../kit/endpoint.ts';
import { filterText, flag, id, ids, int, time } from '../kit/fields.ts';
import { enumeration } from '../kit/enumeration.ts';

import { inRange } from '../kit/page.ts';
import { resource } from '../kit/resource.ts';
import { DoneToMany } from '../kit/standard.ts';
import { LedgerType } from '../fund/ledger-enums.ts';
import { BillState, PayChannel, PayEventSource, PayoutStatus, PaySource } from './payout-enums.ts';

/** Which of a payout's times a range of dates is asked of. */
export const PayoutTime = enumeration({
  create: { label: '创建时间' },
  sent: { label: '发放时间' },
  received: { label: '领取时间' },
  refund: { label: '退款时间' },
});

/** A payout as lists show it. Amounts in fen. */
export const RedInfoRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  billNo: z.string(),
  /** Of the last attempt; '' before the first. */
  outBillNo: z.string(),
  source: PaySource.schema,
  activityId: z.number().nullable(),
  actName: z.string(),
  /** The red packet activity it is paid of; null where it is a lottery's own. */
  redActiveId: z.number().nullable(),
  redActiveName: z.string(),
  uid: z.number().nullable(),
  /** Masked: `林**`, else the end of his number; empty where he is no member of the firm. */
  consumer: z.string(),
  /** Its last six letters. */
  openid: z.string(),
  payKind: RedPayKind.schema,
  channel: PayChannel.schema,
  amount: z.number(),
  status: PayoutStatus.schema,
  /** Why it failed, came back or was rejected, in words. */
  reason: z.string(),
  attemptNo: z.number(),
  /** Waits for another person than who asked for it. */
  hold: z.boolean(),
  /** Of the staff; null where a draw or a code asked for it. */
  createdBy: z.number().nullable(),
  /** Given up: nothing is sent of it any more. */
  isClosed: z.boolean(),
  /** State of the last attempt; null before the first. */
  billState: BillState.schema.nullable(),
  createTime: time,
  sentAt: time.nullable(),
  receivedAt: time.nullable(),
  refundAt: time.nullable(),
  refundAmount: z.number(),
});
export type RedInfoRow = z.output<typeof RedInfoRow>;

/** What was done or heard of an attempt. */
const PayoutEvent = z.object({
  id: z.number(),
  source: PayEventSource.schema,
  fromState: BillState.schema.nullable(),
  toState: BillState.schema.nullable(),
  /** It did not agree with what is known, and changed nothing. */
  disagrees: z.boolean(),
  /** As it came, as JSON; the receiver is masked. */
  raw: z.string(),
  at: time,
});
export type PayoutEvent = z.output<typeof PayoutEvent>;

const PayoutAttempt = z.object({
  id: z.number(),
  attemptNo: z.number(),
  outBillNo: z.string(),
  /** Of WeChat Pay; '' before it told one. */
  providerNo: z.string(),
  state: BillState.schema,
  errCode: z.string(),
  errMsg: z.string(),
  createTime: time,
  postedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** When it was last asked about, and how often since anything was new. */
  askedAt: time.nullable(),
  tries: z.number(),
  /** When the worker goes on; null when it is over, or a person's turn. */
  nextRunAt: time.nullable(),
  /** A person's turn: nobody could say for three days what became of it. */
  isUnclear: z.boolean(),
  /** Oldest first. */
  events: z.array(PayoutEvent),
});
export type PayoutAttempt = z.output<typeof PayoutAttempt>;

export const RedInfo = RedInfoRow.extend({
  prizeName: z.string(),
  remark: z.string(),
  mchName: z.string(),
  /** Masked: `16****4570`. */
  mchid: z.string(),
  /** The draw it was won in. */
  draw: z.object({ drawNo: z.string(), activityId: z.number(), tierName: z.string(), drawnAt: time }).nullable(),
  /** Who asked for it; '' where a draw or a code did. */
  createName: z.string(),
  closedAt: time.nullable(),
  /** The order of packets sent by hand that it is of. */
  send: z
    .object({
      sendNo: z.string(),
      /** All of it, and what of it is still held; fen. */
      count: z.number(),
      amount: z.number(),
      heldCount: z.number(),
      heldAmount: z.number(),
      /** The file its receivers are from; '' where they were picked. */
      fileName: z.string(),
      remark: z.string(),
      at: time,
    })
    .nullable(),
  /** What the receiver was paid by this merchant before. */
  before: z.object({ count: z.number(), amount: z.number(), lastAt: time.nullable() }),
  /** Who let it go or took it back; null before, and where nobody had to. */
  review: z.object({ name: z.string(), at: time, isPassed: z.boolean(), remark: z.string() }).nullable(),
  /** Until when its receiver may confirm; null while there is nothing to confirm. */
  confirmBefore: time.nullable(),
  /** Newest first. */
  attempts: z.array(PayoutAttempt),
  /** Its movements in the ledger of funds, oldest first; the four amounts of each add to 0. */
  ledger: z.array(
    z.object({
      id: z.number(),
      at: time,
      type: LedgerType.schema,
      pool: z.number(),
      avail: z.number(),
      reserved: z.number(),
      outside: z.number(),
    }),
  ),
});
export type RedInfo = z.output<typeof RedInfo>;

const statusText = '状态不正确';
const fenText = '金额不正确';
const filters = {
  firmId: id().optional(),
  /** Number of the payout, or of one of its attempts at the merchant: all of it. */
  keywords: filterText,
  source: PaySource.schema.optional(),
  activityId: id().optional(),
  redActiveId: id().optional(),
  mchConfId: id().optional(),
  uid: id().optional(),
  /** Fen, both ends included. */
  minAmount: int(0, 99_999_999_999, fenText).optional(),
  maxAmount: int(0, 99_999_999_999, fenText).optional(),
  hold: flag.optional(),
  /** Which time `dateLimit` means; that of its creation where nobody says. */
  dateType: PayoutTime.schema.optional(),
  dateLimit,
};
const status = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',', 8) : value),
    z.array(PayoutStatus.schema, { error: statusText }).min(1, statusText).max(7, statusText),
  )
  .optional();

/** How many payouts are in each status and what they come to. */
const Counted = z.object({ status: PayoutStatus.schema, count: z.number(), amount: z.number() });

const named = z
  .object({ id: id().optional(), ids: ids('请先选择数据', id(), 100).optional() })
  .refine(({ id: one, ids: many }) => one !== undefined || many !== undefined, {
    error: '请先选择数据',
    path: ['ids'],
  });
/** What became of an act: how many it was done to, why not to the others, and the status each has now. */
const Acted = DoneToMany.extend({ rows: z.array(z.object({ id: z.number(), status: PayoutStatus.schema })) });

const base = '/admin/lottery/red/info';
const at = resource(base, 'admin:lottery:redInfo', '红包发放记录');
/** They call WeChat Pay, or lock row by row: each row is a transaction of its own. */
const eachByItself = { ownTransaction: true } as const;

/** 红包发放记录. An act on one row refuses as itself; on several, what is refused is told row by row. */
export const redInfoApi = defineApi({
  list: at.list(RedInfoRow, { ...filters, status }),
  /** By the same filters but the status; null where more than 100,000 rows would have to be counted. */
  board: read(
    '红包发放概况',
    `${base}/board`,
    'admin:lottery:redInfo:list',
    inRange(z.object(filters)),
    z.object({ counted: z.array(Counted).nullable() }),
  ),
  /** What was opened on each day, by the status it has now; the last thirty days where nobody says, 92 at most (62011). */
  days: read(
    '红包按天统计',
    `${base}/days`,
    'admin:lottery:redInfo:list',
    inRange(z.object({ ...filters, status })),
    z.array(z.object({ day: z.string(), counted: z.array(Counted) })),
  ),
  info: at.info(RedInfo),
  /** Sends what failed once more, under a new number. */
  resend: change('重发红包', `${base}/resend`, 'admin:lottery:redInfo:resend', named, Acted, eachByItself),
  cancel: change('撤销红包', `${base}/cancel`, 'admin:lottery:redInfo:cancel', named, Acted, eachByItself),
  /** Gives up what failed: its money is let go. */
  close: change('关闭红包', `${base}/close`, 'admin:lottery:redInfo:resend', named, Acted, eachByItself),
  /** Asks WeChat Pay now. */
  sync: change('查询红包状态', `${base}/sync`, 'admin:lottery:redInfo:sync', named, Acted, eachByItself),
  export: at.export({ ...filters, status }),
});
