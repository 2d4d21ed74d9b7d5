import { dateLimit, enabled, firmId, id, live, one, region, text, type Listed } from './asked.ts';

const of = '/admin/lottery';

/** The lists of what campaigns are made of. */
export const campaignLists: readonly Listed[] = [
  {
    path: `${of}/prize/list`,
    table: 'prize',
    live,
    filters: {
      firmId,
      name: text('奖品', '奖品77777'),
      prizeType: one(2, 1, 3),
      claimMode: one(2, 0, 3),
      status: enabled,
    },
  },
  {
    path: `${of}/scope/list`,
    table: 'scope',
    live,
    filters: { firmId, name: text('范围', '范围77777'), regionMode: one(1, 2, 0), status: enabled },
  },
  {
    path: `${of}/red/type/list`,
    table: 'red_type',
    live,
    order: 'sort, id desc',
    filters: { firmId, des: text('红包', '红包77777'), payKind: one(2, 1, 3), status: enabled },
  },
  {
    path: `${of}/active/list`,
    table: 'activity',
    live,
    filters: {
      firmId,
      keywords: text('活动', '活动77777'),
      status: one('2,3', '4', '1'),
      lotteryType: one(0, 1, 2),
      playMode: one(2, 1, 4),
      actScene: one(0, 1),
      productId: id,
      channelId: id,
      dateLimit,
    },
  },
  {
    path: `${of}/active/recycle/list`,
    table: 'activity',
    live,
    filters: { firmId, keywords: text('活动', '活动77777'), dateLimit },
  },
  {
    path: `${of}/active/op/list`,
    table: 'audit_log',
    order: 'id desc',
    always: { id: 2 },
    filters: { operName: { frequent: 'admin', absent: 'nobody' }, dateLimit },
  },
  { path: `${of}/fair/epoch/list`, table: 'seed_epoch', always: { id: 2 } },
  {
    path: `${of}/draw/log/list`,
    table: 'draw',
    always: { activityId: 2 },
    filters: {
      drawNo: { rare: 'D2026010100077778', absent: 'D2026010199999999' },
      uid: id,
      tierId: id,
      won: one(0, 1),
      consumer: { frequent: '2', absent: '999999998' },
      shopId: id,
      agentId: id,
      region,
      dateLimit,
    },
  },
  {
    path: `${of}/hold/list`,
    table: 'claim',
    live: `hold or reviewed_at is not null`,
    order: 'draw_id desc',
    filters: {
      firmId,
      activityId: id,
      drawNo: { rare: 'D2026010100077778', absent: 'D2026010199999999' },
      uid: id,
      state: one(1, 0, 2),
      dateLimit,
    },
  },
  {
    path: `${of}/prize/ver/list`,
    table: 'prize_ver',
    filters: {
      firmId,
      keywords: { rare: 'V00077777', absent: 'Z1' },
      activityId: id,
      prizeId: id,
      shopId: id,
      agentId: id,
      settleState: one(0, 1),
      status: one(1, 2),
      dateLimit,
    },
  },
  {
    path: `${of}/bind/act/list`,
    table: 'bind_act',
    filters: { firmId, agentId: id, activityId: id, shopId: id, status: one(2, 4, 0) },
  },
  {
    path: `${of}/part/log/list`,
    table: 'part_log',
    always: { activityId: 2 },
    filters: { step: one(3, 4), consumer: { frequent: '2', absent: '999999998' }, dateLimit },
  },
  {
    path: '/public/lottery/my/prizes',
    table: 'claim',
    role: 'agent-2',
    filters: { status: one(0, 1, 2) },
  },
];
