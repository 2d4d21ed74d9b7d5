import { AuditStatus } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { RefusedMinute } from '../kit/http/refused-calls.ts';
import { toAuditColumns } from './write-audit.ts';

/** Writes refused calls into the audit log in one statement; a row of the same minute counts on, whichever process wrote it. */
export const writeRefused = async (db: Db, rows: readonly RefusedMinute[]): Promise<void> => {
  await db
    .insertInto('auditLog')
    .values(
      rows.map(({ minute, times, first: { who, endpoint, request, input, refusal } }) => ({
        ...toAuditColumns({ endpoint, request, operator: who, input }),
        operUrl: endpoint.path,
        status: AuditStatus.refused,
        code: refusal.code,
        errorMsg: refusal.message,
        times,
        operTime: minute,
      })),
    )
    .onConflict((row) =>
      row
        .columns(['operTime', 'adminId', 'requestMethod', 'operUrl', 'code'])
        .where('status', '=', sql.lit(AuditStatus.refused))
        .doUpdateSet({ times: sql<number>`audit_log.times + excluded.times` }),
    )
    .execute();
};
