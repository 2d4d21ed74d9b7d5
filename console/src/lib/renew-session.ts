import { Code } from '@zhuiyuan/contract/kit/codes';
import { ApiError } from './api-error.ts';
import { readLogin, readToken } from './cookies.ts';
import { leaveForLogin } from './leave-for-login.ts';
import { createStore } from './store.ts';

/** Whether the password is being asked for, because the session ended under a page in use. */
export const isPasswordAsked = createStore(false);

let user: number | undefined;
let settle: ((isRenewed: boolean) => void) | undefined;
let asking: Promise<boolean> | undefined;

/** Says who uses the page, and that it can ask for the password; from then on the end of the session does not lead away. */
export const offerRenewal = (adminId: number): (() => void) => {
  user = adminId;
  return () => {
    user = undefined;
  };
};

/** Tells all that wait how the question ended. */
export const answerRenewal = (isRenewed: boolean): void => {
  isPasswordAsked.set(false);
  settle?.(isRenewed);
  settle = undefined;
};

const ask = (): Promise<boolean> => {
  asking ??= new Promise<boolean>((answered) => {
    settle = answered;
    isPasswordAsked.set(true);
  }).finally(() => {
    asking = undefined;
  });
  return asking;
};

/** Whether there is another token than `ended`, of the same person: another window may have got one, or the person gives the password now. */
const isRenewedAfter = async (ended: string): Promise<boolean> => {
  const now = readToken();
  if (now && now !== ended && readLogin().id === user) return true;
  return ask();
};

/** Asks for the password, and goes to the sign-in page when it is not given. */
export const askForPassword = async (): Promise<void> => {
  if (user === undefined || !(await ask())) leaveForLogin();
};

/**
 * Sends a call. When the session is over, it waits for the password, which is asked for once whatever number of calls wait, and is
 * sent once more; without a page in use, or without an answer, it leads to the sign-in page and throws the refusal.
 */
export const withSession = async <T>(send: () => Promise<T>): Promise<T> => {
  const token = readToken();
  const leave = (error: unknown): void => {
    if (!(error instanceof ApiError) || error.code !== Code.signedOut) return;
    error.isShown = true;
    leaveForLogin();
  };
  try {
    return await send();
  } catch (error) {
    const isOver = error instanceof ApiError && error.code === Code.signedOut;
    if (!isOver || user === undefined || !(await isRenewedAfter(token))) {
      leave(error);
      throw error;
    }
  }
  try {
    return await send();
  } catch (error) {
    leave(error);
    throw error;
  }
};
