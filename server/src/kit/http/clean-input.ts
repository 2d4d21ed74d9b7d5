import { Code } from '@zhuiyuan/contract/kit/codes';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { findFlaw, flawText, storable } from '@zhuiyuan/contract/kit/storable';
import { Refusal } from '../refusal.ts';

/**
 * Looks through everything a call was sent before anything else reads it: the refusal of an input that PostgreSQL could not
 * store or that goes too deep. Texts people type or scan become storable instead, so that they are looked up and not found.
 */
export const cleanInput = (endpoint: Endpoint, input: Record<string, unknown>): Refusal | undefined => {
  for (const name of endpoint.typed ?? []) {
    const text = input[name];
    if (typeof text === 'string') input[name] = storable(text);
  }
  const flaw = findFlaw(input);
  return flaw && new Refusal(Code.invalid, flawText[flaw]);
};
