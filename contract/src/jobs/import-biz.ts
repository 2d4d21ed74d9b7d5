import { enumeration } from '../kit/enumeration.ts';

/** What a file can be imported as (业务类型). */
export const ImportBiz = enumeration({
  agent: { label: '经销商' },
  shop: { label: '门店' },
  sales: { label: '业务员' },
  product: { label: '产品' },
  lot: { label: '批次' },
  flow: { label: '流程' },
  code: { label: '第三方码' },
  pack: { label: '包装关联' },
  deliver: { label: '发货' },
  sign: { label: '签收' },
  batch_use: { label: '批量启用' },
  batch_update: { label: '批量改绑' },
  batch_delete: { label: '批量作废' },
  goods: { label: '商城商品' },
  red_send: { label: '红包发放' },
  red_bar: { label: '红包条码' },
  black: { label: '黑名单' },
  redeem_ship: { label: '兑奖发货' },
  remit_result: { label: '打款结果' },
});
export type ImportBiz = (typeof ImportBiz)['options'][number]['value'];
