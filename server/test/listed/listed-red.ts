import { dateLimit, enabled, noCode, firmId, id, live, one, text, type Listed } from './asked.ts';

const of = '/admin/lottery/red';

/** The lists of red packet activities and of what is paid of them. */
export const redLists: readonly Listed[] = [
  {
    path: `${of}/active/list`,
    table: 'red_active',
    live,
    filters: {
      firmId,
      name: text('红包', '红包活动77777'),
      redTypeId: id,
      channel: one('ACTIVITY', 'UPLOAD', 'API'),
      kind: one('NORMAL', 'GROUP'),
      status: enabled,
      dateLimit,
    },
  },
  {
    path: `${of}/bar/batch/list`,
    table: 'red_batch',
    filters: {
      firmId,
      batchNo: { rare: 'HB0000077777', absent: 'HB9999999999' },
      redActiveId: id,
      state: one(1, 5, 4),
      dateLimit,
    },
  },
  {
    path: `${of}/bar/list`,
    table: 'red_bar',
    filters: {
      firmId,
      code: { rare: '@4-10', ...noCode },
      batchNo: { rare: 'HB0000077777', absent: 'HB9999999999' },
      redActiveId: { rare: 9, absent: 999_999_998 },
      state: one(0, 3, 1),
      dateLimit: { absent: '2001-01-01 00:00:00,2001-02-01 00:00:00' },
    },
  },
];
