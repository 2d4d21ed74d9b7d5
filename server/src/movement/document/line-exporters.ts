import { Holder, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import type { ExportField } from '@zhuiyuan/contract/jobs/excel-log';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi, type DeliverLine } from '@zhuiyuan/contract/movement/document/deliver';
import { deliverFilters } from '@zhuiyuan/contract/movement/document/deliver-list';
import { id, ids } from '@zhuiyuan/contract/kit/fields';
import { z } from 'zod';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { below, type Exporter } from '../../jobs/exporter.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { asLineRows, completeLines, matchingLines } from './list-lines.ts';
import { matchingDelivers, withDeliverColumns, type FoundDeliver } from './deliver-list.ts';

const LineFilters = z.object({
  ...deliverFilters,
  ids: ids().optional(),
  /** Lines of one document. */
  deliverId: id().optional(),
});
type LineFilters = z.output<typeof LineFilters>;

type Row = DeliverLine & { document: FoundDeliver };

const columns: Column<Row>[] = [
  { title: '发货单号', width: 22, cell: ({ document }) => document.deliverNo },
  { title: '类型', cell: ({ document }) => BizType.label(document.bizType) },
  { title: '发货方', width: 28, cell: ({ document }) => document.fromName },
  { title: '收货方类型', cell: ({ document }) => Holder.label(document.toKind) },
  { title: '收货方', width: 28, cell: ({ document }) => document.toName },
  { title: '编码', width: 26, cell: (row) => row.code },
  { title: '结束编码', width: 26, cell: (row) => (row.codeCnt > 1 ? row.lastCode : '') },
  { title: '层级', cell: (row) => Level.label(row.level) },
  { title: '码数', cell: (row) => row.codeCnt },
  { title: '产品', width: 32, cell: (row) => row.storeName },
  { title: '批号', width: 20, cell: (row) => row.lotNo },
  { title: '混装', cell: (row) => (row.isMixed ? '是' : '否') },
  { title: '件数', cell: (row) => row.itemQty },
  { title: '状态', cell: (row) => DeliverStatus.label(row.status) },
  { title: '发货时间', width: 20, cell: ({ document }) => document.shipAt },
  { title: '签收时间', width: 20, cell: (row) => (row.status === DeliverStatus.signed ? (row.endAt ?? '') : '') },
  { title: '签收人', cell: (row) => (row.status === DeliverStatus.signed ? row.endBy : '') },
  { title: '撤销原因', width: 24, cell: (row) => row.cancelReason },
  { title: '要货订单', width: 22, cell: ({ document }) => document.orderNo },
  { title: '外部单号', width: 22, cell: ({ document }) => document.extNo },
  { title: '物流单号', width: 22, cell: ({ document }) => document.logisticsNo },
  { title: '操作人', cell: ({ document }) => document.operatorName },
  { title: '来源', cell: ({ document }) => OpSource.label(document.opSrc) },
  { title: '所属企业', width: 32, cell: ({ document }) => document.firmName },
];

const form = (dateLabel: string): ExportField[] => [
  { name: 'firmId', label: '所属企业', control: 'lookup', lookup: 'firm' },
  { name: 'dateLimit', label: dateLabel, control: 'date' },
  { name: 'keywords', label: '发货单号/外部单号/物流单号', control: 'text' },
  { name: 'code', label: '编码', control: 'text' },
  { name: 'bizType', label: '类型', control: 'select', options: [...BizType.options] },
  { name: 'productId', label: '产品', control: 'lookup', lookup: 'product' },
];

/** Lines with the documents they are of, the last first. */
const lineExporter = (
  keyring: Keyring,
  kind: Pick<Exporter, 'biz' | 'title' | 'form'> & { signed?: true },
): Exporter<Row, LineFilters, Awaited<ReturnType<typeof readLines>>[number]> => {
  const { signed, ...named } = kind;
  return {
    ...named,
    may: deliverApi.export.may,
    columns,
    filters: LineFilters,
    page: (db, filters, after, limit) => readLines(db, keyring, { filters, signed, before: below(after), limit }),
    complete: (db, rows) => withDocuments(db, keyring, rows),
  };
};

interface Wanted {
  filters: LineFilters;
  signed?: true;
  before: number;
  limit: number;
}

const readLines = async (db: Db, keyring: Keyring, { filters, signed, before, limit }: Wanted) => {
  const { deliverId, productId, lotId, dateLimit, ...ofDocument } = filters;
  const documents = await matchingDelivers(db, keyring, {
    ...ofDocument,
    ...(signed ? {} : { dateLimit }),
    ids: deliverId === undefined ? filters.ids : [deliverId],
  });
  let lines = matchingLines(db, {
    productId,
    lotId,
    ...(signed ? { status: DeliverStatus.signed, endAt: dateLimit } : {}),
  }).where('deliverLine.deliverId', 'in', documents.select('deliver.id'));
  lines = lines.where('deliverLine.id', '<', before);
  return asLineRows(lines).clearOrderBy().orderBy('deliverLine.id', 'desc').limit(limit).execute();
};

const withDocuments = async (db: Db, keyring: Keyring, rows: Awaited<ReturnType<typeof readLines>>): Promise<Row[]> => {
  const lines = await completeLines(db, keyring, rows);
  const numbers = [...new Set(lines.map(({ deliverId }) => deliverId))];
  if (numbers.length === 0) return [];
  const found = await withDeliverColumns(db.selectFrom('deliver').where('deliver.id', 'in', numbers)).execute();
  const documents = new Map(found.map((row) => [row.id, row]));
  return lines.map((line) => ({ ...line, document: documents.get(line.deliverId)! }));
};

/** 发货明细 and 签收明细: what was shipped, and what of it was signed for. */
export const lineExporters = (keyring: Keyring) =>
  [
    lineExporter(keyring, {
      biz: 'deliver_line',
      title: '发货明细',
      form: [
        ...form('发货时间'),
        { name: 'status', label: '发货单状态', control: 'select', options: [...DeliverStatus.options] },
      ],
    }),
    lineExporter(keyring, { biz: 'sign_line', title: '签收明细', form: form('签收时间'), signed: true }),
  ] as const;
