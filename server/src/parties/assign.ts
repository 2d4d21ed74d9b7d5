import { assignLabels, type Assign, type AssignBack, type AssignField } from '@zhuiyuan/contract/parties/assign';
import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { lockEnabled } from '../kit/db/rows.ts';
import { invalid, notFound } from '../kit/refusal.ts';

const tables = { channelId: 'channel', salesmanId: 'salesman' } as const;

/** The firm whose rows may be given a channel or salesman, who stays enabled until the transaction ends; refused at `targetId`. */
export const lockTarget = async (db: Db, { field, targetId }: Omit<Assign, 'ids'>): Promise<number> => {
  const gone = () => invalid('targetId', `${assignLabels[field]}不存在或已停用`);
  return (await lockEnabled(db, tables[field], targetId, ['firmId'], gone)).firmId;
};

/** The firm of what rows were given, whatever became of it. */
export const firmOfTarget = async (db: Db, { field, targetId }: Pick<AssignBack, 'field' | 'targetId'>) => {
  const target = await db.selectFrom(tables[field]).where('id', '=', targetId).select('firmId').executeTakeFirst();
  if (!target) throw notFound();
  return target.firmId;
};

/** Why rows that are not among those found in the firm are not given anything: they are another firm's, or gone. */
export const tellOthers = async (
  db: Db,
  table: 'agent' | 'shop',
  field: AssignField,
  { ids, found }: { ids: readonly number[]; found: ReadonlySet<number> },
): Promise<DoneToMany['fail']> => {
  const others = [...new Set(ids)].filter((id) => !found.has(id));
  if (others.length === 0) return [];
  const rows = await live(db, table).select('id').where('id', 'in', others).execute();
  const known = new Set(rows.map(({ id }) => id));
  const message = `与${assignLabels[field]}不属于同一企业`;
  return others.map((id) => ({ id, message: known.has(id) ? message : notFound().message }));
};

/**
 * Which of the rows get back what they had, by what that is, and why the others do not: their present one, as `present` says, is not
 * what they were given, or what they had is gone. What they get stays until the transaction ends.
 */
export const sortBack = async (
  db: Db,
  { field, targetId, rows }: AssignBack,
  { firmId, present }: { firmId: number; present: ReadonlyMap<number, number | null> },
): Promise<{ back: Map<number | null, number[]>; fail: DoneToMany['fail'] }> => {
  const label = assignLabels[field];
  const former = [...new Set(rows.flatMap(({ was }) => was ?? []))];
  const kept =
    former.length === 0
      ? []
      : await live(db, tables[field])
          .select('id')
          .where('firmId', '=', firmId)
          .where('id', 'in', former)
          .orderBy('id')
          .forShare()
          .execute();
  const known = new Set(kept.map(({ id }) => id));
  const back = new Map<number | null, number[]>();
  const fail: DoneToMany['fail'] = [];
  for (const [id, was] of new Map(rows.map((row) => [row.id, row.was]))) {
    if (!present.has(id)) continue;
    if (present.get(id) !== targetId) fail.push({ id, message: `${label}已被改动` });
    else if (was !== null && !known.has(was)) fail.push({ id, message: `原${label}已删除` });
    else back.set(was, [...(back.get(was) ?? []), id]);
  }
  return { back, fail };
};
