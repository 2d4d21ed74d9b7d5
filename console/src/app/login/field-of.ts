import type { sessionRefusals } from '@zhuiyuan/contract/access/session';
import type { ApiError } from '../../lib/api-error.ts';

export type Field = 'account' | 'pwd' | 'code';
type Refusal = (typeof sessionRefusals)[keyof typeof sessionRefusals][0];

const fields: Record<Refusal, Field> = { 63001: 'code', 63002: 'code', 63003: 'pwd', 63004: 'account' };
const isField = (name: string | undefined): name is Field => name === 'account' || name === 'pwd' || name === 'code';

/** The field a refusal of signing in means, if it means one. */
export const fieldOf = ({ code, fields: named }: ApiError): Field | undefined => {
  const first = named[0]?.field;
  return isField(first) ? first : fields[code as Refusal];
};
