import { dateLimit, enabled, firmId, id, one, text, type Listed } from './asked.ts';

const of = '/admin/lottery/police';

/** Warnings and the rules that raise them. */
export const policeLists: readonly Listed[] = [
  {
    path: `${of}/event/list`,
    table: 'police_event',
    filters: {
      firmId,
      keywords: { ...text('预警', '预警77777'), 'no such two': '乌龙' },
      policeType: one(2, 1, 9),
      level: one(2, 3, 1),
      status: one(0, 1, 3),
      agentId: id,
      productId: id,
      region: one('杭州市', '广州市', '拉萨市'),
      assigneeId: { frequent: 2, absent: 999_999_998 },
      waiting: { frequent: '1' },
      dateLimit,
      raisedLimit: dateLimit,
    },
  },
  { path: `${of}/event/hits`, table: 'cross_hit', order: 'at desc', always: { id: 2 } },
  {
    path: `${of}/rule/list`,
    table: 'police_rule',
    live: 'is_del = 0',
    filters: {
      firmId,
      name: text('规则', '规则77777'),
      policeType: one(2, 1, 9),
      level: one(2, 3, 1),
      status: enabled,
    },
  },
];
