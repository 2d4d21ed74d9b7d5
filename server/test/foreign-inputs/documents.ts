import type { Make } from '../foreign.ts';

const deliver = '/admin/identity/deliver';
const ofDocument: Make = ({ deliverId }) => ({ deliverId });
const ofFirm: Make = ({ firmId }) => ({ firmId });

/** Calls that read, make and change shipping documents of another firm, or name its dealers and codes. */
export const documentsInputs: Record<string, Make> = {
  [`${deliver}/list`]: ({ firmId, productId }) => ({ firmId, productId }),
  [`${deliver}/export`]: ofFirm,
  [`${deliver}/info`]: ({ deliverId }) => ({ id: deliverId }),
  [`${deliver}/line/list`]: ofDocument,
  [`${deliver}/line/export`]: ofDocument,
  [`${deliver}/line/boxes`]: ({ lineId }) => ({ lineId }),
  [`${deliver}/product/list`]: ofDocument,
  [`${deliver}/history`]: ofDocument,
  [`${deliver}/diff/list`]: ofDocument,
  [`${deliver}/print`]: ({ deliverId }) => ({ id: deliverId }),
  [`${deliver}/log/list`]: ofDocument,
  [`${deliver}/log/export`]: ofDocument,
  [`${deliver}/sign/list`]: ofFirm,
  [`${deliver}/sign/check`]: ({ deliverId, code }) => ({ id: deliverId, codes: [code] }),
  [`${deliver}/scan/check`]: ({ deliverId, code }) => ({ deliverId, lines: [{ code }] }),
  [`${deliver}/scan/save`]: ({ deliverId, code }) => ({ deliverId, lines: [{ code }] }),
  [`${deliver}/alone/save`]: ({ agentId, code }) => ({ head: { toKind: 1, toId: agentId }, codes: [code] }),
  [`${deliver}/box/save`]: ({ agentId, code }) => ({ head: { toKind: 1, toId: agentId }, codes: [code] }),
  [`${deliver}/batch/save`]: ({ agentId, pick }) => ({ head: { toKind: 1, toId: agentId }, pick }),
  [`${deliver}/check`]: ({ agentId, code }) => ({ code, toKind: 1, toId: agentId }),
  [`${deliver}/update/logistics`]: ({ deliverId }) => ({ id: deliverId, driver: '越权' }),
  [`${deliver}/cancel`]: ({ deliverId }) => ({ id: deliverId, reason: '越权' }),
  [`${deliver}/alone/cancel`]: ({ code }) => ({ codes: [code], reason: '越权' }),
  [`${deliver}/box/cancel`]: ({ code }) => ({ codes: [code], reason: '越权' }),
  [`${deliver}/print/done`]: ({ deliverId }) => ({ id: deliverId }),
  [`${deliver}/sign`]: ({ deliverId }) => ({ id: deliverId, mode: 'all' }),
  [`${deliver}/diff/handle`]: ({ diffId }) => ({ id: diffId, act: 4 }),
};
