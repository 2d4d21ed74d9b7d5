import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, LogKind, read, write } from '../kit/endpoint.ts';
import { exportColumns, ExportFile } from '../kit/export.ts';
import { fen, id, text, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { picking } from '../kit/picking.ts';
import { DedKind } from '../parties/deductible/deductible.ts';
import { PayeeKind } from './settlement-enums.ts';

/** One change of what somebody is owed. Amounts are fen, negative when the balance falls. */
export const DuctRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  ownerKind: PayeeKind.schema,
  ownerId: z.number(),
  ownerName: z.string(),
  at: time,
  kind: DedKind.schema,
  amount: z.number(),
  balanceAfter: z.number(),
  shopName: z.string(),
  actName: z.string(),
  /** What caused it, by its number. */
  ref: z.string(),
  remark: z.string(),
  operatorName: z.string(),
});
export type DuctRow = z.output<typeof DuctRow>;

const filters = {
  ownerKind: PayeeKind.schema.optional(),
  ownerId: id().optional(),
  agentId: id().optional(),
  shopId: id().optional(),
  firmId: id().optional(),
  kind: DedKind.schema.optional(),
  dateLimit,
};

const readers = { any: ['admin:lottery:store:list', 'admin:lottery:dealerRemit:list'] };

/** 抵扣记录 of shops and dealers, and what dealers do with theirs. */
export const ductApi = defineApi({
  list: read('抵扣记录', '/admin/lottery/duct/log/list', readers, z.object({ ...paging, ...filters }), pageOf(DuctRow)),
  exportAgent: read(
    '导出经销商抵扣记录',
    '/admin/lottery/duct/log/export/agent',
    'admin:lottery:dealerRemit:export',
    z.object({ agentId: id('请选择经销商'), kind: DedKind.schema.optional(), dateLimit, columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
  /** Dealers who have an account: those named, or the first twenty whose name or number contains the words. What each is owed is fen. */
  agents: read(
    '有抵扣账户的经销商',
    '/admin/lottery/merchant/duct/agent/list',
    { any: ['admin:lottery:dealerRemit:pay', 'admin:lottery:dealerRemit:export'] },
    z.object(picking),
    z.array(z.object({ id: z.number(), name: z.string(), firmId: z.number(), balance: z.number() })),
  ),
  /** Sets what the firm owes a dealer off against an order of his, as 使用抵扣 there does. */
  offset: write(
    LogKind.other,
    '抵扣货款',
    '/admin/lottery/merchant/duct/offset',
    'admin:lottery:dealerRemit:pay',
    z.object({
      agentId: id('请选择经销商'),
      amount: fen('抵扣金额', { least: 1 }),
      orderNo: text('要货订单号', { max: 24 }),
      idemKey: z.string().max(64).optional(),
    }),
    /** What is left, fen. */
    z.object({ balance: z.number() }),
  ),
  /** A dealer's month as a workbook: opening, every change, closing. */
  statement: read(
    '经销商对账单',
    '/admin/lottery/merchant/duct/statement',
    'admin:lottery:dealerRemit:export',
    z.object({
      agentId: id('请选择经销商'),
      month: z
        .string({ error: '请选择月份' })
        .trim()
        .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '请选择月份'),
    }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
});
