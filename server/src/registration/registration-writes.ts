import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import type { registrationApi } from '@zhuiyuan/contract/registration/registration';
import { registrationRefusals } from '@zhuiyuan/contract/registration/registration-refusals';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { notFound, refuse, stale, type Constraints } from '../kit/refusal.ts';
import { requireNode } from './find-node.ts';
import type { RegisteredObject } from './require-object.ts';

/** What the database refuses of them, in words. */
export const registrationConstraints: Constraints = {
  registration_handle_uq: () => refuse(registrationRefusals.registered),
  registration_object_uq: () => refuse(registrationRefusals.registered),
  registration_span_uq: () => refuse(registrationRefusals.registered),
};

/** Of these the node holds a record. */
const held = new Set<number>([
  RegistrationStatus.registered,
  RegistrationStatus.parsed,
  RegistrationStatus.parseFailed,
]);

/** A registration, locked; throws 404. */
export const lockRegistration = async (db: Db, id: number) => {
  const row = await db
    .selectFrom('registration')
    .select(['id', 'version', 'status', 'values'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
};

/** Makes the registration of an object; 61120 without a node. */
export const insertRegistration = async (
  db: Db,
  draft: InputOf<typeof registrationApi.save>,
  object: RegisteredObject,
  operatorId: number,
): Promise<Saved> => {
  const { prefix, nodeKind } = await requireNode(db, object.firmId);
  return db
    .insertInto('registration')
    .values({
      firmId: object.firmId,
      handle: `${prefix}/${object.suffix}`,
      objKind: draft.objKind,
      objId: object.objId,
      seg: object.seg,
      span: object.span && sql<string>`int8range(${object.span[0]}, ${object.span[1]}, '[]')`,
      values: JSON.stringify(draft.values),
      nodeKind,
      createdBy: operatorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** Replaces the own items of a record, and says whether the node holds it and has to follow. 409 when `version` is not the row's. */
export const updateRegistration = async (
  db: Db,
  { id, version, values }: InputOf<typeof registrationApi.update>,
): Promise<Saved & { isHeld: boolean }> => {
  const row = await lockRegistration(db, id);
  if (version !== undefined && version !== row.version) throw stale();
  await db
    .updateTable('registration')
    .set((old) => ({ values: JSON.stringify(values), version: old('version', '+', 1), updatedAt: old.fn('now') }))
    .where('id', '=', id)
    .execute();
  return { id, version: row.version + 1, isHeld: held.has(row.status) };
};

/** Deletes a registration that was never sent. */
export const removeRegistration = async (db: Db, id: number): Promise<void> => {
  const { status } = await lockRegistration(db, id);
  if (status !== RegistrationStatus.unsent) throw refuse(registrationRefusals.wrongState);
  await db.deleteFrom('registration').where('id', '=', id).execute();
};
