import { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import type { FullDraft, Rows } from '../full-drafts.ts';

const asked = ({ firmId, dealerId, supplierId, goodsId, otherGoodsId }: Rows) => ({
  firmId,
  agentId: dealerId,
  toAgentId: supplierId,
  expectDate: '2099-12-31',
  receiver: '周明远',
  phone: '13900003333',
  regionCode: '330106',
  address: '龙井路 18 号',
  items: [
    { productId: goodsId, unit: NeedUnit.case, qty: 3, price: 12_000 },
    { productId: otherGoodsId, unit: NeedUnit.box, qty: 4, price: 3000 },
  ],
  remark: '满备注',
});

/** Changes of requests for goods and of orders. */
export const replenishDrafts: Record<string, FullDraft> = {
  '/admin/identity/needApply/update': {
    draft: (rows) => ({ ...asked(rows), id: rows.ownApplyId, submits: false }),
    fixed: ['submits'],
    shown: ['/admin/identity/needApply/info'],
  },
  '/admin/identity/needOrder/update': {
    draft: (rows) => ({ ...asked(rows), id: rows.ownOrderId }),
    history: ['order_note'],
    shown: ['/admin/identity/needOrder/info'],
    otherShape: ['toAgentId'],
  },
};
