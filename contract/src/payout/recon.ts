import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { change, defineApi, done, read } from '../kit/endpoint.ts';
import { filterText, id, text, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { ReconDiffType, ReconState } from './payout-enums.ts';

/** A day of a merchant's account whose bill was taken up. Amounts in fen. */
const ReconDay = z.object({
  mchConfId: z.number(),
  mchName: z.string(),
  firmId: z.number(),
  firmName: z.string(),
  billDate: z.string(),
  lines: z.number(),
  outAmount: z.number(),
  inAmount: z.number(),
  /** Differences found in this bill, and those nobody has dealt with. */
  diffCount: z.number(),
  openCount: z.number(),
  at: time,
});
export type ReconDay = z.output<typeof ReconDay>;

/** Where a bill and what was booked do not agree. Amounts in fen: what went out less what came back. */
const ReconDiff = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  mchConfId: z.number(),
  mchName: z.string(),
  billDate: z.string(),
  outBillNo: z.string(),
  /** The payout the number is of; null where it is none of ours. */
  redInfoId: z.number().nullable(),
  diffType: ReconDiffType.schema,
  ourAmount: z.number(),
  billAmount: z.number(),
  state: ReconState.schema,
  handledName: z.string(),
  handledAt: time.nullable(),
  handleRemark: z.string(),
  at: time,
});
export type ReconDiff = z.output<typeof ReconDiff>;

const base = '/admin/lottery/recon';
const list = 'admin:lottery:redInfo:list';

export const reconApi = defineApi({
  days: read(
    '对账日列表',
    `${base}/list`,
    list,
    z.object({ ...paging, firmId: id().optional(), mchConfId: id().optional(), dateLimit }),
    pageOf(ReconDay),
  ),
  diffs: read(
    '对账差异列表',
    `${base}/diff/list`,
    list,
    z.object({
      ...paging,
      firmId: id().optional(),
      mchConfId: id().optional(),
      outBillNo: filterText,
      diffType: ReconDiffType.schema.optional(),
      state: ReconState.schema.optional(),
      /** Of the bill. */
      dateLimit,
    }),
    pageOf(ReconDiff),
  ),
  /** Says what became of a difference. No money moves by it: that is done by an adjustment of the pool. */
  handle: change(
    '处理对账差异',
    `${base}/diff/handle`,
    'admin:lottery:redInfo:sync',
    z.object({ id: id(), remark: text('处理说明', { max: 100 }) }),
    done,
  ),
});
