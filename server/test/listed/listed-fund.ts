import { dateLimit, enabled, firmId, id, live, one, text, type Listed } from './asked.ts';

/** The lists of the lottery's money. */
export const fundLists: readonly Listed[] = [
  {
    path: '/admin/lottery/mch/conf/list',
    table: 'merchant',
    live,
    filters: {
      firmId,
      name: text('商户', '商户77777'),
      mchid: { frequent: '16', rare: '1600077777' },
      status: enabled,
    },
  },
  {
    path: '/admin/lottery/red/bag/list',
    table: 'pool',
    live,
    order: 'id',
    filters: {
      firmId,
      name: text('资金池', '资金池77777'),
      mchConfId: { rare: 9, absent: 999_999_998 },
      status: enabled,
    },
  },
  {
    path: '/admin/lottery/red/bag/request/list',
    table: 'fund_request',
    filters: { firmId, poolId: id, kind: one(1, 8, 3), status: one(1, 0, 2), dateLimit },
  },
  {
    path: '/admin/lottery/red/bag/ledger/list',
    table: 'fund_ledger',
    filters: {
      firmId,
      poolId: id,
      type: one(4, 7, 2),
      activityId: id,
      dateLimit,
    },
  },
  // Summed by days, up to a year of them.
  {
    path: '/admin/lottery/red/bag/ledger/list',
    table: 'fund_ledger',
    always: { groupBy: 'day' },
    filters: { firmId, poolId: id, type: one(4, 7, 2), activityId: id },
  },
];
