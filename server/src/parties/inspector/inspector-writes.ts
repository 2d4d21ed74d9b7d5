import type { InspectorDraft } from '@zhuiyuan/contract/parties/inspector/inspector';
import type { Db } from '../../kit/db/database.ts';

/** What a draft keeps in its row. */
export const inspectorColumns = ({ firmId: _firm, regions, scopes, ...draft }: InspectorDraft) => ({
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
) =>
  db
    .insertInto('inspector')
    .values({ ...inspectorColumns(draft), firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
