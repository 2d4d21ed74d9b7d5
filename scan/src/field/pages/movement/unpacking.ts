import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { Unpacked } from '@zhuiyuan/contract/campaign/unpack/unpack';
import { readAddress, shownCode } from '@zhuiyuan/contract/codes/cipher/code-input';
import { randomHex } from '../../../lib/random-hex.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { isOffline } from '../../../lib/call.ts';

/** A box as it was scanned, with the seed it is opened with however often that is tried. */
export interface Box {
  code: string;
  clientSeed: string;
}

/** What the card says: nothing yet, whether to open, what was in it, or why it stays closed. */
export type Unpacking =
  | { state: 'idle' }
  | { state: 'scanned'; box: Box }
  | { state: 'opened'; won: Unpacked }
  | { state: 'refused'; words: string; box: Box; isLost: boolean };

export const idle: Unpacking = { state: 'idle' };

export const toBox = (text: string): Box => ({ code: text.trim(), clientSeed: randomHex() });

/** The code of a box as it is printed. */
export const codeOf = ({ code }: Box): string => shownCode(readAddress(code).text);

/** A box that was not opened; one whose call was lost is tried once more as it is. */
export const refusedOf = (error: unknown, box: Box): Unpacking => ({
  state: 'refused',
  words: reasonOf(error),
  box,
  isLost: isOffline(error),
});

export const isWon = ({ prize }: Unpacked): boolean => prize.type !== PrizeType.none;

/** The prize in words. */
export const prizeOf = ({ prize }: Unpacked): string => {
  if (prize.type === PrizeType.cash) return `${prize.name} ${moneyText(prize.amount)} 元`;
  return prize.type === PrizeType.points ? `${prize.name} ${prize.points} 积分` : prize.name;
};

/** What becomes of the prize now; '' of none. */
export const nextOf = ({ prize, hold, claim }: Unpacked): string => {
  if (prize.type === PrizeType.none) return '';
  if (hold) return '中奖结果审核中，预计24小时内通知您';
  if (claim?.status === ClaimStatus.claimed) return '已到账';
  return prize.type === PrizeType.cash ? '在我的奖品中查看到账情况或领取' : '在我的奖品中领取';
};
