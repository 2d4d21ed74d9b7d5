import type { ClaimStatus, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import type { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import type { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';

/** States by their names: the enumerations of the contract bring their schemas along, which no shopper has to wait for. */
export const modes = { direct: 0, wheel: 1, grid: 2, scratch: 3, egg: 4 } as const satisfies Record<string, PlayMode>;
export const claims = { open: 0, claimed: 1, closed: 2 } as const satisfies Record<string, ClaimStatus>;
/** What is won. */
export const kinds = { points: 0, cash: 1, goods: 2, none: 3 } as const satisfies Record<string, PrizeType>;
/** How far a posting has come. */
export const posts = { waiting: 0, closed: 1, passed: 2, rejected: 3, finished: 4 } as const satisfies Record<
  string,
  RedemptionStatus
>;
/** How a winner comes by his prize. */
export const ways = { auto: 0, manual: 1, shop: 2, post: 3 } as const satisfies Record<string, ClaimMode>;
