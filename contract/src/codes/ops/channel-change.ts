import { z } from 'zod';
import { defineApi, LogKind } from '../../kit/endpoint.ts';
import { ExportFile } from '../../kit/export.ts';
import { flag, id, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { Checked, OpAnswer, opCommon, opReason } from './op-draft.ts';
import { OpStatus } from '../state/code-enums.ts';
import { Pick } from '../pick/pick.ts';

const channelId = id('请选择渠道');

/** The ways of choosing codes, and two more: whatever dealers (7) or shops (8) hold, with what lies in the boxes they hold. */
export const ChannelPick = z.discriminatedUnion(
  'mode',
  [
    ...Pick.options,
    z.object({
      mode: z.literal(7),
      agentIds: z.array(id()).min(1, '请选择经销商').max(200, '一次最多选择200个经销商'),
    }),
    z.object({ mode: z.literal(8), shopIds: z.array(id()).min(1, '请选择门店').max(200, '一次最多选择200个门店') }),
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
  check: {
    method: 'POST',
    path: '/admin/identity/channel/check',
    may: 'admin:identity:channel:change',
    title: '渠道变更预检',
    log: false,
    input: ChannelCheckDraft,
    data: Checked,
  },
  checkExport: {
    method: 'POST',
    path: '/admin/identity/channel/check/export',
    may: 'admin:identity:channel:change',
    title: '下载预检异常',
    log: false,
    input: ChannelCheckDraft,
    data: ExportFile,
    offersFile: true,
  },
  change: {
    method: 'POST',
    path: '/admin/identity/channel/change',
    may: 'admin:identity:channel:change',
    title: '渠道变更',
    log: LogKind.update,
    input: ChannelChangeDraft,
    data: OpAnswer,
  },
  list: {
    method: 'GET',
    path: '/admin/identity/channel/change/list',
    may: 'admin:identity:channel:change',
    title: '渠道变更记录',
    input: z.object({ ...paging, firmId: id().optional() }),
    data: pageOf(ChannelChangeRow),
  },
});
