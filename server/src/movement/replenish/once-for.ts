import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { once } from '../once.ts';

/** Acts on a request or an order once under the sender's key. `row` is it, as far as there is such a one; 404 where there is none. */
export const onceFor = <T extends object>(
  db: Db,
  row: { firmId: number } | undefined,
  call: string,
  { idemKey, ...input }: { id: number; idemKey?: string | undefined },
  work: () => Promise<T>,
): Promise<T> => {
  if (!row) throw notFound();
  return once(db, { firmId: row.firmId, idemKey, request: { call, ...input } }, work);
};
