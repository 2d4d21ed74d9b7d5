import { badVerCode, type Verified, type VerPreview } from '@zhuiyuan/contract/redeem/shop-redeem';
import { CallFailed } from '../../../lib/call.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { isOffline } from '../../../lib/call.ts';
import { shortMoment } from '../../../lib/words.ts';

/** How a code came to the counter. */
export type Way = '扫码' | '输入';

/** A call that was lost, to be made once more with the same code. */
export type Again = { act: 'look'; code: string; way: Way } | { act: 'confirm'; preview: VerPreview; way: Way };

/** What the card says: nothing yet, what could be handed out, what was, or why not. */
export type Standing =
  | { state: 'idle' }
  | { state: 'looking'; code: string }
  | { state: 'ready'; preview: VerPreview; way: Way; at: string }
  | { state: 'done'; preview: VerPreview; way: Way; verified: Verified }
  | { state: 'refused'; words: string; code: string; detail: string; again?: Again };

export const idle: Standing = { state: 'idle' };

/** Of what cannot be a code: nothing is asked of it. */
export const unreadable: Standing = { state: 'refused', words: badVerCode, code: '', detail: '' };

/** Where a used code was handed out: `锦和茶行 玉林店，11-20 14:32`. */
const detailOf = (error: unknown): string => {
  const { shopName, verAt } = ((error instanceof CallFailed && error.data) || {}) as {
    shopName?: string;
    verAt?: string;
  };
  return shopName && verAt ? `${shopName}，${shortMoment(verAt)}` : '';
};

/** Why a code was not looked up or a prize not handed out, and what can be tried again: only what never arrived. */
export const refusedOf = (error: unknown, again: Again): Standing => ({
  state: 'refused',
  words: reasonOf(error),
  code: again.act === 'look' ? again.code : again.preview.verCode,
  detail: detailOf(error),
  again: isOffline(error) ? again : undefined,
});
