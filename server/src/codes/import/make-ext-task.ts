import { JobPhase } from '@zhuiyuan/contract/jobs/job-enums';
import { UrlStyle, Faces, CodeSource } from '@zhuiyuan/contract/codes/state/code-enums';
import type { ExtImportDraft } from '@zhuiyuan/contract/codes/import/ext-import';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { growSegment, insertSegment } from '../state/segment-writes.ts';
import { gtinsOfPrefix } from '../tasks/printed-gtins.ts';
import { countTask, insertTask } from '../tasks/task-writes.ts';

/** What an import writes to. */
export interface ExtTarget {
  importId: number;
  firmId: number;
  draft: ExtImportDraft;
  level: number;
  /** The task the codes belong to, made with the first good rows. */
  taskId: number | null;
  operatorId: number;
}

/** The task of an import, made with its first good rows; its counts grow with them. */
export const makeExtTask = async (db: Db, { firmId, draft, operatorId, level }: ExtTarget): Promise<number> => {
  const { id } = await insertTask(db, {
    firmId,
    name: draft.name,
    source: CodeSource.imported,
    fmt: 'EXT',
    faces: draft.columns.innerCode === undefined ? Faces.outer : Faces.both,
    productId: draft.productId ?? null,
    lotId: draft.lotId ?? null,
    // counts grow with the rows; a task has at least one code
    [countColumns[level]!]: 1,
    urlStyle: UrlStyle.code,
    urlPrefix: draft.urlPrefix,
    ...gtinsOfPrefix(draft.urlPrefix),
    caseFold: draft.caseFold,
    autoActivate: draft.autoActivate,
    phase: JobPhase.running,
    idemKey: randomUUID(),
    reqHash: '',
    createdBy: operatorId,
    startedAt: sql<string>`now()`,
  });
  return id;
};

const countColumns = ['itemCount', 'boxCount', 'caseCount'] as const;

/** The next serials of the import's segment of a level, which is made with its first codes. */
export const takeSerials = async (
  db: Db,
  { firmId, level, draft }: ExtTarget,
  taskId: number,
  n: number,
): Promise<{ seg: number; first: number }> => {
  const segment =
    (await growSegment(db, { taskId, level }, n)) ??
    (await insertSegment(db, {
      firmId,
      taskId,
      level,
      count: n,
      source: CodeSource.imported,
      fmt: 'EXT',
      faces: draft.columns.innerCode === undefined ? Faces.outer : Faces.both,
      pinLen: draft.columns.pin === undefined ? 0 : 6,
      caseFold: draft.caseFold,
    }));
  await countTask(db, taskId);
  return { seg: segment.seg, first: segment.count - n + 1 };
};
