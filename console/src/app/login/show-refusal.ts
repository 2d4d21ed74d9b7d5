import type { sessionRefusals } from '@zhuiyuan/contract/access/session';
import { saidOf } from '../../lib/said-of.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { isPhone } from '../../lib/is-phone.ts';
import { showNotice } from './notices.tsx';

export type Field = 'account' | 'pwd' | 'code';
type Refusal = (typeof sessionRefusals)[keyof typeof sessionRefusals][0];

const fields: Record<Refusal, Field> = { 63001: 'code', 63002: 'code', 63003: 'pwd', 63004: 'account' };
const isField = (name: string | undefined): name is Field => name === 'account' || name === 'pwd' || name === 'code';

/** The field a refusal of signing in means, if it means one. */
export const fieldOf = ({ code, fields: named }: ApiError): Field | undefined => {
  const first = named[0]?.field;
  return isField(first) ? first : fields[code as Refusal];
};

const phoneSeconds = 1;

/** Says why signing in failed: 5 seconds, on a telephone 1. */
export const showRefusal = (error: unknown): void => {
  const text = saidOf(error);
  showNotice(text, isPhone() ? phoneSeconds : undefined);
};
