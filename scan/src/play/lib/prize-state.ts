import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import type { MyPrizeDetail } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { Posting, PostOrder } from '@zhuiyuan/contract/claim/public-redeem';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { isOpen } from './claim-state.ts';
import type { PrizeShown } from './kept.ts';

/** What the page of a prize is about: where it is, or what is asked of its winner. */
export type PrizeMatter =
  | { kind: 'posted'; order: PostOrder }
  | { kind: 'claimed' | 'closed' | 'held' | 'collect' | 'code' | 'cash' | 'wait' }
  | { kind: 'address'; posting: Posting };

/** A posting that is under way, or has come to its end. */
const underWay = (posting: Posting | null): PostOrder | null => {
  const order = posting?.order ?? null;
  return order && order.status !== RedemptionStatus.closed && order.status !== RedemptionStatus.rejected ? order : null;
};

/** What the page of a prize is about. */
export const matterOf = ({ won, posting }: PrizeShown): PrizeMatter => {
  const order = underWay(posting);
  if (order) return { kind: 'posted', order };
  if (won.status === ClaimStatus.claimed) return { kind: 'claimed' };
  if (won.status === ClaimStatus.closed) return { kind: 'closed' };
  if (won.hold) return { kind: 'held' };
  if (won.needCollect) return { kind: 'collect' };
  if (won.verCode) return { kind: 'code' };
  if (posting?.canPost) return { kind: 'address', posting };
  return { kind: won.prize.type === PrizeType.cash ? 'cash' : 'wait' };
};

/** Whether a prize may be sent by post, so that it is asked how far that has come. */
export const goesByPost = ({ prize, claimMode, alsoPost }: MyPrizeDetail): boolean =>
  prize.type === PrizeType.goods && (claimMode === ClaimMode.post || alsoPost);

/** Whether it waits for its winner at a shop. */
export const isAtShop = (won: MyPrizeDetail): boolean =>
  won.prize.type === PrizeType.goods && won.claimMode === ClaimMode.shop && isOpen(won);

/** A posting that one which waits at a shop may be switched to; null where it may not. */
export const switchOf = ({ won, posting }: PrizeShown): Posting | null =>
  isAtShop(won) && posting?.canPost && won.verCode ? posting : null;

/** What the shopper himself gave up says nothing. */
const ownCancel = '用户取消';

/** Why the last posting came to nothing; '' where there was none, or the shopper gave it up himself. */
export const lastFault = ({ order }: Posting): string => {
  if (!order?.reason || order.reason === ownCancel) return '';
  return `${order.status === RedemptionStatus.rejected ? '上次提交未通过审核' : '上次邮寄已关闭'}：${order.reason}`;
};

/** Metres as people say them: `820 米`, `2.4 公里`. */
export const distanceWords = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres / 10) * 10} 米` : `${(metres / 1000).toFixed(1)} 公里`;
