import { CodeSource, Fmt, Level, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { id } from '@zhuiyuan/contract/kit/fields';
import { filterText } from '@zhuiyuan/contract/kit/fields';
import { z } from 'zod';
import type { Exporter } from '../../jobs/exporter.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { segmentColumns, segmentRows, matchingSegments } from '../state/matching-segments.ts';

const Filters = z.object({
  firmId: id().optional(),
  taskNo: filterText,
  productId: id().optional(),
  level: Level.schema.optional(),
  state: SegmentState.schema.optional(),
  source: CodeSource.schema.optional(),
});

type Row = Awaited<ReturnType<typeof segmentRows>>[number];
type Found = Parameters<typeof segmentRows>[2][number];

/** Segments as a file: every run of codes with its first and last code and how far it is used. */
export const segmentExporter = (keyring: Keyring): Exporter<Row, z.output<typeof Filters>, Found> => ({
  biz: 'segment',
  title: '码段',
  may: 'admin:identity:identity:export',
  columns: [
    { title: '码段号', cell: (row) => row.seg },
    { title: '任务编号', width: 20, cell: (row) => row.taskNo },
    { title: '产品', width: 32, cell: (row) => row.storeName },
    { title: '层级', cell: (row) => Level.label(row.level) },
    { title: '来源', cell: (row) => CodeSource.label(row.source) },
    { title: '码制', cell: (row) => Fmt.label(row.fmt) },
    { title: '数量', cell: (row) => row.count },
    { title: '首码', width: 26, cell: (row) => row.firstCode },
    { title: '尾码', width: 26, cell: (row) => row.lastCode },
    { title: '已启用', cell: (row) => row.activeCnt },
    { title: '已作废', cell: (row) => row.voidCnt },
    { title: '扫码数', cell: (row) => row.scanCnt },
    { title: '状态', cell: (row) => SegmentState.label(row.state) },
    { title: '所属企业', width: 32, cell: (row) => row.firmName },
    { title: '创建时间', width: 20, cell: (row) => row.createTime },
  ],
  filters: Filters,
  page: (db, filters, after, limit) =>
    segmentColumns(matchingSegments(db, filters))
      .$if(after !== undefined, (query) => query.where('segment.seg', '<', after!.seg))
      .orderBy('segment.seg', 'desc')
      .limit(limit)
      .execute(),
  complete: (db, rows) => segmentRows(db, keyring, rows),
  form: [
    { name: 'firmId', label: '所属企业', control: 'lookup', lookup: 'firm' },
    { name: 'taskNo', label: '任务编号', control: 'text' },
    { name: 'productId', label: '产品', control: 'lookup', lookup: 'product' },
    { name: 'level', label: '层级', control: 'select', options: [...Level.options] },
    { name: 'source', label: '来源', control: 'select', options: [...CodeSource.options] },
    { name: 'state', label: '状态', control: 'select', options: [...SegmentState.options] },
  ],
});
