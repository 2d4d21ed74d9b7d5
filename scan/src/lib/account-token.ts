import { keptText } from './kept-text.ts';

const token = keptText('zy_account');

/** The token of this phone's account, '' before there was one. Dealers, shops and shoppers have one and the same. */
export const accountToken = token.read;

/** The header that says whose phone it is; none before there was an account. */
export const accountHeaders = (): Record<string, string> =>
  accountToken() ? { 'X-Consumer-Token': accountToken() } : {};

export const keepToken = token.keep;
