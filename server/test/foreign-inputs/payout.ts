import type { Make } from '../foreign.ts';

const info = '/admin/lottery/red/info';
const census = '/admin/lottery/red/bag/census';
const byRow: Make = ({ redInfoId }) => ({ ids: [redInfoId] });
const counted: Make = ({ firmId, poolId, liveActivityId }) => ({ firmId, poolId, activityId: liveActivityId });

/** Calls about money that goes out which point at rows of another firm. */
export const payoutInputs: Record<string, Make> = {
  [`${info}/list`]: ({ firmId, mchConfId }) => ({ firmId, mchConfId }),
  [`${info}/board`]: ({ firmId, mchConfId }) => ({ firmId, mchConfId }),
  [`${info}/days`]: ({ firmId, mchConfId }) => ({ firmId, mchConfId }),
  [`${info}/info`]: ({ redInfoId }) => ({ id: redInfoId }),
  [`${info}/resend`]: byRow,
  [`${info}/cancel`]: byRow,
  [`${info}/close`]: byRow,
  [`${info}/sync`]: byRow,
  [`${info}/export`]: ({ firmId, redInfoId }) => ({ firmId, ids: String(redInfoId) }),
  '/admin/lottery/recon/list': ({ firmId, mchConfId }) => ({ firmId, mchConfId }),
  '/admin/lottery/recon/diff/list': ({ firmId, mchConfId }) => ({ firmId, mchConfId }),
  '/admin/lottery/recon/diff/handle': ({ reconDiffId }) => ({ id: reconDiffId, remark: '越权' }),
  [`${census}/summary`]: counted,
  [`${census}/trend`]: counted,
  [`${census}/hist`]: counted,
  [`${census}/reason`]: counted,
  [`${census}/list`]: counted,
  [`${census}/export`]: counted,
  '/admin/lottery/mch/conf/test': ({ mchConfId }) => ({ id: mchConfId }),
  '/admin/lottery/mch/conf/balance': ({ mchConfId }) => ({ ids: String(mchConfId) }),
};
