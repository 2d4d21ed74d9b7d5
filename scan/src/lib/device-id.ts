import { randomHex } from './random-hex.ts';

const name = 'zy_device';
/** Browsers take a cookie of this prefix over https alone. */
const safe = '__Secure-';
let keptId = '';

const fromCookie = (): string =>
  new RegExp(`(?:^|; )(?:${safe})?${name}=([0-9a-f]{32})`).exec(document.cookie)?.[1] ?? '';

const fromStorage = (): string => {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
};

/**
 * A random mark of this device, so that scanning again is not counted as somebody else's query.
 * Kept in the storage and in a cookie, whichever the browser allows; in memory where it allows neither.
 */
export const deviceId = (): string => {
  keptId ||= fromStorage() || fromCookie() || randomHex();
  try {
    localStorage.setItem(name, keptId);
  } catch {
    // Private windows refuse the storage; the cookie below then keeps the mark.
  }
  const isSafe = location.protocol === 'https:';
  document.cookie = `${isSafe ? safe : ''}${name}=${keptId}; path=/; max-age=63072000; samesite=lax${isSafe ? '; secure' : ''}`;
  return keptId;
};
