import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { change, defineApi, LogKind, read } from '../../kit/endpoint.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { fen, id, text, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { Cleared, DedKind } from './deductible.ts';

/** One change of a balance. Amounts are fen, negative when the balance falls. */
export const DeductibleEntry = z.object({
  id: z.number(),
  shopId: z.number().nullable(),
  shopName: z.string(),
  activityName: z.string(),
  prizeName: z.string(),
  qty: z.number(),
  dedAmount: z.number(),
  kind: z.number(),
  balanceAfter: z.number(),
  /** 0 未结算, 1 门店已结, 2 经销商已结; null for what is not settled. */
  settleState: z.number().nullable(),
  remark: z.string(),
  verAt: time,
});
export type DeductibleEntry = z.output<typeof DeductibleEntry>;

/** Sums of all rows that match, fen. */
const sums = z.object({ totalIn: z.number(), totalOut: z.number(), balance: z.number() });

const filters = { agentId: id(), shopId: id().optional(), kind: DedKind.schema.optional(), dateLimit };

/** What an agent is owed for prizes his shops handed out, and clearing it. */
export const agentDeductibleApi = defineApi({
  list: read(
    '经销商抵扣明细',
    '/admin/identity/agent/ded/list',
    'admin:identity:agent:duct',
    z.object({ ...paging, ...filters }),
    pageOf(DeductibleEntry).extend({ sum: sums }),
  ),
  /** The same rows added up by shop. */
  shops: read(
    '门店抵扣汇总',
    '/admin/identity/agent/ded/shop/list',
    'admin:identity:agent:duct',
    z.object({ ...paging, agentId: id() }),
    pageOf(
      z.object({
        id: z.number(),
        shopName: z.string(),
        balance: z.number(),
        totalIn: z.number(),
        totalOut: z.number(),
        qty: z.number(),
      }),
    ),
  ),
  export: read(
    '导出经销商抵扣',
    '/admin/identity/agent/duct/export',
    'admin:identity:agent:duct',
    z.object({ ...filters, columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
  clear: change(
    '清零经销商抵扣',
    '/admin/identity/agent/clear/deductible',
    'admin:identity:agent:clear',
    /** `amount` is the balance as the sender saw it. */
    z.object({ id: id(), amount: fen('清零金额'), remark: text('备注', { max: 100 }), voucher: optionalFileAddress }),
    Cleared,
  ),
});
