import { Entry } from '@zhuiyuan/contract/codes/state/code-enums';
import { RiskStatus } from '@zhuiyuan/contract/codes/state/warning-states';
import { Cross, scanLogApi, type ScanLogRow } from '@zhuiyuan/contract/scan/log/scan-log';
import { readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { selectRefusals } from '@zhuiyuan/contract/scan/log/select-refusals';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import { mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import { at, by, eq, matchingBy, when, within, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuse, stale } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { asScanRows, matchingScans, scanRow, type ScanLogFilters } from './matching-scans.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { keepScanLog } from './keep-scan-log.ts';
import { abnormalCodesBy, matchingAbnormalCodes, abnormalCodeRows, trustCode } from './find-abnormal-codes.ts';
import { scanLogColumns } from './scan-log-columns.ts';

const codeOfRisk = sql<string>`coalesce(risk_event.detail ->> 'code', '')`;

/** Records of queries, the codes among them that look wrong, and warnings. */
export const mountScanLog = (app: App): void => {
  const keyring = openKeyring(app);
  const exporter: Exporter<ScanLogRow, ScanLogFilters, FoundBy<typeof asScanRows> & { exactTime: string }> = {
    biz: 'scan',
    title: '扫码记录',
    may: scanLogApi.export.may,
    columns: scanLogColumns,
    filters: scanLogApi.export.input,
    form: [
      { name: 'firmId', label: '所属企业', control: 'lookup', lookup: 'firm' },
      { name: 'dateLimit', label: '查询时间', control: 'date' },
      { name: 'code', label: '编码', control: 'text' },
      { name: 'productId', label: '产品', control: 'lookup', lookup: 'product' },
      { name: 'verdict', label: '验证结果', control: 'select', options: [...Verdict.options] },
      { name: 'entry', label: '进入方式', control: 'select', options: [...Entry.options] },
      { name: 'cross', label: '疑似窜货', control: 'select', options: [...Cross.options] },
    ],
    async page(db, filters, after, limit) {
      let matching = await matchingScans(db, keyring, filters);
      if (after)
        // The time alone too: it tells which months need not be read.
        matching = matching.where(
          sql<boolean>`scan.at <= ${after.exactTime}::timestamptz
            and (scan.at, scan.id) < (${after.exactTime}::timestamptz, ${after.id})`,
        );
      return asScanRows(matching)
        .select(sql<string>`scan.at::text`.as('exactTime'))
        .limit(limit)
        .execute();
    },
    complete: (_db, rows) => rows.map(scanRow),
  };
  keepScanLog(app.background);
  mountExporter(app, exporter);
  serve(app, scanLogApi, {
    async list({ input, db }) {
      const page = await findPage(db, input, await matchingScans(db, keyring, input), asScanRows, {
        at: 'timestamptz',
        id: 'bigint',
      });
      return { ...page, list: page.list.map(scanRow) };
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),

    async abnormal({ input, db }) {
      const page = await findPage(
        db,
        input,
        await matchingAbnormalCodes(db, keyring, input),
        abnormalCodesBy(input.sort),
        {
          seg: 'bigint',
          serial: 'int',
        },
      );
      return { ...page, list: await abnormalCodeRows(db, page.list) };
    },

    async trust({ input, db, operator }) {
      await trustCode(db, input.id, { isWhite: true, reason: input.reason, operatorId: operator.id });
      return null;
    },

    async distrust({ input, db, operator }) {
      await trustCode(db, input.id, { isWhite: false, reason: '', operatorId: operator.id });
      return null;
    },

    async risks({ input, db }) {
      const code = input.code && ((await keyring.find(db, input.code))?.code ?? readCodeInput(input.code).code);
      return findPage(db, input, matchingRisks(db, { ...input, code }), asRisks);
    },

    handleRisk: {
      async stored({ row, db }) {
        const found = await db
          .selectFrom('riskEvent')
          .where('id', '=', row)
          .select(['status', 'result'])
          .forUpdate()
          .executeTakeFirst();
        if (!found) throw notFound();
        return found;
      },
      async change({ input, db, operator }) {
        const risk = await db
          .selectFrom('riskEvent')
          .where('id', '=', input.id)
          .select(['status', 'version'])
          .forUpdate()
          .executeTakeFirst();
        if (!risk) throw notFound();
        if (risk.status > RiskStatus.doing) throw refuse(selectRefusals.eventOver);
        if (input.version !== undefined && input.version !== risk.version) throw stale();
        await db
          .updateTable('riskEvent')
          .set((row) => ({
            status: input.status,
            result: input.result,
            handledBy: operator.id,
            handledAt: sql`now()`,
            version: row('version', '+', 1),
          }))
          .where('id', '=', input.id)
          .execute();
        return null;
      },
    },
  });
};

type RiskFilters = Omit<InputOf<typeof scanLogApi.risks>, 'page' | 'limit'>;

const matchingRisks: Matching<'riskEvent', RiskFilters> = matchingBy('riskEvent', (db) => db.selectFrom('riskEvent'), {
  dateLimit: at(within, 'lastAt'),
  firmId: eq,
  code: by(
    (code: string) => [code],
    (_row, code) => sql<boolean>`${codeOfRisk} = ${code}`,
  ),
  type: eq,
  level: eq,
  status: eq,
  waiting: when((row) => row('riskEvent.status', '=', sql.lit(RiskStatus.waiting))),
});

/** Adds what a row of the warnings shows, the latest first. */
const asRisks = (matching: ReturnType<typeof matchingRisks>) =>
  matching
    .leftJoin('admin', 'admin.id', 'riskEvent.handledBy')
    .leftJoin('firm', 'firm.id', 'riskEvent.firmId')
    .select([
      'riskEvent.id',
      'riskEvent.firmId',
      sql<string>`coalesce(firm.name, '')`.as('firmName'),
      codeOfRisk.as('code'),
      sql<string>`coalesce(risk_event.detail ->> 'remark', '')`.as('remark'),
      'riskEvent.type',
      'riskEvent.level',
      'riskEvent.title',
      'riskEvent.hitCount',
      'riskEvent.firstAt',
      'riskEvent.lastAt',
      'riskEvent.status',
      'riskEvent.version',
      'riskEvent.result',
      'riskEvent.handledAt',
      sql<string>`coalesce(admin.real_name, '')`.as('handledBy'),
    ])
    .orderBy('riskEvent.lastAt', 'desc')
    .orderBy('riskEvent.id', 'desc');
