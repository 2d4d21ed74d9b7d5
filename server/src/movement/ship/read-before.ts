import { Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { CustodyPiece } from '../../codes/state/custody/read-custody.ts';
import { chunked } from '../../codes/state/put-spans.ts';
import { clipped, merged } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import type { TakenRun } from './docs/take-lines.ts';

/** What held for shipped runs before they were shipped by a document, as the trails of the shipments have it; nothing where nobody had them. */
export const readBefore = async (
  db: Db,
  firmId: number,
  deliverId: number,
  taken: readonly TakenRun[],
): Promise<CustodyPiece[]> => {
  const pieces: CustodyPiece[] = [];
  for (const chunk of chunked([...new Set(taken.map(({ opId }) => opId))])) {
    const runs = merged(taken.filter(({ opId }) => chunk.includes(opId)));
    const { rows } = await sql<CustodyPiece>`
      select i.seg, (b ->> 'from')::int8 as "from", (b ->> 'to')::int8 as "to", (b ->> 'seq')::int8 as seq, (b ->> 'shipStatus')::int as ship_status,
        (b ->> 'holderKind')::int as holder_kind, (b ->> 'holderId')::int8 as holder_id, (b ->> 'deliverId')::int8 as deliver_id,
        b ->> 'shipAt' as ship_at, b ->> 'signAt' as sign_at
      from code_op_item i cross join lateral jsonb_array_elements(i.before) b
      where i.firm_id = ${firmId} and i.op_id = any(${chunk}::bigint[]) and (i.after ->> 'deliverId')::int8 = ${deliverId}
        and (i.after ->> 'shipStatus')::int = ${sql.lit(Shipping.shipped)} and (b ->> 'shipStatus') is not null`.execute(
      db,
    );
    pieces.push(...clipped(rows, runs));
  }
  return pieces;
};
