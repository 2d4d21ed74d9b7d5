import { dateLimit, firmId, id, one, type Listed } from './asked.ts';

const of = '/admin/lottery';
/** Days are counted over 92 of them at most. */
const boundedDays = {
  frequent: 'lately30',
  absent: '2001-01-01 00:00:00,2001-02-01 00:00:00',
};
const number = { rare: 'LT00077778', absent: 'LT99999999' };

/** The lists of money that goes out. */
export const payoutLists: readonly Listed[] = [
  {
    path: `${of}/red/info/list`,
    table: 'red_info',
    filters: {
      firmId,
      keywords: number,
      status: one('SENT', 'REJECTED', 'REFUND'),
      source: one(0, 2, 5),
      activityId: id,
      redActiveId: id,
      mchConfId: id,
      uid: id,
      minAmount: { frequent: 100, absent: 90_000 },
      maxAmount: { frequent: 100, rare: 7, absent: 1 },
      hold: { frequent: 'false', rare: 'true' },
      dateType: { frequent: 'sent' },
      dateLimit,
    },
  },
  {
    path: `${of}/recon/list`,
    table: 'recon_day',
    order: 'bill_date desc, mch_conf_id',
    filters: { firmId, mchConfId: id, dateLimit },
  },
  {
    path: `${of}/recon/diff/list`,
    table: 'recon_diff',
    filters: {
      firmId,
      mchConfId: id,
      outBillNo: number,
      diffType: one(2, 1, 4),
      state: one(1, 0),
      dateLimit,
    },
  },
  {
    path: `${of}/red/bag/census/list`,
    table: 'red_info',
    isBounded: true,
    filters: { firmId, poolId: id, activityId: id, dateLimit: boundedDays },
  },
];
