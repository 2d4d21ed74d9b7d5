import { dateLimit, firmId, id, one, type Listed } from './asked.ts';

/** The lists of what shops and dealers are paid. */
export const settlementLists: readonly Listed[] = [
  {
    path: '/admin/lottery/merchant/remit/list',
    table: 'remit',
    filters: {
      payeeKind: { frequent: 1, absent: 2 },
      firmId,
      remitNo: { frequent: 'DK0', rare: 'DK0000077777', absent: 'ZZ' },
      shopId: id,
      agentId: id,
      channel: one('bank', 'alipay', 'weixin'),
      status: one(0, -1, 1),
      audited: one('false', 'true'),
      source: one(2, 1, 3),
      minAmount: one(1, 7000),
      maxAmount: { frequent: 3000, absent: 1 },
      dateLimit,
    },
  },
  { path: '/admin/lottery/merchant/remit/item/list', table: 'remit_item', order: 'id', always: { id: 2 } },
  {
    path: '/admin/lottery/merchant/remit/preview',
    table: 'shop_reward',
    always: { firmId: 2, periodFrom: '2000-01-01', periodTo: '2100-01-01' },
    filters: {
      payeeKind: { frequent: 1, absent: 2 },
      firmId,
      periodFrom: { frequent: '2001-01-01' },
      periodTo: { absent: '2001-01-01' },
      minAmount: { frequent: 30, absent: 99_999_999_999 },
      agentIds: { absent: 999_999_998 },
    },
  },
  {
    path: '/admin/lottery/duct/log/list',
    table: 'ded_log',
    filters: {
      ownerKind: { frequent: 1, absent: 2 },
      ownerId: { rare: 8, absent: 999_999_998 },
      agentId: { absent: 999_999_998 },
      shopId: { rare: 8, absent: 999_999_998 },
      firmId,
      kind: one(1, 2, 3),
      dateLimit,
    },
  },
];
