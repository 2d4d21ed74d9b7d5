import { auditLogApi, AuditStatus, type AuditRow } from '@zhuiyuan/contract/access/audit-log';
import { LogKind } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import { mountExporter, offerExport, type Exporter, type FoundBy } from '../jobs/exporter.ts';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { App } from '../kit/http/app-context.ts';
import { pageOf } from '../kit/db/paging.ts';
import { notFound } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import type { Column } from '../kit/sheets/xlsx.ts';
import { cleanLogs } from './clean-logs.ts';
import { matchingLogs, newestLogs } from './find-audit-logs.ts';

const asRow = <T extends { businessType: number; status: number }>(row: T) => ({
  ...row,
  businessType: LogKind.schema.parse(row.businessType),
  status: AuditStatus.schema.parse(row.status),
});

const columns: Column<AuditRow>[] = [
  { title: '日志编号', cell: (row) => row.id },
  { title: '系统模块', width: 24, cell: (row) => row.title },
  { title: '操作类型', cell: (row) => LogKind.label(row.businessType) },
  { title: '请求方式', cell: (row) => row.requestMethod },
  { title: '操作人员', cell: (row) => row.operName },
  { title: '企业', width: 30, cell: (row) => row.firmName },
  { title: '主机', cell: (row) => row.operIp },
  { title: '操作地点', cell: (row) => row.operLocation },
  { title: '操作状态', cell: (row) => AuditStatus.label(row.status) },
  { title: '耗时(毫秒)', cell: (row) => row.costTime },
  { title: '操作日期', width: 20, cell: (row) => row.operTime },
];

type FoundLog = FoundBy<typeof newestLogs> & { exactTime: string };

const exporter: Exporter<AuditRow, InputOf<typeof auditLogApi.export>, FoundLog> = {
  biz: 'systemLog',
  title: '系统日志',
  may: auditLogApi.export.may,
  columns,
  filters: auditLogApi.export.input,
  page: async (db, filters, after, limit) => {
    let matching = await matchingLogs(db, filters);
    if (after)
      matching = matching.where(
        sql<boolean>`(audit_log.oper_time, audit_log.id) < (${after.exactTime}::timestamptz, ${after.id})`,
      );
    return newestLogs(db, matching, limit)
      .select(sql<string>`audit_log.oper_time::text`.as('exactTime'))
      .execute();
  },
  complete: (_db, rows) => rows.map(asRow),
};

/** 系统日志: who changed what, from where, with which result. */
export const mountAuditLog = (app: App): void => {
  mountExporter(app, exporter);
  serve(app, auditLogApi, {
    list: async ({ input, db }) => {
      const matching = await matchingLogs(db, input);
      const page = await pageOf(db, input, matching, (query) => ({
        limit: (limit) => ({ offset: (offset) => newestLogs(db, query, limit, offset) }),
      }));
      return { ...page, list: page.list.map(asRow) };
    },

    info: async ({ input, db }) => {
      const row = await newestLogs(db, db.selectFrom('auditLog').where('auditLog.id', '=', input.id), 1)
        .select([
          'auditLog.operUrl',
          'auditLog.operParam',
          'auditLog.jsonResult',
          'auditLog.errorMsg',
          'auditLog.requestId',
        ])
        .executeTakeFirst();
      if (!row) throw notFound();
      return asRow(row);
    },

    remove: async ({ input, db }) => {
      const { numDeletedRows } = await db.deleteFrom('auditLog').where('id', 'in', input.ids).executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound();
      return null;
    },

    clean: async ({ db, operator }) => {
      if (operator.firmId === null) await sql`truncate audit_log`.execute(db);
      else await db.deleteFrom('auditLog').execute();
      return null;
    },

    export: async ({ input, db, operator }) => {
      const offered = await offerExport(app, { db, operator }, exporter, input);
      return 'fileName' in offered ? { fileName: `/api/common/download?fileName=${offered.fileName}` } : offered;
    },
  });
  app.jobs.work(
    'autoDeleteLog',
    async () => {
      await cleanLogs(app.background.db);
    },
    { cron: '0 0 * * *', expireInSeconds: 3600 },
  );
};
