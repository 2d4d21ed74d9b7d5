import type { Holder } from '@zhuiyuan/contract/codes/state/code-enums';

/** Agents or shops, and since when goods sent to them are counted. */
export interface GoodsSent {
  kind: Holder;
  holderIds: readonly number[];
  since: string;
}

declare module '../../kit/db/events.ts' {
  interface Questions {
    /** How many items were sent to each holder since then, by their ids. */
    'goods.sent': { asks: GoodsSent; answers: Map<number, number> };
  }
}
