import type { MouldDraft, MouldFace } from '@zhuiyuan/contract/codes/label/mould';
import { mouldRefusals } from '@zhuiyuan/contract/codes/label/mould-refusals';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow, lockEnabled, lockRow } from '../../kit/db/rows.ts';
import { invalid, notFound, refuse, type Constraints } from '../../kit/refusal.ts';

/** What the database refuses of them, in words. */
export const mouldConstraints: Constraints = {
  mould_name_uq: () => invalid('name', '模板名称已存在'),
};

interface Maker {
  firmId: number;
  operatorId: number | null;
}

const insertVersion = async (
  db: Db,
  mouldId: number,
  no: number,
  { paper, elements, color }: MouldFace,
  { firmId, operatorId }: Maker,
): Promise<void> => {
  await db
    .insertInto('mouldVersion')
    .values({
      firmId,
      mouldId,
      no,
      paper: JSON.stringify(paper),
      elements: JSON.stringify(elements),
      color,
      createdBy: operatorId,
    })
    .execute();
};

/** Makes a mould of a firm with its first version. */
export const insertMould = async (
  db: Db,
  { name, color, status, paper, elements }: MouldDraft,
  maker: Maker,
): Promise<Saved> => {
  const saved = await db
    .insertInto('mould')
    .values({ firmId: maker.firmId, name, color, status, createdBy: maker.operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await insertVersion(db, saved.id, 1, { paper, elements, color }, maker);
  return saved;
};

/** The newest face of a mould, and its number. */
export const newestFace = async (db: Db, mouldId: number): Promise<MouldFace & { no: number }> => {
  const row = await db
    .selectFrom('mouldVersion')
    .where('mouldId', '=', mouldId)
    .select(['no', 'paper', 'elements', 'color'])
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row as unknown as MouldFace & { no: number };
};

/** A mould as a change of it is written, locked. */
export const storedMould = async (db: Db, id: number) => {
  const row = await lockRow(db, 'mould', id, ['name', 'status']);
  const { no: _no, ...face } = await newestFace(db, id);
  return { ...row, ...face };
};

/**
 * Replaces a mould's fields. Another face becomes a version of its own; the one before stays where labels of a task were printed
 * with it. 409 when `version` is not the row's.
 */
export const updateMould = async (
  db: Db,
  id: number,
  { name, color, status, paper, elements }: MouldDraft,
  { version, operatorId }: { version: number | undefined; operatorId: number },
): Promise<Saved> => {
  const { firmId } = await lockRow(db, 'mould', id, ['firmId'], version);
  const { no, ...before } = await newestFace(db, id);
  if (!isDeepStrictEqual(before, { paper, elements, color })) {
    await insertVersion(db, id, no + 1, { paper, elements, color }, { firmId, operatorId });
    await db
      .deleteFrom('mouldVersion')
      .where('mouldId', '=', id)
      .where('no', '=', no)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('mouldTask').select('taskId').where('mouldId', '=', id).where('no', '=', no))),
      )
      .execute();
  }
  const off = status === Enabled.off ? { isDefault: false } : {};
  return changeRow(db, 'mould', id, { name, color, status, ...off });
};

/** Deletes a mould softly; one that labels of a task were printed with stays. */
export const removeMould = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'mould', id);
  const used = await db.selectFrom('mouldTask').where('mouldId', '=', id).select('taskId').limit(1).executeTakeFirst();
  if (used) throw refuse(mouldRefusals.used);
  await changeRow(db, 'mould', id, { isDel: 1 });
};

/** Offers a mould first where labels are printed, in the place of the firm's former one. */
export const makeDefault = async (db: Db, id: number): Promise<void> => {
  const mould = await live(db, 'mould').where('id', '=', id).select('firmId').executeTakeFirst();
  if (!mould) throw notFound();
  const { firmId } = mould;
  // Before any row: whoever makes another one the default takes it from this one.
  await sql`select pg_advisory_xact_lock(hashtext('mould_default'), hashint8(${firmId}))`.execute(db);
  const { status } = await lockRow(db, 'mould', id, ['status']);
  if (status !== Enabled.on) throw refuse(mouldRefusals.disabled);
  await db
    .updateTable('mould')
    .set({ isDefault: false })
    .where('firmId', '=', firmId)
    .where('isDefault', '=', true)
    .execute();
  await changeRow(db, 'mould', id, { isDefault: true });
};

/** Enables or disables a mould; a disabled one is no default. */
export const switchMould = async (db: Db, { id, status }: { id: number; status: number }): Promise<void> => {
  await changeRow(db, 'mould', id, status === Enabled.off ? { status, isDefault: false } : { status });
};

const mostLetters = 30;

/** Makes a twin of a mould under the first free name `…-副本`. */
export const copyMould = async (db: Db, id: number, operatorId: number): Promise<Saved> => {
  const { firmId, name } = await lockRow(db, 'mould', id, ['firmId', 'name']);
  const { no: _no, ...face } = await newestFace(db, id);
  const names = await db
    .selectFrom('mould')
    .where('firmId', '=', firmId)
    .where('isDel', '=', 0)
    .select('name')
    .execute();
  const taken = new Set(names.map((row) => row.name));
  let copy = '';
  for (let n = 1; copy === '' || taken.has(copy); n += 1) {
    const tail = n === 1 ? '-副本' : `-副本${n}`;
    copy = name.slice(0, mostLetters - tail.length) + tail;
  }
  return insertMould(db, { ...face, name: copy, status: Enabled.on }, { firmId, operatorId });
};

/** The face a task is printed with: the one of its first print by this mould, else the newest, which it is then bound to. Refuses a disabled mould, and a task that is not of its firm (404). */
export const faceOfTask = async (
  db: Db,
  { mouldId, taskId, operatorId }: { mouldId: number; taskId: number; operatorId: number },
): Promise<MouldFace & { no: number; firmId: number; name: string }> => {
  const { firmId, name } = await lockEnabled(db, 'mould', mouldId, ['firmId', 'name'], () => notFound());
  const task = await db
    .selectFrom('task')
    .where('id', '=', taskId)
    .where('firmId', '=', firmId)
    .select('id')
    .executeTakeFirst();
  if (!task) throw notFound();
  const { no: newest } = await newestFace(db, mouldId);
  await db
    .insertInto('mouldTask')
    .values({ firmId, mouldId, taskId, no: newest, createdBy: operatorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { ...(await usedFace(db, mouldId, taskId)), firmId, name };
};

/** The face of a mould for a task, and whether it is an earlier one. */
export const usedFace = async (
  db: Db,
  mouldId: number,
  taskId: number,
): Promise<MouldFace & { no: number; isEarlier: boolean }> => {
  const newest = await newestFace(db, mouldId);
  const bound = await db
    .selectFrom('mouldTask')
    .innerJoin('mouldVersion', (join) =>
      join.onRef('mouldVersion.mouldId', '=', 'mouldTask.mouldId').onRef('mouldVersion.no', '=', 'mouldTask.no'),
    )
    .where('mouldTask.mouldId', '=', mouldId)
    .where('mouldTask.taskId', '=', taskId)
    .select(['mouldVersion.no', 'mouldVersion.paper', 'mouldVersion.elements', 'mouldVersion.color'])
    .executeTakeFirst();
  const face = (bound as unknown as typeof newest | undefined) ?? newest;
  return { ...face, isEarlier: face.no !== newest.no };
};
