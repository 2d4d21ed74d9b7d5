import { z } from 'zod';
import { change, defineApi, read, send } from '../../kit/endpoint.ts';
import { ExportFile } from '../../kit/export.ts';
import { flag, id, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { Checked, OpAnswer, opCommon, opReason } from './op-draft.ts';
import { OpStatus } from '../state/code-enums.ts';
import { Pick, PickMode } from '../pick/pick.ts';

const channelId = id('请选择渠道');

/** The ways of choosing codes, and two more: whatever agents (7) or shops (8) hold, with what lies in the boxes they hold. */
export const ChannelPick = z.discriminatedUnion(
  'mode',
  [
    ...Pick.options,
    z.object({
      mode: z.literal(PickMode.agents),
      agentIds: z.array(id()).min(1, '请选择经销商').max(200, '一次最多选择200个经销商'),
    }),
    z.object({
      mode: z.literal(PickMode.shops),
      shopIds: z.array(id()).min(1, '请选择门店').max(200, '一次最多选择200个门店'),
    }),
  ],
  { error: '请选择选码方式' },
);
export type ChannelPick = z.output<typeof ChannelPick>;

const ChannelCheckDraft = z.object({ pick: ChannelPick, includeChild: flag.default(false), channelId });

/** A change of the channel that chosen codes are bound to, wherever the goods are. */
export const ChannelChangeDraft = z.object({ channelId, reason: opReason, ...opCommon, pick: ChannelPick });

export const ChannelChangeRow = z.object({
  id: z.number(),
  opNo: z.string(),
  firmName: z.string(),
  rangeText: z.string(),
  total: z.number(),
  okCnt: z.number(),
  failCnt: z.number(),
  status: OpStatus.schema,
  channelName: z.string(),
  reason: z.string(),
  operatorName: z.string(),
  createTime: time,
  /** Codes it left out can be fetched and tried again. */
  canRetry: z.boolean(),
});
export type ChannelChangeRow = z.output<typeof ChannelChangeRow>;

export const channelChangeApi = defineApi({
  check: send(
    '渠道变更预检',
    '/admin/identity/channel/check',
    'admin:identity:channel:change',
    ChannelCheckDraft,
    Checked,
    { log: false },
  ),
  checkExport: send(
    '下载预检异常',
    '/admin/identity/channel/check/export',
    'admin:identity:channel:change',
    ChannelCheckDraft,
    ExportFile,
    { log: false, offersFile: true },
  ),
  change: change(
    '渠道变更',
    '/admin/identity/channel/change',
    'admin:identity:channel:change',
    ChannelChangeDraft,
    OpAnswer,
  ),
  list: read(
    '渠道变更记录',
    '/admin/identity/channel/change/list',
    'admin:identity:channel:change',
    z.object({ ...paging, firmId: id().optional() }),
    pageOf(ChannelChangeRow),
  ),
});
