import { OpStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { beginOp } from './begin-op.ts';
import type { Asked, OpKind } from './op-kind.ts';

/**
 * The operation of those lines of an imported file that ask for the same (`key`): made with the first step, grown by the others. One
 * that was taken back meanwhile is left alone, and another begins.
 */
export const growFileOp = async (
  db: Db,
  {
    firmId,
    operatorId,
    taskId,
    key,
    rowNo,
  }: { firmId: number; operatorId: number; taskId: number; key: string; rowNo: number },
  kind: Pick<OpKind, 'opType' | 'params'>,
  asked: Asked,
): Promise<{ id: number; add: (done: { ok: number; repeat: number }) => Promise<void> }> => {
  const short = createHash('sha256').update(key).digest('hex').slice(0, 16);
  const { taskNo } = await db.selectFrom('fileJob').where('id', '=', taskId).select('taskNo').executeTakeFirstOrThrow();
  const begin = (idemKey: string) =>
    beginOp(
      db,
      { id: operatorId },
      {
        firmId,
        opType: kind.opType,
        opSrc: OpSource.task,
        idemKey,
        request: { taskId, key },
        reason: asked.reason,
        params: { ...kind.params, file: taskNo, importId: taskId },
      },
    );
  let op = await begin(`import ${taskId} ${short}`);
  const { reversedBy } = await db
    .selectFrom('codeOp')
    .where('id', '=', op.id)
    .select('reversedBy')
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (reversedBy !== null) op = await begin(`import ${taskId} ${short} ${rowNo}`);
  return {
    id: op.id,
    add: async ({ ok, repeat }) => {
      await db
        .updateTable('codeOp')
        .set((row) => ({
          total: row('total', '+', ok + repeat),
          okCnt: row('okCnt', '+', ok + repeat),
          status: OpStatus.done,
          result: sql<string>`coalesce(result, '{}') || jsonb_build_object(
            'ok', coalesce((result ->> 'ok')::bigint, 0) + ${ok}::bigint, 'repeat', coalesce((result ->> 'repeat')::bigint, 0) + ${repeat}::bigint)`,
          finishedAt: sql<string>`now()`,
          updatedAt: sql<string>`now()`,
        }))
        .where('id', '=', op.id)
        .execute();
    },
  };
};
