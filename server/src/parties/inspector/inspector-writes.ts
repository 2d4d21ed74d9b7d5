import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { endBinding } from '../../account/binding.ts';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { InspectorDraft } from '@zhuiyuan/contract/parties/inspector/inspector';
import type { Db } from '../../kit/db/database.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { invalid, type Constraints } from '../../kit/refusal.ts';

/** What the database refuses of them, in words. */
export const inspectorConstraints: Constraints = {
  inspector_phone_uq: () => invalid('phone', '手机号已被使用'),
  inspector_job_no_uq: () => invalid('jobNo', '工号已被使用'),
};

const toColumns = ({ firmId: _firm, regions, scopes, ...draft }: InspectorDraft) => ({
  ...draft,
  jobNo: draft.jobNo || null,
  regions: JSON.stringify([...new Set(regions)]),
  scopes: JSON.stringify([...new Set(scopes)]),
});

/** Makes an inspector of a firm. */
export const insertInspector = (
  db: Db,
  draft: InspectorDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> =>
  db
    .insertInto('inspector')
    .values({ ...toColumns(draft), firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();

const { firmId: _firm, ...draftShape } = InspectorDraft.shape;
const draftColumns = Object.keys(draftShape) as (keyof typeof draftShape)[];

/** An inspector as a change of him is written, locked. */
export const storedInspector = (db: Db, id: number) => lockRow(db, 'inspector', id, draftColumns);

/** Replaces an inspector's fields. 409 when `version` is not the row's. */
export const updateInspector = async (
  db: Db,
  id: number,
  draft: InspectorDraft,
  version: number | undefined,
): Promise<Saved> => {
  await lockRow(db, 'inspector', id, [], version);
  return changeRow(db, 'inspector', id, toColumns(draft));
};

/** Deletes an inspector softly; whoever worked as him on the phone no longer does. */
export const removeInspector = async (db: Db, id: number): Promise<Saved> => {
  await endBinding(db, { kind: RoleKind.inspector, id });
  return changeRow(db, 'inspector', id, { isDel: 1 });
};
