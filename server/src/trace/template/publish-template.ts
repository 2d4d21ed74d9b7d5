import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { lockTemplate } from './template-writes.ts';

/**
 * Locks a template behind its firm's default, in this order: who makes another one the default changes the row of the former one. Two first
 * templates published at the same time wait for each other here.
 */
const lockBehindDefault = async (db: Db, id: number) => {
  const found = await live(db, 'temp').select('firmId').where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound();
  await sql`select pg_advisory_xact_lock(hashtext('temp_default'), hashint8(${found.firmId}))`.execute(db);
  return lockTemplate(db, id);
};

interface Content {
  blocks: unknown;
  theme: unknown;
}

/** Keeps a content as the template's next version and puts it before shoppers; the first of a firm becomes its default. */
const goLive = async (
  db: Db,
  template: { id: number; firmId: number; publishVersion: number },
  { blocks, theme }: Content,
  { operatorId, from = null }: { operatorId: number; from?: number | null },
): Promise<number> => {
  const version = template.publishVersion + 1;
  const content = { blocks: JSON.stringify(blocks), theme: JSON.stringify(theme) };
  await db
    .insertInto('tempVersion')
    .values({
      ...content,
      firmId: template.firmId,
      tempId: template.id,
      version,
      fromVersion: from,
      publishedBy: operatorId,
    })
    .execute();
  const isFirst = !(await live(db, 'temp')
    .select('id')
    .where('firmId', '=', template.firmId)
    .where('isDefault', '=', true)
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
    .where('id', '=', template.id)
    .execute();
  return version;
};

/** Publishes the draft. Refuses 61166 for a disabled template. */
export const publishTemplate = async (db: Db, id: number, operatorId: number): Promise<number> => {
  const template = await lockBehindDefault(db, id);
  if (template.status !== Enabled.on) throw refuse(traceRefusals.templateDisabled);
  return goLive(db, template, template, { operatorId });
};

/** Publishes an older version again as the next one, and makes the draft the same. */
export const rollBackTemplate = async (db: Db, id: number, version: number, operatorId: number): Promise<number> => {
  const template = await lockBehindDefault(db, id);
  if (template.status !== Enabled.on) throw refuse(traceRefusals.templateDisabled);
  const old = await db
    .selectFrom('tempVersion')
    .select(['blocks', 'theme'])
    .where('tempId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!old) throw notFound();
  return goLive(db, template, old, { operatorId, from: version });
};

/** Makes a published template the one of all products of its firm that name none. */
export const makeDefaultTemplate = async (db: Db, id: number): Promise<void> => {
  const template = await lockBehindDefault(db, id);
  if (template.status !== Enabled.on) throw refuse(traceRefusals.templateDisabled);
  if (template.publishVersion === 0) throw refuse(traceRefusals.templateUnpublished);
  const change = (isDefault: boolean) =>
    db
      .updateTable('temp')
      .set((row) => ({ isDefault, version: row('version', '+', 1), updatedAt: sql`now()` }))
      .where('firmId', '=', template.firmId);
  await change(false).where('isDefault', '=', true).where('id', '<>', id).execute();
  await change(true).where('id', '=', id).where('isDefault', '=', false).execute();
};
