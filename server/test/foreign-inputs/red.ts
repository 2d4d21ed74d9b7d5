import type { Make } from '../foreign.ts';

const active = '/admin/lottery/red/active';

const bar = '/admin/lottery/red/bar';
const info = '/admin/lottery/red/info';

const terms = {
  channel: 'API',
  scene: 'PRODUCT_2',
  payKind: 2,
  sendName: '走走',
  wishing: '走走',
  amountMin: 100,
  budgetAmount: 100,
  startAt: '2026-01-01 00:00:00',
  endAt: '2099-01-01 00:00:00',
};

/** Calls about red packet activities and what is paid of them that point at rows of another firm. */
export const redInputs: Record<string, Make> = {
  [`${active}/list`]: ({ firmId }) => ({ firmId }),
  [`${active}/list/all`]: ({ redActiveId }) => ({ ids: [redActiveId] }),
  [`${active}/info`]: ({ redActiveId }) => ({ id: redActiveId }),
  [`${active}/board`]: ({ firmId }) => ({ firmId }),
  [`${active}/save`]: ({ firmId, redTypeId, mchConfId }) => ({
    firmId,
    name: '走走红',
    redTypeId,
    mchConfId,
    ...terms,
  }),
  [`${active}/update`]: ({ redActiveId, redTypeId, mchConfId }) => ({
    id: redActiveId,
    name: '走走红',
    redTypeId,
    mchConfId,
    ...terms,
  }),
  [`${active}/budget`]: ({ redActiveId }) => ({ id: redActiveId, amount: 100 }),
  [`${active}/update/status`]: ({ redActiveId }) => ({ id: redActiveId, status: 1 }),
  [`${active}/delete`]: ({ redActiveId }) => ({ id: redActiveId }),
  [`${active}/delete/ids`]: ({ redActiveId }) => ({ ids: [redActiveId] }),
  [`${active}/export`]: ({ redActiveId }) => ({ ids: [redActiveId] }),
  [`${info}/receivers`]: ({ redActiveId }) => ({ redActiveId }),
  [`${info}/file`]: ({ redActiveId, fileUrl }) => ({ redActiveId, fileUrl }),
  [`${info}/save`]: ({ redActiveId }) => ({
    redActiveId,
    uids: [1],
    amount: 100,
    remark: '走走',
    password: 'e2e-password',
    idemKey: '走走',
  }),
  [`${bar}/list`]: ({ dealtActiveId }) => ({ redActiveId: dealtActiveId }),
  [`${bar}/batch/list`]: ({ dealtActiveId }) => ({ redActiveId: dealtActiveId }),
  [`${bar}/info`]: ({ redBatchId }) => ({ id: redBatchId }),
  [`${bar}/board`]: ({ firmId }) => ({ firmId }),
  [`${bar}/save`]: ({ redActiveId, seg }) => ({
    redActiveId,
    range: { seg, serialFrom: 5, serialTo: 5 },
    shares: [{ amount: 100, count: 1 }],
  }),
  [`${bar}/void`]: ({ redBarId }) => ({ ids: [redBarId] }),
  [`${bar}/freeze`]: ({ redBatchNo }) => ({ batchNo: redBatchNo }),
  [`${bar}/unfreeze`]: ({ redBarId }) => ({ ids: [redBarId] }),
  [`${bar}/proof`]: ({ redBatchNo }) => ({ batchNo: redBatchNo }),
  [`${bar}/export`]: ({ dealtActiveId }) => ({ redActiveId: dealtActiveId }),
};
