import { resource } from '../../kit/resource.ts';
import { DoneToMany, manyRows, oneRow, Saved } from '../../kit/standard.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind } from '../../kit/endpoint.ts';
import { filterText, flag, id, ids, oneOf, optionalText, text } from '../../kit/fields.ts';
import { fixedViews } from '../../kit/fixed-views.ts';
import { picking } from '../../kit/picking.ts';
import { fileAddress } from '../../kit/picture.ts';
import { OpSource } from '../../kit/op-source.ts';
import { importCall } from '../../jobs/import-call.ts';
import { Review } from '../../kit/review.ts';
import { FlowDraft } from './flow-draft.ts';
import { FlowStage } from './flow-enums.ts';
import { FlowImportOptions } from './flow-import.ts';
import { Completeness, Flow, FlowRow, ShownValue } from './flow-row.ts';
import { FlowFile } from './flow-values.ts';
import { segField, serialField } from '../../kit/place-fields.ts';

const filters = {
  firmId: id().optional(),
  productId: id().optional(),
  lotId: id().optional(),
  flowTypeId: id().optional(),
  stage: FlowStage.schema.optional(),
  /** Title, place or who did it. */
  keywords: filterText,
  audit: Review.schema.optional(),
  public: flag.optional(),
  opSrc: OpSource.schema.optional(),
  isVoid: flag.optional(),
  /** When it happened. */
  dateLimit,
  ...fixedViews,
};
const ofLot = z.object({ lotId: id('请选择批次') });

/** What is said of records under review: a refusal gives its cause. */
const FlowReview = z
  .object({
    ids: ids(),
    audit: oneOf([Review.passed, Review.rejected], '请选择审核结果'),
    remark: optionalText('审核意见', 200),
  })
  .refine(({ audit, remark }) => audit === Review.passed || remark !== '', {
    path: ['remark'],
    message: '请填写驳回原因',
  });

/** The first rows of a file as they would be imported, with what is wrong in each cell. */
const FlowImportPreview = z.object({
  columns: z.array(z.object({ key: z.string(), title: z.string() })),
  rows: z.array(
    z.object({
      rowNo: z.number(),
      cells: z.record(z.string(), z.string()),
      errors: z.array(z.object({ key: z.string(), message: z.string() })),
    }),
  ),
});

const flowAt = resource('/admin/identity/flow', 'admin:identity:flow', '流程');
export const flowApi = defineApi({
  list: flowAt.list(FlowRow, filters),
  listAll: flowAt.read(
    '批次全部流程',
    '/list/all',
    'list',
    ofLot.extend(picking),
    z.array(z.object({ id: z.number(), title: z.string() })),
  ),
  info: flowAt.info(Flow),
  /** Makes one record for each lot; `id` is the first of them. */
  save: flowAt.write(
    LogKind.insert,
    '新增流程',
    '/save',
    'save',
    FlowDraft,
    Saved.extend({ ids: z.array(z.number()) }),
  ),
  /** An audited record stays as it is: a new one is made in its place, and it is voided. */
  update: flowAt.update(FlowDraft),
  remove: flowAt.remove(),
  removeMany: flowAt.write(LogKind.delete, '批量删除流程', '/delete/ids', 'delete', manyRows, DoneToMany),
  submit: flowAt.change('提交流程审核', '/submit', 'update', oneRow, done),
  audit: flowAt.change('审核流程', '/audit', 'audit', FlowReview, DoneToMany),
  setPublic: flowAt.change('设置流程公开', '/public', 'update', z.object({ id: id(), public: flag }), done),
  void: flowAt.change(
    '作废流程',
    '/void',
    'void',
    z.object({ id: id(), reason: text('作废原因', { max: 200, missing: '请填写原因' }) }),
    done,
  ),
  /** Drafts with the same content for other lots of the product. */
  copy: flowAt.write(
    LogKind.insert,
    '复制流程到批次',
    '/copy',
    'save',
    z.object({ id: id(), lotIds: ids('请选择批次') }),
    z.object({ ids: z.array(z.number()) }),
  ),
  /** Records of a lot in the order they happened; with a code, those that apply to it. */
  timeline: flowAt.read(
    '流程时间轴',
    '/timeline',
    'list',
    ofLot.extend({
      seg: segField().optional(),
      serial: serialField().optional(),
    }),
    z.array(FlowRow.extend({ shown: z.array(ShownValue), files: z.array(FlowFile) })),
  ),
  completeness: flowAt.read('必填流程完成情况', '/completeness', 'list', ofLot, Completeness),
  /** Works the hashes of a lot's audited records out again. `firstBroken` is the record that does not fit, null where one is gone. */
  verify: flowAt.read(
    '校验流程链',
    '/verify',
    'list',
    ofLot,
    z.object({ ok: z.boolean(), count: z.number(), firstBroken: z.number().nullable() }),
  ),
  template: flowAt.read(
    '下载流程导入模板',
    '/import/template',
    'import',
    z.object({ flowTypeId: id('请选择流程类型') }),
    z.object({ fileName: z.string() }),
    { log: LogKind.export, offersFile: true },
  ),
  preview: flowAt.send(
    '预览流程导入',
    '/import/preview',
    'import',
    FlowImportOptions.extend({ fileUrl: fileAddress('请上传文件') }),
    FlowImportPreview,
    { log: false },
  ),
  /** `params` as FlowImportOptions. */
  import: importCall('/admin/identity/flow/import', 'admin:identity:flow:import', '导入流程'),
  /** One paper of a record, offered for download. */
  file: flowAt.read(
    '下载流程附件',
    '/file',
    'list',
    z.object({ id: id(), url: fileAddress('请选择附件') }),
    z.object({ fileName: z.string() }),
    { log: LogKind.export },
  ),
  export: flowAt.export(filters),
});
