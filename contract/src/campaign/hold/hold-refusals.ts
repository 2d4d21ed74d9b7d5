import type { RefusalText } from '../../kit/codes.ts';

export const holdRefusals = {
  reviewed: [62341, '该中奖记录已复核，请刷新'],
} as const satisfies Record<string, RefusalText>;
