import { Level, Faces, FileType } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Db } from '../../kit/db/database.ts';
import { codeUrlPrefix, printedColumns } from '../cipher/code-url-prefix.ts';
import type { Keyring } from '../cipher/keyring.ts';
import type { PrintParent, PrintPart } from '../print/print-part.ts';
import type { Claimed } from './task-parts.ts';

const levelNames = ['item', 'box', 'case'];

/** Everything the bytes of one print file depend on, read from its task and segment. */
export const findPart = async (
  db: Db,
  keyring: Keyring,
  taskId: number,
  claimed: Claimed,
): Promise<{ part: PrintPart; entryName: string }> => {
  const task = await db
    .selectFrom('task')
    .where('task.id', '=', taskId)
    .select(['task.taskNo', 'task.fileType', ...printedColumns])
    .executeTakeFirstOrThrow();
  const segment = await db
    .selectFrom('segment')
    .where('seg', '=', claimed.seg)
    .select(['keyV', 'faces', 'pinLen', 'parentSeg', 'parentRatio'])
    .executeTakeFirstOrThrow();
  const generation = await keyring.generation(db, segment.keyV ?? '');
  if (!generation) throw new Error(`segment ${claimed.seg} has no key generation`);
  const urlPrefix = codeUrlPrefix(task, claimed.level);
  const fileType = FileType.of(task.fileType)?.value ?? 'csv';
  return {
    entryName: `${task.taskNo}-${String(claimed.partNo).padStart(3, '0')}-${levelNames[claimed.level]}.${fileType}`,
    part: {
      codeKey: { format: generation.fmt, v: generation.v, key: generation.key },
      seg: claimed.seg,
      serialFrom: claimed.serialFrom,
      serialTo: claimed.serialTo,
      fileType,
      urlPrefix,
      ...(segment.faces === Faces.both ? { inner: { urlPrefix } } : {}),
      ...(segment.pinLen > 0 ? { pin: { key: generation.pinKey, length: segment.pinLen } } : {}),
      parents: await findParents(db, segment),
    },
  };
};

const findParents = async (
  db: Db,
  segment: { parentSeg: number | null; parentRatio: number | null },
): Promise<PrintParent[]> => {
  const parents: PrintParent[] = [];
  let { parentSeg, parentRatio } = segment;
  let ratio = 1;
  while (parentSeg !== null && parentRatio !== null) {
    ratio *= parentRatio;
    const parent = await db
      .selectFrom('segment')
      .where('seg', '=', parentSeg)
      .select(['level', 'parentSeg', 'parentRatio'])
      .executeTakeFirstOrThrow();
    parents.push({ column: parent.level === Level.case ? 'caseCode' : 'boxCode', seg: parentSeg, ratio });
    ({ parentSeg, parentRatio } = parent);
  }
  return parents;
};
