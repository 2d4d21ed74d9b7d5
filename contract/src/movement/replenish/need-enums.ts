import { enumeration } from '../../kit/enumeration.ts';

/** Where a request for goods stands. */
export const ApplyStatus = enumeration({
  draft: { value: 0, label: '草稿', tone: 'idle' },
  waiting: { value: 1, label: '未审核', tone: 'wait' },
  reviewing: { value: 2, label: '审核中', tone: 'doing' },
  rejected: { value: 3, label: '审核失败', tone: 'bad' },
  passed: { value: 4, label: '审核成功', tone: 'good' },
});

/** Where an order of goods stands. */
export const OrderStatus = enumeration({
  none: { value: 0, label: '未发货', tone: 'idle' },
  shipped: { value: 1, label: '已发货', tone: 'doing' },
  cancelled: { value: 2, label: '已取消', tone: 'gone' },
  signed: { value: 3, label: '已签收', tone: 'good' },
});

/** How much of an order is paid. */
export const PayState = enumeration({
  none: { value: 0, label: '未付', tone: 'idle' },
  part: { value: 1, label: '部分', tone: 'wait' },
  paid: { value: 2, label: '已付', tone: 'good' },
});

/** What is said in place of its {@link PayState} of an order that costs nothing. */
export const nothingToPay = '无需付款';

/** How an order was paid for; what was set off against it comes back when it is cancelled. */
export const PayKind = enumeration({
  pay: { value: 1, label: '付款', tone: 'good' },
  deduct: { value: 2, label: '抵扣', tone: 'kind' },
  restore: { value: 3, label: '抵扣退回', tone: 'gone' },
});

/** What a quantity is counted in. */
export const NeedUnit = enumeration({
  item: { value: 0, label: '件' },
  box: { value: 1, label: '小箱' },
  case: { value: 2, label: '大箱' },
});
export type NeedUnit = (typeof NeedUnit.options)[number]['value'];
