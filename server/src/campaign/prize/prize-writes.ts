import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { toTerms } from '@zhuiyuan/contract/campaign/prize-terms';
import { PrizeDraft } from '@zhuiyuan/contract/campaign/prize/prize-draft';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { invalid, notFound, type Constraints } from '../../kit/refusal.ts';

declare module '../../kit/db/events.ts' {
  interface Events {
    /** A prize is about to become one of another type, or to be deleted; who has promised it says no by throwing. */
    'prize.withdrawing': { prizeId: number; act: 'retype' | 'remove' };
  }
}

/** What the database refuses of them, in words. */
export const prizeConstraints: Constraints = {
  prize_name_uq: () => invalid('name', '奖品名称已存在'),
};

const toColumns = ({ name, image, validDays, des, status, ...terms }: PrizeDraft) => ({
  name,
  image,
  validDays,
  des,
  status,
  ...toTerms(terms),
});

/** Makes a prize of a firm. What its type does not have is not kept. */
export const insertPrize = (
  db: Db,
  draft: PrizeDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> =>
  db
    .insertInto('prize')
    .values({ ...toColumns(draft), firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();

const { firmId: _firm, ...draftShape } = PrizeDraft.shape;

/** A prize as a change of it is written, locked. */
export const storedPrize = (db: Db, id: number) =>
  lockRow(db, 'prize', id, Object.keys(draftShape) as (keyof typeof draftShape)[]);

/** Replaces a prize's fields. 409 when `version` is not the row's; who has promised it may refuse another type. */
export const updatePrize = async (
  db: Db,
  id: number,
  draft: PrizeDraft,
  version: number | undefined,
): Promise<Saved> => {
  const before = await lockRow(db, 'prize', id, ['prizeType'], version);
  if (before.prizeType !== draft.prizeType) await emit(db, 'prize.withdrawing', { prizeId: id, act: 'retype' });
  return changeRow(db, 'prize', id, toColumns(draft));
};

const mostLetters = 30;

/** Makes a disabled twin of a prize named `…-副本`, or `…-副本2` and so on while that is taken. */
export const copyPrize = async (db: Db, id: number, operatorId: number): Promise<Saved> => {
  const source = await live(db, 'prize').selectAll().where('id', '=', id).executeTakeFirst();
  if (!source) throw notFound();
  const { id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...columns } = source;
  const taken = await live(db, 'prize')
    .select('name')
    .where('firmId', '=', source.firmId)
    .where('name', 'like', '%-副本%')
    .execute();
  const names = new Set(taken.map(({ name }) => name));
  const nameOf = (count: number): string => {
    const suffix = count === 1 ? '-副本' : `-副本${count}`;
    const name = source.name.slice(0, mostLetters - suffix.length) + suffix;
    return names.has(name) ? nameOf(count + 1) : name;
  };
  return db
    .insertInto('prize')
    .values({ ...columns, name: nameOf(1), status: Enabled.off, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** Deletes a prize softly; who has promised it may refuse. */
export const removePrize = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'prize', id);
  await emit(db, 'prize.withdrawing', { prizeId: id, act: 'remove' });
  await changeRow(db, 'prize', id, { isDel: 1 });
};
