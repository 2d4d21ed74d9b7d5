import { enumeration } from '../kit/enumeration.ts';

/** What a file can be imported as (业务类型). */
export const ImportBiz = enumeration(
  { value: 'agent', label: '经销商' },
  { value: 'shop', label: '门店' },
  { value: 'sales', label: '业务员' },
  { value: 'product', label: '产品' },
  { value: 'lot', label: '批次' },
  { value: 'flow', label: '流程' },
  { value: 'code', label: '第三方码' },
  { value: 'pack', label: '包装关联' },
  { value: 'deliver', label: '发货' },
  { value: 'sign', label: '签收' },
  { value: 'batch_use', label: '批量启用' },
  { value: 'batch_update', label: '批量改绑' },
  { value: 'batch_delete', label: '批量作废' },
  { value: 'goods', label: '商城商品' },
  { value: 'red_send', label: '红包发放' },
  { value: 'red_bar', label: '红包条码' },
  { value: 'black', label: '黑名单' },
  { value: 'redeem_ship', label: '兑奖发货' },
  { value: 'remit_result', label: '打款结果' },
);
export type ImportBiz = (typeof ImportBiz)['options'][number]['value'];
