import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { sql } from 'kysely';
import type { CodesChanged } from '../codes/state/code-events.ts';
import type { Jobs } from '../kit/jobs/jobs.ts';
import type { Db } from '../kit/db/database.ts';
import type { TraceChanged } from '../trace/trace-changed.ts';
import { requireNode } from './find-node.ts';

/** Queue of registrations. */
export const registerJob = 'code-register';

interface Sending {
  jobs: Pick<Jobs, 'send'>;
}

/** Puts a registration in line for its node, in the caller's transaction. */
export const queueRegistration = async ({ jobs }: Sending, db: Db, id: number): Promise<void> => {
  await db
    .updateTable('registration')
    .set((row) => ({
      status: RegistrationStatus.queued,
      tries: 0,
      lastErr: '',
      nextAt: row.fn('now'),
      updatedAt: row.fn('now'),
    }))
    .where('id', '=', id)
    .execute();
  await jobs.send(db, registerJob, {});
};

/** Refuses, at `regOn`, what a firm without a node wants registered. */
export const checkHasNode = async (db: Db, { firmId }: { firmId: number }): Promise<void> => {
  await requireNode(db, firmId, 'regOn');
};

/**
 * Follows a product or lot that changed: what the node holds of it is sent again, and what its product wants registered
 * joins the line. Refuses 61120 when a product wants it and its firm has no node.
 */
export const followChange = async (db: Db, { objKind, objId }: TraceChanged, { jobs }: Sending): Promise<void> => {
  const row = await db
    .selectFrom('registration')
    .select('id')
    .where('objKind', '=', objKind)
    .where('objId', '=', objId)
    .where('status', 'in', [RegistrationStatus.registered, RegistrationStatus.parsed, RegistrationStatus.parseFailed])
    .executeTakeFirst();
  if (row) await queueRegistration({ jobs }, db, row.id);
  const product = await db
    .selectFrom('product')
    .select(['firmId', 'regOn'])
    .where('id', '=', (of) =>
      objKind === ObjectKind.product
        ? of.val(objId)
        : of.selectFrom('lot').select('lot.productId').where('lot.id', '=', objId),
    )
    .executeTakeFirst();
  if (!product?.regOn) return;
  if (objKind === ObjectKind.product) await checkHasNode(db, product);
  await jobs.send(db, registerJob, {});
};

/**
 * Follows what was done to codes: the registrations of single codes among them, and of runs that lie wholly in them, are
 * sent again with the next round of the line.
 */
export const followCodes = async (db: Db, { firmId, runs }: CodesChanged): Promise<void> => {
  await sql`
    update registration r set status = ${sql.lit(RegistrationStatus.queued)}, tries = 0, last_err = '', next_at = now(), updated_at = now()
    from unnest(${runs.map(({ seg }) => seg)}::int[], ${runs.map(({ from }) => from)}::int8[], ${runs.map(({ to }) => to)}::int8[],
      ${runs.map(({ seg, from }) => toCodeId(seg, from))}::int8[], ${runs.map(({ seg, to }) => toCodeId(seg, to))}::int8[]) x(seg, a, b, first, last)
    where r.firm_id = ${firmId} and r.status in (${sql.lit(RegistrationStatus.registered)}, ${sql.lit(RegistrationStatus.parsed)}, ${sql.lit(RegistrationStatus.parseFailed)}) and (
      (r.obj_kind = ${sql.lit(ObjectKind.code)} and r.obj_id between x.first and x.last)
      or (r.obj_kind = ${sql.lit(ObjectKind.run)} and r.seg = x.seg and r.span <@ int8range(x.a, x.b, '[]')))`.execute(
    db,
  );
};
