import type { Make } from '../foreign.ts';

const of = '/admin/lottery/police';
const one: Make = ({ policeEventId }) => ({ id: policeEventId });
const rule: Make = ({ policeRuleId }) => ({ id: policeRuleId });

/** Calls about warnings and their rules which point at those of another firm. */
export const policeInputs: Record<string, Make> = {
  [`${of}/event/list`]: ({ firmId, agentId }) => ({ firmId, agentId }),
  ...Object.fromEntries(['info', 'compare', 'map', 'evidence', 'accept'].map((name) => [`${of}/event/${name}`, one])),
  [`${of}/event/stat`]: ({ firmId }) => ({ firmId }),
  [`${of}/event/hits`]: one,
  [`${of}/event/path`]: ({ policeEventId, crossHitId }) => ({ id: policeEventId, hitId: crossHitId }),
  [`${of}/event/export`]: ({ firmId, agentId }) => ({ firmId, agentId }),
  [`${of}/event/accept/ids`]: ({ policeEventId }) => ({ ids: [policeEventId] }),
  [`${of}/event/assign`]: ({ policeEventId, adminId }) => ({ id: policeEventId, assigneeId: adminId, version: 1 }),
  [`${of}/event/handle`]: ({ policeEventId }) => ({ id: policeEventId, version: 1, outcome: 1, result: '越权' }),
  [`${of}/event/ignore`]: ({ policeEventId }) => ({ id: policeEventId, version: 1, reason: '越权' }),
  [`${of}/event/ignore/ids`]: ({ policeEventId }) => ({ ids: [policeEventId], reason: '越权' }),
  [`${of}/hit/judge`]: ({ crossHitId }) => ({ ids: [crossHitId], confirmed: 1 }),
  [`${of}/rule/list`]: ({ firmId }) => ({ firmId }),
  [`${of}/rule/info`]: rule,
  [`${of}/rule/save`]: ({ firmId, productId, agentId, adminId }) => ({
    firmId,
    name: '越权',
    policeType: 2,
    level: 2,
    params: { scanCnt: 9, users: 3, windowHours: 24 },
    productIds: [productId],
    agentIds: [agentId],
    notifyIds: [adminId],
  }),
  [`${of}/rule/update`]: ({ policeRuleId, adminId }) => ({
    id: policeRuleId,
    version: 1,
    name: '越权',
    policeType: 1,
    level: 2,
    params: { minCodes: 3, windowDays: 7, toleranceKm: 30 },
    notifyIds: [adminId],
  }),
  [`${of}/rule/update/status`]: ({ policeRuleId }) => ({ id: policeRuleId, status: 1 }),
  [`${of}/rule/delete`]: rule,
  [`${of}/rule/delete/ids`]: ({ policeRuleId }) => ({ ids: [policeRuleId] }),
  [`${of}/rule/test`]: rule,
  [`${of}/staff/list`]: ({ adminId }) => ({ ids: String(adminId) }),
};
