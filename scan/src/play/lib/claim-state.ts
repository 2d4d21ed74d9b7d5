import type { Won } from './desk.ts';
import { claims, kinds, ways } from './states.ts';
import { leftWords } from './times.ts';

/** State of a prize in words, and its attitude. */
export const claimState = ({
  status,
  hold,
  expireAt,
  prize,
  claimMode,
  isPosted,
}: Won): { words: string; tone: string } => {
  if (status === claims.claimed) return { words: '已领取', tone: 'good' };
  if (status === claims.closed) return { words: '已关闭', tone: 'gone' };
  if (isPosted) return { words: '邮寄中', tone: 'doing' };
  if (hold) return { words: '审核中', tone: 'doing' };
  if (prize.type === kinds.points || (prize.type === kinds.cash && claimMode === ways.auto))
    return { words: '待发放', tone: 'wait' };
  return { words: leftWords(expireAt), tone: 'wait' };
};

/** What to do with it, in the title of its page. */
export const pageTitle = ({ prize, claimMode }: Pick<Won, 'prize' | 'claimMode'>): string =>
  prize.type === kinds.goods && claimMode === ways.shop ? '核销码' : '奖品详情';
