import type { RefusalText } from '../../kit/codes.ts';

/** Why a shop does not open a box. */
export const unpackRefusals = {
  notHere: [62240, '该箱码未签收至本门店，无法开箱'],
  opened: [62241, '该箱已开箱'],
  noBox: [62242, '请扫描箱码，单品码不能开箱'],
} as const satisfies Record<string, RefusalText>;
