import { JobStatus, JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import {
  CodeColumn,
  codeExportApi,
  mostExported,
  plainPermission,
  secretColumns,
} from '@zhuiyuan/contract/codes/export/code-export';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { sql } from 'kysely';
import { mountExporter, startExport } from '../../jobs/exporter.ts';
import { countJobDownload } from '../../jobs/job-writes.ts';
import type { App } from '../../kit/http/app-context.ts';
import { offerDownload } from '../../kit/files/download.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import type { Operator } from '../../kit/operator.ts';
import { forbidden, invalid, notFound, refuse } from '../../kit/refusal.ts';
import { seal } from '../../kit/secret.ts';
import { serve } from '../../kit/http/serve.ts';
import { beginOp, closeOp } from '../ops/begin-op.ts';
import { codeExporter } from './code-exporter.ts';
import { readSegments } from '../state/read-segments.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { pickCodes } from '../pick/pick-codes.ts';
import { countCodes } from '../state/ranges.ts';
import { exportPassword, runCodeExport } from './run-code-export.ts';

const biz = 'code_export';

/** Whether somebody may take these columns away: those that let codes be forged need a permission of their own. */
const mayTake = (operator: Operator, columns: readonly unknown[]): boolean =>
  operator.may(plainPermission) || !columns.some((column) => secretColumns.has(column as CodeColumn));

/** 批量导出码: chosen codes as a zip with a password, written in the background, kept with its purpose among the operations. */
export const mountCodeExport = (app: App): void => {
  const keyring = openKeyring(app);
  const exporter = {
    biz,
    title: '导出码',
    may: codeExportApi.save.may,
    allows: (operator: Operator, filters: Record<string, unknown>) => mayTake(operator, filters.columns as unknown[]),
    columns: CodeColumn.options.map(({ label }) => ({ title: label, cell: () => '' })),
    run: runCodeExport,
  };
  mountExporter(app, exporter);
  mountExporter(app, codeExporter(keyring));
  serve(app, codeExportApi, {
    async save({ input, db, operator }) {
      if (!mayTake(operator, input.columns)) throw forbidden();
      const { runs } = await pickCodes(db, keyring, { pick: input.pick, includeChild: false });
      const segments = await readSegments(db, runs);
      const firmId = [...segments.values()][0]?.firmId;
      const total = countCodes(runs);
      if (firmId === undefined) throw refuse(codeRefusals.noSuchCode);
      if (total > mostExported) throw invalid('pick', `一次最多导出${mostExported / 10_000}万个码`);
      const { idemKey, password, ...request } = input;
      const op = await beginOp(db, operator, {
        firmId,
        opType: OpType.exportCodes,
        idemKey,
        request,
        params: { runs: runs.slice(0, 20), runCount: runs.length, columns: input.columns },
        reason: input.purpose,
      });
      if (op.former) return codeExportApi.save.data.parse(op.former);
      const sealed = seal(app.config.masterKey, exportPassword, Buffer.from(password)).toString('base64');
      const { taskId } = await startExport(app, { db, operator }, exporter, {
        filters: {
          firmId,
          runs,
          columns: input.columns,
          fileType: input.fileType,
          fileRows: input.fileRows,
          password: sealed,
          purpose: input.purpose,
        },
        title: `导出码：${input.purpose}`.slice(0, 100),
        total,
      });
      await closeOp(db, op.id, { total, ok: total, result: { taskId } });
      return { taskId };
    },

    list: ({ input, db, operator }) =>
      findPage(
        db,
        input,
        live(db, 'fileJob')
          .where('kind', '=', JobKind.export)
          .where('biz', '=', biz)
          .where('operatorId', '=', operator.id),
        (query) =>
          query
            .select([
              'id',
              'taskNo',
              'title',
              'fileName',
              'fileSize',
              'total',
              'okCnt as done',
              'status',
              'err',
              'downCnt',
              'expireAt',
              'createdAt as createTime',
            ])
            .orderBy('id', 'desc'),
      ),

    async url({ input, db, operator }) {
      const job = await live(db, 'fileJob')
        .select(['status', 'file', 'fileName', sql<boolean>`expire_at < now()`.as('isExpired')])
        .where('id', '=', input.id)
        .where('kind', '=', JobKind.export)
        .where('biz', '=', biz)
        .where('operatorId', '=', operator.id)
        .forUpdate()
        .executeTakeFirst();
      if (!job) throw notFound();
      if (job.status === JobStatus.running) throw refuse(jobRefusals.notDone);
      if (job.file === '' || job.isExpired) throw refuse(codeRefusals.fileGone);
      await countJobDownload(db, input.id);
      const offer = { name: job.fileName, file: job.file, firmId: operator.firmId ?? 0, adminId: operator.id };
      return { fileName: await offerDownload(db, offer) };
    },
  });
};
