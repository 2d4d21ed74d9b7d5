import type { Make } from '../foreign.ts';

const pool = '/admin/lottery/red/bag';
const merchant = '/admin/lottery/mch/conf';
const ofFirm: Make = ({ firmId }) => ({ firmId });

/** Calls about the money of the lottery that point at rows of another firm. */
export const fundInputs: Record<string, Make> = {
  [`${merchant}/list`]: ofFirm,
  [`${merchant}/list/all`]: ({ firmId, mchConfId }) => ({ firmId, ids: String(mchConfId) }),
  [`${merchant}/info`]: ({ mchConfId }) => ({ id: mchConfId }),
  [`${merchant}/save`]: ({ firmId }) => ({ firmId, name: '走走商户', mchid: '1600000001' }),
  [`${merchant}/update`]: ({ mchConfId }) => ({ id: mchConfId, name: '走走商户', mchid: '1600000001' }),
  [`${merchant}/update/status`]: ({ mchConfId }) => ({ id: mchConfId, status: 1 }),
  [`${merchant}/delete`]: ({ freeMchConfId }) => ({ id: freeMchConfId }),
  [`${merchant}/delete/ids`]: ({ freeMchConfId }) => ({ ids: [freeMchConfId] }),
  [`${pool}/list`]: ({ firmId, mchConfId }) => ({ firmId, mchConfId }),
  [`${pool}/list/all`]: ({ firmId, poolId }) => ({ firmId, ids: String(poolId) }),
  [`${pool}/staff/list`]: ofFirm,
  [`${pool}/info`]: ({ poolId }) => ({ id: poolId }),
  [`${pool}/save`]: ({ firmId, freeMchConfId }) => ({ firmId, mchConfId: freeMchConfId, name: '走走池' }),
  [`${pool}/update`]: ({ poolId }) => ({ id: poolId, name: '走走池' }),
  [`${pool}/update/status`]: ({ poolId }) => ({ id: poolId, status: 1 }),
  [`${pool}/delete`]: ({ poolId }) => ({ id: poolId }),
  [`${pool}/delete/ids`]: ({ poolId }) => ({ ids: [poolId] }),
  [`${pool}/recharge`]: ({ poolId }) => ({ id: poolId, amount: 100, vouchers: ['/v.png'] }),
  [`${pool}/adjust`]: ({ poolId }) => ({ id: poolId, amount: -100, remark: '越权' }),
  [`${pool}/allocate`]: ({ redPoolId, redActiveId }) => ({ id: redPoolId, activityId: redActiveId, amount: 1 }),
  [`${pool}/activity/list`]: ({ redPoolId }) => ({ poolId: redPoolId }),
  [`${pool}/audit`]: ({ fundRequestId }) => ({ id: fundRequestId, pass: true }),
  [`${pool}/request/list`]: ({ firmId, poolId }) => ({ firmId, poolId }),
  [`${pool}/ledger/list`]: ({ firmId, poolId }) => ({ firmId, poolId }),
  [`${pool}/ledger/export`]: ({ firmId, poolId }) => ({ firmId, poolId }),
  [`${pool}/check`]: ofFirm,
  [`${pool}/check/list`]: ofFirm,
  '/admin/lottery/red/info/hold': ({ heldRedInfoId }) => ({ id: heldRedInfoId, pass: true }),
  '/admin/lottery/assets/overview': ofFirm,
  '/admin/lottery/assets/trend': ofFirm,
  '/admin/lottery/assets/share': ofFirm,
  '/admin/lottery/assets/failure': ofFirm,
  '/admin/lottery/assets/recon/recent': ofFirm,
  '/admin/lottery/assets/ledger/recent': ofFirm,
};
