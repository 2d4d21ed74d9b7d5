import { Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { CustodyPiece } from '../../codes/state/custody/read-custody.ts';
import { chunked } from '../../codes/state/put-spans.ts';
import { clipped, merged } from '../../codes/state/ranges.ts';
import { addAll } from '../../kit/add-all.ts';
import type { Db } from '../../kit/db/database.ts';
import type { TakenRun } from '../document/take-lines.ts';

const byOp = <P extends { opId: number }>(pieces: readonly P[]): Map<number, P[]> => {
  const groups = new Map<number, P[]>();
  for (const piece of pieces) {
    const own = groups.get(piece.opId);
    if (own) own.push(piece);
    else groups.set(piece.opId, [piece]);
  }
  return groups;
};

/** What held for shipped runs before they were shipped by a document, as the trails of the shipments have it; nothing where nobody had them. */
export const readBefore = async (
  db: Db,
  firmId: number,
  deliverId: number,
  taken: readonly TakenRun[],
): Promise<CustodyPiece[]> => {
  const pieces: CustodyPiece[] = [];
  const runs = byOp(taken);
  for (const chunk of chunked([...runs.keys()])) {
    const { rows } = await sql<CustodyPiece & { opId: number }>`
      select i.op_id, i.seg, (b ->> 'from')::int8 as "from", (b ->> 'to')::int8 as "to", (b ->> 'seq')::int8 as seq, (b ->> 'shipStatus')::int as ship_status,
        (b ->> 'holderKind')::int as holder_kind, (b ->> 'holderId')::int8 as holder_id, (b ->> 'deliverId')::int8 as deliver_id,
        b ->> 'shipAt' as ship_at, b ->> 'signAt' as sign_at
      from code_op_item i cross join lateral jsonb_array_elements(i.before) b
      where i.firm_id = ${firmId} and i.op_id = any(${chunk}::bigint[]) and (i.after ->> 'deliverId')::int8 = ${deliverId}
        and (i.after ->> 'shipStatus')::int = ${sql.lit(Shipping.shipped)} and (b ->> 'shipStatus') is not null`.execute(
      db,
    );
    // A code that was taken back and appended again stands in the trails of both: only the shipment of its line says what held before.
    for (const [opId, own] of byOp(rows))
      addAll(
        pieces,
        clipped(own, merged(runs.get(opId)!)).map(({ opId: _op, ...piece }) => piece),
      );
  }
  return pieces;
};
