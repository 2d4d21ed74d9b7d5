import { dateLimit, enabled, firmId, id, live, one, text, type Listed } from './asked.ts';

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
];
