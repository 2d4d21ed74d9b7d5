import type { Make } from '../foreign.ts';

const of = '/admin/lottery';
const one: Make = ({ consumerId }) => ({ id: consumerId });
const lists = ['scan', 'draw', 'claim', 'red', 'point', 'redeem', 'ver', 'risk'];

/** Calls about consumers which point at one of another firm. */
export const consumerInputs: Record<string, Make> = {
  [`${of}/customer/list`]: ({ firmId }) => ({ firmId }),
  [`${of}/customer/info`]: one,
  [`${of}/customer/timeline`]: one,
  ...Object.fromEntries(lists.map((name) => [`${of}/customer/${name}/list`, one])),
  [`${of}/customer/export`]: ({ firmId, consumerId }) => ({ firmId, ids: String(consumerId) }),
  [`${of}/customer/export/plain`]: ({ firmId, consumerId }) => ({ firmId, ids: [consumerId] }),
  [`${of}/customer/plain`]: ({ consumerId }) => ({ id: consumerId, field: 'nickName' }),
  [`${of}/customer/status`]: ({ consumerId }) => ({ ids: [consumerId], status: 1 }),
  [`${of}/customer/points`]: ({ consumerId }) => ({ id: consumerId, points: 5, balance: 0, reason: '越权' }),
  [`${of}/customer/black`]: ({ consumerId }) => ({ ids: [consumerId], reason: '越权' }),
  [`${of}/customer/black/preview`]: one,
  [`${of}/customer/black/remove`]: one,
  [`${of}/customer/config`]: ({ firmId }) => ({ firmId, scoreHold: 1, scoreBlock: 2 }),
  [`${of}/black/list`]: ({ firmId }) => ({ firmId }),
  [`${of}/black/save`]: ({ firmId, consumerId }) => ({ firmId, kind: 1, value: String(consumerId), reason: '越权' }),
  [`${of}/black/term`]: ({ blackId }) => ({ id: blackId, days: 1 }),
  [`${of}/black/delete`]: ({ blackId }) => ({ id: blackId }),
  [`${of}/black/delete/ids`]: ({ blackId }) => ({ ids: [blackId] }),
  [`${of}/black/export`]: ({ firmId, blackId }) => ({ firmId, ids: String(blackId) }),
  [`${of}/white/list`]: ({ firmId }) => ({ firmId }),
  [`${of}/white/save`]: ({ firmId, consumerId }) => ({ firmId, kind: 1, value: String(consumerId), reason: '越权' }),
  [`${of}/white/delete`]: ({ whiteId }) => ({ id: whiteId }),
  [`${of}/white/delete/ids`]: ({ whiteId }) => ({ ids: [whiteId] }),
  [`${of}/white/export`]: ({ firmId, whiteId }) => ({ firmId, ids: String(whiteId) }),
  [`${of}/risk/rule/list`]: ({ firmId }) => ({ firmId }),
  [`${of}/risk/rule/update`]: ({ riskRuleId }) => ({ id: riskRuleId, threshold: 9, action: 1 }),
  [`${of}/risk/hit/list`]: ({ firmId, consumerId }) => ({ firmId, consumerId }),
  [`${of}/risk/hit/handle`]: ({ riskHitId }) => ({ ids: [riskHitId], handled: 2 }),
};
