import { codeText, Code } from '@zhuiyuan/contract/kit/codes';
import { removeLogin, removeToken } from './cookies.ts';

const noteKey = 'login-note';
let isLeaving = false;
let isGoing = false;

/** A page that goes away breaks its calls off; that says nothing about the session. */
const going = (is: boolean) => () => {
  isGoing = is;
  // Who stayed, or came back, may be led away again.
  if (!is) isLeaving = false;
};
window.addEventListener('pagehide', going(true));
window.addEventListener('pageshow', going(false));
window.addEventListener('beforeunload', () => {
  going(true)();
  // Somebody who was asked may have stayed.
  setTimeout(going(false), 3000);
});

/** Address of the page being looked at, as the sign-in page gives it back. */
export const fullPath = (): string => location.pathname + location.search + location.hash;

/** Address of the sign-in page that leads back to `path`. */
export const loginAddress = (path: string): string =>
  path === '/' || path.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(path)}`;

/**
 * Drops the token and goes to the sign-in page, which shows `note` as a toast. Only the first of several calls counts,
 * and none while the page is going away.
 */
export const leaveForLogin = (note: string = codeText[Code.signedOut] ?? ''): void => {
  if (isLeaving || isGoing) return;
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
