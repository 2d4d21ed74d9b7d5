import { z } from 'zod';
import { LogKind, type Endpoint } from './endpoint.ts';

/** The header in which a call that makes a row brings its key. */
export const keyHeader = 'idempotency-key';

/** What such a key looks like. */
export const CallKey = z.string().regex(/^[\w-]{8,64}$/, '请求编号不正确');

/** Whether the server keeps what a call of staff answered under its key: it makes a row, in one transaction, and has no key of its own. */
export const isKeyed = ({ method, log, may, input, ...other }: Endpoint): boolean => {
  const hasOwnKey = 'idemKey' in ((input as Partial<z.ZodObject>).shape ?? {});
  const isOdd = other.raw || other.ownTransaction || other.offersFile || other.isPlain || other.forShoppers;
  return method === 'POST' && log === LogKind.insert && may !== 'open' && !isOdd && !hasOwnKey;
};
