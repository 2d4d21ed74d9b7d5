import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { defineApi, read } from '../../kit/endpoint.ts';
import { Enabled, enumeration } from '../../kit/enumeration.ts';
import { filterText, id, int, optionalText, text, time } from '../../kit/fields.ts';
import { picking } from '../../kit/picking.ts';
import { firmId, optionalPhone, rowNumber } from '../party-fields.ts';
import { goodsMovers } from '../goods-movers.ts';

/** How goods reach the market. */
export const ChannelType = enumeration({
  offline: { value: 1, label: '线下流通' },
  supermarket: { value: 2, label: '商超KA' },
  online: { value: 3, label: '电商' },
  catering: { value: 4, label: '餐饮' },
  groupBuying: { value: 5, label: '团购特渠' },
  foreign: { value: 6, label: '出口' },
});

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

const channelAt = resource('/admin/identity/channel', 'admin:identity:channel', '渠道');
export const channelApi = defineApi({
  list: channelAt.list(ChannelRow, {
    firmId: id().optional(),
    name: filterText,
    channelType: ChannelType.schema.optional(),
    status: Enabled.schema.optional(),
  }),
  listAll: channelAt.listAll(all, {
    may: {
      any: [
        'admin:identity:channel:list',
        'admin:identity:channel:change',
        'admin:identity:agent:list',
        'admin:identity:shop:list',
        'admin:identity:batch:use',
        'admin:identity:batch:update',
        ...goodsMovers,
      ],
    },
  }),
  /** The same rows for the lottery's pickers. */
  lotteryAll: read(
    '抽奖可选渠道',
    '/admin/lottery/channel/list/all',
    { any: ['admin:identity:channel:list', 'admin:lottery:active:list', 'admin:lottery:scope:list'] },
    z.object(picking),
    all,
  ),
  info: channelAt.info(ChannelRow),
  save: channelAt.save(ChannelDraft),
  update: channelAt.update(ChannelDraft),
  updateStatus: channelAt.updateStatus(),
  remove: channelAt.remove(),
  removeMany: channelAt.removeMany(),
});
