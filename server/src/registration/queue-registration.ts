import { registrationRefusals } from '@zhuiyuan/contract/registration/registration-refusals';
import { codeIdOf } from '@zhuiyuan/contract/codes/cipher/code-format';
import { sql } from 'kysely';
import type { Run } from '../codes/state/ranges.ts';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { refuse } from '../kit/refusal.ts';
import type { Changed } from '../trace/changes.ts';
import { findNode } from './find-node.ts';

/** Queue of registrations. */
export const registerJob = 'code-register';

/** Puts a registration in line for its node, in the caller's transaction. */
export const queueRegistration = async (app: Pick<App, 'jobs'>, db: Db, id: number): Promise<void> => {
  await db
    .updateTable('registration')
    .set((row) => ({ status: 4, tries: 0, lastErr: '', nextAt: row.fn('now'), updatedAt: row.fn('now') }))
    .where('id', '=', id)
    .execute();
  await app.jobs.send(db, registerJob, {});
};

/**
 * Follows a product or lot that changed: what the node holds of it is sent again, and what its product wants registered
 * joins the line. Refuses 61120 when a product wants it and its firm has no node.
 */
export const followChange = async (app: Pick<App, 'jobs'>, db: Db, { objKind, objId }: Changed): Promise<void> => {
  const row = await db
    .selectFrom('registration')
    .select('id')
    .where('objKind', '=', objKind)
    .where('objId', '=', objId)
    .where('status', 'in', [1, 2, 3])
    .executeTakeFirst();
  if (row) await queueRegistration(app, db, row.id);
  const product = await db
    .selectFrom('product')
    .select(['firmId', 'regOn'])
    .where('id', '=', (of) =>
      objKind === 1 ? of.val(objId) : of.selectFrom('lot').select('lot.productId').where('lot.id', '=', objId),
    )
    .executeTakeFirst();
  if (!product?.regOn) return;
  const { noNode } = registrationRefusals;
  if (objKind === 1 && !(await findNode(db, product.firmId)))
    throw refuse(noNode, {}, { fields: [{ field: 'regOn', message: noNode[1] }] });
  await app.jobs.send(db, registerJob, {});
};

/**
 * Follows what was done to codes: the registrations of single codes among them, and of runs that lie wholly in them, are
 * sent again with the next round of the line.
 */
export const followCodes = async (db: Db, firmId: number, runs: readonly Run[]): Promise<void> => {
  await sql`
    update registration r set status = 4, tries = 0, last_err = '', next_at = now(), updated_at = now()
    from unnest(${runs.map(({ seg }) => seg)}::int[], ${runs.map(({ from }) => from)}::int8[], ${runs.map(({ to }) => to)}::int8[],
      ${runs.map(({ seg, from }) => codeIdOf(seg, from))}::int8[], ${runs.map(({ seg, to }) => codeIdOf(seg, to))}::int8[]) x(seg, a, b, first, last)
    where r.firm_id = ${firmId} and r.status in (1, 2, 3) and (
      (r.obj_kind = 4 and r.obj_id between x.first and x.last)
      or (r.obj_kind = 3 and r.seg = x.seg and r.span <@ int8range(x.a, x.b, '[]')))`.execute(db);
};
