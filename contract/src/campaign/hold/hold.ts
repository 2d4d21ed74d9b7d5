import { z } from 'zod';
import { RequestStatus } from '../../fund/ledger-enums.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind, read, write } from '../../kit/endpoint.ts';
import { filterText, flag, id, optionalText, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { oneRow } from '../../kit/standard.ts';
import { RiskHit } from '../../risk/risk-hit.ts';

/** A prize that waits for a person, or was looked at by one. */
const HoldRow = z.object({
  /** Of its draw. */
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  drawNo: z.string(),
  activityId: z.number(),
  actName: z.string(),
  uid: z.number(),
  /** Masked. */
  consumer: z.string(),
  tierName: z.string(),
  prizeName: z.string(),
  prizeType: z.number(),
  /** Fen: cash, or the declared value of goods. */
  amount: z.number(),
  worth: z.number(),
  points: z.number(),
  hits: z.array(RiskHit),
  region: z.string(),
  state: RequestStatus.schema,
  auditName: z.string(),
  auditAt: time.nullable(),
  remark: z.string(),
  drawnAt: time,
});
export type HoldRow = z.output<typeof HoldRow>;

/** A draw beside the one in question, as evidence. */
const DrawnBeside = z.object({
  id: z.number(),
  drawNo: z.string(),
  actName: z.string(),
  /** `谢谢参与` where nothing was won. */
  prizeName: z.string(),
  /** Fen. */
  amount: z.number(),
  region: z.string(),
  ip: z.string(),
  drawnAt: time,
});

/** All there is to judge a held prize by. Days are those before and after its draw. */
export const HoldInfo = HoldRow.extend({
  codeText: z.string(),
  productName: z.string(),
  ip: z.string(),
  /** The first eight digits of the phone's own number. */
  device: z.string(),
  /** What he is in the firm: `经销商 杭州代理`, …; empty for an ordinary shopper. */
  roles: z.array(z.string()),
  /** Of this person at the firm: all draws, the wins among them, and what they were worth in cash, fen. */
  drawCnt: z.number(),
  winCnt: z.number(),
  winAmount: z.number(),
  /** Other people who drew from the same address, and with the same phone, within a day of it. */
  sameIp: z.number(),
  sameDevice: z.number(),
  /** His last draws, newest first, the one in question among them. */
  draws: z.array(DrawnBeside),
});
export type HoldInfo = z.output<typeof HoldInfo>;

const mayRead = { any: ['admin:lottery:aiActive:list', 'admin:lottery:active:list'] };

/** Prizes that are held until somebody has looked at them (冻结复核). */
export const holdApi = defineApi({
  list: read(
    '冻结复核列表',
    '/admin/lottery/hold/list',
    mayRead,
    z.object({
      ...paging,
      firmId: id().optional(),
      activityId: id().optional(),
      drawNo: filterText,
      uid: id().optional(),
      state: RequestStatus.schema.optional(),
      dateLimit,
    }),
    pageOf(HoldRow),
  ),
  info: read('冻结复核证据', '/admin/lottery/hold/info', mayRead, oneRow, HoldInfo),
  /** Lets a held prize go, or takes it back for good. A remark is asked for when it is taken back. */
  audit: write(
    LogKind.update,
    '复核冻结中奖',
    '/admin/lottery/hold/audit',
    'admin:lottery:aiActive:audit',
    z
      .object({ id: id(), pass: flag, remark: optionalText('复核意见', 200) })
      .refine(({ pass, remark }) => pass || remark !== '', { path: ['remark'], message: '请填写驳回原因' }),
    done,
  ),
});
