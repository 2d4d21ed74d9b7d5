import { Code } from '@zhuiyuan/contract/kit/codes';
import { sampleVariables, eventTexts, templateFields, templateText } from '@zhuiyuan/contract/message/message-content';
import { messageRefusals } from '@zhuiyuan/contract/message/message-refusals';
import { messageSettingApi, type MessageSetting } from '@zhuiyuan/contract/message/message-setting';
import { MessageChannel, MessageEvent } from '@zhuiyuan/contract/message/message-states';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { findFirmApps } from '../fund/merchant/firm-apps.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { requireFirmId } from '../kit/operator.ts';
import { invalid, notFound, refuse, Refusal, stale } from '../kit/refusal.ts';
import { innerRow, readWords, wechatRow } from './outbox.ts';
import { readQuota, usualDayLimit } from './quota.ts';
import { keepTemplates } from './templates.ts';
import { openTransport, type ListedTemplate } from './official-account.ts';

/** 消息设置: what a firm tells at each event, the templates it may use, and how much goes out in a day. */
export const mountMessageSetting = (app: App): void => {
  const { masterKey } = app.config;
  const transport = openTransport();

  serve(app, messageSettingApi, {
    async list({ input, db, operator }) {
      const firmId = requireFirmId(operator, input.firmId);
      return {
        settings: await readSettings(db, firmId),
        quota: await readQuota(db, firmId),
        hasApp: (await findFirmApps(db, masterKey, firmId)).length > 0,
      };
    },

    templates: ({ input, db, operator }) =>
      db
        .selectFrom('messageTemplate')
        .where('firmId', '=', requireFirmId(operator, input.firmId))
        .orderBy('isGone')
        .orderBy('title')
        .orderBy('id')
        .limit(1000)
        .select(['id', 'appId', 'templateNo', 'title', 'content', 'example', 'isGone', 'syncedAt'])
        .execute(),

    async sync({ input, db, operator }) {
      const firmId = requireFirmId(operator, input.firmId);
      const apps = await findFirmApps(db, masterKey, firmId);
      if (apps.length === 0) throw refuse(messageRefusals.noApp);
      const listed: { appId: string; templates: ListedTemplate[] }[] = [];
      for (const one of apps)
        try {
          listed.push({ appId: one.appId, templates: await transport.listTemplates(one) });
        } catch (error) {
          throw refuse(messageRefusals.syncFailed, { reason: (error as Error).message.slice(0, 120) });
        }
      await db.transaction().execute((where) => keepTemplates(where as Db, firmId, listed));
      return { count: listed.reduce((sum, { templates }) => sum + templates.length, 0) };
    },

    async update({ input: { firmId: picked, version, ...draft }, db, operator }) {
      const firmId = requireFirmId(operator, picked);
      const fields = await readFields(db, firmId, draft);
      const { event, ...words } = draft;
      const columns = {
        ...words,
        fields: JSON.stringify(fields),
        updatedBy: operator.id,
        updatedAt: sql<string>`now()`,
      };
      const row = await db
        .insertInto('messageSetting')
        .values({ firmId, event, version: 1, ...columns })
        .onConflict((conflict) =>
          conflict
            .columns(['firmId', 'event'])
            .doUpdateSet({ ...columns, version: sql<number>`message_setting.version + 1` })
            .where('messageSetting.version', '=', version ?? sql<number>`message_setting.version`),
        )
        .returning('version')
        .executeTakeFirst();
      if (!row || (row.version === 1 && (version ?? 0) > 0)) throw stale();
      return row;
    },

    async quota({ input: { firmId: picked, dayLimit, version }, db, operator }) {
      const firmId = requireFirmId(operator, picked);
      const now = sql<string>`now()`;
      await db
        .insertInto('messageQuota')
        .values({ firmId, dayLimit: usualDayLimit })
        .onConflict((conflict) => conflict.column('firmId').doNothing())
        .execute();
      const row = await db
        .updateTable('messageQuota')
        .set((quota) => ({ dayLimit, updatedAt: now, version: quota('version', '+', 1) }))
        .where('firmId', '=', firmId)
        .$if(version !== undefined, (query) => query.where('version', '=', version!))
        .returning('version')
        .executeTakeFirst();
      if (!row) throw stale();
      return row;
    },

    test: ({ input, db, operator }) => writeTest(db, { ...input, operatorId: operator.id }),
  });
};

