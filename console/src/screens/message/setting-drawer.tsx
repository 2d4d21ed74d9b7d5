import {
  eventTexts,
  fillContent,
  fitField,
  sampleVariables,
  templateFields,
  templateText,
} from '@zhuiyuan/contract/message/message-content';
import {
  messageSettingApi,
  type MessageSetting,
  type MessageTemplate,
} from '@zhuiyuan/contract/message/message-setting';
import { MessageEvent } from '@zhuiyuan/contract/message/message-states';
import { Button, Form } from 'antd';
import RefreshCw from 'icon:refresh-cw';
import { toast } from '../../lib/toast.ts';
import { useRead } from '../../lib/use-read.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { FormDrawer } from '../../parts/form/form-drawer.tsx';
import { AreaField, SelectField, SwitchField, TextField } from '../../parts/form/fields.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { countText } from '../../parts/format/numbers.ts';
import { addTo, VariableChips } from '../../parts/messages/notice-fields.tsx';

export const settingChanges = [messageSettingApi.list, messageSettingApi.templates];

export const useSetting = (firmId: number) => {
  const draft = useDraft({
    create: messageSettingApi.update,
    refresh: settingChanges,
    done: { create: '编辑成功' },
  });
  return {
    ...draft,
    begin: ({ event, innerOn, innerContent, wechatOn, templateId, fields, version }: MessageSetting) =>
      draft.open(undefined, { firmId, event, innerOn, innerContent, wechatOn, templateId, fields, version }),
  };
};

const optionOf = ({ id, title, templateNo, isGone }: MessageTemplate) => ({
  value: id,
  label: `${title} ${templateNo.slice(0, 8)}${isGone ? '（已删除）' : ''}`,
  disabled: isGone,
});

/** The fields of the chosen template, and what it reads like. */
const TemplateFields = ({ event, templates }: { event: MessageEvent; templates: readonly MessageTemplate[] }) => {
  const form = Form.useFormInstance();
  const templateId = Form.useWatch<number | null | undefined>('templateId');
  const typed = (Form.useWatch<Record<string, string> | undefined>('fields') ?? {}) as Record<string, string>;
  const template = templates.find(({ id }) => id === templateId);
  if (!template) return null;
  const { variables } = eventTexts[event];
  const shown = Object.fromEntries(
    templateFields(template.content).map(({ key }) => [
      key,
      fitField(key, fillContent(typed[key] ?? '', sampleVariables)),
    ]),
  );
  return (
    <>
      {templateFields(template.content).map(({ key, label }) => (
        <div key={key} className="zy-field zy-field-wide zy-message-field">
          <TextField name={`fields.${key}`} label={label} placeholder="文字或变量" />
          <VariableChips names={variables} add={addTo(form, ['fields', key])} />
        </div>
      ))}
      <div className="zy-field zy-field-wide">
        <p className="zy-message-label">预览</p>
        <p className="zy-message-preview">
          <b>{template.title}</b>
          {templateText(template.content, shown)}
        </p>
      </div>
    </>
  );
};

const InnerPreview = () => {
  const content = Form.useWatch<string | undefined>('innerContent') ?? '';
  return <p className="zy-message-preview">{fillContent(content, sampleVariables)}</p>;
};

const Body = ({ event, firmId, hasApp }: { event: MessageEvent; firmId: number; hasApp: boolean }) => {
  const form = Form.useFormInstance();
  const { data: templates = [] } = useRead(messageSettingApi.templates, { firmId });
  const sync = useAct(messageSettingApi.sync, { done: '', refresh: settingChanges });
  const fetchNow = async () => {
    try {
      const { count } = await sync({ firmId });
      toast.success(`同步成功，共 ${countText(count)} 个模板`);
    } catch {
      // Said by the call.
    }
  };
  const { variables } = eventTexts[event];
  return (
    <>
      <SwitchField name="innerOn" label="站内" on={true} off={false} help="显示在消费者手机页面的“我的消息”中" />
      <AreaField name="innerContent" label="站内内容" rows={2} />
      <div className="zy-field zy-field-wide zy-message-under">
        <VariableChips names={variables} add={addTo(form, 'innerContent')} />
        <InnerPreview />
      </div>
      <SwitchField
        name="wechatOn"
        label="公众号"
        on={true}
        off={false}
        help="发给关注了公众号的消费者，22:00 至次日 8:00 不发送，到 8:00 再发"
      />
      {!hasApp && (
        <div className="zy-field zy-field-wide zy-message-note">
          <NoticeBar tone="wait">请先在商户配置中填写公众号 AppID 与 AppSecret</NoticeBar>
        </div>
      )}
      <SelectField
        name="templateId"
        label="微信模板"
        from={templates.map(optionOf)}
        mayClear
        isWide
        help={
          <Button
            type="link"
            size="small"
            icon={<RefreshCw size={14} strokeWidth={1.6} />}
            disabled={!hasApp}
            onClick={() => void fetchNow()}
          >
            同步微信模板
          </Button>
        }
      />
      <TemplateFields event={event} templates={templates} />
    </>
  );
};

/** 编辑: what is told at one event, and by which channels. */
export const SettingDrawer = ({
  draft,
  firmId,
  hasApp,
}: {
  draft: ReturnType<typeof useSetting>;
  firmId: number;
  hasApp: boolean;
}) => {
  const event = draft.initial?.['event'] as MessageEvent | undefined;
  return (
    <FormDrawer draft={draft} thing="消息" title="编辑消息" name={event && MessageEvent.label(event)}>
      {event && <Body event={event} firmId={firmId} hasApp={hasApp} />}
    </FormDrawer>
  );
};
