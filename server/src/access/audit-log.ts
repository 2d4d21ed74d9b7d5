import { accessRefusals } from '@zhuiyuan/contract/access/access-refusals';
import { auditLogApi, type AuditRow } from '@zhuiyuan/contract/access/audit-log';
import { AuditStatus, LogKind } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import { mountExporter, offerExport, type Exporter, type FoundBy } from '../jobs/exporter.ts';
import type { Endpoint, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { App } from '../kit/http/app-context.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { among, at, contains, eq, filtered, matchingBy, within, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import type { Column } from '../kit/sheets/xlsx.ts';
import { cleanLogs, keptSince } from './clean-logs.ts';

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
  { title: '结果码', cell: (row) => row.code || '' },
  { title: '次数', cell: (row) => row.times },
  { title: '耗时(毫秒)', cell: (row) => row.costTime },
  { title: '操作日期', width: 20, cell: (row) => row.operTime },
];

/** 系统日志: who changed what, from where, with which result. */
export const mountAuditLog = (app: App): void => {
  const exporter = toExporter(app.endpoints);
  mountExporter(app, exporter);
  serve(app, auditLogApi, {
    list: async ({ input, db }) => {
      const matching = await matchingLogs(db, input, app.endpoints);
      const page = await findPage(db, input, matching, asLogRows);
      return { ...page, list: page.list.map(asRow) };
    },

    info: async ({ input, db }) => {
      const row = await asLogRows(db.selectFrom('auditLog').where('auditLog.id', '=', input.id))
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
      const young = await db
        .selectFrom('auditLog')
        .select('id')
        .where('id', 'in', input.ids)
        .where('operTime', '>=', keptSince)
        .limit(1)
        .executeTakeFirst();
      if (young) throw refuse(accessRefusals.logKept);
      const { numDeletedRows } = await db.deleteFrom('auditLog').where('id', 'in', input.ids).executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound();
      return null;
    },

    clean: async ({ db }) => {
      const { numDeletedRows } = await db.deleteFrom('auditLog').where('operTime', '<', keptSince).executeTakeFirst();
      if (numDeletedRows === 0n) throw refuse(accessRefusals.noOldLog);
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

type Filters = InputOf<typeof auditLogApi.export>;
type Logs = SelectQueryBuilder<DB, 'auditLog', object>;

/**
 * The log rows that the filters mean. A part of a title or of a person's name is looked up among the calls and the staff
 * first: the log itself, millions of rows long, is only ever asked for whole values, which its indexes know.
 */
const matchingLogs = async (
  db: Db,
  { title, operName, ...filters }: Filters,
  endpoints: readonly Endpoint[],
): Promise<Logs> =>
  matchingRows(db, {
    ...filters,
    title: title ? titlesWith(title, endpoints) : undefined,
    operName: operName ? await accountsWith(db, operName) : undefined,
  });

const matchingRows: Matching<
  'auditLog',
  Omit<Filters, 'title' | 'operName'> & { title?: readonly string[]; operName?: readonly string[] }
> = matchingBy('auditLog', (db) => db.selectFrom('auditLog'), {
  dateLimit: at(within, 'operTime'),
  title: among,
  operName: among,
  businessType: eq,
  status: eq,
  firmId: eq,
});

const titlesWith = (part: string, endpoints: readonly Endpoint[]): string[] => [
  ...new Set([part, ...endpoints.map(({ title }) => title).filter((title) => title.includes(part))]),
];

const accountsWith = async (db: Db, part: string): Promise<string[]> => {
  const named = filtered(db.selectFrom('admin'), 'admin', { part }, { part: at(contains, 'account', 'realName') });
  const found = await named.select('account').limit(1000).execute();
  return [...new Set([part, ...found.map(({ account }) => account)])];
};

/** Adds what a row of the list shows, newest first. */
const asLogRows = (query: Logs) =>
  query
    .leftJoin('firm', 'firm.id', 'auditLog.firmId')
    .select([
      'auditLog.id',
      'auditLog.title',
      'auditLog.businessType',
      'auditLog.requestMethod',
      'auditLog.operName',
      'auditLog.operIp',
      'auditLog.operLocation',
      'auditLog.status',
      'auditLog.code',
      'auditLog.times',
      'auditLog.costTime',
      'auditLog.operTime',
      // Who never signed in belongs to nobody.
      sql<string>`coalesce(firm.name, case when audit_log.admin_id is null then '' else '平台' end)`.as('firmName'),
    ])
    .orderBy('auditLog.operTime', 'desc')
    .orderBy('auditLog.id', 'desc');

type FoundLog = FoundBy<typeof asLogRows> & { exactTime: string };

const toExporter = (endpoints: readonly Endpoint[]): Exporter<AuditRow, Filters, FoundLog> => ({
  biz: 'systemLog',
  title: '系统日志',
  may: auditLogApi.export.may,
  columns,
  filters: auditLogApi.export.input,
  page: async (db, filters, after, limit) => {
    let matching = await matchingLogs(db, filters, endpoints);
    if (after)
      matching = matching.where(
        sql<boolean>`(audit_log.oper_time, audit_log.id) < (${after.exactTime}::timestamptz, ${after.id})`,
      );
    return asLogRows(matching)
      .limit(limit)
      .select(sql<string>`audit_log.oper_time::text`.as('exactTime'))
      .execute();
  },
  complete: (_db, rows) => rows.map(asRow),
});
