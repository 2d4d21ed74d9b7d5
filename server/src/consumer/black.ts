import { BanState, blackApi, whiteApi, type BanRow } from '@zhuiyuan/contract/consumer/black';
import { Code, codeText } from '@zhuiyuan/contract/kit/codes';
import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { BanKind, BanScope, BanSource } from '@zhuiyuan/contract/risk/risk-enums';
import { below, mountExporter, offerExport, type Exporter } from '../jobs/exporter.ts';
import { mountImporter } from '../jobs/importer.ts';
import { startImport } from '../jobs/start-import.ts';
import type { Db } from '../kit/db/database.ts';
import { findPage } from '../kit/db/paging.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { requireFirmId, type Operator } from '../kit/operator.ts';
import { notFound } from '../kit/refusal.ts';
import type { Column } from '../kit/sheets/xlsx.ts';
import { changeTerm } from '../risk/list-writes.ts';
import { addEntry } from './add-entry.ts';
import { blackImporter } from './black-import.ts';
import { takeOff } from './consumer-acts.ts';
import { asEntryRows, matchingEntries, toEntries, type EntryFilters, type FoundEntry } from './find-entries.ts';

const removeMany = async (db: Db, ids: readonly number[], isWhite: boolean): Promise<DoneToMany> => {
  const known = await takeOff(db, ids, isWhite);
  const fail = [...new Set(ids)].filter((id) => !known.has(id));
  return { ok: known.size, fail: fail.map((id) => ({ id, message: codeText[Code.notFound]! })) };
};

const removeOne = async (db: Db, id: number, isWhite: boolean): Promise<null> => {
  if ((await takeOff(db, [id], isWhite)).size === 0) throw notFound();
  return null;
};

/** 黑名单 and 白名单: one table with two signs. */
export const mountBlack = (app: App): void => {
  mountExporter(app, blackExporter);
  mountExporter(app, whiteExporter);
  mountImporter(app, blackImporter);
  const list = async (db: Db, { page, limit, ...filters }: EntryFilters & { page: number; limit: number }) => {
    const found = await findPage(db, { page, limit }, matchingEntries(db, filters), asEntryRows);
    return { ...found, list: toEntries(found.list) };
  };
  const by = (operator: Operator, firmId: number | undefined) => ({
    firmId: requireFirmId(operator, firmId),
    operatorId: operator.id,
  });

  serve(app, blackApi, {
    list: ({ input, db }) => list(db, { ...input, isWhite: false }),
    save: ({ input: { firmId, ...draft }, db, operator }) =>
      addEntry(db, { ...draft, days: draft.days || null, isWhite: false }, by(operator, firmId)),
    async term({ input, db, operator }) {
      await changeTerm(db, { id: input.id, days: input.days || null, operatorId: operator.id });
      return null;
    },
    remove: ({ input, db }) => removeOne(db, input.id, false),
    removeMany: ({ input, db }) => removeMany(db, input.ids, false),
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, blackExporter, input),
    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'black', input) },
  });

  serve(app, whiteApi, {
    list: ({ input, db }) => list(db, { ...input, isWhite: true }),
    save: ({ input: { firmId, ...draft }, db, operator }) =>
      addEntry(db, { ...draft, days: draft.days || null, scope: BanScope.all, isWhite: true }, by(operator, firmId)),
    remove: ({ input, db }) => removeOne(db, input.id, true),
    removeMany: ({ input, db }) => removeMany(db, input.ids, true),
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, whiteExporter, input),
  });
};

const columns: Column<BanRow>[] = [
  { title: '类型', cell: (row) => BanKind.label(row.kind) },
  { title: '对象', width: 28, cell: (row) => row.target },
  { title: '限制范围', cell: (row) => BanScope.label(row.scope) },
  { title: '原因', width: 36, cell: (row) => row.reason },
  { title: '来源', cell: (row) => BanSource.label(row.source) },
  { title: '拦截次数', cell: (row) => row.hitCount },
  { title: '到期', width: 20, cell: (row) => row.expireAt ?? '永久' },
  { title: '状态', cell: (row) => BanState.label(row.state) },
  { title: '添加人', cell: (row) => row.createName },
  { title: '添加时间', width: 20, cell: (row) => row.createTime },
  { title: '所属企业', width: 36, cell: (row) => row.firmName },
];

const exporterOf = (
  biz: string,
  title: string,
  isWhite: boolean,
): Exporter<BanRow, Omit<EntryFilters, 'isWhite'>, FoundEntry> => ({
  biz,
  title,
  may: blackApi.export.may,
  columns: isWhite ? columns.filter((column) => column.title !== '限制范围' && column.title !== '拦截次数') : columns,
  filters: blackApi.export.input,
  page: (db, asked, after, limit) =>
    asEntryRows(matchingEntries(db, { ...asked, isWhite }))
      .where('blacklist.id', '<', below(after))
      .limit(limit)
      .execute(),
  complete: (_db, rows) => toEntries(rows),
});
const blackExporter = exporterOf('black', '黑名单', false);
const whiteExporter = exporterOf('white', '白名单', true);
