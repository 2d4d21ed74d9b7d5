import { z } from 'zod';
import { defineApi, read } from '../../kit/endpoint.ts';
import { id, time } from '../../kit/fields.ts';
import { LedgerRow } from './pool.ts';

const index = 'admin:lottery:assets:index';

/** Figures of all pools, fen. Paid is what was received, returned what was sent and came back from a receiver, each by the day it was. */
const AssetsOverview = z.object({
  asOf: time,
  poolCount: z.number(),
  balance: z.number(),
  allocated: z.number(),
  /** Activities whose budget holds money. */
  activityCount: z.number(),
  reserved: z.number(),
  paidTotal: z.number(),
  paidToday: z.number(),
  paidYesterday: z.number(),
  returnedToday: z.number(),
  returnedYesterday: z.number(),
  /** Paid on an average day of the seven before today. */
  paidDaily: z.number(),
  /** How long the balance lasts at that speed; null where nothing was paid. */
  daysLeft: z.number().nullable(),
  /** Recharges and adjustments that wait for another person. */
  waitingCount: z.number(),
  /** Pools below their line, the emptiest first, twenty at most. */
  low: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      balance: z.number(),
      warnAmount: z.number(),
      daysLeft: z.number().nullable(),
    }),
  ),
});
export type AssetsOverview = z.output<typeof AssetsOverview>;

const firm = z.object({ firmId: id().optional() });

export const assetsApi = defineApi({
  overview: read(
    '资产概览',
    '/admin/lottery/assets/overview',
    { any: [index, 'admin:lottery:redBag:list'] },
    firm,
    AssetsOverview,
  ),
  /** Paid and returned of each of the last thirty days, the oldest first. */
  trend: read(
    '发放与退回趋势',
    '/admin/lottery/assets/trend',
    index,
    firm,
    z.array(z.object({ day: z.string(), paid: z.number(), returned: z.number() })),
  ),
  /** The twenty newest movements. */
  recent: read('最近资金流水', '/admin/lottery/assets/ledger/recent', index, firm, z.array(LedgerRow)),
});
