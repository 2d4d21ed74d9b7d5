import { diversionApi, Judgement, type DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import { Level, Life } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { mountExporter, offerExport } from '../jobs/exporter.ts';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { offerFile } from '../kit/files/offer-file.ts';
import { offerXlsx } from '../kit/sheets/offer-xlsx.ts';
import type { Operator } from '../kit/operator.ts';
import type { Column } from '../kit/sheets/xlsx.ts';
import { serve } from '../kit/http/serve.ts';
import { findCode } from '../codes/lookup/code-facts.ts';
import { evidencePdf } from './evidence-pdf.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';
import { listStock, stockExporter } from './agent-stock.ts';
import { warnOfCode } from './warn-of-code.ts';
import { findScans } from './find-scans.ts';
import { judgeByAddress } from './judge-scan.ts';
import { listGoods } from './list-goods.ts';
import { findProvinces } from './find-whose.ts';
import { whereAreCodes, whereIsCode } from './where-is-code.ts';

/** Keeps who looked up which codes. */
const keepLookups = (db: Db, operator: Operator, codes: string[]) =>
  db
    .insertInto('agentLookup')
    .values(codes.map((code) => ({ firmId: operator.firmId ?? 0, adminId: operator.id, codeText: code.slice(0, 80) })))
    .execute();

/** Columns of the exported look-up. */
const diversionColumns: Column<DiversionRow>[] = [
  { title: '编码', width: 24, cell: (row) => row.code },
  { title: '产品', width: 28, cell: (row) => row.storeName },
  { title: '批号', width: 16, cell: (row) => row.lotNo },
  { title: '层级', cell: (row) => (row.message ? '' : Level.label(row.level)) },
  { title: '码状态', cell: (row) => (row.message ? '' : Life.label(row.life)) },
  { title: '所在箱', width: 40, cell: (row) => row.boxChain.map(({ code }) => code).join(' > ') },
  {
    title: '流向',
    width: 50,
    cell: (row) =>
      row.flow
        .map(
          ({ at, from, to, docNo, signAt }) =>
            `${at} ${from} → ${to}，${docNo}${signAt ? `，${signAt} 签收` : '，未签收'}`,
        )
        .join('\n'),
  },
  { title: '归属经销商', width: 24, cell: (row) => row.agentName },
  { title: '所在门店', width: 24, cell: (row) => row.shopName },
  { title: '授权区域', width: 40, cell: (row) => row.regions.join('、') },
  { title: '最近扫码地', width: 24, cell: (row) => row.lastScan?.regionName ?? '' },
  { title: '最近扫码时间', width: 20, cell: (row) => row.lastScan?.at ?? '' },
  { title: '距离(公里)', cell: (row) => row.distanceKm },
  { title: '判定', cell: (row) => (row.judge === null ? row.message : Judgement.label(row.judge)) },
];

/** Whose goods codes are, where they turned up, what agents have in stock, and evidence of it. */
export const mountDiversion = (app: App): void => {
  const keyring = openKeyring(app);
  mountExporter(app, stockExporter);
  const { db: background, jobs } = app.background;
  jobs.work('cross-by-address', () => judgeByAddress(background), { cron: '* * * * *' });
  const lookUp = async (db: Db, operator: Operator, codes: string[]) => {
    const rows = await whereAreCodes(db, keyring, [...new Set(codes)]);
    await keepLookups(
      db,
      operator,
      rows.map(({ code }) => code),
    );
    return rows;
  };
  serve(app, diversionApi, {
    query: ({ input, db, operator }) => lookUp(db, operator, input.codes),

    async code({ input, db }) {
      await findCode(db, keyring, input.code);
      return whereIsCode(db, keyring, input.code);
    },

    async goods({ input, db, operator }) {
      const page = await listGoods(db, keyring, input);
      await keepLookups(db, operator, [input.deliverNo ? page.of.name : `名下货物 ${page.of.name}`]);
      return page;
    },

    async map({ input, db }) {
      const { unit } = await findCode(db, keyring, input.code);
      return { provinces: await findProvinces(db, unit), scans: await findScans(db, unit) };
    },

    stock: ({ input, db }) => listStock(db, input),

    stockExport: ({ input, db, operator }) => offerExport(app, { db, operator }, stockExporter, input),

    async police({ input, db, operator }) {
      await warnOfCode(db, keyring, { ...input, by: operator.realName || operator.account });
      return null;
    },

    async evidence({ input, db, operator }) {
      const { unit } = await findCode(db, keyring, input.code);
      const row = await whereIsCode(db, keyring, input.code);
      await keepLookups(db, operator, [row.code]);
      const { rows } = await sql<{ at: string }>`select now() as at`.execute(db);
      const pdf = await evidencePdf(row, await findScans(db, unit), {
        at: rows[0]!.at,
        by: operator.realName || operator.account,
      });
      const name = `查询证据-${row.code}.pdf`;
      return offerFile(app, { db, operator }, { name, content: pdf, type: 'application/pdf' });
    },

    async export({ input, db, operator }) {
      const rows = await lookUp(db, operator, input.codes);
      return offerXlsx(app, { db, operator }, { name: '经销商查询', columns: diversionColumns, rows });
    },
  });
};
