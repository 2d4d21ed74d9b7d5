import type { RefusalText } from '../kit/codes.ts';

/** Refusals about people on the phone (61xxx), worded as the specification has them. */
export const accountRefusals = {
  roleEnded: [61137, '该身份已解除绑定'],
  boundElsewhere: [61138, '该身份已绑定其他账号，请先解绑'],
  bindTokenGone: [61139, '二维码已失效，请重新获取'],
  hasOther: [61144, '您已绑定该企业的其他{role}，请先解绑'],
  notBound: [61156, '尚未绑定账号'],
  stopped: [61168, '该身份已停用，只能查看和整单签收'],
} as const satisfies Record<string, RefusalText>;
