import { AuditStatus } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { RefusedCall, RefusedMinute } from '../kit/http/refused-calls.ts';
import { toAuditColumns } from './write-audit.ts';

/** What the audit log says of a refused call. */
export const toRefusedRow = ({ who, endpoint, request, input, refusal }: RefusedCall) => ({
  ...toAuditColumns({ endpoint, request, operator: who, input }),
  operUrl: endpoint.path,
  status: AuditStatus.refused,
  code: refusal.code,
  errorMsg: refusal.message,
});

type Minute = RefusedMinute<ReturnType<typeof toRefusedRow>>;

/** Writes refused calls into the audit log in one statement; a row of the same minute counts on, whichever process wrote it. */
export const writeRefused = async (db: Db, rows: readonly Minute[]): Promise<void> => {
  await db
    .insertInto('auditLog')
    .values(rows.map(({ minute, times, row }) => ({ ...row, times, operTime: minute })))
    .onConflict((row) =>
      row
        .columns(['operTime', 'adminId', 'requestMethod', 'operUrl', 'code'])
        .where('status', '=', sql.lit(AuditStatus.refused))
        .doUpdateSet({ times: sql<number>`audit_log.times + excluded.times` }),
    )
    .execute();
};
