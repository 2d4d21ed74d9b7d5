import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { Review } from '@zhuiyuan/contract/kit/review';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import type { FlowRow, ShownValue } from '@zhuiyuan/contract/trace/flow/flow-row';
import { FlowStage } from '@zhuiyuan/contract/trace/flow/flow-enums';
import { z } from 'zod';
import { below, type Exporter } from '../../jobs/exporter.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { flowColumns, matchingFlows, type FlowFilters } from './find-flows.ts';
import { withShownValues } from './list-timeline.ts';

type ExportedFlow = FlowRow & { shown: ShownValue[] };

/** The fields of the types stand together in one column: every type has others. */
const columns: Column<ExportedFlow>[] = [
  { title: '标题', width: 32, cell: (row) => row.title },
  { title: '流程类型', cell: (row) => row.flowTypeName },
  { title: '环节', cell: (row) => FlowStage.label(row.stage) },
  { title: '产品', width: 32, cell: (row) => row.storeName },
  { title: '批号', width: 18, cell: (row) => row.lotNo },
  { title: '码段', width: 24, cell: (row) => row.rangeText },
  { title: '发生时间', width: 20, cell: (row) => row.occurAt },
  { title: '地点', width: 28, cell: (row) => row.place },
  { title: '操作人', cell: (row) => row.operatorName },
  { title: '记录内容', width: 60, cell: (row) => row.shown.map(({ label, value }) => `${label}：${value}`).join('；') },
  { title: '对消费者公开', cell: (row) => (row.public ? '是' : '否') },
  { title: '审核', cell: (row) => (row.voidAt ? '已作废' : Review.label(row.audit)) },
  { title: '来源', cell: (row) => OpSource.label(row.opSrc) },
  { title: '所属企业', width: 32, cell: (row) => row.firmName },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];

/** Flow records as a file. */
export const flowExporter: Exporter<ExportedFlow, FlowFilters> = {
  biz: 'flow',
  title: '流程记录',
  may: flowApi.export.may,
  columns,
  filters: flowApi.export.input.extend({ mine: z.number().optional() }),
  page: (db, filters, after, limit) =>
    withShownValues(
      db,
      flowColumns(matchingFlows(db, filters))
        .where('flow.id', '<', below(after))
        .orderBy('flow.id', 'desc')
        .limit(limit),
    ),
  form: [
    { name: 'firmId', label: '所属企业', control: 'lookup', lookup: 'firm' },
    { name: 'keywords', label: '标题、地点或操作人', control: 'text' },
    { name: 'productId', label: '产品', control: 'lookup', lookup: 'product' },
    { name: 'flowTypeId', label: '流程类型', control: 'lookup', lookup: 'flowType' },
    { name: 'stage', label: '环节', control: 'select', options: [...FlowStage.options] },
    { name: 'audit', label: '审核', control: 'select', options: Review.options.filter(({ value }) => value !== 4) },
    { name: 'opSrc', label: '来源', control: 'select', options: [...OpSource.options] },
    { name: 'dateLimit', label: '发生时间', control: 'date' },
  ],
};
