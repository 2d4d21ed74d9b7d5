import { codeText, Code } from '@zhuiyuan/contract/kit/codes';
import { removeLogin, removeToken } from './cookies.ts';

const noteKey = 'login-note';
let isLeaving = false;

/** Address of the page being looked at, as the sign-in page gives it back. */
export const fullPath = (): string => location.pathname + location.search + location.hash;

/** Address of the sign-in page that leads back to `path`. */
export const loginAddress = (path: string): string =>
  path === '/' || path.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(path)}`;

/** Drops the token and goes to the sign-in page, which shows `note` as a toast. Only the first of several calls counts. */
export const leaveForLogin = (note: string = codeText[Code.signedOut] ?? ''): void => {
  if (isLeaving) return;
  isLeaving = true;
  removeToken();
  removeLogin();
  sessionStorage.setItem(noteKey, note);
  location.replace(loginAddress(fullPath()));
};

/** Why the person was sent to the sign-in page, once; '' when nobody was sent. */
export const takeLoginNote = (): string => {
  const note = sessionStorage.getItem(noteKey) ?? '';
  sessionStorage.removeItem(noteKey);
  return note;
};
