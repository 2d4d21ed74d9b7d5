import type { Make } from '../foreign.ts';

const remit = '/admin/lottery/merchant/remit';
const period = { periodFrom: '2026-01-01', periodTo: '2026-12-31' };

/** Calls about what shops and dealers are paid that point at rows of another firm. */
export const settlementInputs: Record<string, Make> = {
  [`${remit}/list`]: ({ firmId, paidShopId }) => ({ firmId, shopId: paidShopId }),
  [`${remit}/info`]: ({ remitId }) => ({ id: remitId }),
  [`${remit}/item/list`]: ({ remitId }) => ({ id: remitId }),
  [`${remit}/summary`]: ({ firmId }) => ({ firmId }),
  [`${remit}/preview`]: ({ firmId, agentId }) => ({ firmId, agentIds: String(agentId), ...period }),
  [`${remit}/generate`]: ({ firmId, paidShopId }) => ({
    firmId,
    payeeIds: [paidShopId],
    count: 1,
    amount: 700,
    ...period,
  }),
  [`${remit}/audit`]: ({ remitId }) => ({ ids: [remitId], versions: [1], audit: 1 }),
  [`${remit}/pay`]: ({ remitId }) => ({ ids: [remitId] }),
  [`${remit}/retry`]: ({ remitId }) => ({ id: remitId }),
  [`${remit}/pay/close`]: ({ remitId }) => ({ id: remitId }),
  [`${remit}/voucher`]: ({ remitId }) => ({ id: remitId, voucher: '/v.png' }),
  [`${remit}/bank/file`]: ({ firmId, remitId }) => ({ firmId, ids: String(remitId) }),
  [`${remit}/bank/file/list`]: ({ firmId }) => ({ firmId }),
  [`${remit}/bank/file/again`]: ({ bankFileId }) => ({ id: bankFileId }),
  [`${remit}/export`]: ({ firmId, remitId }) => ({ firmId, ids: String(remitId) }),
  '/admin/lottery/merchant/apply/list': ({ firmId, agentId }) => ({ firmId, agentId }),
  '/admin/lottery/merchant/apply/counts': ({ firmId, agentId }) => ({ firmId, agentId }),
  '/admin/lottery/merchant/apply/info': ({ shopId }) => ({ id: shopId }),
  '/admin/lottery/merchant/apply/audit': ({ shopId }) => ({ ids: [shopId], audit: 2, remark: '不符' }),
  '/admin/lottery/merchant/store/list': ({ firmId, agentId, drawnActivityId }) => ({
    firmId,
    agentId,
    activityId: drawnActivityId,
  }),
  '/admin/lottery/merchant/store/board': ({ firmId }) => ({ firmId }),
  '/admin/lottery/merchant/store/info': ({ shopId }) => ({ id: shopId }),
  '/admin/lottery/merchant/store/status': ({ shopId }) => ({ ids: [shopId], status: 1 }),
  '/admin/lottery/merchant/store/reward/list': ({ paidShopId }) => ({ shopId: paidShopId }),
  '/admin/lottery/merchant/store/export': ({ firmId, shopId }) => ({ firmId, ids: String(shopId) }),
  '/admin/lottery/merchant/trace/summary': ({ shopId }) => ({ shopId }),
  '/admin/lottery/merchant/trace/ver': ({ shopId }) => ({ shopId }),
  '/admin/lottery/merchant/trace/timeline': ({ shopId }) => ({ shopId }),
  '/admin/lottery/merchant/trace/export': ({ shopId }) => ({ shopId, tab: 'deliver' }),
  '/admin/lottery/duct/log/list': ({ firmId, agentId }) => ({ firmId, agentId }),
  '/admin/lottery/duct/log/export/agent': ({ agentId }) => ({ agentId }),
  '/admin/lottery/merchant/duct/agent/list': ({ firmId, agentId }) => ({ firmId, ids: String(agentId) }),
  '/admin/lottery/merchant/duct/offset': ({ agentId }) => ({ agentId, amount: 100, orderNo: 'YH1' }),
  '/admin/lottery/merchant/duct/statement': ({ agentId }) => ({ agentId, month: '2026-01' }),
};
