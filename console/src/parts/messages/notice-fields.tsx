import { noticeVariables, variableNames, type Variable } from '@zhuiyuan/contract/message/message-content';
import { Button, Form, type FormInstance } from 'antd';
import { TimeInput } from '../form/date-fields.tsx';
import { AreaField, OwnField } from '../form/fields.tsx';
import './messages.css';

/** The variables a text can name; each is put at the end of the field. */
export const VariableChips = ({
  names,
  add,
  disabled,
}: {
  names: readonly Variable[];
  add: (place: string) => void;
  disabled?: boolean;
}) => (
  <div className="zy-message-chips">
    {names.map((name) => (
      <Button key={name} size="small" disabled={disabled} onClick={() => add(`{${name}}`)}>
        {`{${name}} ${variableNames[name]}`}
      </Button>
    ))}
  </div>
);

/** Puts a place of a text at its end. */
export const addTo = (form: FormInstance, name: string | string[]) => (place: string) =>
  form.setFieldValue(name, `${(form.getFieldValue(name) as string | undefined) ?? ''}${place}`);

/** What a message of staff's says, and when. */
export const NoticeFields = () => {
  const form = Form.useFormInstance();
  return (
    <>
      <AreaField name="content" label="内容" rows={3} />
      <div className="zy-field zy-field-wide zy-message-under">
        <VariableChips names={noticeVariables} add={addTo(form, 'content')} />
      </div>
      <OwnField name="sendAt" label="发送时间" isWide help="消息显示在消费者手机页面的“我的消息”中">
        <TimeInput placeholder="立即发送" />
      </OwnField>
    </>
  );
};
