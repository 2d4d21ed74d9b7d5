import { z } from 'zod';
import { change, defineApi, LogKind, read } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { fen, id, text, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { Cleared } from './deductible.ts';

/** How far a verification's deductible is settled. */
export const SettleState = enumeration({
  open: { value: 0, label: '未结算', tone: 'wait' },
  shop: { value: 1, label: '门店已结', tone: 'doing' },
  agent: { value: 2, label: '经销商已结', tone: 'good' },
});

const owner = { firmId: z.number(), firmName: z.string() };

/** A shop's deductible: what its verifications earned and what was cleared. Amounts are fen. */
export const ShopDeductibleRow = z.object({
  shopId: z.number(),
  ...owner,
  shopName: z.string(),
  agentName: z.string(),
  balance: z.number(),
  totalIn: z.number(),
  totalOut: z.number(),
  qty: z.number(),
  lastAt: time.nullable(),
});
export type ShopDeductibleRow = z.output<typeof ShopDeductibleRow>;

const dedFilters = {
  firmId: id().optional(),
  agentId: id().optional(),
  shopId: id().optional(),
  minAmount: fen('最低余额').optional(),
};

/** What shops are owed. */
export const shopSettlementApi = defineApi({
  /** Hands a shop's whole deductible to its agent. */
  clear: change(
    '清零门店抵扣',
    '/admin/identity/shop/ver/log/clear/deductible',
    'admin:identity:shop:clear',
    z.object({
      shopId: id('请选择门店'),
      amount: fen('清零金额').optional(),
      remark: text('备注', { max: 100 }),
      voucher: optionalFileAddress,
    }),
    Cleared,
  ),
  dedList: read(
    '门店抵扣列表',
    '/admin/identity/shop/ded/list',
    'admin:identity:shop:list',
    z.object({ ...paging, ...dedFilters }),
    pageOf(ShopDeductibleRow).extend({
      sum: z.object({ totalIn: z.number(), totalOut: z.number(), balance: z.number() }),
    }),
  ),
  dedExport: read(
    '导出门店抵扣',
    '/admin/identity/shop/ded/export',
    'admin:identity:shop:export',
    z.object({ ...dedFilters, columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
});
