import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import type { MyPrize } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { leftWords } from './times.ts';

/** The attitude of a state on the pages of a draw. */
export type StateTone = 'good' | 'wait' | 'doing' | 'gone';

/** State of a prize in words, and its attitude. */
export const claimState = ({
  status,
  hold,
  expireAt,
  prize,
  claimMode,
  isPosted,
}: MyPrize): { words: string; tone: StateTone } => {
  if (status === ClaimStatus.claimed) return { words: '已领取', tone: 'good' };
  if (status === ClaimStatus.closed) return { words: '已关闭', tone: 'gone' };
  if (isPosted) return { words: '邮寄中', tone: 'doing' };
  if (hold) return { words: '审核中', tone: 'doing' };
  if (prize.type === PrizeType.points || (prize.type === PrizeType.cash && claimMode === ClaimMode.auto))
    return { words: '待发放', tone: 'wait' };
  return { words: leftWords(expireAt), tone: 'wait' };
};

/** It waits for its winner to come for it. */
export const isOpen = ({ status, hold, isPosted }: Pick<MyPrize, 'status' | 'hold' | 'isPosted'>): boolean =>
  status === ClaimStatus.open && !hold && !isPosted;

/** What to do with it, in the title of its page. */
export const pageTitle = ({ prize, claimMode, isPosted }: MyPrize): string => {
  if (isPosted) return '邮寄进度';
  return prize.type === PrizeType.goods && claimMode === ClaimMode.shop ? '核销码' : '奖品详情';
};

/** Said of a prize that a person has to look at first. */
export const heldWords = '中奖结果审核中，预计24小时内通知您';
