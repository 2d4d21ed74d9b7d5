import { dateLimit, enabled, firmId, id, live, one, text, type Listed } from './asked.ts';

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
  { path: `${of}/fair/epoch/list`, table: 'seed_epoch', always: { id: 2 } },
  {
    path: `${of}/draw/log/list`,
    table: 'draw',
    always: { id: 2 },
    filters: {
      drawNo: { rare: 'D2026010100077778', absent: 'D2026010199999999' },
      uid: id,
      tierId: id,
      isWon: one(0, 1),
      dateLimit,
    },
  },
  {
    path: `${of}/claim/list`,
    table: 'claim',
    order: 'draw_id desc',
    filters: {
      firmId,
      keywords: { rare: 'C2026010100077778', absent: 'C2026010199999999' },
      activityId: id,
      prizeType: one(2, 1),
      status: one(0, 1, 2),
      delivery: { absent: 'FAILED' },
      shopId: id,
      agentId: { absent: 999_999_998 },
      consumer: { absent: '乌龙茶饼' },
      uid: id,
      dateLimit,
    },
  },
  {
    path: `${of}/redeem/list`,
    table: 'redemption',
    filters: {
      firmId,
      keywords: { rare: 'R00077777', absent: 'R2026010199999999' },
      activityId: id,
      uid: id,
      phone: { absent: '13900000001' },
      status: one(0, 2, 4),
      isShipped: one('false', 'true'),
      dateLimit,
    },
  },
  {
    path: '/public/lottery/my/prizes',
    table: 'claim',
    role: 'agent-2',
    filters: { status: one(0, 1, 2) },
  },
];
