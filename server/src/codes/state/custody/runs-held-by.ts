import { type Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { SpanKind } from '../code-states.ts';
import { touchedBy } from '../pieces.ts';
import { merged, type Run } from '../ranges.ts';
import { readCustody } from './read-custody.ts';

/** Every run that some agents (1) or shops (2) of a firm hold or are being sent by itself; what lies in a box comes with its box. */
export const runsHeldBy = async (
  db: Db,
  firmId: number,
  kind: Holder,
  holderIds: readonly number[],
): Promise<Run[]> => {
  const touched = await touchedBy(
    db,
    sql`firm_id = ${firmId} and kind = ${sql.lit(SpanKind.ship)} and (payload ->> 'holderId')::bigint = any(${holderIds}::bigint[]) and (payload ->> 'holderKind')::int = ${kind}`,
    sql`firm_id = ${firmId} and holder_id = any(${holderIds}::bigint[]) and holder_kind = ${kind}`,
  );
  const held = (await readCustody(db, firmId, touched)).filter(
    ({ holderKind, holderId, shipStatus }) =>
      holderKind === kind && holderIds.includes(holderId ?? 0) && shipStatus !== Shipping.cancelled,
  );
  return merged(held);
};
