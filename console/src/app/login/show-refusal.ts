import { isPhone } from '../../lib/is-phone.ts';
import { saidOf } from '../../lib/said-of.ts';
import { showNotice } from './notices.tsx';

const phoneSeconds = 1;

/** Says why signing in failed: 5 seconds, on a telephone 1. */
export const showRefusal = (error: unknown): void => {
  const text = saidOf(error);
  showNotice(text, isPhone() ? phoneSeconds : undefined);
};
