import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, LogKind, read } from '../kit/endpoint.ts';
import { exportColumns, ExportFile } from '../kit/export.ts';
import { id, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { PayoutStatus } from './payout-enums.ts';

/** Which payouts are counted: those opened in a time, the last thirty days where nobody says, 366 days at most (62011). */
const filters = { firmId: id().optional(), poolId: id().optional(), activityId: id().optional(), dateLimit };

/** How many, and what they come to in fen. */
const sums = { count: z.number(), amount: z.number() };
const Part = z.object({ name: z.string(), ...sums });

/** Payouts by the day they were opened and the status they have now, so that all parts add up to the whole. */
const CensusDay = z.object({
  day: z.string(),
  count: z.number(),
  amount: z.number(),
  /** On its way to the receiver or waiting for him: SENDING, SENT. */
  waitCount: z.number(),
  waitAmount: z.number(),
  receivedCount: z.number(),
  receivedAmount: z.number(),
  /** Back, or coming back: REFUND, RFUND_ING. */
  refundCount: z.number(),
  refundAmount: z.number(),
  failedCount: z.number(),
  failedAmount: z.number(),
  /** Held, and taken back by a person: never sent, and no failure. */
  rejectedCount: z.number(),
  rejectedAmount: z.number(),
  /** Received of those that were sent (waiting, received, back), and failed of those that failed or were received: parts of one, null of none. */
  receivedRate: z.number().nullable(),
  failedRate: z.number().nullable(),
});
export type CensusDay = z.output<typeof CensusDay>;

const Summary = CensusDay.omit({ day: true }).extend({
  /** Of one payout, fen; null of none. */
  averageAmount: z.number().nullable(),
  /** From being opened to being received; null where none was. */
  averageSeconds: z.number().nullable(),
  asOf: time,
});
export type CensusSummary = z.output<typeof Summary>;

const base = '/admin/lottery/red/bag/census';
const may = 'admin:lottery:redBag:census';

/** 红包统计: counted over the payouts themselves. */
export const censusApi = defineApi({
  summary: read('红包统计', `${base}/summary`, may, z.object(filters), Summary),
  /** Every day of the time, the oldest first, with each status. */
  trend: read(
    '红包统计趋势',
    `${base}/trend`,
    may,
    z.object(filters),
    z.array(
      z.object({
        day: z.string(),
        counted: z.array(z.object({ status: PayoutStatus.schema, ...sums })),
        failedRate: z.number().nullable(),
      }),
    ),
  ),
  /** The parts by amount, activity (ten and the rest), way of paying and source. */
  hist: read(
    '红包统计分布',
    `${base}/hist`,
    may,
    z.object(filters),
    z.object({
      amounts: z.array(Part),
      activities: z.array(Part),
      payKinds: z.array(Part),
      sources: z.array(Part),
    }),
  ),
  /** Why payouts failed, the most frequent first; twenty and the rest. */
  reason: read('红包失败原因', `${base}/reason`, may, z.object(filters), z.array(Part)),
  list: read('红包每日统计', `${base}/list`, may, z.object({ ...paging, ...filters }), pageOf(CensusDay)),
  export: read('导出红包统计', `${base}/export`, may, z.object({ ...filters, columns: exportColumns }), ExportFile, {
    log: LogKind.export,
    offersFile: true,
  }),
});
