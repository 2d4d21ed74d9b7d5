import { enumeration } from '../kit/enumeration.ts';

/** Why goods move. */
export const BizType = enumeration({
  ship: { value: 1, label: '发货', tone: 'doing' },
  takeBack: { value: 2, label: '退货', tone: 'wait' },
  transfer: { value: 3, label: '调拨', tone: 'kind' },
});

/** Where a shipping document stands, and a line of it. */
export const DeliverStatus = enumeration({
  shipped: { value: 1, label: '已发货', tone: 'doing' },
  cancelled: { value: 2, label: '已取消', tone: 'gone' },
  signed: { value: 3, label: '已签收', tone: 'good' },
});

/** How the codes of a line were chosen. */
export const LineMode = enumeration({
  item: { value: 1, label: '单码' },
  box: { value: 2, label: '箱码' },
  range: { value: 3, label: '号段' },
});

/** What was not as it should be when goods were signed for. */
export const DiffKind = enumeration({
  missing: { value: 1, label: '未到货', tone: 'wait' },
  damaged: { value: 2, label: '破损', tone: 'bad' },
  extra: { value: 3, label: '多货', tone: 'kind' },
});

export const DiffState = enumeration({
  open: { value: 0, label: '待处理', tone: 'wait' },
  handled: { value: 1, label: '已处理', tone: 'good' },
});

/** What was done about a difference. */
export const DiffAct = enumeration({
  sign: { value: 1, label: '补签' },
  takeBack: { value: 2, label: '退回' },
  lost: { value: 3, label: '报失' },
  noted: { value: 4, label: '已知悉' },
});

/** What the log of shipping tells. */
export const DeliverAct = enumeration({
  ship: { value: 9, label: '发货', tone: 'doing' },
  cancel: { value: 10, label: '撤销发货', tone: 'gone' },
  sign: { value: 11, label: '签收', tone: 'good' },
  takeBack: { value: 12, label: '退货', tone: 'wait' },
  create: { value: 20, label: '建单', tone: 'idle' },
  logistics: { value: 21, label: '登记物流', tone: 'idle' },
  print: { value: 22, label: '打印', tone: 'idle' },
});
