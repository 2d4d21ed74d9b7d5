import { complaintApi, ComplaintState, type ComplaintRow } from '@zhuiyuan/contract/scan/log/complaint';
import { selectRefusals } from '@zhuiyuan/contract/scan/log/select-refusals';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { sql } from 'kysely';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import { at, by, contains, eq, matchingBy, when, within, type Matching } from '../../kit/db/filtered.ts';
import { containing } from '../../kit/db/filters.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuse, stale } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';

const handled = 2;

/** What shoppers report about codes, and what came of it. */
export const mountComplaint = (app: App): void => {
  mountExporter(app, exporter);
  serve(app, complaintApi, {
    async list({ input, db }) {
      const page = await findPage(db, input, matching(db, input), asComplaintRows);
      return { ...page, list: page.list.map(listed) };
    },

    async info({ input, db }) {
      const row = await asComplaintRows(matching(db, {})).where('complaint.id', '=', input.id).executeTakeFirst();
      if (!row) throw notFound();
      return { ...row, images: row.images as string[] };
    },

    handle: {
      async stored({ row, db }) {
        const found = await db
          .selectFrom('complaint')
          .where('id', '=', row)
          .select(['state', 'result'])
          .forUpdate()
          .executeTakeFirst();
        if (!found) throw notFound();
        return found;
      },
      async change({ input, db, operator }) {
        const found = await db
          .selectFrom('complaint')
          .where('id', '=', input.id)
          .select(['state', 'version'])
          .forUpdate()
          .executeTakeFirst();
        if (!found) throw notFound();
        if (found.state === handled) throw refuse(selectRefusals.complaintOver);
        if (input.version !== undefined && input.version !== found.version) throw stale();
        await db
          .updateTable('complaint')
          .set((row) => ({
            state: input.state,
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

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

const columns: Column<ComplaintRow>[] = [
  { title: '举报时间', width: 20, cell: (row) => row.at },
  { title: '编码', width: 24, cell: (row) => row.code },
  { title: '产品', width: 28, cell: (row) => row.storeName },
  { title: '举报内容', width: 50, cell: (row) => row.content },
  { title: '图片', width: 50, cell: (row) => row.images.join('\n') },
  { title: '联系方式', width: 16, cell: (row) => row.contact },
  { title: '购买地点', width: 24, cell: (row) => row.buyPlace },
  { title: '状态', cell: (row) => ComplaintState.label(row.state) },
  { title: '处理结果', width: 40, cell: (row) => row.result },
  { title: '处理人', cell: (row) => row.handledBy },
  { title: '处理时间', width: 20, cell: (row) => row.handledAt ?? '' },
];

type Filters = InputOf<typeof complaintApi.export>;

const exporter: Exporter<ComplaintRow, Filters, FoundBy<typeof asComplaintRows>> = {
  biz: 'complaint',
  title: '消费者举报',
  may: complaintApi.export.may,
  columns,
  filters: complaintApi.export.input,
  page: (db, filters, after, limit) =>
    asComplaintRows(matching(db, filters)).where('complaint.id', '<', below(after)).limit(limit).execute(),
  complete: (_db, rows) => rows.map(listed),
};

const matching: Matching<'complaint', Filters> = matchingBy('complaint', (db) => db.selectFrom('complaint'), {
  firmId: eq,
  // Ours are kept without separators, third-party codes as they were typed.
  code: by(
    (code: string) => [containing(code.replace(/[\s-]/g, '')), containing(code)],
    (row, ours, typed) => row.or([row('complaint.codeText', 'ilike', ours), row('complaint.codeText', 'ilike', typed)]),
  ),
  content: contains,
  state: eq,
  dateLimit: at(within, 'createdAt'),
  waiting: when((row) => row('complaint.state', '=', sql.lit(ComplaintState.waiting))),
});

const asComplaintRows = (query: ReturnType<typeof matching>) =>
  query
    .leftJoin('firm', 'firm.id', 'complaint.firmId')
    .leftJoin('product', 'product.id', 'complaint.productId')
    .leftJoin('admin', 'admin.id', 'complaint.handledBy')
    .select([
      'complaint.id',
      'complaint.firmId',
      sql<string>`coalesce(firm.name, '')`.as('firmName'),
      'complaint.createdAt as at',
      'complaint.createdAt as createTime',
      'complaint.codeText as code',
      sql<string>`coalesce(product.store_name, '')`.as('storeName'),
      'complaint.content',
      'complaint.images',
      'complaint.contact',
      'complaint.buyPlace',
      'complaint.state',
      'complaint.version',
      'complaint.result',
      'complaint.handledAt',
      sql<string>`coalesce(admin.real_name, '')`.as('handledBy'),
    ])
    .orderBy('complaint.id', 'desc');

/** A report as lists show it: the contact masked. */
const listed = <Row extends { contact: string; images: unknown }>(row: Row) => ({
  ...row,
  contact: maskPhone(row.contact),
  images: row.images as string[],
});
