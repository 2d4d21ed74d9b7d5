import { z } from 'zod';
import { change, defineApi, LogKind, read, write } from '../kit/endpoint.ts';
import { flag, id, int, text, time, version } from '../kit/fields.ts';
import { eventTexts, unknownVariable } from './message-content.ts';
import { MessageChannel, MessageEvent } from './message-states.ts';

/** A template of the firm's app of WeChat's, as WeChat listed it last. */
export const MessageTemplate = z.object({
  id: z.number(),
  appId: z.string(),
  templateNo: z.string(),
  title: z.string(),
  /** `奖品：{{thing2.DATA}}`, a line for each field. */
  content: z.string(),
  example: z.string(),
  /** Not listed any more: nothing can be sent by it. */
  isGone: z.boolean(),
  syncedAt: time,
});
export type MessageTemplate = z.output<typeof MessageTemplate>;

/** What a firm says at an event. */
export const MessageSetting = z.object({
  event: MessageEvent.schema,
  innerOn: z.boolean(),
  innerContent: z.string(),
  wechatOn: z.boolean(),
  templateId: z.number().nullable(),
  /** Content with variables by the keys of the template's fields. */
  fields: z.record(z.string(), z.string()),
  /** What the template reads like with its variables; '' without one. */
  wechatContent: z.string(),
  version: z.number(),
  updateTime: time.nullable(),
});
export type MessageSetting = z.output<typeof MessageSetting>;

const whose = { firmId: id('请选择所属企业').optional() };

/** A setting as staff write it. */
export const MessageSettingDraft = z
  .object({
    event: MessageEvent.schema,
    innerOn: flag,
    innerContent: text('站内内容', { max: 500 }),
    wechatOn: flag,
    templateId: id('请选择微信模板').nullable().default(null),
    fields: z.record(z.string().max(40), z.string().trim().max(200, '字段内容不能超过200个字符')).default({}),
  })
  .superRefine(({ event, innerContent, wechatOn, templateId, fields }, context) => {
    const { variables } = eventTexts[event];
    const issue = (path: string[], message: string | undefined) =>
      message && context.addIssue({ code: 'custom', path, message });
    issue(['innerContent'], unknownVariable(innerContent, variables));
    for (const [key, content] of Object.entries(fields)) issue(['fields', key], unknownVariable(content, variables));
    if (wechatOn && templateId === null) issue(['templateId'], '请选择微信模板');
  });

const path = '/admin/lottery/message/setting';
const mayInfo = 'admin:lottery:messageSetting:info';
const mayUpdate = 'admin:lottery:messageSetting:update';

/** 消息设置: what is told at each event, and by which channels. */
export const messageSettingApi = defineApi({
  list: read(
    '消息设置',
    `${path}/list`,
    mayInfo,
    z.object(whose),
    z.object({
      settings: z.array(MessageSetting),
      /** How many messages go through WeChat in a day at most, and went today. */
      quota: z.object({ dayLimit: z.number(), usedToday: z.number(), version: z.number() }),
      /** Whether the firm has an app of WeChat's that messages can go through. */
      hasApp: z.boolean(),
    }),
  ),
  templates: read(
    '微信消息模板',
    '/admin/lottery/message/template/list',
    mayInfo,
    z.object(whose),
    z.array(MessageTemplate).max(1000),
  ),
  /** Asks WeChat which templates the firm's apps have. */
  sync: write(
    LogKind.update,
    '同步微信模板',
    '/admin/lottery/message/template/sync',
    mayUpdate,
    z.object(whose),
    z.object({ count: z.number() }),
    { ownTransaction: true as const },
  ),
  update: change(
    '编辑消息设置',
    `${path}/update`,
    mayUpdate,
    MessageSettingDraft.safeExtend({ ...whose, version }),
    z.object({ version: z.number() }),
  ),
  quota: change(
    '编辑每日限额',
    `${path}/quota`,
    mayUpdate,
    z.object({ ...whose, dayLimit: int(0, 10_000_000, '每日限额应为0-10000000的整数'), version }),
    z.object({ version: z.number() }),
  ),
  /** Sends what is saved, with sample values, to one consumer, who may be oneself. */
  test: write(
    LogKind.other,
    '测试发送',
    `${path}/test`,
    mayUpdate,
    z.object({
      event: MessageEvent.schema,
      channel: MessageChannel.schema,
      consumerId: id('请选择接收人'),
    }),
    z.object({ id: z.number() }),
  ),
});
