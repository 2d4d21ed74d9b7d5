import type { NeedApplyRow } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { ApplyStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import type { Act } from '../../../parts/list/acts.tsx';
import {
  count,
  day,
  enumDot,
  enumTag,
  extra,
  linked,
  money,
  name,
  text,
  time,
  type Column,
} from '../../../parts/list/columns.tsx';
import { OrderLink } from '../order-link.tsx';

/** Columns of the list of requests. */
export const applyColumns = (show: (row: NeedApplyRow) => void): Column<NeedApplyRow>[] => [
  name('applyNo', '申请单号', { open: show, width: 160 }),
  enumTag('status', '状态', ApplyStatus),
  text('agentName', '申请经销商', { width: 180 }),
  { ...text<NeedApplyRow>('productText', '产品'), width: undefined, least: 160 },
  count('totalQty', '件数', { width: 84 }),
  money('totalAmount', '金额'),
  text('toName', '供货方', { width: 150 }),
  day('expectDate', '期望到货'),
  linked('orderNo', '要货订单', (row) => <OrderLink id={row.orderId} orderNo={row.orderNo} />, { width: 160 }),
  time('createTime', '创建时间'),
  extra(text('auditName', '审核人', { width: 88 })),
  extra(time('auditAt', '审核时间')),
  extra(text('auditRemark', '审核意见', { width: 160 })),
  extra(enumDot('opSrc', '来源', OpSource, { width: 88 })),
];

/** What can be done with a request, by where it stands. */
export const applyActs = (
  { status }: NeedApplyRow,
  acts: Record<'show' | 'edit' | 'submit' | 'withdraw' | 'accept' | 'audit' | 'remove', Act>,
): Act[] => {
  const isOwn = status === ApplyStatus.draft || status === ApplyStatus.rejected;
  return [
    ...(isOwn ? [acts.edit, acts.submit] : []),
    ...(status === ApplyStatus.waiting ? [acts.accept, acts.withdraw] : []),
    ...(status === ApplyStatus.reviewing ? [acts.audit] : []),
    acts.show,
    ...(isOwn ? [acts.remove] : []),
  ];
};
