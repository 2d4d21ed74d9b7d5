import { z } from 'zod';
import { defineApi, done, LogKind, nothing } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { filterText, flag, id, ids, int, optionalText, text, time, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { BizStep, FlowStage } from './flow-enums.ts';
import { FlowField, FlowFields } from './flow-field.ts';

/** A type of step as it is typed: its place in the product's life and the fields of its records. */
export const FlowTypeDraft = z.object({
  firmId: id('请选择所属企业').optional(),
  name: text('类型名称', { max: 30 }),
  stage: z.union([z.string(), z.number()], { error: '请选择环节' }).pipe(FlowStage.schema),
  icon: optionalText('图标', 40),
  sort: int(0, 9999, '排序应为0-9999的整数').default(0),
  /** What records of this type start with. */
  public: flag.default(true),
  bizStep: BizStep.schema.optional(),
  fields: FlowFields.default([]),
  status: Enabled.schema.default(0),
  remark: optionalText('备注', 200),
});
export type FlowTypeDraft = z.output<typeof FlowTypeDraft>;

export const FlowTypeRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  name: z.string(),
  stage: z.number(),
  icon: z.string(),
  sort: z.number(),
  public: z.boolean(),
  /** Fields that are filled in. */
  fieldCount: z.number(),
  recordCount: z.number(),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type FlowTypeRow = z.output<typeof FlowTypeRow>;

export const FlowType = FlowTypeRow.extend({
  bizStep: z.string(),
  fields: z.array(FlowField),
  /** Keys of fields that records hold values of: they may be hidden, not removed or retyped. */
  usedKeys: z.array(z.string()),
  remark: z.string(),
});
export type FlowType = z.output<typeof FlowType>;

const saved = z.object({ id: z.number(), version: z.number() });
const one = z.object({ id: id() });

export const flowTypeApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/flowType/list',
    may: 'admin:identity:flowType:list',
    input: z.object({
      ...paging,
      firmId: id().optional(),
      name: filterText,
      stage: FlowStage.schema.optional(),
      status: Enabled.schema.optional(),
    }),
    data: pageOf(FlowTypeRow),
    title: '流程类型列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/flowType/list/all',
    may: { any: ['admin:identity:flowType:list', 'admin:identity:flow:list', 'admin:identity:product:list'] },
    input: nothing,
    data: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        firmId: z.number(),
        stage: z.number(),
        icon: z.string(),
        status: z.number(),
      }),
    ),
    title: '全部流程类型',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/flowType/info',
    may: { any: ['admin:identity:flowType:list', 'admin:identity:flow:list'] },
    input: one,
    data: FlowType,
    title: '流程类型详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/flowType/save',
    may: 'admin:identity:flowType:save',
    input: FlowTypeDraft,
    data: saved,
    title: '新增流程类型',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/flowType/update',
    may: 'admin:identity:flowType:update',
    input: FlowTypeDraft.extend({ id: id(), version }),
    data: saved,
    title: '编辑流程类型',
    changes: 'id',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/flowType/delete',
    may: 'admin:identity:flowType:delete',
    input: one,
    data: done,
    title: '删除流程类型',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/flowType/delete/ids',
    may: 'admin:identity:flowType:delete',
    input: z.object({ ids: ids() }),
    data: z.object({ ok: z.number(), fail: z.array(z.object({ id: z.number(), message: z.string() })) }),
    title: '批量删除流程类型',
    log: LogKind.delete,
  },
  updateStatus: {
    method: 'POST',
    path: '/admin/identity/flowType/update/status',
    may: 'admin:identity:flowType:update',
    input: z.object({ id: id(), status: Enabled.schema }),
    data: done,
    title: '启用或停用流程类型',
    log: LogKind.update,
  },
});
