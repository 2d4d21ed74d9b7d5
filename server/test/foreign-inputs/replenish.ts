import type { Make } from '../foreign.ts';

const apply = '/admin/identity/needApply';
const order = '/admin/identity/needOrder';
const asked: Make = ({ firmId, agentId, productId }) => ({
  firmId,
  agentId,
  address: '走走路',
  items: [{ productId, unit: 0, qty: 1, price: 0 }],
});

/** Calls about requests for goods and orders that point at rows of another firm. */
export const replenishInputs: Record<string, Make> = {
  [`${apply}/list`]: ({ firmId, agentId, productId }) => ({ firmId, agentId, productId }),
  [`${apply}/info`]: ({ needApplyId }) => ({ id: needApplyId }),
  [`${apply}/goods`]: ({ agentId, productId }) => ({ agentId, toAgentId: agentId, productIds: [productId] }),
  [`${apply}/save`]: asked,
  [`${apply}/update`]: (foreign) => ({ ...asked(foreign), id: foreign.needApplyId }),
  [`${apply}/delete`]: ({ needApplyId }) => ({ id: needApplyId }),
  [`${apply}/delete/ids`]: ({ needApplyId }) => ({ ids: [needApplyId] }),
  [`${apply}/submit`]: ({ needApplyId }) => ({ id: needApplyId }),
  [`${apply}/withdraw`]: ({ needApplyId }) => ({ id: needApplyId }),
  [`${apply}/accept`]: ({ needApplyId }) => ({ id: needApplyId }),
  [`${apply}/audit`]: ({ needApplyId }) => ({ id: needApplyId, pass: false, remark: '越权' }),
  [`${apply}/export`]: ({ needApplyId, firmId, agentId }) => ({ ids: String(needApplyId), firmId, agentId }),
  [`${order}/list`]: ({ firmId, agentId, productId }) => ({ firmId, agentId, productId }),
  [`${order}/info`]: ({ needOrderId }) => ({ id: needOrderId }),
  [`${order}/open`]: ({ needOrderId, agentId }) => ({ id: needOrderId, agentId }),
  [`${order}/save`]: asked,
  [`${order}/update`]: (foreign) => ({ ...asked(foreign), id: foreign.needOrderId }),
  [`${order}/cancel`]: ({ needOrderId }) => ({ id: needOrderId, reason: '越权' }),
  [`${order}/close`]: ({ needOrderId }) => ({ id: needOrderId }),
  [`${order}/pay`]: ({ needOrderId }) => ({ id: needOrderId, amount: 1 }),
  [`${order}/deduct`]: ({ needOrderId }) => ({ id: needOrderId, amount: 1 }),
  [`${order}/deliver/list`]: ({ needOrderId }) => ({ orderId: needOrderId }),
  [`${order}/print`]: ({ needOrderId }) => ({ id: needOrderId }),
  [`${order}/export`]: ({ needOrderId, firmId, agentId }) => ({ ids: String(needOrderId), firmId, agentId }),
};
