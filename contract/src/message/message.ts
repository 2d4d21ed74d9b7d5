import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, LogKind } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { filterText, flag, id, ids, text, time } from '../kit/fields.ts';
import { resource } from '../kit/resource.ts';
import { DoneToMany } from '../kit/standard.ts';
import { noticeVariables, unknownVariable } from './message-content.ts';
import { MessageChannel, MessageKind, MessageStatus } from './message-states.ts';

/** A message to a consumer. */
export const MessageRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  consumerId: z.number(),
  /** Masked. */
  consumer: z.string(),
  kind: MessageKind.schema,
  channel: MessageChannel.schema,
  content: z.string(),
  status: MessageStatus.schema,
  /** Why it was left out or failed, or what is not known of it. */
  err: z.string(),
  isTest: z.boolean(),
  /** Not before. */
  dueAt: time,
  sentAt: time.nullable(),
  /** When it was seen on the page; null of what goes elsewhere. */
  readAt: time.nullable(),
  /** '' where nobody wrote it. */
  createName: z.string(),
  createTime: time,
  updateTime: time,
});
export type MessageRow = z.output<typeof MessageRow>;

export const messageFilters = {
  firmId: id().optional(),
  kind: MessageKind.schema.optional(),
  channel: MessageChannel.schema.optional(),
  status: MessageStatus.schema.optional(),
  /** A nickname, or the number of a consumer. */
  keywords: filterText,
  consumerId: id().optional(),
  dateLimit,
};

/** 发送对象. */
export const MessageTarget = enumeration({
  activity: { label: '活动参与者' },
  picked: { label: '指定消费者' },
  all: { label: '全部消费者' },
});

/** People one message goes to at most. */
export const mostReceivers = 100_000;
/** How far ahead it is set, in days. */
export const mostDaysAhead = 90;

/** What goes to many: on the shopper's page alone, as WeChat's templates are for what somebody did. */
const content = text('内容', { max: 500 }).superRefine((value, context) => {
  const message = unknownVariable(value, noticeVariables);
  if (message) context.addIssue({ code: 'custom', message });
});
/** Sent again under it nobody gets it twice. */
const idemKey = text('请求编号', { max: 64 });
const sendAt = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, '发送时间不正确')
  .nullable()
  .default(null);

export const NoticeDraft = z
  .object({
    firmId: id('请选择所属企业').optional(),
    target: MessageTarget.schema.default('activity'),
    activityId: id('请选择活动').optional(),
    consumerIds: z.array(id('请选择消费者'), { error: '请选择消费者' }).max(1000, '最多选择1000位消费者').optional(),
    content,
    /** Null: at once. */
    sendAt,
    idemKey,
  })
  .refine(({ target, activityId }) => target !== 'activity' || activityId !== undefined, {
    path: ['activityId'],
    message: '请选择活动',
  })
  .refine(({ target, consumerIds }) => target !== 'picked' || (consumerIds?.length ?? 0) > 0, {
    path: ['consumerIds'],
    message: '请选择消费者',
  });

/** The same to consumers that were ticked in a list. */
export const NoticeToConsumers = z.object({ ids: ids('请先选择消费者', id(), 1000), content, sendAt, idemKey });

const at = resource('/admin/lottery/message', 'admin:lottery:message', '服务消息');
const some = z.object({ ids: ids('请先选择数据', id(), 1000) });

/** 服务消息: what consumers were told, and are to be. */
export const messageApi = defineApi({
  list: at.list(MessageRow, messageFilters),
  /** Of today; `sentShare` of what was sent and did not come to be: null before anything was. */
  summary: at.read(
    '服务消息概况',
    '/summary',
    'list',
    z.object({ firmId: id().optional() }),
    z.object({
      sent: z.number(),
      sentShare: z.number().nullable(),
      failed: z.number(),
      unknown: z.number(),
      waiting: z.number(),
    }),
  ),
  save: at.write(LogKind.insert, '新建消息', '/save', 'save', NoticeDraft, z.object({ count: z.number() })),
  /** How many a draft goes to. */
  estimate: at.send(
    '消息预计人数',
    '/estimate',
    'save',
    z.object({
      firmId: id('请选择所属企业').optional(),
      target: MessageTarget.schema,
      activityId: id().optional(),
      consumerIds: z.array(id()).max(1000).optional(),
    }),
    z.object({ count: z.number() }),
    { log: false as const },
  ),
  /** `sure`: also what may have arrived already. */
  resend: at.write(
    LogKind.update,
    '重发消息',
    '/resend',
    'resend',
    some.extend({ sure: flag.default(false) }),
    DoneToMany,
  ),
  /** Takes back what staff wrote and has not gone out. */
  cancel: at.write(LogKind.update, '取消消息', '/cancel', 'save', some, DoneToMany),
});
