import { z } from 'zod';
import { ClaimStatus } from '../campaign/campaign-states.ts';
import { PrizeType } from '../campaign/prize-terms.ts';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, LogKind } from '../kit/endpoint.ts';
import { filterText, flag, id, ids, text, time } from '../kit/fields.ts';
import { resource } from '../kit/resource.ts';
import { DoneToMany, oneRow } from '../kit/standard.ts';
import { Delivery } from '../payout/payout-enums.ts';

/** Who may read what a shopper told of himself. */
export const plainPermission = 'admin:lottery:customer:plain';

/** A prize that was won, and what became of it. What tells of a person is masked. */
export const ClaimRow = z.object({
  /** That of its draw. */
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  claimNo: z.string(),
  drawNo: z.string(),
  codeText: z.string(),
  activityId: z.number(),
  activityName: z.string(),
  tierName: z.string(),
  prizeName: z.string(),
  prizeType: PrizeType.schema,
  /** Fen; 0 where it is no cash. */
  amount: z.number(),
  points: z.number(),
  uid: z.number(),
  consumer: z.string(),
  collectText: z.string(),
  claimMode: z.number(),
  status: ClaimStatus.schema,
  /** See ClaimBusy. */
  busy: z.number(),
  hold: z.boolean(),
  closeText: z.string(),
  /** Of its money; null where none was sent. */
  delivery: Delivery.schema.nullable(),
  /** Number of its payout, which holds every attempt; '' where no money was sent. */
  payoutNo: z.string(),
  shopName: z.string(),
  /** The last four of the code that a shop asks for; '' where there is none. */
  verTail: z.string(),
  /** Of its posting; '' where there is none. */
  redeemNo: z.string(),
  region: z.string(),
  drawnAt: time,
  claimedAt: time.nullable(),
  expireAt: time,
  createTime: time,
});
export type ClaimRow = z.output<typeof ClaimRow>;

const filters = {
  firmId: id().optional(),
  /** Number of a claim or draw, or a code. */
  keywords: filterText,
  activityId: id().optional(),
  /** One of an activity's. */
  tierId: id().optional(),
  prizeType: PrizeType.schema.optional(),
  status: ClaimStatus.schema.optional(),
  /** Waits for a person who looks at it first. */
  hold: flag.optional(),
  delivery: Delivery.schema.optional(),
  /** Where it was handed out. */
  shopId: id().optional(),
  /** Whose goods the code was on. */
  agentId: id().optional(),
  consumer: filterText,
  uid: id().optional(),
  /** When it was won. */
  dateLimit,
};

/** Figures of all claims that filters mean; amounts in fen. */
export const ClaimSums = z.object({
  won: z.number(),
  claimed: z.number(),
  open: z.number(),
  closed: z.number(),
  /** Cash that was received. */
  amount: z.number(),
});
export type ClaimSums = z.output<typeof ClaimSums>;

const claimAt = resource('/admin/lottery/claim', 'admin:lottery:receive', '领取明细');

/** 领取明细: every prize that was won. */
export const claimApi = defineApi({
  list: claimAt.list(ClaimRow, filters),
  sums: claimAt.read('领取汇总', '/sums', 'list', z.object(filters), ClaimSums),
  export: claimAt.export(filters),
  /** What a winner told of himself, in full; the look is logged. */
  collected: {
    ...claimAt.read(
      '查看收集信息',
      '/collect',
      'list',
      oneRow,
      z.array(z.object({ key: z.string(), label: z.string(), value: z.string() })),
      { log: LogKind.other, isPlain: true },
    ),
    may: plainPermission,
  },
  /** 延期: open claims stay open to the end of a day. */
  extend: claimAt.write(
    LogKind.update,
    '延长领取有效期',
    '/extend',
    'update',
    z.object({
      ids: ids('请先选择领取记录', id(), 1000),
      until: z.iso.date({ error: '请选择新的有效期' }),
    }),
    DoneToMany,
  ),
  /** 关闭: open claims that nothing holds; money and stock go back as when they expire. */
  close: claimAt.write(
    LogKind.update,
    '关闭领取',
    '/close',
    'update',
    z.object({ ids: ids('请先选择领取记录', id(), 1000), reason: text('关闭原因', { max: 100 }) }),
    DoneToMany,
    { ownTransaction: true },
  ),
});
