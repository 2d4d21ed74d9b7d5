import { RangeMode, RegionMode, ScopeDraft } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { invalid, type Constraints } from '../../kit/refusal.ts';
import { isNarrower } from './is-narrower.ts';
import { findParts, putRanges, putRegions, readScope } from './scope-parts.ts';

declare module '../../kit/db/events.ts' {
  interface Events {
    /** Fewer may take part by a scope than could before, or it is about to be deleted; who has published it says no by throwing. */
    'scope.withdrawing': { scopeId: number; act: 'narrow' | 'remove' };
  }
}

/** What the database refuses of them, in words. */
export const scopeConstraints: Constraints = {
  scope_name_uq: () => invalid('name', '范围名称已存在'),
  scope_range_no_overlap: () => invalid('ranges', '码段之间不能重叠'),
};

const { firmId: _firm, regions: _regions, ranges: _ranges, ...ownShape } = ScopeDraft.shape;
const ownColumns = Object.keys(ownShape) as (keyof typeof ownShape)[];

const toColumns = ({ firmId: _firmId, regions: _inRegions, ranges: _inRanges, ...own }: ScopeDraft) => own;

const putParts = async (db: Db, scope: { id: number; firmId: number }, draft: ScopeDraft): Promise<void> => {
  await putRegions(db, scope, draft.regionMode === RegionMode.any ? [] : draft.regions);
  await putRanges(db, scope, draft.rangeMode === RangeMode.any ? [] : draft.ranges);
};

/** Makes a scope of a firm. */
export const insertScope = async (
  db: Db,
  draft: ScopeDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> => {
  const saved = await db
    .insertInto('scope')
    .values({ ...toColumns(draft), firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await putParts(db, { id: saved.id, firmId }, draft);
  return saved;
};

/** A scope as a change of it is written, locked. */
export const storedScope = async (db: Db, id: number) => {
  const scope = await lockRow(db, 'scope', id, ownColumns);
  return { ...scope, ...(await findParts(db, id)) };
};

/** Replaces what a scope says. 409 when `version` is not the row's; who has published it may refuse to have it narrowed. */
export const updateScope = async (
  db: Db,
  id: number,
  draft: ScopeDraft,
  version: number | undefined,
): Promise<Saved> => {
  const { firmId } = await lockRow(db, 'scope', id, ['firmId'], version);
  const before = await readScope(db, id);
  await putParts(db, { id, firmId }, draft);
  const saved = await changeRow(db, 'scope', id, toColumns(draft));
  if (isNarrower(before, await readScope(db, id))) await emit(db, 'scope.withdrawing', { scopeId: id, act: 'narrow' });
  return saved;
};

/** Deletes a scope softly; who has published it may refuse. */
export const removeScope = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'scope', id);
  await emit(db, 'scope.withdrawing', { scopeId: id, act: 'remove' });
  await changeRow(db, 'scope', id, { isDel: 1 });
};
