import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { lockTemplate } from './template-writes.ts';

interface Content {
  blocks: unknown;
  theme: unknown;
}

/** Keeps a content as the template's next version and puts it before shoppers; the first of a firm becomes its default. */
const goLive = async (
  db: Db,
  temp: { id: number; firmId: number; publishVersion: number },
  { blocks, theme }: Content,
  { operatorId, from = null }: { operatorId: number; from?: number | null },
): Promise<number> => {
  const version = temp.publishVersion + 1;
  const content = { blocks: JSON.stringify(blocks), theme: JSON.stringify(theme) };
  await db
    .insertInto('tempVersion')
    .values({ ...content, firmId: temp.firmId, tempId: temp.id, version, fromVersion: from, publishedBy: operatorId })
    .execute();
  // Two first templates published at the same time wait for each other here.
  await sql`select pg_advisory_xact_lock(hashtext('temp_default'), hashint8(${temp.firmId}))`.execute(db);
  const isFirst = !(await db
    .selectFrom('temp')
    .select('id')
    .where('firmId', '=', temp.firmId)
    .where('isDefault', '=', true)
    .where('isDel', '=', 0)
    .executeTakeFirst());
  await db
    .updateTable('temp')
    .set((row) => ({
      ...content,
      publishVersion: version,
      publishedAt: sql`now()`,
      hasChanges: false,
      ...(isFirst ? { isDefault: true } : {}),
      version: row('version', '+', 1),
      updatedAt: sql`now()`,
    }))
    .where('id', '=', temp.id)
    .execute();
  return version;
};

/** Publishes the draft. Refuses 61166 for a disabled template. */
export const publishTemplate = async (db: Db, id: number, operatorId: number): Promise<number> => {
  const temp = await lockTemplate(db, id);
  if (temp.status !== Enabled.on) throw refuse(traceRefusals.templateDisabled);
  return goLive(db, temp, temp, { operatorId });
};

/** Publishes an older version again as the next one, and makes the draft the same. */
export const rollBackTemplate = async (db: Db, id: number, version: number, operatorId: number): Promise<number> => {
  const temp = await lockTemplate(db, id);
  if (temp.status !== Enabled.on) throw refuse(traceRefusals.templateDisabled);
  const old = await db
    .selectFrom('tempVersion')
    .select(['blocks', 'theme'])
    .where('tempId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!old) throw notFound();
  return goLive(db, temp, old, { operatorId, from: version });
};

/** Makes a published template the one of all products of its firm that name none. */
export const makeDefaultTemplate = async (db: Db, id: number): Promise<void> => {
  const temp = await lockTemplate(db, id);
  if (temp.status !== Enabled.on) throw refuse(traceRefusals.templateDisabled);
  if (temp.publishVersion === 0) throw refuse(traceRefusals.templateUnpublished);
  await sql`select pg_advisory_xact_lock(hashtext('temp_default'), hashint8(${temp.firmId}))`.execute(db);
  const change = (isDefault: boolean) =>
    db
      .updateTable('temp')
      .set((row) => ({ isDefault, version: row('version', '+', 1), updatedAt: sql`now()` }))
      .where('firmId', '=', temp.firmId);
  await change(false).where('isDefault', '=', true).where('id', '<>', id).execute();
  await change(true).where('id', '=', id).where('isDefault', '=', false).execute();
};
