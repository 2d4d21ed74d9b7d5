import { resource } from '../../kit/resource.ts';
import { Saved } from '../../kit/standard.ts';
import { z } from 'zod';
import { defineApi } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { filterText, flag, id, int, optionalText, text, time, version } from '../../kit/fields.ts';
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

const flowTypeAt = resource('/admin/identity/flowType', 'admin:identity:flowType', '流程类型');
export const flowTypeApi = defineApi({
  list: flowTypeAt.list(FlowTypeRow, {
    firmId: id().optional(),
    name: filterText,
    stage: FlowStage.schema.optional(),
    status: Enabled.schema.optional(),
  }),
  listAll: flowTypeAt.listAll(
    z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        firmId: z.number(),
        stage: z.number(),
        icon: z.string(),
        status: z.number(),
      }),
    ),
    { may: { any: ['admin:identity:flowType:list', 'admin:identity:flow:list', 'admin:identity:product:list'] } },
  ),
  info: flowTypeAt.info(FlowType, { may: { any: ['admin:identity:flowType:list', 'admin:identity:flow:list'] } }),
  save: flowTypeAt.save(FlowTypeDraft),
  update: flowTypeAt.change('编辑流程类型', '/update', 'update', FlowTypeDraft.extend({ id: id(), version }), Saved, {
    changes: 'id',
  }),
  remove: flowTypeAt.remove(),
  removeMany: flowTypeAt.removeMany(),
  updateStatus: flowTypeAt.updateStatus(),
});
