import { dateLimit, firmId, id, noCode, one, region, text, type Listed } from './asked.ts';

const of = '/admin/lottery';
const always = { id: 2 };
const entries = {
  firmId,
  kind: one(3, 2),
  keywords: { rare: 'D00077778', absent: 'Z1' },
  source: one(0, 1),
  state: one('live', 'over'),
};
const count = { frequent: 1, rare: 5_000, absent: 900_000 };

/** The people of a firm, whom it keeps away, and by which rules. */
export const consumerLists: readonly Listed[] = [
  {
    path: `${of}/customer/list`,
    table: 'member',
    filters: {
      firmId,
      keywords: text('消费者', '消费者77777'),
      source: one('h5', 'wechat'),
      regionCode: one('330000', '110000', '540000'),
      scanMin: count,
      scanMax: { frequent: 9, absent: 0 },
      winMin: count,
      winMax: { frequent: 9, absent: 0 },
      riskMin: { frequent: 5, rare: 35, absent: 100 },
      state: one('normal', 'off', 'listed'),
      firstLimit: dateLimit,
      lastLimit: dateLimit,
    },
  },
  {
    path: `${of}/code/scan/list`,
    table: 'scan_log',
    order: 'at desc, id desc',
    isScan: true,
    filters: {
      firmId,
      code: noCode,
      productId: id,
      lotId: id,
      scanType: one(1, 2, 3),
      regionCode: region,
      agentId: id,
      shopId: id,
      activityId: id,
      consumerId: { absent: 999_999_998 },
      cross: one(0, 1),
      dateLimit: one('lately30', 'today', '2001-01-01,2001-01-31'),
    },
  },
  { path: `${of}/customer/scan/list`, table: 'scan_log', order: 'at desc', always },
  { path: `${of}/customer/draw/list`, table: 'draw', always },
  { path: `${of}/customer/claim/list`, table: 'claim', order: 'draw_id desc', always },
  { path: `${of}/customer/red/list`, table: 'red_info', always },
  { path: `${of}/customer/point/list`, table: 'point_log', always },
  { path: `${of}/customer/redeem/list`, table: 'redemption', always },
  { path: `${of}/customer/ver/list`, table: 'prize_ver', always },
  { path: `${of}/customer/risk/list`, table: 'risk_hit', always },
  { path: `${of}/customer/message/list`, table: 'message', always },
  {
    path: `${of}/message/list`,
    table: 'message',
    filters: {
      firmId,
      kind: one('WIN', 'VERIFIED', 'REDEEM_REJECTED'),
      channel: one(0, 1),
      status: one(1, 2, 4),
      keywords: { rare: '消费者77777', absent: '乌龙茶饼' },
      consumerId: id,
      dateLimit,
    },
  },
  { path: '/public/lottery/my/messages', table: 'message', role: 'agent-2', filters: {} },
  { path: `${of}/black/list`, table: 'blacklist', filters: entries },
  { path: `${of}/white/list`, table: 'blacklist', filters: entries },
  { path: `${of}/risk/rule/list`, table: 'risk_rule', order: 'id', filters: { firmId } },
  {
    path: `${of}/risk/hit/list`,
    table: 'risk_hit',
    order: 'last_at desc, id desc',
    filters: {
      firmId,
      code: one('R05', 'R09', 'R77'),
      consumerId: id,
      activityId: id,
      action: one(2, 4, 5),
      handled: one(0, 1, 2),
      dateLimit,
    },
  },
];
