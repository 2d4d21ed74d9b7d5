import { z } from 'zod';
import { defineApi, done, LogKind, nothing } from '../../kit/endpoint.ts';
import { Enabled, enumeration } from '../../kit/enumeration.ts';
import { filterText, id, int, optionalText, text, time, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { manyRows, oneRow, RemovedMany, Saved } from '../../kit/standard.ts';
import { firmId, optionalPhone, rowNumber } from '../party-fields.ts';

/** How goods reach the market. */
export const ChannelType = enumeration(
  { value: 1, label: '线下流通' },
  { value: 2, label: '商超KA' },
  { value: 3, label: '电商' },
  { value: 4, label: '餐饮' },
  { value: 5, label: '团购特渠' },
  { value: 6, label: '出口' },
);

/** A channel as it is typed. A blank number gets the firm's next one. */
export const ChannelDraft = z.object({
  firmId,
  name: text('渠道名称', { max: 30 }),
  channelNo: rowNumber('渠道编号'),
  channelType: z.union([z.string(), z.number()], { error: '请选择渠道类型' }).pipe(ChannelType.schema),
  manager: optionalText('负责人', 20),
  phone: optionalPhone('联系电话'),
  sort: int(0, 999, '排序应为0-999的整数').default(0),
  status: Enabled.schema.default(0),
  remark: optionalText('备注', 200),
});
export type ChannelDraft = z.output<typeof ChannelDraft>;

export const ChannelRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  channelNo: z.string(),
  name: z.string(),
  channelType: z.number(),
  manager: z.string(),
  phone: z.string(),
  agentCount: z.number(),
  shopCount: z.number(),
  /** Activated codes bound to it. */
  codeCount: z.number(),
  sort: z.number(),
  status: z.number(),
  remark: z.string(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type ChannelRow = z.output<typeof ChannelRow>;

const all = z.array(z.object({ id: z.number(), name: z.string(), firmId: z.number(), status: z.number() }));

export const channelApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/channel/list',
    may: 'admin:identity:channel:list',
    input: z.object({
      ...paging,
      firmId: id().optional(),
      name: filterText,
      channelType: ChannelType.schema.optional(),
      status: Enabled.schema.optional(),
    }),
    data: pageOf(ChannelRow),
    title: '渠道列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/channel/list/all',
    may: {
      any: [
        'admin:identity:channel:list',
        'admin:identity:channel:change',
        'admin:identity:agent:list',
        'admin:identity:shop:list',
        'admin:identity:batch:use',
        'admin:identity:batch:update',
      ],
    },
    input: nothing,
    data: all,
    title: '全部渠道',
  },
  /** The same rows for the lottery's pickers. */
  lotteryAll: {
    method: 'GET',
    path: '/admin/lottery/channel/list/all',
    may: { any: ['admin:identity:channel:list', 'admin:lottery:active:list', 'admin:lottery:scope:list'] },
    input: nothing,
    data: all,
    title: '抽奖可选渠道',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/channel/info',
    may: 'admin:identity:channel:list',
    input: oneRow,
    data: ChannelRow,
    title: '渠道详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/channel/save',
    may: 'admin:identity:channel:save',
    input: ChannelDraft,
    data: Saved,
    title: '新增渠道',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/channel/update',
    may: 'admin:identity:channel:update',
    input: ChannelDraft.safeExtend({ id: id(), version }),
    data: Saved,
    title: '编辑渠道',
    changes: 'id',
    log: LogKind.update,
  },
  updateStatus: {
    method: 'POST',
    path: '/admin/identity/channel/update/status',
    may: 'admin:identity:channel:update',
    input: z.object({ id: id(), status: Enabled.schema }),
    data: done,
    title: '启用或停用渠道',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/channel/delete',
    may: 'admin:identity:channel:delete',
    input: oneRow,
    data: done,
    title: '删除渠道',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/channel/delete/ids',
    may: 'admin:identity:channel:delete',
    input: manyRows,
    data: RemovedMany,
    title: '批量删除渠道',
    log: LogKind.delete,
  },
});
