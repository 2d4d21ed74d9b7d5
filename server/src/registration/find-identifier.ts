import { NodeKind } from '@zhuiyuan/contract/registration/registration';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { TraceSubject } from '../trace/template/trace-detail.ts';

/** What a node holds, also while a change of it waits to be sent. */
const held = sql`registered_at is not null and status in (${sql.lit(RegistrationStatus.registered)}, ${sql.lit(RegistrationStatus.parsed)},
  ${sql.lit(RegistrationStatus.queued)})`;

/** The identifier a shopper is shown: the code's own, or of the run it lies in, else its lot's, else its product's; null when none is registered. */
export const findIdentifier = async (
  db: Db,
  { firmId, productId, lotId, seg, serial, code }: TraceSubject,
): Promise<TraceDetail['identifier']> => {
  const one = (kind: number, objId: number) =>
    sql`select handle, obj_kind, node_kind, status from registration
      where obj_kind = ${sql.lit(kind)} and obj_id = ${objId} and firm_id = ${firmId} and ${held}`;
  const ofCode =
    seg && serial
      ? [
          one(ObjectKind.code, toCodeId(seg, serial)),
          sql`select split_part(handle, '/', 1) || '/' || ${code ?? ''}, obj_kind, node_kind, status from registration
            where obj_kind = ${sql.lit(ObjectKind.run)} and seg = ${seg} and span @> ${serial}::int8 and firm_id = ${firmId}
              and ${held} and ${code ?? ''} <> ''`,
        ]
      : [];
  const ofLot = lotId === null ? [] : [one(ObjectKind.lot, lotId)];
  const all = [...ofCode, ...ofLot, one(ObjectKind.product, productId)];
  const { rows } = await sql<{ handle: string; nodeKind: number; status: number }>`
    select handle, node_kind, status from (${sql.join(all, sql` union all `)}) found order by obj_kind desc limit 1`.execute(
    db,
  );
  const [row] = rows;
  return row ? { handle: row.handle, node: NodeKind.label(row.nodeKind), status: row.status } : null;
};
