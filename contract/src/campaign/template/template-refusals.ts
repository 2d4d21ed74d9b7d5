import type { RefusalText } from '../../kit/codes.ts';

export const templateRefusals = {
  systemStays: [62132, '系统模板不能删除'],
  systemFixed: [62133, '系统模板不能修改，请先复制为我的模板'],
} as const satisfies Record<string, RefusalText>;