const readSettings = async (db: Db, firmId: number): Promise<MessageSetting[]> => {
  const rows = await db
    .selectFrom('messageSetting')
    .leftJoin('messageTemplate', (join) =>
      join
        .onRef('messageTemplate.firmId', '=', 'messageSetting.firmId')
        .onRef('messageTemplate.id', '=', 'messageSetting.templateId'),
    )
    .where('messageSetting.firmId', '=', firmId)
    .select([
      'messageSetting.event',
      'messageSetting.innerOn',
      'messageSetting.innerContent',
      'messageSetting.wechatOn',
      'messageSetting.templateId',
      'messageSetting.fields',
      'messageSetting.version',
      'messageSetting.updatedAt as updateTime',
      'messageTemplate.content',
    ])
    .execute();
  return MessageEvent.options.map(({ value: event }) => {
    const row = rows.find((one) => one.event === event);
    if (!row)
      return {
        event,
        innerOn: true,
        innerContent: eventTexts[event].content,
        wechatOn: false,
        templateId: null,
        fields: {},
        wechatContent: '',
        version: 0,
        updateTime: null,
      };
    const { content, ...rest } = row;
    const fields = row.fields as Record<string, string>;
    return { ...rest, event, fields, wechatContent: content === null ? '' : templateText(content, fields) };
  });
};

/** The fields of a template that is the firm's own and WeChat still has, each with its content. */
const readFields = async (
  db: Db,
  firmId: number,
  { wechatOn, templateId, fields }: { wechatOn: boolean; templateId: number | null; fields: Record<string, string> },
): Promise<Record<string, string>> => {
  if (templateId === null) return {};
  const template = await db
    .selectFrom('messageTemplate')
    .where('firmId', '=', firmId)
    .where('id', '=', templateId)
    .select(['content', 'isGone'])
    .executeTakeFirst();
  if (!template) throw invalid('templateId', '微信模板不存在，请重新选择');
  if (template.isGone && wechatOn) throw invalid('templateId', '该模板已在公众号中删除，请重新选择');
  const known = templateFields(template.content);
  const missing = known.filter(({ key }) => !fields[key]?.trim());
  if (wechatOn && missing.length > 0)
    throw new Refusal(Code.invalid, `请填写${missing[0]!.label}`, {
      fields: missing.map(({ key, label }) => ({ field: `fields.${key}`, message: `请填写${label}` })),
    });
  return Object.fromEntries(known.flatMap(({ key }) => (fields[key] ? [[key, fields[key]]] : [])));
};

/** Puts into the outbox what is saved for an event, with sample values, to one consumer of the firm. */
const writeTest = async (
  db: Db,
  {
    event,
    channel,
    consumerId,
    operatorId,
  }: {
    event: MessageEvent;
    channel: (typeof MessageChannel.options)[number]['value'];
    consumerId: number;
    operatorId: number;
  },
): Promise<{ id: number }> => {
  const member = await db
    .selectFrom('member')
    .where('id', '=', consumerId)
    .select(['firmId', 'nickName'])
    .executeTakeFirst();
  if (!member) throw notFound();
  const { firmId } = member;
  const words = await readWords(db, firmId, event);
  const values = { ...sampleVariables, ...(member.nickName && { nick: member.nickName }) };
  if (channel === MessageChannel.wechat && !words.wechat) throw invalid('channel', '请先选择并保存微信模板');
  return db
    .insertInto('message')
    .values({
      firmId,
      uid: consumerId,
      kind: event,
      ref: `test:${randomUUID()}`,
      isTest: true,
      createdBy: operatorId,
      ...(channel === MessageChannel.wechat ? wechatRow(words.wechat!, values) : innerRow(words.innerContent, values)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
};
