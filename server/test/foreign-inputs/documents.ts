import type { Make } from '../foreign.ts';

const deliver = '/admin/identity/deliver';
const ofDocument: Make = ({ deliverId }) => ({ deliverId });
const ofFirm: Make = ({ firmId }) => ({ firmId });

/** Calls that read shipping documents of another firm. */
export const documentsInputs: Record<string, Make> = {
  [`${deliver}/list`]: ({ firmId, productId }) => ({ firmId, productId }),
  [`${deliver}/export`]: ofFirm,
  [`${deliver}/info`]: ({ deliverId }) => ({ id: deliverId }),
  [`${deliver}/line/list`]: ofDocument,
  [`${deliver}/line/boxes`]: ({ lineId }) => ({ lineId }),
  [`${deliver}/product/list`]: ofDocument,
  [`${deliver}/history`]: ofDocument,
  [`${deliver}/diff/list`]: ofDocument,
  [`${deliver}/print`]: ({ deliverId }) => ({ id: deliverId }),
  [`${deliver}/log/list`]: ofDocument,
  [`${deliver}/log/export`]: ofDocument,
  [`${deliver}/sign/list`]: ofFirm,
};
