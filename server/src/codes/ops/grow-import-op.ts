import { OpStatus, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** The one operation of an import; every batch adds to it. */
export const growImportOp = async (
  db: Db,
  { firmId, importId, operatorId }: { firmId: number; importId: number; operatorId: number },
  n: number,
): Promise<number> => {
  const { id } = await db
    .insertInto('codeOp')
    .values({
      firmId,
      opNo: sql<string>`'OP' || to_char(now(), 'YYMMDD') || lpad(nextval('op_order')::text, 8, '0')`,
      opType: OpType.importCodes,
      opSrc: OpSource.task,
      idemKey: `import ${importId}`,
      reqHash: '',
      params: JSON.stringify({ importId }),
      total: n,
      okCnt: n,
      operatorId,
    })
    .onConflict((conflict) =>
      conflict.columns(['firmId', 'opSrc', 'idemKey']).doUpdateSet((row) => ({
        total: sql<number>`code_op.total + ${row.ref('excluded.total')}`,
        okCnt: sql<number>`code_op.ok_cnt + ${row.ref('excluded.okCnt')}`,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Closes the operation of an import, where it had a row to add. */
export const closeImportOp = async (db: Db, job: { id: number; firmId: number }): Promise<void> => {
  await db
    .updateTable('codeOp')
    .set({ status: OpStatus.done, finishedAt: sql<string>`now()` })
    .where('firmId', '=', job.firmId)
    .where('opSrc', '=', OpSource.task)
    .where('idemKey', '=', `import ${job.id}`)
    .execute();
};
