import { normaliseCode, readAddress } from '@zhuiyuan/contract/codes/cipher/code-input';
import { findFormat } from '@zhuiyuan/contract/codes/cipher/code-format';

/** The bare code in a scanned text or address: ours in the way it is printed, anybody else's as it stands. */
export const bareCode = (scanned: string): string => {
  const own = normaliseCode(scanned);
  return findFormat(own) ? own : readAddress(scanned).text.trim();
};
