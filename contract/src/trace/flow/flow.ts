import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind } from '../../kit/endpoint.ts';
import { ExportFile } from '../../kit/export.ts';
import { filterText, flag, id, ids, oneOf, optionalText, text, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { fileAddress } from '../../kit/picture.ts';
import { OpSource } from '../../kit/op-source.ts';
import { importCall } from '../../jobs/import-call.ts';
import { Audit } from '../../kit/audit.ts';
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
  audit: Audit.schema.optional(),
  public: flag.optional(),
  opSrc: OpSource.schema.optional(),
  isVoid: flag.optional(),
  /** When it happened. */
  dateLimit,
};
const saved = z.object({ id: z.number(), version: z.number() });
const one = z.object({ id: id() });
const ofLot = z.object({ lotId: id('请选择批次') });
const several = z.object({ ok: z.number(), fail: z.array(z.object({ id: z.number(), message: z.string() })) });

export const flowApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/flow/list',
    may: 'admin:identity:flow:list',
    input: z.object({ ...paging, ...filters }),
    data: pageOf(FlowRow),
    title: '流程列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/flow/list/all',
    may: 'admin:identity:flow:list',
    input: ofLot,
    data: z.array(z.object({ id: z.number(), title: z.string() })),
    title: '批次全部流程',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/flow/info',
    may: 'admin:identity:flow:list',
    input: one,
    data: Flow,
    title: '流程详情',
  },
  /** Makes one record for each lot; `id` is the first of them. */
  save: {
    method: 'POST',
    path: '/admin/identity/flow/save',
    may: 'admin:identity:flow:save',
    input: FlowDraft,
    data: saved.extend({ ids: z.array(z.number()) }),
    title: '新增流程',
    log: LogKind.insert,
  },
  /** An audited record stays as it is: a new one is made in its place, and it is voided. */
  update: {
    method: 'POST',
    path: '/admin/identity/flow/update',
    may: 'admin:identity:flow:update',
    input: FlowDraft.safeExtend({ id: id(), version }),
    data: saved,
    title: '编辑流程',
    changes: 'id',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/flow/delete',
    may: 'admin:identity:flow:delete',
    input: one,
    data: done,
    title: '删除流程',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/flow/delete/ids',
    may: 'admin:identity:flow:delete',
    input: z.object({ ids: ids() }),
    data: several,
    title: '批量删除流程',
    log: LogKind.delete,
  },
  submit: {
    method: 'POST',
    path: '/admin/identity/flow/submit',
    may: 'admin:identity:flow:update',
    input: one,
    data: done,
    title: '提交流程审核',
    log: LogKind.update,
  },
  audit: {
    method: 'POST',
    path: '/admin/identity/flow/audit',
    may: 'admin:identity:flow:audit',
    input: z
      .object({
        ids: ids(),
        audit: oneOf([1, 2], '请选择审核结果'),
        remark: optionalText('审核意见', 200),
      })
      .refine(({ audit, remark }) => audit === 1 || remark !== '', { path: ['remark'], message: '请填写驳回原因' }),
    data: several,
    title: '审核流程',
    log: LogKind.update,
  },
  setPublic: {
    method: 'POST',
    path: '/admin/identity/flow/public',
    may: 'admin:identity:flow:update',
    input: z.object({ id: id(), public: flag }),
    data: done,
    title: '设置流程公开',
    log: LogKind.update,
  },
  void: {
    method: 'POST',
    path: '/admin/identity/flow/void',
    may: 'admin:identity:flow:void',
    input: z.object({ id: id(), reason: text('作废原因', { max: 200, missing: '请填写原因' }) }),
    data: done,
    title: '作废流程',
    log: LogKind.update,
  },
  /** Drafts with the same content for other lots of the product. */
  copy: {
    method: 'POST',
    path: '/admin/identity/flow/copy',
    may: 'admin:identity:flow:save',
    input: z.object({ id: id(), lotIds: ids('请选择批次') }),
    data: z.object({ ids: z.array(z.number()) }),
    title: '复制流程到批次',
    log: LogKind.insert,
  },
  /** Records of a lot in the order they happened; with a code, those that apply to it. */
  timeline: {
    method: 'GET',
    path: '/admin/identity/flow/timeline',
    may: 'admin:identity:flow:list',
    input: ofLot.extend({
      seg: segField().optional(),
      serial: serialField().optional(),
    }),
    data: z.array(FlowRow.extend({ shown: z.array(ShownValue), files: z.array(FlowFile) })),
    title: '流程时间轴',
  },
  completeness: {
    method: 'GET',
    path: '/admin/identity/flow/completeness',
    may: 'admin:identity:flow:list',
    input: ofLot,
    data: Completeness,
    title: '必填流程完成情况',
  },
  /** Works the hashes of a lot's audited records out again. `firstBroken` is the record that does not fit, null where one is gone. */
  verify: {
    method: 'GET',
    path: '/admin/identity/flow/verify',
    may: 'admin:identity:flow:list',
    input: ofLot,
    data: z.object({ ok: z.boolean(), count: z.number(), firstBroken: z.number().nullable() }),
    title: '校验流程链',
  },
  template: {
    method: 'GET',
    path: '/admin/identity/flow/import/template',
    may: 'admin:identity:flow:import',
    input: z.object({ flowTypeId: id('请选择流程类型') }),
    data: z.object({ fileName: z.string() }),
    title: '下载流程导入模板',
    log: LogKind.export,
    offersFile: true,
  },
  /** The first rows of a file as they would be imported, with what is wrong in each cell. */
  preview: {
    method: 'POST',
    path: '/admin/identity/flow/import/preview',
    may: 'admin:identity:flow:import',
    input: FlowImportOptions.extend({ fileUrl: fileAddress('请上传文件') }),
    data: z.object({
      columns: z.array(z.object({ key: z.string(), title: z.string() })),
      rows: z.array(
        z.object({
          rowNo: z.number(),
          cells: z.record(z.string(), z.string()),
          errors: z.array(z.object({ key: z.string(), message: z.string() })),
        }),
      ),
    }),
    title: '预览流程导入',
    log: false,
  },
  /** `params` as FlowImportOptions. */
  import: importCall('/admin/identity/flow/import', 'admin:identity:flow:import', '导入流程'),
  /** One paper of a record, offered for download. */
  file: {
    method: 'GET',
    path: '/admin/identity/flow/file',
    may: 'admin:identity:flow:list',
    input: z.object({ id: id(), url: fileAddress('请选择附件') }),
    data: z.object({ fileName: z.string() }),
    title: '下载流程附件',
    log: LogKind.export,
  },
  export: {
    method: 'GET',
    path: '/admin/identity/flow/export',
    may: 'admin:identity:flow:export',
    input: z.object({ ...filters, ids: ids().optional() }),
    data: ExportFile,
    title: '导出流程',
    log: LogKind.export,
    offersFile: true,
  },
});
