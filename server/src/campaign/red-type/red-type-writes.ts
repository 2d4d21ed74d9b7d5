import { RedTypeDraft } from '@zhuiyuan/contract/campaign/red-type/red-type';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { invalid, type Constraints } from '../../kit/refusal.ts';

declare module '../../kit/db/events.ts' {
  interface Events {
    /** A type of red packets is about to be deleted; who has packets of it says no by throwing. */
    'redType.removing': { redTypeId: number };
  }
}

/** What the database refuses of them, in words. */
export const redTypeConstraints: Constraints = {
  red_type_des_uq: () => invalid('des', '红包类型名称已存在'),
};

/** Makes a type of red packets of a firm. */
export const insertRedType = (
  db: Db,
  draft: RedTypeDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> =>
  db
    .insertInto('redType')
    .values({ ...draft, firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();

const { firmId: _firm, ...ownShape } = RedTypeDraft.shape;

/** A type as a change of it is written, locked. */
export const storedRedType = (db: Db, id: number) =>
  lockRow(db, 'redType', id, Object.keys(ownShape) as (keyof typeof ownShape)[]);

/** Replaces a type's fields. 409 when `version` is not the row's. */
export const updateRedType = async (
  db: Db,
  id: number,
  { firmId: _firmId, ...draft }: RedTypeDraft,
  version: number | undefined,
): Promise<Saved> => {
  await lockRow(db, 'redType', id, [], version);
  return changeRow(db, 'redType', id, draft);
};

/** Deletes a type softly; who has packets of it may refuse. */
export const removeRedType = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'redType', id);
  await emit(db, 'redType.removing', { redTypeId: id });
  await changeRow(db, 'redType', id, { isDel: 1 });
};
